/*
 * Shortens a solution of a board of any size: windows of it are solved again by beams.
 *
 * In so many moves the blank stays within a small rectangle. There the board before the window is
 * to become the board after it, which is a puzzle of its own, with its own goal. In the same way a
 * detour exchanges tiles on the way to a board that is nearly the goal.
 *
 * Thread safety: a task belongs to its caller; nothing is shared.
 */
#ifndef TILEPDB_ANYTIME_WINDOW_OPTIMISER_H
#define TILEPDB_ANYTIME_WINDOW_OPTIMISER_H

#include "anytime/beam.h"

struct window_estimates; /* that were needed so far */

struct window_task {
    const tilepdb_board *board; /* where the solution begins */
    tilepdb_metric metric;
    char *letters;  /* the way each tile moves; shortened in place */
    size_t moves;   /* of a window, in single tiles */
    size_t width;   /* of a beam; less if there is not enough memory */
    int threads;    /* of a beam; 0: all */
    unsigned first; /* where the first window begins */
    unsigned round; /* of beams: ties are broken in its own way */
    beam_goes_on_fn goes_on;
    void *user;
    uint64_t expanded;                  /* boards; summed up */
    uint64_t memory;                    /* bytes: the most for both of these: */
    uint64_t tables, beam;              /* of the estimates; the most of a beam */
    struct window_estimates *estimates; /* NULL at first; window_end in the end */
};

/* Goes over the whole solution once. OK; CANCELLED: goes_on said so, and the solution is what it
 * was shortened to so far; ERROR_MEMORY. */
tilepdb_status window_pass(struct window_task *task);

/* Where the letters lead to a board on which some tiles are in each other's place: these are
 * exchanged on the way, where they are near each other, by the shortest of some detours of fewer
 * than `below` moves. From there the same moves lead to the goal. Of the task, `moves` and `first`
 * have no effect. OK: the letters, now at most `capacity` and a NUL, do so; NOT_FOUND: there is no
 * such place, or room, or no beam found a way; CANCELLED, before any did; ERROR_MEMORY. Then the
 * letters are what they were. */
tilepdb_status window_exchange(struct window_task *task, const tilepdb_board *goal, int below,
                               size_t capacity);

void window_end(struct window_task *task);

#endif
