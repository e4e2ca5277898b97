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

#include "kernels/registry.h"

/* Tested (generated) nodes in the low half, expanded nodes in the high half. */
typedef uint64_t packed_tally;
#define TALLY_EXPANDED (UINT64_C(1) << 32)

/* Full counts. */
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

/* What a pass of a setup for both sides has to do. */
struct pass_side {
    int limit;        /* of b; as even or odd as the bound */
    int free;         /* children of a node with so many moves left, or fewer, are not held to it */
    int least, most;  /* the moves left to the child of a frontier node that is emitted */
    bool emits_child; /* a frontier node is emitted by its child, otherwise by the node itself */
    bool backward;    /* the search begins at the goal */
};

/* What b of a root is. */
static inline int pass_root_b(const struct kernel_root *root) {
    return root->group[0].sum - root->group[1].sum;
}

/* What it counts. A limit is at most PASS_MOST_BELOW above b of the root where kernels keep that in
 * a byte: for bounds up to 255. */
#define PASS_LIMITS     128
#define PASS_MOST_BELOW (2 * PASS_LIMITS - 2)
struct pass_side_counts {
    uint64_t within[PASS_LIMITS]; /* nodes whose children are held to the limit, but for the root,
                                     by half of what b is below it */
    uint64_t frontier[TILEPDB_MAX_MOVES + 1]; /* frontier nodes, by the moves left to the child */
};

/* A frontier node, as a kernel emits it. */
struct frontier_node {
    uint64_t key;  /* of the board by which it is emitted, and of its moves from the board that the
                      forward search begins with; not 0 */
    uint32_t link; /* of the node */
    uint32_t left; /* moves, of the child */
};

struct pass {
    const struct kernel *kernel;
    const struct kernel_setup *setup;
    void *data; /* what the kernel prepared */
    const struct automaton *automaton;
    int bound;
    bool all;     /* find every solution, not the first */
    bool ready;   /* known: every row of all tables may be read */
    bool shallow; /* `expand` makes one move only, even if a kernel could continue by itself */

    /* The stack: entries 0 .. top-1, the floor's entry not to be expanded. */
    size_t top, floor, capacity;
    uint8_t *nodes; /* kernel->fields arrays of `capacity` elements */
    packed_tally *pending;
    uint32_t *link;
    void *scratch;

    uint32_t *links; /* parent << moves.bits | move, or LINK_ORIGIN | entry of `origin` */
    uint32_t link_count, link_capacity;
    const struct pass *origin; /* whose entries the stack began with; NULL: the root */

    const struct pass_side *side; /* with a setup for both sides */
    struct pass_side_counts side_counts;
    void (*on_frontier)(struct pass *pass, const struct frontier_node *frontier, size_t count);
    void *sink; /* of on_frontier */

    struct tally done;     /* everything done */
    struct tally in_order; /* what is exhausted: left of everything on the stack */
    bool found;
    bool stopped;                           /* by a check */
    uint8_t path[TILEPDB_MAX_MOVES + 1];    /* of the solution, numbers of moves */
    void (*on_solution)(struct pass *pass); /* with `all`: `path` is one */
    bool (*check)(struct pass *pass);       /* at each pause; false stops */
    uint64_t pause;                         /* of raw.expanded */
    size_t width;                           /* the most nodes to expand together */
    void *user;
};

#define LINK_ORIGIN UINT32_C(0x80000000)

/* A node with so few moves left has nearly always the solution below it, and what is expanded
 * beside it is expanded in vain: so it has little company, where the kernel says what is left. */
#define PASS_NEAR      16
#define PASS_NEAR_MOST 2

/* Prepares a pass for a kernel, which must outlive it; the caller sets the members that are not
 * zero, and releases it by pass_free. False: no memory. */
bool pass_init(struct pass *pass, const struct kernel_instance *instance);

/* A zeroed pass is fine. */
void pass_free(struct pass *pass);

/* Empties the stack and the counts for another search; the memory stays. */
void pass_reset(struct pass *pass, const struct automaton *automaton, int bound);

/* Pushes the root. False: no memory. */
bool pass_root(struct pass *pass, const struct kernel_root *root, automaton_entry entry);

/* Searches until the stack is empty, a check stops it or memory runs out. */
enum pass_end pass_run(struct pass *pass);

/* Expands the whole stack level by level until it has `target` entries above the floor, is empty or
 * a solution was found. `spare` is a pass of the same kernel whose stack is used for copies. False:
 * no memory. */
bool pass_make_subtrees(struct pass *pass, struct pass *spare, size_t target);

/* Expands the whole stack by one level, as pass_make_subtrees does, and forgets pending counts.
 * False: no memory.
 */
bool pass_expand_level(struct pass *pass, struct pass *spare);

/* Keeps `count` of the entries above the floor, of as many or more, at equal distances; the first
 * is at `phase`, from 0 to below 1, of the distance. */
void pass_subsample(struct pass *pass, size_t count, double phase);

/* Pushes `count` entries of another pass, from entry `first` on, onto an empty stack; `from` must
 * not change until this pass has ended. False: no memory. */
bool pass_adopt(struct pass *pass, const struct pass *from, size_t first, size_t count);

/* Writes the moves from the root to an entry above the floor; returns their number. */
size_t pass_path(const struct pass *pass, size_t entry, uint8_t path[TILEPDB_MAX_MOVES + 1]);

/* Writes the moves from the root to a word of the log; returns their number. */
size_t pass_link_path(const struct pass *pass, uint32_t link, uint8_t path[TILEPDB_MAX_MOVES + 1]);

/* What the plain search would have counted, once the pass is exhausted or has found. */
struct tally pass_total(const struct pass *pass);

/* ---- for kernels ----------------------------------------------------------------------------- */

/* The array of a field. */
static inline void *pass_field(const struct pass *pass, unsigned field) {
    return pass->nodes + (size_t)field * pass->capacity * pass->kernel->field_bytes;
}

/* Appends a word to the log, which has room. `bits` are those of the move set. */
static inline uint32_t pass_link_add(struct pass *pass, uint32_t parent, unsigned move,
                                     unsigned bits) {
    pass->links[pass->link_count] = parent << bits | move;
    return pass->link_count++;
}

/* Reports that entry `index` is a solution whose link is `link`. Of several at once the kernel
 * reports the uppermost last, and they stay on the stack. With `all` it reports each, and none
 * stays there. */
void pass_found(struct pass *pass, size_t index, uint32_t link);

/* Whether every row may be read, which stays so. */
static inline bool pass_rows_ready(struct pass *pass) {
    pass->ready = pass->ready || kernel_rows_ready(pass->setup);
    return pass->ready;
}

/* Asks `check` once a pause is due. False: the pass is stopped. For kernels whose steps are long;
 * the counts must be up to date. */
bool pass_poll(struct pass *pass);

/* What a pattern adds to the key of a board: by its mask, and by the offset of its row in bits. */
static inline uint64_t pass_key_part(unsigned pattern, uint64_t mask, uint64_t offset) {
    const uint64_t packed = (mask << 36 | offset) + pattern;
    return (packed ^ packed >> 29) *
           (UINT64_C(0x9E3779B97F4A7C15) + UINT64_C(0x5851F42D4C957F2E) * pattern);
}

/* A frontier node of a child with `left` moves to the bound; `parts` is the sum of the key's parts.
 */
static inline struct frontier_node pass_frontier_node(const struct pass *pass, uint64_t parts,
                                                      uint32_t link, int left) {
    const int emitted = pass->side->emits_child ? left : left + 1;
    const int moves = pass->side->backward ? emitted : pass->bound - emitted;
    uint64_t key = parts + (uint64_t)moves * UINT64_C(0xD6E8FEB86659FD93);
    key = (key ^ key >> 32) * UINT64_C(0xC2B2AE3D27D4EB4F);
    key ^= key >> 29;
    return (struct frontier_node){key ? key : 1, link, (uint32_t)left};
}

/* After `expand`: entry k >= base holds as its pending count what was tested before it in the
 * batch, from the lowest parent on: the children, and for each parent below its own that one's
 * pending count and TALLY_EXPANDED. Makes it what was tested from it to the next entry. `total` is
 * the same for all children and all parents; what came before the first goes to the entry below. */
void pass_pending_assign(struct pass *pass, size_t base, packed_tally total);

#endif
