/*
 * All distances of a pattern, by closing the goal under moves, level by level.
 *
 * Level 0 has the goal's cohort and code. Level d + 1 has the placements that one move leads to
 * from level d and that no earlier level has. A move changes the parity of the mask, hence of the
 * level. So a placement of level d > 0 has a neighbour on level d - 1, all its neighbours are on
 * levels d - 1 and d + 1, and a placement on no level cannot be reached: distances are exact.
 *
 * A closure keeps bit 1 of each distance, or the whole distance, as the table does; for a projected
 * table, the minimum over the regions of a mask.
 */
#ifndef TILEPDB_VERIFY_CLOSURE_H
#define TILEPDB_VERIFY_CLOSURE_H

#include "tilepdb_tables.h"
#include "verify/placements.h"

#define CLOSURE_UNREACHED 0xFF

struct closure {
    const struct placements *placements;
    tilepdb_kind kind;
    size_t words;      /* 64-bit words of the set of codes of a cohort */
    uint64_t *reached; /* [cohort * words] code c is bit c & 63 of word c >> 6 */
    uint64_t *bits;    /* [cohort * words] bit 1 of the distance; NULL unless the encoding is bit */
    uint8_t *bytes;    /* [column * code_count] distance; NULL if the encoding is bit */
    uint64_t total;    /* entries of the table */
    uint64_t memory;   /* bytes, with `placements` */
    int levels;
    uint64_t histogram[TILEPDB_MAX_LEVELS]; /* [distance] number of table entries */
};

/* `placements` must outlive the closure. closure_free must follow, also on failure. Returns
 * ERROR_TOO_LARGE if memory is too small, or for a distance of TILEPDB_MAX_LEVELS - 1 or more;
 * ERROR_MEMORY, CANCELLED. */
tilepdb_status closure_run(struct closure *closure, const struct placements *placements,
                           tilepdb_kind kind, const tilepdb_verify_options *options,
                           tilepdb_error *error);

int closure_threads(uint64_t entries, int requested);

void closure_free(struct closure *closure);

/* Returns the distance of a table entry, -1 if it cannot be reached. Bits need a walk to the
 * goal. */
int closure_distance(const struct closure *closure, uint32_t column, uint32_t code);

#endif
