/*
 * A text with one board, and a board as text. This unit implements tilepdb_board_parse and
 * tilepdb_board_format; what they promise is in tilepdb.h, and which lines make a board is decided
 * in gather.h.
 *
 * tilepdb_board_format writes the empty text and returns 0 for what is not a board.
 * Thread safety: no state.
 */
#ifndef TILEPDB_PUZZLE_NOTATION_H
#define TILEPDB_PUZZLE_NOTATION_H

#include "tilepdb.h"

#endif
