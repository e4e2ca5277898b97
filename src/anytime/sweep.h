/*
 * Solves boards of any size by a beam of two phases.
 *
 * First the beam works on the whole board. At most a few boards are kept for each cell of the
 * blank: otherwise all crowd around one place. A convex term makes far tiles come along. Once the
 * distance is small, the beam sweeps over the board (sweep_order.h): solved cells stay solved, and
 * a few boards are kept for each number of them. The same beam solves the core.
 *
 * The rank adds up a learned evaluation, scaled by phase; pairs of tiles in the wrong order
 * (line_order.h); and in a sweep, local tables and the unsolved cells. The solution is the same on
 * every machine and for any number of threads, unless the search is stopped.
 *
 * Thread safety: a search belongs to its caller.
 */
#ifndef TILEPDB_ANYTIME_SWEEP_H
#define TILEPDB_ANYTIME_SWEEP_H

#include "anytime/beam_layers.h"

struct sweep;

struct sweep_task {
    unsigned width, height;
    unsigned blank;        /* goal cell */
    const uint16_t *cells; /* goal cells of the tiles */
    tilepdb_metric metric;
    unsigned core;  /* cells on a side; a smaller board has no order */
    size_t boards;  /* of a layer, at most */
    int threads;    /* 0: all */
    unsigned round; /* varies parameters and ties */
    int below;      /* the solution has fewer moves */
    int capacity;   /* of `path` */
    bool (*goes_on)(void *user, uint64_t expanded); /* may be NULL */
    /* Boards of the layer at `depth`; may be NULL. */
    size_t (*narrow)(void *user, int depth, uint64_t expanded);
    void *user;
    /* The result. */
    uint8_t *path;     /* the caller's */
    int moves;         /* -1: no solution */
    uint64_t expanded; /* boards */
};

/* Bytes of memory. */
uint64_t sweep_need(const struct sweep_task *task);

/* NULL: no memory. */
struct sweep *sweep_create(void);
void sweep_free(struct sweep *sweep);

/* CANCELLED: goes_on ended it, without an answer; ERROR_MEMORY, ERROR_INTERNAL. */
tilepdb_status sweep_search(struct sweep *sweep, struct sweep_task *task);

#endif
