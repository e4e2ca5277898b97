/*
 * Boards that are near because a solution of another passes close by.
 *
 * The board after k of the L moves of a solution needs at most L - k, and one at j moves from that
 * at most L - k + j. So one search settles many boards around its own.
 */
#ifndef TILEPDB_FAR_BALL_H
#define TILEPDB_FAR_BALL_H

#include "far/board_set.h"

/* Marks boards of the set that need at most `most` moves, as a solution of `board` in `length`
 * moves shows: those around one that is a few moves down that way. None if length > most. As
 * board_set_mark for threads. */
void ball_mark(struct board_set *set, const tilepdb_board *board, const char *moves, int length,
               int most);

#endif
