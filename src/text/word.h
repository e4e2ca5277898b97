/*
 * A board in one word: a character for each cell, row by row, as "867254301" or
 * "0C9DFBAE37254861". Tiles above 9 are letters, A for 10, and so to Z for 35.
 *
 * Thread safety: no state.
 */
#ifndef TILEPDB_TEXT_WORD_H
#define TILEPDB_TEXT_WORD_H

#include <stdbool.h>
#include <stddef.h>

#include "tilepdb.h"

/* What the word may be: a board of this size; 0x0: a square of 2x2 to 5x5, and 6x6 if `large`. */
struct word_size {
    int width, height;
    bool large;
};

/* Whether the text, between separators, is such a word: as many characters as the board has cells,
 * and each of the first so many of 0-9, A-Z once, in upper or lower case, with '_' or '.' for 0.
 * Then fills `board`. No sequence of moves is such a word: it lacks 0 or A, or has one twice. */
bool word_board(const char *text, size_t length, struct word_size size, tilepdb_board *board);

/* Whether the text is nearly such a word: of so many digits and letters, but more than four, most
 * of which are tiles. Then sets the error: what is wrong, and in which column. */
bool word_explain(const char *text, size_t length, struct word_size size, tilepdb_error *error);

#endif
