/*
 * Connects a search with a checkpoint: records exhausted bounds and units, and skips recorded work.
 */
#ifndef TILEPDB_SEARCH_RESUME_H
#define TILEPDB_SEARCH_RESUME_H

#include "search/bound.h"

/* seconds until a unit is split */
#define SPLIT_TIMEOUT 10

/* State of one call of tilepdb_solve. Zeroed, there is no checkpoint. */
struct resume {
    tilepdb_checkpoint *checkpoint;
    struct checkpoint_key key;
    uint64_t first_side; /* key.done of the forward side before a backward side; 0 without one */
    const tilepdb_board *board;
};

/* Identifies the search by board, goal, contents of the tables, and options that change counts.
 * Returns OK or ERROR_MEMORY. */
tilepdb_status resume_begin(struct resume *resume, const struct tilepdb_solver *solver,
                            const tilepdb_board *board, const tilepdb_solve_options *options,
                            tilepdb_error *error);

/* Called before a bound that is otherwise prepared. `last` counts the nodes of the previous
 * bound, `done` the nodes of all earlier bounds. Returns true if the bound is recorded; then
 * `search` has its result. */
bool resume_bound(struct resume *resume, struct bound_search *search, uint64_t last, uint64_t done,
                  uint64_t limit);

/* Returns the number of subtrees of a bound without a subtree order, after a bound of `last`
 * nodes. */
size_t resume_subtrees(uint64_t last);

/* Called after each bound. `solutions` is true if solutions were reported, `limited` if the
 * limit of nodes was reached. */
void resume_conclude(struct resume *resume, struct bound_search *search, bool solutions,
                     bool limited);

#endif
