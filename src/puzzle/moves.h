/*
 * Moves as text. This unit implements tilepdb_moves_parse, tilepdb_moves_format and
 * tilepdb_moves_invert; what they promise is in tilepdb.h, and the grammar is:
 *
 *   text      = [ [ "<=" ] length blanks ] moves         a line of answers has its length
 *   moves     = { move }                                 separators anywhere between moves
 *   move      = way [ count ] [ prime ] | way prime [ count ] | tile
 *   way       = U | D | L | R | u | d | l | r | arrow    in the notations of letters
 *   tile      = digits                                   in the notation of numbers
 *   count     = digits                                   how often, 1 at least
 *   prime     = "'" | U+2019 | U+2032                    the opposite way
 *
 * Tiles need a separator between them. In the notation of numbers a first number is a length if it
 * is 0 alone, or if one word of that many tiles follows; otherwise it is a tile. A length
 * that is not the number of moves is refused.
 *
 * Thread safety: no state.
 */
#ifndef TILEPDB_PUZZLE_MOVES_H
#define TILEPDB_PUZZLE_MOVES_H

#include "tilepdb.h"

/* TILEPDB_OK if the text may be moves; otherwise it is another line that pdbsolve prints, and the
 * status and the sentence say which: UNSOLVABLE, LIMIT, or ERROR_PARSE. */
tilepdb_status moves_check_answer(const char *text, size_t length, tilepdb_error *error);

/* The bytes of LENGTH and the blanks after it, in an answer line with letters; 0: not an answer
 * line. */
size_t moves_answer_length(const char *text, size_t length);

#endif
