/*
 * The solvers of a run: one entry per goal, filled at the first board with that goal. One thread at
 * a time.
 *
 * Missing tables are built in memory. If that takes long, the entry first has only a probe solver
 * without tables, and the tables are built when a board needs them (solve_driver.h).
 */
#ifndef TILEPDB_PDBSOLVE_SOLVER_CACHE_H
#define TILEPDB_PDBSOLVE_SOLVER_CACHE_H

#include <pthread.h>

#include "answers/solve_options.h"
#include "tables/candidates.h"
#include "tilepdb.h"

enum { TIER_BUILT, TIER_GENERATED, TIER_FIRST_UPGRADE, TIER_SECOND_UPGRADE, TIERS };

struct solver_entry {
    struct solver_entry *next;
    tilepdb_board goal;
    bool tried;
    int code;                         /* CLI_SUCCESS, or the exit code after an error message */
    bool out_of_time;                 /* the last build ran out of time; later boards retry */
    bool build_failed;                /* only the probe is left */
    char *last_error;                 /* message about the tables; owned; may be NULL */
    tilepdb_solver *probe;            /* solver without tables; owned; NULL if not needed */
    struct solver_tier *best;         /* NULL before the build and after a failure */
    struct solver_tier *tiers[TIERS]; /* owned; NULL until used */
    struct solver_tier *previous;     /* `best` before the last upgrade; may be NULL */
    bool no_upgrade;
    /* Nodes generated with `best`, for the boards of the batch from `nodes_from` on. */
    double nodes;
    size_t nodes_from;
};

struct solver_dispatcher;

struct solver_cache {
    const struct solve_options *options;
    struct solver_config config;
    /* protects all members and the console; set by the caller; only drivers lock it */
    pthread_mutex_t *lock;
    pthread_mutex_t parallel; /* held during a search with several threads */
    bool may_prompt;
    struct backward_tables *backward;
    struct solver_dispatcher *dispatcher; /* NULL for one process */
    struct solver_entry *entries;
};

/* Empties the cache; the caller sets `lock`. `options` and `progress` must outlive the cache. */
void solver_cache_init(struct solver_cache *cache, const struct solve_options *options,
                       struct cli_progress *progress);

/* Returns the entry of a goal. If its `code` is CLI_SUCCESS, the entry has a probe, a best tier
 * or both, unless it is out of time. Reports failures once. */
struct solver_entry *solver_entry_get(struct solver_cache *cache, const tilepdb_board *goal);

/* Like solver_entry_get, but also builds a best tier. The entry has none if the build fails or
 * runs out of time. */
struct solver_entry *solver_entry_build(struct solver_cache *cache, const tilepdb_board *goal);

/* Returns true while the user may still be prompted; meanwhile nothing else may read stdin. */
bool solver_cache_may_prompt(const struct solver_cache *cache);

bool solver_entry_may_prompt(const struct solver_cache *cache, const struct solver_entry *entry);

/* Prompts the user, once in a run, and generates larger tables if the user agrees. The previous
 * best tier stays usable, as after solver_entry_upgrade. */
void solver_entry_prompt(struct solver_cache *cache, struct solver_entry *entry,
                         const tilepdb_board *goal);

/* Returns tables that pay off for `waiting` more boards, judging by the `done` boards so far, or
 * NULL. The caller frees the name. */
char *solver_entry_find_upgrade(struct solver_cache *cache, const tilepdb_board *goal, size_t done,
                                size_t waiting);

/* Builds the tables `name` in memory as the best tier, while no search runs. Returns false on
 * failure. */
bool solver_entry_upgrade(struct solver_cache *cache, const tilepdb_board *goal, const char *name,
                          size_t done);

void solver_entry_revert(struct solver_cache *cache, const tilepdb_board *goal);

uint64_t solver_entry_fingerprint(const struct solver_entry *entry);

void solver_cache_free(struct solver_cache *cache);

#endif
