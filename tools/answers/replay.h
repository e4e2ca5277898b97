/* The boards of a solution, drawn with characters. */
#ifndef TILEPDB_ANSWERS_REPLAY_H
#define TILEPDB_ANSWERS_REPLAY_H

#include <stdio.h>

#include "answers/solve_options.h"

struct frame {
    tilepdb_board board;
    char move;
    /* `count` tiles moved, from `cell` on, `step` cells apart; `count` is 0 in the first frame */
    int cell, step, count;
};

/* Plays the next move of the metric. Returns the moves that follow. */
const char *replay_move(struct frame *frame, const char *moves, tilepdb_metric metric);

bool replay_has_moved(const struct frame *frame, int cell);

/* Returns --speed, or its default, in moves per second. */
double replay_speed(const struct solve_options *options);

/* Prints the boards for --show. Letters of `moves` are directions of tiles. */
void replay_show(FILE *stream, const struct solve_options *options, const tilepdb_board *board,
                 const char *moves);

/* Plays the solution for --animate until it ends or the user quits. */
void replay_animate(FILE *stream, const struct solve_options *options, const tilepdb_board *board,
                    const char *moves);

#endif
