/*
 * tilepdb, anytime: finds a first solution fast, then shortens it and raises a proven lower bound
 * until the bound equals the length. Experimental: may change.
 *
 * The method LAYERED (tilepdb_methods.h) gives the first solution; beam searches of growing width
 * give shorter solutions. A beam keeps, layer by layer, the boards that an evaluation ranks nearest
 * to the goal. Every solution is replayed; lower bounds come from admissible heuristics and
 * exhausted IDA* bounds.
 *
 * With a solver, beams and IDA* alternate in the calling thread. Widths and node limits follow a
 * fixed sequence: without a timeout, solutions are the same on every machine and for any number of
 * threads, and a longer run starts like a shorter run. With a timeout and no solver, the last beam
 * is as wide as the remaining time allows.
 */
#ifndef TILEPDB_ANYTIME_H
#define TILEPDB_ANYTIME_H

#include "tilepdb.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Largest number of moves in a solution. LAYERED needs up to about 105,000 on 32x32. */
#define TILEPDB_ANYTIME_MAX_MOVES 250000

/* A shorter solution or a higher lower bound. */
typedef struct tilepdb_anytime_event {
    int length; /* length of the best solution, in moves of the metric */
    int lower_bound;
    const char *moves; /* one letter per tile; valid during the call */
    bool shorter;      /* a new solution, not a new lower bound */
    uint64_t width;    /* width of the beam that found the solution, or 0 */
    double seconds;    /* since the call started */
} tilepdb_anytime_event;

/* Called for the first solution, each shorter solution and each higher lower bound. Returns false
 * to end the search with LIMIT. */
typedef bool (*tilepdb_anytime_fn)(const tilepdb_anytime_event *event, void *user);

/* Returns the highest lower bound of another search, or 0. A bound above the length of a known
 * solution ends the call with ERROR_INTERNAL. */
typedef int (*tilepdb_anytime_bound_fn)(void *user);

/* Options of tilepdb_anytime_solve. */
typedef struct tilepdb_anytime_options {
    tilepdb_metric metric;
    /* Forward solver with the same goal and metric, to prove lower bounds between beams. NULL:
     * lower bounds come only from heuristics of the board and from `lower_bound`. */
    const tilepdb_solver *solver;
    int threads;        /* threads per beam; 1 is the default */
    uint64_t max_width; /* the search ends after a beam of at least this width */
    /* limit of boards that beams expand, exceeded by at most one layer */
    uint64_t max_nodes;
    /* Bytes for beams and their tables; 0: 1 GiB. Tables and beams of 64 boards may exceed it.
     * If the system has less memory, beams stop growing. */
    uint64_t memory_limit;
    double timeout; /* seconds from the start of the call */
    int within;     /* the search ends once length - lower_bound <= within */
    /* The search ends once length - lower_bound <= within_share * lower_bound. 0 to 10^6. */
    double within_share;
    tilepdb_anytime_bound_fn lower_bound; /* may be NULL */
    tilepdb_anytime_fn on_event;          /* may be NULL */
    tilepdb_progress_fn progress;         /* reports stage SEARCH; level is the lower bound */
    void *user;                           /* passed to all callbacks */
} tilepdb_anytime_options;

/* Sets the defaults: single-tile moves, no solver, one thread, no limits except 1 GiB. */
TILEPDB_API void tilepdb_anytime_options_init(tilepdb_anytime_options *options);

/* Result of an anytime search. More than 250 kilobytes: too large for many stacks. */
typedef struct tilepdb_anytime_result {
    bool solvable;
    bool optimal;    /* length equals lower_bound; other optimal solutions may exist */
    int length;      /* in moves of the metric; -1 if unsolvable */
    int lower_bound; /* proven; -1 if unsolvable */
    int root_h;      /* lower bound at the start */
    /* Width of the widest beam that was not stopped; limits of time or memory may have narrowed
     * some of its layers. */
    uint64_t width;
    uint64_t expanded;  /* boards that beams expanded */
    uint64_t generated; /* nodes that the solver generated */
    uint64_t memory;    /* most bytes that beams used */
    double seconds;
    char moves[TILEPDB_ANYTIME_MAX_MOVES + 1]; /* directions in which tiles move: U D L R */
} tilepdb_anytime_result;

/* Solves a board of any size as well as the limits allow. Boards with more than
 * TILEPDB_ANYTIME_CELLS cells or more than 16 on a side, and thin boards, are solved by sweeps:
 * beams without tables that solve a board line by line from outside. Then beams shorten parts of
 * the best solution. The calling thread calls all callbacks; any number of calls may run at the
 * same time.
 *
 * Returns OK if the length equals the lower bound or is as near as the options require, LIMIT if
 * a limit was reached or on_event returned false, CANCELLED if `progress` did; the result then
 * has a replayed solution. After other statuses, it has what was found before, unless its length
 * is -1:
 *
 *  - UNSOLVABLE, with the parity reason
 *  - ERROR_ARGUMENT if `board` does not have the size of the goal, or an option is out of range
 *  - ERROR_INTERNAL if a solution does not solve the board or is shorter than a lower bound
 *  - ERROR_MEMORY, and statuses of tilepdb_solve with the solver */
TILEPDB_API tilepdb_status tilepdb_anytime_solve(const tilepdb_board *board,
                                                 const tilepdb_board *goal,
                                                 const tilepdb_anytime_options *options,
                                                 tilepdb_anytime_result *result,
                                                 tilepdb_error *error);

/* Most cells of a board for which beams have tables. */
#define TILEPDB_ANYTIME_CELLS 64

#ifdef __cplusplus
}
#endif

#endif
