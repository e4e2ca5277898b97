/*
 * pdbsolve-mpi: messages between rank 0, the dispatcher, and the other ranks, the workers.
 *
 * Rank 0 is pdbsolve: it reads boards, and prints. Its engine decides which messages go to other
 * ranks (tilepdb_ranks), whose engines serve them: alone for each board of a batch until the board
 * proves hard, and all together for hard boards, one after the other (base/comm.h).
 */
#ifndef TILEPDB_TOOLS_MPI_DISPATCHER_H
#define TILEPDB_TOOLS_MPI_DISPATCHER_H

#include <mpi.h>
#include <pthread.h>

#include "answers/session.h"
#include "tilepdb_mpi.h"

enum { MESSAGE_TAG = 1, REPLY_TAG };

#define MESSAGE_POLL_SECONDS 5e-4

struct dispatcher {
    tilepdb_ranks ranks; /* for the engine of rank 0 */
    MPI_Comm mpi_comm;
    const tilepdb_comm *comm;
    pthread_mutex_t lock; /* protects MPI and the members below */
    pthread_cond_t changed;
    bool *busy; /* [rank] owned */
    int searching;
    bool together; /* all ranks search together, or will */
};

/* `comm` must outlive the dispatcher. */
void dispatcher_begin(struct dispatcher *dispatcher, MPI_Comm mpi_comm, const tilepdb_comm *comm);

/* Ends the workers. */
void dispatcher_end(struct dispatcher *dispatcher);

/* Serves the messages of rank 0 until the end. */
void worker_run(struct session *session, MPI_Comm mpi_comm, const tilepdb_comm *comm);

#endif
