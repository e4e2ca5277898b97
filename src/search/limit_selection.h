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
    size_t most_nodes;                /* of one level of a sample before it is thinned */
    int threads;                      /* two or more sample both sides at the same time */
    struct interrupt_check interrupt; /* polled by the calling thread, every few milliseconds */
};

struct limit_selection {
    int offset;   /* limit of the forward side minus the bound */
    int level;    /* least moves from the board to an emitted frontier node */
    double nodes; /* estimated nodes of both sides */
};

/* `memory_limit` bounds the frontier keys, in bytes; 0 means 2.4 GB. It also bounds samples; 0
 * means no limit. The caller sets `threads` and `interrupt`. Returns a status of solver_root. */
tilepdb_status search_pair_init(struct search_pair *pair, const struct tilepdb_solver *forward,
                                const struct tilepdb_solver *backward, bool plain,
                                uint64_t memory_limit, tilepdb_error *error);

/* Sets the offset with the fewest nodes, by samples of `nodes` nodes per level. Returns false
 * without memory, or if the search was stopped. */
bool limits_select(const struct search_pair *pair, int bound, size_t nodes,
                   struct limit_selection *selection);

/* Sets the level for selection->offset, like limits_select. */
bool level_select(const struct search_pair *pair, int bound, size_t nodes,
                  struct limit_selection *selection);

/* Returns the most nodes of a level of a sample within a memory limit; 0 means no limit. */
size_t sample_most_nodes(uint64_t memory_limit);

/* Estimates the expanded nodes of a unidirectional bound, by samples that keep `nodes` nodes per
 * level, or fewer, so that the next level has at most `most_nodes`. Returns false like
 * limits_select. */
bool bound_sample(const struct tilepdb_solver *solver, const struct kernel_root *root, int bound,
                  size_t nodes, size_t most_nodes, const struct interrupt_check *interrupt,
                  double *expanded);

#endif
