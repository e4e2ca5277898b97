/*
 * How a bidirectional bound is shared between its sides: the two limits and the level
 * (bidirectional.h), selected by samples.
 *
 * A sample expands the tree of one side level by level. When a level has more nodes than a sample
 * holds, it keeps some at equal distances in the order of the search, and each stands for several.
 * A tree that is narrow enough is counted exactly. The draws are always the same, so the same
 * search has the same estimates, whatever the kernel. (Knuth, "Estimating the efficiency of
 * backtrack programs", Math. Comp. 1975; Chen, "Heuristic sampling", SIAM J. Comput. 1992.)
 */
#ifndef TILEPDB_SEARCH_LIMIT_SELECTION_H
#define TILEPDB_SEARCH_LIMIT_SELECTION_H

#include "kernels/pass.h"
#include "search/solver.h"

/* The searches of both sides: the forward one, and the backward one. */
struct search_pair {
    const struct tilepdb_solver *solver[2];
    const struct automaton *automaton[2];
    struct kernel_root root[2];
    double most_keys;            /* frontier keys that may be kept */
    bool (*goes_on)(void *user); /* asked every few milliseconds */
    void *user;
};

struct limit_selection {
    int offset;   /* of the forward side's limit from the bound */
    int level;    /* the least moves from the board to a frontier node that is emitted */
    double nodes; /* expanded by both sides */
};

/* Sets up a pair; `plain`: with their plain automata. Frontier keys may take `memory_limit` bytes;
 * 0: 2.2 GB. The statuses are those of solver_root. */
tilepdb_status search_pair_init(struct search_pair *pair, const struct tilepdb_solver *forward,
                                const struct tilepdb_solver *backward, bool plain,
                                uint64_t memory_limit, tilepdb_error *error);

/* Finds the offset that takes the fewest nodes, by samples of `nodes` nodes a level. False: it was
 * stopped, or there is no memory. */
bool limits_select(const struct search_pair *pair, int bound, size_t nodes,
                   struct limit_selection *selection);

/* Finds the level for the offset of `selection`. False: as limits_select. */
bool level_select(const struct search_pair *pair, int bound, size_t nodes,
                  struct limit_selection *selection);

#endif
