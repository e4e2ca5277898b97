/*
 * What the kernel for bit tables (kernel_bits.c) needs besides the setup: the same moves and
 * tables, laid out so that a look-up takes few instructions. And what it has in common with the one
 * in vectors (kernel_bits_quads.c).
 */
#ifndef TILEPDB_KERNELS_KERNEL_BITS_SETUP_H
#define TILEPDB_KERNELS_KERNEL_BITS_SETUP_H

#include "base/processor.h"
#include "kernels/kernel.h"
#include "kernels/pass.h"

/* The parts of a pattern's word: the offset of its row in bits 0 .. 35, (h + 1) mod 4 in 36 .. 37,
 * and the mask from bit 39 on. Bit 38 is 0. */
#ifndef KERNEL_SIDES
#define KERNEL_SIDES 0 /* 1: for searches from both sides (pass.h) */
#endif

#define BITS_OFFSET_BITS 36
#define BITS_OFFSET      ((UINT64_C(1) << BITS_OFFSET_BITS) - 1)
#define BITS_MASK_SHIFT  39

/* What a look-up needs of the moving tile and of its pattern, by the way the tile goes. */
struct bits_tile {
    int64_t gain[TILEPDB_TABLE_MAX_CELLS]; /* by a tile that is passed: what it adds to the offset;
                                              0 for the blank and for other patterns */
    size_t number;                         /* of the pattern in its partition */
    const uint8_t *entries;
    const uint32_t *high;         /* by the upper half of a mask: the rank of the first */
    const uint64_t *mask_regions; /* by rank: see kernel_bits.c */
    const uint8_t *maps;          /* of words that have no regions */
    const struct tilepdb_table *table;
    uint64_t row_bytes;
};

/* A move of the blank in the view of one group. A horizontal move passes cells beyond the board,
 * which hold 0. */
struct bits_move {
    uint64_t cells;                /* the two cells, as bits of a word's mask */
    const struct bits_tile *tiles; /* by the number of the moving tile */
    uint8_t from, to;              /* of the tile */
    uint8_t passed;                /* the first of the cells that it passes */
    uint8_t direction;
    uint16_t next; /* of the cell where the blank goes: the offset of its moves among all */
    uint8_t unused[10];
};

/* All masks of so many cells: what bits_tile has. */
struct bits_shape {
    const struct index *index; /* of one of the patterns; NULL: there are none of this size */
    uint64_t *mask_regions;
    uint32_t *high;
    uint8_t *maps;
};

/* A partition's tiles, those that go towards higher cells and those that go towards lower. */
struct bits_partition {
    struct bits_tile higher[TILEPDB_TABLE_MAX_CELLS];
    struct bits_tile lower[TILEPDB_TABLE_MAX_CELLS];
};

/* Immutable. */
struct bits {
    uint64_t moves[16][DIRECTIONS]; /* by set of directions: their offsets in `move`, the last
                                       first, in the upper half of a word */
    uint8_t move_count[16];
    uint16_t low[1u << ((TILEPDB_TABLE_MAX_CELLS + 1) / 2)]; /* by the lower half of a mask: what
                                                                it adds to the rank */
    const struct kernel_setup *setup;
    struct bits_shape shape[INDEX_MAX_TILES + 1]; /* by the number of tiles */
    void *shapes;                                 /* their arrays, in huge pages */
    size_t shape_bytes;
    struct bits_partition *partition; /* one for each of the setup's */
    struct bits_move move[];          /* [blank's cell, board's][direction][group] */
};

/* The moves of one cell of the blank. */
static inline size_t bits_blank_bytes(const struct kernel_setup *setup) {
    return DIRECTIONS * setup->group_count * sizeof(struct bits_move);
}

/* Whether these are bit tables of boards of that width, with at most so many groups and patterns
 * in each. */
bool bits_fits(const struct kernel_setup *setup, unsigned width, unsigned groups,
               unsigned patterns);

/* The members of struct kernel. */
bool bits_prepare(const struct kernel_setup *setup, void **data);
void bits_release(void *data);

/* ---- for both kernels ------------------------------------------------------------------------ */

/* Whether these are bit tables of single moves, in at most so many groups and patterns in each, all
 * of which fit. */
bool bits_partitions_fit(const struct kernel_setup *setup, unsigned groups, unsigned patterns,
                         bool (*fits)(const struct kernel_pattern *pattern));

/* The least slack of the groups of a node: `slack` is that of the first, and the others follow at a
 * distance of so many bytes. */
int bits_least_slack(const uint8_t *slack, size_t distance, unsigned groups);

/* Reports the solutions among the `count` uppermost entries of a pass: those with no move left to
 * the bound, which is the byte number `left` of a node. */
void bits_solutions_report(struct pass *pass, size_t count, size_t left);

/* Defines kernel_NAME_VARIANT by the functions and constants that each source has under these
 * names. */
#define BITS_KERNEL(NAME, VARIANT, PREPARE, RELEASE)                                               \
    const struct kernel PASTE(PASTE(kernel_, NAME),                                                \
                              PASTE(_, VARIANT)) = {.fits = fits,                                  \
                                                    .prepare = PREPARE,                            \
                                                    .release = RELEASE,                            \
                                                    .fields = 1,                                   \
                                                    .field_bytes = sizeof(struct node),            \
                                                    .scratch_bytes = sizeof(struct scratch),       \
                                                    .width = WIDTH,                                \
                                                    .max_bound = UINT8_MAX,                        \
                                                    .bidirectional = KERNEL_SIDES,                 \
                                                    .root = root_write,                            \
                                                    .expand = batch_expand,                        \
                                                    .slack = node_slack};

#endif
