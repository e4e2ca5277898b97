/*
 * Moves as text: one after the other, whether they are possible or not. The grammar is:
 *
 *   text      = [ [ "<=" ] length blanks | place blanks ] moves
 *                                                        a line of answers has its length
 *   place     = digits ( "." | ")" )                     of a line in a list, before letters;
 *                                                        further lines may have one, too
 *   moves     = { move }                                 separators anywhere between moves
 *   move      = way [ count ] [ prime ] | way prime [ count ] | tile
 *   way       = U | D | L | R | u | d | l | r | arrow    in the notations of letters
 *   tile      = digits                                   in the notation of numbers
 *   count     = digits                                   how often, 1 at least
 *   prime     = "'" | U+2019 | U+2032                    the opposite way
 *
 * Tiles need a separator between them. In the notation of numbers a first number is a length if it
 * is 0 alone, or if one word of that many tiles or more follows; otherwise it is a tile. A length
 * is the number of moves in either metric, of tiles or of slides, and another one is refused.
 *
 * Thread safety: a cursor belongs to one thread.
 */
#ifndef TILEPDB_TEXT_MOVES_SCAN_H
#define TILEPDB_TEXT_MOVES_SCAN_H

#include <stdbool.h>
#include <stddef.h>

#include "tilepdb.h"
#include "tilepdb_text.h"

/* Where the reading of a text is. */
struct moves_cursor {
    const char *text;
    size_t length, at;
    tilepdb_notation notation;
    size_t count;    /* of the moves that the caller took, for messages */
    size_t slides;   /* of these: moves that go the same way, one after the other, are one */
    char way;        /* of the last one; NUL: there is none */
    bool blind;      /* the way of some is not known, and so are the slides */
    bool has_length; /* the text is a line of answers; where its length is, and which one */
    size_t length_at, answer_length;
    tilepdb_error *error;
};

/* One move as it is written, which may be many. */
struct moves_token {
    size_t start, end; /* in the text */
    size_t times;      /* 0: the text has ended */
    char way;          /* of the tile; letters only */
    unsigned tile;     /* numbers only */
};

/* U for D, and so on. */
char moves_opposite(char way);

/* TILEPDB_OK if the text may be moves; otherwise it is another line that pdbsolve prints, and the
 * status and the sentence say which: UNSOLVABLE, LIMIT, or ERROR_PARSE. */
tilepdb_status moves_check_answer(const char *text, size_t length, tilepdb_error *error);

/* The bytes of LENGTH and the blanks after it, in an answer line with letters; 0: not an answer
 * line. */
size_t moves_answer_length(const char *text, size_t length);

/* The bytes before the moves of a line of a numbered list, "1. D2 R" or "1) D2 R"; 0: it is none.
 */
size_t moves_place(const char *text, size_t length);

/* Starts a text; the length of an answer line and its place in a list are skipped. Statuses as
 * tilepdb_moves_parse. */
tilepdb_status moves_begin(struct moves_cursor *cursor, const char *text, size_t length,
                           tilepdb_notation notation, tilepdb_error *error);

/* Reads the next move. ERROR_PARSE: it is not a move, or there are more than
 * TILEPDB_MAX_TYPED_MOVES. */
tilepdb_status moves_next(struct moves_cursor *cursor, struct moves_token *token);

/* Counts moves that the caller takes, `times` tiles that go the same way; NUL: it is not known. */
void moves_took(struct moves_cursor *cursor, char way, size_t times);

/* To be asked behind the last move. ERROR_PARSE: a line of answers gives another length, neither of
 * the tiles nor of the slides, which are any number up to the tiles if they are not known. */
tilepdb_status moves_end(const struct moves_cursor *cursor);

/* Refuses a move, as it was typed, with its number and its column. Returns `status`. */
tilepdb_status moves_refuse(const struct moves_cursor *cursor, const struct moves_token *token,
                            tilepdb_status status, const char *why);

#endif
