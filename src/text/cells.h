/*
 * What a text has that may be a cell of a board: numbers, marks for the blank, letters and words,
 * with their places, and what stands between them. All else is decoration, in any language that
 * writes lists: brackets, quotes, names before '=', ':' or a bracket, tags, bold, frames of tables.
 *
 * Thread safety: cells belong to one thread.
 */
#ifndef TILEPDB_TEXT_CELLS_H
#define TILEPDB_TEXT_CELLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum cell_kind {
    CELL_NUMBER,
    CELL_MARK,   /* stands for the blank: "_", ".", "None", and so on */
    CELL_EMPTY,  /* nothing between two commas, bars, tabs or semicolons */
    CELL_LETTER, /* one letter; 'x' may be a mark, too */
    CELL_WORD,   /* several letters and digits */
    CELL_BAD     /* anything else */
};

/* What stands before a cell: the strongest of it. */
enum cell_gap {
    GAP_NONE,
    GAP_LINE, /* a line end */
    GAP_MARK, /* '/', ';', "\n" or "<br>" */
    GAP_LIST  /* a bracket */
};

/* Larger numbers are as this one, and no tiles. */
#define CELL_MOST 1000000

struct cell {
    uint32_t value;        /* of a number */
    uint32_t column;       /* from 1 */
    uint32_t start, bytes; /* in the text */
    size_t line;
    uint8_t kind, gap;
};

struct cells {
    struct cell *cell; /* owned */
    size_t count, room;
    const char *text;
    size_t first_line, line;       /* the first and the last of the text */
    size_t end_column;             /* behind it */
    int depth;                     /* brackets that are open at the end; below 0: one too many */
    size_t open_line, open_column; /* of the outermost one, or of the one that is wrong */
    bool bars;                     /* between cells, so that empty ones count */
    bool listed;                   /* a bracket was closed */
    bool dangling;                 /* the last thing was a mark between rows */
    bool no_memory;
    int label_width, label_height; /* of "3x4:" before the cells; 0: none */
    uint32_t label, label_bytes;   /* the last number, or else word, before a ':' */
};

/* Reads a text, whose first line has this number. The cells keep their memory, and refer to the
 * text. Time is linear. */
void cells_scan(struct cells *cells, const char *text, size_t length, size_t first_line);

/* The characters of a cell as ASCII, without what makes them bold; true if they all fit. */
#define CELL_TEXT 64
size_t cell_text(const struct cells *cells, const struct cell *cell, char text[CELL_TEXT]);

/* Whether a line has nothing but the rules of a table. */
bool text_is_rule(const char *text, size_t length);

void cells_free(struct cells *cells);

#endif
