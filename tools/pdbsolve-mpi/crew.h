/*
 * The ranks of a job, as rank 0 leads them. See orders.h.
 */
#ifndef TILEPDB_PDBSOLVE_MPI_CREW_H
#define TILEPDB_PDBSOLVE_MPI_CREW_H

#include <mpi.h>
#include <pthread.h>

#include "pdbsolve/solve_driver.h"
#include "tilepdb_comm.h"

struct crew {
    struct solver_crew hooks; /* the first member, so that it leads to the crew */
    MPI_Comm mpi_comm;
    const tilepdb_comm *comm;
    pthread_mutex_t lock; /* of MPI, and of what follows */
    pthread_cond_t changed;
    bool *busy;    /* for each rank; owned */
    int searching; /* ranks that are busy */
    bool together;
};

/* Begins to lead the ranks of a communicator, which wait for orders. The communicator stays. */
void crew_begin(struct crew *crew, MPI_Comm mpi_comm, const tilepdb_comm *comm);

/* Orders the ranks to end. */
void crew_end(struct crew *crew);

/* Serves orders on another rank than 0, until the run ends. */
void crew_serve(struct solver_cache *cache, MPI_Comm mpi_comm, const tilepdb_comm *comm);

#endif
