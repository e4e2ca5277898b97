/*
 * The ranks of a job, as this library sees them, and how it waits for them.
 *
 * Most MPIs wait by spinning. Ranks finish their parts of a level at different times, and a core
 * that spins is one that another rank, or a thread of another rank, does not have. So whatever may
 * take long is begun without blocking, and waiting polls.
 */
#ifndef TILEPDB_MPI_RANKS_H
#define TILEPDB_MPI_RANKS_H

#include <mpi.h>
#include <stdbool.h>

#include "tilepdb.h"

/* A communicator of this library's own, and the place of this rank in it. */
struct ranks {
    MPI_Comm comm;
    int rank;
    int count;
};

/* Duplicates a communicator; collective. ranks_close, also collective, releases it. */
void ranks_open(struct ranks *ranks, MPI_Comm comm);
void ranks_close(struct ranks *ranks);

/* Waits for all requests, some of which may be MPI_REQUEST_NULL. */
void ranks_wait(int count, MPI_Request *requests);

/* As tilepdb_mpi_agree. */
tilepdb_status ranks_agree(const struct ranks *ranks, tilepdb_status status, tilepdb_error *error);

/* Whether something holds on all ranks. Collective. */
bool ranks_all(const struct ranks *ranks, bool here);

/* The threads of this rank: as many as requested, otherwise (0) all that its binding allows. A rank
 * that is not bound has its part of the cores that its node's ranks share. Collective. */
int ranks_threads(const struct ranks *ranks, int requested);

/* How many ranks share this rank's memory. Collective. */
int ranks_on_node(const struct ranks *ranks);

#endif
