/*
 * Solves boards of any size by a beam of two phases.
 *
 * First the beam works on the whole board. Of each layer at most a few boards are kept for each
 * cell of the blank, since otherwise all boards of a beam crowd around one place and never finish
 * the others. A convex term of distances makes far tiles come along. Once the distance is small,
 * the beam sweeps over the board (sweep_order.h): what is solved of the order stays solved, and a
 * few boards are kept for each number of solved cells. The core is solved by the same beam.
 *
 * Boards are ranked by a learned evaluation whose parts are scaled by phase, by pairs of tiles in
 * the wrong order (line_order.h), in a sweep also by local tables and the number of cells to
 * solve. The same call gives the same solution on
 * every machine and for any number of threads, unless it is stopped.
 *
 * Thread safety: a search belongs to its caller; nothing is shared.
 */
#ifndef TILEPDB_ANYTIME_SWEEP_H
#define TILEPDB_ANYTIME_SWEEP_H

#include "anytime/beam_layers.h"

struct sweep;

struct sweep_task {
    unsigned width, height;
    unsigned blank;        /* its goal cell */
    const uint16_t *cells; /* goal cells of the tiles, cell by cell */
    tilepdb_metric metric;
    unsigned core;  /* cells on a side of the core; a board that is not larger has only the core */
    size_t boards;  /* the most boards of a layer */
    int threads;    /* 0: all */
    unsigned round; /* varies parameters and how ties are broken */
    int below;      /* the solution must have fewer moves of the metric */
    int capacity;   /* of `path` */
    bool (*goes_on)(void *user, uint64_t expanded); /* may be NULL */
    /* The most boards of the layer at `depth`, at most `boards`; NULL: `boards`. */
    size_t (*narrow)(void *user, int depth, uint64_t expanded);
    void *user;
    /* The result. */
    uint8_t *path;     /* the caller's: moves as BEAM_MOVE */
    int moves;         /* of the path; -1: no solution */
    uint64_t expanded; /* boards */
};

/* Bytes that a task needs, by its size, metric, boards and capacity. */
uint64_t sweep_need(const struct sweep_task *task);

/* NULL: no memory. */
struct sweep *sweep_create(void);
void sweep_free(struct sweep *sweep);

/* OK: the search ended by itself. CANCELLED: goes_on ended it, without an answer; ERROR_MEMORY;
 * ERROR_INTERNAL. */
tilepdb_status sweep_search(struct sweep *sweep, struct sweep_task *task);

#endif
