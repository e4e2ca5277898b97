/*
 * Generation: breadth-first search from the goal over cohorts, with the blank tracked.
 *
 * An edge between cohorts moves one tile from a cell beside the region into the region. It carries
 * a whole set of arrangements (lanes.h): unchanged if the move is horizontal, shuffled if it is
 * vertical. A cohort pulls the sets of its neighbours, so the result does not depend on the number
 * of threads.
 *
 * The search needs two bits per arrangement. Every single-tile move flips the parity of the mask,
 * so a cohort gains entries only at every second level, and bit 1 of the distance distinguishes
 * consecutive levels of a cohort. The frontier is not stored: the search pulls from all entries
 * whose distance equals the frontier's modulo 4. Older entries at these distances lead only
 * to entries that were reached before.
 */
#ifndef TILEPDB_TABLE_GENERATE_H
#define TILEPDB_TABLE_GENERATE_H

#include "puzzle/move_set.h"
#include "table/store.h"

/* Runs the search on the sets of `store`, which are empty or hold a search to be resumed, and
 * finishes the store. Returns ERROR_ENCODING for more than TILEPDB_MAX_LEVELS levels;
 * ERROR_TOO_LARGE, ERROR_MEMORY, CANCELLED, ERROR_INTERNAL, and the statuses of the store. */
tilepdb_status distances_generate(struct store *store, const struct move_set *moves,
                                  const tilepdb_generate_options *options,
                                  struct distances *distances, tilepdb_error *error);

uint64_t distances_need(const struct index *index, int threads);

#endif
