/*
 * Boards as text. This unit implements tilepdb_board_parse and tilepdb_board_format; what they
 * promise is in tilepdb.h, and the grammar is:
 *
 *   text      = row { "/" row } [line end]     rows all of one length, none of them empty
 *   row       = number { separator number }    separators may also lead and trail
 *   number    = digits | "_" | "."             0, "_" and "." are the blank
 *   separator = blank | tab | ","              any number of them
 *   line end  = CR, LF or CR LF
 *
 * The shape is that of the rows. Without "/" it is the width and height that the caller gives, else
 * a square. Where rows and the caller both give a shape, they must agree. Leading zeros are
 * allowed; numbers may have any number of digits, and those that are no tile are refused.
 *
 * Errors are found in this order: unreadable characters, empty rows and surplus numbers as the text
 * is read; then the shape; then the numbers, from left to right. Time is linear in the length, and
 * at most TILEPDB_MAX_CELLS numbers are remembered.
 *
 * tilepdb_board_format writes the empty text and returns 0 for what is not a board.
 * Thread safety: no state.
 */
#ifndef TILEPDB_PUZZLE_NOTATION_H
#define TILEPDB_PUZZLE_NOTATION_H

#include "tilepdb.h"

#endif
