/*
 * Solves boards towards open goals (puzzle/open_goal.h), and lists longer solutions than the
 * shortest (`beyond`). Opens the table of the goal in the engine's directory, or makes it once in
 * memory, and looks up every board in it (table/goal_table.h). A goal with too many boards is
 * searched with tables of coarser goals, unless the directory has its table. An engine keeps the
 * tables open, but closes unused ones if a new table lacks memory.
 */
#ifndef TILEPDB_ENGINE_OPEN_GOALS_H
#define TILEPDB_ENGINE_OPEN_GOALS_H

#include "engine/strategy.h"

/* Checks a request with an open goal or with `beyond`. Returns ERROR_ARGUMENT for improve,
 * checkpoint and needs_tables, and if `beyond` is negative or is for one solution. */
tilepdb_status open_goal_request_check(const tilepdb_engine_request *request, tilepdb_error *error);

/* Like board_search_run, for a board that can reach its open goal, or with `beyond`. Any thread may
 * call it. */
void open_goal_run(struct board_search *search);

/* With a memory limit, closes unused tables of open goals that exceed 1 / KEPT_PARTS of it. */
void goal_tables_trim(struct tilepdb_engine *engine);

/* No search may run. */
void goal_tables_free(struct tilepdb_engine *engine);

#endif
