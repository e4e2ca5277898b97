/*
 * The search for good partitions: covers by estimated worth, and the best of these by the mean of
 * h, with true tables, over the sample.
 */
#ifndef BENCH_PARTITION_SEARCH_H
#define BENCH_PARTITION_SEARCH_H

#include <stddef.h>

#include "study.h"

/* Finds covers by patterns of `sizes`, such as 6,6,6,6. Generates at most `tables` tables of these,
 * those of the worthiest covers, and prints the `best` covers that they form, from the highest mean
 * of h down: a list of tiles, the mean, and the mean without reflection. Returns an exit code; 2:
 * the sizes are not those of a partition of the board. */
int search_print(struct study *study, const char *sizes, size_t tables, size_t best);

#endif
