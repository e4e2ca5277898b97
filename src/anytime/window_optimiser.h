/*
 * Shortens a solution of a board of any size: beams solve windows of it again.
 *
 * During the moves of a window the blank stays within a small rectangle. There the board before the
 * window is to become the board after it, which is a puzzle of its own with its own goal. In the
 * same way a detour exchanges tiles on the way to a board that is nearly the goal.
 *
 * Thread safety: a task belongs to its caller; nothing is shared.
 */
#ifndef TILEPDB_ANYTIME_WINDOW_OPTIMISER_H
#define TILEPDB_ANYTIME_WINDOW_OPTIMISER_H

#include "anytime/beam.h"

struct window_estimates;

struct window_task {
    const tilepdb_board *board; /* where the solution begins */
    tilepdb_metric metric;
    char *letters;  /* the solution: the way each tile moves; shortened in place */
    size_t moves;   /* single moves of a window */
    size_t width;   /* of a beam; less if there is not enough memory */
    int threads;    /* of a beam; 0: all */
    unsigned first; /* move where the first window begins */
    unsigned round; /* of beams: ties are broken in another way in each round */
    beam_goes_on_fn goes_on;
    void *user;
    uint64_t expanded;                  /* boards of all beams */
    uint64_t memory;                    /* the most bytes for tables and a beam */
    uint64_t tables;                    /* bytes of estimates */
    uint64_t beam;                      /* bytes of the largest beam */
    struct window_estimates *estimates; /* NULL at first; released by window_end */
};

/* Goes over the whole solution once. CANCELLED: goes_on ended it, and the solution is as short as
 * it was by then; ERROR_MEMORY. */
tilepdb_status window_pass(struct window_task *task);

/* Exchanges tiles where the letters lead to a board on which some are in each other's place: on the
 * way, where these tiles are near each other, by the shortest of some detours of fewer than `below`
 * moves. Behind the detour the same moves lead to the goal. `moves` and `first` of the task have no
 * effect. OK: the letters, now at most `capacity` and a NUL, lead to the goal. NOT_FOUND: there is
 * no such place, the letters do not fit, or no beam found a way; CANCELLED, before any did;
 * ERROR_MEMORY. Then the letters are as before. */
tilepdb_status window_exchange(struct window_task *task, const tilepdb_board *goal, int below,
                               size_t capacity);

void window_end(struct window_task *task);

#endif
