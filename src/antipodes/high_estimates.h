/*
 * Lists of boards with a high estimate, made from the side of the tables.
 */
#ifndef TILEPDB_ANTIPODES_HIGH_ESTIMATES_H
#define TILEPDB_ANTIPODES_HIGH_ESTIMATES_H

#include <stddef.h>
#include <stdint.h>

#include "tilepdb.h"
#include "tilepdb_verify.h"

#define LIST_MAX_CELLS 16

/* A board that may be far. */
struct antipodes_candidate {
    uint64_t key;      /* board_key */
    uint8_t estimate;  /* of the board: the sum over the patterns */
    uint8_t reflected; /* of its reflection, and never larger; 0 if there is none */
};

/* Lists all solvable boards whose estimate by the two patterns of a partition is at least `least`.
 * If the goal has a reflection, a board and its image are listed once, as the one with the larger
 * estimate, and only if the smaller is at least `least_reflected` (0: any). No table file is used:
 * the distances of both patterns are computed again, as in tilepdb_table_prove. Sorted by estimate,
 * then by reflected estimate, both descending, then by key; the same for any number of threads. The
 * caller frees the list, which is NULL on failure. `options` may be NULL.
 * ERROR_ARGUMENT: not two patterns that split the tiles, or more cells than fit a key;
 * ERROR_TOO_LARGE: the patterns or the list do not fit in memory; ERROR_MEMORY, CANCELLED. */
tilepdb_status list_candidates(const tilepdb_partition *partition, int least, int least_reflected,
                               const tilepdb_verify_options *options,
                               struct antipodes_candidate **candidates, size_t *count,
                               tilepdb_error *error);

#endif
