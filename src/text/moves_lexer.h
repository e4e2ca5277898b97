/*
 * Texts of moves: the functions of tilepdb_text.h for moves, and moves where a board is expected. A
 * scramble stands for the board to which it leads from the goal. Thread-safe. The grammar of moves,
 * possible or not:
 *
 *   text      = answer | lines | bracketed
 *   answer    = [ "<=" ] length blanks moves
 *   lines     = { [ place blanks ] [ time blanks ] moves [ "@" date ] line-end }     letters only
 *   bracketed = "[" moves "]", or with () or {}
 *   moves     = { move }                                  separators and quotes between moves
 *   move      = way [ count ] [ prime ] | way prime [ count ] | tile
 *   way       = U | D | L | R | UP | DOWN | LEFT | RIGHT, in upper or lower case | arrow
 *   tile      = digits                                    in the notation of numbers
 *   count     = digits                                    repetitions, at least 1
 *   prime     = "'" | U+2019 | U+2032                     the opposite way
 *   place     = digits ( "." | ")" )
 *   time      = 45.32 | 1:02.10 | DNF | DNF(45.32)        also with "+" or in parentheses
 *   date      = 2024-01-01 10:00:00                       the time of day may be missing
 *
 * Ambiguous text is refused: apostrophes as quotes and as primes, and horizontal arrows beside
 * letters, where "U -> L" may be two moves or three.
 *
 * A first number before letters is a length. Before tile numbers, a first number is a length if it
 * is 0 alone, if "<=" precedes it, or if at least that many tiles follow in one word. A length
 * counts tiles or slides.
 *
 * In the notations by letters, a text may instead name tiles, "8 7 4", or their cells, "(3,2)
 * (3,1)" or "r3c2 r3c1", if exactly one reading can be played on the board. Letters may be names of
 * tiles, and with a goal, numbers may be cells of the blank.
 */
#ifndef TILEPDB_TEXT_MOVES_LEXER_H
#define TILEPDB_TEXT_MOVES_LEXER_H

#include <stdbool.h>
#include <stddef.h>

#include "tilepdb_text.h"

/* Moves by letters or arrows, possible or not. */
bool text_is_moves(const char *text, size_t length);

/* Returns true, with the reason in `error`, if the text is an answer of a search. */
bool answer_explain(const char *text, size_t length, tilepdb_error *error);

/* Plays a scramble from the goal of the options. Returns ERROR_PARSE for text that is no scramble,
 * or cannot be played. */
tilepdb_status scramble_read(const tilepdb_reader_options *options, const char *text, size_t length,
                             tilepdb_board *board, tilepdb_error *error);

/* Returns true for one letter, word or arrow, with counts and primes. */
bool moves_is_single(const char *text, size_t length);

#endif
