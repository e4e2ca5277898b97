/*
 * The index of a pattern: every placement of its tiles on the board, with the region of the blank,
 * as numbers.
 *
 * A placement is split in three:
 * - The mask is the set of cells that the pattern's tiles occupy; its rank counts all masks.
 *   rank = high_base[upper cells] + low_rank[lower cells]: two look-ups in tables of half a mask
 *   each, a few kilobytes. Masks are ordered by the number of tiles on the upper cells, then by the
 *   upper cells, then by the lower ones, so that masks a horizontal move apart are near each other.
 * - The region is the connected set of free cells that holds the blank, numbered within its mask in
 *   the order of each region's lowest cell. (mask, region) pairs are counted by cohorts:
 *   cohort = first cohort of the mask + region.
 * - The code in [0, k!) is the arrangement of the k tiles on the mask. Tiles have labels
 *   0 .. k-1 in the order of their numbers. List them in cell order; let digit_i be the number of
 *   labels smaller than i that come before label i; code = sum of digit_i * i!.
 *   A horizontal move crosses no tile and leaves the code unchanged. A vertical move of label t
 *   changes, for each label u of the W-1 cells between, only the order of t and u, which is
 *   recorded in the digit of the larger one: the code changes by +-max(t,u)! (index_cross).
 *
 * A table is stored code by code: all cohorts (or masks) of code 0, then of code 1, and so on. In
 * this order the horizontal moves of a search stay within one row of a few kilobytes.
 *
 * An index is immutable after index_create and may be shared by any number of threads.
 */
#ifndef TILEPDB_PATTERN_INDEX_H
#define TILEPDB_PATTERN_INDEX_H

#include "base/bytes.h"
#include "puzzle/geometry.h"
#include "tilepdb.h"

#define INDEX_MAX_TILES 12
#define NO_LABEL        0xFF

/* The connected sets of free cells within one half of the board, in the order of their lowest
 * cells; at most every other cell of 13 is a set of its own. */
struct index_half {
    uint32_t count;
    uint32_t cells[7];
};

struct index {
    struct geometry geometry;
    tilepdb_pattern pattern;
    uint8_t tile_count;                             /* k */
    uint8_t label_of_tile[TILEPDB_TABLE_MAX_CELLS]; /* NO_LABEL for tiles of other patterns */
    uint8_t tile_of_label[INDEX_MAX_TILES];
    uint8_t goal_cell[INDEX_MAX_TILES]; /* of each label */
    uint32_t factorial[INDEX_MAX_TILES + 1];
    /* [label][direction]: the cells of a blank that brings the tile beside it, if it has the label,
     * nearer to its goal cell when it goes there. */
    uint32_t nearer[INDEX_MAX_TILES][DIRECTIONS];
    uint32_t goal_mask;
    uint32_t all_cells;
    uint32_t odd_cells; /* one colour of the chessboard */

    uint32_t code_count; /* k! */
    uint32_t mask_count; /* cells choose k */
    uint32_t cohort_count;
    uint8_t max_regions; /* the most regions that a mask has */

    uint8_t low_cells;            /* cells 0 .. low_cells-1 are the lower half */
    uint32_t *high_base;          /* [2^(cells - low_cells)] */
    uint32_t *low_rank;           /* [2^low_cells] */
    struct index_half *high_free; /* [2^(cells - low_cells)], by the free cells of the half */
    struct index_half *low_free;  /* [2^low_cells] */
    uint32_t before_edge;         /* all cells but those of the last column */
    uint32_t *mask_of_rank;       /* [mask_count] */
    uint32_t *first_cohort;       /* [mask_count + 1] */

    /* One word per mask. Packed, where it fits 64 bits: region_bits for each cell from bit 0, the
     * first cohort from bit region_shift = cells * region_bits. Otherwise: the first cohort in the
     * low half, and in the high half the number of a map of TILEPDB_TABLE_MAX_CELLS regions in
     * `maps`. */
    uint64_t *mask_regions;
    uint8_t region_bits; /* 0: not packed */
    uint8_t region_shift;
    uint8_t (*maps)[TILEPDB_TABLE_MAX_CELLS];
    uint32_t map_count;
};

/* Builds the index of a pattern of 1 .. INDEX_MAX_TILES tiles. *index is owned by the caller.
 * ERROR_ARGUMENT: not a board size, no tiles, tiles that are not on the board. ERROR_TOO_LARGE:
 * more tiles than INDEX_MAX_TILES. ERROR_MEMORY. */
tilepdb_status index_create(struct index **index, const tilepdb_pattern *pattern,
                            tilepdb_error *error);

/* Only what takes no memory and next to no time: the geometry, the pattern, its labels, its goal,
 * and the numbers of tiles, codes, masks and cohorts. There are no arrays, and nothing to free.
 * Statuses as index_create. */
tilepdb_status index_measure(struct index *index, const tilepdb_pattern *pattern,
                             tilepdb_error *error);

/* The number of masks of a pattern whose tiles are on its board: an index takes memory for each. */
uint32_t index_masks(const tilepdb_pattern *pattern);

/* Accepts NULL. */
void index_free(struct index *index);

/* The rank in [0, mask_count) of a mask of exactly k cells. */
static inline uint32_t index_rank(const struct index *index, uint32_t mask) {
    return index->high_base[mask >> index->low_cells] +
           index->low_rank[mask & ((1u << index->low_cells) - 1u)];
}

/* The cohort of the mask of that rank when the blank is on `cell`, which must be free. */
static inline uint32_t index_cohort(const struct index *index, uint32_t rank, unsigned cell) {
    const uint64_t packed = index->mask_regions[rank];
    if (index->region_bits) {
        const uint64_t region =
            packed >> (cell * index->region_bits) & ((1u << index->region_bits) - 1u);
        return (uint32_t)(packed >> index->region_shift) + (uint32_t)region;
    }
    return (uint32_t)packed + index->maps[packed >> 32][cell];
}

/* Bit 0 of the distance of every placement on a mask, in single-tile moves, each of which takes one
 * tile one step: whether the occupied cells are, in sum, an
 * odd number of steps from the goal's. */
static inline unsigned index_parity(const struct index *index, uint32_t mask) {
    return bits_count32((mask ^ index->goal_mask) & index->odd_cells) & 1u;
}

/* Splits the free cells of a mask into its regions, each a set of cells, in the order of their
 * lowest cells: region i belongs to cohort first_cohort[rank] + i. Returns their number. */
unsigned index_mask_regions(const struct index *index, uint32_t mask,
                            uint32_t regions[TILEPDB_TABLE_MAX_CELLS]);

/* The code of labels listed in cell order, and back. `labels` has tile_count elements. */
uint32_t index_code(const struct index *index, const uint8_t *labels);
void index_labels(const struct index *index, uint32_t code, uint8_t *labels);

/* What the code gains when `moving` passes `crossed` towards higher cells; the negative when it
 * passes towards lower cells. Labels differ. */
static inline int32_t index_cross(const struct index *index, unsigned moving, unsigned crossed) {
    return moving > crossed ? (int32_t)index->factorial[moving]
                            : -(int32_t)index->factorial[crossed];
}

/* The mask and code of the pattern's tiles on a board of the index's size whose tiles are numbered
 * as in the index's goal. */
void index_locate(const struct index *index, const tilepdb_board *board, uint32_t *mask,
                  uint32_t *code);

/* The sum of Manhattan distances of an arrangement. */
unsigned index_manhattan(const struct index *index, uint32_t mask, uint32_t code);

/* Columns of a table: cohorts or masks. A measured index is enough. */
static inline uint32_t index_columns(const struct index *index, tilepdb_blank_policy blank) {
    return blank == TILEPDB_BLANK_AWARE ? index->cohort_count : index->mask_count;
}

/* Reachable entries. All, if the pattern leaves more than two cells free. Otherwise the parity of
 * the arrangement is tied to the blank's cell, and half the blank-aware entries are reachable. */
uint64_t index_reachable(const struct index *index, tilepdb_blank_policy blank);

/* The number of entries: cohorts or masks, times codes. A measured index is enough. */
uint64_t index_entries(const struct index *index, tilepdb_blank_policy blank);

/* Private to index_create, after the masks are listed: splits the free cells of every mask, numbers
 * cohorts and fills the region words. False: no memory; index_free releases what there is. */
bool index_regions_number(struct index *index);

/* How many pairs of a mask and a region of the blank there are, without listing the masks: what a
 * blank-aware table's size depends on. The board is filled cell by cell. Of what is filled, only
 * the last `width` cells matter, and which of the free ones are connected; so a few hundred kinds
 * of border stand for all masks (a transfer matrix; Jensen, "Counting polyominoes", 2003). Far less
 * than a millisecond, where an index takes tens.
 *
 * regions[k] becomes the sum over all masks of k cells of the regions that they leave: the cohorts
 * of an index of k tiles. ERROR_MEMORY. Any thread may call it. */
tilepdb_status regions_count(const struct geometry *geometry,
                             uint64_t regions[TILEPDB_TABLE_MAX_CELLS + 1], tilepdb_error *error);

#endif
