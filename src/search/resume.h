/*
 * A search that writes into a checkpoint what it exhausts, and takes from it what it need not
 * search. See tilepdb_checkpoint.h.
 */
#ifndef TILEPDB_SEARCH_RESUME_H
#define TILEPDB_SEARCH_RESUME_H

#include "search/bound.h"

/* How long a unit may last, in seconds, until it is searched in subunits. */
#define SPLIT_TIMEOUT 10

/* Of one call of tilepdb_solve. Zeroed, there is no checkpoint, and nothing is done. */
struct resume {
    tilepdb_checkpoint *checkpoint;
    struct checkpoint_key key; /* of the bound; its first members are those of the search */
    const tilepdb_board *board;
};

/* Identifies the search by board, goal, the contents of the tables and what changes counts, for a
 * checkpoint or a communicator; without either does nothing. For tables in memory that computes
 * their hashes: a few milliseconds for each 100 MB. ERROR_MEMORY. */
tilepdb_status resume_begin(struct resume *resume, const struct tilepdb_solver *solver,
                            const tilepdb_board *board, const tilepdb_solve_options *options,
                            tilepdb_error *error);

/* Before a bound that is otherwise prepared; `last` are the nodes of the bound before, `done` those
 * of all before, and `limit` is that of nodes. True: how the bound ends is known, and `search` has
 * it, so that it is not searched. Otherwise the search has a record if it is large. */
bool resume_bound(struct resume *resume, struct bound_search *search, uint64_t last, uint64_t done,
                  uint64_t limit);

/* The subtrees into which a bound is cut for units, without a subtree order. */
size_t resume_subtrees(uint64_t last);

/* After the bound, in any case. `solutions`: some were reported; `limited`: the limit of nodes was
 * reached. */
void resume_conclude(struct resume *resume, struct bound_search *search, bool solutions,
                     bool limited);

#endif
