/*
 * The order in which a search for any solution takes the subtrees of a bound.
 *
 * The priority of a subtree is its number of nodes in the previous bound, halved for every two
 * moves of its slack (bound - g - h) in that bound. Of equal priorities, more slack comes first,
 * then move order decides. Orders by the previous bound or by h find a solution early (Powley &
 * Korf, "Single-agent parallel window search", IEEE PAMI 1991; Bu & Korf, "A*+IDA*: a simple hybrid
 * search algorithm", IJCAI 2019). One thread at a time.
 */
#ifndef TILEPDB_SEARCH_SUBTREE_ORDER_H
#define TILEPDB_SEARCH_SUBTREE_ORDER_H

#include "kernels/pass.h"

struct ordered_subtree {
    uint64_t priority; /* 0 if unknown */
    uint64_t path;     /* hash of the moves from the root */
    uint64_t nodes;    /* set before subtree_order_learn; below 2^47 */
    size_t entry;      /* index in the pass of subtree roots */
    int slack;
};

/* Counts of the previous bound. Zeroed, nothing is known. */
struct subtree_order {
    size_t moves; /* from the root to each subtree */
    struct known_subtree *known;
    size_t slots; /* a power of two, or 0 */
};

/* Lists the entries of `roots` from the floor up, the highest priority first. The caller frees the
 * list. Returns NULL without memory, or once `goes_on`, which may be NULL, returns false. */
struct ordered_subtree *subtree_order_list(const struct subtree_order *order,
                                           const struct pass *roots, bool (*goes_on)(void *user),
                                           void *user);

/* Replaces all counts by the counts of a bound whose `subtrees` were all searched. Without memory,
 * returns false and forgets all counts. */
bool subtree_order_learn(struct subtree_order *order, const struct pass *roots,
                         const struct ordered_subtree *subtrees);

uint64_t subtree_order_hash(const struct subtree_order *order);

void subtree_order_free(struct subtree_order *order);

#endif
