/*
 * tilepdb, anytime: a solution at once, which gets better while there is time, and a proven lower
 * bound beside it, until both meet. The conventions are those of tilepdb.h. Experimental: it is
 * new, and may change.
 *
 * The first solution is that of the layered method. Better ones come from beam searches, each
 * wider than the one before: layer by layer, they keep the boards that an evaluation ranks nearest
 * to the goal. The evaluation decides only which boards are kept: every solution is replayed, and
 * lower bounds come from heuristics that never overestimate and from bounds that IDA* has
 * exhausted.
 *
 * With a solver, beams and bounds take turns in the calling thread. Widths, and nodes for bounds,
 * follow a fixed sequence: a run without a limit of time gives the same solutions on every machine
 * and for any number of threads, and a longer run begins as a shorter one. With a limit of time and
 * no solver, the last beam is as wide as the remaining time allows.
 */
#ifndef TILEPDB_ANYTIME_H
#define TILEPDB_ANYTIME_H

#include "tilepdb.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Solutions of the layered method on 20x20 have up to about 30,000 moves. */
#define TILEPDB_ANYTIME_MAX_MOVES 100000

/* The state of a search when something better is known. */
typedef struct tilepdb_anytime_event {
    int length;        /* of the best solution */
    int lower_bound;   /* proven */
    const char *moves; /* of the solution, one letter for each tile; valid during the call */
    bool shorter;      /* the solution is new; otherwise the lower bound is */
    uint64_t width;    /* of the beam that found it; 0: no beam did */
    double seconds;    /* since the call started */
} tilepdb_anytime_event;

/* Receives the first solution, every shorter one and every higher lower bound, from the calling
 * thread. Returns false to end the search as if the time were up. */
typedef bool (*tilepdb_anytime_fn)(const tilepdb_anytime_event *event, void *user);

/* Returns the highest lower bound that another search has proven meanwhile; 0: none. A bound above
 * the length of a solution is false, and ends the call with ERROR_INTERNAL. */
typedef int (*tilepdb_anytime_bound_fn)(void *user);

/* The metric, the helpers and the limits of an anytime search. */
typedef struct tilepdb_anytime_options {
    tilepdb_metric metric;
    /* Proves lower bounds between beams; of the same goal and metric, not backward. NULL: lower
     * bounds come only from heuristics of the board, and from `lower_bound`. */
    const tilepdb_solver *solver;
    int threads;        /* for beams: 1 (the default) or more; 0: all that OpenMP offers */
    uint64_t max_width; /* ends after a beam that is at least so wide; 0: no limit */
    uint64_t max_nodes; /* boards that beams expand, exceeded by at most a layer; 0: no limit */
    /* Bytes for beams and their tables; 0: 1 GiB. Tables, and beams of 64 boards, are made in any
     * case. If the system has less memory, beams get no wider. */
    uint64_t memory_limit;
    double timeout;      /* seconds; 0: no limit */
    int within;          /* ends when length - lower bound is at most `within` moves */
    double within_share; /* ends when it is at most this share of the lower bound, 0.05 for 5 %;
                            0 to 10^6 */
    tilepdb_anytime_bound_fn lower_bound; /* may be NULL */
    tilepdb_anytime_fn on_event;          /* may be NULL */
    tilepdb_progress_fn progress;         /* often; stage SEARCH, level: the lower bound */
    void *user;                           /* passed to `lower_bound`, `on_event` and `progress` */
} tilepdb_anytime_options;

/* Sets the defaults: single-tile moves, no solver, no limits but 1 GiB, until both bounds meet. */
TILEPDB_API void tilepdb_anytime_options_init(tilepdb_anytime_options *options);

/* The result. It has 100 kilobytes: too large for many stacks. */
typedef struct tilepdb_anytime_result {
    bool solvable;
    bool optimal;       /* both bounds met; the solution need not be the first in the move order */
    int length;         /* of the best solution, in moves of the metric; -1: unsolvable */
    int lower_bound;    /* proven; -1: unsolvable */
    int root_h;         /* the first lower bound */
    uint64_t width;     /* of the widest beam that ended by itself; with a limit of time or memory,
                           some of its layers may have been narrower */
    uint64_t expanded;  /* boards, by beams */
    uint64_t generated; /* nodes, by the solver */
    uint64_t memory;    /* the most bytes that beams used */
    double seconds;
    char moves[TILEPDB_ANYTIME_MAX_MOVES + 1]; /* the way the tile moves: U D L R */
} tilepdb_anytime_result;

/* Solves a board of any size as well as it can until it is stopped. Boards of more than
 * TILEPDB_ANYTIME_CELLS cells, or more than 16 on a side, are solved line by line from outside, and
 * the core by a beam; also by beams over whole boards, without tables if they are too large for
 * them, unless these come less than half of the way; and then windows of the solution are solved
 * again. So are thin boards to whose goal no beam leads.
 *
 * OK: the bounds met, or are as near as wanted. LIMIT: a limit was reached first, or on_event ended
 * the search; CANCELLED: the progress callback ended it. In all three cases the result has a
 * solution, which was replayed. UNSOLVABLE: with the parity reason. ERROR_ARGUMENT: not a board of
 * the goal's size, or options out of range; ERROR_MEMORY; ERROR_INTERNAL: a solution did not lead
 * to the goal, or had fewer moves than a lower bound; and those of tilepdb_solve with the solver.
 * After an error the result has what was found before, unless its length is -1. Callbacks come from
 * the calling thread; any number of calls may run at the same time. */
TILEPDB_API tilepdb_status tilepdb_anytime_solve(const tilepdb_board *board,
                                                 const tilepdb_board *goal,
                                                 const tilepdb_anytime_options *options,
                                                 tilepdb_anytime_result *result,
                                                 tilepdb_error *error);

/* The most cells of a board for which beams have tables. */
#define TILEPDB_ANYTIME_CELLS 64

#ifdef __cplusplus
}
#endif

#endif
