/*
 * The placements of a pattern, a plain index for proofs, and the distances of all placements.
 *
 * A placement is a cohort (a mask with one of its regions) and a code (an arrangement). The index
 * is written from pdb/FORMAT.md and shares nothing with the generator's index (pattern/index.h). It
 * is immutable after placements_create.
 *
 * The closure of the goal under moves has the distances: level 0 is the goal, and level d + 1 has
 * the placements that one move leads to from level d and that no earlier level has. A move changes
 * the parity of the mask, hence of the level. So a placement of level d > 0 has a neighbour on
 * level d - 1, all its neighbours are on levels d - 1 and d + 1, and a placement on no level cannot
 * be reached: distances are exact.
 *
 * A closure keeps bit 1 of each distance, or the whole distance, as the table does; for a projected
 * table, the minimum over the regions of a mask.
 */
#ifndef TILEPDB_VERIFY_PLACEMENTS_H
#define TILEPDB_VERIFY_PLACEMENTS_H

#include "puzzle/move_set.h"
#include "tilepdb_tables.h"

#define PLACEMENTS_MAX_TILES 12
#define CLOSURE_UNREACHED    0xFF

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
    /* [from][to][code] code after the label at index `from` moved to index `to`; NULL if not
     * tabulated */
    uint32_t *moved[PLACEMENTS_MAX_TILES][PLACEMENTS_MAX_TILES];
    uint64_t bytes;
};

/* placements_free must follow, also after a failure. Returns ERROR_ARGUMENT for an invalid board
 * size, ERROR_TOO_LARGE for over PLACEMENTS_MAX_TILES tiles, ERROR_MEMORY. */
tilepdb_status placements_create(struct placements *placements, const tilepdb_pattern *pattern,
                                 tilepdb_error *error);

void placements_free(struct placements *placements);

/* Writes the labels of `code` in cell order. */
void placements_labels(const struct placements *placements, uint32_t code, uint8_t *labels);

uint32_t placements_code(const struct placements *placements, const uint8_t *labels);

/* `blank` is a free cell. */
uint32_t placements_cohort(const struct placements *placements, uint32_t mask, unsigned blank);

uint32_t placements_rank_of(const struct placements *placements, uint32_t cohort);

struct closure {
    const struct placements *placements;
    tilepdb_kind kind;
    size_t words;      /* 64-bit words of a cohort's set of codes */
    uint64_t *reached; /* [cohort * words] code c is bit c & 63 of word c >> 6 */
    uint64_t *bits;    /* [cohort * words] bit 1 of the distance; NULL unless the encoding is bit */
    uint8_t *bytes;    /* [column * code_count] distance; NULL if the encoding is bit */
    uint64_t total;    /* table entries */
    uint64_t memory;   /* bytes, with `placements` */
    int levels;
    uint64_t histogram[TILEPDB_MAX_LEVELS]; /* [distance] table entries */
};

/* Computes all distances. `placements` must outlive the closure. closure_free must follow, also
 * after a failure. Returns ERROR_TOO_LARGE if memory is too small, or for a distance of
 * TILEPDB_MAX_LEVELS - 1 or more; ERROR_MEMORY, CANCELLED. */
tilepdb_status closure_run(struct closure *closure, const struct placements *placements,
                           tilepdb_kind kind, const tilepdb_verify_options *options,
                           tilepdb_error *error);

int closure_threads(uint64_t entries, int requested);

void closure_free(struct closure *closure);

/* Returns the distance of a table entry; -1 if it cannot be reached. Bits need a walk to the
 * goal. */
int closure_distance(const struct closure *closure, uint32_t column, uint32_t code);

#endif
