/*
 * IDA* to an open goal that is too large for an exact table.
 *
 * The lower bound is the maximum over tables of coarser goals, which make tiles of some colours
 * alike (open_goal_merge) and so include all boards of the goal. A move changes a distance by at
 * most one, so a child's distance follows from its parent's and two entries, distances modulo 3.
 *
 * Thread safety: a search belongs to one thread; tables are immutable.
 */
#ifndef TILEPDB_ENGINE_GOAL_SEARCH_H
#define TILEPDB_ENGINE_GOAL_SEARCH_H

#include "engine/strategy.h"
#include "puzzle/open_goal.h"
#include "table/goal_table.h"

/* ---- answers --------------------------------------------------------------------------------- */

/* Sets the error of a false table, and returns ERROR_INTERNAL. */
tilepdb_status goal_answer_refuse(tilepdb_error *error);

/* Writes the letters of a path to `moves`, which has TILEPDB_MAX_MOVES + 1 bytes, and replays them.
 * Returns ERROR_TOO_LARGE if they do not fit, or ERROR_INTERNAL. */
tilepdb_status goal_answer_write(const struct board_search *search, const struct move_set *set,
                                 const uint8_t *path, int length, char *moves,
                                 tilepdb_error *error);

/* Counts a solution, and passes it to on_list if requested, until on_list returns false. */
void goal_answer_deliver(struct board_search *search, const char *moves);

/* ---- searches -------------------------------------------------------------------------------- */

#define GOAL_SEARCH_TABLES 8

struct coarse_goal {
    struct open_goal open;
    const struct goal_table *table; /* of `open`; owned elsewhere */
};

/* Writes coarser goals whose tables have at most `states` boards. Each begins to merge after the
 * last colour that the goal before merged. Returns their number; 0 if no table fits. The caller
 * sets the tables. */
unsigned coarse_goals_choose(const struct open_goal *open, uint64_t states,
                             struct coarse_goal goals[GOAL_SEARCH_TABLES]);

/* Searches with the limits of `search`, and sets its result. Returns OK; without an error set,
 * LIMIT beyond max_length, and CANCELLED at other limits too; ERROR_MEMORY; or a status of
 * goal_answer_write. */
tilepdb_status goal_search_run(struct board_search *search, const struct open_goal *open,
                               const struct coarse_goal *goals, unsigned count,
                               tilepdb_error *error);

#endif
