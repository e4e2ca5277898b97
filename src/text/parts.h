/*
 * Boards that may be parts of larger ones, which a damaged text divides: an error, and a board next
 * to it. See board_reader.h for the rules.
 *
 * Thread safety: functions without state.
 */
#ifndef TILEPDB_TEXT_PARTS_H
#define TILEPDB_TEXT_PARTS_H

#include "text/readings.h"

/* An error with cells, or no error if `set` is false. Numbers up to 63 are bits. */
struct torn {
    bool set;
    bool listed; /* it has brackets */
    bool plain;  /* it has neither brackets nor row marks */
    bool digits; /* a cell has one */
    bool uneven; /* lines have different numbers of cells */
    size_t line; /* the first */
    size_t width, last_width, lines;
    uint32_t most;     /* largest number */
    uint64_t all;      /* numbers of all cells */
    uint64_t rest;     /* without a first row that may be a size */
    uint64_t in_words; /* characters of all cells */
};

/* A board that may be a part of an error next to it: it is one if the error has none of its tiles.
 * Numbers up to 63 are bits; where words are cells, they are the characters. `tiles` is 0 for all
 * other boards. */
struct loose {
    uint64_t tiles;
    uint64_t rest; /* without a first row that may be a size */
    bool words;    /* words are cells */
    bool line;     /* the board was a line that stands alone */
};

/* Describes the tokens of a block. The caller sets the members about lines. */
struct torn torn_of_tokens(const struct lexer *lexer);

/* Describes a line of moves, or an answer. */
struct torn torn_of_line(const char *text, size_t length, size_t number);

/* Describes a size, or a count if `b` is 0. With `alone`, it is a part of the board next to it. */
struct torn torn_of_size(uint32_t a, uint32_t b, bool alone, size_t number);

/* Describes a board that was just read from all tokens. */
struct loose loose_of_tokens(const struct readings *readings, const struct lexer *lexer,
                             const tilepdb_board *board, bool line);

/* Returns true if the board below the error may be a part of it. */
bool torn_continues(const struct torn *torn, const struct loose *loose);

/* Returns true if the board of line `number`, and the error that comes after it as an item, may be
 * parts of one board. */
bool loose_continues(const struct loose *loose, const struct torn *torn, size_t number);

/* Returns true if the error has rows of the board's width, lacks some, and has a number that is too
 * large for the board. */
bool torn_lacks_rows(const struct torn *torn, const tilepdb_board *board);

#endif
