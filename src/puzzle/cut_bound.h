/*
 * A lower bound on the multi-tile moves (slides) of a board of any size.
 *
 * Cut the board between two rows. A vertical slide moves tiles of one column by one row each, so it
 * carries at most one tile over the cut. Each tile with its goal cell on the other side must cross.
 * So the number of such tiles is a lower bound on the number V of vertical slides. Let v be the
 * largest bound of all cuts, and h the bound that cuts between columns give on the number H of
 * horizontal slides.
 *
 * In a shortest solution vertical and horizontal slides alternate, because two consecutive slides
 * of one axis could be one slide, or none. So V and H differ by at most one, and V + H is at least
 * 2 * max(v, h) - 1, or 2 * v if v equals h.
 *
 * Thread-safe.
 */
#ifndef TILEPDB_PUZZLE_CUT_BOUND_H
#define TILEPDB_PUZZLE_CUT_BOUND_H

#include "tilepdb.h"

/* Returns the bound; 0 for the goal. Both boards are valid and of one size. */
int cut_bound(const tilepdb_board *board, const tilepdb_board *goal);

#endif
