/*
 * Solves boards towards open goals (puzzle/open_goal.h): opens the table of the goal in the
 * engine's directory, or makes it once in memory, and looks up the answer of every board in it
 * (table/goal_table.h). Goals that are too large to make a table are searched with tables of
 * coarser goals (goal_search.h), unless their table is in the directory.
 *
 * An engine keeps the tables. If a new table lacks memory, it closes tables without a search.
 */
#ifndef TILEPDB_ENGINE_OPEN_GOALS_H
#define TILEPDB_ENGINE_OPEN_GOALS_H

#include "engine/strategy.h"

/* Returns ERROR_ARGUMENT for parts of a request that open goals do not have: improve, a checkpoint
 * and named tables. */
tilepdb_status open_goal_request_check(const tilepdb_engine_request *request, tilepdb_error *error);

/* Like board_search_run, for a search whose board can reach its open goal. Any thread may call
 * it. */
void open_goal_run(struct board_search *search);

/* Closes tables that no search uses, beyond their part of the memory limit, for boards of other
 * goals. */
void goal_tables_trim(struct tilepdb_engine *engine);

/* Frees the tables of all open goals. No search may run. */
void goal_tables_free(struct tilepdb_engine *engine);

#endif
