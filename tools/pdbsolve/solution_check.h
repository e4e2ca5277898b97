/*
 * --judge: a board with given moves, and what was found about them.
 */
#ifndef TILEPDB_PDBSOLVE_SOLUTION_CHECK_H
#define TILEPDB_PDBSOLVE_SOLUTION_CHECK_H

#include "pdbsolve/session.h"
#include "tilepdb_many.h"

/* One board and all about it; large, so it is kept from board to board. */
struct solution_check {
    size_t number;
    const char *file;  /* as an answer has it */
    const char *name;  /* the input's */
    tilepdb_task task; /* the board, the search for its optimum, and why something is not so */
    tilepdb_board goal;
    struct solve_driver driver; /* of its searches */
    char *given;                /* the moves as they were typed, with a NUL behind them; owned */
    size_t given_length;
    char *moves;              /* owned, as letters; NULL: they could not be read */
    tilepdb_metric metric;    /* of their length, and of the optimum */
    bool readable;            /* the board could be read */
    bool claims_none;         /* an answer without a solution was given */
    bool legal, reaches_goal; /* all moves are possible; they end in the goal */
    size_t failed;            /* the move that is not possible, from 1 */
    bool solved;              /* the optimum is known */
};

/* The moves of --judge FILE as one text that the caller frees, if each of several lines has a
 * single move and the arguments are one board. NULL: each line is a solution. */
char *judge_list_read(const struct session *session);

/* The number of given moves, of the metric. */
size_t solution_check_length(const struct solution_check *check);

/* The names of the columns of CSV. */
const char *solution_check_columns(const struct solve_options *options);

/* Prints what was found in the format of the options, and why something is not so on stderr. */
void solution_check_print(struct session *session, const struct solution_check *check);

#endif
