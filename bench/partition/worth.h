/*
 * The worth of a pattern: how much its distances exceed the Manhattan distances of its tiles. The
 * sum of Manhattan distances is the same for all partitions, so the excess alone distinguishes
 * partitions.
 */
#ifndef BENCH_PARTITION_WORTH_H
#define BENCH_PARTITION_WORTH_H

#include "study.h"

/* The excess of two tiles over single tiles, and of three tiles over pairs and single tiles, by
 * their goal cells in rising order: means over the entries of their tables, which are tiny. */
struct worth {
    double pair[TILEPDB_TABLE_MAX_CELLS][TILEPDB_TABLE_MAX_CELLS];
    double triple[TILEPDB_TABLE_MAX_CELLS][TILEPDB_TABLE_MAX_CELLS][TILEPDB_TABLE_MAX_CELLS];
};

/* Generates the tables of all pairs and triples, some seconds. NULL, after a message. */
struct worth *worth_create(const struct study *study);

/* The estimate for a set of goal cells: the sum over its pairs and triples. It puts patterns of six
 * tiles of 5x5 nearly in the order of their true means (docs/notes/tables.md). */
double worth_estimate(const struct worth *worth, uint32_t cells);

/* The exact values of a pattern of goal cells on the sample: values[i] is its distance on board i
 * and, if the study is mirrored, values[boards + i] on the reflection of board i. Generates the
 * pattern's table and forgets it. False, after a message. */
bool worth_sample(struct study *study, uint32_t cells, uint8_t *values);

#endif
