/*
 * A search with a checkpoint: records what it exhausts, and does not search what is recorded. See
 * tilepdb_checkpoint.h.
 */
#ifndef TILEPDB_SEARCH_RESUME_H
#define TILEPDB_SEARCH_RESUME_H

#include "search/bound.h"

/* Seconds. */
#define SPLIT_TIMEOUT 10

/* Of one call of tilepdb_solve. Zeroed, there is no checkpoint. */
struct resume {
    tilepdb_checkpoint *checkpoint;
    struct checkpoint_key key; /* of the bound */
    const tilepdb_board *board;
};

/* Identifies the search by board, goal, the contents of the tables and the options that change
 * counts; without a checkpoint or communicator does nothing. Hashes tables in memory: a few
 * milliseconds for each 100 MB. ERROR_MEMORY. */
tilepdb_status resume_begin(struct resume *resume, const struct tilepdb_solver *solver,
                            const tilepdb_board *board, const tilepdb_solve_options *options,
                            tilepdb_error *error);

/* Before a bound that is otherwise prepared; `last` are the nodes of the bound before, `done` those
 * of all bounds before, `limit` is the limit of nodes. True: the bound is recorded, and `search`
 * has its result. Otherwise a large bound gets a record. */
bool resume_bound(struct resume *resume, struct bound_search *search, uint64_t last, uint64_t done,
                  uint64_t limit);

/* The number of subtrees for units, without a subtree order. */
size_t resume_subtrees(uint64_t last);

/* After the bound, always. `solutions`: some were reported; `limited`: the limit of nodes was
 * reached. */
void resume_conclude(struct resume *resume, struct bound_search *search, bool solutions,
                     bool limited);

#endif
