/*
 * The search for good partitions: finds covers by estimated worth, and ranks the worthiest covers
 * by their mean h over the sample, with true tables.
 */
#ifndef BENCH_PARTITION_SEARCH_H
#define BENCH_PARTITION_SEARCH_H

#include <stddef.h>

#include "study.h"

/* Finds covers by patterns of `sizes`, such as 6,6,6,6. Generates at most `tables` tables for
 * patterns of the worthiest covers, and prints the `best` covers that have tables, from the
 * highest mean h down: a list of tiles, the mean, and the mean without reflection. Returns an
 * exit code; 2 if no partition of the board has these sizes. */
int search_print(struct study *study, const char *sizes, size_t tables, size_t best);

#endif
