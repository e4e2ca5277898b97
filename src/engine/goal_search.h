/*
 * IDA* to an open goal that is too large for an exact table.
 *
 * The lower bound is the maximum over tables of coarser goals, each of which makes tiles of some
 * colours alike (open_goal_merge). A coarser goal has all boards of the goal, so its distances are
 * lower bounds; each move changes them by at most one, so the entries of a board's neighbours give
 * their distances.
 *
 * Thread safety: a search belongs to one thread; tables are immutable.
 */
#ifndef TILEPDB_ENGINE_GOAL_SEARCH_H
#define TILEPDB_ENGINE_GOAL_SEARCH_H

#include "engine/strategy.h"
#include "puzzle/open_goal.h"
#include "table/goal_table.h"

/* ---- answers --------------------------------------------------------------------------------- */

/* Returns ERROR_INTERNAL: a table is false. */
tilepdb_status goal_answer_refuse(tilepdb_error *error);

/* Writes the letters of a path, and replays them. Returns ERROR_TOO_LARGE if an answer has no room
 * for them, or ERROR_INTERNAL. */
tilepdb_status goal_answer_write(const struct board_search *search, const struct move_set *set,
                                 const uint8_t *path, int length, char *moves,
                                 tilepdb_error *error);

/* Counts a solution, and passes it on if it is wanted. */
void goal_answer_deliver(struct board_search *search, const char *moves);

/* ---- searches -------------------------------------------------------------------------------- */

#define GOAL_SEARCH_TABLES 8

struct coarse_goal {
    struct open_goal open;
    const struct goal_table *table; /* of `open` */
};

/* Writes coarser goals whose tables have at most `states` boards. Each colour is distinguished by
 * at least one goal, if possible. Returns their number, at most GOAL_SEARCH_TABLES; 0 if no
 * table fits. */
unsigned coarse_goals_choose(const struct open_goal *open, uint64_t states,
                             struct coarse_goal goals[GOAL_SEARCH_TABLES]);

/* Searches with the limits of `search`, and sets its result. Returns the statuses of
 * tilepdb_engine_solve. */
tilepdb_status goal_search_run(struct board_search *search, const struct open_goal *open,
                               const struct coarse_goal *goals, unsigned count,
                               tilepdb_error *error);

#endif
