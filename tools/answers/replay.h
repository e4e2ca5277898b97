/*
 * A solution as a sequence of boards, drawn with characters: all at once, or one after the other.
 */
#ifndef TILEPDB_ANSWERS_REPLAY_H
#define TILEPDB_ANSWERS_REPLAY_H

#include <stdio.h>

#include "answers/solve_options.h"

/* --show: prints the boards move by move. `moves` is the way the tiles move. */
void replay_show(FILE *stream, const struct solve_options *options, const tilepdb_board *board,
                 const char *moves);

/* --animate: plays the solution on the terminal, and returns when it ends or the user quits. */
void replay_animate(FILE *stream, const struct solve_options *options, const tilepdb_board *board,
                    const char *moves);

#endif
