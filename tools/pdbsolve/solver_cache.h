/*
 * The solvers of a run: an entry for each goal, filled when the first board with that goal comes.
 *
 * Tables that are not on disk are built in memory. If that takes long, the entry has a probe solver
 * without tables first, and the tables are built when a board needs them (solve_driver.h).
 *
 * One thread at a time may call these functions.
 */
#ifndef TILEPDB_PDBSOLVE_SOLVER_CACHE_H
#define TILEPDB_PDBSOLVE_SOLVER_CACHE_H

#include <pthread.h>

#include "answers/solve_options.h"
#include "tables/candidates.h"
#include "tilepdb.h"

/* The tables of an entry, in the order in which they may follow each other. */
enum { TIER_BUILT, TIER_GENERATED, TIER_FIRST_UPGRADE, TIER_SECOND_UPGRADE, TIERS };

struct solver_entry {
    struct solver_entry *next; /* the entry of another goal; owned */
    tilepdb_board goal;
    bool tried;
    int code;                 /* CLI_SUCCESS, or the exit code after an error message: no solver */
    bool out_of_time;         /* the last build ran out of time; retried for later boards */
    bool build_failed;        /* after an error message: the probe is the only solver */
    char *last_error;         /* the last message about the tables; owned; NULL: none */
    tilepdb_solver *probe;    /* NULL: not needed; owned */
    struct solver_tier *best; /* NULL: not built yet, or build_failed */
    struct solver_tier *tiers[TIERS]; /* NULL: not used yet; owned */
    struct solver_tier *previous;     /* `best` before the last upgrade; NULL: there was none */
    bool no_upgrade;                  /* an upgrade has failed */
    double nodes; /* of the answers with `best`, from board `nodes_from` of the batch on */
    size_t nodes_from;
};

struct solver_dispatcher; /* solve_driver.h */

struct solver_cache {
    const struct solve_options *options;
    struct solver_config config;
    pthread_mutex_t *lock;            /* for all members, and the console; used by solve drivers */
    pthread_mutex_t parallel;         /* held by the driver that searches with several threads */
    bool may_prompt;                  /* the user may be asked whether to generate larger tables */
    struct backward_tables *backward; /* tables of searches backward; owned */
    struct solver_dispatcher *dispatcher; /* NULL: there is one process */
    struct solver_entry *entries;         /* a list; owned */
};

/* Begins an empty cache without a lock. `options` and `progress` must outlive it. */
void solver_cache_init(struct solver_cache *cache, const struct solve_options *options,
                       struct cli_progress *progress);

/* The entry for a goal, which stays in the cache. If its code is CLI_SUCCESS it has a probe or a
 * best tier, or both; or it is out of time. Failures are reported once. */
struct solver_entry *solver_entry_get(struct solver_cache *cache, const tilepdb_board *goal);

/* The same with a best tier, unless the build fails or runs out of time. */
struct solver_entry *solver_entry_build(struct solver_cache *cache, const tilepdb_board *goal);

/* Whether the user may still be asked, so that nobody else should read stdin. */
bool solver_cache_may_prompt(const struct solver_cache *cache);

/* Whether the user may be asked to generate larger tables than an entry has. */
bool solver_entry_may_prompt(const struct solver_cache *cache, const struct solver_entry *entry);

/* Asks the user, once in a run, and generates larger tables. The former best tier stays usable. */
void solver_entry_prompt(struct solver_cache *cache, struct solver_entry *entry,
                         const tilepdb_board *goal);

/* The name of tables that repay for `waiting` boards like the `done` boards before; NULL: none. The
 * caller frees it. */
char *solver_entry_find_upgrade(struct solver_cache *cache, const tilepdb_board *goal, size_t done,
                                size_t waiting);

/* Makes the tables `name` in memory, and a best tier with them, while nobody searches. False: they
 * cannot be had. The former best tier stays usable. */
bool solver_entry_upgrade(struct solver_cache *cache, const tilepdb_board *goal, const char *name,
                          size_t done);

/* Undoes the last upgrade, if there was one. */
void solver_entry_revert(struct solver_cache *cache, const tilepdb_board *goal);

/* A hash of the patterns and kinds, or colourings, of the best tier. */
uint64_t solver_entry_fingerprint(const struct solver_entry *entry);

void solver_cache_free(struct solver_cache *cache);

#endif
