/*
 * Solves boards of any size by a beam search in two parts.
 *
 * In the first part, a layer keeps only a few boards for each cell of the blank, so that the boards
 * differ. A convex term makes far tiles move early. When the distance is small or no longer falls,
 * the second part begins, the sweep: it solves cells in a fixed order (sweep_order.h), solved tiles
 * stay, and a layer keeps a few boards for each number of solved cells.
 *
 * The rank is the sum of a learned evaluation, with factors that depend on the distance; the cost
 * of tiles in the wrong order (line_order.h); and, in the sweep, local tables and unsolved cells.
 * Without `narrow`, and unless stopped, a search gives the same result on every machine.
 *
 * Thread safety: a search belongs to its caller.
 */
#ifndef TILEPDB_ANYTIME_SWEEP_H
#define TILEPDB_ANYTIME_SWEEP_H

#include "anytime/beam_layers.h"

struct sweep;

struct sweep_task {
    unsigned width, height;
    unsigned blank;
    const uint16_t *cells; /* [cell] goal cell of its tile */
    tilepdb_metric metric;
    unsigned core;                                  /* most cells on a side of the core
                                                     * (sweep_order.h) */
    size_t boards;                                  /* most boards of a layer */
    int threads;                                    /* 0 for all processors */
    unsigned round;                                 /* varies parameters and ties */
    int below;                                      /* a solution must have fewer moves */
    int capacity;                                   /* size of `path` in bytes */
    bool (*goes_on)(void *user, uint64_t expanded); /* may be NULL */
    /* Returns the width of the layer at `depth`. May be NULL. */
    size_t (*narrow)(void *user, int depth, uint64_t expanded);
    void *user;
    /* Results: */
    uint8_t *path; /* BEAM_MOVEs to the board nearest by distance; the caller's bytes */
    int moves;     /* length of `path` */
    bool solved;   /* true if `path` leads to the goal */
    uint64_t expanded;
};

/* Estimates the memory of a search, in bytes. */
uint64_t sweep_need(const struct sweep_task *task);

/* Returns NULL without memory. */
struct sweep *sweep_create(void);
void sweep_free(struct sweep *sweep);

/* Returns OK, CANCELLED if `goes_on` stopped the search, or ERROR_MEMORY. */
tilepdb_status sweep_search(struct sweep *sweep, struct sweep_task *task);

#endif
