/*
 * Solves the outer lines of a large board tile by tile, from the sides where the blank's goal cell
 * is not, until the core has at most LINE_SOLVER_CORE lines each way.
 *
 * Each step brings one tile to its cell. The moves that a step takes are known for every cell of
 * the tile and the blank, so no step ever fails. A beam keeps the ways that are short and leave the
 * other tiles near their goal cells. The last two tiles of a line go in together: the first waits
 * in the corner, the second behind it.
 *
 * Thread safety: a task belongs to its caller; nothing is shared.
 */
#ifndef TILEPDB_ANYTIME_LINE_SOLVER_H
#define TILEPDB_ANYTIME_LINE_SOLVER_H

#include "anytime/beam.h"

#define LINE_SOLVER_CORE 7 /* lines; tables for such a core are made in a tenth of a second */

struct line_solver_task {
    const tilepdb_board *board, *goal;
    size_t width;    /* of the beam */
    size_t capacity; /* of `letters`, with the NUL */
    char *letters;
    beam_goes_on_fn goes_on;
    void *user;
    uint64_t expanded;
    uint64_t bytes;        /* used */
    struct rectangle core; /* not solved */
};

/* Bytes that a search of a width takes, for a way of `letters` moves. */
uint64_t line_solver_need(const tilepdb_board *board, size_t width, size_t letters);

/* OK: the letters solve all but the core. CANCELLED: goes_on ended it; LIMIT: the letters do not
 * fit; ERROR_MEMORY. */
tilepdb_status line_solver_search(struct line_solver_task *task);

#endif
