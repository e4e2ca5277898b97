/*
 * See kernel.h. Compiled with KERNEL_WIDTH for one square size, or without it for all sizes;
 * KERNEL_NAME is the suffix of the set. The searches share one source with different constants, so
 * that the compiler drops what a variant does not need.
 */
#include "search/kernel.h"

#include <string.h>

#include "search/pass.h"

#define PASTE_(a, b) a##b
#define PASTE(a, b)  PASTE_(a, b)

#ifdef KERNEL_WIDTH
#define VIEW_WIDTH    ((unsigned)KERNEL_WIDTH)
#define NODE_CELLS    ((KERNEL_WIDTH * KERNEL_WIDTH + 15) / 16 * 16)
#define NODE_PATTERNS KERNEL_FEW_PATTERNS
#define NODE_GROUPS   KERNEL_FEW_GROUPS
#else
#define VIEW_WIDTH    ((unsigned)setup->view.width)
#define NODE_CELLS    32
#define NODE_PATTERNS KERNEL_MAX_PATTERNS
#define NODE_GROUPS   KERNEL_MAX_GROUPS
#endif

struct node_group {
    uint8_t board[NODE_CELLS];
    uint32_t mask[NODE_PATTERNS];
    uint32_t code[NODE_PATTERNS];
    uint8_t h[NODE_PATTERNS];
    uint8_t manhattan[NODE_PATTERNS];
    int sum;
};

struct node {
    struct node_group group[NODE_GROUPS];
    automaton_entry entry;
    uint8_t blank; /* the board's cell */
    int16_t left;  /* moves to the bound */
};

/* The most nodes to expand together, so that their look-ups overlap. */
#define WIDTH 32

/* A move of one group's tile, before its entry is read. */
struct probe {
    const uint8_t *entry;
    uint32_t mask;
    uint32_t code;
    uint8_t tile;
    uint8_t number; /* of the pattern */
    uint8_t shift;
};

/* A child before it is tested. */
struct child {
    uint8_t parent;
    uint8_t direction;
    uint8_t first;        /* the group that is looked up first */
    int sum[NODE_GROUPS]; /* of the child */
    uint8_t h[NODE_GROUPS];
    struct probe probe[NODE_GROUPS];
};

struct scratch {
    struct node parent[WIDTH];
    uint32_t trail[WIDTH];
    pass_weight before[WIDTH + 1]; /* weights of the parents below, and their expansions */
    struct child child[WIDTH * DIRECTIONS];
    uint8_t kept[WIDTH * DIRECTIONS];
};

/* ---- probing --------------------------------------------------------------------------------- */

static inline uint32_t crossing(const struct kernel_setup *setup,
                                const struct kernel_partition *partition,
                                const struct node_group *group,
                                const struct kernel_group_move *move, unsigned tile) {
    const int32_t *cross = partition->cross[tile];
    int32_t sum = 0;
    (void)setup;
    for (unsigned i = 1; i < VIEW_WIDTH; i++) sum += cross[group->board[move->low + i]];
    return (uint32_t)(sum * move->sign);
}

/* Locates the entry of a move without reading it, and asks the processor to fetch it. `gain` is
 * what the crossed tiles do to the code. */
static inline void probe_locate(struct probe *probe, const struct kernel_partition *partition,
                                const struct node_group *group,
                                const struct kernel_group_move *move, unsigned tile, uint32_t gain,
                                bool nibble) {
    const unsigned number = partition->pattern_of_tile[tile];
    const struct kernel_pattern *pattern = &partition->pattern[number];
    const uint32_t mask = group->mask[number] ^ (1u << move->from) ^ (1u << move->to);
    const uint32_t code = group->code[number] + gain;
    const uint32_t rank = index_rank(pattern->index, mask);
    const uint32_t column =
        nibble && pattern->projected ? rank : index_cohort(pattern->index, rank, move->from);
    /* A row that cannot be loaded is still readable memory; the check at the pause ends the search.
     */
    if (__builtin_expect(!table_row_ready(pattern->table, code), 0))
        table_row_load(pattern->table, code);
    probe->entry =
        pattern->entries + code * pattern->row_bytes + (nibble ? column >> 1 : column >> 3);
    __builtin_prefetch(probe->entry);
    probe->mask = mask;
    probe->code = code;
    probe->tile = (uint8_t)tile;
    probe->number = (uint8_t)number;
    probe->shift = (uint8_t)(nibble ? 4 * (column & 1) : column & 7);
}

/* The look-up of a child in group g. What the crossed tiles do to the code is computed for
 * horizontal moves too (and then multiplied by 0): a branch would be mispredicted half the time.
 */
static inline void child_locate(struct child *child, const struct kernel_setup *setup,
                                const struct node *node, unsigned g, bool nibble) {
    const struct kernel_partition *partition = setup->partition[g];
    const struct node_group *group = &node->group[g];
    const struct kernel_group_move *move = &setup->move[node->blank][child->direction].group[g];
    const unsigned tile = group->board[move->from];
    probe_locate(&child->probe[g], partition, group, move, tile,
                 crossing(setup, partition, group, move, tile), nibble);
}

static inline unsigned manhattan_after(const struct kernel_setup *setup,
                                       const struct node_group *group, const struct probe *probe,
                                       const struct kernel_group_move *move) {
    const uint8_t *distance = setup->distance[probe->tile];
    return (unsigned)group->manhattan[probe->number] + distance[move->to] - distance[move->from];
}

/* The h of the moved tile's pattern after the move. A bit tells which of h - 1 and h + 1 it is. */
static inline unsigned probe_read(const struct kernel_setup *setup, const struct node_group *group,
                                  const struct probe *probe, const struct kernel_group_move *move,
                                  bool nibble) {
    if (nibble)
        return manhattan_after(setup, group, probe, move) +
               2 * (*probe->entry >> probe->shift & 15u);
    const unsigned lower = group->h[probe->number] - 1u;
    return lower + 2 * ((*probe->entry >> probe->shift ^ lower >> 1) & 1u);
}

/* ---- expanding --------------------------------------------------------------------------------
 */

/* Reads the entry of a child in group g; whether it stays within the bound. The comparison is
 * unsigned, so that a false table, whose sum may fall below 0, cannot lead deeper than the bound.
 */
static inline bool child_read(struct child *child, const struct kernel_setup *setup,
                              const struct node *node, unsigned g, bool nibble) {
    const struct node_group *group = &node->group[g];
    const struct kernel_group_move *move = &setup->move[node->blank][child->direction].group[g];
    const unsigned h = probe_read(setup, group, &child->probe[g], move, nibble);
    child->h[g] = (uint8_t)h;
    child->sum[g] = group->sum + (int)h - group->h[child->probe[g].number];
    return (unsigned)child->sum[g] < (unsigned)node->left;
}

static inline void group_descend(struct node_group *group, const struct kernel_setup *setup,
                                 const struct child *child, unsigned g,
                                 const struct kernel_group_move *move, bool nibble) {
    const struct probe *probe = &child->probe[g];
    if (nibble)
        group->manhattan[probe->number] = (uint8_t)manhattan_after(setup, group, probe, move);
    group->board[move->from] = 0;
    group->board[move->to] = probe->tile;
    group->mask[probe->number] = probe->mask;
    group->code[probe->number] = probe->code;
    group->h[probe->number] = child->h[g];
    group->sum = child->sum[g];
}

/* The group with the least slack is most likely to prune. */
static inline unsigned tightest(const struct node *node, unsigned groups) {
    unsigned first = 0;
    for (unsigned g = 1; g < groups; g++)
        if (node->group[g].sum > node->group[first].sum) first = g;
    return first;
}

/* Takes the parents off the stack and lists their children, the last in move order first. Returns
 * the number of children. */
static inline unsigned children_list(struct pass *pass, struct scratch *scratch, size_t count,
                                     unsigned groups) {
    unsigned children = 0;
    pass->top -= count;
    memcpy(scratch->parent, (struct node *)pass_field(pass, 0) + pass->top,
           count * sizeof *scratch->parent);
    memcpy(scratch->trail, pass->trail + pass->top, count * sizeof *scratch->trail);
    scratch->before[0] = 0;
    for (size_t i = 0; i < count; i++) {
        const struct node *node = &scratch->parent[i];
        const unsigned legal = automaton_legal(node->entry), first = tightest(node, groups);
        scratch->before[i + 1] = scratch->before[i] + pass->weight[pass->top + i] + WEIGHT_EXPANDED;
        for (unsigned d = DIRECTIONS; d-- > 0;) {
            struct child *child = &scratch->child[children];
            child->parent = (uint8_t)i;
            child->direction = (uint8_t)d;
            child->first = (uint8_t)first;
            children += legal >> d & 1u;
        }
    }
    pass->raw.generated += children;
    pass->raw.expanded += count;
    return children;
}

/* Everything that was tested before child number j, the parents' weights included. */
static inline pass_weight weight_before(const struct scratch *scratch, unsigned j) {
    return scratch->before[scratch->child[j].parent] + j;
}

/* Completes a child on top of the stack. False: it is a solution, which was reported and must not
 * stay there. */
static inline bool child_pushed(struct pass *pass, struct node *next, uint32_t parent_trail,
                                unsigned direction, const struct kernel_move *move) {
    const uint32_t trail = pass_log(pass, parent_trail, direction);
    next->entry = pass->automaton->next[automaton_state(next->entry) * DIRECTIONS + direction];
    next->blank = move->cell;
    next->left--;
    pass->trail[pass->top] = trail;
    if (next->left > 0) return true;
    pass_found(pass, pass->top, trail);
    return !pass->all;
}

static void node_init(struct node *node, const struct kernel_root *root, automaton_entry entry,
                      int left, unsigned groups) {
    memset(node, 0, sizeof *node);
    for (unsigned g = 0; g < groups; g++) {
        const struct kernel_group *from = &root->group[g];
        struct node_group *to = &node->group[g];
        memcpy(to->board, from->board, sizeof to->board);
        memcpy(to->mask, from->mask, sizeof to->mask);
        memcpy(to->code, from->code, sizeof to->code);
        memcpy(to->h, from->h, sizeof to->h);
        memcpy(to->manhattan, from->manhattan, sizeof to->manhattan);
        to->sum = from->sum;
    }
    node->entry = entry;
    node->blank = root->blank;
    node->left = (int16_t)left;
}

/* The searches share one source with different constants. All children are located before the first
 * is read, so that their entries are being fetched. */
#define DEFINE_STEP(NAME, GROUPS, NIBBLE)                                                          \
    static void NAME##_step(struct pass *pass, size_t count) {                                     \
        const struct kernel_setup *setup = pass->setup;                                            \
        struct scratch *scratch = pass->scratch;                                                   \
        const unsigned groups = (GROUPS);                                                          \
        const unsigned children = children_list(pass, scratch, count, groups);                     \
        const size_t base = pass->top;                                                             \
        struct node *nodes = pass_field(pass, 0);                                                  \
        unsigned kept = 0;                                                                         \
        for (unsigned j = 0; j < children; j++) {                                                  \
            struct child *child = &scratch->child[j];                                              \
            child_locate(child, setup, &scratch->parent[child->parent], child->first,              \
                         NIBBLE(child->first));                                                    \
        }                                                                                          \
        for (unsigned j = 0; j < children; j++) {                                                  \
            struct child *child = &scratch->child[j];                                              \
            const struct node *node = &scratch->parent[child->parent];                             \
            scratch->kept[kept] = (uint8_t)j;                                                      \
            kept += child_read(child, setup, node, child->first, NIBBLE(child->first));            \
        }                                                                                          \
        for (unsigned k = 0; k < kept; k++) {                                                      \
            struct child *child = &scratch->child[scratch->kept[k]];                               \
            for (unsigned g = 0; g < groups; g++)                                                  \
                if (g != child->first)                                                             \
                    child_locate(child, setup, &scratch->parent[child->parent], g, NIBBLE(g));     \
        }                                                                                          \
        for (unsigned k = 0; k < kept; k++) {                                                      \
            struct child *child = &scratch->child[scratch->kept[k]];                               \
            const struct node *node = &scratch->parent[child->parent];                             \
            const struct kernel_move *move = &setup->move[node->blank][child->direction];          \
            struct node *next = &nodes[pass->top];                                                 \
            bool within = true;                                                                    \
            for (unsigned g = 0; g < groups; g++)                                                  \
                if (g != child->first) within &= child_read(child, setup, node, g, NIBBLE(g));     \
            if (!within) continue;                                                                 \
            *next = *node;                                                                         \
            for (unsigned g = 0; g < groups; g++)                                                  \
                group_descend(&next->group[g], setup, child, g, &move->group[g], NIBBLE(g));       \
            const bool pushed =                                                                    \
                child_pushed(pass, next, scratch->trail[child->parent], child->direction, move);   \
            if (pushed) pass->weight[pass->top++] = weight_before(scratch, scratch->kept[k]);      \
        }                                                                                          \
        pass_weigh(pass, base, scratch->before[count] + children);                                 \
    }                                                                                              \
    static void NAME##_root(struct pass *pass, const struct kernel_root *root,                     \
                            automaton_entry entry) {                                               \
        node_init((struct node *)pass_field(pass, 0) + pass->top, root, entry, pass->bound,        \
                  pass->setup->group_count);                                                       \
    }

#define BITS(g)        false
#define NIBBLES(g)     true
#define ENCODING_OF(g) (setup->partition[g]->nibble)

DEFINE_STEP(bits_mirrored, 2, BITS)
DEFINE_STEP(nibbles_mirrored, 2, NIBBLES)
DEFINE_STEP(any, setup->group_count, ENCODING_OF)

#define KERNEL(NAME)                                                                               \
    {                                                                                              \
        "portable", 1, sizeof(struct node), sizeof(struct scratch), WIDTH, INT16_MAX, NAME##_root, \
            NAME##_step                                                                            \
    }

const struct kernel_set PASTE(kernel_set_, KERNEL_NAME) = {KERNEL(bits_mirrored),
                                                           KERNEL(nibbles_mirrored), KERNEL(any)};
