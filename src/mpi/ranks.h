/*
 * The ranks of a job, and how they wait for each other.
 *
 * Most MPIs wait by spinning, which takes a core from the threads of ranks that still work. So
 * whatever may take long is begun without blocking, and ranks_wait polls.
 */
#ifndef TILEPDB_MPI_RANKS_H
#define TILEPDB_MPI_RANKS_H

#include <mpi.h>
#include <stdbool.h>

/* A duplicate of a communicator, and this rank in it. */
struct ranks {
    MPI_Comm comm;
    int rank;
    int count;
};

/* Collective; ranks_close, also collective, releases the duplicate. */
void ranks_open(struct ranks *ranks, MPI_Comm comm);
void ranks_close(struct ranks *ranks);

/* Waits for all requests, some of which may be MPI_REQUEST_NULL. */
void ranks_wait(int count, MPI_Request *requests);

/* Whether `here` is true on all ranks. Collective. */
bool ranks_all(const struct ranks *ranks, bool here);

/* The number of threads of this rank: `requested`, or if that is 0 all that its binding allows. A
 * rank without a binding shares the cores of its node with the other ranks there. Collective. */
int ranks_threads(const struct ranks *ranks, int requested);

/* How many ranks run on this rank's machine. Collective. */
int ranks_on_node(const struct ranks *ranks);

#endif
