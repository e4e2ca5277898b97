/*
 * Functions of both kernels for colour tables, and the data of kernel_colours4x4.c. A slide set has
 * the three slides along one axis for one cell of the blank: blocks 0 .. 2 in reverse move order;
 * block 3 repeats block 2.
 */
#ifndef TILEPDB_KERNELS_KERNEL_COLOURS_SETUP_H
#define TILEPDB_KERNELS_KERNEL_COLOURS_SETUP_H

#include <stdalign.h>

#include "kernels/kernel.h"
#include "pattern/colour.h"

#define COLOURS4X4_CELLS 16
#define SET_SLIDES       3
#define SET_BLOCKS       4

/* Largest number of tables; each is seen straight and reflected. */
#define COLOURS4X4_TABLES 2

struct slide_set {
    /* [block][place] parent's cell of the tile at this place of the child's sequence along the
     * other axis; 0x80 at the last place, which has no tile */
    alignas(64) uint8_t sequence[SET_BLOCKS][COLOURS4X4_CELLS];
    uint8_t board[SET_BLOCKS][COLOURS4X4_CELLS]; /* [block][cell] parent's cell of the tile that the
                                                  * child has on this cell */
    uint8_t move[SET_BLOCKS];
    uint8_t blank[SET_BLOCKS]; /* blank's new cell */
    uint8_t shift[SET_BLOCKS]; /* of the child's entry in its byte */
    uint8_t down;              /* set of blocks in which the blank goes down */
};

/* One table in both views. Vectors repeat their values for four blocks. */
struct colours4x4_table {
    alignas(64) uint8_t colour[2][SET_BLOCKS][COLOURS4X4_CELLS]; /* [view][block][tile] */
    int8_t digits[SET_BLOCKS][COLOURS4X4_CELLS];        /* weights of two neighbouring places */
    int16_t pairs[SET_BLOCKS][COLOURS4X4_CELLS / 2];    /* weights of two sums by `digits` */
    int16_t quarters[SET_BLOCKS][COLOURS4X4_CELLS / 2]; /* weights of two sums by `pairs` */
    uint32_t begin[SET_BLOCKS][COLOURS4X4_CELLS / 4];   /* first index of each half in `ranks` */
    uint64_t entries[COLOUR_ORDERS][SET_BLOCKS][2];     /* [axis of the next slide][block][view] */
    uint32_t *ranks; /* colour_index.base, then colour_index.rank; 0 for impossible halves */
    size_t rank_bytes;
};

struct colours4x4 {
    struct slide_set slide_set[COLOUR_ORDERS][COLOURS4X4_CELLS];
    struct colours4x4_table table[COLOURS4X4_TABLES];
    uint32_t moves[COLOUR_ORDERS];
    uint8_t view_cell[COLOURS4X4_CELLS]; /* [board's cell] cell of the first view */
    uint8_t goal[COLOURS4X4_CELLS];
};

/* Returns true for `tables` tables on 4x4, each straight and reflected, if all views read cells in
 * the same order and the weights fit their types. */
bool colours4x4_fits(const struct kernel_setup *setup, unsigned tables);

bool colours4x4_prepare(const struct kernel_setup *setup, void **prepared);
void colours4x4_release(void *prepared);

enum colour_order colours_axis_of(unsigned direction);

/* The order in which group `g` reads its view before a slide along `axis` of the board. */
enum colour_order colours_order(const struct kernel_setup *setup, unsigned g, unsigned axis);

/* The cell of group `g`'s view that shows the board's cell. */
unsigned colours_cell_seen(const struct kernel_setup *setup, unsigned g, unsigned cell);

unsigned colours_goal_tile(const struct kernel_setup *setup, unsigned view_cell);

/* The colour in group `g` of each tile, as numbered in the first view; 0 for the blank. */
void colours_of_tiles(const struct kernel_setup *setup, unsigned g, uint8_t *colour);

/* The slack of a node with `left` moves to the bound, by the axis of the next move with the smaller
 * estimate; 0 if no move may follow or the slack is negative. slides[axis * groups + group] bounds
 * the moves after the next. */
int colours_slack(const struct kernel_setup *setup, automaton_entry entry, const uint8_t *slides,
                  unsigned groups, int left);

#endif
