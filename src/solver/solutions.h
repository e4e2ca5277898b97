/*
 * The optimal solutions of one board, gathered in any order and delivered in the move order.
 */
#ifndef TILEPDB_SOLVER_SOLUTIONS_H
#define TILEPDB_SOLVER_SOLUTIONS_H

#include "tilepdb.h"

/* Zeroed, with `length` and `most` set, it is empty. One thread at a time. */
struct solutions {
    size_t length;  /* moves of each */
    uint64_t most;  /* keep this many, the first in the move order; 0: only count */
    uint64_t count; /* of all that were added */
    bool full;      /* out of memory: some are missing */
    uint8_t *paths; /* `kept` paths of `length` moves, owned */
    size_t kept, capacity;
};

/* Adds a path of moves, which must be new. */
void solutions_add(struct solutions *solutions, const uint8_t *path);

/* Sorts what was kept into the move order and drops what is beyond `most`. */
void solutions_finish(struct solutions *solutions);

/* Releases the paths. */
void solutions_free(struct solutions *solutions);

#endif
