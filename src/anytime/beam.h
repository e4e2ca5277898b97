/*
 * Beam search by layers: of all boards that one more move leads to, the best are kept, until the
 * goal is among them.
 *
 * What is best is decided by tables (estimate.h), the mean of both views, and by what was learned
 * about neighbours (learned_evaluation.h); boards of more cells than tables have go by the latter
 * alone. Boards that were reached before are dropped, by a set of hashes that forgets some; and so
 * are those that, by an estimate that never overestimates, cannot lead to a shorter solution than
 * is known. As long as every child that is left fits into its layer, this is a breadth-first
 * search, and proves that no solution is shorter. A narrow beam on a large board may end with a few
 * tiles of an outer line in each other's way: its answer is then the way to the board that came
 * nearest. Without `narrow` the same call gives the same answer on every machine.
 *
 * Thread safety: a search belongs to its caller; nothing is shared.
 */
#ifndef TILEPDB_ANYTIME_BEAM_H
#define TILEPDB_ANYTIME_BEAM_H

#include "anytime/beam_layers.h"
#include "anytime/estimate.h"
#include "anytime/learned_evaluation.h"

#define BEAM_SHOWN 2

/* False: the search is to stop. */
typedef bool (*beam_goes_on_fn)(void *user, uint64_t expanded);

/* The width of the layer after so many moves; at most that of the task. */
typedef size_t (*beam_width_fn)(void *user, int depth, uint64_t expanded);

struct beam_task {
    const struct estimate
        *estimate; /* NULL: boards count by how far tiles are from their goal cells ... */
    const struct learned_evaluation *ranking; /* NULL: nothing else counts; one of them there is */
    tilepdb_metric metric;
    const uint16_t *cells;   /* goal cells, cell by cell */
    size_t width;            /* the most boards of a layer */
    int threads;             /* 0: all; the answer is the same */
    unsigned round;          /* breaks ties in its own way */
    int below;               /* only solutions with fewer moves are looked for */
    beam_goes_on_fn goes_on; /* asked now and then; may be NULL */
    beam_width_fn narrow;    /* NULL: all layers are as wide */
    /* Shown BEAM_SHOWN boards of each layer, by chance, with its number of moves; may be NULL. */
    void (*on_layer)(void *user, int depth, const uint16_t *cells, unsigned blank);
    void *user;
    /* What was found: */
    uint8_t *path;     /* room for `below` moves: direction, and tiles that slide, as BEAM_MOVE */
    int length;        /* of the solution; -1: none */
    int moves;         /* in the path, to the goal or to the nearest board ... */
    int left;          /* ... which takes so many single moves at least; the first one: */
    int left_first;    /* so many */
    uint64_t expanded; /* boards */
    /* No layer was cut, on a board whose hashes are exact: no solution has fewer moves than
     * `length` or, without one, than `below`. */
    bool exhausted;
};

/* A move in a path. */
#define BEAM_MOVE(direction, tiles) ((direction) | (tiles) << 2)
#define BEAM_DIRECTION(move)        ((move)&3u)
#define BEAM_TILES(move)            ((unsigned)(move) >> 2)

/* Bytes that a search of this estimate, ranking, metric, width and `below` needs. */
uint64_t beam_need(const struct beam_task *task);

/* Writes the letters of so many moves of a path, without a NUL; returns their end. */
char *beam_letters(const struct normal_form *normal, const uint8_t *path, int moves, char *letters);

/* OK: it ended by itself. CANCELLED, and then no answer; ERROR_MEMORY. */
tilepdb_status beam_search(struct beam_task *task);

/* A lower bound on the moves of a metric from one on the moves of single tiles. */
static inline int beam_bound(unsigned width, unsigned height, tilepdb_metric metric, int h) {
    const int most = (int)layers_slide(width, height, metric);
    return (h + most - 1) / most;
}

#endif
