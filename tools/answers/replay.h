/* Draws a solution with characters. */
#ifndef TILEPDB_ANSWERS_REPLAY_H
#define TILEPDB_ANSWERS_REPLAY_H

#include <stdio.h>

#include "answers/solve_options.h"

/* Prints the boards for --show. Letters of `moves` are directions of tiles. */
void replay_show(FILE *stream, const struct solve_options *options, const tilepdb_board *board,
                 const char *moves);

/* Plays the solution for --animate until it ends or the user quits. */
void replay_animate(FILE *stream, const struct solve_options *options, const tilepdb_board *board,
                    const char *moves);

#endif
