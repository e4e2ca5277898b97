/*
 * The ranks of a job. Most MPI libraries wait by spinning, which takes a core from ranks that still
 * work. So long operations start without blocking, and ranks_wait polls. Functions except
 * ranks_wait are collective.
 */
#ifndef TILEPDB_MPI_RANKS_H
#define TILEPDB_MPI_RANKS_H

#include <mpi.h>
#include <stdbool.h>

/* This rank in a duplicate of a communicator. */
struct ranks {
    MPI_Comm comm;
    int rank;
    int count;
};

void ranks_open(struct ranks *ranks, MPI_Comm comm);
void ranks_close(struct ranks *ranks);

/* Polls until all `count` requests are complete. Allows MPI_REQUEST_NULL. */
void ranks_wait(int count, MPI_Request *requests);

bool ranks_all(const struct ranks *ranks, bool here);

/* Returns `requested`, or if it is 0, the threads that the rank's binding allows. Ranks without a
 * binding share the cores of a node. */
int ranks_threads(const struct ranks *ranks, int requested);

int ranks_on_node(const struct ranks *ranks);

#endif
