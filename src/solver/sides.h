/*
 * Two solvers for a search of one board from both sides (kernels/pass.h): one that goes forward and
 * knows how far it came, and one that goes backward and does.
 */
#ifndef TILEPDB_SOLVER_SIDES_H
#define TILEPDB_SOLVER_SIDES_H

#include "solver/solver.h"

/* Of a solver for one board that is searched from both sides. It is the one that goes forward. */
struct solver_sides {
    struct tilepdb_solver *back;                     /* the one that goes backward; owned */
    const struct tilepdb_solver *forward, *backward; /* ordinary ones with all groups, to confirm
                                                        meetings; they outlive this */
    /* For bounds that are small: the limit of the forward side, less the bound, and the least moves
     * from the board with which a crossing is told, less half of the bound (search/sides.h). */
    int offset, level;
};

/* A solver with two groups: group `left` of a solver estimates the moves that are left to its goal,
 * and group `done` of another, whose goal is the board with which a search begins, those that were
 * made. Its goal, direction, automata and variant are those of the first. Both must outlive it; the
 * caller releases it by tilepdb_solver_free. `key_group`: 0 or 1, which of its groups makes the
 * keys of boards.
 * ERROR_ARGUMENT: it has no tables of single moves, or they are for boards that lie differently;
 * ERROR_MEMORY. */
tilepdb_status solver_side_create(const struct tilepdb_solver *left, unsigned left_group,
                                  const struct tilepdb_solver *done, unsigned done_group,
                                  unsigned key_group, struct tilepdb_solver **side,
                                  tilepdb_error *error);

#endif
