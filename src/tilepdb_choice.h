/*
 * tilepdb, choice: selects among several ways to search one board. The conventions are those of
 * tilepdb.h. Experimental: it is new, and may change.
 *
 * A candidate is a set of tables and a direction. A forward search goes from the board to the goal.
 * A backward search goes from the goal to the board: its solver has the board as its goal
 * (tilepdb_solver_options.backward), so its tables have the board's blank cell as their goal cell,
 * and it solves the goal. Both directions have the same distance, and whichever exhausts a bound
 * proves it. The number of nodes that this takes differs from board to board, often by a factor of
 * ten.
 *
 * The first candidate begins. When the next bound is expected to cost much more than another
 * candidate does, that candidate is compared: it searches cheap bounds, with a limit of nodes, or
 * samples estimate the nodes of its next bound. It takes over if it needs fewer nodes. The answer
 * is the first optimal solution in the move order, whatever was chosen. Choices depend on counts of
 * nodes only, never on time: for the same candidates, all counts are the same on every machine.
 *
 * The object only decides. The caller runs the searches:
 *
 *   while (tilepdb_choice_next(choice, &search)) {
 *       solver = ... of search.candidate; if there is none: tilepdb_choice_drop(choice), continue
 *       if (search.estimate_bound) {
 *           status = tilepdb_solver_estimate_nodes(solver, search.estimate_bound, ..., &nodes,
 * &error); tilepdb_choice_take_estimate(choice, nodes), or drop it as above; continue
 *       }
 *       status = tilepdb_solve(solver, search.board, &search.options, &result, &error);
 *       tilepdb_choice_take(choice, status, &result, &error);
 *   }
 *   status = tilepdb_choice_answer(choice, &result, &error);
 */
#ifndef TILEPDB_CHOICE_H
#define TILEPDB_CHOICE_H

#include "tilepdb.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Creates a bidirectional solver for one board from two ordinary solvers with bit tables of
 * single-tile moves; the second is for backward searches and has the board as its goal. Both must
 * outlive the new solver. It solves this board only, given as for a forward search; its answers are
 * those of any solver, except for counts of nodes. It uses one view of the tables for each
 * direction, the pair that takes the fewest nodes by samples of a bound, in up to some seconds:
 * `bound`, or the nearest one that the board can have; 0: a bound of some 10^9 nodes. The caller
 * releases it by tilepdb_solver_free. `progress` may be NULL; it is called every few milliseconds,
 * in the stage SEARCH.
 *
 * ERROR_ARGUMENT: the solvers are not suitable, or there is no such bound; UNSOLVABLE; CANCELLED;
 * ERROR_MEMORY; or the failure of a table. */
TILEPDB_API tilepdb_status tilepdb_solver_create_bidirectional(
    const tilepdb_solver *forward, const tilepdb_solver *backward, int bound,
    tilepdb_progress_fn progress, void *user, tilepdb_solver **solver, tilepdb_error *error);

/* The results of the samples of a bidirectional solver, to repeat its search. */
typedef struct tilepdb_bidirectional_plan {
    /* The views of the forward and the backward side: of n partitions, in the order of the tables,
     * i is the i-th one, and n + i its reflection, if there is one. */
    unsigned pair[2];
    /* The limits and levels of bounds that have a level. Copied. */
    const tilepdb_iteration *bounds;
    size_t bound_count;
} tilepdb_bidirectional_plan;

/* Creates a bidirectional solver from a plan, without samples. Searches of the plan's bounds have
 * the same counts; what they prove does not depend on the plan. ERROR_ARGUMENT: as
 * tilepdb_solver_create_bidirectional, or the plan has a view, limit or level that cannot be. */
TILEPDB_API tilepdb_status tilepdb_solver_create_from_plan(const tilepdb_solver *forward,
                                                           const tilepdb_solver *backward,
                                                           const tilepdb_bidirectional_plan *plan,
                                                           tilepdb_solver **solver,
                                                           tilepdb_error *error);

/* The pair of a solver of tilepdb_solver_create_bidirectional or tilepdb_solver_create_from_plan;
 * of no other. */
TILEPDB_API void tilepdb_solver_view_pair(const tilepdb_solver *solver, unsigned pair[2]);

/* About how many nodes such a solver expands in a bound, by samples, in some tenths of a second:
 * the same on every machine. `progress` as with tilepdb_solver_create_bidirectional. CANCELLED;
 * ERROR_MEMORY; or what a table has failed with. */
TILEPDB_API tilepdb_status tilepdb_solver_estimate_nodes(const tilepdb_solver *solver, int bound,
                                                         tilepdb_progress_fn progress, void *user,
                                                         double *expanded, tilepdb_error *error);

/* Where a search begins. */
typedef enum tilepdb_direction {
    TILEPDB_DIRECTION_FORWARD = 0,  /* at the board */
    TILEPDB_DIRECTION_BACKWARD = 1, /* at the goal */
    TILEPDB_DIRECTION_BOTH = 2 /* at both: by a solver of tilepdb_solver_create_bidirectional */
} tilepdb_direction;

/* A way to search a board. Plain value. */
typedef struct tilepdb_candidate {
    tilepdb_direction direction;
    uint64_t cost;  /* of making its solver, in nodes that could be generated meanwhile. For counts
                       that can be repeated: the same whether the solver exists already or not */
    uint32_t after; /* bitmask of candidates that must be tried first */
} tilepdb_candidate;

/* The most candidates. */
#define TILEPDB_MAX_CANDIDATES 32

/* The searches of one board. One thread at a time. The caller releases it by tilepdb_choice_free.
 */
typedef struct tilepdb_choice tilepdb_choice;

/* Begins with 1 to TILEPDB_MAX_CANDIDATES candidates; the first candidate that is expected to pay
 * is tried first. If the first candidate is bidirectional, unidirectional ones are not tried.
 * `options` are for one solution, without a limit of nodes, a first bound, an earlier result or
 * on_bound; their timeout begins here, so making solvers counts. All arguments are copied.
 * ERROR_ARGUMENT: other options, an unknown direction, or boards of different sizes;
 * ERROR_MEMORY. */
TILEPDB_API tilepdb_status tilepdb_choice_create(const tilepdb_board *board,
                                                 const tilepdb_board *goal,
                                                 const tilepdb_candidate *candidates, size_t count,
                                                 const tilepdb_solve_options *options,
                                                 tilepdb_choice **choice, tilepdb_error *error);

/* A search to be run. */
typedef struct tilepdb_choice_search {
    size_t candidate;
    const tilepdb_board *board;    /* to be searched; owned by the choice */
    tilepdb_solve_options options; /* with the callbacks and threads of the choice's options */
    int estimate_bound; /* not 0: instead of a search, a bound for tilepdb_solver_estimate_nodes */
} tilepdb_choice_search;

/* The next search. False: there is none, and the answer is known. */
TILEPDB_API bool tilepdb_choice_next(tilepdb_choice *choice, tilepdb_choice_search *search);

/* Takes the results of tilepdb_solve; zeroed if there are none. `error` may be NULL. After a result
 * whose bounds do not ascend the answer is ERROR_ARGUMENT. */
TILEPDB_API void tilepdb_choice_take(tilepdb_choice *choice, tilepdb_status status,
                                     const tilepdb_result *result, const tilepdb_error *error);

/* Takes the result of tilepdb_solver_estimate_nodes, for a search with an estimate_bound. */
TILEPDB_API void tilepdb_choice_take_estimate(tilepdb_choice *choice, double expanded);

/* Instead of a result: the candidate has no solver, and is not asked for again. If it is the first
 * one, or has searched bounds already, the answer is ERROR_NOT_FOUND. */
TILEPDB_API void tilepdb_choice_drop(tilepdb_choice *choice);

/* With options.any: returns the next bound, once, if at least `least` nodes are expected in it, and
 * sets *nodes to their number; otherwise 0. Shorter solutions are excluded, so a solution of this
 * length, wherever it comes from, is the answer; finding one may take much less than the bound.
 * Between searches `so_far` is NULL. In the on_bound of a search, after the choice's own on_bound
 * has returned true, `so_far` is its argument; if a solution is found then, on_bound returns false,
 * and the solution is submitted after the search was taken. */
TILEPDB_API int tilepdb_choice_target_length(tilepdb_choice *choice, const tilepdb_result *so_far,
                                             uint64_t least, double *nodes);

/* Submits a solution, as letters of single moves. True: it leads from the board to the goal and has
 * the last target length, so it is the answer, whose iterations are those that exhausted their
 * bounds; or it is shorter, and the answer is that a table is false. */
TILEPDB_API bool tilepdb_choice_submit_solution(tilepdb_choice *choice, const char *moves);

/* The answer, as of tilepdb_solve. Its iterations are those that exhausted their bounds, and the
 * last. */
TILEPDB_API tilepdb_status tilepdb_choice_answer(const tilepdb_choice *choice,
                                                 tilepdb_result *result, tilepdb_error *error);

/* Which candidate searched the i-th iteration of the answer. */
TILEPDB_API size_t tilepdb_choice_candidate(const tilepdb_choice *choice, size_t i);

/* The nodes that comparisons of candidates generated, besides the answer's. */
TILEPDB_API uint64_t tilepdb_choice_compared_nodes(const tilepdb_choice *choice);

/* Accepts NULL. */
TILEPDB_API void tilepdb_choice_free(tilepdb_choice *choice);

#ifdef __cplusplus
}
#endif

#endif
