/*
 * What rank 0 asks of the other ranks of pdbsolve-mpi, and what they answer, as bytes of one
 * program.
 *
 * Rank 0 is pdbsolve: it reads, decides which searches there are, and prints. A board of a batch
 * goes to a rank that is free, which searches it alone until it turns out to be hard; hard boards
 * are searched by all ranks together, one after the other (tilepdb_comm.h).
 */
#ifndef TILEPDB_PDBSOLVE_MPI_MESSAGES_H
#define TILEPDB_PDBSOLVE_MPI_MESSAGES_H

#include "pdbsolve/solve_driver.h"

enum message_kind {
    MESSAGE_END,      /* of the run */
    MESSAGE_ALONE,    /* search a board, and answer */
    MESSAGE_TOGETHER, /* join in a search */
    MESSAGE_IMPROVE   /* make better tables */
};

/* Of tables, as --partition takes it. */
#define MESSAGE_TABLES 128

/* The candidate of a search without a choice: the tables that every board begins with. */
#define MESSAGE_NO_CANDIDATE SIZE_MAX

struct message {
    enum message_kind kind;
    tilepdb_board board; /* as it was read */
    tilepdb_board goal;  /* of the run */
    /* TOGETHER alone: */
    tilepdb_board searched; /* the board, or the goal of a search backward */
    size_t candidate;
    int joined_for;                /* from both sides: the bound; */
    tilepdb_solve_options options; /* without pointers and callbacks; */
    bool goes_on;                  /* this result follows, as the earlier one */
    /* IMPROVE alone: */
    char tables[MESSAGE_TABLES]; /* "": none, after all */
    size_t done;                 /* boards of the batch */
};

/* What ALONE has led to; the task's members, and the driver's. */
struct reply {
    tilepdb_status status;
    tilepdb_error error;
    tilepdb_result result;
    bool reached; /* false: there are no tables here */
    bool hard;
    enum solver_step step;
    double spent;
    int proven;
    uint64_t tables; /* that it searched with, if alone with tables */
};

/* Tags of messages. */
enum { MESSAGE_TAG = 1, RESULT_TAG, REPLY_TAG };

/* The time between two polls for a message. */
#define MESSAGE_POLL_SECONDS 5e-4

#endif
