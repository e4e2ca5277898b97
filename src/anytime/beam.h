/*
 * Beam search by levels: of all boards that one more move leads to, the best are kept, until the
 * goal is among them.
 *
 * What is best is decided by the mean of the estimates of both views, and what was learned on top.
 * Boards that were reached before are dropped, by a set of hashes that forgets some; and so are
 * those that, by an estimate that never overestimates, cannot lead to a shorter solution than is
 * known. The same call gives the same solution on every machine.
 *
 * Thread safety: a search belongs to its caller; nothing is shared.
 */
#ifndef TILEPDB_ANYTIME_BEAM_H
#define TILEPDB_ANYTIME_BEAM_H

#include "anytime/estimate.h"
#include "anytime/levels.h"

#define BEAM_SHOWN 4

/* False: the search is to stop. */
typedef bool (*beam_goes_on_fn)(void *user, uint64_t expanded);

/* The width of the level after so many moves; at most that of the task. */
typedef size_t (*beam_width_fn)(void *user, int level, uint64_t expanded);

struct beam_task {
    const struct estimate *estimate;
    tilepdb_metric metric;
    uint8_t cells[SHAPE_MAX_CELLS]; /* homes, cell by cell */
    uint8_t blank;                  /* its cell */
    size_t width;                   /* the most boards of a level */
    int threads;                    /* 0: all; the solution is the same */
    unsigned round;                 /* breaks ties in its own way */
    int below;                      /* only solutions with fewer moves are looked for */
    beam_goes_on_fn goes_on;        /* asked now and then; may be NULL */
    beam_width_fn narrow;           /* NULL: all levels are as wide */
    /* Shown BEAM_SHOWN boards of each level, by chance, with its number of moves; may be NULL. */
    void (*on_level)(void *user, int level, const uint8_t *cells);
    void *user;
    /* What was found: */
    uint8_t *path;     /* room for `below` moves: direction, and tiles that slide, as BEAM_MOVE */
    int length;        /* -1: none */
    uint64_t expanded; /* boards */
};

/* A move in a path. */
#define BEAM_MOVE(direction, tiles) ((direction) | (tiles) << 2)
#define BEAM_DIRECTION(move)        ((move)&3u)
#define BEAM_TILES(move)            ((unsigned)(move) >> 2)

/* Bytes that a search of this width needs, for solutions of fewer than `below` moves. */
uint64_t beam_need(const struct estimate *estimate, tilepdb_metric metric, size_t width, int below);

/* OK: it ended by itself, with or without a solution. CANCELLED; ERROR_MEMORY. */
tilepdb_status beam_search(struct beam_task *task);

/* A lower bound on the moves of a metric from one on the moves of single tiles. */
static inline int beam_bound(unsigned width, unsigned height, tilepdb_metric metric, int h) {
    const int most = (int)levels_slide(width, height, metric);
    return (h + most - 1) / most;
}

#endif
