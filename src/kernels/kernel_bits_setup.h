/*
 * Data that kernel_bits.c and kernel_bits_quads.c prepare from a setup with bit tables.
 */
#ifndef TILEPDB_KERNELS_KERNEL_BITS_SETUP_H
#define TILEPDB_KERNELS_KERNEL_BITS_SETUP_H

#include <stdalign.h>

#include "base/processor.h"
#include "kernels/kernel.h"
#include "kernels/pass.h"

#ifndef KERNEL_SIDES
#define KERNEL_SIDES 0 /* 1 for bidirectional searches */
#endif

/* A packed pattern: bits 0 .. 35 hold its row's offset in bytes, bits 36 .. 37 (h + 1) mod 4,
 * bits from 39 on its mask. */
#define BITS_OFFSET_BITS 36
#define BITS_OFFSET      ((UINT64_C(1) << BITS_OFFSET_BITS) - 1)
#define BITS_MASK_SHIFT  39

struct bits_tile {
    int64_t gain[TILEPDB_TABLE_MAX_CELLS]; /* [passed tile] change of the row's offset; 0 unless
                                            * the passed tile is in the pattern */
    size_t number; /* of the pattern in its partition */
    const uint8_t *entries;
    const uint32_t *high; /* [upper half of a mask] rank of the first mask with this half */
    const uint64_t *mask_regions;
    const uint8_t *maps;
    const struct tilepdb_table *table;
    uint64_t row_bytes;
};

/* A move of the blank in one group's view. For a horizontal move, `passed` is a byte beyond the
 * board, where the node has zeros. */
struct bits_move {
    uint64_t cells; /* `from` and `to` as bits of the packed mask */
    const struct bits_tile *tiles;
    uint8_t from, to;
    uint8_t passed; /* first cell that the tile passes */
    uint8_t direction;
    uint16_t next; /* byte offset in bits.move of the moves that follow */
    uint8_t unused[10];
};

/* Shared by all patterns with equally many tiles. */
struct bits_shape {
    const struct index *index; /* NULL if no pattern has this size */
    uint64_t *mask_regions;
    uint32_t *high;
    uint8_t *maps;
};

struct bits_partition {
    struct bits_tile higher[TILEPDB_TABLE_MAX_CELLS];
    struct bits_tile lower[TILEPDB_TABLE_MAX_CELLS];
};

struct bits {
    uint64_t moves[16][DIRECTIONS]; /* [set of directions] in upper halves: offsets in `move` of
                                     * its directions, the last first */
    uint8_t move_count[16];
    uint16_t low[1u << ((TILEPDB_TABLE_MAX_CELLS + 1) / 2)]; /* [lower half of a mask] the half's
                                                              * part of the rank */
    const struct kernel_setup *setup;
    struct bits_shape shape[INDEX_MAX_TILES + 1];
    void *shapes;
    size_t shape_bytes;
    struct bits_partition *partition; /* [group] filled for the first group of each partition */
    struct bits_move move[];          /* [blank's cell on the board][direction][group] */
};

static inline size_t bits_blank_bytes(const struct kernel_setup *setup) {
    return DIRECTIONS * setup->group_count * sizeof(struct bits_move);
}

/* Accepts bit tables of single-tile moves on boards of `width` x `width` with at most `groups`
 * groups and `patterns` patterns, if all patterns can be packed. */
bool bits_fits(const struct kernel_setup *setup, unsigned width, unsigned groups,
               unsigned patterns);

bool bits_prepare(const struct kernel_setup *setup, void **data);
void bits_release(void *data);

/* ---- kernel_bits_quads.c -------------------------------------------------------------------- */

#define QUADS_PATTERNS 4
#define QUADS_TILES    8

/* Like BITS_OFFSET, but in bits. The lowest two bits, which would be 0, hold the pattern's
 * number. */
#define QUADS_OFFSET     ((UINT64_C(1) << QUADS_H_SHIFT) - 1)
#define QUADS_H_SHIFT    36
#define QUADS_MASK_SHIFT 39

/* A tile on a board: label in bits 0 .. 2, pattern in bits 4 .. 5; bit 6 is set in odd groups. */
#define QUADS_PATTERN_SHIFT 4
#define QUADS_GROUP_SHIFT   6
#define QUADS_BLANK         0xF0

#define QUADS_PLACES ((size_t)TILEPDB_TABLE_MAX_CELLS * KERNEL_MAX_GROUPS)

/* Immutable. One vector load may read elements of two neighbouring groups. */
struct quads {
    alignas(64) uint64_t entries[KERNEL_MAX_GROUPS][QUADS_PATTERNS]; /* number of the table's
                                                                      * first bit in memory,
                                                                      * minus the pattern's
                                                                      * number */
    uint64_t row_bits[KERNEL_MAX_GROUPS][QUADS_PATTERNS];
    uint64_t shape[KERNEL_MAX_GROUPS][QUADS_PATTERNS]; /* added to a mask to index `high` */
    uint64_t towards[KERNEL_MAX_GROUPS][DIRECTIONS];   /* [direction] each quarter is 1 if the tile
                                                        * moves towards higher cells, else -1 */
    /* Moves. The index is the blank's cell in group 0 times the number of groups, plus the
     * group. `tile` and `passed` number the 16 cells of the window, which begins at cell
     * `start`. */
    uint8_t tile[QUADS_PLACES][DIRECTIONS][8];   /* cell of the moving tile, eight times */
    uint8_t passed[QUADS_PLACES][DIRECTIONS][8]; /* passed cells, each twice; spare bytes have
                                                  * the blank's cell */
    uint64_t cells[QUADS_PLACES][DIRECTIONS]; /* `from` and `to` as bits of the packed mask */
    uint64_t map[QUADS_PLACES][DIRECTIONS];   /* upper half: index in `maps` of map 0 for the
                                               * blank's new cell */
    uint8_t from[QUADS_PLACES][DIRECTIONS];   /* cell of the tile on the group's board */
    uint8_t to[QUADS_PLACES];                 /* cell of the blank on the group's board */
    uint8_t start[QUADS_PLACES];
    /* [set of directions] vec4_permute control that moves these directions to the front, the
     * last first */
    alignas(64) uint32_t pack[16][16];
    uint8_t factorial[4][16]; /* [label] low byte, [label + 8] high byte */
    uint32_t directions[16];  /* [set of directions] its directions, a byte each, the last first */
    uint8_t direction_count[16];
    uint64_t list[256]; /* [set of bits] numbers of its bits, a byte each */
    uint64_t change[2]; /* number that a move adds to a packed pattern: [1] if h falls, else [0] */
    int8_t slack_change[2];
    bool uniform; /* all patterns have equally many tiles */
    const struct kernel_setup *setup;
    unsigned low_cells;
    unsigned cohort_bits;
    uint32_t *mask_regions; /* [rank] the mask's first cohort in the lower `cohort_bits`, above them
                             * the number of its region map */
    uint32_t *high; /* [shape, upper half of a mask] rank of the first mask with this
                     * half */
    uint16_t *low;  /* [lower half of a mask] the half's part of the rank */
    uint8_t *maps;  /* [cell][map] region */
    void *arrays;
    size_t array_bytes;
};

/* Accepts bit tables of single-tile moves on boards of at most five columns with at most `groups`
 * groups of at most QUADS_PATTERNS patterns, if all patterns can be packed. */
bool quads_fits(const struct kernel_setup *setup, unsigned groups);

bool quads_prepare(const struct kernel_setup *setup, void **data);
void quads_release(void *data);

/* ---- for both kernels ------------------------------------------------------------------------ */

/* `slack` is the byte of the first group; the bytes of further groups are `distance` bytes
 * apart. */
int bits_least_slack(const uint8_t *slack, size_t distance, unsigned groups);

/* Reports solutions among the topmost `count` entries, and removes them if `all` is set. `left` and
 * `slack` are byte offsets in a node: of the moves left, and of a group's slack. The two bytes are
 * equal only at the goal. */
void bits_solutions_report(struct pass *pass, size_t count, size_t left, size_t slack);

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
