/*
 * The patterns of goal tables: open goals (puzzle/open_goal.h) without the numbers of their tiles.
 *
 * The tile that tilepdb_goal puts on a cell gets the colour of this cell of the open goal. If the
 * open goal does not name the blank, the blank is on the last open cell, and the member `open` is 1
 * + the colour of the other open cells.
 */
#ifndef TILEPDB_PATTERN_GOAL_PATTERN_H
#define TILEPDB_PATTERN_GOAL_PATTERN_H

#include "puzzle/open_goal.h"
#include "tilepdb_tables.h"

/* Returns false if open cells may hold tiles of two colours, or of a colour that other cells also
 * have. */
bool goal_pattern_of(const struct open_goal *open, tilepdb_pattern *pattern);

/* The inverse of goal_pattern_of. Elements 1 on of `open->colour` become OPEN_GOAL_ANY, since a
 * pattern lacks the numbers of tiles. Returns ERROR_ARGUMENT if `pattern` is no colour pattern, or
 * its open blank is not on the last cell that may have it. */
tilepdb_status goal_pattern_open(const tilepdb_pattern *pattern, struct open_goal *open,
                                 tilepdb_error *error);

#endif
