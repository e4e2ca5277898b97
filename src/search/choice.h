/*
 * Selects the cheapest of several ways to search one board.
 *
 * A candidate is a set of tables and a direction. The solver of a backward search has the board as
 * goal. Both directions prove bounds for each other, but node counts often differ by a factor of
 * ten.
 *
 * Candidate 0 starts. Before a bound that should cost much more than making and comparing another
 * candidate, the other candidate searches cheap bounds with a node limit, or samples estimate its
 * nodes in the next bound or, with a known solution, in the last bound left. A candidate that needs
 * fewer nodes takes over. Without options.any, the answer is the first optimal solution in the move
 * order. Choices depend on node counts and known solutions, never on time, so counts are the same
 * on every machine.
 *
 * A choice only decides; the caller runs the searches:
 *
 *     while (choice_next(choice, &search)) {
 *         solver = ...;                                  the solver of search.candidate
 *         if (solver == NULL) {
 *             choice_drop(choice);
 *         } else if (search.estimate_bound) {
 *             solver_estimate_nodes(solver, search.board, search.estimate_bound, ...,
 *                                   &nodes, &error);
 *             choice_take_estimate(choice, nodes);   after an error: choice_drop
 *         } else {
 *             status = tilepdb_solve(solver, search.board, &search.options, &result, &error);
 *             choice_take(choice, status, &result, &error);
 *         }
 *     }
 *     status = choice_answer(choice, &result, &error);
 */
#ifndef TILEPDB_SEARCH_CHOICE_H
#define TILEPDB_SEARCH_CHOICE_H

#include "tilepdb.h"

struct choice_candidate {
    tilepdb_direction direction;
    /* Cost of making the solver, in nodes that a search could generate meanwhile; for repeatable
     * counts, also if the solver exists. */
    uint64_t cost;
    uint32_t after; /* bitmask of candidates that must be tried first */
    /* With larger tables than candidate 0 and the same direction: the factor by which they should
     * reduce its nodes. Otherwise 0. */
    double gain;
    /* Time per node, in units of the nodes of `cost`; 0: 1, or 2 if bidirectional. */
    unsigned slowness;
};

#define CHOICE_MAX_CANDIDATES 32

/* The choice for one board. One thread at a time. */
struct choice;

/* Considers 1 to CHOICE_MAX_CANDIDATES candidates in order; if the first is bidirectional, never
 * unidirectional ones. `options` have SOLUTIONS_FIRST, without max_nodes, first_bound, earlier and
 * on_bound. Their timeout starts now and includes the making of solvers. All arguments are copied;
 * what `options` point to must outlive the choice. Returns ERROR_ARGUMENT for other options, a
 * wrong `count` or direction, or if the sizes of `board` and `goal` differ; or ERROR_MEMORY. */
tilepdb_status choice_create(const tilepdb_board *board, const tilepdb_board *goal,
                             const struct choice_candidate *candidates, size_t count,
                             const tilepdb_solve_options *options, struct choice **choice,
                             tilepdb_error *error);

struct choice_search {
    size_t candidate;
    const tilepdb_board *board; /* owned by the choice */
    tilepdb_solve_options options;
    int estimate_bound; /* if not 0: run solver_estimate_nodes instead */
};

/* Returns false once the answer is known. */
bool choice_next(struct choice *choice, struct choice_search *search);

/* Takes the outcome of tilepdb_solve; `error` may be NULL. If `result` is unsound
 * (result_is_sound), the answer is ERROR_ARGUMENT. */
void choice_take(struct choice *choice, tilepdb_status status, const tilepdb_result *result,
                 const tilepdb_error *error);

/* Takes the outcome of solver_estimate_nodes. */
void choice_take_estimate(struct choice *choice, double expanded);

/* Reports that the candidate has no solver. If it is the incumbent, the answer is ERROR_NOT_FOUND;
 * otherwise the choice goes on without it. */
void choice_drop(struct choice *choice);

/* Returns the target length, the least that is not excluded: with options.any, a solution of this
 * length would end the search. Sets `*nodes` to the expected nodes of this bound. Returns 0 if they
 * are fewer than `least`, if the length exceeds options.max_length, and after the end.
 *
 * Between searches, `so_far` is NULL. During a search, a wrapper of search.options.on_bound may
 * call on_bound and, if it returns true, this function with the result that on_bound received.
 * After finding a solution the wrapper returns false, and the caller submits it after
 * choice_take. */
int choice_target_length(struct choice *choice, const tilepdb_result *so_far, uint64_t least,
                         double *nodes);

/* Submits a solution as letters of single-tile moves; needs options.any. A solution of the last
 * target length becomes the answer; a shorter solution proves a table false (ERROR_INTERNAL).
 * Returns true in both cases. A longer solution may also be submitted during a search: candidates
 * are then compared for all bounds below its length. */
bool choice_submit_solution(struct choice *choice, const char *moves);

/* Takes a solution that must not be the answer, as letters of single-tile moves, or NULL if a
 * search for one has failed. Its length shows whether larger tables pay off: after NULL one more
 * bound counts, before any call two bounds. Moves that do not solve the board are ignored. A search
 * that excludes the length proves a table false. */
void choice_take_upper_bound(struct choice *choice, const char *moves);

/* Returns a status of tilepdb_solve, ERROR_NOT_FOUND after choice_drop, or ERROR_ARGUMENT after an
 * unsound result and before choice_next has returned false. `result` has the iterations that
 * exhausted their bounds, and the last iteration. */
tilepdb_status choice_answer(const struct choice *choice, tilepdb_result *result,
                             tilepdb_error *error);

/* The candidate that searched iteration `i` of the answer. */
size_t choice_candidate(const struct choice *choice, size_t i);

/* Returns the generated nodes of comparisons, which the answer does not count. */
uint64_t choice_compared_nodes(const struct choice *choice);

void choice_free(struct choice *choice);

#endif
