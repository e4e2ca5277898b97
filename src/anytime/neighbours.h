/*
 * What was learned about boards of any size: how many moves a board takes, from where each tile
 * wants to go and where the tiles beside it do.
 *
 * A tile counts by how far it is from its home, on both axes; each pair of cells that touch, by a
 * side or a corner, by the directions in which both tiles want to go; and each square of four
 * cells, by these in less detail. So what neighbours cost or save each other (a row that moves as a
 * train, two tiles in each other's way, three that turn in a circle) is the same wherever they are,
 * and what was learned on 7x7 holds on 16x16. The edge counts as a neighbour, and so does the
 * blank. It only ranks: no lower bound comes from here.
 *
 * Beside tables (estimate.h) less is left to be learned, and a move that these count is one of the
 * terms: weights/tables.weights. Boards of more cells have weights/alone.weights.
 * bench/neighbours.c trains the former from the latter. All is whole numbers, so that ranks are the
 * same with any instruction set.
 *
 * A search keeps the classes of a board's cells beside it, with a rim of edge around, so that a
 * move asks the neighbours of two cells and nothing else.
 *
 * Thread safety: immutable once made.
 */
#ifndef TILEPDB_ANYTIME_NEIGHBOURS_H
#define TILEPDB_ANYTIME_NEIGHBOURS_H

#include <stdbool.h>
#include <stdint.h>

#include "anytime/neighbours_files.h"
#include "tilepdb.h"

#define NEIGHBOURS_REACH   3 /* cells from home on an axis; more count as many */
#define NEIGHBOURS_SIDE    (2 * NEIGHBOURS_REACH + 1)
#define NEIGHBOURS_BLANK   (NEIGHBOURS_SIDE * NEIGHBOURS_SIDE) /* classes of cells */
#define NEIGHBOURS_EDGE    (NEIGHBOURS_BLANK + 1)
#define NEIGHBOURS_CLASSES (NEIGHBOURS_BLANK + 2)
#define NEIGHBOURS_PAIRS   (NEIGHBOURS_CLASSES * NEIGHBOURS_CLASSES)
#define NEIGHBOURS_KINDS   15 /* of classes, in squares */
#define NEIGHBOURS_SQUARES                                                                         \
    (NEIGHBOURS_KINDS * NEIGHBOURS_KINDS * NEIGHBOURS_KINDS * NEIGHBOURS_KINDS)
#define NEIGHBOURS_STEPS 64 /* of a move */
#define NEIGHBOURS_NEAR  12 /* cells of the blank from its home, or a tile that is not at home */

/* By where the second cell of a pair is. A cell is in as many pairs as the second one, and in as
 * many as the first. */
enum neighbours_relation { RIGHT_OF, BELOW, BELOW_RIGHT, BELOW_LEFT, RELATIONS };

struct neighbours {
    unsigned width, height, cells;
    unsigned blank; /* its home, and its name */
    unsigned line;  /* classes in a row, with the rim */
    /* By how many steps a pair counts more with the blank in the place of a class: [class][where
     * the other cell is, and whether it is the first][its class]. */
    int16_t (*turn)[2 * RELATIONS][NEIGHBOURS_CLASSES]; /* owned */
    int beside[2 * RELATIONS];            /* from a class to the other one of a pair */
    int view;                             /* of a move in one of two views of tables, steps */
    int16_t open[NEIGHBOURS_NEAR];        /* by the next tile that is not at home */
    int16_t away[TILEPDB_MAX_CELLS];      /* by the blank's cell, how far its home is */
    uint16_t at[TILEPDB_MAX_CELLS];       /* of a cell among the classes of a board */
    int32_t *alone;                       /* [tile * cells + cell] in steps; owned */
    uint8_t *classes;                     /* [tile * cells + cell]; owned */
    uint16_t (*weight)[NEIGHBOURS_PAIRS]; /* [relation][pair]; owned */
    uint8_t kind[2][NEIGHBOURS_CLASSES];  /* [transposed] of a class */
    int16_t *square;                      /* by the kinds of four cells, in steps; owned */
    uint16_t *square_weight;              /* the same; owned */
    uint64_t bytes;                       /* of all that is owned */
};

/* For boards of a size and the blank's home. ERROR_MEMORY;
 * ERROR_INTERNAL. neighbours_free in any case. */
tilepdb_status neighbours_make(struct neighbours *neighbours, unsigned width, unsigned height,
                               unsigned blank, const int16_t weights[NEIGHBOURS_WEIGHTS]);

/* The weights that are shipped for boards that have tables, or not. */
void neighbours_shipped(bool tables, int16_t weights[NEIGHBOURS_WEIGHTS]);

/* With these. */
tilepdb_status neighbours_ship(struct neighbours *neighbours, unsigned width, unsigned height,
                               unsigned blank, bool tables);

void neighbours_free(struct neighbours *neighbours);

/* The bytes of a board's classes. */
static inline size_t neighbours_plane(const struct neighbours *neighbours) {
    return (size_t)neighbours->line * (neighbours->height + 2);
}

/* The classes of a board whose cells are homes. */
void neighbours_classes(const struct neighbours *neighbours, const uint16_t *cells,
                        uint8_t *classes);

/* By how many steps a board counts more for where its blank is. */
int32_t neighbours_blank(const struct neighbours *neighbours, const uint8_t *classes,
                         unsigned blank);

/* Moves a tile from one cell to the next, where the blank is, in the classes. Returns by how many
 * steps the board counts more then, but for where its blank is. */
int32_t neighbours_move(const struct neighbours *neighbours, unsigned tile, uint8_t *classes,
                        unsigned from, unsigned to);

/* The same, but without a count; the cell that it goes to need not be the next one. */
static inline void neighbours_put(const struct neighbours *neighbours, unsigned tile,
                                  uint8_t *classes, unsigned from, unsigned to) {
    classes[neighbours->at[from]] = NEIGHBOURS_BLANK;
    classes[neighbours->at[to]] = neighbours->classes[(size_t)tile * neighbours->cells + to];
}

/* The weights of all terms of a board, for training, at most so many; those of each cell
 * that a tile is from its home, and of each move by tables, are not among them. */
#define NEIGHBOURS_CELL         0
#define NEIGHBOURS_VIEW         1
#define NEIGHBOURS_TERMS(cells) (7 * (cells) + 300)
size_t neighbours_terms(const struct neighbours *neighbours, const uint16_t *cells, unsigned blank,
                        uint16_t *terms);

/* How far a tile is from its home, on both axes together. */
static inline int neighbours_apart(const struct neighbours *neighbours, unsigned tile,
                                   unsigned cell) {
    const int width = (int)neighbours->width;
    const int x = (int)tile % width - (int)cell % width, y = (int)tile / width - (int)cell / width;
    return (x < 0 ? -x : x) + (y < 0 ? -y : y);
}

/* The same of all tiles of a board whose cells are homes. */
int neighbours_distance(const struct neighbours *neighbours, const uint16_t *cells);

#endif
