/*
 * The size of a bound from one of both sides, estimated.
 *
 * A sample goes down level by level, and where a level has more nodes than a sample holds, keeps
 * some at equal distances in the order of the search, each of which stands for so many more. A tree
 * that is narrow enough is counted exactly. What it draws is always the same: the same search has
 * the same estimates, whatever the kernel. (Knuth, "Estimating the efficiency of backtrack
 * programs", Math. Comp. 1975; Chen, "Heuristic sampling", SIAM J. Comput. 1992.)
 */
#ifndef TILEPDB_SEARCH_SAMPLE_H
#define TILEPDB_SEARCH_SAMPLE_H

#include "kernels/pass.h"
#include "search/solver.h"

/* Estimates; the members are those of struct pass_side_counts. */
struct sample {
    double within[PASS_LIMITS];
    double frontier[TILEPDB_MAX_MOVES + 1];
};

/* What to estimate. */
struct sample_of {
    const struct tilepdb_solver *solver; /* of a setup for both sides */
    const struct automaton *automaton;
    const struct kernel_root *root;
    int bound;
    int limit; /* of b */
    bool backward;
    size_t nodes;                /* of a level that are kept, at most */
    bool (*goes_on)(void *user); /* asked every few milliseconds; NULL: it does */
    void *user;
};

/* False: it was stopped, or there is no memory. Thread safe. */
bool sample_take(const struct sample_of *of, struct sample *sample);

/* The nodes up to a limit, of a sample with another one that is not smaller. */
double sample_within(const struct sample *sample, int sampled, int limit);

#endif
