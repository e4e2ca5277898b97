/*
 * Connects a search with a checkpoint: records ended bounds and exhausted units, and skips recorded
 * work.
 */
#ifndef TILEPDB_SEARCH_RESUME_H
#define TILEPDB_SEARCH_RESUME_H

#include "search/bound.h"

/* Seconds until a unit is split, or less if the checkpoint is saved often. */
#define SPLIT_TIMEOUT 10

/* The state of one call of tilepdb_solve. Zeroed, there is no checkpoint. */
struct resume {
    tilepdb_checkpoint *checkpoint;
    struct checkpoint_key key;
    uint64_t first_side; /* key.done of the forward side before a backward side; 0 without one */
    const tilepdb_board *board;
};

/* With a checkpoint or communicator, hashes board, goal, contents of the tables, and options that
 * change counts. Returns OK or ERROR_MEMORY. */
tilepdb_status resume_begin(struct resume *resume, const struct tilepdb_solver *solver,
                            const tilepdb_board *board, const tilepdb_solve_options *options,
                            tilepdb_error *error);

/* Called last before a bound. `last` counts the nodes of the previous bound, `done` of all earlier
 * bounds; `limit` is the limit of nodes, or 0. Returns true if the bound's end is recorded; then
 * `search` has its result. */
bool resume_bound(struct resume *resume, struct bound_search *search, uint64_t last, uint64_t done,
                  uint64_t limit);

/* Returns the number of subtrees to aim for without a subtree order, after a bound of `last`
 * nodes. */
size_t resume_subtrees(uint64_t last);

/* Called after each bound; gives the record back. `solutions`: solutions were reported; `limited`:
 * the limit of nodes was reached. */
void resume_conclude(struct resume *resume, struct bound_search *search, bool solutions,
                     bool limited);

#endif
