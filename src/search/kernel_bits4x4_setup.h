/*
 * What the kernel for 4x4 with two bit tables (kernel_bits4x4.c) needs besides the setup.
 */
#ifndef TILEPDB_SEARCH_KERNEL_BITS4X4_SETUP_H
#define TILEPDB_SEARCH_KERNEL_BITS4X4_SETUP_H

#include "search/kernel.h"

/* Immutable except for all_ready. Tables are by cell or tile; `step`, by direction.
 */
struct bits4x4 {
    uint8_t reflected[16];  /* a cell of view 0, in view 1 */
    uint16_t factorial[16]; /* of a tile's label */
    uint8_t step[16];       /* what a direction adds to the blank's cell in view 0, modulo 16 */
    uint32_t vertical_directions; /* in view 0 */
    uint32_t pattern_of_tile;     /* bit t: tile t is in pattern 1 */
    const struct tilepdb_table *table[2];
    bool all_ready;      /* every row may be read; atomic, and never unset */
    uint64_t entries[2]; /* addresses */
    uint64_t row_bytes[2];
    uint32_t directions[16]; /* by set of directions: its elements, the last first, a byte each */
    uint8_t direction_count[16];
    uint8_t cell[16];   /* the board's cell, in view 0 */
    uint16_t high[512]; /* pattern << 8 | upper half of a mask: the number of its first row */
    uint16_t low[256];
    uint64_t row[]; /* the indexes' words of both patterns' masks */
};

/* The members of struct kernel. */
bool bits4x4_fits(const struct kernel_setup *setup);
bool bits4x4_prepare(const struct kernel_setup *setup, void **own);

#endif
