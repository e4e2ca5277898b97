/*
 * A pass: one bound of IDA*, depth first, by one thread.
 *
 * A depth-first search that looks at one node at a time waits for memory at each. A pass takes the
 * topmost nodes of its stack together (a batch of up to kernel->width), so that their look-ups are
 * in flight at the same time. The stack is kept in the order of the plain search: a node nearer to
 * the top is earlier. So a batch is the next nodes of the plain search, and the frontier stays as
 * small as that of depth-first search, times the width.
 *
 * Exact counts. Nodes to the right of a solution may be expanded before it is found; the plain
 * search never sees them. Therefore each node on the stack has a pending count: the nodes that were
 * tested between the node before it and itself, itself included. What was tested after the last
 * child of a batch belongs to the node below. When a solution is found, everything below its node
 * is dropped, and the node becomes the floor of the stack; when the stack is empty down to the
 * floor, the sum of what was to the left is exactly what the plain search would have counted.
 *
 * Parent links. A node does not carry its path. Each child that is pushed appends a link: the
 * number of its parent's link, and its move. Links that no node on the stack descends from are
 * removed when their array is full.
 *
 * From both sides. Let h be the estimate of the moves that are left and h' that of the moves from
 * where the search began, both consistent, and b = 2g + h - h' after g moves. Along a path b never
 * falls: a move adds 0, 2 or 4. A pass of a setup for both sides does not go on where b is beyond
 * its limit, and emits the frontier: the edges from a node within the limit to a child that is
 * beyond it and still within the bound. Where one pass from each side meets, on a solution of
 * length C, their b add up to 2C (search/bidirectional.h has what follows from it).
 *
 * A pass belongs to one thread.
 */
#ifndef TILEPDB_KERNELS_PASS_H
#define TILEPDB_KERNELS_PASS_H

#include "kernels/kernel.h"

/* Generated (tested) nodes in the low half, expanded nodes in the high half. */
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

/* Why a pass ended. */
enum pass_end { PASS_EXHAUSTED, PASS_FOUND, PASS_STOPPED, PASS_NO_MEMORY };

/* What a pass of a bidirectional setup has to do. */
struct pass_side {
    int limit;        /* the largest b; its parity is that of the bound */
    int free;         /* a node with at most this many moves left is exempt from the limit */
    int least, most;  /* the moves left to the child of a frontier node that is emitted */
    bool emits_child; /* a frontier node has the key of its child, otherwise its own */
    bool backward;    /* the search begins at the goal */
};

/* b = 2g + h - h' at the root, where g is 0. */
static inline int pass_root_b(const struct kernel_root *root) {
    return root->group[0].sum - root->group[1].sum;
}

/* For bounds up to 255 kernels keep limit - b in a byte: there a limit is at most PASS_MOST_BELOW
 * above b of the root. */
#define PASS_LIMITS     128
#define PASS_MOST_BELOW (2 * PASS_LIMITS - 2)
struct pass_side_counts {
    uint64_t within[PASS_LIMITS]; /* [(limit - b) / 2] nodes that are not exempt from the limit,
                                     without the root */
    uint64_t frontier[TILEPDB_MAX_MOVES + 1]; /* [moves left to the child] frontier nodes */
};

/* A frontier node, as a kernel emits it. */
struct frontier_node {
    uint64_t key;  /* hash of the board and of its moves from the board where the forward search
                      begins; not 0 */
    uint32_t link; /* the node's */
    uint32_t left; /* the moves left to the child */
};

struct pass {
    const struct kernel *kernel;
    const struct kernel_setup *setup;
    void *data; /* what the kernel prepared */
    const struct automaton *automaton;
    int bound;
    bool all;     /* every solution is wanted, not the first */
    bool ready;   /* kernel_rows_ready was true */
    bool shallow; /* `expand` makes one move only, even if a kernel could continue by itself */

    /* The stack: entries 0 .. top-1, of which those below `floor` are not expanded. */
    size_t top, floor, capacity;
    uint8_t *nodes;        /* kernel->fields arrays of `capacity` elements */
    packed_tally *pending; /* [entry] */
    uint32_t *link;        /* [entry] an index of `links` */
    void *scratch;

    uint32_t *links; /* [link] the parent's link << moves.bits | move; LINK_ORIGIN | index of
                        `origin` at a root */
    uint32_t link_count, link_capacity;
    const struct pass
        *origin; /* the pass whose entries were adopted; NULL: none, begun by a root */

    const struct pass_side *side; /* with a bidirectional setup */
    struct pass_side_counts side_counts;
    void (*on_frontier)(struct pass *pass, const struct frontier_node *frontier, size_t count);
    void *sink; /* for on_frontier */

    struct tally done;     /* all nodes so far */
    struct tally in_order; /* nodes that precede the whole stack in the plain search */
    bool found;
    bool stopped;                           /* `check` returned false */
    uint8_t path[TILEPDB_MAX_MOVES + 1];    /* the solution's moves, by number */
    void (*on_solution)(struct pass *pass); /* with `all`: `path` is a solution */
    bool (*check)(struct pass *pass);       /* called once done.expanded >= pause; false stops */
    uint64_t pause;
    size_t width; /* the most nodes of a batch */
    void *user;
};

#define LINK_ORIGIN UINT32_C(0x80000000)

/* Below a node with at most PASS_NEAR moves left there is nearly always the solution, so nodes that
 * are expanded beside it are wasted: its batch has at most PASS_NEAR_MOST nodes, if the kernel
 * defines `left`. */
#define PASS_NEAR      16
#define PASS_NEAR_MOST 2

/* Prepares a pass for a kernel, which must outlive it. The caller sets further members, and
 * releases the pass by pass_free. False: no memory. */
bool pass_init(struct pass *pass, const struct kernel_instance *instance);

/* A zeroed pass is fine. */
void pass_free(struct pass *pass);

/* Empties the stack and the counts for another search; the memory stays. */
void pass_reset(struct pass *pass, const struct automaton *automaton, int bound);

/* False: no memory. */
bool pass_root(struct pass *pass, const struct kernel_root *root, automaton_entry entry);

/* Searches until the stack is empty, a check stops it or memory runs out. */
enum pass_end pass_run(struct pass *pass);

/* Expands the whole stack level by level until it has `target` entries above the floor, is empty,
 * or a solution was found. `spare` is a pass of the same kernel, whose stack is overwritten. False:
 * no memory. */
bool pass_make_subtrees(struct pass *pass, struct pass *spare, size_t target);

/* Expands the whole stack by one level, and discards pending counts. False: no memory. */
bool pass_expand_level(struct pass *pass, struct pass *spare);

/* Keeps `count` of at least that many entries above the floor, at equal distances. `phase`, in
 * [0, 1), is where the first one is within its distance. */
void pass_subsample(struct pass *pass, size_t count, double phase);

/* Pushes entries first .. first + count - 1 of another pass onto an empty stack. `from` must not
 * change until this pass has ended. False: no memory. */
bool pass_adopt(struct pass *pass, const struct pass *from, size_t first, size_t count);

/* Writes the moves from the root to an entry above the floor; returns their number. */
size_t pass_path(const struct pass *pass, size_t entry, uint8_t path[TILEPDB_MAX_MOVES + 1]);

/* Writes the moves from the root to a link; returns their number. */
size_t pass_link_path(const struct pass *pass, uint32_t link, uint8_t path[TILEPDB_MAX_MOVES + 1]);

/* What the plain search would have counted, once the pass is exhausted or has found. */
struct tally pass_total(const struct pass *pass);

/* ---- for kernels ----------------------------------------------------------------------------- */

static inline void *pass_field(const struct pass *pass, unsigned field) {
    return pass->nodes + (size_t)field * pass->capacity * pass->kernel->field_bytes;
}

/* Appends a link, for which there is room. `bits` is that of the move set. */
static inline uint32_t pass_link_add(struct pass *pass, uint32_t parent, unsigned move,
                                     unsigned bits) {
    pass->links[pass->link_count] = parent << bits | move;
    return pass->link_count++;
}

/* Reports that entry `index`, with the link `link`, is a solution. If a batch has several, the
 * uppermost is reported last, and all stay on the stack. With `all`, none stays there. */
void pass_found(struct pass *pass, size_t index, uint32_t link);

static inline bool pass_rows_ready(struct pass *pass) {
    pass->ready = pass->ready || kernel_rows_ready(pass->setup);
    return pass->ready;
}

/* Calls `check` if it is due. False: the pass is stopped. Kernels whose `expand` takes long call
 * it, with `done` up to date. */
bool pass_poll(struct pass *pass);

/* The part of a board's key that comes from one pattern: its mask, and the offset of its row in
 * bits. */
static inline uint64_t pass_key_part(unsigned pattern, uint64_t mask, uint64_t offset) {
    const uint64_t packed = (mask << 36 | offset) + pattern;
    return (packed ^ packed >> 29) *
           (UINT64_C(0x9E3779B97F4A7C15) + UINT64_C(0x5851F42D4C957F2E) * pattern);
}

/* `parts` is the sum of the key's parts, `left` the moves left to the child. */
static inline struct frontier_node pass_frontier_node(const struct pass *pass, uint64_t parts,
                                                      uint32_t link, int left) {
    const int emitted = pass->side->emits_child ? left : left + 1;
    const int moves = pass->side->backward ? emitted : pass->bound - emitted;
    uint64_t key = parts + (uint64_t)moves * UINT64_C(0xD6E8FEB86659FD93);
    key = (key ^ key >> 32) * UINT64_C(0xC2B2AE3D27D4EB4F);
    key ^= key >> 29;
    return (struct frontier_node){key ? key : 1, link, (uint32_t)left};
}

/* Turns running sums into pending counts, after a batch. Entry k >= base holds the sum of what was
 * tested before it, from the lowest parent on: 1 for each child, and for each parent below its own
 * that parent's pending count and TALLY_EXPANDED. `total` is that sum over the whole batch. What
 * precedes the first child is added to the entry below `base`. */
void pass_pending_assign(struct pass *pass, size_t base, packed_tally total);

#endif
