/*
 * Shortens a solution: beams solve windows of it again, within the rectangle where the blank stays.
 *
 * Thread safety: a task belongs to its caller.
 */
#ifndef TILEPDB_ANYTIME_WINDOW_OPTIMISER_H
#define TILEPDB_ANYTIME_WINDOW_OPTIMISER_H

#include "anytime/sweep.h"

#define WINDOW_MOVES 200 /* the most */

struct window_task {
    struct sweep *sweep;
    const tilepdb_board *board; /* before the solution */
    tilepdb_metric metric;
    char *letters;  /* of the solution, shortened in place */
    size_t moves;   /* single moves of a window */
    unsigned cells; /* of a rectangle, at most */
    size_t boards;  /* of a layer */
    int threads;    /* 0: all */
    unsigned first; /* move of the first window */
    unsigned round; /* seed of ties */
    bool (*goes_on)(void *user, uint64_t expanded);
    void *user;
    uint64_t expanded; /* boards */
    uint64_t memory;   /* bytes, at most */
};

/* Goes over the solution once. CANCELLED: it is as short as by then; ERROR_MEMORY, ERROR_INTERNAL.
 */
tilepdb_status window_pass(struct window_task *task);

#endif
