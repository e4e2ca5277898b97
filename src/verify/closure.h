/*
 * All distances of a pattern, by closing the goal class under moves, level by level.
 *
 * Level 0 is the goal's cohort and code. Level d + 1 is what one move of a tile makes of level d
 * and no earlier level contains. So a placement of level d has a neighbour on level d - 1, all its
 * neighbours are on d - 1 or d + 1 (a move changes the parity of the mask, hence of the level), and
 * what no level holds cannot be reached: these conditions prove that a distance is exact.
 *
 * It keeps of each placement what the table to be proven keeps: bit 1 of its distance, or
 * the distance in a byte, the minimum over the regions of a mask if the table is projected.
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
    uint64_t *reached; /* [cohort * words], bit code & 63 of word code >> 6 */
    uint64_t *bits;    /* the same shape: bit 1 of the distance; NULL unless kind is bit */
    uint8_t *bytes;    /* [column * code_count]; NULL if kind is bit */
    uint64_t total;    /* entries of the table */
    uint64_t memory;   /* bytes that all this takes */
    int levels;
    uint64_t histogram[TILEPDB_MAX_LEVELS]; /* of the table's entries */
};

/* Finds all distances. *closure is released by closure_free, also on failure. ERROR_TOO_LARGE:
 * beyond the limit, or distances that no table can hold; ERROR_MEMORY, CANCELLED. */
tilepdb_status closure_run(struct closure *closure, const struct placements *placements,
                           tilepdb_kind kind, const tilepdb_verify_options *options,
                           tilepdb_error *error);

/* How many threads are worthwhile for a table of that many entries. */
int closure_threads(uint64_t entries, int requested);

void closure_free(struct closure *closure);

/* The distance of a placement, found by going down from it (bits) or kept (bytes; column as in the
 * table). -1 if it cannot be reached. */
int closure_distance(const struct closure *closure, uint32_t column, uint32_t code);

#endif
