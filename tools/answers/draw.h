/*
 * Boards drawn with characters, line by line, so that several can be placed side by side.
 */
#ifndef TILEPDB_ANSWERS_DRAW_H
#define TILEPDB_ANSWERS_DRAW_H

#include <stdbool.h>
#include <stdio.h>

#include "answers/solve_options.h"
#include "tilepdb.h"

enum draw_frame {
    DRAW_PLAIN, /* numbers alone */
    DRAW_ASCII, /* with a frame of + - | */
    DRAW_BOX    /* with a frame of box-drawing characters */
};

struct draw_style {
    enum draw_frame frame;
    bool grid; /* also lines between the tiles of a frame */
    bool colour;
};

/* Cells in a line: `count` of them, from `cell` on in steps of `step`. */
struct cell_line {
    int cell, step, count;
};

/* Plain for a pipe or a file; a frame on a terminal, of box characters if the character set has
 * them and --ascii does not forbid them. */
struct draw_style draw_style_for(const struct solve_options *options, FILE *stream);

/* The size of a drawing. */
int draw_columns(const tilepdb_board *board, struct draw_style style);
int draw_lines(const tilepdb_board *board, struct draw_style style);

/* Prints a line of the drawing, counted from 0, without its end. In colour, tiles that are as in
 * `goal` are distinguished from others, and so are those that moved, which are on the cells
 * `moved`. */
void draw_line(FILE *stream, const tilepdb_board *board, const tilepdb_board *goal,
               const struct cell_line *moved, int line, struct draw_style style);

#endif
