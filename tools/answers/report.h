/*
 * Answers on stdout: one for each board, in one of several formats.
 */
#ifndef TILEPDB_ANSWERS_REPORT_H
#define TILEPDB_ANSWERS_REPORT_H

#include <jansson.h>
#include <stdio.h>

#include "answers/solve_options.h"
#include "tables/beams.h"
#include "tables/candidates.h"
#include "tilepdb.h"

/* The moves of a solution of `board` (the way the tile moves), as the options ask for them. The
 * caller frees the text. */
char *moves_write(const struct solve_options *options, const tilepdb_board *board,
                  const char *moves);

/* Solutions as they are printed. Zeroed it is empty. */
struct move_list {
    char **moves; /* each owned */
    size_t count, capacity;
};

/* Takes `moves` over. */
void move_list_add(struct move_list *list, char *moves);

void move_list_free(struct move_list *list);

/* What became of a board. */
struct answer {
    size_t number;    /* of the line, or of the board among the arguments; from 1 */
    const char *file; /* that the line is of, "-": stdin; NULL: the board is an argument */
    const char *name; /* what messages call the board */
    const char *id;   /* its name in the text; NULL or empty: it has none */
    const tilepdb_board *board; /* NULL: it could not be read */
    const tilepdb_board *goal;
    tilepdb_status status;
    bool solvable;                   /* known to be, also without a result */
    const tilepdb_result *result;    /* NULL if there is none: the status is an error */
    const tilepdb_solver *solver;    /* which searched; NULL: none did, or a textbook method */
    const struct database *database; /* of that solver; NULL: it has no tables */
    bool resumes;                    /* there is a checkpoint */
    const tilepdb_choice *choice;    /* between `candidates`; NULL: there was none */
    const struct candidates *candidates;
    const struct beams *beams; /* that looked for the last bound's solution; NULL: none */
    const char *moves;         /* of a solution: letters, the way the tile moves; at a limit or an
                                  interrupt of one that is not proven, if `result` has its length as
                                  `upper_bound`. NULL: none is known */
    const char *message;       /* why there is no solution, or no proof */
    bool may_be_shorter;       /* a method that finds shortest solutions, but this is not proven
                                  to be one: text says `<=LENGTH` */
    const struct move_list *solutions; /* with --all; otherwise NULL */
    json_t *extra;                     /* more fields for JSON; NULL: none */
    json_t *steps;                     /* of --explain, each with a text; NULL: none */
};

/* Whether a status comes with a result. */
bool status_has_result(tilepdb_status status);

/* Whether the answer is a solution. */
bool answer_is_solved(const struct answer *answer);

/* Whether its bounds may have been searched by others than the first candidate, forward. */
bool answer_is_chosen(const struct answer *answer);

/* The names of the columns, in their order: to follow other columns, separated by commas. */
#define RECORD_COLUMNS                                                                             \
    "metric,version,file,method,heuristic,partitions,direction,plain,reflection,kernel,threads,"   \
    "goal"

/* Made once for all answers in a row that share it: the boards of a batch mostly do. Zeroed it is
 * empty. */
struct record {
    json_t *fields; /* owned; NULL: it is empty */
    char *columns;  /* the same for CSV, each after a comma; owned */
    bool alone;     /* it is of one answer, whose bounds were searched by different candidates */
    /* What it was made for. */
    const tilepdb_solver *solver;
    const char *file;
    tilepdb_board goal; /* zeroed: the board could not be read */
};

/* Prints an answer, whose record is given, as the options ask for it: in the format, with the moves
 * in their notation, and below it the boards, the replay and the table of --show, --animate and
 * --stats. */
void answer_print(FILE *stream, const struct solve_options *options, const struct answer *answer,
                  const struct record *record);

/* Whether the answer has moves: of a solution, or of the best that was found before a limit. */
bool answer_has_moves(const struct answer *answer);

/* A number, or null if it is -1; in CSV a field, then empty, and its comma. */
json_t *known_json(int number);
void print_known(FILE *stream, int number);

/* The names of the columns of CSV. */
const char *report_columns(const struct solve_options *options);

/* A board on its own: a line of numbers, in JSON an object, in CSV a field. Text has rows,
 * separated by `rows`, unless that is NULL. */
void board_print(FILE *stream, const tilepdb_board *board, enum solve_format format,
                 const char *rows);

/* The size and the cells of a board, as an object. */
json_t *board_json(const tilepdb_board *board);

/* --stats: on stderr, nodes and time of each bound, and the kernel or, if there was a choice, by
 * whom each was searched; or an event with the same. */
void print_stats(const struct solve_options *options, const struct answer *answer);

#endif
