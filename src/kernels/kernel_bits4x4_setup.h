/* Data that kernel_bits4x4.c prepares from a setup. */
#ifndef TILEPDB_KERNELS_KERNEL_BITS4X4_SETUP_H
#define TILEPDB_KERNELS_KERNEL_BITS4X4_SETUP_H

#include "kernels/kernel.h"

struct directions_list {
    uint32_t list; /* the directions, a byte each, the last first */
    uint32_t count;
};

/* Immutable. */
struct bits4x4 {
    uint8_t reflected[16];  /* [cell of view 0] cell of view 1 */
    uint16_t factorial[16]; /* [tile] factorial of its label */
    uint16_t negative[16];
    uint8_t member[16];           /* [tile] pattern; 2 for the blank */
    uint8_t step[16];             /* [direction] added to the blank's cell in view 0, modulo 16 */
    uint32_t vertical_directions; /* directions that are vertical in view 0 */
    uint32_t pattern_of_tile;     /* bit t: tile t is in pattern 1 */
    const struct tilepdb_table *table[2];
    uint64_t entries[2];
    uint64_t row_bytes[2];
    struct directions_list directions[16];
    uint8_t cell[16]; /* [board's cell] cell of view 0 */
    /* [pattern << 15 | mask >> 1] index.mask_regions of the mask, whose lowest bit follows from the
     * number of its other bits. */
    uint64_t row[2 << 15];
};

bool bits4x4_fits(const struct kernel_setup *setup);
bool bits4x4_prepare(const struct kernel_setup *setup, void **data);

#endif
