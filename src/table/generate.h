/*
 * Generation: breadth-first search from the goal over cohorts, the blank tracked.
 *
 * The graph is small: its vertices are the cohorts (a mask and a region of the blank), an edge is
 * one tile moving from a cell beside the region into it. What is large is the set of arrangements
 * of each cohort (lanes.h), and whole sets travel along an edge at once: unchanged for horizontal
 * moves, shuffled for vertical ones. A level is pulled: each cohort collects from its neighbours,
 * so every set is written by one thread and the result does not depend on the number of threads.
 *
 * The search needs two bits per arrangement. Every move flips the parity of a mask, so a cohort
 * gains entries at every second level only, and bit 1 of the distance separates each of its levels
 * from the next: plane[1] holds the entries with that bit set, plane[0] those with it clear. The
 * frontier is not stored. Instead, the search pulls from all entries whose distance is congruent to
 * the frontier's modulo 4: what the older ones lead to has been reached long ago.
 */
#ifndef TILEPDB_TABLE_GENERATE_H
#define TILEPDB_TABLE_GENERATE_H

#include "pattern/index.h"
#include "tilepdb.h"

/* Bit planes for 1 + distance / 2, up to TILEPDB_MAX_LEVELS. */
#define DISTANCE_PLANES 8

/* Distances as sets: plane[i] holds one set of `lanes` lanes for each column, a cohort or a mask.
 * - plane_count == 1: the set of arrangements with bit 1 of their distance set.
 * - otherwise: bit i of 1 + distance / 2, where 0 stands for unreachable; bit 0 of the distance
 * follows from the column's mask (index_parity). */
struct distance_sets {
    uint32_t lanes;
    uint32_t columns;
    unsigned plane_count;
    size_t plane_bytes; /* of each mapping */
    uint32_t *plane[DISTANCE_PLANES];
    int levels; /* largest distance + 1 */
    uint64_t histogram[TILEPDB_MAX_LEVELS];
};

/* Runs the search. As tilepdb_table_generate, without ERROR_ENCODING; the memory limit has been
 * checked by the caller. `sets` is released by distance_sets_free on success. */
tilepdb_status distance_sets_generate(const struct index *index, tilepdb_kind kind,
                                      const tilepdb_generate_options *options,
                                      struct distance_sets *sets, tilepdb_error *error);

/* Accepts a zeroed struct. */
void distance_sets_free(struct distance_sets *sets);

/* The peak memory that the search touches, in bytes. */
uint64_t distance_sets_need(const struct index *index, tilepdb_kind kind, int threads);

/* The memory that the sets hold afterwards. */
uint64_t distance_sets_kept(const struct index *index, tilepdb_kind kind);

#endif
