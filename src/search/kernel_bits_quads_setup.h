/*
 * What the kernel for bit tables in vectors of four words (kernel_bits_quads.c) needs besides the
 * setup.
 */
#ifndef TILEPDB_SEARCH_KERNEL_BITS_QUADS_SETUP_H
#define TILEPDB_SEARCH_KERNEL_BITS_QUADS_SETUP_H

#include "search/kernel.h"

#define QUADS_PATTERNS 4
#define QUADS_TILES    8 /* of a pattern */

/* The parts of a pattern's word: the offset of its row, in bits, in bits 0 .. 33, its number in 34
 * .. 35, (h + 1) mod 4 in 36 .. 37, and the mask from bit 39 on. Bit 38 is 0. */
#define QUADS_NUMBER_SHIFT 34
#define QUADS_OFFSET       ((UINT64_C(1) << QUADS_NUMBER_SHIFT) - 1)
#define QUADS_H_SHIFT      36
#define QUADS_MASK_SHIFT   39

/* The word of a mask: its first cohort, and on top of it the number of its map. */
#define QUADS_COHORT_BITS 18
#define QUADS_COHORT      ((1u << QUADS_COHORT_BITS) - 1)
#define QUADS_MAPS        (1u << (32 - QUADS_COHORT_BITS))

/* A tile in the view of a group: its label in bits 0 .. 2, its pattern's number in bits 4 .. 5. */
#define QUADS_PATTERN_SHIFT 4
#define QUADS_BLANK         0x70

/* The moves from one cell of the blank in the view of a group, by direction. Their tiles are among
 * the 16 cells from `start` on. */
struct quads_cell {
    uint8_t tile[DIRECTIONS][8];   /* where the tile is that goes, eight times */
    uint8_t passed[DIRECTIONS][8]; /* and those that it passes, twice each; or else the blank */
    uint64_t cells[DIRECTIONS];    /* the two cells, as bits of a word's mask */
    uint64_t map[DIRECTIONS];      /* in the upper half: where the regions of the blank's new cell
                                      are in maps */
    uint8_t from[DIRECTIONS];      /* the tile's cell */
    uint8_t to;                    /* the blank's */
    uint8_t start;
    uint8_t unused[26];
};

struct quads_group {
    uint64_t entries[QUADS_PATTERNS]; /* the number of the first bit: eight times the address */
    uint64_t row_bits[QUADS_PATTERNS];
    uint64_t shape[QUADS_PATTERNS]; /* what is added to the mask */
    uint64_t towards[DIRECTIONS];   /* in each quarter: 1 if the tile goes towards higher cells,
                                       otherwise -1 */
};

/* Immutable. A set of directions stands for its elements, the last first. */
struct quads {
    uint32_t pack[16][8];    /* the halves of their words */
    uint32_t directions[16]; /* a byte each */
    uint8_t direction_count[16];
    uint64_t list[256];       /* the elements of a set of eight, a byte each */
    bool uniform;             /* one shape */
    uint8_t factorial[2][16]; /* by label the low byte, by label + 8 the high; twice */
    struct quads_group group[KERNEL_MAX_GROUPS];
    const struct kernel_setup *setup;
    unsigned low_cells;
    uint32_t *words; /* [rank] of a mask, of all shapes */
    uint32_t *high;  /* by the upper half of a mask and shape: the rank of the first */
    uint16_t *low;   /* by the lower half of a mask: what it adds to the rank */
    uint8_t *maps;   /* [cell][map]: the region of the cell */
    void *arrays;    /* all of these */
    size_t array_bytes;
    struct quads_cell cell[]; /* [blank's cell in the first group][group] */
};

/* Whether these are bit tables of patterns that the words have room for, on boards of at most five
 * columns, in at most so many groups. */
bool quads_fits(const struct kernel_setup *setup, unsigned groups);

/* The members of struct kernel. False also if words have no room for the maps. */
bool quads_prepare(const struct kernel_setup *setup, void **own);
void quads_release(void *own);

#endif
