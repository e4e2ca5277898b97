/*
 * The index of a pattern: masks (the cells of its tiles), regions of the blank, cohorts and codes
 * (arrangements of the tiles), as pdb/FORMAT.md (index 1) numbers them.
 *
 * - rank of a mask = high_base[upper cells] + low_rank[lower cells]. A horizontal move leads to a
 *   near rank.
 * - cohort = first cohort of the mask + region.
 * - code = sum of digit_i * i!, where digit_i is the number of smaller labels before label i in
 *   cell order. Labels 0 .. k-1 are the k tiles in the order of their numbers. A horizontal move
 *   leaves the code unchanged. A vertical move of label t passes W-1 cells. For each label u on
 *   these cells, the order of t and u changes, and with it the code by +-max(t,u)! (index_cross).
 *
 * A created index is immutable.
 */
#ifndef TILEPDB_PATTERN_INDEX_H
#define TILEPDB_PATTERN_INDEX_H

#include "base/bytes.h"
#include "puzzle/geometry.h"
#include "tilepdb_tables.h"

#define INDEX_MAX_TILES 12
#define NO_LABEL        0xFF

struct index_half {
    uint32_t count;
    uint32_t cells[7];
};

struct index {
    struct geometry geometry;
    tilepdb_pattern pattern;
    uint8_t tile_count;
    uint8_t label_of_tile[TILEPDB_TABLE_MAX_CELLS]; /* NO_LABEL: the blank or another pattern */
    uint8_t tile_of_label[INDEX_MAX_TILES];
    uint8_t goal_cell[INDEX_MAX_TILES]; /* [label] */
    uint32_t factorial[INDEX_MAX_TILES + 1];
    /* [label][direction] set of blank cells from which a move brings the label's tile nearer to its
     * goal cell */
    uint32_t nearer[INDEX_MAX_TILES][DIRECTIONS];
    uint32_t goal_mask;
    uint32_t all_cells;
    uint32_t odd_cells; /* cells of one chessboard colour */

    uint32_t code_count; /* k! */
    uint32_t mask_count;
    uint32_t cohort_count;
    uint8_t max_regions;

    uint8_t low_cells;            /* lower cells are below this number */
    uint32_t *high_base;          /* [set of upper cells] */
    uint32_t *low_rank;           /* [set of lower cells] */
    struct index_half *high_free; /* [set of free upper cells] */
    struct index_half *low_free;  /* [set of free lower cells] */
    uint32_t before_edge;         /* set of cells outside the last column */
    uint32_t *mask_of_rank;       /* [mask_count] */
    uint32_t *first_cohort;       /* [rank of a mask]; after the last, cohort_count */

    /* [rank] If 64 bits suffice: the region of each cell in region_bits bits, then from bit
     * region_shift the first cohort. Otherwise: the first cohort in the low half, an index in
     * `maps` in the high half. */
    uint64_t *mask_regions;
    uint8_t region_bits; /* 0 if `maps` is used */
    uint8_t region_shift;
    uint8_t (*maps)[TILEPDB_TABLE_MAX_CELLS]; /* [cell] region */
    uint32_t map_count;
};

/* Returns ERROR_ARGUMENT for an invalid board size or goal cell, no tiles, or tiles off the board;
 * ERROR_TOO_LARGE for over INDEX_MAX_TILES tiles; ERROR_MEMORY. index_free must follow OK. */
tilepdb_status index_create(struct index **index, const tilepdb_pattern *pattern,
                            tilepdb_error *error);

/* Fills only the members above `max_regions`, and `low_cells`, in less than a millisecond, without
 * need of index_free. Returns the statuses of index_create. */
tilepdb_status index_measure(struct index *index, const tilepdb_pattern *pattern,
                             tilepdb_error *error);

/* The number of masks of a valid pattern. */
uint32_t index_masks(const tilepdb_pattern *pattern);

void index_free(struct index *index);

/* `mask` has k cells. */
static inline uint32_t index_rank(const struct index *index, uint32_t mask) {
    return index->high_base[mask >> index->low_cells] +
           index->low_rank[mask & ((1u << index->low_cells) - 1u)];
}

/* Returns the cohort of the mask of rank `rank` with the blank on the free cell `cell`. */
static inline uint32_t index_cohort(const struct index *index, uint32_t rank, unsigned cell) {
    const uint64_t packed = index->mask_regions[rank];
    if (index->region_bits) {
        const uint64_t region =
            packed >> (cell * index->region_bits) & ((1u << index->region_bits) - 1u);
        return (uint32_t)(packed >> index->region_shift) + (uint32_t)region;
    }
    return (uint32_t)packed + index->maps[packed >> 32][cell];
}

/* Returns bit 0 of the distance: single-tile moves change a tile's chessboard colour. */
static inline unsigned index_parity(const struct index *index, uint32_t mask) {
    return bits_count32((mask ^ index->goal_mask) & index->odd_cells) & 1u;
}

/* Returns the number of regions; regions[i], a set of cells, belongs to cohort first_cohort[rank] +
 * i. */
unsigned index_mask_regions(const struct index *index, uint32_t mask,
                            uint32_t regions[TILEPDB_TABLE_MAX_CELLS]);

/* `labels` are in cell order. */
uint32_t index_code(const struct index *index, const uint8_t *labels);
void index_labels(const struct index *index, uint32_t code, uint8_t *labels);

/* The change of the code when label `moving` passes `crossed` towards higher cells; towards lower
 * cells the sign is opposite. */
static inline int32_t index_cross(const struct index *index, unsigned moving, unsigned crossed) {
    return moving > crossed ? (int32_t)index->factorial[moving]
                            : -(int32_t)index->factorial[crossed];
}

/* The tiles of `board` are numbered as in the goal of the index. */
void index_locate(const struct index *index, const tilepdb_board *board, uint32_t *mask,
                  uint32_t *code);

unsigned index_manhattan(const struct index *index, uint32_t mask, uint32_t code);

static inline uint32_t index_columns(const struct index *index, tilepdb_blank_policy blank) {
    return blank == TILEPDB_BLANK_AWARE ? index->cohort_count : index->mask_count;
}

/* Expects a created index. With one or two free cells, half of the blank-aware entries are
 * reachable. */
uint64_t index_reachable(const struct index *index, tilepdb_blank_policy blank);

/* A measured index suffices. */
uint64_t index_entries(const struct index *index, tilepdb_blank_policy blank);

/*
 * Sets regions[k] to the number of cohorts of patterns of k tiles, in far less than a millisecond.
 * Returns ERROR_MEMORY.
 *
 * A transfer matrix (Jensen, "Counting polyominoes", 2003): the board is filled cell by cell, along
 * its shorter side. Only the border, the last cells in the length of this side, and the connections
 * of its free cells matter for the remaining cells, so a few hundred borders represent all masks.
 */
tilepdb_status regions_count(const struct geometry *geometry,
                             uint64_t regions[TILEPDB_TABLE_MAX_CELLS + 1], tilepdb_error *error);

#endif
