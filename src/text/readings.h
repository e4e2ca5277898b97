/*
 * Reads tokens as boards. Numbers are a board if they are 0 to n-1 in some order, or 1 to n-1 and a
 * mark, or, from n = 9, 1 to n, where n is the blank. Other text hardly fits by chance, so all
 * formats are tried on the whole text, in a fixed order:
 *
 *   formats    numbers; numbers and empty tokens; letters, A for 1; digits and letters, A for 10;
 *              hexadecimal; words, each character of which is a cell
 *   one board  rows of one length, separated by brackets, else by marks, else by lines; or numbers
 *              of a given or square size
 *   several    boards in rows: an index and a board; a size (N, or rows and columns) and a board;
 *              N rows of N values; a board on each line; the number of boards may stand first
 *
 * No part of the text is left out. Two different boards are an error that shows both; if no format
 * fits, the error is about the nearest format.
 *
 * Thread safety: readings belong to one thread.
 */
#ifndef TILEPDB_TEXT_READINGS_H
#define TILEPDB_TEXT_READINGS_H

#include "text/lexer.h"
#include "tilepdb.h"

struct reading_rules {
    int width, height; /* 0 if unknown */
    bool large;        /* boards that are too large for tables are allowed */
    /* Text of the blank, or "last" for the largest number; NULL for 0, n or a mark. */
    const char *blank;
};

/* A value is a tile, VALUE_BLANK, or VALUE_NONE if a token has no value in a format. */
enum { VALUE_BLANK = -1, VALUE_NONE = -2 };

struct value {
    int32_t number;
    uint32_t column;
    size_t line;
    uint8_t gap;
};

struct value_row {
    size_t first, count;
};

struct readings {
    struct reading_rules rules;
    const struct tokens *tokens;
    struct value *value;   /* owned */
    struct value_row *row; /* owned */
    size_t count, capacity, rows, row_capacity;
    size_t at; /* next row if `several`; otherwise 1 if an index precedes the board */
    bool several;
};

struct reading_board {
    tilepdb_board board;
    size_t line;
    char id[16]; /* index of the board; empty if none */
};

tilepdb_status reading_size_check(int width, int height, bool large, tilepdb_error *error);

/* Reads one board or, with `several`, a series for readings_next. Returns ERROR_PARSE, about the
 * nearest reading or two different boards, or ERROR_MEMORY. */
tilepdb_status readings_find(struct readings *readings, const struct tokens *tokens,
                             const struct reading_rules *rules, bool several, tilepdb_error *error);

/* Reads boards of numbers from the start of a long text, but not the last board. Returns the
 * line where the last board begins, or 0. */
size_t readings_begin(struct readings *readings, const struct tokens *tokens,
                      const struct reading_rules *rules);

/* Returns true if the tokens of a board may also be one row of a larger board. */
bool readings_may_go_on(const struct readings *readings);

bool readings_next(struct readings *readings, struct reading_board *to);

void readings_free(struct readings *readings);

/* ---- explain.c: why tokens are not a board --------------------------------------------------- */

/* SHAPE_FLAT has no separate rows; SHAPE_UNEVEN has rows of different lengths. */
enum shape { SHAPE_FLAT, SHAPE_ROWS, SHAPE_UNEVEN };

struct reading_shape {
    size_t width, rows;
    /* Number of the uneven row, from 1; number of its values; index of the next value. */
    size_t bad_row, in_row, bad_end;
};

enum shape reading_shape(const struct readings *readings, size_t first, size_t count,
                         struct reading_shape *shape);

/* Explains why the values are not a board. Returns ERROR_PARSE or ERROR_MEMORY. */
tilepdb_status reading_explain(const struct readings *readings, tilepdb_error *error);

#endif
