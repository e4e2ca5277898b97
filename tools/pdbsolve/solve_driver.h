/*
 * Takes one board through its searches until there is an answer (driver_run):
 *
 *   beams     of a board that is too large for tables, until a limit
 *   probe     without tables, up to a fixed number of nodes, if tables are slow to build
 *   serial    with tables, on one core
 *   parallel  of a hard board, with all threads or ranks, and a choice of tables and directions
 *   beams     after a limit or an interrupt, for a solution without proof
 *
 * If tables are slow to build, every board begins with the probe, even once they exist. So its
 * answer and its counts do not depend on earlier boards, on threads or on the machine.
 *
 * In the metric multi, larger tables pay off only for many boards. There the tables of a board
 * depend on earlier boards, up to a barrier of the batch (ida_mode.c), and on how many boards have
 * been read and wait.
 */
#ifndef TILEPDB_PDBSOLVE_SOLVE_DRIVER_H
#define TILEPDB_PDBSOLVE_SOLVE_DRIVER_H

#include "pdbsolve/solver_cache.h"
#include "tables/bound_beams.h"
#include "tilepdb_many.h"

struct solve_driver;

/* The ranks of an MPI job, seen from rank 0. */
struct solver_dispatcher {
    int ranks;

    /* Lets another rank search `task`; sets its results and driver->hard. Returns false if no
     * rank is free or the rank has no tables. */
    bool (*alone)(struct solver_dispatcher *dispatcher, struct solve_driver *driver,
                  tilepdb_task *task);

    /* Lets all ranks join the search of `task`; sets its communicator. */
    void (*together)(struct solver_dispatcher *dispatcher, const struct solve_driver *driver,
                     tilepdb_task *task);

    void (*together_end)(struct solver_dispatcher *dispatcher);

    /* Upgrades the tables of all ranks, like solver_entry_upgrade, while none searches. An empty
     * `name` undoes the upgrade, because rank 0 has failed. */
    void (*upgrade)(struct solver_dispatcher *dispatcher, const tilepdb_board *goal,
                    const char *name, size_t done);
};

enum solver_step { STEP_NONE, STEP_PROBE, STEP_SERIAL, STEP_PARALLEL };

/* One board. The caller sets the members up to `event_user` and zeroes the rest, which are for
 * reading only. */
struct solve_driver {
    struct solver_cache *cache;
    tilepdb_board goal;
    tilepdb_solve_options search; /* limits, callbacks, threads for a hard board */
    /* Boards solved at the same time. With 0 the serial search is skipped; with 1 too, unless
     * the user may be prompted for larger tables. */
    int jobs;
    size_t before; /* number of earlier boards of the batch */
    bool defers;   /* a hard board ends the driver before the parallel search */
    /* beams find a solution in case a limit comes first */
    bool keeps_best;
    void (*on_search)(void *user); /* called before each search; may be NULL */
    tilepdb_anytime_fn on_event;   /* may be NULL */
    void *event_user;

    enum solver_step step;
    struct solver_entry *entry; /* solvers for the goal; NULL: not found yet */
    struct solver_tier *tier;   /* tables with which the parallel search begins */
    bool gives_up;              /* the serial search ends once the board is hard */
    bool hard;                  /* the board takes long on one core */
    bool out_of_time;
    double deadline; /* clock_seconds; 0: none */
    double spent;    /* seconds of searches that found no answer */
    int proven;      /* lower bound of earlier searches; -1: none */
    int code;        /* exit code of the answer or failure */
    uint64_t tables; /* fingerprint of another rank's tables */

    struct candidates *candidates; /* owned; NULL: nothing to choose from */
    tilepdb_choice *choice;
    size_t candidate;
    tilepdb_bound_fn on_bound; /* callback of the choice */
    /* A backward search replaces the board of the task, but not `board`. */
    tilepdb_board board;
    struct bound_beams beams;   /* for --any */
    struct incumbent incumbent; /* best solution without a proof of optimality */
};

/* Sets the limits of the command line, and defaults for other options. */
void driver_limits(tilepdb_solve_options *search, const struct solve_options *options);

/* Solves the board of `task`. Without a database, or after an interrupt before the first search,
 * `task` stays unchanged. Any thread may call it; drivers with the same cache take turns in
 * searches with several threads. */
void driver_run(struct solve_driver *driver, tilepdb_task *task);

/* For progress callbacks. Returns false to end a serial search of a hard board. */
bool driver_continues(struct solve_driver *driver, const tilepdb_progress *report);

bool driver_may_upgrade(const struct solver_cache *cache);

/* Upgrades the tables if that pays off for `waiting` more boards, judging by the `done` boards
 * so far. No driver may be running. */
void driver_upgrade(struct solve_driver *driver, size_t done, size_t waiting);

/* Counts the nodes of a task for upgrades. The caller holds the cache's lock. */
void driver_count_nodes(const struct solve_driver *driver, const tilepdb_task *task);

/* Returns true if an error message has reported that the board has no database. */
bool driver_lacks_tables(const struct solve_driver *driver);

const char *driver_missing_text(const struct solve_driver *driver);

/* Reports why `task` has no solution; messages call the board `name`. A failure of a table is
 * reported once for all boards. The caller holds the console's lock, as for driver_database and
 * driver_free. */
void driver_explain(const struct solve_driver *driver, const char *name, const tilepdb_task *task);

/* Returns the database of a solver of this driver, or NULL. */
const struct database *driver_database(const struct solve_driver *driver,
                                       const tilepdb_solver *solver);

void driver_free(struct solve_driver *driver);

#endif
