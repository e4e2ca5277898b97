/*
 * A lower bound on the multi-tile moves (slides) of a board of any size.
 *
 * Cut the board between two rows. A vertical slide moves tiles of one column by one row each, so it
 * carries exactly one tile, or none, over the cut. A tile whose goal cell is on the other side must
 * cross it. So a solution has at least as many vertical slides, V, as there are such tiles, for
 * each cut; and at least as many horizontal slides, H, as there are for each cut between columns.
 *
 * In a shortest solution the axes of slides alternate: two consecutive slides of one axis could be
 * one slide, or none. So V and H differ by at most one, and the slides are at least 2 * max(V, H) -
 * 1, or 2 * V if both bounds are equal.
 *
 * Thread safety: no state.
 */
#ifndef TILEPDB_PUZZLE_CUT_BOUND_H
#define TILEPDB_PUZZLE_CUT_BOUND_H

#include "tilepdb.h"

/* The bound for boards of one size (board_check); 0 for the goal. */
int cut_bound(const tilepdb_board *board, const tilepdb_board *goal);

#endif
