/*
 * A store (table/store.h) over the ranks of a job: each has consecutive masks, with nearly the same
 * number of cohorts, in memory, and receives the sets of other ranks through its halo.
 */
#ifndef TILEPDB_MPI_STORE_RANKS_H
#define TILEPDB_MPI_STORE_RANKS_H

#include "mpi/ranks.h"
#include "puzzle/move_set.h"
#include "table/store.h"

/* Makes a store of empty sets on all ranks; collective. `ranks`, `index` and `moves` must outlive
 * it. All ranks return the same status. ERROR_MEMORY. */
tilepdb_status store_ranks_create(struct store **store, const struct ranks *ranks,
                                  const struct index *index, const struct move_set *moves,
                                  tilepdb_kind kind, tilepdb_error *error);

/* Whether a level was begun: since then every status is that of all ranks. */
bool store_ranks_begun(const struct store *store);

/* About how many bytes a rank's part takes: during the search, and after `finish`. A measured index
 * is enough. */
uint64_t store_ranks_need(const struct index *index, tilepdb_kind kind, int ranks);
uint64_t store_ranks_kept(const struct index *index, tilepdb_kind kind, int ranks);

#endif
