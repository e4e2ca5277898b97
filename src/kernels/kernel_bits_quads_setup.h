/*
 * What the kernel for bit tables in vectors of four words (kernel_bits_quads.c) needs besides the
 * setup.
 */
#ifndef TILEPDB_KERNELS_KERNEL_BITS_QUADS_SETUP_H
#define TILEPDB_KERNELS_KERNEL_BITS_QUADS_SETUP_H

#include <stdalign.h>

#include "kernels/kernel.h"

#define QUADS_PATTERNS 4
#define QUADS_TILES    8 /* of a pattern */

/* The parts of a pattern's word: the offset of its row, in bits, in bits 0 .. 35, of which the
 * pattern's number takes the lowest two, since rows are whole bytes; (h + 1) mod 4 in 36 .. 37, and
 * the mask from bit 39 on. Bit 38 is 0. */
#define QUADS_OFFSET     ((UINT64_C(1) << QUADS_H_SHIFT) - 1)
#define QUADS_H_SHIFT    36
#define QUADS_MASK_SHIFT 39

/* The word of a mask: its first cohort, and on top of it the number of its map. */
#define QUADS_COHORT_BITS 18
#define QUADS_COHORT      ((1u << QUADS_COHORT_BITS) - 1)
#define QUADS_MAPS        (1u << (32 - QUADS_COHORT_BITS))

/* A tile in the view of a group: its label in bits 0 .. 2, its pattern's number in bits 4 .. 5, and
 * in bit 6 whether the group's number is odd. */
#define QUADS_PATTERN_SHIFT 4
#define QUADS_GROUP_SHIFT   6
#define QUADS_BLANK         0xF0

#define QUADS_PLACES ((size_t)TILEPDB_TABLE_MAX_CELLS * KERNEL_MAX_GROUPS)

/* Immutable. A set of directions stands for its elements, the last first. What vectors load for
 * several groups at once lies side by side, by the number of the group. */
struct quads {
    /* What groups need, by the number of a pattern or by direction. */
    alignas(64) uint64_t entries[KERNEL_MAX_GROUPS][QUADS_PATTERNS]; /* the number of the first bit,
                                                 eight times the address, less the pattern's */
    uint64_t row_bits[KERNEL_MAX_GROUPS][QUADS_PATTERNS];
    uint64_t shape[KERNEL_MAX_GROUPS][QUADS_PATTERNS]; /* what is added to the mask */
    uint64_t towards[KERNEL_MAX_GROUPS][DIRECTIONS];   /* in each quarter: 1 if the tile goes
                                                towards higher cells, otherwise -1 */
    /* The moves of the blank, by its place: its cell in the first group, times the groups, and the
     * number of the group. Their tiles are among the 16 cells from `start` on. */
    uint8_t tile[QUADS_PLACES][DIRECTIONS][8];   /* where the tile is that goes, eight times */
    uint8_t passed[QUADS_PLACES][DIRECTIONS][8]; /* and those that it passes, twice each; or else
                                                    the blank */
    uint64_t cells[QUADS_PLACES][DIRECTIONS];    /* the two cells, as bits of a word's mask */
    uint64_t map[QUADS_PLACES][DIRECTIONS];      /* in the upper half: where the regions of the
                                                    blank's new cell are in maps */
    uint8_t from[QUADS_PLACES][DIRECTIONS];      /* the tile's cell */
    uint8_t to[QUADS_PLACES];                    /* the blank's */
    uint8_t start[QUADS_PLACES];
    /* The halves of the words of a set of directions, of two groups. */
    alignas(64) uint32_t pack[16][16];
    uint8_t factorial[4][16]; /* by label the low byte, by label + 8 the high */
    uint32_t directions[16];  /* a byte each */
    uint8_t direction_count[16];
    uint64_t list[256]; /* the elements of a set of eight, a byte each */
    uint64_t change[2]; /* of the word of a child whose h rises, falls */
    int8_t slack_change[2];
    bool uniform; /* one shape */
    const struct kernel_setup *setup;
    unsigned low_cells;
    uint32_t *mask_regions; /* [rank] of a mask, of all shapes */
    uint32_t *high;         /* by the upper half of a mask and shape: the rank of the first */
    uint16_t *low;          /* by the lower half of a mask: what it adds to the rank */
    uint8_t *maps;          /* [cell][map]: the region of the cell */
    void *arrays;           /* all of these */
    size_t array_bytes;
};

/* Whether these are bit tables of patterns that the words have room for, on boards of at most five
 * columns, in at most so many groups. */
bool quads_fits(const struct kernel_setup *setup, unsigned groups);

/* The members of struct kernel. False also if words have no room for the maps. */
bool quads_prepare(const struct kernel_setup *setup, void **data);
void quads_release(void *data);

#endif
