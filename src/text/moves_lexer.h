/*
 * Moves as text: one after the other, whether they are possible or not. The grammar is:
 *
 *   text      = answer | lines | bracketed                answer and list: moves_line.h
 *   lines     = { list line-end }                         in the notations of letters
 *   bracketed = "[" moves "]", and so with () and {}
 *   moves     = { move }                                  separators and quotes between moves
 *   move      = way [ count ] [ prime ] | way prime [ count ] | tile
 *   way       = U | D | L | R | UP | DOWN | LEFT | RIGHT, in upper or lower case | arrow
 *   tile      = digits                                    in the notation of numbers
 *   count     = digits                                    how often, 1 at least
 *   prime     = "'" | U+2019 | U+2032                     the opposite way
 *
 * What may be meant in two ways is refused: apostrophes that are quotes beside some that are
 * primes, and arrows to the left or right beside letters, where "U -> L" may be two moves or three.
 *
 * Tiles need a separator between them. In the notation of numbers a first number is a length if it
 * is 0 alone, or if one word of that many tiles or more follows; otherwise it is a tile. A length
 * is the number of moves in either metric, of tiles or of slides, and another one is refused.
 *
 * Thread safety: a cursor belongs to one thread.
 */
#ifndef TILEPDB_TEXT_MOVES_LEXER_H
#define TILEPDB_TEXT_MOVES_LEXER_H

#include <stdbool.h>
#include <stddef.h>

#include "text/moves_line.h" /* IWYU pragma: export */
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
    bool quoted;          /* behind an apostrophe that opens a quotation */
    bool quotes, primes;  /* some apostrophes were quotes; some were primes */
    bool letters, arrows; /* some moves were letters or words; some arrows to the left or right */
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
