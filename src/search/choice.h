/*
 * Selects the cheapest of several ways to search one board.
 *
 * A candidate is a set of tables and a direction. A backward search goes from the goal to the
 * board: its solver has the board as goal (tilepdb_solver_options.backward), so its tables have the
 * board's blank cell as goal cell. Both directions have the same distance and prove each other's
 * bounds, but node counts often differ by a factor of ten.
 *
 * The first candidate starts. Before a bound that should cost much more than making and comparing
 * another candidate, that candidate searches cheap bounds with a node limit, or samples estimate
 * its nodes in the next bound or, with a known solution, in the last bound that it leaves. A
 * candidate that needs fewer nodes takes over. Without options.any, the answer is the first optimal
 * solution in the move order. Choices depend on node counts and known solutions, never on time:
 * the same candidates and solutions give the same counts on every machine.
 *
 * A choice only decides; the caller runs the searches:
 *
 *   while (choice_next(choice, &search)) {
 *       solver = ...;                                  the solver of search.candidate
 *       if (solver == NULL) {
 *           choice_drop(choice);
 *       } else if (search.estimate_bound) {
 *           solver_estimate_nodes(solver, search.board, search.estimate_bound, ...,
 *                                 &nodes, &error);
 *           choice_take_estimate(choice, nodes);   after an error: choice_drop
 *       } else {
 *           status = tilepdb_solve(solver, search.board, &search.options, &result, &error);
 *           choice_take(choice, status, &result, &error);
 *       }
 *   }
 *   status = choice_answer(choice, &result, &error);
 */
#ifndef TILEPDB_SEARCH_CHOICE_H
#define TILEPDB_SEARCH_CHOICE_H

#include "tilepdb.h"

/* A way to search a board: a solver that the caller has or can make, and its direction. */
struct choice_candidate {
    tilepdb_direction direction;
    /* Cost of making the solver, in nodes that a search could generate meanwhile. For repeatable
     * counts, it must not depend on whether the solver exists already. */
    uint64_t cost;
    uint32_t after; /* bitmask of candidates that must be tried first */
    /* For larger tables than the first candidate's, and the same direction: by how much they should
     * divide its nodes. Otherwise 0. */
    double gain;
    /* How many times as long a node takes as a node for which `cost` counts; 0: 1, or 2 from both
     * sides. */
    unsigned slowness;
};

/* Largest number of candidates of a choice. */
#define CHOICE_MAX_CANDIDATES 32

/* The choice for one board. One thread at a time. */
struct choice;

/* Creates a choice among 1 to CHOICE_MAX_CANDIDATES candidates. candidates[0] starts, the
 * others are considered in order. If the first is bidirectional, unidirectional candidates are
 * never tried. `options` have SOLUTIONS_FIRST, without max_nodes, first_bound, earlier and
 * on_bound; their timeout starts now and includes the making of solvers. All arguments are
 * copied; what `options` point to must outlive the choice. Returns ERROR_ARGUMENT for other
 * options, a wrong `count` or direction, or if the sizes of `board` and `goal` differ;
 * ERROR_MEMORY. */
tilepdb_status choice_create(const tilepdb_board *board, const tilepdb_board *goal,
                             const struct choice_candidate *candidates, size_t count,
                             const tilepdb_solve_options *options, struct choice **choice,
                             tilepdb_error *error);

/* The next search: the caller solves `board` with the solver of `candidate` and these options. */
struct choice_search {
    size_t candidate;
    const tilepdb_board *board;    /* owned by the choice */
    tilepdb_solve_options options; /* for tilepdb_solve */
    int estimate_bound;            /* if not 0: run solver_estimate_nodes instead */
};

/* Writes the next search. Returns false once the answer is known. */
bool choice_next(struct choice *choice, struct choice_search *search);

/* Passes the outcome of tilepdb_solve to the choice; `result` must not be NULL, `error` may be.
 * If the bounds of `result` do not ascend, the answer is ERROR_ARGUMENT. */
void choice_take(struct choice *choice, tilepdb_status status, const tilepdb_result *result,
                 const tilepdb_error *error);

/* Passes the outcome of solver_estimate_nodes to the choice. */
void choice_take_estimate(struct choice *choice, double expanded);

/* Reports that the candidate has no solver; it is not used again. If it would search the
 * next bound, the answer is ERROR_NOT_FOUND; otherwise the choice goes on without it. */
void choice_drop(struct choice *choice);

/* Returns the least length that is not excluded: with options.any, a solution of this length would
 * end the search now, and a caller may find it for much less than the next bound costs. Sets
 * `*nodes` to the expected nodes of that bound. Returns 0 if `*nodes` would be below `least`, if
 * the length exceeds options.max_length, and after the end.
 *
 * Between searches, pass NULL as `so_far`. During a search, a caller may wrap
 * search.options.on_bound: the wrapper calls it, and if it returns true, this function with the
 * same result. After finding a solution the wrapper returns false, and the caller submits the
 * solution after choice_take. */
int choice_target_length(struct choice *choice, const tilepdb_result *so_far, uint64_t least,
                         double *nodes);

/* Submits a solution as letters of single-tile moves. Returns true if it solves the board and
 * has the last target length: it is the answer, with the iterations that exhausted their bounds.
 * Returns true also for a shorter solution: it proves a table false, and the answer is
 * ERROR_INTERNAL. A longer solution may be submitted during a search, too: candidates are then
 * compared for all bounds below its length. */
bool choice_submit_solution(struct choice *choice, const char *moves);

/* Passes on a solution that must not be the answer, as letters of single-tile moves, or NULL if a
 * search for one has failed. Its length shows which bounds are left, and so whether larger tables
 * pay off: with NULL, only the next bound counts; before any call, two bounds. A solution that does
 * not solve the board is ignored. A search that excludes its length proves a table false. */
void choice_take_upper_bound(struct choice *choice, const char *moves);

/* Writes the answer and returns its status: a status of tilepdb_solve, ERROR_NOT_FOUND after
 * choice_drop, or ERROR_ARGUMENT before choice_next has returned false. The
 * iterations of `result` are all that exhausted their bounds, and the last iteration. */
tilepdb_status choice_answer(const struct choice *choice, tilepdb_result *result,
                             tilepdb_error *error);

/* Returns the candidate that searched iteration `i` of the answer. */
size_t choice_candidate(const struct choice *choice, size_t i);

/* Returns the nodes that comparisons generated, which the answer does not count. */
uint64_t choice_compared_nodes(const struct choice *choice);

/* Frees a choice. */
void choice_free(struct choice *choice);

#endif
