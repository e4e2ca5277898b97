/*
 * Answers on stdout, one for each board, in one of several formats; and events on stderr.
 */
#ifndef TILEPDB_ANSWERS_REPORT_H
#define TILEPDB_ANSWERS_REPORT_H

#include <jansson.h>
#include <stdio.h>

#include "answers/solve_options.h"
#include "tables/beams.h"
#include "tables/candidates.h"
#include "tilepdb.h"
#include "tilepdb_anytime.h"

/* The moves of a solution, in the notation that the options ask for. `moves` is the way the tiles
 * move. The caller frees the text. */
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
    size_t number;              /* of the line, or of the board among the arguments; from 1 */
    const char *file;           /* of the line; "-": stdin; NULL: the board is an argument */
    const char *name;           /* what messages call the board */
    const char *id;             /* its name in the text; NULL or empty: it has none */
    const tilepdb_board *board; /* NULL: it could not be read */
    const tilepdb_board *goal;
    tilepdb_status status;
    bool solvable;                   /* known to be, also without a result */
    const tilepdb_result *result;    /* NULL: the status is an error */
    const tilepdb_solver *solver;    /* NULL: none searched, or a textbook method */
    const struct database *database; /* the tables of the solver; NULL: it has none */
    bool resumes;                    /* there is a checkpoint */
    const tilepdb_choice *choice;    /* between `candidates`; NULL: there was none */
    const struct candidates *candidates;
    const struct beams *beams; /* those for the last bound's solution; NULL: none */
    const char *moves;         /* of the solution, or of one that is not proven, whose length is the
                                  result's upper_bound; the way the tiles move; NULL: none */
    const char *message;       /* why there is no solution, or no proof */
    bool may_be_shorter; /* an optimal method has not proven it to be the shortest: `<=LENGTH` */
    const struct move_list *solutions; /* with --all; otherwise NULL */
    json_t *extra;                     /* more fields for JSON; NULL: none */
    json_t *steps;                     /* of --explain, each with a text; NULL: none */
};

/* Whether a status comes with a result. */
bool status_has_result(tilepdb_status status);

bool answer_is_solved(const struct answer *answer);

/* Whether its bounds may have been searched by other candidates than the first, forward. */
bool answer_is_chosen(const struct answer *answer);

/* Whether there are moves: of a solution, or of the best one before a limit or an interrupt. */
bool answer_has_moves(const struct answer *answer);

/* The columns of a record in CSV, in their order. */
#define RECORD_COLUMNS                                                                             \
    "metric,version,file,method,heuristic,partitions,direction,plain,reflection,kernel,threads,"   \
    "goal"

/* What an answer needs to stand alone (record.h). Zeroed it is empty. Boards of a batch mostly
 * share one. */
struct record {
    json_t *fields; /* owned; NULL: it is empty */
    char *columns;  /* the values for CSV, each after a comma; owned */
    bool alone;     /* it is of one answer, whose bounds were searched by different candidates */
    /* Answers with these share the record. */
    const tilepdb_solver *solver;
    const char *file;
    tilepdb_board goal; /* zeroed: the board could not be read */
};

/* Prints an answer with its record as the options ask for it: format and notation, and what --show,
 * --animate and --stats add. */
void answer_print(FILE *stream, const struct solve_options *options, const struct answer *answer,
                  const struct record *record);

/* The names of the columns of CSV. */
const char *report_columns(const struct solve_options *options);

/* A number, or null if it is -1. */
json_t *known_json(int number);

/* A field of CSV, empty if the number is -1, and a comma. */
void print_known(FILE *stream, int number);

/* Prints a board alone: an object of JSON, or its numbers. `rows`: what separates rows; NULL:
 * nothing does. */
void board_print(FILE *stream, const tilepdb_board *board, enum solve_format format,
                 const char *rows);

/* The size and the cells of a board, as an object. */
json_t *board_json(const tilepdb_board *board);

/* --stats: prints nodes and time of each bound on stderr, and which kernel or candidates searched;
 * or an event. */
void print_stats(const struct solve_options *options, const struct answer *answer);

/* The events of a board, with --progress and --format json: each shorter solution, wherever it was
 * found, and each higher bound, as an object on stderr. Beams begin anew again and again, but no
 * solution is reported twice. One thread at a time emits the events of a board. */
struct events {
    const struct solve_options *options; /* NULL: there are no events */
    tilepdb_board board;
    const char *file; /* as in struct answer */
    size_t line;
    double start;    /* on the clock */
    int length;      /* of the shortest solution; 0: none */
    int lower_bound; /* the highest; 0: none */
};

/* Begins the events of a board, now. `options` and `file` are kept. */
void events_begin(struct events *events, const struct solve_options *options,
                  const tilepdb_board *board, const char *file, size_t line);

/* Emits a solution if it is shorter than those before, else the bound if it is higher. `moves` has
 * a letter for each tile, `length` is in moves of the metric. `width`: of the beam that found it;
 * 0: none did. */
void events_emit(struct events *events, const char *moves, int length, int lower_bound,
                 uint64_t width);

/* A tilepdb_anytime_fn that emits an event; `user` is a struct events. Returns true. */
bool events_forward(const tilepdb_anytime_event *event, void *user);

#endif
