/*
 * Lower bounds from the board alone: Manhattan distance and linear conflict (Hansson, Mayer & Yung,
 * "Criticizing solutions to relaxed models yields powerful admissible heuristics", 1992).
 *
 * Two tiles conflict if both have their goal cells in the line (row or column) where they are, but
 * in the opposite order. One of the two must leave the line and return, which takes two moves more
 * than Manhattan distance. In each line, all tiles except a longest increasing subsequence of goal
 * places must leave; linear_conflict adds 2 for each. Both bounds are consistent and have the
 * parity of the distance.
 *
 * `board` and `goal` are valid boards of one size. Thread-safe.
 */
#ifndef TILEPDB_PUZZLE_CONFLICT_H
#define TILEPDB_PUZZLE_CONFLICT_H

#include "tilepdb.h"

int manhattan_distance(const tilepdb_board *board, const tilepdb_board *goal);

int linear_conflict(const tilepdb_board *board, const tilepdb_board *goal);

#endif
