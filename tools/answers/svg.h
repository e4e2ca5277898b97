/*
 * Answers and boards as one SVG document, for --format svg.
 *
 * A solution is a strip of its boards, where the tiles that have just moved are outlined. With
 * --animate it is one board, whose tiles move by CSS, and rest for viewers who prefer less motion.
 * Colours show the goal cell of each tile, and follow the light or dark scheme of the viewer.
 * Equal answers give equal bytes.
 *
 * The size of the document precedes its pictures, so all pictures stay in memory until svg_end.
 */
#ifndef TILEPDB_ANSWERS_SVG_H
#define TILEPDB_ANSWERS_SVG_H

#include <stdio.h>

#include "answers/report.h"

struct svg_caption {
    int x, y, above;   /* place; width of the drawing above */
    char *name, *text; /* owned; NULL without a caption */
};

/* Starts zeroed. One thread at a time. */
struct svg {
    FILE *body, *description; /* NULL before the first picture */
    char *body_text, *description_text;
    size_t body_length, description_length;
    size_t pictures;
    int x, y, row;     /* place of the next picture; height of the pictures beside it */
    int width, height; /* size of all pictures */
    bool has_strip;
    struct svg_caption first; /* waits, since it has a name only if a second picture follows */
    uint16_t shades[TILEPDB_MAX_CELLS + 1]; /* bit i: the tile is drawn in shade i */
};

/* Adds the solution, or the board with a word about its answer. */
void svg_add_answer(struct svg *svg, const struct solve_options *options,
                    const struct answer *answer);

/* Adds a board in the colours of its goal. `length` is the length of its solution, or -1. */
void svg_add_board(struct svg *svg, const tilepdb_board *board, const tilepdb_board *goal,
                   int length);

/* Prints the document, unless nothing was added, and frees what `svg` owns. */
void svg_end(struct svg *svg, FILE *stream);

#endif
