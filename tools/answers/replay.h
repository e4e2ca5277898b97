/*
 * A solution as a sequence of boards, for --show and --animate.
 */
#ifndef TILEPDB_ANSWERS_REPLAY_H
#define TILEPDB_ANSWERS_REPLAY_H

#include <stddef.h>
#include <stdio.h>

#include "answers/draw.h"
#include "tilepdb.h"

/* A position and how it came about. */
struct replay_frame {
    tilepdb_board board;
    struct cell_line moved; /* its tiles: one, or those of a slide; none at the start */
    char move;
};

struct replay {
    struct replay_frame *steps; /* owned */
    size_t count;               /* one more than there are moves; the last board is the goal */
};

/* `moves` is the way the tiles move; they are possible. A step is a move of the metric. To be
 * freed. */
void replay_make(struct replay *replay, const tilepdb_board *board, const char *moves,
                 tilepdb_metric metric);

/* Large enough for a move, with the final NUL. */
#define REPLAY_MOVE_TEXT 16

/* Writes the move of a step as a letter, and behind it how many tiles slide if these are several.
 * Returns `text`. */
const char *replay_move_text(const struct replay_frame *step, char text[REPLAY_MOVE_TEXT]);

void replay_free(struct replay *replay);

/* --show: the boards of a solution, move by move. `moves` is the way the tiles move. */
void show_solution(FILE *stream, const struct solve_options *options, const tilepdb_board *board,
                   const char *moves);

#endif
