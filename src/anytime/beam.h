/*
 * Beam search by layers: of all boards that one more move leads to, the best are kept, until the
 * goal is among them.
 *
 * Boards are ranked by tables (estimate.h), the mean of both views, and by a learned evaluation
 * (learned_evaluation.h). A board is
 * dropped if it was reached before, or if an estimate that never overestimates shows that it leads
 * to no shorter solution. As long as all other children fit into their layer, this is a
 * breadth-first search, and proves that no solution is shorter. Without `narrow`, the same call
 * gives the same answer on every machine.
 *
 * Thread safety: a search belongs to its caller; nothing is shared.
 */
#ifndef TILEPDB_ANYTIME_BEAM_H
#define TILEPDB_ANYTIME_BEAM_H

#include "anytime/beam_layers.h"
#include "anytime/estimate.h"
#include "anytime/learned_evaluation.h"

#define BEAM_SHOWN 2 /* boards of a layer for `on_layer` */

/* False: the search is to stop. */
typedef bool (*beam_goes_on_fn)(void *user, uint64_t expanded);

/* The width of the layer at `depth`, at most that of the task. */
typedef size_t (*beam_width_fn)(void *user, int depth, uint64_t expanded);

struct beam_task {
    const struct estimate *estimate;
    const struct learned_evaluation *ranking;
    tilepdb_metric metric;
    const uint16_t *cells;   /* goal cells of the tiles, cell by cell */
    size_t width;            /* the most boards of a layer */
    int threads;             /* 0: all; the answer does not depend on it */
    unsigned round;          /* ties are broken in another way in each round */
    int below;               /* the solution must have fewer moves */
    beam_goes_on_fn goes_on; /* called now and then; may be NULL */
    beam_width_fn narrow;    /* NULL: all layers have `width` */
    /* Receives BEAM_SHOWN boards of each layer, chosen at random, and its depth; may be NULL. */
    void (*on_layer)(void *user, int depth, const uint16_t *cells, unsigned blank);
    void *user;
    /* The result. */
    uint8_t *path;     /* the caller's, of `below` bytes; moves as BEAM_MOVE */
    int length;        /* of the solution; -1: none */
    uint64_t expanded; /* boards */
    /* No layer was cut, and hashes are exact: no solution has fewer moves than `length`, or if
     * there is none, than `below`. */
    bool exhausted;
};

/* Bytes that a task needs, by its estimate, ranking, metric, width and `below`. */
uint64_t beam_need(const struct beam_task *task);

/* Writes the letters of the first `moves` moves of a path, without a NUL. Returns their end. */
char *beam_letters(const struct normal_form *normal, const uint8_t *path, int moves, char *letters);

/* OK: the search ended by itself. CANCELLED: goes_on ended it, without an answer; ERROR_MEMORY. */
tilepdb_status beam_search(struct beam_task *task);

/* A lower bound on the moves of a metric from one on the moves of single tiles. */
static inline int beam_bound(unsigned width, unsigned height, tilepdb_metric metric, int h) {
    const int most = (int)layers_slide(width, height, metric);
    return (h + most - 1) / most;
}

#endif
