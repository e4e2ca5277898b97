/*
 * The placements of a pattern: a plain index for proofs, written from pdb/FORMAT.md. It shares
 * nothing with the generator's index (pattern/index.h).
 *
 * A placement is a cohort (a mask with one of its regions) and a code (an arrangement).
 *
 * Immutable after placements_create; any number of threads may read it.
 */
#ifndef TILEPDB_VERIFY_PLACEMENTS_H
#define TILEPDB_VERIFY_PLACEMENTS_H

#include "puzzle/move_set.h"
#include "tilepdb_tables.h"

#define PLACEMENTS_MAX_TILES 12

/* A single-tile move into a cohort. The label of the tile goes from index `from` to index `to` of
 * the labels in cell order. */
struct placement_edge {
    uint32_t source; /* cohort before the move */
    uint8_t from;
    uint8_t to;
};

struct placements {
    struct move_set moves;
    unsigned tile_count;
    uint8_t tile[PLACEMENTS_MAX_TILES];      /* [label] ascending */
    uint8_t goal_cell[PLACEMENTS_MAX_TILES]; /* [label] */
    uint32_t code_count;
    uint32_t mask_count;
    uint32_t cohort_count;
    uint32_t goal_cohort;
    uint32_t goal_code;
    uint32_t *masks;              /* [mask_count] by rank */
    uint32_t *first_cohort;       /* [mask_count + 1] */
    uint32_t *regions;            /* [cohort_count] sets of cells */
    uint32_t *first_edge;         /* [cohort_count + 1] */
    struct placement_edge *edges; /* by the cohort after the move */
    /* [from][to][code] see placements_moved; NULL if not tabulated */
    uint32_t *moved[PLACEMENTS_MAX_TILES][PLACEMENTS_MAX_TILES];
    uint64_t bytes;
};

/* placements_free must follow, also on failure. Returns ERROR_ARGUMENT for an invalid board size,
 * ERROR_TOO_LARGE for over PLACEMENTS_MAX_TILES tiles, ERROR_MEMORY. */
tilepdb_status placements_create(struct placements *placements, const tilepdb_pattern *pattern,
                                 tilepdb_error *error);

void placements_free(struct placements *placements);

/* Writes the labels of a code in cell order. */
void placements_labels(const struct placements *placements, uint32_t code, uint8_t *labels);

/* `labels` are in cell order. */
uint32_t placements_code(const struct placements *placements, const uint8_t *labels);

/* Returns the code after the label at index `from` moved to index `to`. */
uint32_t placements_moved(const struct placements *placements, unsigned from, unsigned to,
                          uint32_t code);

/* `blank` is a free cell. */
uint32_t placements_cohort(const struct placements *placements, uint32_t mask, unsigned blank);

uint32_t placements_rank_of(const struct placements *placements, uint32_t cohort);

#endif
