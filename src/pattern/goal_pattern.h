/*
 * The patterns of goal tables: open goals (puzzle/open_goal.h) without the numbers of their tiles.
 *
 * The cells of an open goal have colours. In a pattern the tile of a cell, in the goal with the
 * same blank, has the colour of this cell. If the goal does not name the blank, its cell is the
 * last open cell, and `open` is the colour of the other open cells.
 */
#ifndef TILEPDB_PATTERN_GOAL_PATTERN_H
#define TILEPDB_PATTERN_GOAL_PATTERN_H

#include "puzzle/open_goal.h"
#include "tilepdb_tables.h"

/* Returns false if no pattern has these goals: a board has more tiles of a colour than the goal
 * has cells for them, or open cells may hold tiles of two colours. */
bool goal_pattern_of(const struct open_goal *open, tilepdb_pattern *pattern);

/* Writes the open goal of a pattern; goal_pattern_of gives the pattern of goals with the same
 * colours. Every element of `open->colour` but the blank's is OPEN_GOAL_ANY.
 * Returns ERROR_ARGUMENT if `pattern` is no colour pattern. */
tilepdb_status goal_pattern_open(const tilepdb_pattern *pattern, struct open_goal *open,
                                 tilepdb_error *error);

#endif
