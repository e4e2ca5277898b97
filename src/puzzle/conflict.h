/*
 * Lower bounds from the board alone: Manhattan distance, linear conflict (Hansson, Mayer & Yung,
 * "Criticizing solutions to relaxed models yields powerful admissible heuristics", 1992), and a
 * bound for slides.
 *
 * Two tiles conflict if both have their goal cells in the line (row or column) where they are, but
 * in the opposite order: one of the two must leave the line and return. In each line, all tiles
 * except a longest increasing subsequence of goal places must leave; linear_conflict adds 2 for
 * each. Manhattan distance and linear conflict are consistent and have the parity of the distance.
 *
 * `board` and `goal` are valid boards of one size. Thread-safe.
 */
#ifndef TILEPDB_PUZZLE_CONFLICT_H
#define TILEPDB_PUZZLE_CONFLICT_H

#include "tilepdb.h"

int manhattan_distance(const tilepdb_board *board, const tilepdb_board *goal);

int linear_conflict(const tilepdb_board *board, const tilepdb_board *goal);

/*
 * A lower bound on the multi-tile moves (slides) of a board of any size; 0 for the goal.
 *
 * A vertical slide moves at most one tile over the cut between two rows. So the number of tiles
 * that must cross the cut is a lower bound on the number V of vertical slides. Let v be the largest
 * bound of all cuts, and h the same for columns and the number H of horizontal slides.
 *
 * In a shortest solution vertical and horizontal slides alternate, because two consecutive slides
 * of one axis could be one slide, or none. So V and H differ by at most one, and V + H is at least
 * 2 * max(v, h) - 1, or 2 * v if v equals h.
 */
int cut_bound(const tilepdb_board *board, const tilepdb_board *goal);

#endif
