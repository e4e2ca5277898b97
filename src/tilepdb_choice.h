/*
 * tilepdb, choice: one board, and several ways to search it. The conventions are those of
 * tilepdb.h. Experimental: it is new, and may change.
 *
 * A candidate is a set of tables and a direction. Forward, the search goes from the board to the
 * goal. Backward, it goes from the goal to the board: a solver is prepared with the board as its
 * goal (tilepdb_solver_options.backward), so its tables have the board's blank cell as their goal
 * cell, and it is given the goal to solve. Both
 * directions have the same distance, and whichever exhausts a bound proves it. How many nodes that
 * takes differs from board to board, often by a factor of ten.
 *
 * The first candidate begins. When the next bound is expected to cost much more than another
 * candidate does, that one is tried on bounds that were cheap, with a limit, or asked by samples
 * what the next bound takes, and takes over if it promises fewer nodes. The answer is the first
 * optimal solution in the move order, whatever was chosen. Choices depend on counts of nodes only,
 * never on time: for the same candidates, all counts are the same on every machine.
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

/* Makes a solver for one board that is searched from both sides: from two ordinary solvers with
 * bit tables of single-tile moves, of which the second is prepared for searches backward and has
 * the board as its goal. It uses the groups of each that promise the fewest nodes, one for each
 * direction, which it finds out by samples of a bound, in up to some seconds: of `bound`, or the
 * nearest one that the board can have; 0: of one that takes some 10^9 nodes. Both must outlive it.
 * It solves only this board, from the board to the goal: with the same answers as any solver, but
 * for the counts of nodes. The caller releases it by tilepdb_solver_free. `progress` may be NULL;
 * it is called every few milliseconds, in the stage SEARCH.
 *
 * ERROR_ARGUMENT: not such solvers, or no bound; UNSOLVABLE;
 * CANCELLED; ERROR_MEMORY; or what a table has failed with. */
TILEPDB_API tilepdb_status tilepdb_solver_create_bidirectional(
    const tilepdb_solver *forward, const tilepdb_solver *backward, int bound,
    tilepdb_progress_fn progress, void *user, tilepdb_solver **solver, tilepdb_error *error);

/* What such a solver found out by samples, for a search that repeats another one. */
typedef struct tilepdb_bidirectional_plan {
    /* Which view of the tables each side uses, forward and backward: of n partitions, in the order
     * of the tables, i is the i-th, and n + i that reflected, if there is a reflection. */
    unsigned pair[2];
    /* Of bounds with a level: limit and level, as the other search had them. Copied. */
    const tilepdb_iteration *bounds;
    size_t bound_count;
} tilepdb_bidirectional_plan;

/* The same with what is given, and no samples: searches of these bounds have the same counts, and
 * prove what they prove, whatever is given. ERROR_ARGUMENT: also if there is no such view, or a
 * limit or a level that no search has. */
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
    uint64_t cost;  /* of its solver, as the number of nodes that could be generated meanwhile. For
                       counts that can be repeated: the same whether it exists already or not */
    uint32_t after; /* is not tried before these were: bit i stands for candidate i */
} tilepdb_candidate;

/* The most candidates. */
#define TILEPDB_MAX_CANDIDATES 32

/* The searches of one board. One thread at a time. The caller releases it by tilepdb_choice_free.
 */
typedef struct tilepdb_choice tilepdb_choice;

/* Begins. The candidates are 1 to TILEPDB_MAX_CANDIDATES; of those that pay, the first is tried
 * first. After a first one for both directions, those for one are not tried. `options` are those of
 * the answer, for one solution, without a limit of nodes, a first bound, an earlier result or
 * on_bound; their limit of time begins here, so that what makes solvers counts. All is copied.
 * ERROR_ARGUMENT: not so, an unknown direction, or not boards of one size; ERROR_MEMORY. */
TILEPDB_API tilepdb_status tilepdb_choice_create(const tilepdb_board *board,
                                                 const tilepdb_board *goal,
                                                 const tilepdb_candidate *candidates, size_t count,
                                                 const tilepdb_solve_options *options,
                                                 tilepdb_choice **choice, tilepdb_error *error);

/* A search that is to be run. */
typedef struct tilepdb_choice_search {
    size_t candidate;
    const tilepdb_board *board;    /* to be searched; the choice's own */
    tilepdb_solve_options options; /* with the callbacks and threads of the answer's */
    int estimate_bound; /* not 0: instead of a search, a bound for tilepdb_solver_estimate_nodes */
} tilepdb_choice_search;

/* The next search. False: there is none, and the answer is known. */
TILEPDB_API bool tilepdb_choice_next(tilepdb_choice *choice, tilepdb_choice_search *search);

/* What the search has given: as from tilepdb_solve, or zeroed if there was none. `error` may be
 * NULL. After a result whose bounds do not ascend the end is ERROR_ARGUMENT. */
TILEPDB_API void tilepdb_choice_take(tilepdb_choice *choice, tilepdb_status status,
                                     const tilepdb_result *result, const tilepdb_error *error);

/* What tilepdb_solver_estimate_nodes has given, where that was asked for. */
TILEPDB_API void tilepdb_choice_take_estimate(tilepdb_choice *choice, double expanded);

/* Instead of taking a result: the candidate has no solver, and is not asked for again. Without the
 * first, or one that has searched bounds already, the end is ERROR_NOT_FOUND. */
TILEPDB_API void tilepdb_choice_drop(tilepdb_choice *choice);

/* With options.any: the next bound, once, if it is expected to generate at least `least` nodes, and
 * then `*nodes` is how many; otherwise 0. What is shorter is excluded, so that a solution of this
 * length, wherever it comes from, is the answer; finding one may take much less than the bound.
 * Between searches `so_far` is NULL. In the on_bound of a search, after the choice's own has said
 * that it goes on, it is what that was given; if a solution is found then, on_bound returns false,
 * and the solution is offered when the search was taken. */
TILEPDB_API int tilepdb_choice_target_length(tilepdb_choice *choice, const tilepdb_result *so_far,
                                             uint64_t least, double *nodes);

/* A solution, as letters of single moves. True: it leads from the board to the goal and has the
 * length that was asked for last, so that it is the answer, whose iterations are those that
 * exhausted their bounds; or it is shorter, and the answer is that a table is false. */
TILEPDB_API bool tilepdb_choice_submit_solution(tilepdb_choice *choice, const char *moves);

/* The answer, as tilepdb_solve gives it: status, result and error. Its iterations are those that
 * exhausted their bounds, and the last. */
TILEPDB_API tilepdb_status tilepdb_choice_answer(const tilepdb_choice *choice,
                                                 tilepdb_result *result, tilepdb_error *error);

/* Which candidate searched the i-th iteration of the answer. */
TILEPDB_API size_t tilepdb_choice_candidate(const tilepdb_choice *choice, size_t i);

/* The nodes that were generated beside the answer's, to compare candidates. */
TILEPDB_API uint64_t tilepdb_choice_compared_nodes(const tilepdb_choice *choice);

/* Accepts NULL. */
TILEPDB_API void tilepdb_choice_free(tilepdb_choice *choice);

#ifdef __cplusplus
}
#endif

#endif
