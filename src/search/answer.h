/*
 * One call of tilepdb_solve: what its parts share.
 */
#ifndef TILEPDB_SEARCH_ANSWER_H
#define TILEPDB_SEARCH_ANSWER_H

#include "search/bound.h"
#include "search/resume.h"
#include "search/solutions.h"
#include "search/solver.h"

/* ERROR_ARGUMENT: a limit or a choice is out of its range, or two contradict each other. */
tilepdb_status solve_options_check(const tilepdb_solve_options *options, tilepdb_error *error);

/* Of one thread. */
struct solve {
    const struct tilepdb_solver *solver;
    const tilepdb_board *board;
    const tilepdb_solve_options *options;
    tilepdb_result *result;
    double start;
    int threads;       /* that bounds are searched with, once a bound is worth several; before: 0 */
    bool skipped;      /* bounds from the root's estimate on were left out: nothing is proven */
    uint64_t estimate; /* of the nodes of this bound */
    struct kernel_root root;
    struct solutions solutions;
    struct subtree_order order; /* with `any` */
    struct resume resume;       /* with a checkpoint */
    bool diverged; /* the ranks of a communicator did not agree, and each ends by itself */
};

/* Whether a result that a caller hands over is well-formed: its iterations are within their array,
 * their bounds ascend from 0 or more to at most TILEPDB_MAX_MOVES, and its moves end in NUL. */
bool result_is_sound(const tilepdb_result *result);

/* ---- answers (answer.c): accepted only after they were replayed ------------------------------ */

/* The moves that lead back, of a path of so many. */
void answer_reverse(const struct solve *solve, const uint8_t *path, size_t length,
                    uint8_t *reversed);

/* What a bound_search calls with each solution, if it is to find all: keeps the moves `path`. Those
 * of a search backward are kept in the order of their ways back. `user`: the struct solve. */
void answer_gather(struct bound_search *search, const uint8_t *path);

/* Records the moves `path`, `length` of them, as the answer. ERROR_INTERNAL: they do not lead to
 * the goal. */
tilepdb_status answer_take(struct solve *solve, const uint8_t *path, int length,
                           tilepdb_error *error);

/* Records the first of the solutions that were gathered, their count, and tells all if they are
 * wanted. ERROR_MEMORY: some are missing; ERROR_INTERNAL as above. */
tilepdb_status answer_deliver(struct solve *solve, tilepdb_error *error);

/* The board is the goal: one solution without a move. */
tilepdb_status answer_goal(struct solve *solve, tilepdb_error *error);

#endif
