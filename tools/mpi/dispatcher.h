/*
 * pdbsolve-mpi: what rank 0 asks of the other ranks, and what they answer, as bytes of one program.
 *
 * Rank 0, the dispatcher, is pdbsolve: it reads, decides which searches there are, and prints. The
 * other ranks are workers. A board of a batch goes to a free worker, which searches it alone until
 * it turns out to be hard; hard boards are searched by all ranks together, one after the other
 * (tilepdb_comm.h).
 */
#ifndef TILEPDB_TOOLS_MPI_DISPATCHER_H
#define TILEPDB_TOOLS_MPI_DISPATCHER_H

#include <mpi.h>
#include <pthread.h>

#include "pdbsolve/solve_driver.h"
#include "tilepdb_comm.h"

/* ---- messages -------------------------------------------------------------------------------- */

enum message_kind {
    MESSAGE_END,      /* the run ends */
    MESSAGE_ALONE,    /* search a board, and answer */
    MESSAGE_TOGETHER, /* take part in a search */
    MESSAGE_IMPROVE   /* make better tables */
};

/* The bytes of the name of tables, as --partition takes it. */
#define MESSAGE_TABLES 128

/* The candidate of a search without a choice: the tables that every board begins with. */
#define MESSAGE_NO_CANDIDATE SIZE_MAX

struct message {
    enum message_kind kind;
    tilepdb_board board; /* as it was read */
    tilepdb_board goal;  /* of the run */
    /* TOGETHER alone: */
    tilepdb_board searched; /* the board, or the goal of a backward search */
    size_t candidate;
    int joined_for;                /* the bound, if the search is bidirectional */
    tilepdb_solve_options options; /* without pointers and callbacks */
    bool goes_on;                  /* a message with the earlier result follows */
    /* IMPROVE alone: */
    char tables[MESSAGE_TABLES]; /* "": the worker returns to its first tables */
    size_t done;                 /* boards of the batch that are answered */
};

/* The answer to ALONE: members of the task and of its driver. */
struct reply {
    tilepdb_status status;
    tilepdb_error error;
    tilepdb_result result;
    bool reached; /* false: the worker has no tables */
    bool hard;
    enum solver_step step;
    double spent;
    int proven;
    uint64_t tables; /* those of the search, as solver_entry_fingerprint returns them */
};

/* Tags of MPI's messages. */
enum { MESSAGE_TAG = 1, RESULT_TAG, REPLY_TAG };

/* The time between two polls for a message. */
#define MESSAGE_POLL_SECONDS 5e-4

/* ---- both sides ------------------------------------------------------------------------------ */

struct dispatcher {
    struct solver_dispatcher hooks; /* the first member, for dispatcher_of */
    MPI_Comm mpi_comm;
    const tilepdb_comm *comm;
    pthread_mutex_t lock; /* of MPI, and of the members below */
    pthread_cond_t changed;
    bool *busy;    /* for each rank; owned */
    int searching; /* the number of busy ranks */
    bool together; /* a search of all ranks runs, or waits for them */
};

/* Begins to send messages to the other ranks, which wait for them. `comm` must outlive it. */
void dispatcher_begin(struct dispatcher *dispatcher, MPI_Comm mpi_comm, const tilepdb_comm *comm);

/* Sends END to all ranks. */
void dispatcher_end(struct dispatcher *dispatcher);

/* Answers the messages of rank 0, on another rank, until END. */
void worker_run(struct solver_cache *cache, MPI_Comm mpi_comm, const tilepdb_comm *comm);

#endif
