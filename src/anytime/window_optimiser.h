/*
 * Shortens a solution: a beam solves windows of its moves again, in a rectangle around the path of
 * the blank.
 *
 * Thread safety: a task belongs to its caller.
 */
#ifndef TILEPDB_ANYTIME_WINDOW_OPTIMISER_H
#define TILEPDB_ANYTIME_WINDOW_OPTIMISER_H

#include "anytime/sweep.h"

#define WINDOW_MOVES       200 /* most moves of a window */
#define WINDOW_MOVES_LEAST 8

struct window_task {
    struct sweep *sweep;
    const tilepdb_board *board; /* board where the solution starts */
    tilepdb_metric metric;
    char *letters;  /* solution, changed in place; TILEPDB_ANYTIME_MAX_MOVES + 1 bytes */
    size_t moves;   /* letters of a window, at most WINDOW_MOVES */
    unsigned cells; /* most cells of a rectangle */
    size_t boards;  /* most boards of a layer */
    int threads;    /* 0 for all processors */
    unsigned first; /* letter where the first window begins */
    unsigned round; /* seed of ties */
    bool (*goes_on)(void *user, uint64_t expanded);
    void *user;
    uint64_t expanded;
    uint64_t memory; /* result: most bytes of a search */
};

/* Optimises all windows once. Returns OK, CANCELLED or ERROR_MEMORY; `letters` is a solution in
 * any case. */
tilepdb_status window_pass(struct window_task *task);

#endif
