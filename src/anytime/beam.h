/*
 * Beam search for boards of up to 64 cells.
 *
 * Boards are ranked by tables, as the mean of the board and its transpose if both have the same
 * goal, and by a learned evaluation. Children that were reached before or cannot lead to a shorter
 * solution are dropped. Without `narrow`, and unless stopped, a search gives the same result on
 * every machine.
 *
 * Thread safety: a search belongs to its caller.
 */
#ifndef TILEPDB_ANYTIME_BEAM_H
#define TILEPDB_ANYTIME_BEAM_H

#include "anytime/beam_layers.h"
#include "anytime/estimate.h"
#include "anytime/learned_evaluation.h"

#define BEAM_SHOWN 2

/* Returns false to stop. */
typedef bool (*beam_goes_on_fn)(void *user, uint64_t expanded);

/* Returns the width of the layer at `depth`. */
typedef size_t (*beam_width_fn)(void *user, int depth, uint64_t expanded);

struct beam_task {
    const struct estimate *estimate;
    const struct learned_evaluation *ranking;
    tilepdb_metric metric;
    const uint16_t *cells; /* [cell] goal cell of its tile */
    size_t width;
    int threads;             /* 0 for all processors */
    unsigned round;          /* seed of ties; 0: ties stay in order */
    int below;               /* a solution must have fewer moves */
    beam_goes_on_fn goes_on; /* may be NULL */
    beam_width_fn narrow;    /* may be NULL */
    /* Receives BEAM_SHOWN random boards of each layer. May be NULL. */
    void (*on_layer)(void *user, int depth, const uint16_t *cells, unsigned blank);
    void *user;
    /* Results: */
    uint8_t *path; /* moves as BEAM_MOVE; the caller provides `below` bytes */
    int length;    /* solution length, or -1 */
    uint64_t expanded;
    /* True if `length` is a lower bound, or `below` if no solution was found. */
    bool exhausted;
};

/* Estimates the memory of a search, in bytes. */
uint64_t beam_need(const struct beam_task *task);

/* Writes the letters of a path without a NUL. Returns the end of the letters. */
char *beam_letters(const struct normal_form *normal, const uint8_t *path, int moves, char *letters);

/* Returns OK, CANCELLED if `goes_on` stopped the search, or ERROR_MEMORY. */
tilepdb_status beam_search(struct beam_task *task);

/* Converts a lower bound `h` in single-tile moves to `metric`. */
static inline int beam_bound(unsigned width, unsigned height, tilepdb_metric metric, int h) {
    const int most = (int)layers_slide(width, height, metric);
    return (h + most - 1) / most;
}

#endif
