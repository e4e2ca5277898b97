/*
 * The dispatcher: rank 0, which sends searches to the other ranks of a job. See messages.h.
 */
#ifndef TILEPDB_PDBSOLVE_MPI_DISPATCHER_H
#define TILEPDB_PDBSOLVE_MPI_DISPATCHER_H

#include <mpi.h>
#include <pthread.h>

#include "pdbsolve/solve_driver.h"
#include "tilepdb_comm.h"

struct dispatcher {
    struct solver_dispatcher hooks; /* the first member, so that it leads to the dispatcher */
    MPI_Comm mpi_comm;
    const tilepdb_comm *comm;
    pthread_mutex_t lock; /* of MPI, and of what follows */
    pthread_cond_t changed;
    bool *busy;    /* for each rank; owned */
    int searching; /* ranks that are busy */
    bool together;
};

/* Begins to send messages to the ranks of a communicator, which wait for them. `comm` must outlive
 * it. */
void dispatcher_begin(struct dispatcher *dispatcher, MPI_Comm mpi_comm, const tilepdb_comm *comm);

/* Tells the ranks to end. */
void dispatcher_end(struct dispatcher *dispatcher);

/* Answers the messages of rank 0, on another rank, until the run ends. */
void worker_run(struct solver_cache *cache, MPI_Comm mpi_comm, const tilepdb_comm *comm);

#endif
