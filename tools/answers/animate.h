/*
 * --animate: a solution as a replay on the terminal.
 */
#ifndef TILEPDB_ANSWERS_ANIMATE_H
#define TILEPDB_ANSWERS_ANIMATE_H

#include <stdio.h>

#include "answers/solve_options.h"

/* Plays a solution: `moves` is the way the tiles move. Returns when it ends, or when the user ends
 * it. */
void animate_solution(FILE *stream, const struct solve_options *options, const tilepdb_board *board,
                      const char *moves);

#endif
