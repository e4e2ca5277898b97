/*
 * The optimal solutions of one board: collected in any order, delivered in the move order.
 *
 * A heap with the largest path on top holds them, since that path is dropped when there are more
 * than are wanted. qsort cannot pass the length of a path to its comparison.
 */
#ifndef TILEPDB_SEARCH_SOLUTIONS_H
#define TILEPDB_SEARCH_SOLUTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Empty if zeroed, with `length` and `most` set. One thread at a time. */
struct solutions {
    size_t length;  /* moves of each solution */
    uint64_t most;  /* how many to keep, the first in the move order; 0: only count */
    uint64_t count; /* all solutions that were added */
    bool full;      /* out of memory: some are missing */
    uint8_t *paths; /* `kept` paths of `length` moves, owned */
    size_t kept, capacity;
};

/* Adds a path, which must be new. */
void solutions_add(struct solutions *solutions, const uint8_t *path);

/* Sorts the paths that were kept into the move order. */
void solutions_finish(struct solutions *solutions);

void solutions_free(struct solutions *solutions);

#endif
