/*
 * One solver for each size of board that occurs in a batch, made when the first such board comes.
 * A batch has one goal for a size.
 */
#ifndef TILEPDB_PDBSOLVE_SOLVERS_H
#define TILEPDB_PDBSOLVE_SOLVERS_H

#include "cli/database.h"
#include "cli/progress.h"
#include "pdbsolve/options.h"
#include "tilepdb.h"

struct solver_slot {
    bool tried;
    int code; /* CLI_SUCCESS, else the exit code after a complaint, and there is no solver */
    struct database database;
    tilepdb_solver *solver;
};

struct solver_cache {
    const struct solve_options *options;
    struct cli_progress *progress;
    struct solver_slot slots[TILEPDB_MAX_SIDE + 1][TILEPDB_MAX_SIDE + 1];
};

/* The slot for a goal, with its solver if its code is CLI_SUCCESS. A failure has been complained
 * about, once. It belongs to the cache. */
const struct solver_slot *solver_for(struct solver_cache *cache, const tilepdb_board *goal);

void solver_cache_free(struct solver_cache *cache);

#endif
