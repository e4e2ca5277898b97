/*
 * What the kernel for 4x4 with two bit tables (kernel_bits4x4.c) needs besides the setup.
 */
#ifndef TILEPDB_KERNELS_KERNEL_BITS4X4_SETUP_H
#define TILEPDB_KERNELS_KERNEL_BITS4X4_SETUP_H

#include "kernels/kernel.h"

/* The elements of a set of directions. */
struct directions_list {
    uint32_t list; /* a byte each, the last first */
    uint32_t count;
};

/* Immutable. Tables are by cell or tile; `step`, by direction. */
struct bits4x4 {
    uint8_t reflected[16];  /* a cell of view 0, in view 1 */
    uint16_t factorial[16]; /* of a tile's label */
    uint16_t negative[16];  /* `factorial`, negated */
    uint8_t member[16];     /* a tile's pattern; the blank is in none */
    uint8_t step[16];       /* what a direction adds to the blank's cell in view 0, modulo 16 */
    uint32_t vertical_directions; /* in view 0 */
    uint32_t pattern_of_tile;     /* bit t: tile t is in pattern 1 */
    const struct tilepdb_table *table[2];
    uint64_t entries[2]; /* addresses */
    uint64_t row_bytes[2];
    struct directions_list directions[16]; /* by set of directions */
    uint8_t cell[16];                      /* the board's cell, in view 0 */
    /* By pattern << 15 | mask >> 1: the index's word of the mask, whose lowest bit follows from the
     * number of the others. */
    uint64_t row[2 << 15];
};

/* The members of struct kernel. */
bool bits4x4_fits(const struct kernel_setup *setup);
bool bits4x4_prepare(const struct kernel_setup *setup, void **data);

#endif
