/*
 * tilepdb, choice: selects the cheapest of several ways to search one board. Experimental: may
 * change.
 *
 * A candidate is a set of tables and a direction. A backward search goes from the goal to the
 * board: its solver has the board as goal (tilepdb_solver_options.backward), so its tables have the
 * board's blank cell as goal cell. Both directions have the same distance and prove each other's
 * bounds, but node counts often differ by a factor of ten.
 *
 * The first candidate starts. Before a bound that should cost much more than making and comparing
 * another candidate, that candidate searches cheap bounds with a node limit, or samples estimate
 * its nodes in the next bound or, with a submitted solution, in the last bound below it. A
 * candidate that needs fewer nodes takes over. Without options.any, the answer is the first optimal
 * solution in the move order. Choices depend on node counts and submitted solutions, never on time:
 * the same candidates and solutions give the same counts on every machine.
 *
 * A tilepdb_choice only decides; the caller runs the searches:
 *
 *   while (tilepdb_choice_next(choice, &search)) {
 *       solver = ...;                                  the solver of search.candidate
 *       if (solver == NULL) {
 *           tilepdb_choice_drop(choice);
 *       } else if (search.estimate_bound) {
 *           tilepdb_solver_estimate_nodes(solver, search.board, search.estimate_bound, ...,
 *                                         &nodes, &error);
 *           tilepdb_choice_take_estimate(choice, nodes);   after an error: tilepdb_choice_drop
 *       } else {
 *           status = tilepdb_solve(solver, search.board, &search.options, &result, &error);
 *           tilepdb_choice_take(choice, status, &result, &error);
 *       }
 *   }
 *   status = tilepdb_choice_answer(choice, &result, &error);
 */
#ifndef TILEPDB_CHOICE_H
#define TILEPDB_CHOICE_H

#include "tilepdb.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Creates a bidirectional solver for one board. `forward` is a solver for the goal; `backward`
 * is a backward solver whose goal is the board. Both need bit tables of single-tile moves, and
 * must outlive the new solver. The new solver solves only this board, passed as for a forward
 * search, and differs from other solvers only in its node counts.
 *
 * Samples, which take up to a few seconds, select one view of the tables for each direction: the
 * pair with the fewest nodes at `bound`, or the nearest bound that the board can have; 0: a
 * bound of about 10^9 nodes. They use at most two of `threads` threads (0: all that OpenMP
 * offers), and the result does not depend on their number. `progress` may be NULL; the calling
 * thread calls it every few milliseconds with stage SEARCH.
 *
 * Returns ERROR_ARGUMENT if the solvers are unsuitable, `bound` is not 0 to TILEPDB_MAX_MOVES or
 * `threads` is negative; UNSOLVABLE, CANCELLED, ERROR_MEMORY, or the status of a bad table. */
TILEPDB_API tilepdb_status tilepdb_solver_create_bidirectional(
    const tilepdb_solver *forward, const tilepdb_solver *backward, int bound, int threads,
    tilepdb_progress_fn progress, void *user, tilepdb_solver **solver, tilepdb_error *error);

/* What samples select for a bidirectional solver; a plan repeats its search without samples. */
typedef struct tilepdb_bidirectional_plan {
    /* Views of the forward and the backward side. With n partitions in the order of the tables,
     * view i < n is partition i, and view n + i its reflection. */
    unsigned pair[2];
    /* bounds whose `limit` and `level` the search uses, except entries with `level` 0; copied */
    const tilepdb_iteration *bounds;
    size_t bound_count;
} tilepdb_bidirectional_plan;

/* Creates a bidirectional solver like tilepdb_solver_create_bidirectional, but from `plan`,
 * without samples. Bounds of the plan have the same node counts; answers do not depend on the
 * plan. Returns ERROR_ARGUMENT also if the plan has an impossible view, limit or level. */
TILEPDB_API tilepdb_status tilepdb_solver_create_from_plan(const tilepdb_solver *forward,
                                                           const tilepdb_solver *backward,
                                                           const tilepdb_bidirectional_plan *plan,
                                                           tilepdb_solver **solver,
                                                           tilepdb_error *error);

/* Writes the view pair of a bidirectional solver. */
TILEPDB_API void tilepdb_solver_view_pair(const tilepdb_solver *solver, unsigned pair[2]);

/* Estimates how many nodes a solver expands in `bound`, by samples that take some tenths of a
 * second and are the same on every machine. If no solution has the parity of `bound`, the bound
 * before it is estimated. `board` is the board of a search by this solver. A bidirectional solver
 * ignores it, since it has one itself, and samples its sides by at most two of `threads` threads
 * (0: all that OpenMP offers). `progress` may be NULL. Returns ERROR_ARGUMENT if `bound` is out of
 * range, `threads` is negative or `board` has another size than the goal; UNSOLVABLE, CANCELLED,
 * ERROR_MEMORY, or the status of a bad table. */
TILEPDB_API tilepdb_status tilepdb_solver_estimate_nodes(const tilepdb_solver *solver,
                                                         const tilepdb_board *board, int bound,
                                                         int threads, tilepdb_progress_fn progress,
                                                         void *user, double *expanded,
                                                         tilepdb_error *error);

/* Tables of partitions made for one board. */
typedef struct tilepdb_instance_tables {
    /* [direction: 0 forward, 1 backward][pattern] Tables of the solver or of `made`. */
    const tilepdb_table *tables[2][TILEPDB_TABLE_MAX_CELLS];
    size_t count; /* tables of each direction */
    /* Generated tables among `tables`. The caller closes them. */
    tilepdb_table *made[2 * TILEPDB_TABLE_MAX_CELLS];
    size_t made_count;
    double expanded; /* estimated nodes of the bound */
} tilepdb_instance_tables;

/* Makes partitions for the board of a bidirectional solver, so that `bound` needs fewer nodes than
 * with the solver's own partitions. Exchanges tiles between patterns. Generates at most 12 to 64
 * tables of about 23 MB, more if the bound has more nodes; at most 40 are open at the same time.
 * The result is the same on every machine. `options` may be NULL. Returns ERROR_ARGUMENT unless
 * each direction has four blank-aware tables of six tiles, or if `bound` is out of range;
 * CANCELLED; ERROR_MEMORY; or the status of a bad table. */
TILEPDB_API tilepdb_status tilepdb_instance_tables_make(const tilepdb_solver *solver, int bound,
                                                        const tilepdb_generate_options *options,
                                                        tilepdb_instance_tables *tables,
                                                        tilepdb_error *error);

/* Direction of a search. */
typedef enum tilepdb_direction {
    TILEPDB_DIRECTION_FORWARD = 0,  /* from the board to the goal */
    TILEPDB_DIRECTION_BACKWARD = 1, /* from the goal to the board */
    /* from both ends, by a solver of tilepdb_solver_create_bidirectional */
    TILEPDB_DIRECTION_BOTH = 2
} tilepdb_direction;

/* A way to search a board: a solver that the caller has or can make, and its direction. */
typedef struct tilepdb_candidate {
    tilepdb_direction direction;
    /* Cost of making the solver, in nodes that a search could generate meanwhile. For repeatable
     * counts, it must not depend on whether the solver exists already. */
    uint64_t cost;
    uint32_t after; /* bitmask of candidates that must be tried first */
} tilepdb_candidate;

/* Largest number of candidates of a choice. */
#define TILEPDB_MAX_CANDIDATES 32

/* The choice for one board. One thread at a time. */
typedef struct tilepdb_choice tilepdb_choice;

/* Creates a choice among 1 to TILEPDB_MAX_CANDIDATES candidates. candidates[0] starts, the
 * others are considered in order. If the first is bidirectional, unidirectional candidates are
 * never tried. `options` have SOLUTIONS_FIRST, without max_nodes, first_bound, earlier and
 * on_bound; their timeout starts now and includes the making of solvers. All arguments are
 * copied; what `options` point to must outlive the choice. Returns ERROR_ARGUMENT for other
 * options, a wrong `count` or direction, or if the sizes of `board` and `goal` differ;
 * ERROR_MEMORY. */
TILEPDB_API tilepdb_status tilepdb_choice_create(const tilepdb_board *board,
                                                 const tilepdb_board *goal,
                                                 const tilepdb_candidate *candidates, size_t count,
                                                 const tilepdb_solve_options *options,
                                                 tilepdb_choice **choice, tilepdb_error *error);

/* A search that the caller runs. */
typedef struct tilepdb_choice_search {
    size_t candidate;
    const tilepdb_board *board;    /* owned by the choice */
    tilepdb_solve_options options; /* for tilepdb_solve */
    int estimate_bound;            /* if not 0: run tilepdb_solver_estimate_nodes instead */
} tilepdb_choice_search;

/* Writes the next search. Returns false once the answer is known. */
TILEPDB_API bool tilepdb_choice_next(tilepdb_choice *choice, tilepdb_choice_search *search);

/* Passes the outcome of tilepdb_solve to the choice; `result` must not be NULL, `error` may be.
 * If the bounds of `result` do not ascend, the answer is ERROR_ARGUMENT. */
TILEPDB_API void tilepdb_choice_take(tilepdb_choice *choice, tilepdb_status status,
                                     const tilepdb_result *result, const tilepdb_error *error);

/* Passes the outcome of tilepdb_solver_estimate_nodes to the choice. */
TILEPDB_API void tilepdb_choice_take_estimate(tilepdb_choice *choice, double expanded);

/* Reports that the candidate has no solver; it is not used again. If it would search the
 * next bound, the answer is ERROR_NOT_FOUND; otherwise the choice goes on without it. */
TILEPDB_API void tilepdb_choice_drop(tilepdb_choice *choice);

/* Returns the length of a solution that would end the search now, since shorter solutions are
 * excluded; a caller may find such a solution for much less than the next bound costs. Sets
 * `*nodes` to the expected nodes of that bound. Returns 0 if `*nodes` would be below `least`, if
 * the length exceeds options.max_length, without options.any, and after the end.
 *
 * Between searches, pass NULL as `so_far`. During a search, a caller may wrap
 * search.options.on_bound: the wrapper calls it, and if it returns true, this function with the
 * same result. After finding a solution the wrapper returns false, and the caller submits the
 * solution after tilepdb_choice_take. */
TILEPDB_API int tilepdb_choice_target_length(tilepdb_choice *choice, const tilepdb_result *so_far,
                                             uint64_t least, double *nodes);

/* Submits a solution as letters of single-tile moves. Returns true if it solves the board and
 * has the last target length: it is the answer, with the iterations that exhausted their bounds.
 * Returns true also for a shorter solution: it proves a table false, and the answer is
 * ERROR_INTERNAL. A longer solution may be submitted during a search, too: candidates are then
 * compared for all bounds below its length. */
TILEPDB_API bool tilepdb_choice_submit_solution(tilepdb_choice *choice, const char *moves);

/* Writes the answer and returns its status: a status of tilepdb_solve, ERROR_NOT_FOUND after
 * tilepdb_choice_drop, or ERROR_ARGUMENT before tilepdb_choice_next has returned false. The
 * iterations of `result` are all that exhausted their bounds, and the last iteration. */
TILEPDB_API tilepdb_status tilepdb_choice_answer(const tilepdb_choice *choice,
                                                 tilepdb_result *result, tilepdb_error *error);

/* Returns the candidate that searched iteration `i` of the answer. */
TILEPDB_API size_t tilepdb_choice_candidate(const tilepdb_choice *choice, size_t i);

/* Returns the nodes that comparisons generated, which the answer does not count. */
TILEPDB_API uint64_t tilepdb_choice_compared_nodes(const tilepdb_choice *choice);

/* Frees a choice. */
TILEPDB_API void tilepdb_choice_free(tilepdb_choice *choice);

#ifdef __cplusplus
}
#endif

#endif
