/*
 * The placements of a pattern: a plain index for proofs.
 *
 * It numbers placements as pdb/FORMAT.md specifies, and was written from that page. It shares
 * nothing with pattern/index.h, which the generator uses: masks are sorted and found by binary
 * search, regions are flooded cell by cell, arrangements are ranked by counting, and moves shift a
 * label in a list.
 *
 * A placement is (cohort, code): a cohort is a mask with one of its regions, a code an arrangement.
 *
 * Immutable after placements_create; any number of threads may read it.
 */
#ifndef TILEPDB_VERIFY_PLACEMENTS_H
#define TILEPDB_VERIFY_PLACEMENTS_H

#include "puzzle/move_set.h"
#include "tilepdb.h"

#define PLACEMENTS_MAX_TILES 12

/* A move of one tile into a cohort. In the list of labels, that of the tile goes from index `from`
 * to index `to`. */
struct placement_edge {
    uint32_t source; /* the cohort before the move */
    uint8_t from;
    uint8_t to;
};

struct placements {
    struct move_set moves; /* single-tile moves */
    unsigned tile_count;
    uint8_t tile[PLACEMENTS_MAX_TILES];      /* [label], ascending */
    uint8_t goal_cell[PLACEMENTS_MAX_TILES]; /* [label] */
    uint32_t code_count;
    uint32_t mask_count;
    uint32_t cohort_count;
    uint32_t goal_cohort;
    uint32_t goal_code;
    uint32_t *masks;              /* [mask_count], by rank */
    uint32_t *first_cohort;       /* [mask_count + 1] */
    uint32_t *regions;            /* [cohort_count], sets of cells */
    uint32_t *first_edge;         /* [cohort_count + 1] */
    struct placement_edge *edges; /* by the cohort after the move */
    /* [from][to][code]: the code after a move; NULL: it is computed. */
    uint32_t *moved[PLACEMENTS_MAX_TILES][PLACEMENTS_MAX_TILES];
    uint64_t bytes; /* of memory */
};

/* *placements is released by placements_free, also on failure. ERROR_ARGUMENT: not a board size;
 * ERROR_TOO_LARGE: more than PLACEMENTS_MAX_TILES tiles; ERROR_MEMORY. */
tilepdb_status placements_create(struct placements *placements, const tilepdb_pattern *pattern,
                                 tilepdb_error *error);

void placements_free(struct placements *placements);

/* The labels of an arrangement in the order of their cells, by its code. */
void placements_labels(const struct placements *placements, uint32_t code, uint8_t *labels);

/* The code of an arrangement, by its labels. */
uint32_t placements_code(const struct placements *placements, const uint8_t *labels);

/* The code after the label at index `from` went to index `to`. */
uint32_t placements_moved(const struct placements *placements, unsigned from, unsigned to,
                          uint32_t code);

/* The cohort of a mask with the blank on a free cell. */
uint32_t placements_cohort(const struct placements *placements, uint32_t mask, unsigned blank);

/* The rank of the mask of a cohort. */
uint32_t placements_rank_of(const struct placements *placements, uint32_t cohort);

#endif
