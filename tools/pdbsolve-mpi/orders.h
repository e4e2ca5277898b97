/*
 * What rank 0 asks of the other ranks of pdbsolve-mpi, and what they answer, as bytes of one
 * program.
 *
 * Rank 0 is pdbsolve: it reads, decides which searches there are, and prints. A board of a batch
 * goes to a rank that is free, which searches it alone until it turns out to be hard; hard boards
 * are searched by all ranks together, one after the other (tilepdb_comm.h).
 */
#ifndef TILEPDB_PDBSOLVE_MPI_ORDERS_H
#define TILEPDB_PDBSOLVE_MPI_ORDERS_H

#include "pdbsolve/solve_driver.h"

enum order_kind {
    ORDER_END,      /* of the run */
    ORDER_ALONE,    /* search a board, and answer */
    ORDER_TOGETHER, /* join in a search */
    ORDER_IMPROVE   /* make better tables */
};

/* Of tables, as --partition takes it. */
#define ORDER_NAME 128

/* The candidate of a search without a choice: the tables that every board begins with. */
#define ORDER_NO_CANDIDATE SIZE_MAX

struct order {
    enum order_kind kind;
    tilepdb_board board; /* as it was read */
    tilepdb_board goal;  /* of the run */
    /* TOGETHER alone: */
    tilepdb_board searched; /* the board, or the goal of a search backward */
    size_t candidate;
    int joined_for;                /* from both sides: the bound; */
    tilepdb_solve_options options; /* without pointers and callbacks; */
    bool goes_on;                  /* this result follows, as the earlier one */
    /* IMPROVE alone: */
    char tables[ORDER_NAME]; /* "": none, after all */
    size_t done;             /* boards of the batch */
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
enum { ORDER_TAG = 1, RESULT_TAG, REPLY_TAG };

/* How long who waits for a message sleeps between two looks. */
#define ORDER_LOOK_SECONDS 5e-4

#endif
