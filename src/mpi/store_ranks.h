/*
 * A store (table/store.h) over the ranks of a job: each rank has consecutive masks in memory, and
 * receives the sets of other ranks through its halo.
 */
#ifndef TILEPDB_MPI_STORE_RANKS_H
#define TILEPDB_MPI_STORE_RANKS_H

#include "mpi/ranks.h"
#include "puzzle/move_set.h"
#include "table/store.h"

/* Makes a store of empty sets. `ranks`, `index` and `moves` must outlive it. Collective: all ranks
 * return OK or ERROR_MEMORY. */
tilepdb_status store_ranks_create(struct store **store, const struct ranks *ranks,
                                  const struct index *index, const struct move_set *moves,
                                  tilepdb_kind kind, tilepdb_error *error);

/* Returns true once a level has begun. From then on, all ranks get one status of
 * distances_generate. */
bool store_ranks_begun(const struct store *store);

/* Estimate the bytes of a rank's part, during the search and after `finish`. */
uint64_t store_ranks_need(const struct index *index, tilepdb_kind kind, int ranks);
uint64_t store_ranks_kept(const struct index *index, tilepdb_kind kind, int ranks);

#endif
