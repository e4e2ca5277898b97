/*
 * How tokens can be read as boards. A board proves itself: n numbers that are each of 0 to n-1
 * once, or of 1 to n-1 with one mark, or of 1 to n (nine at least), where n is the blank, are
 * hardly anything else. So all formats are tried, in a fixed order, and each of them on the whole
 * text:
 *
 *   formats    numbers; numbers and empty tokens; letters, A for 1; digits and letters, A for 10;
 *              hexadecimal; words, of which each character is a cell
 *   one board  rows of one length, told apart by brackets, else marks, else lines; or numbers of
 *              the size that is given, or of a square
 *   several    row after row: an index and a board; a size (N, or rows and columns) and its board;
 *              as many rows as they are wide; a board on each line; with or without a count first
 *
 * What is taken is all of the text: never are some of its rows a board and the rest none. Two
 * formats that give two boards are an error that shows both; none is one error about the nearest.
 *
 * Thread safety: readings belong to one thread.
 */
#ifndef TILEPDB_TEXT_READINGS_H
#define TILEPDB_TEXT_READINGS_H

#include "text/lexer.h"
#include "tilepdb.h"

/* What the caller knows of the boards. */
struct reading_rules {
    int width, height; /* 0: not given */
    bool large;        /* sizes beyond those of tables are allowed */
    const char *blank; /* what stands for the blank, or "last"; NULL: 0, n or a mark */
};

/* A value is a tile's number, VALUE_BLANK, or VALUE_NONE if the token has none in the format. */
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
    size_t at;    /* of several boards, the next row; of one, 0 or 1 for an index before it */
    bool several; /* boards */
};

struct reading_board {
    tilepdb_board board;
    size_t line; /* where it begins */
    char id[16]; /* its index; empty: none */
};

/* TILEPDB_OK if a board may have this size, otherwise ERROR_ARGUMENT. */
tilepdb_status reading_size_check(int width, int height, bool large, tilepdb_error *error);

/* Reads tokens as one board, or if `several`, as one or more, which readings_next then gives.
 * ERROR_PARSE: the nearest reading and what is wrong with it, or two that differ; ERROR_MEMORY. */
tilepdb_status readings_find(struct readings *readings, const struct tokens *tokens,
                             const struct reading_rules *rules, bool several, tilepdb_error *error);

/* Reads the start of a longer text as boards in numbers, without the last of them. Returns the line
 * where that one begins; 0: there are no two boards. */
size_t readings_begin(struct readings *readings, const struct tokens *tokens,
                      const struct reading_rules *rules);

/* Whether the tokens, which are a board, may as well be one row of a larger one. */
bool readings_may_go_on(const struct readings *readings);

/* Gives the next board. False: none is left. */
bool readings_next(struct readings *readings, struct reading_board *to);

void readings_free(struct readings *readings);

/* ---- explain.c: why tokens are no board ------------------------------------------------------ */

enum shape {
    SHAPE_FLAT,  /* rows are not told apart */
    SHAPE_ROWS,  /* `rows` rows of `width` values */
    SHAPE_UNEVEN /* a row is of another width than the first */
};

struct reading_shape {
    size_t width, rows;
    size_t bad_row, in_row, bad_end; /* the uneven row, from 1, its values, and the next value */
};

/* The shape of `count` values from `first` on. */
enum shape reading_shape(const struct readings *readings, size_t first, size_t count,
                         struct reading_shape *shape);

/* Says what is wrong with the values that were read last. Returns ERROR_PARSE or ERROR_MEMORY. */
tilepdb_status reading_explain(const struct readings *readings, tilepdb_error *error);

#endif
