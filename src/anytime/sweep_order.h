/*
 * The order in which a sweep solves the cells of a board: from outside, one line after another, in
 * alternating direction, until a core is left. As long as the rest is square, a column and a row
 * form one L-shaped line. A line begins where the one before ended; its last two tiles go in
 * together.
 *
 * Local tables have the exact moves that bring the next tile, or the last two, to their cells, in a
 * region around these where all that is solved stays as it is.
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

/* One position of the order. `along` leads to the next cell of the line, `inward` to the next
 * line. */
struct sweep_step {
    uint16_t cell;
    bool pair; /* the last two cells of a line */
    int8_t along_x, along_y, inward_x, inward_y;
    uint8_t behind, ahead, depth; /* of the region: cells in each direction */
    const uint8_t *table;         /* owned by the order */
};

struct sweep_order {
    unsigned width, height, cells;
    unsigned count; /* cells outside the core */
    struct sweep_step step[TILEPDB_MAX_CELLS];
    uint16_t rank[TILEPDB_MAX_CELLS]; /* of a cell in the order, or SWEEP_CORE */
    uint8_t *tables[361];             /* [region] NULL: not needed */
    uint64_t bytes;                   /* of tables */
};

/* Makes the order for a goal cell of the blank, which the core contains; the core has at most
 * `core` cells on a side. False: no memory. Needs sweep_order_free in any case. */
bool sweep_order_make(struct sweep_order *order, unsigned width, unsigned height, unsigned blank,
                      unsigned core);
void sweep_order_free(struct sweep_order *order);

/* The moves, at least about, until the tiles of a position are on their cells, if the first is on
 * cell `first`, the second of a pair on `second`, and the blank on `blank`. */
int sweep_order_moves(const struct sweep_order *order, unsigned position, unsigned first,
                      unsigned second, unsigned blank);

#endif
