/* Decides whether a board can reach a goal, and explains why not. Thread-safe. */
#ifndef TILEPDB_PUZZLE_SOLVABLE_H
#define TILEPDB_PUZZLE_SOLVABLE_H

#include "tilepdb.h"

/* Like tilepdb_board_solvable, but returns ERROR_ARGUMENT for open goals. */
tilepdb_status board_solvable(const tilepdb_board *board, const tilepdb_board *goal,
                              tilepdb_error *error);

#endif
