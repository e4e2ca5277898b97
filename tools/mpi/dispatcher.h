/*
 * pdbsolve-mpi: messages between rank 0, the dispatcher, and the other ranks, the workers.
 *
 * Rank 0 is pdbsolve: it reads boards, decides on searches, and prints. A free worker searches each
 * board of a batch alone until the board proves hard. All ranks together search hard boards, one
 * after the other (tilepdb_comm.h).
 */
#ifndef TILEPDB_TOOLS_MPI_DISPATCHER_H
#define TILEPDB_TOOLS_MPI_DISPATCHER_H

#include <mpi.h>
#include <pthread.h>

#include "pdbsolve/solve_driver.h"
#include "tilepdb_comm.h"

/* ---- messages -------------------------------------------------------------------------------- */

enum message_kind { MESSAGE_END, MESSAGE_ALONE, MESSAGE_TOGETHER, MESSAGE_IMPROVE };

#define MESSAGE_TABLES 128

/* candidate of a search without a choice */
#define MESSAGE_NO_CANDIDATE SIZE_MAX

struct message {
    enum message_kind kind;
    tilepdb_board board;
    tilepdb_board goal;
    /* members for TOGETHER: */
    tilepdb_board searched; /* the board, or the goal of a backward search */
    size_t candidate;
    int joined_for;                /* bound, if bidirectional */
    tilepdb_solve_options options; /* without pointers and callbacks */
    bool goes_on;                  /* an earlier result follows */
    /* members for IMPROVE: */
    char tables[MESSAGE_TABLES]; /* empty to return to the first tables */
    size_t done;                 /* number of answered boards */
};

/* reply to ALONE: members of the task and its driver */
struct reply {
    tilepdb_status status;
    tilepdb_error error;
    tilepdb_result result;
    bool reached; /* false if tables are missing */
    bool hard;
    enum solver_step step;
    double spent;
    int proven;
    uint64_t tables; /* solver_entry_fingerprint */
};

enum { MESSAGE_TAG = 1, RESULT_TAG, REPLY_TAG };

#define MESSAGE_POLL_SECONDS 5e-4

struct dispatcher {
    struct solver_dispatcher hooks;
    MPI_Comm mpi_comm;
    const tilepdb_comm *comm;
    pthread_mutex_t lock; /* protects MPI and the members below */
    pthread_cond_t changed;
    bool *busy; /* [rank] owned */
    int searching;
    bool together; /* all ranks search together, or are about to */
};

/* `comm` must outlive the dispatcher. */
void dispatcher_begin(struct dispatcher *dispatcher, MPI_Comm mpi_comm, const tilepdb_comm *comm);

void dispatcher_end(struct dispatcher *dispatcher);

/* Handles the messages of rank 0 until END. */
void worker_run(struct solver_cache *cache, MPI_Comm mpi_comm, const tilepdb_comm *comm);

#endif
