/*
 * Covers: partitions of the board's cells into connected patterns of given sizes, found by the
 * worth of their patterns.
 */
#ifndef BENCH_PARTITION_COVER_H
#define BENCH_PARTITION_COVER_H

#include "worth.h"

#define COVER_MAX_PATTERNS TILEPDB_TABLE_MAX_CELLS

struct cover {
    double worth;
    uint32_t patterns[COVER_MAX_PATTERNS]; /* sets of goal cells, by their lowest cell */
};

/* What a cover has, and the covers found. */
struct cover_search {
    unsigned count;
    unsigned sizes[COVER_MAX_PATTERNS]; /* [count] sizes of the patterns in any order; they sum
                                         * to the number of tiles */
    size_t most;                        /* covers that are kept */
    struct cover *covers;               /* owned; from the highest worth to the lowest */
    size_t found;
};

/* Finds the covers of the highest estimated worth; of two reflections of each other, keeps one.
 * Returns false after a message. */
bool cover_search_run(struct cover_search *search, const struct study *study,
                      const struct worth *worth);

#endif
