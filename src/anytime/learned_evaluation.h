/*
 * What was learned about boards of any size: how many moves a board takes, from where each tile
 * wants to go and where the tiles beside it do.
 *
 * A tile counts by how far it is from its goal cell, on both axes; each pair of cells that touch,
 * by a side or a corner, by the directions in which both tiles want to go; and each square of four
 * cells, by these in less detail. So what neighbours cost or save each other (a row that moves as a
 * train, two tiles in each other's way, three that turn in a circle) is the same wherever they are,
 * and what was learned on 7x7 holds on 16x16. The edge counts as a neighbour, and so does the
 * blank. It only ranks: no lower bound comes from here.
 *
 * Beside tables (estimate.h) less is left to be learned, and a move that these count is one of the
 * features: weights/tables.weights. Boards of more cells have weights/alone.weights.
 * bench/train_evaluation.c trains the former from the latter. All is whole numbers, so that ranks
 * are the same with any instruction set.
 *
 * A search keeps the classes of a board's cells beside it, with a rim of edge around, so that a
 * move asks the neighbours of two cells and nothing else.
 *
 * Thread safety: immutable once made.
 */
#ifndef TILEPDB_ANYTIME_LEARNED_EVALUATION_H
#define TILEPDB_ANYTIME_LEARNED_EVALUATION_H

#include <stdbool.h>
#include <stdint.h>

#include "tilepdb.h"

/* Each feature of a board has one weight. The files of src/anytime/weights are compiled in, as
 * int16 with the lowest byte first; a file of another size does not compile. */
#define LEARNED_WEIGHTS 7991
extern const uint8_t learned_weights_alone[], learned_weights_tables[];

#define LEARNED_REACH   3 /* cells from its goal cell on an axis; more count as many */
#define LEARNED_SIDE    (2 * LEARNED_REACH + 1)
#define LEARNED_BLANK   (LEARNED_SIDE * LEARNED_SIDE) /* classes of cells */
#define LEARNED_EDGE    (LEARNED_BLANK + 1)
#define LEARNED_CLASSES (LEARNED_BLANK + 2)
#define LEARNED_PAIRS   (LEARNED_CLASSES * LEARNED_CLASSES)
#define LEARNED_KINDS   15 /* of classes, in squares */
#define LEARNED_SQUARES (LEARNED_KINDS * LEARNED_KINDS * LEARNED_KINDS * LEARNED_KINDS)
#define LEARNED_STEPS   64 /* of a move */
#define LEARNED_NEAR                                                                               \
    12 /* cells of the blank from its goal cell, or a tile that is not on its goal cell */

/* By where the second cell of a pair is. A cell is in as many pairs as the second one, and in as
 * many as the first. */
enum learned_relation { RIGHT_OF, BELOW, BELOW_RIGHT, BELOW_LEFT, RELATIONS };

struct learned_evaluation {
    unsigned width, height, cells;
    unsigned blank; /* its goal cell, and its name */
    unsigned line;  /* classes in a row, with the rim */
    /* By how many steps a pair counts more with the blank in the place of a class: [class][where
     * the other cell is, and whether it is the first][its class]. */
    int16_t (*bonus)[2 * RELATIONS][LEARNED_CLASSES]; /* owned */
    int beside[2 * RELATIONS];                        /* from a class to the other one of a pair */
    int view;                          /* of a move in one of two views of tables, steps */
    int16_t open[LEARNED_NEAR];        /* by the next tile that is not on its goal cell */
    int16_t away[TILEPDB_MAX_CELLS];   /* by the blank's cell, how far its goal cell is */
    uint16_t at[TILEPDB_MAX_CELLS];    /* of a cell among the classes of a board */
    int32_t *alone;                    /* [tile * cells + cell] in steps; owned */
    uint8_t *classes;                  /* [tile * cells + cell]; owned */
    uint16_t (*weight)[LEARNED_PAIRS]; /* [relation][pair]; owned */
    uint8_t kind[2][LEARNED_CLASSES];  /* [transposed] of a class */
    int16_t *square;                   /* by the kinds of four cells, in steps; owned */
    uint16_t *square_weight;           /* the same; owned */
    uint64_t bytes;                    /* of all that is owned */
};

/* For boards of a size and the blank's goal cell. ERROR_MEMORY;
 * ERROR_INTERNAL. learned_free in any case. */
tilepdb_status learned_make(struct learned_evaluation *learned, unsigned width, unsigned height,
                            unsigned blank, const int16_t weights[LEARNED_WEIGHTS]);

/* The weights that are shipped for boards that have tables, or not. */
void learned_shipped(bool tables, int16_t weights[LEARNED_WEIGHTS]);

/* With these. */
tilepdb_status learned_ship(struct learned_evaluation *learned, unsigned width, unsigned height,
                            unsigned blank, bool tables);

void learned_free(struct learned_evaluation *learned);

/* The bytes of a board's classes. */
static inline size_t learned_plane(const struct learned_evaluation *learned) {
    return (size_t)learned->line * (learned->height + 2);
}

/* The classes of a board whose cells are goal cells. */
void learned_classes(const struct learned_evaluation *learned, const uint16_t *cells,
                     uint8_t *classes);

/* By how many steps a board counts more for where its blank is. */
int32_t learned_blank(const struct learned_evaluation *learned, const uint8_t *classes,
                      unsigned blank);

/* Moves a tile from one cell to the next, where the blank is, in the classes. Returns by how many
 * steps the board counts more then, but for where its blank is. */
int32_t learned_move(const struct learned_evaluation *learned, unsigned tile, uint8_t *classes,
                     unsigned from, unsigned to);

/* The same, but without a count; the cell that it goes to need not be the next one. */
static inline void learned_put(const struct learned_evaluation *learned, unsigned tile,
                               uint8_t *classes, unsigned from, unsigned to) {
    classes[learned->at[from]] = LEARNED_BLANK;
    classes[learned->at[to]] = learned->classes[(size_t)tile * learned->cells + to];
}

/* The weights of all features of a board, for training, at most so many; those of each cell
 * that a tile is from its goal cell, and of each move by tables, are not among them. */
#define LEARNED_CELL            0
#define LEARNED_VIEW            1
#define LEARNED_FEATURES(cells) (7 * (cells) + 300)
size_t learned_features(const struct learned_evaluation *learned, const uint16_t *cells,
                        unsigned blank, uint16_t *features);

/* How far a tile is from its goal cell, on both axes together. */
static inline int learned_apart(const struct learned_evaluation *learned, unsigned tile,
                                unsigned cell) {
    const int width = (int)learned->width;
    const int x = (int)tile % width - (int)cell % width, y = (int)tile / width - (int)cell / width;
    return (x < 0 ? -x : x) + (y < 0 ? -y : y);
}

/* The same of all tiles of a board whose cells are goal cells. */
int learned_distance(const struct learned_evaluation *learned, const uint16_t *cells);

#endif
