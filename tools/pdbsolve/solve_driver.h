/*
 * The searches of one board, one after the other until there is an answer.
 *
 * If tables are built in memory and that takes long, a board is first searched without tables, up
 * to a fixed number of nodes, and the tables are built when a board turns out to need more. This
 * applies to each board, even if the tables exist already: so its answer and its counts do not
 * depend on the boards before it, on threads, or on the machine.
 *
 * In multi-tile moves what repays tables is not a board, but many. There the boards before it do
 * count, up to a barrier (batch_barrier.h), and how many wait; from a pipe, of those that have come
 * by then.
 */
#ifndef TILEPDB_PDBSOLVE_SOLVE_DRIVER_H
#define TILEPDB_PDBSOLVE_SOLVE_DRIVER_H

#include "pdbsolve/solver_cache.h"
#include "tables/beams.h"
#include "tilepdb_many.h"

struct solve_driver;

/* Whether the ranks have answered a driver's task, or found out that it is hard (driver->hard);
 * false: none is free. */
typedef bool (*solver_alone_fn)(struct solver_dispatcher *dispatcher, struct solve_driver *driver,
                                tilepdb_task *task);

/* Has all ranks join in the search that a driver has prepared, and gives it their communicator. */
typedef void (*solver_together_fn)(struct solver_dispatcher *dispatcher,
                                   const struct solve_driver *driver, tilepdb_task *task);

/* After such a search. */
typedef void (*solver_together_end_fn)(struct solver_dispatcher *dispatcher);

/* While no rank searches: the others make the tables `name` for the goal as well, as
 * solver_entry_upgrade does; "": they have failed here, and what others made is undone. */
typedef void (*solver_upgrade_fn)(struct solver_dispatcher *dispatcher, const tilepdb_board *goal,
                                  const char *name, size_t done);

/* The ranks of a job, of which this process is the first. */
struct solver_dispatcher {
    int ranks; /* at least 2 */
    solver_alone_fn alone;
    solver_together_fn together;
    solver_together_end_fn together_end;
    solver_upgrade_fn upgrade;
};

/* The limits of the command line as tilepdb_solve takes them; the rest has its defaults. */
void driver_limits(tilepdb_solve_options *search, const struct solve_options *options);

/* Without tables; with tables on one core; with all threads; the same, with a choice. */
enum solver_step { STEP_NONE, STEP_PROBE, STEP_ALONE, STEP_TOGETHER, STEP_CHOICE };

/* The searches of one board, one after the other until there is an answer: without tables if that
 * is enough, else with tables on one core, and again with all if the board is hard. The caller sets
 * the first members. */
struct solve_driver {
    struct solver_cache *cache;
    tilepdb_board goal;
    tilepdb_solve_options search; /* what is asked for, with the threads for a hard board */
    int jobs;                     /* boards at the same time. 0: one, at once with all threads. 1:
                                     the same, but first on one core if the user may be asked for
                                     better tables */
    bool defers;                  /* a search with all threads is left to others, as `hard` */
    bool joined;                  /* all ranks are in the search that runs */
    uint64_t tables; /* of another rank that searched alone, as solver_entry_fingerprint has it */
    enum solver_step step;      /* the search that runs, or ran last */
    struct solver_entry *entry; /* NULL: not known, as after an interrupt */
    bool gives_up;              /* the search ends if the board is hard ... */
    bool hard;                  /* ... as it did */
    double deadline;            /* of the answer, on the clock; 0: there is none */
    bool out_of_time;           /* it came before tables could be made */
    double spent;               /* seconds, by searches that were no answer ... */
    int proven;                 /* ... and the bound that they proved; -1: none */
    int code; /* at the end: of the status or, without an answer, of the entry or an interrupt */
    struct solver_tier *tier;      /* of the last search, if with all threads */
    struct candidates *candidates; /* what was chosen from; NULL: nothing. Owned, as is the next */
    tilepdb_choice *choice;
    tilepdb_anytime_fn
        on_event; /* of all beams of the driver, as a struct beams has it; may be NULL */
    void *event_user;
    struct beams beams;        /* the last, with --any; zeroed: none */
    char *found;               /* by all of them, owned: the shortest solution; NULL: none */
    tilepdb_bound_fn on_bound; /* of the choice, in the search that runs */
    size_t candidate;          /* of the search that runs, if something is chosen */
    tilepdb_board board;       /* the task's, which changes while it is searched backward */
};

/* Whether there is no database for the driver's board: why was reported when it was looked for. */
bool driver_lacks_tables(const struct solve_driver *driver);

/* The same in words, for an answer. */
const char *driver_missing_text(const struct solve_driver *driver);

/* Says on stderr why the task of a driver, which messages call `name`, has no solution: what holds
 * for all boards of a size, once. Under the lock of the console. */
void driver_explain(const struct solve_driver *driver, const char *name, const tilepdb_task *task);

/* Whether the board is so large that the best solution found counts if a limit comes first. */
bool driver_keeps_incumbent(const struct solve_driver *driver);

/* Prepares the next search of a task, as a tilepdb_task_fn does. At the end its status, result and
 * error are the answer, with the time of all searches, and what tables could not be built for is a
 * limit, or an interrupt; or nothing was searched: an interrupt had come, or there is no database.
 * Any thread. */
bool driver_next(struct solve_driver *driver, tilepdb_task *task);

/* Whether boards of a batch may have other tables than those before them. */
bool driver_may_upgrade(const struct solver_cache *cache);

/* Before the first search of a driver, while no other driver has one: makes better tables if that
 * repays for it and those that wait, `waiting` in all, by what those before it took, which are
 * `done`. */
void driver_upgrade(struct solve_driver *driver, size_t done, size_t waiting);

/* The task of a driver is answered: what it took. Under the lock of the solvers. */
void driver_count_nodes(const struct solve_driver *driver, const tilepdb_task *task);

/* For the progress callback: whether the driver's search goes on. */
bool driver_continues(struct solve_driver *driver, const tilepdb_progress *report);

/* The tables of a solver that searched for a driver, whose task is answered; NULL: it has none.
 * Under the lock of the console. */
const struct database *driver_database(const struct solve_driver *driver,
                                       const tilepdb_solver *solver);

/* All searches of a driver, in the calling thread. */
void driver_run(struct solve_driver *driver, tilepdb_task *task);

/* Releases what a driver owns; under the lock of the solvers. */
void driver_free(struct solve_driver *driver);

#endif
