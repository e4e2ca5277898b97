/*
 * A way into the core of a large board: outer lines are solved tile by tile, from the sides where
 * the blank's goal is not, until at most LINE_SOLVER_CORE lines are left each way.
 *
 * Each step brings one tile to its place. How many moves that takes is known for every cell of the
 * tile and the blank, so that no step ever fails. Of all ways there a beam keeps those that are
 * short and leave the other tiles near their places. The last two tiles of a line go in together:
 * the first waits in the corner, the second behind it.
 *
 * Thread safety: a task belongs to its caller; nothing is shared.
 */
#ifndef TILEPDB_ANYTIME_LINE_SOLVER_H
#define TILEPDB_ANYTIME_LINE_SOLVER_H

#include "anytime/beam.h"

#define LINE_SOLVER_CORE 7 /* of the core: its tables are made in a tenth of a second */

struct line_solver_task {
    const tilepdb_board *board, *goal;
    size_t width;    /* of the beam */
    size_t capacity; /* for letters, and the NUL */
    char *letters;
    beam_goes_on_fn goes_on;
    void *user;
    uint64_t expanded;
    uint64_t bytes; /* it took */
    /* The rectangle that is not solved. */
    int left, top, columns, rows;
};

/* Bytes that a search of this width takes, for so many letters. */
uint64_t line_solver_need(const tilepdb_board *board, size_t width, size_t letters);

/* OK: the letters lead there. CANCELLED: goes_on said so; LIMIT: there is no room for the letters.
 * ERROR_MEMORY. */
tilepdb_status line_solver_search(struct line_solver_task *task);

#endif
