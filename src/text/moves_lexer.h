/*
 * Moves as text, cut into moves one after the other, whether they are possible or not:
 *
 *   text      = answer | lines | bracketed
 *   answer    = [ "<=" ] length blanks moves
 *   lines     = { [ place blanks ] [ time blanks ] moves [ "@" date ] line-end }     letters only
 *   bracketed = "[" moves "]", and so with () and {}
 *   moves     = { move }                                  separators and quotes between moves
 *   move      = way [ count ] [ prime ] | way prime [ count ] | tile
 *   way       = U | D | L | R | UP | DOWN | LEFT | RIGHT, in upper or lower case | arrow
 *   tile      = digits                                    in the notation of numbers
 *   count     = digits                                    how often, 1 at least
 *   prime     = "'" | U+2019 | U+2032                     the opposite way
 *   place     = digits ( "." | ")" )
 *   time      = 45.32 | 1:02.10 | DNF | DNF(45.32)        with "+" or in parentheses, as timers
 * print date      = 2024-01-01 10:00:00                       the time of day may be missing
 *
 * A text that may have two meanings is refused: apostrophes that are quotes beside some that are
 * primes, and arrows to the left or right beside letters, where "U -> L" may be two moves or three.
 *
 * Tiles need a separator between them. In the notation of numbers, a first number is a length if it
 * is 0 alone, or if one word of at least that many tiles follows; otherwise it is a tile. A length
 * is the number of moves in either metric, of tiles or of slides; any other is refused.
 *
 * Where letters are expected, a text may also name what slides: tiles by their numbers, "8 7 4", or
 * by their cells, "(3,2) (3,1)" or "r3c2 r3c1". It is taken if exactly one such reading can be
 * played on the board (moves_named.c).
 *
 * Thread safety: a cursor belongs to one thread.
 */
#ifndef TILEPDB_TEXT_MOVES_LEXER_H
#define TILEPDB_TEXT_MOVES_LEXER_H

#include <stdbool.h>
#include <stddef.h>

#include "tilepdb.h"
#include "tilepdb_text.h"

/* Where the reading of a text is. */
struct moves_cursor {
    const char *text;
    size_t length, at;
    tilepdb_notation notation;
    size_t count; /* moves that the caller took */
    size_t
        slides; /* slides that these moves make: consecutive moves in one direction are one slide */
    char way;   /* of the last move; NUL: none */
    bool blind; /* the way of some move is unknown, so `slides` means nothing */
    bool has_length;
    size_t length_at, answer_length; /* of an answer line: where its length stands, and its value */
    bool quoted;                     /* inside a quotation in apostrophes */
    bool quotes, primes;             /* some apostrophe was a quote; some was a prime */
    bool letters, arrows; /* some move was a letter or word; some was an arrow left or right */
    tilepdb_error *error;
};

/* One move as it is written, which may stand for many. */
struct moves_token {
    size_t start, end; /* bytes of the text */
    size_t times;      /* 0: the text has ended */
    char way;          /* of the tile; NUL in the notation of numbers */
    unsigned tile;     /* in the notation of numbers */
};

/* Starts a text; skips the length of an answer line, or the place in a list. Statuses as
 * tilepdb_moves_parse. */
tilepdb_status moves_begin(struct moves_cursor *cursor, const char *text, size_t length,
                           tilepdb_notation notation, tilepdb_error *error);

/* Reads the next move. ERROR_PARSE: it is not a move, or there are more than
 * TILEPDB_MAX_TYPED_MOVES. */
tilepdb_status moves_next(struct moves_cursor *cursor, struct moves_token *token);

/* Counts a move that the caller takes; `way` NUL: unknown. */
void moves_took(struct moves_cursor *cursor, char way);

/* Checks the length of an answer line, after its last move. ERROR_PARSE: it is neither the number
 * of moves nor that of slides. Where slides are unknown, it may be any number up to the moves. */
tilepdb_status moves_end(const struct moves_cursor *cursor);

/* Refuses a move, as it was typed, with its number and its column. Returns `status`. */
tilepdb_status moves_refuse(const struct moves_cursor *cursor, const struct moves_token *token,
                            tilepdb_status status, const char *why);

/* U for D, and so on. */
char moves_opposite(char way);

/* The bytes of the quotation mark at the start of a text: " ` U+201C or U+201D, but not an
 * apostrophe, which may be a prime. 0: none. */
size_t moves_quote(const char *text, size_t length);

/* ---- what a line is -------------------------------------------------------------------------- */

/* TILEPDB_OK if the text may be moves; otherwise it is another line that pdbsolve prints, and the
 * status and the sentence say which: UNSOLVABLE, LIMIT, or ERROR_PARSE. */
tilepdb_status moves_check_answer(const char *text, size_t length, tilepdb_error *error);

/* The bytes of LENGTH and the blanks after it, in an answer line with letters; 0: not an answer
 * line. */
size_t moves_answer_length(const char *text, size_t length);

/* Whether a line is moves and no numbers: it begins with a move, which may stand in quotes, in
 * brackets or in a list. */
bool moves_begins(const char *text, size_t length);

/* Whether a text is one move: a letter, word or arrow, with nothing but a count and primes. */
bool moves_is_single(const char *text, size_t length);

/* ---- moves_named.c --------------------------------------------------------------------------- */

/* What a text names where letters are expected. */
enum moves_named { MOVES_LETTERS, MOVES_TILES, MOVES_CELLS };

/* Decides by what can be played on `board`, which is not changed. ERROR_PARSE: numbers that cannot
 * be tiles, or that may mean two things. */
tilepdb_status moves_named_choose(const char *text, size_t length, const tilepdb_board *board,
                                  enum moves_named *named, tilepdb_error *error);

/* Plays cells on the board, and writes the ways of the tiles to `moves`, which may be NULL, with a
 * final NUL. `*count` receives their number. Rows come before columns or after them, counted from 0
 * or 1: exactly one such reading must be possible. ERROR_PARSE: none is, or two are, which the
 * sentence shows; ERROR_TOO_LARGE: more moves than `capacity` holds. In both cases the board is as
 * before. */
tilepdb_status moves_cells_read(const char *text, size_t length, tilepdb_board *board, char *moves,
                                size_t capacity, size_t *count, tilepdb_error *error);

/* The way that the tile on `cell` goes to the blank; NUL: the two are not neighbours. */
char moves_way_of_cell(const tilepdb_board *board, unsigned blank, unsigned cell);

#endif
