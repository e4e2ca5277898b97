/*
 * The order in which a sweep solves cells: line after line from outside, in alternating direction,
 * until a core is left. A column and a row of a square form one L-shaped line. The last two tiles
 * of a line go in together.
 *
 * Local tables have the exact moves that bring the next tiles to their cells while solved ones
 * stay, in a region around them.
 *
 * Thread safety: immutable once made.
 */
#ifndef TILEPDB_ANYTIME_SWEEP_ORDER_H
#define TILEPDB_ANYTIME_SWEEP_ORDER_H

#include <stdbool.h>
#include <stdint.h>

#include "tilepdb.h"

#define SWEEP_CORE    UINT16_MAX /* rank in the order of the cells of the core */
#define SWEEP_NOTHING UINT16_MAX /* no second tile */

/* `along` leads to the next cell of the line, `inward` to the next line. */
struct sweep_step {
    uint16_t cell;
    bool pair; /* last two cells of a line */
    int8_t along_x, along_y, inward_x, inward_y;
    uint8_t behind, ahead, depth; /* cells of the region */
    const uint8_t *table;
};

struct sweep_order {
    unsigned width, height, cells;
    unsigned count;
    struct sweep_step step[TILEPDB_MAX_CELLS];
    uint16_t rank[TILEPDB_MAX_CELLS]; /* in the order, or SWEEP_CORE */
    uint8_t *tables[361];             /* [region] */
    uint64_t bytes;
};

/* `core`: cells on a side of the core, at most; it has the blank's goal cell. False: no memory.
 * Needs sweep_order_free in any case. */
bool sweep_order_make(struct sweep_order *order, unsigned width, unsigned height, unsigned blank,
                      unsigned core);
void sweep_order_free(struct sweep_order *order);

/* About the moves until the tiles on cells `first` and `second` (of a pair) are at their goals. */
int sweep_order_moves(const struct sweep_order *order, unsigned position, unsigned first,
                      unsigned second, unsigned blank);

#endif
