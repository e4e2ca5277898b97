/*
 * The events of a board, with --progress and --format json: each better solution, wherever it was
 * found, and each higher bound beside it, as an object on stderr.
 *
 * Beams begin anew again and again, so what is reported is kept: no solution is told twice. One
 * thread at a time may tell the events of a board.
 */
#ifndef TILEPDB_ANSWERS_EVENTS_H
#define TILEPDB_ANSWERS_EVENTS_H

#include "answers/solve_options.h"
#include "tilepdb_anytime.h"

/* What was told of a board. */
struct events {
    const struct solve_options *options; /* NULL: nothing is told */
    tilepdb_board board;
    const char *file; /* as struct answer has it */
    size_t line;
    double start;    /* on the clock */
    int length;      /* of the shortest solution; 0: none */
    int lower_bound; /* the highest; 0: none */
};

/* Begins the events of a board, now. `options` and `file` are kept. */
void events_begin(struct events *events, const struct solve_options *options,
                  const tilepdb_board *board, const char *file, size_t line);

/* Tells a solution if it is shorter than those before, else the bound if it is higher. `moves` has
 * a letter for each tile, `length` is in moves of the metric, and `width` is of the beam that found
 * it, 0: no beam did. */
void events_emit(struct events *events, const char *moves, int length, int lower_bound,
                 uint64_t width);

/* A tilepdb_anytime_fn whose `user` is a struct events. Goes on always. */
bool events_forward(const tilepdb_anytime_event *event, void *user);

#endif
