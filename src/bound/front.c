/* See front.h. */
#include "bound/front.h"

#include <stdlib.h>

#include "base/bytes.h"

/* A subtree of the bound before, as promising as it was there. A slot without promise is free. */
struct front_known {
    uint64_t path;
    uint64_t promise;
};

/* A promise is a number of nodes with so many bits behind the point. */
#define POINT_BITS 16

/* ---- what is known --------------------------------------------------------------------------- */

/* The slot of a path, or a free one where it belongs. */
static struct front_known *slot_find(const struct front *front, uint64_t path) {
    size_t at = (size_t)path & (front->slots - 1);
    while (front->known[at].promise && front->known[at].path != path)
        at = (at + 1) & (front->slots - 1);
    return &front->known[at];
}

static uint64_t promise_of(const struct front_subtree *subtree) {
    const int halvings = subtree->slack / 2 < POINT_BITS ? subtree->slack / 2 : POINT_BITS;
    return (subtree->nodes + 1) << (POINT_BITS - halvings);
}

void front_free(struct front *front) {
    free(front->known);
    *front = (struct front){0};
}

/* A sum, since where the slots are depends on the order in which they were filled. */
uint64_t front_state(const struct front *front) {
    uint64_t state = front->moves;
    for (size_t i = 0; i < front->slots; i++)
        if (front->known[i].promise) state += hash_bytes(&front->known[i], sizeof *front->known);
    return state;
}

bool front_learn(struct front *front, const struct pass *wide,
                 const struct front_subtree *subtrees) {
    const size_t count = wide->top - wide->floor;
    uint8_t path[TILEPDB_MAX_MOVES + 1];
    front_free(front);
    if (count == 0) return true;
    size_t slots = 2;
    while (slots < 2 * count) slots *= 2;
    front->known = calloc(slots, sizeof *front->known);
    if (!front->known) return false;
    front->slots = slots;
    front->moves = pass_path(wide, wide->floor, path);
    for (size_t i = 0; i < count; i++)
        *slot_find(front, subtrees[i].path) =
            (struct front_known){subtrees[i].path, promise_of(&subtrees[i])};
    return true;
}

/* ---- the order ------------------------------------------------------------------------------- */

/* A subtree deeper than those that are known is as promising as the one that it is part of. */
static struct front_subtree subtree_make(const struct front *front, const struct pass *wide,
                                         size_t entry) {
    uint8_t path[TILEPDB_MAX_MOVES + 1];
    const size_t moves = pass_path(wide, entry, path);
    struct front_subtree subtree = {
        .path = hash_bytes(path, moves), .entry = entry, .slack = wide->kernel->slack(wide, entry)};
    if (front->slots && moves >= front->moves)
        subtree.promise = slot_find(front, hash_bytes(path, front->moves))->promise;
    return subtree;
}

/* The most promising first, then that with the most slack, then the first in the move order, which
 * is the uppermost. */
static int subtrees_compare(const void *a, const void *b) {
    const struct front_subtree *x = a, *y = b;
    if (x->promise != y->promise) return x->promise > y->promise ? -1 : 1;
    if (x->slack != y->slack) return x->slack > y->slack ? -1 : 1;
    return x->entry > y->entry ? -1 : x->entry < y->entry;
}

struct front_subtree *front_order(const struct front *front, const struct pass *wide) {
    const size_t count = wide->top - wide->floor;
    struct front_subtree *subtrees = malloc((count + 1) * sizeof *subtrees);
    if (!subtrees) return NULL;
    for (size_t i = 0; i < count; i++) subtrees[i] = subtree_make(front, wide, wide->floor + i);
    qsort(subtrees, count, sizeof *subtrees, subtrees_compare);
    return subtrees;
}
