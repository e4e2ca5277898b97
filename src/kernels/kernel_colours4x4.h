/*
 * What the vector kernel for colour tables on 4x4 (kernel_colours4x4.c) needs besides the setup.
 *
 * A *turn* is an axis and the blank's cell: three slides. They come in the order of the stack, the
 * last in move order first, as blocks 0 .. 2 of four; block 3 repeats the last.
 */
#ifndef TILEPDB_KERNELS_KERNEL_COLOURS4X4_H
#define TILEPDB_KERNELS_KERNEL_COLOURS4X4_H

#include <stdalign.h>

#include "kernels/kernel.h"
#include "pattern/colour.h"

#define TURN_CELLS  16
#define TURN_SLIDES 3
#define TURN_BLOCKS 4

/* Tables with which the kernel is compiled at most; each is seen twice, straight and reflected. */
#define TURN_TABLES 2

struct turn {
    /* [block][place] the cell whose tile is there in the sequence of the child, whose next slide is
     * along the other axis; the last place is empty, 0x80. */
    alignas(64) uint8_t sequence[TURN_BLOCKS][TURN_CELLS];
    uint8_t board[TURN_BLOCKS][TURN_CELLS]; /* [block][cell] the cell whose tile goes there */
    uint8_t move[TURN_BLOCKS];
    uint8_t blank[TURN_BLOCKS]; /* the child's */
    uint8_t shift[TURN_BLOCKS]; /* of the child's entry in its byte */
    uint8_t down;               /* the blocks in which the blank goes down */
};

/* One table in both views. Vectors are as four blocks alike. */
struct turn_table {
    alignas(64) uint8_t colour[2][TURN_BLOCKS][TURN_CELLS]; /* [view] of a tile */
    int8_t digits[TURN_BLOCKS][TURN_CELLS];     /* the weights of two places next to each other */
    int16_t pairs[TURN_BLOCKS][TURN_CELLS / 2]; /* and of two such sums */
    int16_t quarters[TURN_BLOCKS][TURN_CELLS / 2];   /* and of two of those: a word */
    uint32_t begin[TURN_BLOCKS][TURN_CELLS / 4];     /* where first and second words' ranks begin */
    uint64_t entries[COLOUR_ORDERS][TURN_BLOCKS][2]; /* [axis of the next slide][block][view] */
    uint32_t *ranks; /* base of the index, then its rank; what is in no sequence has 0 */
    size_t rank_bytes;
};

struct turns {
    struct turn turn[COLOUR_ORDERS][TURN_CELLS];
    struct turn_table table[TURN_TABLES];
    uint32_t moves[COLOUR_ORDERS]; /* the set of those along an axis */
    uint8_t view_cell[TURN_CELLS]; /* of the first view */
    uint8_t goal[TURN_CELLS];      /* the tile on each cell */
};

/* Whether `tables` tables on 4x4 are each seen straight and reflected, and in both views are read
 * alike. */
bool turns_fit(const struct kernel_setup *setup, unsigned tables);

/* Makes `struct turns` of a setup that fits; turns_release releases it. False: no memory. */
bool turns_prepare(const struct kernel_setup *setup, void **prepared);
void turns_release(void *prepared);

#endif
