/*
 * Generation: breadth-first search from the goal over cohorts, with the blank tracked.
 *
 * An edge between cohorts moves one tile from a cell beside the blank's region into it. It carries
 * a whole set of arrangements (lanes.h): unchanged if the move is horizontal, shuffled if it is
 * vertical. A cohort pulls the sets of its neighbours, so the number of threads changes nothing.
 *
 * Every single-tile move flips the parity of the mask, so a cohort gains entries only at every
 * second level, and bit 1 of the distance distinguishes these levels. The search pulls from all
 * entries whose distance equals the frontier's modulo 4, since older ones lead only to reached
 * entries.
 *
 * The encoder transposes the sets, column by column, into rows of a table (table.h).
 */
#ifndef TILEPDB_TABLE_GENERATE_H
#define TILEPDB_TABLE_GENERATE_H

#include "puzzle/move_set.h"
#include "table/rows.h"
#include "table/store.h"

/* The sets of `store` are empty or of a search to be resumed. Finishes the store, also on failure.
 * Returns ERROR_ENCODING for TILEPDB_MAX_LEVELS levels or more; ERROR_TOO_LARGE, ERROR_MEMORY,
 * CANCELLED, ERROR_INTERNAL, and the statuses of the store. */
tilepdb_status distances_generate(struct store *store, const struct move_set *moves,
                                  const tilepdb_generate_options *options,
                                  struct distances *distances, tilepdb_error *error);

/* Bytes of the search, without the store. `threads`: 0 for all. */
uint64_t distances_need(const struct index *index, int threads);

/* Puts the columns of a finished store into the sink, from any thread, in pieces of all rows.
 * Columns that the store does not own are 0. Returns ERROR_ENCODING if a distance exceeds the
 * Manhattan distance by more than 30 (nibble); CANCELLED, ERROR_MEMORY. */
tilepdb_status entries_encode(const struct store *store, int levels, const struct row_sink *sink,
                              const tilepdb_generate_options *options, tilepdb_error *error);

#endif
