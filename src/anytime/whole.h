/*
 * Beam search over whole boards of any size, ranked by what was learned about neighbours
 * (neighbours.h): all tiles at once, where lines one after the other make long ways.
 *
 * A narrow beam on a large board may end with a few tiles of an outer line in each other's way. Its
 * answer is then the way to the board that came nearest, from where lines are solved (peel.h).
 * The same call gives the same answer on every machine.
 *
 * Thread safety: a search belongs to its caller; nothing is shared.
 */
#ifndef TILEPDB_ANYTIME_WHOLE_H
#define TILEPDB_ANYTIME_WHOLE_H

#include "anytime/beam.h"
#include "anytime/neighbours.h"

struct whole_task {
    const struct neighbours *neighbours;
    tilepdb_metric metric;
    const uint16_t *cells; /* homes, cell by cell */
    size_t width;          /* the most boards of a level */
    int threads;           /* 0: all; the answer is the same */
    int below;             /* only solutions with fewer moves are looked for */
    beam_goes_on_fn goes_on;
    beam_width_fn narrow; /* NULL: all levels are as wide */
    /* Shown WHOLE_SHOWN boards of each level, by chance, with its number of moves; may be NULL. */
    void (*on_level)(void *user, int level, const uint16_t *cells, unsigned blank);
    void *user;
    char *letters; /* room for `below` moves of the metric, and the NUL */
    /* What was found: */
    int length;        /* of the solution in moves of the metric; -1: none */
    int apart;         /* cells that tiles are from their homes, on the board it leads to */
    uint64_t expanded; /* boards */
};

#define WHOLE_SHOWN 2

/* Bytes that a search of this width needs. */
uint64_t whole_need(const struct neighbours *neighbours, tilepdb_metric metric, size_t width,
                    int below);

/* The same of a board, `cells` as in a task. */
int whole_apart(const struct neighbours *neighbours, const uint16_t *cells);

/* OK: it ended by itself; the letters lead to the goal, or to the nearest board. CANCELLED;
 * ERROR_MEMORY. */
tilepdb_status whole_search(struct whole_task *task);

#endif
