/*
 * Shortens a solution of a board of any size: beams solve windows of it again.
 *
 * During the moves of a window the blank stays within a rectangle. There the board before the
 * window is to become the board after it, which is a puzzle of its own with its own goal.
 *
 * Thread safety: a task belongs to its caller; nothing is shared.
 */
#ifndef TILEPDB_ANYTIME_WINDOW_OPTIMISER_H
#define TILEPDB_ANYTIME_WINDOW_OPTIMISER_H

#include "anytime/sweep.h"

#define WINDOW_MOVES 200 /* the most */

struct window_task {
    struct sweep *sweep;
    const tilepdb_board *board; /* where the solution begins */
    tilepdb_metric metric;
    char *letters;  /* the solution: the way each tile moves; shortened in place */
    size_t moves;   /* single moves of a window, at most WINDOW_MOVES */
    unsigned cells; /* the most of a rectangle */
    size_t boards;  /* of a layer of a beam */
    int threads;    /* of a beam; 0: all */
    unsigned first; /* move where the first window begins */
    unsigned round; /* of beams: ties are broken in another way in each round */
    bool (*goes_on)(void *user, uint64_t expanded);
    void *user;
    uint64_t expanded; /* boards of all beams */
    uint64_t memory;   /* bytes of the largest beam */
};

/* Goes over the whole solution once. CANCELLED: goes_on ended it, and the solution is as short as
 * it was by then; ERROR_MEMORY, ERROR_INTERNAL. */
tilepdb_status window_pass(struct window_task *task);

#endif
