#include "search/subtree_order.h"

#include <stdlib.h>

#include "base/bytes.h"

/* A slot with priority 0 is free. */
struct known_subtree {
    uint64_t path;
    uint64_t priority;
};

/* Fractional bits of a priority. */
#define POINT_BITS 16

/* Subtrees between two checks, about a millisecond. */
#define BETWEEN_CHECKS 1024

static struct known_subtree *slot_find(const struct subtree_order *order, uint64_t path) {
    size_t at = (size_t)path & (order->slots - 1);
    while (order->known[at].priority && order->known[at].path != path)
        at = (at + 1) & (order->slots - 1);
    return &order->known[at];
}

static uint64_t priority_of(const struct ordered_subtree *subtree) {
    const int halvings = subtree->slack / 2 < POINT_BITS ? subtree->slack / 2 : POINT_BITS;
    return (subtree->nodes + 1) << (POINT_BITS - halvings);
}

void subtree_order_free(struct subtree_order *order) {
    free(order->known);
    *order = (struct subtree_order){0};
}

/* A sum, so the order of slots does not matter. Checkpoints store the hash, so the byte order is
 * fixed. */
uint64_t subtree_order_hash(const struct subtree_order *order) {
    uint64_t state = order->moves;
    for (size_t i = 0; i < order->slots; i++) {
        if (!order->known[i].priority) continue;
        uint8_t bytes[16];
        store_le64(bytes, order->known[i].path);
        store_le64(bytes + 8, order->known[i].priority);
        state += hash_bytes(bytes, sizeof bytes);
    }
    return state;
}

bool subtree_order_learn(struct subtree_order *order, const struct pass *roots,
                         const struct ordered_subtree *subtrees) {
    const size_t count = roots->top - roots->floor;
    uint8_t path[TILEPDB_MAX_MOVES + 1];
    subtree_order_free(order);
    if (count == 0) return true;
    size_t slots = 2;
    while (slots < 2 * count) slots *= 2;
    order->known = calloc(slots, sizeof *order->known);
    if (!order->known) return false;
    order->slots = slots;
    order->moves = pass_path(roots, roots->floor, path);
    for (size_t i = 0; i < count; i++)
        *slot_find(order, subtrees[i].path) =
            (struct known_subtree){subtrees[i].path, priority_of(&subtrees[i])};
    return true;
}

/* A subtree below a known subtree inherits its priority. */
static struct ordered_subtree subtree_make(const struct subtree_order *order,
                                           const struct pass *roots, size_t entry) {
    uint8_t path[TILEPDB_MAX_MOVES + 1];
    const size_t moves = pass_path(roots, entry, path);
    struct ordered_subtree subtree = {.path = hash_bytes(path, moves),
                                      .entry = entry,
                                      .slack = roots->kernel->slack(roots, entry)};
    if (order->slots && moves >= order->moves)
        subtree.priority = slot_find(order, hash_bytes(path, order->moves))->priority;
    return subtree;
}

/* Of equal subtrees, the upper entry is earlier in move order. */
static int subtrees_compare(const void *a, const void *b) {
    const struct ordered_subtree *x = a, *y = b;
    if (x->priority != y->priority) return x->priority > y->priority ? -1 : 1;
    if (x->slack != y->slack) return x->slack > y->slack ? -1 : 1;
    return x->entry > y->entry ? -1 : x->entry < y->entry;
}

struct ordered_subtree *subtree_order_list(const struct subtree_order *order,
                                           const struct pass *roots, bool (*goes_on)(void *user),
                                           void *user) {
    const size_t count = roots->top - roots->floor;
    struct ordered_subtree *subtrees = malloc((count + 1) * sizeof *subtrees);
    if (!subtrees) return NULL;
    for (size_t i = 0; i < count; i++) {
        if (goes_on && i % BETWEEN_CHECKS == 0 && !goes_on(user)) {
            free(subtrees);
            return NULL;
        }
        subtrees[i] = subtree_make(order, roots, roots->floor + i);
    }
    qsort(subtrees, count, sizeof *subtrees, subtrees_compare);
    return subtrees;
}
