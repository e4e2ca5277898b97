/*
 * A board in one word: a character for each cell, row by row, as "867254301" and in other programs'
 * files "0C9DFBAE37254861". Tiles above 9 are letters, A for 10, and so to Z for 35.
 *
 * Thread safety: no state.
 */
#ifndef TILEPDB_PUZZLE_WORD_H
#define TILEPDB_PUZZLE_WORD_H

#include <stdbool.h>
#include <stddef.h>

#include "tilepdb.h"

/* Whether the text, between separators, is such a word: each of the characters once, with '_' or
 * '.' for 0, and as many as a board of the size has, or if that is 0x0, a square of 2x2 to 5x5.
 * Then fills `board`. No such word is a sequence of moves. */
bool word_board(const char *text, size_t length, int width, int height, tilepdb_board *board);

#endif
