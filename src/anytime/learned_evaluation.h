/*
 * A learned evaluation of boards of any size: how many moves a board takes, from where each tile
 * wants to go and where the tiles beside it do.
 *
 * Its features are: for each tile, the distances to its goal cell on both axes; for each pair of
 * cells that touch by a side or a corner, the directions in which both tiles want to go; and for
 * each square of four cells, these directions in less detail. So what neighbours cost or save each
 * other (a row that moves as a train, two tiles in each other's way, three that turn in a circle)
 * is the same everywhere, and what was learned on 7x7 holds on 16x16. The edge counts as a
 * neighbour, and so does the blank. The evaluation only ranks boards: no lower bound comes from it.
 *
 * Beside tables (estimate.h) less is left to be learned, and a move that tables count is a feature:
 * weights/tables.weights. Boards with too many cells for tables have weights/alone.weights.
 * bench/train_evaluation.c trains the former from the latter. All weights are integers, in steps,
 * so ranks do not depend on the instruction set.
 *
 * A search keeps the classes of a board's cells with it, surrounded by the class of the edge, so a
 * move looks at the neighbours of two cells and nothing else.
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

#define LEARNED_REACH   3 /* the most cells to a goal cell on an axis; more count as 3 */
#define LEARNED_SIDE    (2 * LEARNED_REACH + 1)
#define LEARNED_BLANK   (LEARNED_SIDE * LEARNED_SIDE) /* classes of cells */
#define LEARNED_EDGE    (LEARNED_BLANK + 1)
#define LEARNED_CLASSES (LEARNED_BLANK + 2)
#define LEARNED_PAIRS   (LEARNED_CLASSES * LEARNED_CLASSES)
#define LEARNED_KINDS   15 /* coarser classes, for squares */
#define LEARNED_SQUARES (LEARNED_KINDS * LEARNED_KINDS * LEARNED_KINDS * LEARNED_KINDS)
#define LEARNED_STEPS   64 /* of a move */
#define LEARNED_NEAR    12 /* distances of the blank that are told apart */

/* Where the second cell of a pair is. A cell is the first of four pairs, and the second of four. */
enum learned_relation { RIGHT_OF, BELOW, BELOW_RIGHT, BELOW_LEFT, RELATIONS };

/* Factors of groups of weights, 1 to leave them as they are, and a convex term for the distance
 * d of a tile on each axis: convex * d^2.25 / side, in moves, where
 * side is that of a square of as many cells. */
struct learned_scale {
    double alone, pairs, squares, convex;
};

struct learned_evaluation {
    unsigned width, height, cells;
    unsigned blank; /* its goal cell, which is its name */
    unsigned line;  /* classes in a row, with the edge */
    /* [class of a cell][relation to the other cell, twice: as the first and as the second][its
     * class]: steps that the pair costs more with the blank on the cell. Owned. */
    int16_t (*bonus)[2 * RELATIONS][LEARNED_CLASSES];
    int beside[2 * RELATIONS];        /* offset from a class to the other one of a pair */
    int view;                         /* steps of a move in one of two views of tables */
    int16_t weights[LEARNED_WEIGHTS]; /* scaled */
    double convex;
    int16_t open[LEARNED_NEAR];      /* steps, by the distance to the next misplaced tile */
    int16_t away[TILEPDB_MAX_CELLS]; /* steps, by the blank's cell */
    uint16_t at[TILEPDB_MAX_CELLS];  /* index of a cell among the classes of a board */
    /* LEARNED_OFFSET(tile, cell) = goal_offset[tile] - cell_offset[cell] is the index of a tile on
     * a cell: its offset from the goal cell, and whether that is on an edge or in a corner. */
    uint16_t goal_offset[TILEPDB_MAX_CELLS], cell_offset[TILEPDB_MAX_CELLS];
    int32_t *alone;                    /* [offset] steps; owned */
    uint8_t *classes;                  /* [offset]; owned */
    uint16_t (*weight)[LEARNED_PAIRS]; /* [relation][pair] number of its weight; owned */
    uint8_t kind[2][LEARNED_CLASSES];  /* [transposed] kind of a class */
    int16_t *square;                   /* steps, by the kinds of four cells; owned */
    uint16_t *square_weight;           /* number of its weight, by these kinds; owned */
};

/* The square root of a positive number; the library does without libm. */
static inline double learned_root(double number) {
    double root = number;
    for (int i = 0; i < 32; i++) root = (root + number / root) / 2;
    return root;
}

/* Makes the evaluation for boards of a size and the blank's goal cell. ERROR_MEMORY,
 * ERROR_INTERNAL. Needs learned_free in any case. */
tilepdb_status learned_make(struct learned_evaluation *learned, unsigned width, unsigned height,
                            unsigned blank, const int16_t weights[LEARNED_WEIGHTS]);

/* Makes it an evaluation for another size, with the weights and the scale that it has.
 * ERROR_MEMORY. */
tilepdb_status learned_resize(struct learned_evaluation *learned, unsigned width, unsigned height,
                              unsigned blank);

/* Replaces its weights by these times a scale, and adds a convex term; LEARNED_CELL is one move. */
void learned_rescale(struct learned_evaluation *learned, const int16_t weights[LEARNED_WEIGHTS],
                     const struct learned_scale *scale);

/* Reads the weights that are compiled in, for use beside tables or alone. */
void learned_shipped(bool tables, int16_t weights[LEARNED_WEIGHTS]);

/* learned_make with the weights that are compiled in. */
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
