/*
 * The numbers of one board, from lines of text to cells.
 *
 *   board    = row { mark row } | list | "[" list { list } "]"    separators anywhere
 *   list     = "[" row { mark row } "]"                           also "(" ")" and "{" "}"
 *   row      = number { separator number }                        rows are of one length
 *   number   = digits | "_" | "." | "x" | "X" | "-" | "*"         0 and these are the blank
 *   mark     = "/" | ";"
 *
 * Without a blank, the numbers 1 to n of a board of n cells, nine at least, are one whose blank is
 * n.
 *
 * A scan takes line after line; whether a line ends a row, and a row the board, is for the caller,
 * who knows the lines before and after (gather.h). The shape is that of the rows that are marked,
 * otherwise the one that the caller gives, otherwise a square. Leading zeros are allowed; numbers
 * may have any number of digits, and those that are not tiles are refused.
 *
 * Errors are found in this order: unreadable characters, brackets, empty rows and surplus numbers
 * as the text is read; then the shape; then the numbers, from the first to the last. A place is
 * named by its column, and by its line if that is not the first of the board. Time is linear in the
 * length of the text, and at most TILEPDB_MAX_CELLS numbers are kept.
 *
 * Thread safety: a scan belongs to one thread.
 */
#ifndef TILEPDB_TEXT_SCAN_H
#define TILEPDB_TEXT_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tilepdb.h"

/* Lists within a list, and no deeper. */
#define SCAN_MAX_DEPTH 2

/* A number and its place. */
struct scan_cell {
    uint32_t number;
    uint32_t column;
    size_t line;
};

struct scan {
    /* What the caller knows. */
    int width, height; /* 0: not given */
    bool large;        /* any board, not only those that tables hold */
    tilepdb_error *error;
    /* What was found. */
    int count;     /* of numbers */
    int rows;      /* that have ended */
    int in_row;    /* numbers in the row that is being read */
    int row_width; /* of the first row; 0: not known */
    bool marked;   /* rows are told apart in the text */
    bool nested;   /* a list of lists has been read */
    bool listed;   /* the row that is being read was a list, which has ended */
    bool dangling; /* the last thing was a mark */
    int depth;     /* of the lists that are open */
    char closer[SCAN_MAX_DEPTH];
    size_t open_column, open_line; /* of the outermost bracket */
    size_t first_line, line;       /* the first and the last that was taken */
    size_t end_column;             /* behind the last line */
    struct scan_cell cell[TILEPDB_MAX_CELLS];
};

/* What the numbers may make: any board if `large`, otherwise those that tables hold.
 * ERROR_ARGUMENT: none has this size. */
tilepdb_status scan_size_check(int width, int height, bool large, tilepdb_error *error);
int scan_most_cells(bool large);
int scan_most_side(bool large);

/* Begins a board. The size was checked, or is 0x0. */
void scan_begin(struct scan *scan, int width, int height, bool large, tilepdb_error *error);

/* Takes a line, which has no line end. ERROR_PARSE. */
tilepdb_status scan_line(struct scan *scan, const char *text, size_t length, size_t line);

/* Takes a whole row that was scanned before; `end_column` is behind its line. */
void scan_row(struct scan *scan, const struct scan_cell *cells, int width, size_t end_column);

/* Whether a list is open or a mark was the last thing, so that the board goes on. */
bool scan_is_open(const struct scan *scan);

/* Whether `count` numbers are each of 0 .. count-1 once. */
bool scan_is_permutation(const struct scan_cell *cells, int count);

/* The board of all that was taken. ERROR_PARSE. */
tilepdb_status scan_finish(struct scan *scan, tilepdb_board *board);

#endif
