/*
 * The placements of a pattern, the plain way: an index for proofs.
 *
 * It numbers placements as specified in pdb/FORMAT.md and is written from that page. It shares
 * nothing with pattern/index.h, which the generator uses: masks are sorted and searched for,
 * regions are flooded cell by cell, arrangements are ranked by counting, and moves shift a label in
 * a list.
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

/* The move of one tile between two cohorts. Its arrangement changes as if the label at `from` in
 * the list of labels went to `to`. */
struct placement_edge {
    uint32_t source; /* the cohort from which the tile comes */
    uint8_t from;
    uint8_t to;
};

struct placements {
    struct move_set moves; /* single: a table counts the moves of one tile */
    unsigned tile_count;
    uint8_t tile[PLACEMENTS_MAX_TILES];      /* of each label, ascending */
    uint8_t goal_cell[PLACEMENTS_MAX_TILES]; /* its cell in the goal */
    uint32_t code_count;
    uint32_t mask_count;
    uint32_t cohort_count;
    uint32_t goal_cohort;
    uint32_t goal_code;
    uint32_t *masks;              /* [mask_count], in the order of their ranks */
    uint32_t *first_cohort;       /* [mask_count + 1] */
    uint32_t *regions;            /* [cohort_count], sets of cells */
    uint32_t *first_edge;         /* [cohort_count + 1] */
    struct placement_edge *edges; /* by the cohort to which the tile goes */
    /* moved[from][to][code], if codes are few enough; otherwise NULL. */
    uint32_t *moved[PLACEMENTS_MAX_TILES][PLACEMENTS_MAX_TILES];
    uint64_t bytes; /* taken by all this */
};

/* *placements is released by placements_free, also on failure. ERROR_ARGUMENT: not a board size;
 * ERROR_TOO_LARGE: more than PLACEMENTS_MAX_TILES tiles; ERROR_MEMORY. */
tilepdb_status placements_create(struct placements *placements, const tilepdb_pattern *pattern,
                                 tilepdb_error *error);

void placements_free(struct placements *placements);

/* The labels of a code in the order of their cells. */
void placements_labels(const struct placements *placements, uint32_t code, uint8_t *labels);

/* The reverse. */
uint32_t placements_code(const struct placements *placements, const uint8_t *labels);

/* The code after the label at `from` went to `to`. */
uint32_t placements_moved(const struct placements *placements, unsigned from, unsigned to,
                          uint32_t code);

/* The cohort of a mask when the blank is on a given free cell. */
uint32_t placements_cohort(const struct placements *placements, uint32_t mask, unsigned blank);

/* The rank of the mask that a cohort belongs to. */
uint32_t placements_rank_of(const struct placements *placements, uint32_t cohort);

#endif
