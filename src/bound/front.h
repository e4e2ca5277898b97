/*
 * The order in which a bound that may end with any solution is searched: its front, the subtrees
 * of all nodes that are as many moves from the root, from the most promising on.
 *
 * A subtree is promising if it had many nodes in the bound before, for its slack: the moves left to
 * the bound minus h. Each two moves of slack halve what a node counts. Where nothing is known, the
 * subtree with the most slack is the first, which at the same depth is the one of least h, and of
 * equal ones the first in the move order. That an order of subtrees by what the bound before
 * reached finds a solution early is known (Powley & Korf, "Single-agent parallel window search",
 * IEEE PAMI 1991), and by h from Bu & Korf ("A*+IDA*: a simple hybrid search algorithm", IJCAI
 * 2019); what was measured is in docs/notes/search.md.
 *
 * The order depends only on what the bounds before counted: it is the same for any kernel and any
 * number of threads. A front belongs to one thread.
 */
#ifndef TILEPDB_BOUND_FRONT_H
#define TILEPDB_BOUND_FRONT_H

#include "kernels/pass.h"

/* A subtree of the front. */
struct front_subtree {
    uint64_t promise; /* 0: nothing is known */
    uint64_t path;    /* a hash of the moves to it */
    uint64_t nodes;   /* what its search generated, below 2^47; for front_learn */
    size_t entry;     /* of the wide pass */
    int slack;
};

/* What the bound before counted. Zeroed, nothing is known. */
struct front {
    size_t moves; /* from the root to each subtree */
    struct front_known *known;
    size_t slots; /* of `known`; a power of two, or 0 */
};

/* Lists all entries above the floor of a widened pass, the most promising first; the caller frees
 * the list. NULL: no memory. */
struct front_subtree *front_order(const struct front *front, const struct pass *wide);

/* Keeps what this bound counted, each subtree of the list having been searched, for the next.
 * False: no memory, and nothing is known. */
bool front_learn(struct front *front, const struct pass *wide,
                 const struct front_subtree *subtrees);

/* A hash of what is known, on which the next order depends. */
uint64_t front_state(const struct front *front);

void front_free(struct front *front);

#endif
