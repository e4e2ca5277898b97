/*
 * Compares partitions by the nodes of the same bounds, which are searched to the end whatever the
 * partition. The nodes of the last bound up to its solution depend on chance.
 */
#ifndef BENCH_PARTITION_EQUAL_H
#define BENCH_PARTITION_EQUAL_H

#include "study.h"

/* For each board of the sample, exhausts with the first partition the bounds that `budget` nodes
 * allow, and with the others the same bounds. Prints for each partition its nodes, as the
 * geometric mean of the ratios to the first, and on how many boards it has the fewest; then the
 * order in which to try the partitions: after the best, each time the partition that lowers the
 * mean of ln(fewest nodes) most. Returns an exit code. */
int equal_compare(struct study *study, const tilepdb_partition *partitions, char *const *names,
                  unsigned count, uint64_t budget);

#endif
