/* One call of tilepdb_solve: IDA*, bound by bound. */
#ifndef TILEPDB_SEARCH_IDA_H
#define TILEPDB_SEARCH_IDA_H

#include "search/bound.h"
#include "search/resume.h"
#include "search/solutions.h"
#include "search/solver.h"

/* Returns OK or ERROR_ARGUMENT. */
tilepdb_status solve_options_check(const tilepdb_solve_options *options, tilepdb_error *error);

/* Returns true if bounds ascend and fit the array, and moves end in NUL. */
bool result_is_sound(const tilepdb_result *result);

struct solve {
    const struct tilepdb_solver *solver;
    const tilepdb_board *board;
    const tilepdb_solve_options *options;
    tilepdb_result *result;
    double start;
    int threads;       /* for large bounds; 0 before the first */
    bool skipped;      /* bounds were skipped: no optimum is proven */
    uint64_t estimate; /* expected nodes of the current bound; 0 if unknown */
    struct kernel_root root;
    struct solutions solutions;
    struct subtree_order order; /* used with `any` */
    struct resume resume;
    bool diverged; /* consensus_bound failed: consensus_end must not be called */
};

/* Steps that a bidirectional solver adds to tilepdb_solve; `bound` replaces the ordinary search. */
struct search_method {
    /* Returns ERROR_ARGUMENT for another board, or unless the options request SOLUTIONS_FIRST. */
    tilepdb_status (*check)(const struct solve *solve, tilepdb_error *error);

    /* Raises the root's estimate `*h` to the goal's, if that is larger. Returns a status of
     * solver_root. */
    tilepdb_status (*root)(const struct tilepdb_solver *solver, int *h, tilepdb_error *error);

    /* Searches and records a prepared bound. `last` is the number of nodes of the previous bound.
     * Returns a status of solver_root or consensus_bound. */
    tilepdb_status (*bound)(struct solve *solve, struct bound_search *search, uint64_t last,
                            tilepdb_error *error);
};

/* Writes the way back along `path`, which has at most `bound` moves (pass_path_length). */
void answer_reverse(const struct solve *solve, const uint8_t *path, int bound, uint8_t *reversed);

#endif
