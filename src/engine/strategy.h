/*
 * Takes one board through its searches until there is an answer (board_search_run):
 *
 *     beams     of a board that is too large for tables, until a limit
 *     probe     without tables, up to a fixed number of nodes, if tables are slow to build
 *     serial    with tables, on one core
 *     parallel  of a hard board, with all threads or ranks, and a choice of tables and directions
 *     beams     after a limit or a cancellation, for a solution without proof
 *
 * If tables are slow to build, every board begins with the probe, even once they exist, so its
 * answer and counts do not depend on earlier boards, threads or the machine. In the metric multi,
 * they depend on earlier boards once the batch is upgraded (tilepdb_engine_upgrade).
 */
#ifndef TILEPDB_ENGINE_STRATEGY_H
#define TILEPDB_ENGINE_STRATEGY_H

#include "engine/beams.h"
#include "engine/call.h"
#include "engine/candidates.h"
#include "engine/rank_service.h"

/* Unused tables of earlier goals stay open up to 1 / KEPT_PARTS of the memory limit. */
#define KEPT_PARTS 16

enum { TIER_BUILT, TIER_FIRST_UPGRADE, TIER_SECOND_UPGRADE, TIERS };

/* Solvers for one goal, made in a turn at the first board with that goal. What a search has found
 * in a turn does not change while there are `users`. */
struct goal_solvers {
    struct goal_solvers *next;
    tilepdb_board goal;
    tilepdb_metric metric;
    bool tried;            /* there is a probe, a best tier or a failure */
    tilepdb_error failure; /* why there is no solver; status OK: none */
    bool out_of_time;      /* the last build ran out of time; later boards retry */
    bool build_failed;     /* only the probe is left */
    tilepdb_error build_failure;
    tilepdb_solver *probe;            /* without tables; owned; NULL if not needed */
    struct solver_tier *best;         /* NULL before the build and after a failure */
    struct solver_tier *tiers[TIERS]; /* owned; NULL until used */
    struct solver_tier *previous;     /* `best` before the last upgrade; may be NULL */
    bool no_upgrade;
    size_t users; /* searches and callers with pointers to tables; protected by `books` */
    /* Nodes generated for boards of the batch from number `nodes_from` on, when `best` was set. */
    double nodes;
    size_t nodes_from;
};

struct goal_entry;

struct tilepdb_engine {
    struct search_config config;
    tilepdb_heuristic heuristic;
    uint64_t memory; /* bytes; 0: no limit */
    const tilepdb_ranks *ranks;
    tilepdb_engine_event_fn on_event;
    void *event_user;
    char *directory, *partition; /* owned; may be NULL */
    double rate;                 /* speed of making the last large table, in entries per second */
    struct turn turn; /* of making tables; protects `rate` above, `backward` and `goals` */
    /* Protects `best`, `nodes` and `users` of goals, `entries` of tiers, and `goal_entries`. Never
     * held while tables are opened or made. */
    pthread_mutex_t books;
    struct backward_tables *backward;
    struct goal_solvers *goals;      /* the last used first */
    struct goal_entry *goal_entries; /* made in a turn */
    /* of a rank that serves others: the board of the last common search, or NULL; owned */
    struct board_search *served;
    bool lacks_tables;    /* this rank could not make the tables of rank 0 */
    struct turn parallel; /* of a search with several threads */
};

enum search_step { STEP_NONE, STEP_PROBE, STEP_SERIAL, STEP_PARALLEL };

/* board_search_init sets the members up to `defers`; the caller may change them before the
 * search. */
struct board_search {
    struct tilepdb_engine *engine;
    tilepdb_board board, goal;
    tilepdb_metric metric;
    tilepdb_solve_options options; /* limits and callbacks; threads for a hard board */
    int at_a_time;                 /* this member to `user`: as in the request */
    size_t before;
    bool best;
    bool needs_tables;
    int beyond;
    tilepdb_search_fn on_search;
    tilepdb_anytime_fn on_solution;
    void *user;
    struct engine_call call;
    tilepdb_solution_fn on_list; /* the request's search.on_solution, and its user */
    void *solution_user;
    tilepdb_bound_fn tell_bound; /* the request's search.on_bound, and its user */
    void *bound_user;
    int told;    /* highest reported bound; -1: none */
    bool defers; /* a hard board ends the run before its parallel search */

    /* the last search, and in the end the answer */
    const tilepdb_solver *solver;
    const struct solver_tier
        *from;              /* tier of `solver`, or the first tier of its choice; may be NULL */
    tilepdb_board searched; /* `board`, or the goal of a backward search */
    tilepdb_solve_options next;
    tilepdb_status status;
    tilepdb_error error;

    enum search_step step;
    struct goal_solvers *solvers; /* NULL: not found yet */
    struct goal_solvers *pinned;  /* their tables stay open; NULL: not found yet */
    struct solver_tier *tier;     /* tables with which the parallel search begins */
    bool gives_up;                /* the serial search ends once the board is hard */
    bool hard;                    /* the board takes long on one core */
    bool built;                   /* `solvers` have a best tier */
    bool no_tables;               /* `solvers` have failed */
    bool out_of_time;             /* tables were not made in time */
    bool short_of_memory;         /* memory, not time or nodes, was the limit */
    bool stopped;                 /* on_search has ended the call */
    bool from_goal_tables;        /* the goal is open, or `beyond` is set */
    bool reached;                 /* a search or a limit has set `result` */
    double deadline;              /* clock_seconds; 0: none */
    double spent;                 /* seconds of searches without an answer */
    int proven;                   /* lower bound of earlier searches; -1: none */
    uint64_t tables;              /* fingerprint of the tables of the rank that searched */

    uint64_t table_bytes;     /* of the first tables */
    struct open_table failed; /* the file that `error` names, not owned; path NULL: none */

    struct candidates *candidates; /* owned; NULL: nothing to choose from */
    struct choice *choice;         /* owned */
    size_t candidate;
    tilepdb_bound_fn on_bound; /* callback of the choice */
    struct bound_beams beams;  /* between the bounds of the choice */
    struct incumbent incumbent;

    tilepdb_result result; /* last, since it is large: board_search_init leaves most of it */
};

/* Writes the goal of the request, or blank-last for its board. Returns ERROR_ARGUMENT if both are
 * NULL, if the goal is invalid, or, unless the goal is open, if the board is. */
tilepdb_status request_goal(const tilepdb_engine_request *request, tilepdb_board *goal,
                            tilepdb_error *error);

/* Sets the members for a valid request, whose board and goal may be NULL; zeroes the rest, except
 * most of `result`. */
void board_search_init(struct board_search *search, struct tilepdb_engine *engine,
                       const tilepdb_engine_request *request);

/* Sets status, error and result. Any thread may call it. */
void board_search_run(struct board_search *search);

/* Opens or makes the first tables. Returns false with search->status after an error. */
bool board_search_open(struct board_search *search);

/* Describes the last solver, which must not be a candidate's. */
tilepdb_searcher board_search_describe(const struct board_search *search);

/* May return NULL. */
const struct tables *board_search_tables(const struct board_search *search);

/* Releases the tables as well. */
void board_search_free(struct board_search *search);

bool upgrade_is_possible(const struct tilepdb_engine *engine,
                         const tilepdb_engine_request *request);

/* Builds larger tables if they pay off for `waiting` more boards, judging by the `done` boards
 * before. No search may run. */
void upgrade_run(struct board_search *search, size_t done, size_t waiting);

/* See engine_serve. */
tilepdb_status rank_serve(struct board_search *search, const void *message, size_t size,
                          const struct tilepdb_comm *comm, void *reply, size_t *reply_size,
                          tilepdb_error *error);

void served_free(struct tilepdb_engine *engine);

void goal_solvers_free_all(struct tilepdb_engine *engine);

#endif
