/*
 * The solvers of a run: an entry for each goal, filled when the first board with that goal comes.
 *
 * Without a database on disk, tables are built in memory. If that takes long, there is a probe
 * solver first, a solver without tables, and the tables are built when a board needs more
 * (solve_driver.h).
 */
#ifndef TILEPDB_PDBSOLVE_SOLVER_CACHE_H
#define TILEPDB_PDBSOLVE_SOLVER_CACHE_H

#include <pthread.h>

#include "answers/solve_options.h"
#include "tables/candidates.h"
#include "tilepdb.h"

/* Better tables are made in steps, from small to large. */
enum { TIER_BUILT, TIER_GENERATED, TIER_FIRST_UPGRADE, TIER_SECOND_UPGRADE, TIERS };

struct solver_entry {
    tilepdb_board goal; /* zeroed: the entry is free */
    bool tried;
    int code;          /* CLI_SUCCESS, or the exit code after an error message, without a solver */
    bool out_of_time;  /* there was no time for the tables that were asked for last; another board
                   may have it */
    bool build_failed; /* tables could not be built, which was reported: only the probe solver is
                          left */
    char *last_error;  /* the last error reported about its tables; owned, NULL: none yet */
    tilepdb_solver *probe;    /* to be tried first; NULL: not needed */
    struct solver_tier *best; /* NULL before solver_entry_build, if there is a probe solver */
    struct solver_tier *tiers[TIERS]; /* owned; NULL: not used yet */
    double nodes;                     /* of answers with the best tier, since ... */
    size_t nodes_from;                /* ... so many boards of the batch */
    struct solver_tier
        *previous;             /* the best tier before solver_entry_upgrade; NULL: there was none */
    bool no_upgrade;           /* better tables cannot be had */
    struct solver_entry *next; /* of another goal of the same size; owned */
};

struct solver_dispatcher; /* solve_driver.h */

struct solver_cache {
    const struct solve_options *options;
    struct solver_config config; /* of these */
    pthread_mutex_t *lock;       /* of all this, and of the console; for driver_next */
    bool may_prompt;             /* the user can be asked whether to generate stronger tables */
    struct backward_tables *backward;     /* of searches backward; owned */
    struct solver_dispatcher *dispatcher; /* NULL: this process alone */
    struct solver_entry
        entries[TILEPDB_TABLE_MAX_SIDE + 1]
               [TILEPDB_TABLE_MAX_SIDE + 1]; /* for each size, the first of a list */
};

/* Begins an empty cache, without a lock. The options and the progress must stay. */
void solver_cache_init(struct solver_cache *cache, const struct solve_options *options,
                       struct cli_progress *progress);

/* The entry for a goal, with a best tier: tables are built if they were not yet. If they cannot be
 * built, once and for all, there is no best tier. A failure has been reported, once. It belongs to
 * the cache. One thread at a time may call this and the next eight. */
struct solver_entry *solver_entry_build(struct solver_cache *cache, const tilepdb_board *goal);

/* The entry for a goal. If its code is CLI_SUCCESS it has a probe solver, or a best tier, or both.
 * It belongs to the cache. */
struct solver_entry *solver_entry_get(struct solver_cache *cache, const tilepdb_board *goal);

/* Whether there may still be a question, so that nobody else should read stdin. */
bool solver_cache_may_prompt(const struct solver_cache *cache);

/* Whether the user can be asked whether to generate stronger tables than an entry's. */
bool solver_entry_may_prompt(const struct solver_cache *cache, const struct solver_entry *entry);

/* Asks, once, and generates them. The best tier may be another one then; the old one stays usable.
 */
void solver_entry_prompt(struct solver_cache *cache, struct solver_entry *entry,
                         const tilepdb_board *goal);

/* The tables that repay being made for `waiting` boards like those of a batch so far, of which
 * there are `done`; the caller frees the name. NULL: none. */
char *solver_entry_find_upgrade(struct solver_cache *cache, const tilepdb_board *goal, size_t done,
                                size_t waiting);

/* Makes these tables, in memory, and a best tier with them, while no search has the entry. The old
 * one stays usable, and remains the best if they cannot be had: false. */
bool solver_entry_upgrade(struct solver_cache *cache, const tilepdb_board *goal, const char *name,
                          size_t done);

/* Undoes the last solver_entry_upgrade, if it was true. */
void solver_entry_revert(struct solver_cache *cache, const tilepdb_board *goal);

/* Which tables an entry's best tier has, in a number: their patterns and kinds, or colourings. */
uint64_t solver_entry_fingerprint(const struct solver_entry *entry);

void solver_cache_free(struct solver_cache *cache);

#endif
