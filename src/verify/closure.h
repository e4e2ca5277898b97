/*
 * All distances of a pattern, by closing the goal class under moves, level by level.
 *
 * Level 0 has the goal's cohort and code. Level d + 1 has the placements that one move of a tile
 * makes of level d and that no earlier level has. So a placement of level d has a neighbour on
 * level d - 1, all its neighbours are on d - 1 or d + 1 (a move changes the parity of the mask,
 * hence of the level), and a placement on no level cannot be reached. These conditions prove that a
 * distance is exact.
 *
 * The closure keeps of each placement what the proven table keeps: bit 1 of the distance, or the
 * distance in a byte; if the table is projected, the minimum over the regions of a mask.
 */
#ifndef TILEPDB_VERIFY_CLOSURE_H
#define TILEPDB_VERIFY_CLOSURE_H

#include "tilepdb.h"
#include "tilepdb_verify.h"
#include "verify/placements.h"

#define CLOSURE_UNREACHED 0xFF

struct closure {
    const struct placements *placements;
    tilepdb_kind kind;
    size_t words;      /* 64-bit words of a cohort's set of codes */
    uint64_t *reached; /* [cohort * words]: bit code & 63 of word code >> 6 */
    uint64_t *bits;    /* [cohort * words]: bit 1 of the distance; NULL unless kind is bit */
    uint8_t *bytes;    /* [column * code_count]; NULL if kind is bit */
    uint64_t total;    /* entries of the table */
    uint64_t memory;   /* bytes, of the placements as well */
    int levels;
    uint64_t histogram[TILEPDB_MAX_LEVELS]; /* of the table's entries */
};

/* Finds all distances. *closure is released by closure_free, also on failure. ERROR_TOO_LARGE: the
 * memory limit is too small, or distances are too large for any table; ERROR_MEMORY, CANCELLED. */
tilepdb_status closure_run(struct closure *closure, const struct placements *placements,
                           tilepdb_kind kind, const tilepdb_verify_options *options,
                           tilepdb_error *error);

/* The number of threads for a table of `entries` entries: 1 if the table is small. */
int closure_threads(uint64_t entries, int requested);

void closure_free(struct closure *closure);

/* The distance of the placements of a column of the table and a code; -1 if they cannot be reached.
 * With bits it is found by walking to the goal. */
int closure_distance(const struct closure *closure, uint32_t column, uint32_t code);

#endif
