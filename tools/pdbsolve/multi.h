/*
 * Solvers for multi-tile moves: their table is built in memory, in a second or two.
 */
#ifndef TILEPDB_PDBSOLVE_MULTI_H
#define TILEPDB_PDBSOLVE_MULTI_H

#include "cli/stage.h"
#include "tilepdb_colours.h"

/* Builds the default table for boards of the goal's size, and a solver for the goal. Both belong to
 * the caller, the table also if there is no solver. CLI_SUCCESS, or the exit code after an error
 * message. */
int multi_open(const struct solver_means *means, const tilepdb_board *goal,
               tilepdb_colours **colours, tilepdb_solver **solver);

#endif
