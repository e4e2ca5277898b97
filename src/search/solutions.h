/*
 * The optimal solutions of one board: collected in any order, delivered in move order. The last
 * path in move order is on top of a heap, and is dropped if there are more than `most` paths.
 */
#ifndef TILEPDB_SEARCH_SOLUTIONS_H
#define TILEPDB_SEARCH_SOLUTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The caller sets `length` and `most`, and zeroes the rest. One thread at a time. */
struct solutions {
    size_t length;
    uint64_t most;  /* paths to keep; 0 to only count */
    uint64_t count; /* paths added */
    bool full;      /* paths were lost for lack of memory */
    uint8_t *paths; /* [kept * length] owned */
    size_t kept, capacity;
};

/* No path may be added twice. */
void solutions_add(struct solutions *solutions, const uint8_t *path);

/* Sorts the paths in move order. */
void solutions_finish(struct solutions *solutions);

void solutions_free(struct solutions *solutions);

#endif
