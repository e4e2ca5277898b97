/*
 * The order in which a sweep solves cells. The outer line of the unsolved rectangle comes next,
 * until a core is left, whose cells have no order. A line is a column, a row or, if the rectangle
 * is square, an L of both. It begins near the end of the previous line. The last two cells of a
 * line form a pair, whose tiles move in together.
 *
 * Local tables hold the exact moves, in a region, that bring the next tiles to their goal cells
 * while solved tiles stay.
 *
 * Thread safety: immutable once made.
 */
#ifndef TILEPDB_ANYTIME_SWEEP_ORDER_H
#define TILEPDB_ANYTIME_SWEEP_ORDER_H

#include <stdbool.h>
#include <stdint.h>

#include "tilepdb.h"

#define SWEEP_CORE UINT16_MAX /* rank of the cells of the core */

/* `along` leads to the next cell of the line, `inward` to the next line. */
struct sweep_step {
    uint16_t cell;
    bool pair; /* true for the first cell of a pair */
    int8_t along_x, along_y, inward_x, inward_y;
    uint8_t behind, ahead, depth; /* size of the region in cells */
    const uint8_t *table;
};

struct sweep_order {
    unsigned width, height, cells;
    unsigned count;
    struct sweep_step step[TILEPDB_MAX_CELLS];
    uint16_t rank[TILEPDB_MAX_CELLS]; /* index in the order, or SWEEP_CORE */
    uint8_t *tables[361];             /* [region_number] owned */
};

/* The core has at most `core` cells on a side and holds the blank's goal cell. Returns false
 * without memory. Call sweep_order_free in any case. */
bool sweep_order_make(struct sweep_order *order, unsigned width, unsigned height, unsigned blank,
                      unsigned core);
void sweep_order_free(struct sweep_order *order);

/* Estimates the moves until step `position` is solved: the tile on `first` and, of a pair, on
 * `second`. */
int sweep_order_moves(const struct sweep_order *order, unsigned position, unsigned first,
                      unsigned second, unsigned blank);

#endif
