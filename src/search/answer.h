/*
 * One call of tilepdb_solve: what its parts share, and the answer.
 */
#ifndef TILEPDB_SEARCH_ANSWER_H
#define TILEPDB_SEARCH_ANSWER_H

#include "search/bound.h"
#include "search/resume.h"
#include "search/solutions.h"
#include "search/solver.h"

/* ERROR_ARGUMENT: a limit or a choice is out of its range, or two contradict each other. */
tilepdb_status solve_options_check(const tilepdb_solve_options *options, tilepdb_error *error);

/* Whether a result that a caller hands over is well-formed: its iterations are within their array,
 * their bounds ascend from 0 or more to at most TILEPDB_MAX_MOVES, and its moves end in NUL. */
bool result_is_sound(const tilepdb_result *result);

/* Belongs to one thread. */
struct solve {
    const struct tilepdb_solver *solver;
    const tilepdb_board *board;
    const tilepdb_solve_options *options;
    tilepdb_result *result;
    double start;
    int threads;       /* for bounds that are worth several; 0: none was yet */
    bool skipped;      /* bounds from the root's estimate on were left out: nothing is proven */
    uint64_t estimate; /* nodes of this bound */
    struct kernel_root root;
    struct solutions solutions;
    struct subtree_order order; /* with `any` */
    struct resume resume;       /* with a checkpoint */
    bool diverged;              /* the ranks do not agree, and each ends by itself */
};

/* What a bidirectional solver does otherwise than an ordinary one. */
struct search_method {
    /* ERROR_ARGUMENT: the solver is for another board, or more than one solution is wanted. */
    tilepdb_status (*check)(const struct solve *solve, tilepdb_error *error);

    /* Raises the root's estimate *h, if more is known. */
    tilepdb_status (*root)(const struct tilepdb_solver *solver, int *h, tilepdb_error *error);

    /* Searches a bound that is prepared, as bound_search; `last` is the number of nodes of the
     * bound before. */
    tilepdb_status (*bound)(struct solve *solve, struct bound_search *search, uint64_t last,
                            tilepdb_error *error);
};

/* ---- answers: accepted only after they were replayed ------------------------------------------
 */

/* Reverses a path and inverts its moves. */
void answer_reverse(const struct solve *solve, const uint8_t *path, size_t length,
                    uint8_t *reversed);

/* The hook of a bound_search for all solutions: keeps the path, of a search backward reversed. The
 * user of the hooks is the struct solve. */
void answer_gather(struct bound_search *search, const uint8_t *path);

/* Records a path as the answer. ERROR_INTERNAL: it does not lead to the goal. */
tilepdb_status answer_take(struct solve *solve, const uint8_t *path, int length,
                           tilepdb_error *error);

/* Records the first of the gathered solutions and their count, and delivers all if they are wanted.
 * ERROR_MEMORY: some are missing; ERROR_INTERNAL: as answer_take. */
tilepdb_status answer_deliver(struct solve *solve, tilepdb_error *error);

/* Records that the board is the goal: one solution without a move. */
tilepdb_status answer_goal(struct solve *solve, tilepdb_error *error);

#endif
