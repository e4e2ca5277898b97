/*
 * A learned evaluation of boards of any size. It ranks boards, and bounds nothing.
 *
 * Features: the distances of each tile to its goal cell; for each pair of cells that touch, the
 * directions in which both tiles want to go; for each square of four cells, these in less detail.
 * Edge and blank count as neighbours. What was learned on 7x7 holds on 16x16.
 *
 * Beside tables (estimate.h) the weights are tables.weights, otherwise alone.weights;
 * bench/train_evaluation.c trains the former. Weights are integers, in steps, so ranks are the same
 * on every machine. A search keeps the classes of the cells of a board, with an edge around them.
 *
 * Thread safety: immutable between calls that change it.
 */
#ifndef TILEPDB_ANYTIME_LEARNED_EVALUATION_H
#define TILEPDB_ANYTIME_LEARNED_EVALUATION_H

#include <stdbool.h>
#include <stdint.h>

#include "tilepdb.h"

/* The files of src/anytime/weights are compiled in, as int16 with the lowest byte first. */
#define LEARNED_WEIGHTS 7991
extern const uint8_t learned_weights_alone[], learned_weights_tables[];

#define LEARNED_REACH   3 /* cells on an axis, at most */
#define LEARNED_SIDE    (2 * LEARNED_REACH + 1)
#define LEARNED_BLANK   (LEARNED_SIDE * LEARNED_SIDE)
#define LEARNED_EDGE    (LEARNED_BLANK + 1)
#define LEARNED_CLASSES (LEARNED_BLANK + 2)
#define LEARNED_PAIRS   (LEARNED_CLASSES * LEARNED_CLASSES)
#define LEARNED_KINDS   15 /* coarser classes, for squares */
#define LEARNED_SQUARES (LEARNED_KINDS * LEARNED_KINDS * LEARNED_KINDS * LEARNED_KINDS)
#define LEARNED_STEPS   64 /* of a move */
#define LEARNED_NEAR    12 /* distances of the blank that differ */

/* The second cell of a pair. A cell is the first of four pairs, and the second of four. */
enum learned_relation { RIGHT_OF, BELOW, BELOW_RIGHT, BELOW_LEFT, RELATIONS };

/* Factors of groups of weights, and a convex term of the distance d on each axis: convex * d^2.25 /
 * side moves, for the side of a square of as many cells. */
struct learned_scale {
    double alone, pairs, squares, convex;
};

struct learned_evaluation {
    unsigned width, height, cells;
    unsigned blank; /* its goal cell */
    unsigned line;  /* classes in a row */
    /* [class][relation, as the first and as the second cell][other class]: steps that the pair
     * costs more with the blank on the cell. Owned. */
    int16_t (*bonus)[2 * RELATIONS][LEARNED_CLASSES];
    int beside[2 * RELATIONS]; /* offset of the other class */
    int view;                  /* steps of a move in one view of tables */
    int16_t weights[LEARNED_WEIGHTS];
    double convex;
    int16_t open[LEARNED_NEAR];      /* by distance to a misplaced tile */
    int16_t away[TILEPDB_MAX_CELLS]; /* by the blank's cell */
    uint16_t at[TILEPDB_MAX_CELLS];  /* index of a cell in the classes */
    /* goal_offset[tile] - cell_offset[cell] is the offset of a tile from its goal cell, for each
     * kind of goal cell. */
    uint16_t goal_offset[TILEPDB_MAX_CELLS], cell_offset[TILEPDB_MAX_CELLS];
    int32_t *alone;                    /* [offset] owned */
    uint8_t *classes;                  /* [offset] owned */
    uint16_t (*weight)[LEARNED_PAIRS]; /* [relation][pair] owned */
    uint8_t kind[2][LEARNED_CLASSES];  /* [transposed] */
    int16_t *square;                   /* by four kinds; owned */
    uint16_t *square_weight;           /* by four kinds; owned */
};

/* The square root of a positive number, without libm. */
static inline double learned_root(double number) {
    double root = number;
    for (int i = 0; i < 32; i++) root = (root + number / root) / 2;
    return root;
}

/* Needs learned_free in any case. ERROR_MEMORY, ERROR_INTERNAL. */
tilepdb_status learned_make(struct learned_evaluation *learned, unsigned width, unsigned height,
                            unsigned blank, const int16_t weights[LEARNED_WEIGHTS]);

/* Changes the size. ERROR_MEMORY. */
tilepdb_status learned_resize(struct learned_evaluation *learned, unsigned width, unsigned height,
                              unsigned blank);

/* Replaces the weights by scaled ones. LEARNED_CELL is one move. */
void learned_rescale(struct learned_evaluation *learned, const int16_t weights[LEARNED_WEIGHTS],
                     const struct learned_scale *scale);

/* Weights that are compiled in, for use beside tables or alone. */
void learned_shipped(bool tables, int16_t weights[LEARNED_WEIGHTS]);

/* learned_make with weights that are compiled in. */
tilepdb_status learned_ship(struct learned_evaluation *learned, unsigned width, unsigned height,
                            unsigned blank, bool tables);

/* Bytes of all that it owns. */
uint64_t learned_bytes(const struct learned_evaluation *learned);

void learned_free(struct learned_evaluation *learned);

/* Bytes of a board's classes. */
static inline size_t learned_plane(const struct learned_evaluation *learned) {
    return (size_t)learned->line * (learned->height + 2);
}

/* Writes the classes of a board, given as goal cells. */
void learned_classes(const struct learned_evaluation *learned, const uint16_t *cells,
                     uint8_t *classes);

/* The steps that a board costs for where its blank is. */
int32_t learned_blank(const struct learned_evaluation *learned, const uint8_t *classes,
                      unsigned blank);

/* Moves a tile to the next cell, where the blank is, in the classes. Returns the change of the
 * board's steps, without those of learned_blank. */
int32_t learned_move(const struct learned_evaluation *learned, unsigned tile, uint8_t *classes,
                     unsigned from, unsigned to);

/* Moves a tile in the classes, not necessarily to the next cell. */
static inline void learned_put(const struct learned_evaluation *learned, unsigned tile,
                               uint8_t *classes, unsigned from, unsigned to) {
    classes[learned->at[from]] = LEARNED_BLANK;
    classes[learned->at[to]] =
        learned->classes[learned->goal_offset[tile] - learned->cell_offset[to]];
}

/* The steps of a board, without those of learned_blank and LEARNED_VIEW. */
int64_t learned_value(const struct learned_evaluation *learned, const uint16_t *cells,
                      const uint8_t *classes);

/* Writes the numbers of the weights of a board's features, for training, and returns how many they
 * are, at most LEARNED_FEATURES(cells). LEARNED_CELL, for each cell between a tile and its goal
 * cell, and LEARNED_VIEW, for each move of tables, are left out. */
#define LEARNED_CELL            0
#define LEARNED_VIEW            1
#define LEARNED_FEATURES(cells) (7 * (cells) + 300)
size_t learned_features(const struct learned_evaluation *learned, const uint16_t *cells,
                        unsigned blank, uint16_t *features);

/* The distance of a tile to its goal cell, on both axes together. */
static inline int learned_apart(const struct learned_evaluation *learned, unsigned tile,
                                unsigned cell) {
    const int width = (int)learned->width;
    const int x = (int)tile % width - (int)cell % width, y = (int)tile / width - (int)cell / width;
    return (x < 0 ? -x : x) + (y < 0 ? -y : y);
}

/* The sum of these distances on a board, given as goal cells. */
int learned_distance(const struct learned_evaluation *learned, const uint16_t *cells);

#endif
