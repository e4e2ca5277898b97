/*
 * The index of a pattern numbers the placements of its tiles and the regions of the blank.
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

/* The connected sets of free cells within one half of the board (at most 13 cells), in the order of
 * their lowest cells. */
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
    uint8_t goal_cell[INDEX_MAX_TILES]; /* [label] */
    uint32_t factorial[INDEX_MAX_TILES + 1];
    /* [label][direction]: the set of the blank's cells from which a move in the direction brings
     * the tile with the label nearer to its goal cell. */
    uint32_t nearer[INDEX_MAX_TILES][DIRECTIONS];
    uint32_t goal_mask;
    uint32_t all_cells;
    uint32_t odd_cells; /* one colour of the chessboard */

    uint32_t code_count; /* k! */
    uint32_t mask_count; /* cells choose k */
    uint32_t cohort_count;
    uint8_t max_regions; /* of a mask */

    uint8_t low_cells;            /* cells 0 .. low_cells-1 are the lower half */
    uint32_t *high_base;          /* [2^(cells - low_cells)] */
    uint32_t *low_rank;           /* [2^low_cells] */
    struct index_half *high_free; /* [free cells of the upper half] */
    struct index_half *low_free;  /* [free cells of the lower half] */
    uint32_t before_edge;         /* all cells but those of the last column */
    uint32_t *mask_of_rank;       /* [mask_count] */
    uint32_t *first_cohort;       /* [mask_count + 1] */

    /* [rank]. If 64 bits are enough: the region of each cell, region_bits each from bit 0, and the
     * first cohort from bit region_shift = cells * region_bits. Otherwise: the first cohort in the
     * low half, and the index of an element of `maps` in the high half. */
    uint64_t *mask_regions;
    uint8_t region_bits; /* 0: there are maps */
    uint8_t region_shift;
    uint8_t (*maps)[TILEPDB_TABLE_MAX_CELLS];
    uint32_t map_count;
};

/* Builds the index of a pattern. The caller releases it by index_free. ERROR_ARGUMENT: not a board
 * size, no tiles, tiles that are not on the board; ERROR_TOO_LARGE: more than INDEX_MAX_TILES
 * tiles; ERROR_MEMORY. */
tilepdb_status index_create(struct index **index, const tilepdb_pattern *pattern,
                            tilepdb_error *error);

/* Fills the members that need no arrays: geometry, pattern, labels, goal, and the numbers of tiles,
 * codes, masks and cohorts. Takes less than a millisecond; there is nothing to free. Statuses as
 * index_create. */
tilepdb_status index_measure(struct index *index, const tilepdb_pattern *pattern,
                             tilepdb_error *error);

/* The number of masks of a pattern, on which the memory of its index depends. */
uint32_t index_masks(const tilepdb_pattern *pattern);

/* Accepts NULL. */
void index_free(struct index *index);

/* The rank, below mask_count, of a mask of exactly k cells. */
static inline uint32_t index_rank(const struct index *index, uint32_t mask) {
    return index->high_base[mask >> index->low_cells] +
           index->low_rank[mask & ((1u << index->low_cells) - 1u)];
}

/* The cohort of a mask, given by its rank, if the blank is on `cell`, which must be free. */
static inline uint32_t index_cohort(const struct index *index, uint32_t rank, unsigned cell) {
    const uint64_t packed = index->mask_regions[rank];
    if (index->region_bits) {
        const uint64_t region =
            packed >> (cell * index->region_bits) & ((1u << index->region_bits) - 1u);
        return (uint32_t)(packed >> index->region_shift) + (uint32_t)region;
    }
    return (uint32_t)packed + index->maps[packed >> 32][cell];
}

/* Bit 0 of the distance, in single-tile moves, of all placements on a mask: each move takes a tile
 * to a cell of the other colour. */
static inline unsigned index_parity(const struct index *index, uint32_t mask) {
    return bits_count32((mask ^ index->goal_mask) & index->odd_cells) & 1u;
}

/* Writes the regions of a mask as sets of cells: regions[i] belongs to cohort first_cohort[rank] +
 * i. Returns their number. */
unsigned index_mask_regions(const struct index *index, uint32_t mask,
                            uint32_t regions[TILEPDB_TABLE_MAX_CELLS]);

/* The code of tile_count labels in cell order, and its inverse. */
uint32_t index_code(const struct index *index, const uint8_t *labels);
void index_labels(const struct index *index, uint32_t code, uint8_t *labels);

/* The change of the code when label `moving` passes another label, `crossed`, towards higher cells.
 * Towards lower cells it is the negative. */
static inline int32_t index_cross(const struct index *index, unsigned moving, unsigned crossed) {
    return moving > crossed ? (int32_t)index->factorial[moving]
                            : -(int32_t)index->factorial[crossed];
}

/* The mask and code of the pattern's tiles on a board of the index's size whose tiles are numbered
 * as in the index's goal. */
void index_locate(const struct index *index, const tilepdb_board *board, uint32_t *mask,
                  uint32_t *code);

/* The sum of the Manhattan distances of the tiles. */
unsigned index_manhattan(const struct index *index, uint32_t mask, uint32_t code);

/* The columns of a table: cohorts or masks. A measured index is enough. */
static inline uint32_t index_columns(const struct index *index, tilepdb_blank_policy blank) {
    return blank == TILEPDB_BLANK_AWARE ? index->cohort_count : index->mask_count;
}

/* The number of reachable entries. If the pattern leaves at most two cells free, the parity of the
 * arrangement depends on the blank's cell, and half of the blank-aware entries are reachable. */
uint64_t index_reachable(const struct index *index, tilepdb_blank_policy blank);

/* The number of entries: cohorts or masks, times codes. A measured index is enough. */
uint64_t index_entries(const struct index *index, tilepdb_blank_policy blank);

/* Private to index_create, once the masks are listed: numbers cohorts and fills mask_regions.
 * False: no memory. */
bool index_regions_number(struct index *index);

/* Counts cohorts without listing masks: regions[k] becomes the number of cohorts of an index of k
 * tiles. Takes far less than a millisecond, where an index takes tens.
 *
 * A transfer matrix (Jensen, "Counting polyominoes", 2003): the board is filled cell by cell. Only
 * the last `width` cells matter for what follows, and which free ones of them are connected, so a
 * few hundred borders stand for all masks. ERROR_MEMORY. Any thread may call it. */
tilepdb_status regions_count(const struct geometry *geometry,
                             uint64_t regions[TILEPDB_TABLE_MAX_CELLS + 1], tilepdb_error *error);

#endif
