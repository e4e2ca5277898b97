/*
 * A learned evaluation of boards of any size. It ranks boards but is not admissible.
 *
 * The class of a tile is its offset from its goal cell, clipped to LEARNED_REACH. Features of a
 * board are the distance of each tile; the classes of each pair of cells that touch; the coarser
 * kinds of each square of four cells. The blank and the edge have classes, too.
 *
 * Weights are integers, in steps, so ranks are the same on every machine. With tables (beam.h) the
 * weights are tables.weights, otherwise alone.weights, both from bench/train_evaluation.c. Threads
 * may share an evaluation between calls that change it.
 */
#ifndef TILEPDB_ANYTIME_LEARNED_EVALUATION_H
#define TILEPDB_ANYTIME_LEARNED_EVALUATION_H

#include <stdbool.h>
#include <stdint.h>

#include "tilepdb.h"

/* The files of src/anytime/weights, as little-endian int16. */
#define LEARNED_WEIGHTS 7991

#define LEARNED_REACH   3 /* largest offset on an axis */
#define LEARNED_SIDE    (2 * LEARNED_REACH + 1)
#define LEARNED_BLANK   (LEARNED_SIDE * LEARNED_SIDE)
#define LEARNED_EDGE    (LEARNED_BLANK + 1)
#define LEARNED_CLASSES (LEARNED_BLANK + 2)
#define LEARNED_PAIRS   (LEARNED_CLASSES * LEARNED_CLASSES)
#define LEARNED_KINDS   15 /* coarser classes, for squares */
#define LEARNED_SQUARES (LEARNED_KINDS * LEARNED_KINDS * LEARNED_KINDS * LEARNED_KINDS)
#define LEARNED_STEPS   64 /* steps in the cost of one move */
#define LEARNED_NEAR    12 /* weights by distance of the blank; larger distances use the last */

enum learned_relation { RIGHT_OF, BELOW, BELOW_RIGHT, BELOW_LEFT, RELATIONS };

/* Factors of groups of weights. An offset of d cells on an axis costs another `convex` * d^2.25 /
 * sqrt(cells) moves. */
struct learned_scale {
    double alone, pairs, squares, convex;
};

struct learned_evaluation {
    unsigned width, height, cells;
    unsigned blank; /* its goal cell */
    unsigned line;  /* classes in a row */
    /* [class][relation, or RELATIONS + relation if `class` is second][other class]: extra steps of
     * the pair if the blank replaces `class`. Owned. */
    int16_t (*bonus)[2 * RELATIONS][LEARNED_CLASSES];
    int beside[2 * RELATIONS]; /* [relation] offset to the other class */
    int view;                  /* steps of a move in a view of tables */
    int16_t weights[LEARNED_WEIGHTS];
    double convex;
    int16_t open[LEARNED_NEAR];      /* [distance from the blank to a misplaced tile] */
    int16_t away[TILEPDB_MAX_CELLS]; /* [cell of the blank] */
    uint16_t at[TILEPDB_MAX_CELLS];  /* [cell] index in the classes */
    /* goal_offset[tile] - cell_offset[cell] is the index in `alone` and `classes`, by the offset of
     * the tile and the kind of its goal cell. */
    uint16_t goal_offset[TILEPDB_MAX_CELLS], cell_offset[TILEPDB_MAX_CELLS];
    int32_t *alone;                    /* [offset] owned */
    uint8_t *classes;                  /* [offset] owned */
    uint16_t (*weight)[LEARNED_PAIRS]; /* [relation][pair] owned */
    uint8_t kind[2][LEARNED_CLASSES];  /* [transposed][class] */
    int16_t *square;                   /* [four kinds] owned */
    uint16_t *square_weight;           /* [four kinds] owned */
};

/* Needs no libm. */
static inline double square_root(double number) {
    double root = number;
    for (int i = 0; i < 32; i++) root = (root + number / root) / 2;
    return root;
}

/* Returns OK, ERROR_MEMORY, or ERROR_INTERNAL if LEARNED_WEIGHTS is wrong. Call learned_free in any
 * case. */
tilepdb_status learned_make(struct learned_evaluation *learned, unsigned width, unsigned height,
                            unsigned blank, const int16_t weights[LEARNED_WEIGHTS]);

/* Keeps the weights. Returns OK or ERROR_MEMORY. */
tilepdb_status learned_resize(struct learned_evaluation *learned, unsigned width, unsigned height,
                              unsigned blank);

/* Sets the weights to `weights` times the factors of `scale`, and LEARNED_CELL to one move. */
void learned_rescale(struct learned_evaluation *learned, const int16_t weights[LEARNED_WEIGHTS],
                     const struct learned_scale *scale);

/* Copies the compiled weights. */
void learned_shipped(bool tables, int16_t weights[LEARNED_WEIGHTS]);

tilepdb_status learned_ship(struct learned_evaluation *learned, unsigned width, unsigned height,
                            unsigned blank, bool tables);

uint64_t learned_bytes(const struct learned_evaluation *learned);

void learned_free(struct learned_evaluation *learned);

/* Bytes of a board's classes. */
static inline size_t learned_plane(const struct learned_evaluation *learned) {
    return (size_t)learned->line * (learned->height + 2);
}

/* Writes the classes of a board, given as goal cells, with an edge around them. */
void learned_classes(const struct learned_evaluation *learned, const uint16_t *cells,
                     uint8_t *classes);

/* Returns the steps for the blank. */
int32_t learned_blank(const struct learned_evaluation *learned, const uint8_t *classes,
                      unsigned blank);

/* Moves a tile to `to`, the blank's cell beside it. Returns the change of learned_value. */
int32_t learned_move(const struct learned_evaluation *learned, unsigned tile, uint8_t *classes,
                     unsigned from, unsigned to);

/* Moves a tile to any cell. */
static inline void learned_put(const struct learned_evaluation *learned, unsigned tile,
                               uint8_t *classes, unsigned from, unsigned to) {
    classes[learned->at[from]] = LEARNED_BLANK;
    classes[learned->at[to]] =
        learned->classes[learned->goal_offset[tile] - learned->cell_offset[to]];
}

/* Returns the steps of a board, without learned_blank and LEARNED_VIEW. */
int64_t learned_value(const struct learned_evaluation *learned, const uint16_t *cells,
                      const uint8_t *classes);

/* Writes the indices of the weights of a board's features, except LEARNED_CELL and LEARNED_VIEW.
 * Returns their number, at most LEARNED_FEATURES(cells). */
#define LEARNED_CELL            0
#define LEARNED_VIEW            1
#define LEARNED_FEATURES(cells) (7 * (cells) + 300)
size_t learned_features(const struct learned_evaluation *learned, const uint16_t *cells,
                        unsigned blank, uint16_t *features);

static inline int learned_apart(const struct learned_evaluation *learned, unsigned tile,
                                unsigned cell) {
    const int width = (int)learned->width;
    const int x = (int)tile % width - (int)cell % width, y = (int)tile / width - (int)cell / width;
    return (x < 0 ? -x : x) + (y < 0 ? -y : y);
}

/* Returns the Manhattan distance of a board, given as goal cells. */
int learned_distance(const struct learned_evaluation *learned, const uint16_t *cells);

#endif
