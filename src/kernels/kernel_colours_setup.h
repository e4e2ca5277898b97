/*
 * What the kernels for colour tables share, how the board and its views correspond, and slack; and
 * what the one in vectors for 4x4 (kernel_colours4x4.c) needs besides the setup.
 *
 * A *slide set* is an axis and the blank's cell: three slides. They come in the order of the stack,
 * the last in move order first, as blocks 0 .. 2 of four; block 3 repeats the last.
 */
#ifndef TILEPDB_KERNELS_KERNEL_COLOURS_SETUP_H
#define TILEPDB_KERNELS_KERNEL_COLOURS_SETUP_H

#include <stdalign.h>

#include "kernels/kernel.h"
#include "pattern/colour.h"

#define COLOURS4X4_CELLS 16
#define SET_SLIDES       3
#define SET_BLOCKS       4

/* Tables with which the kernel is compiled at most; each is seen twice, straight and reflected. */
#define COLOURS4X4_TABLES 2

struct slide_set {
    /* [block][place] the cell whose tile is there in the sequence of the child, whose next slide is
     * along the other axis; the last place is empty, 0x80. */
    alignas(64) uint8_t sequence[SET_BLOCKS][COLOURS4X4_CELLS];
    uint8_t board[SET_BLOCKS][COLOURS4X4_CELLS]; /* [block][cell] the cell whose tile goes there */
    uint8_t move[SET_BLOCKS];
    uint8_t blank[SET_BLOCKS]; /* the child's */
    uint8_t shift[SET_BLOCKS]; /* of the child's entry in its byte */
    uint8_t down;              /* the blocks in which the blank goes down */
};

/* One table in both views. Vectors are as four blocks alike. */
struct colours4x4_table {
    alignas(64) uint8_t colour[2][SET_BLOCKS][COLOURS4X4_CELLS]; /* [view] of a tile */
    int8_t digits[SET_BLOCKS][COLOURS4X4_CELLS]; /* the weights of two places next to each other */
    int16_t pairs[SET_BLOCKS]
                 [COLOURS4X4_CELLS / 2]; /* the weights of two neighbouring sums by `digits` */
    int16_t quarters[SET_BLOCKS][COLOURS4X4_CELLS /
                                 2]; /* the weights of two neighbouring sums by `pairs`: a word */
    uint32_t begin[SET_BLOCKS]
                  [COLOURS4X4_CELLS / 4]; /* where ranks of first and second halves begin */
    uint64_t entries[COLOUR_ORDERS][SET_BLOCKS][2]; /* [axis of the next slide][block][view] */
    uint32_t *ranks; /* base of the index, then its rank; what is in no sequence has 0 */
    size_t rank_bytes;
};

struct colours4x4 {
    struct slide_set slide_set[COLOUR_ORDERS][COLOURS4X4_CELLS];
    struct colours4x4_table table[COLOURS4X4_TABLES];
    uint32_t moves[COLOUR_ORDERS];       /* the set of moves along an axis */
    uint8_t view_cell[COLOURS4X4_CELLS]; /* of the first view */
    uint8_t goal[COLOURS4X4_CELLS];      /* the tile on each cell */
};

/* Whether `tables` tables on 4x4 are each seen straight and reflected, and in both views are read
 * alike. */
bool colours4x4_fits(const struct kernel_setup *setup, unsigned tables);

/* Makes `struct colours4x4` of a setup that fits; colours4x4_release releases it. False: no memory.
 */
bool colours4x4_prepare(const struct kernel_setup *setup, void **prepared);
void colours4x4_release(void *prepared);

/* ---- for both kernels ------------------------------------------------------------------------ */

/* The axis of a blank's step. */
enum colour_order colours_axis_of(unsigned direction);

/* The order in which group g reads its view if the next slide is along this axis of the board. */
enum colour_order colours_order(const struct kernel_setup *setup, unsigned g, unsigned axis);

/* A cell of the board in the view of group g. */
unsigned colours_cell_seen(const struct kernel_setup *setup, unsigned g, unsigned cell);

/* The tile of the standard goal on a view's cell. */
unsigned colours_goal_tile(const struct kernel_setup *setup, unsigned view_cell);

/* The colours in group g, by the numbers that tiles have in the first view; the blank has 0. */
void colours_of_tiles(const struct kernel_setup *setup, unsigned g, uint8_t *colour);

/* The slack of a node with `left` moves to the bound: the better of the axes that may follow; 0 if
 * nothing may. `slides` are those that follow the next one, [axis * groups + group]. */
int colours_slack(const struct kernel_setup *setup, automaton_entry entry, const uint8_t *slides,
                  unsigned groups, int left);

#endif
