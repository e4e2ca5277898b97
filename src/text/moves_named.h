/*
 * Moves that name what slides, where letters are expected: tiles by their numbers, "8 7 4", or by
 * their cells, "(3,2) (3,1)" or "r3c2 r3c1". Such a text says its meaning only on a board, and is
 * taken if exactly one reading of it can be played there.
 *
 * Thread safety: no state.
 */
#ifndef TILEPDB_TEXT_MOVES_NAMED_H
#define TILEPDB_TEXT_MOVES_NAMED_H

#include <stdbool.h>
#include <stddef.h>

#include "tilepdb.h"

/* Whether a text is two numbers or more, and nothing else than brackets around all of them. */
bool moves_are_tiles(const char *text, size_t length);

/* Whether a text is pairs of numbers, each in brackets or in the form r3c2. One pair in brackets
 * may also be two tiles. */
bool moves_are_cells(const char *text, size_t length);

/* Whether two numbers may as well be LENGTH COUNT, a line of `pdbsolve --count`: blanks alone stand
 * between them. */
bool moves_is_count_line(const char *text, size_t length);

/* Plays cells on the board, and writes the ways of the tiles to `moves`, which may be NULL, with a
 * final NUL. `*count` receives their number. Row before column or column before row, counted from 0
 * or from 1: one reading must be possible. ERROR_PARSE: none is, or two are, which the sentence
 * shows; ERROR_TOO_LARGE: more moves than `capacity` holds. Then the board is as before. */
tilepdb_status moves_cells_read(const char *text, size_t length, tilepdb_board *board, char *moves,
                                size_t capacity, size_t *count, tilepdb_error *error);

/* Whether some reading of the cells can be played on the board. */
bool moves_cells_possible(const char *text, size_t length, const tilepdb_board *board);

/* The way that a tile on a cell goes to the blank; NUL: it is not next to it. */
char moves_way_of_cell(const tilepdb_board *board, unsigned blank, unsigned cell);

#endif
