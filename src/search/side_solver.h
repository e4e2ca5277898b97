/*
 * Two solvers for a search of one board from both sides (kernels/pass.h): one that goes forward and
 * knows how far it came, and one that goes backward and does.
 */
#ifndef TILEPDB_SEARCH_SIDE_SOLVER_H
#define TILEPDB_SEARCH_SIDE_SOLVER_H

#include "search/solver.h"

/* A solver with two groups: group `left` of a solver estimates the moves that are left to its goal,
 * and group `done` of another, whose goal is the board with which a search begins, those that were
 * made. Its goal, direction, automata and variant are those of the first. Both must outlive it; the
 * caller releases it by tilepdb_solver_free. `key_group`: 0 or 1, which of its groups makes the
 * keys of boards.
 * ERROR_ARGUMENT: it has no tables of single moves, or they are for boards that lie differently;
 * ERROR_MEMORY. */
tilepdb_status side_solver_create(const struct tilepdb_solver *left, unsigned left_group,
                                  const struct tilepdb_solver *done, unsigned done_group,
                                  unsigned key_group, struct tilepdb_solver **side,
                                  tilepdb_error *error);

#endif
