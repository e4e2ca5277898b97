/*
 * How a bound from both sides is shared between them: their limits, and the level (sides.h),
 * estimated by samples.
 */
#ifndef TILEPDB_SEARCH_LIMIT_SELECTION_H
#define TILEPDB_SEARCH_LIMIT_SELECTION_H

#include "search/sample.h"

/* The forward side and the backward one. */
struct search_pair {
    const struct tilepdb_solver *solver[2];
    const struct automaton *automaton[2];
    struct kernel_root root[2];
    double most_keys;            /* that may be kept */
    bool (*goes_on)(void *user); /* as with samples (search/sample.h) */
    void *user;
};

struct limit_selection {
    int offset;   /* of the forward side's limit, from the bound */
    int level;    /* the least moves from the board with which a frontier node is emitted */
    double nodes; /* that both sides expand */
};

/* Sets up a pair; `plain`: with their plain automata. As many keys may be kept as fit into
 * `memory_limit` bytes; 0: into 2.2 GB. As solver_root. */
tilepdb_status search_pair_init(struct search_pair *pair, const struct tilepdb_solver *forward,
                                const struct tilepdb_solver *backward, bool plain,
                                uint64_t memory_limit, tilepdb_error *error);

/* Finds the offset that takes the fewest nodes, by samples of so many nodes a level. False: it
 * was stopped, or there is no memory. */
bool limits_select(const struct search_pair *pair, int bound, size_t nodes,
                   struct limit_selection *selection);

/* Finds the level for its offset. False: likewise. */
bool level_select(const struct search_pair *pair, int bound, size_t nodes,
                  struct limit_selection *selection);

#endif
