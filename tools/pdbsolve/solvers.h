/*
 * One set of solvers for each size of board that occurs in a batch, created when the first such
 * board comes. A batch has one goal per size.
 *
 * Without a database on disk, tables are built in memory. If that takes long, a board is first
 * searched without tables, up to a fixed number of nodes, and the tables are built when a board
 * turns out to need more. This applies to each board, even if the tables exist already: so its
 * answer and its counts do not depend on the boards before it, on threads, or on the machine.
 */
#ifndef TILEPDB_PDBSOLVE_SOLVERS_H
#define TILEPDB_PDBSOLVE_SOLVERS_H

#include "cli/database.h"
#include "cli/progress.h"
#include "pdbsolve/options.h"
#include "tilepdb.h"

/* A solver and its tables. */
struct solver_stage {
    struct database database;
    tilepdb_solver *solver;
};

enum { STAGE_BUILT, STAGE_GENERATED, STAGES };

struct solver_slot {
    bool tried;
    int code;     /* CLI_SUCCESS, or the exit code after an error message, without a solver */
    bool unbuilt; /* tables could not be built, which was reported: only the scout is left */
    char *told;   /* the last error reported about its tables; owned, NULL: none yet */
    tilepdb_solver *scout;           /* to be tried first; NULL: not needed */
    const struct solver_stage *best; /* NULL before solver_build, if there is a scout */
    struct solver_stage stages[STAGES];
};

struct solver_cache {
    const struct solve_options *options;
    struct cli_progress *progress;
    bool asks; /* the user can be asked whether to generate stronger tables */
    struct solver_slot slots[TILEPDB_TABLE_MAX_SIDE + 1][TILEPDB_TABLE_MAX_SIDE + 1];
};

/* The slot for a goal. If its code is CLI_SUCCESS it has a scout, or a best stage, or both. A
 * failure has been reported, once. It belongs to the cache. One thread at a time may call this and
 * the next two. */
struct solver_slot *solver_for(struct solver_cache *cache, const tilepdb_board *goal);

/* The same, with a best stage: tables are built if they were not yet. If they cannot be built, once
 * and for all, there is no best stage. */
struct solver_slot *solver_build(struct solver_cache *cache, const tilepdb_board *goal);

/* Whether an error about the slot's tables is new: what holds for all boards is reported once. */
bool solver_tell(struct solver_slot *slot, const char *complaint);

/* Whether solver_offer would ask. */
bool solver_can_offer(const struct solver_cache *cache, const struct solver_slot *slot);

/* Asks, once, whether to generate stronger tables, and does so. The best stage may be
 * another one then; the old one stays usable. */
void solver_offer(struct solver_cache *cache, struct solver_slot *slot, const tilepdb_board *goal);

/* Whether there may still be a question, so that nobody else should read stdin. */
bool solver_may_ask(const struct solver_cache *cache);

/* Searches with the slot's scout within the limits of `search`, and within the scout's nodes. True:
 * that is the answer, with its status. False: the board needs tables. Any thread may call it. */
bool solver_scout(const struct solver_slot *slot, const tilepdb_board *board,
                  const tilepdb_solve_options *search, tilepdb_result *result, tilepdb_error *error,
                  tilepdb_status *status);

/* After a scout that did not do, where no tables could be built: what the scout proved is the
 * answer. It gets the status of a limit or an interrupt, and the error says why, unless the scout
 * found the solution. */
void solver_settle(tilepdb_status *status, tilepdb_error *error);

/* Raises the result's lower bound to what another search of the same board proved. */
void solver_keep_bound(tilepdb_result *result, int proven);

/* All of this for one board and one thread. Returns the slot's code; if that is CLI_SUCCESS,
 * `*status`, the result and the error are those of the search that answers. The result's seconds
 * are those of all searches. */
int solver_solve(struct solver_cache *cache, const tilepdb_board *board, const tilepdb_board *goal,
                 const tilepdb_solve_options *search, tilepdb_result *result, tilepdb_error *error,
                 tilepdb_status *status);

/* After a scout: what is left of the time. */
void solver_time_spent(tilepdb_solve_options *search, double seconds);

void solver_cache_free(struct solver_cache *cache);

#endif
