/*
 * Texts of moves: the functions of tilepdb_text.h for moves, and what a line is. The grammar of
 * moves, possible or not:
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

#include "tilepdb.h"

/* Returns UNSOLVABLE, LIMIT or ERROR_PARSE for the answers `unsolvable`, `>=N` and `error` of a
 * search, otherwise OK. */
tilepdb_status moves_check_answer(const char *text, size_t length, tilepdb_error *error);

/* Returns the offset of the moves in an answer LENGTH MOVES, by letters or arrows, or behind "<="
 * also by numbers; 0 for other texts. */
size_t moves_answer_length(const char *text, size_t length);

/* Returns true for moves by letter or arrow, also within quotes, brackets or a list. */
bool moves_begins(const char *text, size_t length);

/* Returns true for one letter, word or arrow, with counts and primes. */
bool moves_is_single(const char *text, size_t length);

#endif
