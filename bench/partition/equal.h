/*
 * Partitions compared by the nodes of the same bounds, which are searched to the end whatever the
 * partition. How many nodes the last bound takes to its solution is chance, and says little.
 */
#ifndef BENCH_PARTITION_EQUAL_H
#define BENCH_PARTITION_EQUAL_H

#include "study.h"

/* For each board of the sample, the first partition exhausts as many bounds as `budget` nodes
 * allow, and the others the same bounds. Prints for each partition its nodes, as the geometric mean
 * of the ratios to the first, and on how many boards it has the fewest; then the order in which to
 * try them: after the best one, each time the one that lowers the mean of ln(fewest nodes) most.
 * Returns an exit code. */
int equal_compare(struct study *study, const tilepdb_partition *partitions, char *const *names,
                  unsigned count, uint64_t budget);

#endif
