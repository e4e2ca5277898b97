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

/* What the caller knows. */
struct reading_rules {
    int width, height; /* 0: not given */
    bool large;        /* any board, not only those that tables hold */
    const char *blank; /* what stands for the blank, or "last"; NULL: 0, n or a mark */
};

/* Cells as values: tiles, or VALUE_BLANK, or VALUE_NONE for what has no value in this format. */
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
    size_t at;    /* the row that is next */
    bool several; /* boards */
    bool no_memory;
};

/* A board, where it begins, and its index; NULL: it has none. */
struct reading_board {
    tilepdb_board board;
    size_t line;
    char id[16];
};

/* TILEPDB_OK if a board may have this size; ERROR_ARGUMENT if not. */
tilepdb_status reading_size_check(int width, int height, bool large, tilepdb_error *error);

/* Whether the tokens are one board, or with `several` one or more; then readings_next gives them.
 * ERROR_PARSE with the nearest reading and what is missing, or the two readings; ERROR_MEMORY. */
tilepdb_status readings_find(struct readings *readings, const struct tokens *tokens,
                             const struct reading_rules *rules, bool several, tilepdb_error *error);

/* Takes the boards at the start of tokens that go on, but for the last one, as numbers. Returns the
 * line where that one begins; 0: there are no two boards. */
size_t readings_begin(struct readings *readings, const struct tokens *tokens,
                      const struct reading_rules *rules);

/* Whether the tokens may be one of several rows of a larger board, although they are one. */
bool readings_may_go_on(const struct readings *readings);

/* The next board. False: there is none left. */
bool readings_next(struct readings *readings, struct reading_board *to);

/* ---- explain.c: why tokens are no board ------------------------------------------------------ */

/* The rows of values. SHAPE_ROWS: as many of this width. SHAPE_UNEVEN: a row is of another width
 * than the first. SHAPE_FLAT: rows are not told apart. */
enum shape { SHAPE_FLAT, SHAPE_ROWS, SHAPE_UNEVEN };

struct reading_shape {
    size_t width, rows;
    size_t bad_row, in_row, bad_end; /* which one, from 1, its values, and the one after it */
};

enum shape reading_shape(const struct readings *readings, size_t first, size_t count,
                         struct reading_shape *shape);

/* Sets the error; ERROR_PARSE. */
tilepdb_status reading_explain(const struct readings *readings, tilepdb_error *error);

void readings_free(struct readings *readings);

#endif
