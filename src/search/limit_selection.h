/*
 * Selects the limits and the level of a bidirectional bound (bidirectional.h) by samples.
 *
 * A sample expands the tree of one side level by level, and keeps some nodes of each wide level, at
 * equal distances in search order (Knuth, "Estimating the efficiency of backtrack programs", Math.
 * Comp. 1975; Chen, "Heuristic sampling", SIAM J. Comput. 1992). Random numbers are fixed, so
 * estimates are the same for every kernel.
 */
#ifndef TILEPDB_SEARCH_LIMIT_SELECTION_H
#define TILEPDB_SEARCH_LIMIT_SELECTION_H

#include "kernels/pass.h"
#include "search/bound.h"

/* [0] forward, [1] backward. */
struct search_pair {
    const struct tilepdb_solver *solver[2];
    const struct automaton *automaton[2];
    struct kernel_root root[2];
    bool shorter;                     /* solutions below the bound count as well */
    double most_keys;                 /* most frontier keys to keep */
    size_t most_nodes;                /* most nodes of a sample's level before it is thinned */
    int threads;                      /* with two or more, both sides are sampled in parallel */
    struct interrupt_check interrupt; /* polled by the calling thread, every few milliseconds */
};

struct limit_selection {
    int offset;   /* limit of the forward side minus the bound */
    int level;    /* least moves from the board to an emitted frontier node */
    double nodes; /* estimated nodes of both sides */
};

/* `plain` selects the plain automata. `memory_limit` bounds the bytes of frontier keys (0: 2.4 GB)
 * and of a sample (0: no limit). The caller sets `threads` and `interrupt`. Returns a status of
 * solver_root. */
tilepdb_status search_pair_init(struct search_pair *pair, const struct tilepdb_solver *forward,
                                const struct tilepdb_solver *backward, bool plain,
                                uint64_t memory_limit, tilepdb_error *error);

/* Sets the offset with the fewest nodes, by samples of `nodes` nodes per level. Neither root's
 * estimate may exceed `bound`. Returns false without memory, or if the search was stopped. */
bool limits_select(const struct search_pair *pair, int bound, size_t nodes,
                   struct limit_selection *selection);

/* Sets the level for selection->offset, like limits_select. */
bool level_select(const struct search_pair *pair, int bound, size_t nodes,
                  struct limit_selection *selection);

/* Returns the most nodes of a sample's level within a memory limit (0: no limit). */
size_t sample_most_nodes(uint64_t memory_limit);

/* Estimates the expanded nodes of a unidirectional bound, by samples that keep `nodes` nodes per
 * level, and fewer once a level has more than `most_nodes`. Returns false as limits_select does. */
bool bound_sample(const struct tilepdb_solver *solver, const struct kernel_root *root, int bound,
                  size_t nodes, size_t most_nodes, const struct interrupt_check *interrupt,
                  double *expanded);

#endif
