/*
 * Boards of up to 20x20 for the layered method: plain arrays of cells. See tilepdb_grid; this unit
 * implements its goal, scrambling and playing.
 *
 * Thread safety: no state.
 */
#ifndef TILEPDB_REFERENCE_GRID_H
#define TILEPDB_REFERENCE_GRID_H

#include "puzzle/board.h"
#include "tilepdb.h"

/* TILEPDB_OK if the grid can reach the goal, UNSOLVABLE with the parity reason if not.
 * ERROR_ARGUMENT: one of them is not a grid, or their sizes differ. */
tilepdb_status grid_solvable(const tilepdb_grid *grid, const tilepdb_grid *goal,
                             tilepdb_error *error);

/* The cell of the blank. */
int grid_blank(const tilepdb_grid *grid);

/* The cell next to `cell` in the direction of a blank's move, -1 off the grid. */
int grid_neighbour(const tilepdb_grid *grid, int cell, enum direction direction);

bool grid_equal(const tilepdb_grid *a, const tilepdb_grid *b);

/* The sum of the tiles' distances to their goal cells. Both are grids of one size. */
int grid_manhattan(const tilepdb_grid *grid, const tilepdb_grid *goal);

tilepdb_grid grid_from_board(const tilepdb_board *board);

#endif
