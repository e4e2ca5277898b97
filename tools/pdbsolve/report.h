/*
 * Answers on stdout: one for each board, in one of several formats.
 */
#ifndef TILEPDB_PDBSOLVE_REPORT_H
#define TILEPDB_PDBSOLVE_REPORT_H

#include <jansson.h>
#include <stdio.h>

#include "pdbsolve/moves_print.h"
#include "pdbsolve/options.h"
#include "tilepdb.h"

/* What became of a board. */
struct answer {
    size_t number;              /* of the line, or of the board among the arguments; from 1 */
    const tilepdb_board *board; /* NULL: it could not be read */
    const tilepdb_board *goal;
    tilepdb_status status;
    bool solvable;                /* known to be, also without a result */
    const tilepdb_result *result; /* NULL if there is none: the status is an error */
    const char *moves;            /* in the notation that was asked for; "" without a solution */
    const char *message;          /* why there is no solution */
    bool may_be_shorter;          /* a method that finds shortest solutions, but this is not proven
                                     to be one: text says `<=LENGTH` */
    bool counted;                 /* the result has the number of solutions */
    const struct move_list *solutions; /* with --all; otherwise NULL */
    json_t *extra;                     /* more fields for JSON; NULL: none */
};

/* Prints the answer in the format. */
void report_answer(FILE *stream, enum solve_format format, const struct answer *answer);
void report_text(FILE *stream, const struct answer *answer);
void report_json(FILE *stream, const struct answer *answer);
void report_csv(FILE *stream, const struct answer *answer);

/* The names of the columns of CSV. */
const char *report_columns(const struct solve_options *options);

/* A board on its own: a line of numbers, in JSON an object, in CSV a field. Text has rows,
 * separated by `rows`, unless that is NULL. */
void board_print(FILE *stream, const tilepdb_board *board, enum solve_format format,
                 const char *rows);

/* Whether the answer holds an optimal solution. */
bool answer_is_solved(const struct answer *answer);

/* --show: the boards of a solution, move by move. `moves` is the way the tiles move. */
void show_solution(FILE *stream, const struct solve_options *options, const tilepdb_board *board,
                   const char *moves);

/* --animate: the same as a film on the terminal. Returns when it ends, or when the user ends it. */
void animate_solution(FILE *stream, const struct solve_options *options, const tilepdb_board *board,
                      const char *moves);

/* --stats: on stderr, nodes and time of each bound. `name` is what messages call the board. */
void print_stats(const char *name, const tilepdb_result *result);

#endif
