/*
 * What the kernels for bit tables need besides the setup, kernel_bits.c and, in vectors of four
 * words, kernel_bits_quads.c: the same moves and tables, laid out so that a look-up takes few
 * instructions.
 */
#ifndef TILEPDB_KERNELS_KERNEL_BITS_SETUP_H
#define TILEPDB_KERNELS_KERNEL_BITS_SETUP_H

#include <stdalign.h>

#include "base/processor.h"
#include "kernels/kernel.h"
#include "kernels/pass.h"

#ifndef KERNEL_SIDES
#define KERNEL_SIDES 0 /* 1: for bidirectional searches (pass.h) */
#endif

/* A pattern is packed in 64 bits: the offset of its row, in bytes, in bits 0 .. 35, (h + 1) mod 4
 * in 36 .. 37, and its mask from bit 39 on. Bit 38 is 0. */
#define BITS_OFFSET_BITS 36
#define BITS_OFFSET      ((UINT64_C(1) << BITS_OFFSET_BITS) - 1)
#define BITS_MASK_SHIFT  39

/* A tile that moves towards higher cells, or one that moves towards lower cells. */
struct bits_tile {
    int64_t gain[TILEPDB_TABLE_MAX_CELLS]; /* [passed tile] the change of the offset; 0 for the
                                              blank and for tiles of other patterns */
    size_t number;                         /* the pattern's, in its partition */
    const uint8_t *entries;
    const uint32_t *high;         /* [upper half of a mask] the rank of the first such mask */
    const uint64_t *mask_regions; /* [rank] see kernel_bits.c */
    const uint8_t *maps;          /* the maps that mask_regions refer to on 5x5 */
    const struct tilepdb_table *table;
    uint64_t row_bytes;
};

/* A move of the blank in the view of one group. A horizontal move passes cells beyond the board,
 * which hold 0. */
struct bits_move {
    uint64_t cells;                /* the tile's two cells, as bits of the packed mask */
    const struct bits_tile *tiles; /* [tile] */
    uint8_t from, to;              /* the tile's cells */
    uint8_t passed;                /* the first cell that the tile passes */
    uint8_t direction;
    uint16_t next; /* the offset in bits.move, in bytes, of the moves of the blank's new cell */
    uint8_t unused[10];
};

/* The arrays that all patterns with the same number of tiles share. */
struct bits_shape {
    const struct index *index; /* of one pattern of this size; NULL: there is none */
    uint64_t *mask_regions;
    uint32_t *high;
    uint8_t *maps;
};

struct bits_partition {
    struct bits_tile higher[TILEPDB_TABLE_MAX_CELLS];
    struct bits_tile lower[TILEPDB_TABLE_MAX_CELLS];
};

/* Immutable. */
struct bits {
    uint64_t moves[16][DIRECTIONS]; /* [set of directions] in the upper half of each: the offset in
                                       `move` of one of its directions, the last first */
    uint8_t move_count[16];
    uint16_t low[1u << ((TILEPDB_TABLE_MAX_CELLS + 1) / 2)]; /* [lower half of a mask] its part
                                                                of the rank */
    const struct kernel_setup *setup;
    struct bits_shape shape[INDEX_MAX_TILES + 1]; /* [number of tiles] */
    void *shapes;                                 /* the arrays of all shapes, in huge pages */
    size_t shape_bytes;
    struct bits_partition
        *partition;          /* [group]; only the first group of a partition uses its own */
    struct bits_move move[]; /* [blank's cell on the board][direction][group] */
};

/* The size of the moves of one cell of the blank. */
static inline size_t bits_blank_bytes(const struct kernel_setup *setup) {
    return DIRECTIONS * setup->group_count * sizeof(struct bits_move);
}

/* Whether the setup has bit tables of width x width boards, in at most `groups` groups with at most
 * `patterns` patterns each. */
bool bits_fits(const struct kernel_setup *setup, unsigned width, unsigned groups,
               unsigned patterns);

/* The members of struct kernel. */
bool bits_prepare(const struct kernel_setup *setup, void **data);
void bits_release(void *data);

/* ---- kernel_bits_quads.c -------------------------------------------------------------------- */

#define QUADS_PATTERNS 4
#define QUADS_TILES    8 /* of a pattern */

/* A pattern is packed as above, but for the offset: it is in bits, and its lowest two bits, which
 * would be 0, are the number of the pattern. */
#define QUADS_OFFSET     ((UINT64_C(1) << QUADS_H_SHIFT) - 1)
#define QUADS_H_SHIFT    36
#define QUADS_MASK_SHIFT 39

/* The entry of a mask in mask_regions: its first cohort, and above that the number of its map. */
#define QUADS_COHORT_BITS 18
#define QUADS_COHORT      ((1u << QUADS_COHORT_BITS) - 1)
#define QUADS_MAPS        (1u << (32 - QUADS_COHORT_BITS))

/* A tile on a board: its label in bits 0 .. 2, the number of its pattern in bits 4 .. 5, and in bit
 * 6 whether the number of the group is odd. */
#define QUADS_PATTERN_SHIFT 4
#define QUADS_GROUP_SHIFT   6
#define QUADS_BLANK         0xF0

#define QUADS_PLACES ((size_t)TILEPDB_TABLE_MAX_CELLS * KERNEL_MAX_GROUPS)

/* Immutable. A vector may load the elements of two neighbouring groups at once. */
struct quads {
    alignas(64) uint64_t entries[KERNEL_MAX_GROUPS][QUADS_PATTERNS]; /* the number of the first
                                                 bit in memory, less that of the pattern */
    uint64_t row_bits[KERNEL_MAX_GROUPS][QUADS_PATTERNS];
    uint64_t shape[KERNEL_MAX_GROUPS][QUADS_PATTERNS]; /* added to the mask as an index of `high` */
    uint64_t towards[KERNEL_MAX_GROUPS][DIRECTIONS];   /* in each quarter: 1 if the tile goes
                                                towards higher cells, otherwise -1 */
    /* Moves of the blank. A place is the blank's cell in the first group, times the number of
     * groups, plus the number of the group. The tiles of a place are on the 16 cells from `start`
     * on, and cells count from there. */
    uint8_t tile[QUADS_PLACES][DIRECTIONS][8];   /* the cell of the moving tile, eight times */
    uint8_t passed[QUADS_PLACES][DIRECTIONS][8]; /* the cells that it passes, twice each; the
                                                    blank's cell in the place of others */
    uint64_t cells[QUADS_PLACES][DIRECTIONS];    /* the tile's two cells, as bits of the packed
                                                    mask */
    uint64_t map[QUADS_PLACES][DIRECTIONS];      /* in the upper half: the index in `maps` of the
                                                    blank's new cell */
    uint8_t from[QUADS_PLACES][DIRECTIONS];      /* the tile's cell on the board */
    uint8_t to[QUADS_PLACES];                    /* the blank's cell on the board */
    uint8_t start[QUADS_PLACES];
    /* [set of directions] the 32-bit halves of the words of its directions, the last first, for two
     * groups. */
    alignas(64) uint32_t pack[16][16];
    uint8_t factorial[4][16]; /* [label] the low byte, [label + 8] the high */
    uint32_t directions[16];  /* [set of directions] a byte each, the last first */
    uint8_t direction_count[16];
    uint64_t list[256]; /* [set of eight] its elements, a byte each */
    uint64_t change[2]; /* [1 if h falls] added to a packed pattern */
    int8_t slack_change[2];
    bool uniform; /* all patterns have the same number of tiles */
    const struct kernel_setup *setup;
    unsigned low_cells;
    uint32_t *mask_regions; /* [rank], of all shapes one after another */
    uint32_t *high;         /* [shape and upper half of a mask] the rank of the first such mask */
    uint16_t *low;          /* [lower half of a mask] its part of the rank */
    uint8_t *maps;          /* [cell][map]: the region of the cell */
    void *arrays;           /* the memory of the four arrays above */
    size_t array_bytes;
};

/* Whether the setup has bit tables of boards with at most five columns, whose patterns can be
 * packed as above, in at most `groups` groups. */
bool quads_fits(const struct kernel_setup *setup, unsigned groups);

bool quads_prepare(const struct kernel_setup *setup, void **data);
void quads_release(void *data);

/* ---- for both kernels ------------------------------------------------------------------------ */

/* Whether the setup has bit tables of single-tile moves, in at most `groups` groups with at most
 * `patterns` patterns each, and all patterns fit. */
bool bits_partitions_fit(const struct kernel_setup *setup, unsigned groups, unsigned patterns,
                         bool (*fits)(const struct kernel_pattern *pattern));

/* The least slack of the groups of a node. `slack` points to that of the first; the others follow
 * every `distance` bytes. */
int bits_least_slack(const uint8_t *slack, size_t distance, unsigned groups);

/* Reports the solutions among the `count` uppermost entries of a pass. `left` is the offset, in a
 * node, of the byte with the moves left to the bound. */
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
