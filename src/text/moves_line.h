/*
 * What stands around moves on a line: the length before an answer, the place, time and date of a
 * line in a list. The moves themselves are in moves_lexer.h.
 *
 *   answer = [ "<=" ] length blanks moves
 *   list   = [ place blanks ] [ time blanks ] moves [ "@" date ]
 *   place  = digits ( "." | ")" )
 *   time   = 45.32 | 1:02.10 | DNF | DNF(45.32)       with "+" or in parentheses, as timers print
 * it date   = 2024-01-01 10:00:00                      the time of day may be missing
 *
 * Thread safety: no state.
 */
#ifndef TILEPDB_TEXT_MOVES_LINE_H
#define TILEPDB_TEXT_MOVES_LINE_H

#include <stdbool.h>
#include <stddef.h>

#include "tilepdb.h"

/* TILEPDB_OK if the text may be moves; otherwise it is another line that pdbsolve prints, and the
 * status and the sentence say which: UNSOLVABLE, LIMIT, or ERROR_PARSE. */
tilepdb_status moves_check_answer(const char *text, size_t length, tilepdb_error *error);

/* The bytes before the digits of an answer line: separators, and "<=" if the length may not be the
 * least, which sets *marked. */
size_t moves_answer_mark(const char *text, size_t length, bool *marked);

/* The bytes of LENGTH and the blanks after it, in an answer line with letters; 0: not an answer
 * line. */
size_t moves_answer_length(const char *text, size_t length);

/* The bytes before the moves of a line of a list: "1. D2 R", "1) 45.32 D2 R", "45.32 D2 R". 0: it
 * is none. */
size_t moves_place(const char *text, size_t length);

/* The bytes of "@" and a date, up to the end of the line. 0: there is none. */
size_t moves_date(const char *text, size_t length);

/* The bytes of the quotation mark at the start of a text, one of " ` U+201C U+201D; 0: there is
 * none. An apostrophe is not one of them, since it may be a prime. */
size_t moves_quote(const char *text, size_t length);

/* Whether a line is moves and no numbers: it begins with a move, which may stand in quotes, in
 * brackets or in a list. */
bool moves_begins(const char *text, size_t length);

/* Whether a text is one move: a letter, word or arrow, with nothing but a count and primes. */
bool moves_is_single(const char *text, size_t length);

/* The bytes of a letter, a word (UP, DOWN, LEFT, RIGHT) or an arrow at the start of a text, and in
 * *way its letter. 0: there is none. */
size_t moves_way(const char *text, size_t length, char *way);

#endif
