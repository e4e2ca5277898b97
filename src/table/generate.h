/*
 * Generation: breadth-first search from the goal over cohorts, the blank tracked.
 *
 * The graph is small: its vertices are the cohorts (a mask and a region of the blank), an edge is
 * one tile moving from a cell beside the region into it. What is large is the set of arrangements
 * of each cohort (lanes.h), and whole sets travel along an edge at once: unchanged for horizontal
 * moves, shuffled for vertical ones. A level is pulled: each cohort collects from its neighbours,
 * so every set is written by one thread and the result does not depend on the number of threads.
 * Where the sets lie, and who shares the work, is the store's affair (store.h).
 *
 * The search needs two bits per arrangement. Every move of one tile flips the parity of a mask, so
 * a cohort gains entries at every second level only, and bit 1 of the distance separates each of
 * its levels from the next: the two sides of the store. The frontier is not stored. Instead, the
 * search pulls from all entries whose distance is congruent to the frontier's modulo 4: what the
 * older ones lead to has been reached long ago. In another metric a move may leave the parity as it
 * is, and none of this holds: table_kind_check refuses such tables.
 */
#ifndef TILEPDB_TABLE_GENERATE_H
#define TILEPDB_TABLE_GENERATE_H

#include "puzzle/move_set.h"
#include "table/store.h"

/* Runs the search on the sets of a store, which are empty or those of a search that it resumes, and
 * finishes the store: then its planes hold the result. As tilepdb_table_generate, without
 * ERROR_ENCODING, and the statuses of the store; the caller has checked the memory limit. `options`
 * gives threads, variant and progress. */
tilepdb_status distances_generate(struct store *store, const struct move_set *moves,
                                  const tilepdb_generate_options *options,
                                  struct distances *distances, tilepdb_error *error);

/* The memory that the search touches beside the store, in bytes. A measured index is enough. */
uint64_t distances_need(const struct index *index, int threads);

#endif
