/*
 * Boards that may be parts of larger ones, which a damaged text divides into an error and a board
 * next to it (board_reader.h). Thread-safe.
 */
#ifndef TILEPDB_TEXT_PARTS_H
#define TILEPDB_TEXT_PARTS_H

#include "text/readings.h"

/* An error with cells. In sets, bit n is the number n, up to 63. */
struct torn {
    bool set;
    bool listed;                     /* it has brackets */
    bool plain;                      /* it has neither brackets nor row marks */
    bool digits;                     /* it has a digit that may be of a cell */
    bool uneven;                     /* lines have different numbers of cells */
    size_t line;                     /* the first line */
    size_t width, last_width, lines; /* cells of the first and the last line; number of lines */
    uint32_t most;                   /* largest number */
    uint64_t all;                    /* numbers of all cells */
    uint64_t rest;                   /* `all` without a first row that may be a size */
    uint64_t in_words;               /* characters of all cells, A for 10 */
};

/* A loose board: if an error next to it has none of its tiles, both may be parts of one board. Bit
 * n of a set is tile n, up to 63; where words are cells, character n. `tiles` is 0 if the board is
 * not loose. */
struct loose {
    uint64_t tiles;
    uint64_t rest; /* `tiles` without a first row that may be a size */
    bool words;    /* words are cells */
    bool line;     /* the board was a line that stands alone */
};

/* The caller sets the members about lines. */
struct torn torn_of_tokens(const struct lexer *lexer);

/* Describes a line of moves, or an answer. */
struct torn torn_of_line(const char *text, size_t length, size_t number);

/* Describes a size, or a count if `b` is 0. Only with `alone` it may be a part of the board next to
 * it. */
struct torn torn_of_size(uint32_t a, uint32_t b, bool alone, size_t number);

/* `board` was just read from all tokens. */
struct loose loose_of_tokens(const struct readings *readings, const struct lexer *lexer,
                             const tilepdb_board *board, bool line);

/* Returns true if the board below the error may be a part of it. */
bool torn_continues(const struct torn *torn, const struct loose *loose);

/* Returns true if the board of line `number` and the error, the next item, may be parts of one
 * board. */
bool loose_continues(const struct loose *loose, const struct torn *torn, size_t number);

/* Returns true if the error has a first or last row of the board's width, fewer or uneven rows, and
 * a number that is too large for the board. */
bool torn_lacks_rows(const struct torn *torn, const tilepdb_board *board);

#endif
