/*
 * The lexer for moves, possible or not. The grammar:
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
 * tiles, and with a goal, numbers may be cells of the blank (moves_named.c). A cursor belongs to
 * one thread.
 */
#ifndef TILEPDB_TEXT_MOVES_LEXER_H
#define TILEPDB_TEXT_MOVES_LEXER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "tilepdb.h"
#include "tilepdb_text.h"

/* How a text names its moves: by directions, by numbers of tiles, by rows and columns of cells, by
 * letters as numbers of tiles, or by cells of the blank, counted row by row from 0 or from 1. */
enum moves_named {
    MOVES_LETTERS,
    MOVES_TILES,
    MOVES_CELLS,
    MOVES_NAMES,
    MOVES_FROM_0,
    MOVES_FROM_1
};

struct moves_cursor {
    const char *text;
    size_t length, at;
    tilepdb_notation notation;
    enum moves_named named;
    size_t count;  /* number of moves so far */
    uint64_t hash; /* FNV-1a hash of the moves so far */
    bool begun;    /* the blank's own cell was skipped */
    size_t slides; /* number of slides so far */
    char way;      /* way of the last move; NUL if none or unknown */
    bool blind;    /* some way is unknown, so `slides` is meaningless */
    bool has_length;
    size_t length_at, answer_length; /* offset and value of the length in an answer */
    bool quoted;                     /* within a quotation by apostrophes */
    bool quotes, primes;             /* an apostrophe was a quote; an apostrophe was a prime */
    bool letters, arrows;            /* a move was a letter; a move was a horizontal arrow */
    tilepdb_error *error;
};

struct moves_token {
    size_t start, end;
    size_t times;  /* repetitions; 0 at the end of the text */
    char way;      /* way of the tile; NUL in the notation of tile numbers */
    unsigned tile; /* number of the tile in the notation of tile numbers */
};

/* Starts a text in directions or numbers of tiles, and skips a length or a place. Returns the
 * statuses of tilepdb_moves_parse. */
tilepdb_status moves_begin(struct moves_cursor *cursor, const char *text, size_t length,
                           tilepdb_notation notation, tilepdb_error *error);

/* Reads the next move; token->times is 0 at the end. Returns ERROR_PARSE for text that is not a
 * move, or for more than TILEPDB_MAX_TYPED_MOVES moves. */
tilepdb_status moves_next(struct moves_cursor *cursor, struct moves_token *token);

/* Counts a move; `way` is NUL if unknown. */
void moves_took(struct moves_cursor *cursor, char way);

/* Returns ERROR_PARSE if the length of an answer is neither the number of moves nor the number of
 * slides. If ways are unknown, accepts any positive length up to the number of moves. */
tilepdb_status moves_end(const struct moves_cursor *cursor);

/* Reports a move with its number and column. `code` may lack the text, the column and the first
 * number, which is the number of the move. Returns `status`. */
tilepdb_status moves_refuse(const struct moves_cursor *cursor, const struct moves_token *token,
                            tilepdb_status status, struct error_code code, const char *why);

/* Returns the length of a quotation mark at the start of a text (", `, U+201C or U+201D), or 0.
 * An apostrophe may be a prime and does not count. */
size_t moves_quote(const char *text, size_t length);

/* ---- what a line is -------------------------------------------------------------------------- */

/* Returns OK if the text may be moves; UNSOLVABLE, LIMIT or ERROR_PARSE if it is the answer
 * `unsolvable`, `>=N` or `error` of a search. */
tilepdb_status moves_check_answer(const char *text, size_t length, tilepdb_error *error);

/* Returns the offset of the moves in an answer LENGTH MOVES, by letters or arrows, or behind "<="
 * also by numbers; 0 for other texts. */
size_t moves_answer_length(const char *text, size_t length);

/* Returns true for moves by letter or arrow, also within quotes, brackets or a list. */
bool moves_begins(const char *text, size_t length);

/* Returns true for one letter, word or arrow, with counts and primes. */
bool moves_is_single(const char *text, size_t length);

/* ---- moves_text.c ---------------------------------------------------------------------------- */

/* Reads and plays the moves of a new cursor, named in any way but MOVES_CELLS. Returns the statuses
 * of tilepdb_moves_parse. `board` and `moves` may be NULL as there. */
tilepdb_status moves_read(struct moves_cursor *cursor, enum moves_named named, tilepdb_board *board,
                          char *moves, size_t capacity, size_t *count);

/* ---- moves_named.c --------------------------------------------------------------------------- */

/* Sets `*named` to the way to name moves that can be played on `board`, and reaches `goal` unless
 * this is NULL. Returns ERROR_PARSE for numbers or names that are impossible or ambiguous. */
tilepdb_status moves_named_choose(const char *text, size_t length, tilepdb_notation notation,
                                  const tilepdb_board *goal, const tilepdb_board *board,
                                  enum moves_named *named, tilepdb_error *error);

/* Plays cells on `board` and writes the ways of the tiles, with a NUL, to `moves`, which may be
 * NULL. A cell is row and column or column and row, counted from 0 or 1; the first cell may be the
 * blank's own. Returns ERROR_PARSE unless one reading is the only possible one, or the only one
 * that leads to `goal`, which may be NULL; ERROR_TOO_LARGE if `capacity` is too small, or for over
 * TILEPDB_MAX_TYPED_MOVES moves. Errors leave the board unchanged. */
tilepdb_status moves_cells_read(const char *text, size_t length, const tilepdb_board *goal,
                                tilepdb_board *board, char *moves, size_t capacity, size_t *count,
                                tilepdb_error *error);

/* Returns the way of the tile on `cell` to the blank; NUL if they are not neighbours. */
char moves_way_of_cell(const tilepdb_board *board, unsigned blank, unsigned cell);

#endif
