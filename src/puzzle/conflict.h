/*
 * Lower bounds from the board alone: Manhattan distance, and linear conflict on top of it
 * (Hansson, Mayer & Yung, "Criticizing solutions to relaxed models yields powerful admissible
 * heuristics", 1992).
 *
 * Two tiles of a line (row or column) are in conflict if both belong into that line, but in the
 * other order: one must leave the line and come back, two moves that Manhattan distance does not
 * count. For each line the fewest tiles are taken that must leave so that no conflict is left: all
 * except a longest increasing subsequence of goal places. Both bounds are consistent and have the
 * parity of the distance.
 *
 * This is the plain form, from scratch for a board; a search that needs it at every node may keep
 * it line by line.
 * Thread safety: no state. `board` and `goal` are boards of one size (board_check).
 */
#ifndef TILEPDB_PUZZLE_CONFLICT_H
#define TILEPDB_PUZZLE_CONFLICT_H

#include "tilepdb.h"

/* The sum of the tiles' distances to their goal cells, the blank left out. */
int manhattan_distance(const tilepdb_board *board, const tilepdb_board *goal);

/* Manhattan distance + 2 for each tile that must leave its line. */
int linear_conflict(const tilepdb_board *board, const tilepdb_board *goal);

#endif
