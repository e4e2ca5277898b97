/*
 * Boards and solutions from lines of text: which lines belong together. docs/input.md has the
 * grammar for those who type; this is how it is decided.
 *
 * Each line without its comment is a word, or one of the others by its first character after
 * separators:
 *
 *   empty     ends what is open; a line of nothing but a comment is skipped
 *   moves     a scramble (letters or arrows)
 *   list      the board in brackets, over as many lines as it takes
 *   marked    numbers with '/' or ';' between rows; a mark at its end asks for the next line
 *   word      a board without separators (block.h)
 *   row       2 to 8 or 10 to 12 numbers, of large boards to 20 but not 16 (width given: so many),
 *             or a list of so many: a row of a board whose rows are lines
 *   whole     any other count of numbers: a board, or an error
 *   ruled     a line of a drawn table (ruled.h): a row, or a line between rows, which is skipped
 *   other     answers of pdbsolve and all that is unreadable: an error
 *
 * Rows gather in a block while they have the same count of numbers and none of these is in the
 * block already. A block ends
 *   - when it is a square board, or has as many rows as were asked for;
 *   - before a line of another kind or count, an empty line, or the end of the text;
 *   - before a row with a number that the block has, if the block is a board and the row could
 *     begin another of its size, or if the block is as high as wide.
 * What ends is one board or one error: never a smaller board that the block begins with, since a
 * wrong row of a large board would make one. So four numbers that are a 2x2 board wait for one
 * line: if it continues as a 4x4 board does, they are its first row. A block in which a number
 * occurs twice or a line is unreadable takes rows until it is as high as wide, so that its rest is
 * not one error more; only a line that is a board by itself ends it earlier, and of large boards,
 * where it may be lower than wide, a row that does not belong to such a board.
 *
 * An open list and what is skipped of a bad one end before a line that is a scramble or a board by
 * itself and no part of them, and what is skipped has no more lines than a board may have: a
 * bracket that is never closed costs one board, not all that follow.
 *
 * Memory is bounded: a block has TILEPDB_MAX_CELLS numbers at most. Each line is looked at a few
 * times: time is linear.
 *
 * Thread safety: a gather belongs to one thread.
 */
#ifndef TILEPDB_TEXT_GATHER_H
#define TILEPDB_TEXT_GATHER_H

#include "text/block.h"
#include "tilepdb_text.h"

/* ERROR_ARGUMENT: `options` are invalid, or their goal is not a board. */
tilepdb_status gather_init(struct gather *gather, const tilepdb_reader_options *options,
                           tilepdb_error *error);

/* Takes a line without its line end. Returns true if an item came of it; then the line must be
 * given again if *again, and gather_more asked first in any case. `item->moves` points into the
 * line. */
bool gather_line(struct gather *gather, const char *text, size_t length, size_t line,
                 tilepdb_item *item, bool *again);

/* What an argument may be that is joined with those beside it: a single move, or less than four
 * numbers, with marks and without blanks, that are no board in one word. */
enum piece { PIECE_NONE, PIECE_MOVE, PIECE_NUMBERS };

/* What a line is; PIECE_NONE while a list is open. */
enum piece gather_piece(const struct gather *gather, const char *text, size_t length);

/* The boards of joined pieces. Numbers are boards of the first of 4x4, 3x3, 5x5 and 2x2 that fits
 * all of them; else, with marks, a board ends after a row as long as its first that no mark
 * follows; else they are boards of the size that is given, or one board. gather_joined is the
 * number of cells, 0: it does not say where a board ends. gather_pieces takes the first board off,
 * after gather_end: its bytes in *taken. False: there is nothing in them. */
int gather_joined(const struct gather *gather, const char *text, size_t length);
bool gather_pieces(struct gather *gather, const char *text, size_t length, int cells, size_t line,
                   tilepdb_item *item, size_t *taken);

/* Whether lines that were taken may go on in the next one. */
bool gather_waits(const struct gather *gather);

/* gather_more at the end of the text: to be asked until it is false. */
bool gather_end(struct gather *gather, tilepdb_item *item);

#endif
