/*
 * Beam search by layers for boards of up to 64 cells.
 *
 * Boards are ranked by tables (estimate.h), the mean of both views, and by a learned evaluation.
 * Boards that were reached before or cannot lead to a shorter solution are dropped. As long as all
 * other children fit into their layer, the search is breadth-first, and proves its length. Without
 * `narrow` the answer is the same on every machine.
 *
 * Thread safety: a search belongs to its caller.
 */
#ifndef TILEPDB_ANYTIME_BEAM_H
#define TILEPDB_ANYTIME_BEAM_H

#include "anytime/beam_layers.h"
#include "anytime/estimate.h"
#include "anytime/learned_evaluation.h"

#define BEAM_SHOWN 2 /* of a layer */

/* False: stop. */
typedef bool (*beam_goes_on_fn)(void *user, uint64_t expanded);

/* Width of the layer at `depth`. */
typedef size_t (*beam_width_fn)(void *user, int depth, uint64_t expanded);

struct beam_task {
    const struct estimate *estimate;
    const struct learned_evaluation *ranking;
    tilepdb_metric metric;
    const uint16_t *cells;   /* goal cells of the tiles */
    size_t width;            /* boards of a layer, at most */
    int threads;             /* 0: all */
    unsigned round;          /* seed of ties */
    int below;               /* the solution has fewer moves */
    beam_goes_on_fn goes_on; /* may be NULL */
    beam_width_fn narrow;    /* may be NULL */
    /* Receives BEAM_SHOWN random boards of each layer; may be NULL. */
    void (*on_layer)(void *user, int depth, const uint16_t *cells, unsigned blank);
    void *user;
    /* The result. */
    uint8_t *path; /* the caller's, of `below` bytes */
    int length;    /* -1: no solution */
    uint64_t expanded;
    /* No solution has fewer moves than `length`, or without one, than `below`. */
    bool exhausted;
};

/* Bytes of memory. */
uint64_t beam_need(const struct beam_task *task);

/* Writes the letters of a path without a NUL. Returns their end. */
char *beam_letters(const struct normal_form *normal, const uint8_t *path, int moves, char *letters);

/* CANCELLED: goes_on ended it, without an answer; ERROR_MEMORY. */
tilepdb_status beam_search(struct beam_task *task);

/* Lower bound in a metric from one in single moves. */
static inline int beam_bound(unsigned width, unsigned height, tilepdb_metric metric, int h) {
    const int most = (int)layers_slide(width, height, metric);
    return (h + most - 1) / most;
}

#endif
