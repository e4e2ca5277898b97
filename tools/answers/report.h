/* Answers on stdout, one per board; events on stderr. */
#ifndef TILEPDB_ANSWERS_REPORT_H
#define TILEPDB_ANSWERS_REPORT_H

#include <jansson.h>
#include <stdio.h>

#include "answers/solve_options.h"
#include "tilepdb_engine.h"

/* Writes `moves`, directions of tiles, in the notation of the options. The caller frees the
 * text. */
char *moves_write(const struct solve_options *options, const tilepdb_board *board,
                  const char *moves);

struct move_list {
    char **moves;
    int *lengths;
    size_t count, capacity;
};

struct answer {
    /* number of the line, or of the board among the arguments; from 1 */
    size_t number;
    const char *file; /* "-" for stdin; NULL for an argument */
    const char *name;
    const char *id;             /* name of the board in the text; may be NULL or empty */
    const tilepdb_board *board; /* NULL if unreadable */
    const tilepdb_board *goal;
    tilepdb_status status;
    bool solvable;
    const tilepdb_result *result; /* NULL after an error */
    const tilepdb_answer *search; /* by the engine; NULL for textbook methods or without a search */
    bool resumes;                 /* with a checkpoint: JSON has the field `resumed` */
    /* Directions of tiles: the solution, or the best moves so far, of length result->upper_bound;
     * or NULL. */
    const char *moves;
    const char *message;
    /* The length is not proven optimal; printed as `<=LENGTH`. */
    bool may_be_shorter;
    const struct move_list *solutions; /* of --all; may be NULL */
    json_t *extra;                     /* more JSON fields; may be NULL */
    json_t *steps;                     /* of --explain; may be NULL */
};

bool status_has_result(tilepdb_status status);

bool answer_is_solved(const struct answer *answer);

json_t *beams_json(uint64_t width, uint64_t expanded, uint64_t memory);

/* Also true for moves found before a limit or interrupt. */
bool answer_has_moves(const struct answer *answer);

#define RECORD_COLUMNS                                                                             \
    "metric,version,file,method,heuristic,partitions,direction,plain,reflection,kernel,threads,"   \
    "goal"

/* Version, tables and method of an answer, for CSV and JSON (docs/output.md). Starts zeroed. Most
 * boards of a batch share a record. */
struct record {
    json_t *fields; /* owned; may be NULL */
    char *columns;  /* owned; CSV values, each after a comma */
    bool alone;     /* serves one answer, which lists the candidates of its bounds */
    /* Answers share a record if the following members agree. */
    const char *kernel;
    char *partition; /* owned; NULL without a search */
    const char *file;
    tilepdb_board goal; /* zeroed if the board is unreadable */
};

void record_fill(struct record *record, const struct solve_options *options,
                 const struct answer *answer);

void record_free(struct record *record);

/* Prints an answer as text, JSON or CSV, with --show and --animate. */
void answer_print(FILE *stream, const struct solve_options *options, const struct answer *answer,
                  const struct record *record);

const char *report_columns(const struct solve_options *options);

/* Returns JSON null for -1. */
json_t *known_json(int number);

/* Prints a number, empty for -1, and a comma. */
void print_known(FILE *stream, int number);

/* Prints nodes and time of each bound on stderr, or emits an event. */
void print_stats(const struct solve_options *options, const struct answer *answer);

void bounds_print_head(FILE *stream);

void bounds_print(FILE *stream, const struct solve_options *options, const struct answer *answer,
                  const struct record *record);

/* Events of --progress with --format json on stderr: shorter solutions and higher bounds. A
 * restarted beam reports no solution again. One thread at a time. */
struct events {
    const struct solve_options *options; /* NULL without events */
    tilepdb_board board;
    const char *file;
    size_t line;
    double start;
    int length;      /* 0: none */
    int lower_bound; /* 0: none */
};

/* Keeps the pointers `options` and `file`. */
void events_begin(struct events *events, const struct solve_options *options,
                  const tilepdb_board *board, const char *file, size_t line);

/* Emits a shorter solution, else a higher bound. `moves` has a letter per tile, `length` counts
 * moves of the metric; `width` is the beam width, or 0. */
void events_emit(struct events *events, const char *moves, int length, int lower_bound,
                 uint64_t width);

/* a tilepdb_anytime_fn; `user` is a struct events */
bool events_forward(const tilepdb_anytime_event *event, void *user);

#endif
