/*
 * The root of a search: the board in each view, its estimate from the tables, and the moves that
 * its symmetries save.
 */
#ifndef TILEPDB_SEARCH_ROOT_H
#define TILEPDB_SEARCH_ROOT_H

#include "search/solver.h"

/* The moves that a search need not begin with, since a symmetry of the board and its goal maps
 * them to one that is earlier in the move order; a set. */
unsigned solver_mirrored_moves(const struct tilepdb_solver *solver, const tilepdb_board *board);

/* Prepares the root of a search for a board that can reach the goal; *h is the heuristic's value.
 * ERROR_FORMAT: a table has no way down, which never happens in a sound one; also the statuses of
 * solver_failure. */
tilepdb_status solver_root(const struct tilepdb_solver *solver, const tilepdb_board *board,
                           struct kernel_root *root, int *h, tilepdb_error *error);

#endif
