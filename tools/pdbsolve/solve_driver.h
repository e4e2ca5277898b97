/*
 * Drives a board through its searches until there is an answer (driver_run):
 *
 *   beams     of a board that is too large for tables, until a limit
 *   probe     without tables, up to a fixed number of nodes, if tables are not on disk and take
 * long serial    with tables, on one core parallel  a hard board again, with all threads or ranks;
 * a choice between tables and directions searches bound by bound beams     after a limit or an
 * interrupt, for a solution that is not proven to be optimal
 *
 * Every board begins with the probe, even if the tables exist already. So its answer and its counts
 * do not depend on the boards before it, on threads, or on the machine.
 *
 * In multi-tile moves larger tables repay only for many boards. There the tables of a board depend
 * on the boards before it, up to a barrier of the batch (ida_mode.c), and on how many boards wait;
 * from a pipe, on those that have come by then.
 */
#ifndef TILEPDB_PDBSOLVE_SOLVE_DRIVER_H
#define TILEPDB_PDBSOLVE_SOLVE_DRIVER_H

#include "pdbsolve/solver_cache.h"
#include "tables/beams.h"
#include "tilepdb_many.h"

struct solve_driver;

/* The ranks of an MPI job, of which this process is rank 0. */
struct solver_dispatcher {
    int ranks; /* at least 2 */

    /* Has another rank search the task of a driver, which gets the results, and driver->hard.
     * False: no rank is free, or the rank has no tables. */
    bool (*alone)(struct solver_dispatcher *dispatcher, struct solve_driver *driver,
                  tilepdb_task *task);

    /* Has all ranks join the search that the task has, and sets its communicator. */
    void (*together)(struct solver_dispatcher *dispatcher, const struct solve_driver *driver,
                     tilepdb_task *task);

    /* Ends `together`. */
    void (*together_end)(struct solver_dispatcher *dispatcher);

    /* Has all ranks upgrade their tables as solver_entry_upgrade does, while none searches. An
     * empty name: rank 0 has failed, and the others undo it. */
    void (*upgrade)(struct solver_dispatcher *dispatcher, const tilepdb_board *goal,
                    const char *name, size_t done);
};

/* The last search of a driver. */
enum solver_step { STEP_NONE, STEP_PROBE, STEP_SERIAL, STEP_PARALLEL };

/* The driver of one board. The rest is zeroed by the caller, and for reading only. */
struct solve_driver {
    /* Set by the caller. */
    struct solver_cache *cache;
    tilepdb_board goal;
    tilepdb_solve_options search; /* limits and callbacks, with the threads for a hard board */
    int jobs;                     /* boards at the same time. 0 and 1: no serial search, but with 1
                                     if the user may be asked for larger tables */
    bool defers;                  /* instead of a parallel search, the driver ends, and is `hard` */
    bool keeps_best; /* beams find a solution of a large board in case that a limit comes first */
    void (*on_search)(void *user); /* called before each search with search.user; NULL: not */
    tilepdb_anytime_fn on_event;   /* receives what beams find; NULL: not */
    void *event_user;              /* of on_event */

    enum solver_step step;      /* the last search */
    struct solver_entry *entry; /* the solvers for the goal; NULL: not known */
    struct solver_tier *tier;   /* the tables that a parallel search begins with */
    bool gives_up;              /* the serial search ends when the board proves to be hard */
    bool hard;                  /* the board proved to be hard */
    bool out_of_time;           /* the time was up before tables could be made */
    double deadline;            /* of the answer, on the clock; 0: none */
    double spent;               /* seconds of searches that were no answer */
    int proven;                 /* the lower bound by those searches; -1: none */
    int code;                   /* the exit code of the answer, or why there is none */
    uint64_t tables;            /* the fingerprint of tables with which another rank searched */

    struct candidates *candidates; /* what is chosen from; NULL: nothing. Owned */
    tilepdb_choice *choice;        /* owned; NULL: none */
    size_t candidate;              /* the candidate that searches */
    tilepdb_bound_fn on_bound;     /* the callback of the choice */
    tilepdb_board board;           /* of the choice; the task's is the goal in a search backward */
    struct beams beams;            /* the last ones for a bound of --any; width 0: none */
    char *found;                   /* the shortest solution of all these beams; owned; or NULL */
    struct incumbent incumbent;    /* the best solution that is not proven to be optimal */
};

/* The limits of the command line as tilepdb_solve takes them; other options have their defaults. */
void driver_limits(tilepdb_solve_options *search, const struct solve_options *options);

/* Solves the task's board. In the end the task has the answer, with the time of all searches; or
 * nothing was searched, because there is no database or an interrupt came before. In any thread;
 * only one of the drivers with a cache runs a search of several threads. */
void driver_run(struct solve_driver *driver, tilepdb_task *task);

/* For the progress callback of the searches. False: the search is to end, since the board is hard.
 */
bool driver_continues(struct solve_driver *driver, const tilepdb_progress *report);

/* Whether a batch may upgrade the tables between its boards. */
bool driver_may_upgrade(const struct solver_cache *cache);

/* Upgrades the tables, before the driver runs and while no other one does, if that repays for
 * `waiting` boards that are like the `done` boards before. */
void driver_upgrade(struct solve_driver *driver, size_t done, size_t waiting);

/* Counts the nodes of an answered task for upgrades. Under the lock of the cache. */
void driver_count_nodes(const struct solve_driver *driver, const tilepdb_task *task);

/* Whether there is no database for the board, which was reported when it was looked for. */
bool driver_lacks_tables(const struct solve_driver *driver);

/* The message of an answer without a database. */
const char *driver_missing_text(const struct solve_driver *driver);

/* Complains that the task, which messages call `name`, has no solution. A failure of a table is
 * reported once for all boards. Under the lock of the console. */
void driver_explain(const struct solve_driver *driver, const char *name, const tilepdb_task *task);

/* The tables of a solver that searched for the driver; NULL: it has none. Under the lock of the
 * console. */
const struct database *driver_database(const struct solve_driver *driver,
                                       const tilepdb_solver *solver);

/* Releases what a driver owns. Under the lock of the cache. */
void driver_free(struct solve_driver *driver);

#endif
