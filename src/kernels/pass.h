/*
 * A pass: one bound of IDA*, depth first, by one thread. Functions that return bool return false
 * without memory unless their comment says otherwise.
 *
 * A pass takes a batch of up to kernel->width nodes from the top of its stack, so that their
 * look-ups overlap. The stack is in the order of the plain search, the earliest node on top.
 *
 * Exact counts. A batch may expand nodes to the right of a solution, which the plain search never
 * sees. Therefore each stack node has a pending count: the nodes that the plain search tests after
 * the stack node above, up to and including this node. Nodes after the last child of a batch count
 * for the stack node below the batch. A solution moves the floor of the stack just above its node,
 * which drops all nodes below. Once the stack is empty down to the floor, the collected counts
 * equal the counts of the plain search.
 *
 * Parent links. Each pushed child appends a link: its parent's link and its move. When the array is
 * full, links without descendants on the stack are removed.
 *
 * Bidirectional search (search/bidirectional.h). Let g be the number of moves made, h the estimate
 * of the moves left, h' the estimate of the moves back to the start, and b = 2g + h - h'. A pass
 * does not expand nodes whose b exceeds its limit, unless they are exempt, but emits the frontier:
 * edges from a node within the limit to a child beyond the limit but within the bound.
 *
 * With `shorter`, a pass takes the goal at any depth, so it also finds solutions below the bound,
 * except with multi-tile moves. Without `shorter`, the board must have no solution below the bound.
 */
#ifndef TILEPDB_KERNELS_PASS_H
#define TILEPDB_KERNELS_PASS_H

#include "kernels/kernel.h"

/* Generated nodes in the low half, expanded nodes in the high half. */
typedef uint64_t packed_tally;
#define TALLY_EXPANDED (UINT64_C(1) << 32)

struct tally {
    uint64_t generated;
    uint64_t expanded;
};

static inline void tally_add(struct tally *tally, packed_tally pending) {
    tally->generated += (uint32_t)pending;
    tally->expanded += pending >> 32;
}

static inline void tally_sum(struct tally *sum, struct tally more) {
    sum->generated += more.generated;
    sum->expanded += more.expanded;
}

enum pass_end { PASS_EXHAUSTED, PASS_FOUND, PASS_STOPPED, PASS_NO_MEMORY };

struct pass_side {
    int limit;        /* largest b that is expanded; has the parity of the bound */
    int free;         /* nodes with at most this many moves left are exempt; -1: none */
    int least, most;  /* emits frontier nodes whose child has at least `least` moves left, and
                       * pass_frontier_left at most `most` */
    bool emits_child; /* emits the child's key, otherwise the parent's */
    bool backward;
    bool shorter; /* also looks for solutions below the bound */
};

static inline int pass_root_b(const struct kernel_root *root) {
    return root->group[0].sum - root->group[1].sum;
}

/* Up to bound 255 kernels may keep limit - b in a byte, so a limit exceeds the root's b by at most
 * PASS_MOST_BELOW. */
#define PASS_LIMITS     128
#define PASS_MOST_BELOW (2 * PASS_LIMITS - 2)
struct pass_side_counts {
    uint64_t within[PASS_LIMITS]; /* [(limit - b) / 2, or the last] pushed nodes that are not
                                   * exempt, without the root */
    uint64_t frontier[TILEPDB_MAX_MOVES + 1]; /* [pass_frontier_left] frontier nodes */
};

struct frontier_node {
    uint64_t key;  /* hash of board and number of moves from the forward search's root; never 0 */
    uint32_t link; /* link of the parent */
    uint32_t left; /* pass_frontier_left of the child */
};

struct pass {
    const struct kernel *kernel;
    const struct kernel_setup *setup;
    void *data;
    const struct automaton *automaton;
    int bound;
    bool all;
    bool shorter;
    bool ready;
    bool shallow; /* `expand` makes only one move per node */

    /* Only the entries `floor` .. top - 1 are expanded. */
    size_t top, floor, capacity;
    uint8_t *nodes;
    packed_tally *pending;
    uint32_t *link; /* [entry] index in `links` */
    void *scratch;

    uint32_t *links; /* [link] parent's link << moves.bits | move; at a root, LINK_ORIGIN | entry of
                      * `origin` */
    uint32_t link_count, link_capacity;
    const struct pass *origin; /* pass that pass_adopt copied from; NULL after pass_root */

    const struct pass_side *side;
    struct pass_side_counts side_counts;
    void (*on_frontier)(struct pass *pass, const struct frontier_node *frontier, size_t count);
    void *sink;

    struct tally done;
    struct tally in_order; /* nodes before the whole stack in the plain search */
    bool found;
    bool stopped;
    /* the solution found; PASS_PATH_END follows a solution below the bound */
    uint8_t path[TILEPDB_MAX_MOVES + 1];
    void (*on_solution)(struct pass *pass); /* for each solution, with `all` */
    bool (*check)(struct pass *pass);       /* called after a batch once done.expanded >= pause, and
                                             * within wide levels; returns false to stop */
    uint64_t pause;                         /* raised by `check`; UINT64_MAX: no check */
    size_t width;                           /* most nodes of a batch */
    void *user;
};

#define LINK_ORIGIN UINT32_C(0x80000000)

#define PASS_PATH_END UINT8_MAX

/* Returns the length of a solution of at most `bound` moves. */
static inline size_t pass_path_length(const uint8_t *path, int bound) {
    size_t length = 0;
    while (length < (size_t)bound && path[length] != PASS_PATH_END) length++;
    return length;
}

/* A node with at most PASS_NEAR moves left nearly always leads to the solution, so expanding others
 * with it is wasteful: its batch has at most PASS_NEAR_MOST nodes (with kernel->left and without
 * `all`). */
#define PASS_NEAR      16
#define PASS_NEAR_MOST 2

/* Setup and data of `instance` must outlive the pass. */
bool pass_init(struct pass *pass, const struct kernel_instance *instance);

void pass_free(struct pass *pass);

void pass_reset(struct pass *pass, const struct automaton *automaton, int bound);

bool pass_root(struct pass *pass, const struct kernel_root *root, automaton_entry entry);

enum pass_end pass_run(struct pass *pass);

/* Expands level by level until the stack has at least `target` entries or is empty or, without
 * `all`, a solution is found. Overwrites `spare`, a pass of the same kernel. Also returns false
 * after a check that sets `stopped`. */
bool pass_make_subtrees(struct pass *pass, struct pass *spare, size_t target);

/* Expands one level, and discards pending counts. */
bool pass_expand_level(struct pass *pass, struct pass *spare);

/* Keeps the entry at `phase`, in [0, 1), of each of `count` equal intervals of the stack, which has
 * at least `count` entries. */
void pass_subsample(struct pass *pass, size_t count, double phase);

/* Pushes the entries first .. first + count - 1 of `from`, which must not change until this pass
 * ends, onto the empty stack. */
bool pass_adopt(struct pass *pass, const struct pass *from, size_t first, size_t count);

/* Write the moves from the root, and return their number. */
size_t pass_path(const struct pass *pass, size_t entry, uint8_t path[TILEPDB_MAX_MOVES + 1]);

size_t pass_link_path(const struct pass *pass, uint32_t link, uint8_t path[TILEPDB_MAX_MOVES + 1]);

/* Returns the counts of the plain search, after PASS_EXHAUSTED or PASS_FOUND. */
struct tally pass_total(const struct pass *pass);

/* For on_solution, if solutions do not matter. */
static inline void pass_ignore_solution(struct pass *pass) {
    (void)pass;
}

/* ---- for kernels ----------------------------------------------------------------------------- */

static inline void *pass_field(const struct pass *pass, unsigned field) {
    return pass->nodes + (size_t)field * pass->capacity * pass->kernel->field_bytes;
}

static inline uint32_t pass_link_add(struct pass *pass, uint32_t parent, unsigned move,
                                     unsigned bits) {
    pass->links[pass->link_count] = parent << bits | move;
    return pass->link_count++;
}

/* Reports stack entry `index` as a solution. The kernel reports solutions of a batch from the
 * lowest up, and pops them if `all` is set. */
void pass_found(struct pass *pass, size_t index, uint32_t link);

static inline bool pass_rows_ready(struct pass *pass) {
    pass->ready = pass->ready || kernel_rows_ready(pass->setup);
    return pass->ready;
}

/* Calls `check` if it is due; returns false if the pass is stopped. A long `expand` calls it after
 * updating `done`. */
bool pass_poll(struct pass *pass);

/* One pattern's part of a board's key; `offset` is the row's offset in bits. */
static inline uint64_t pass_key_part(unsigned pattern, uint64_t mask, uint64_t offset) {
    const uint64_t packed = (mask << 36 | offset) + pattern;
    return (packed ^ packed >> 29) *
           (UINT64_C(0x9E3779B97F4A7C15) + UINT64_C(0x5851F42D4C957F2E) * pattern);
}

/* `parts` is the sum of the key parts of the emitted board, `left` the moves from the child to the
 * bound, `counted` the child's pass_frontier_left, and `below` the bound minus the length of the
 * solution, 0 on the forward side. */
static inline struct frontier_node pass_frontier_node(const struct pass *pass, uint64_t parts,
                                                      uint32_t link, int left, int counted,
                                                      int below) {
    const int emitted = pass->side->emits_child ? left : left + 1;
    const int moves = pass->side->backward ? emitted - below : pass->bound - emitted;
    uint64_t key = parts + (uint64_t)moves * UINT64_C(0xD6E8FEB86659FD93);
    key = (key ^ key >> 32) * UINT64_C(0xC2B2AE3D27D4EB4F);
    key ^= key >> 29;
    return (struct frontier_node){key ? key : 1, link, (uint32_t)counted};
}

/* What side->most limits: the moves from a frontier node's child to the bound; on a forward side
 * with `shorter` the child's h, the fewest that may be left. */
static inline int pass_frontier_left(const struct pass_side *side, int left, int h) {
    return side->shorter && side->emits_child ? h : left;
}

/* T = limit - 4k is the least threshold (search/bidirectional.h) that the parent's b does not
 * exceed. Returns 4k if the child's b exceeds T and its f is at most bound - 2k; otherwise 0.
 * `parent_below` and `below` are limit - b of parent and child, `slack` is bound - f of the
 * child. */
static inline int pass_threshold_crossed(int parent_below, int below, int slack) {
    const int k = parent_below / 4;
    return below / 4 < k && slack / 2 >= k ? 4 * k : 0;
}

/* Turns running sums into pending counts after a batch. The sum in pending[k], k >= base, has 1 for
 * each child tested before entry k and, for each parent below the entry's parent, the parent's
 * pending count and TALLY_EXPANDED. `total` is the sum over the whole batch. Counts before the
 * first child go to entry base - 1. */
void pass_pending_from_sums(struct pass *pass, size_t base, packed_tally total);

#endif
