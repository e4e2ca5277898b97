/*
 * Portable kernels for pattern tables, compiled for boards of width KERNEL_WIDTH with at most
 * KERNEL_GROUPS groups of at most KERNEL_PATTERNS patterns; without these constants, for all sizes
 * and numbers. Tests compare other kernels with these.
 */
#include "base/processor.h"
#include "kernels/kernel.h"

#include <stddef.h>
#include <string.h>

#include "kernels/pass.h"

#ifdef KERNEL_WIDTH
#define VIEW_WIDTH  ((unsigned)KERNEL_WIDTH)
#define VIEW_HEIGHT VIEW_WIDTH
#define NODE_CELLS  ((KERNEL_WIDTH * KERNEL_WIDTH + 15) / 16 * 16)
#else
#define VIEW_WIDTH  ((unsigned)setup->view.width)
#define VIEW_HEIGHT TILEPDB_TABLE_MAX_SIDE
#define NODE_CELLS  32
#endif

#ifdef KERNEL_GROUPS
#define NODE_GROUPS   KERNEL_GROUPS
#define NODE_PATTERNS KERNEL_PATTERNS
#else
#define NODE_GROUPS   KERNEL_MAX_GROUPS
#define NODE_PATTERNS (NODE_CELLS <= KERNEL_MAX_PATTERNS ? NODE_CELLS : KERNEL_MAX_PATTERNS)
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
    automaton_entry entry;
    uint8_t blank;
    int16_t left;
    int16_t below; /* only bidirectional: limit - b, or INT16_MAX if exempt */
    struct node_group group[NODE_GROUPS];
};

#define WIDTH 32

struct probe {
    const uint8_t *entry;
    uint32_t mask;
    uint32_t code;
    uint8_t tile;
    uint8_t number;
    uint8_t shift;
};

struct child {
    uint8_t parent;
    uint8_t direction;
    uint8_t first;
    int sum[NODE_GROUPS];
    uint8_t h[NODE_GROUPS];
    struct probe probe[NODE_GROUPS];
};

struct scratch {
    struct frontier_node frontier_node[WIDTH * DIRECTIONS];
    struct node parent[WIDTH];
    uint32_t link[WIDTH];
    /* [parent] sum of pending count + TALLY_EXPANDED over earlier parents */
    packed_tally before[WIDTH + 1];
    struct child child[WIDTH * DIRECTIONS];
    uint8_t kept[WIDTH * DIRECTIONS];
};

enum encoding { BITS, NIBBLES, MIXED };

KERNEL_INLINE bool is_nibble(const struct kernel_setup *setup, unsigned g, enum encoding encoding) {
    return encoding == MIXED ? setup->partition[g]->nibble : encoding == NIBBLES;
}

KERNEL_INLINE void node_copy(struct node *to, const struct node *from, unsigned groups) {
    if (NODE_GROUPS <= 2)
        *to = *from;
    else
        memcpy(to, from, offsetof(struct node, group) + groups * sizeof *to->group);
}

/* ---- probing --------------------------------------------------------------------------------- */

KERNEL_INLINE uint32_t code_change(const struct kernel_setup *setup,
                                   const struct kernel_partition *partition,
                                   const struct node_group *group,
                                   const struct kernel_group_move *move, unsigned tile) {
    const int32_t *cross = partition->cross[tile];
    int32_t sum = 0;
    (void)setup;
    for (unsigned i = 1; i < VIEW_WIDTH; i++) sum += cross[group->board[move->low + i]];
    return (uint32_t)(sum * move->sign);
}

KERNEL_INLINE void probe_locate(struct probe *probe, const struct kernel_partition *partition,
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
    /* A row that failed to load can be read; the next check ends the search. */
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

/* Computes the code change for horizontal moves, too, and multiplies it by 0: a branch would be
 * mispredicted half the time. */
KERNEL_INLINE void child_locate(struct child *child, const struct kernel_setup *setup,
                                const struct node *node, unsigned g, bool nibble) {
    const struct kernel_partition *partition = setup->partition[g];
    const struct node_group *group = &node->group[g];
    const struct kernel_group_move *move = &setup->move[node->blank][child->direction].group[g];
    const unsigned tile = group->board[move->from];
    probe_locate(&child->probe[g], partition, group, move, tile,
                 code_change(setup, partition, group, move, tile), nibble);
}

KERNEL_INLINE unsigned manhattan_after(const struct kernel_setup *setup,
                                       const struct node_group *group, const struct probe *probe,
                                       const struct kernel_group_move *move) {
    const uint8_t *distance = setup->distance[probe->tile];
    return (unsigned)group->manhattan[probe->number] + distance[move->to] - distance[move->from];
}

/* Returns the new h of the moved tile's pattern; a bit distinguishes h - 1 from h + 1. */
KERNEL_INLINE unsigned probe_read(const struct kernel_setup *setup, const struct node_group *group,
                                  const struct probe *probe, const struct kernel_group_move *move,
                                  bool nibble) {
    if (nibble)
        return manhattan_after(setup, group, probe, move) +
               2 * (*probe->entry >> probe->shift & 15u);
    const unsigned lower = group->h[probe->number] - 1u;
    return lower + 2 * ((*probe->entry >> probe->shift ^ lower >> 1) & 1u);
}

/* ---- expanding ------------------------------------------------------------------------------- */

/* Returns true if the child is within the bound. The comparison is unsigned, so that a corrupt
 * table, whose sum may fall below 0, cannot lead deeper than the bound. */
KERNEL_INLINE bool child_read(struct child *child, const struct kernel_setup *setup,
                              const struct node *node, unsigned g, bool nibble) {
    const struct node_group *group = &node->group[g];
    const struct kernel_group_move *move = &setup->move[node->blank][child->direction].group[g];
    const unsigned h = probe_read(setup, group, &child->probe[g], move, nibble);
    child->h[g] = (uint8_t)h;
    child->sum[g] = group->sum + (int)h - group->h[child->probe[g].number];
    return (unsigned)child->sum[g] < (unsigned)node->left;
}

KERNEL_INLINE void group_descend(struct node_group *group, const struct kernel_setup *setup,
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
KERNEL_INLINE unsigned tightest(const struct node *node, unsigned groups) {
    unsigned first = 0;
    for (unsigned g = 1; g < groups; g++)
        if (node->group[g].sum > node->group[first].sum) first = g;
    return first;
}

KERNEL_INLINE unsigned children_list(struct pass *pass, struct scratch *scratch, size_t count,
                                     unsigned groups, bool sides) {
    unsigned children = 0;
    pass->top -= count;
    const struct node *nodes = (struct node *)pass_field(pass, 0) + pass->top;
    memcpy(scratch->link, pass->link + pass->top, count * sizeof *scratch->link);
    scratch->before[0] = 0;
    for (size_t i = 0; i < count; i++) {
        struct node *node = &scratch->parent[i];
        node_copy(node, &nodes[i], groups);
        const unsigned legal = automaton_legal(node->entry, DIRECTIONS),
                       first = sides ? 0 : tightest(node, groups);
        scratch->before[i + 1] = scratch->before[i] + pass->pending[pass->top + i] + TALLY_EXPANDED;
        for (unsigned d = DIRECTIONS; d-- > 0;) {
            struct child *child = &scratch->child[children];
            child->parent = (uint8_t)i;
            child->direction = (uint8_t)d;
            child->first = (uint8_t)first;
            children += legal >> d & 1u;
        }
    }
    pass->done.generated += children;
    pass->done.expanded += count;
    return children;
}

KERNEL_INLINE packed_tally pending_before(const struct scratch *scratch, unsigned j) {
    return scratch->before[scratch->child[j].parent] + j;
}

/* Returns false if the child is a solution that must not stay on the stack. */
KERNEL_INLINE bool child_pushed(struct pass *pass, struct node *next, uint32_t parent_link,
                                unsigned direction, const struct kernel_move *move) {
    const uint32_t link = pass_link_add(pass, parent_link, direction, KERNEL_SINGLE_BITS);
    next->entry =
        pass->automaton->next[automaton_state(next->entry, DIRECTIONS) * DIRECTIONS + direction];
    next->blank = move->cell;
    next->left--;
    pass->link[pass->top] = link;
    if (next->group[0].sum != 0) return true;
    pass_found(pass, pass->top, link);
    return !pass->all;
}

static void node_init(struct node *node, const struct kernel_root *root, automaton_entry entry,
                      int left, unsigned groups) {
    memset(node, 0, sizeof *node);
    for (unsigned g = 0; g < groups; g++) {
        const struct kernel_root_group *from = &root->group[g];
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

KERNEL_INLINE unsigned first_look_up(const struct kernel_setup *setup, struct scratch *scratch,
                                     unsigned children, enum encoding encoding) {
    unsigned kept = 0;
    for (unsigned j = 0; j < children; j++) {
        struct child *child = &scratch->child[j];
        child_locate(child, setup, &scratch->parent[child->parent], child->first,
                     is_nibble(setup, child->first, encoding));
    }
    for (unsigned j = 0; j < children; j++) {
        struct child *child = &scratch->child[j];
        const struct node *node = &scratch->parent[child->parent];
        scratch->kept[kept] = (uint8_t)j;
        kept +=
            child_read(child, setup, node, child->first, is_nibble(setup, child->first, encoding));
    }
    return kept;
}

KERNEL_INLINE void others_look_up(struct pass *pass, struct scratch *scratch, unsigned kept,
                                  unsigned groups, enum encoding encoding) {
    const struct kernel_setup *setup = pass->setup;
    struct node *nodes = pass_field(pass, 0);
    for (unsigned k = 0; k < kept; k++) {
        struct child *child = &scratch->child[scratch->kept[k]];
        for (unsigned g = 0; g < groups; g++)
            if (g != child->first)
                child_locate(child, setup, &scratch->parent[child->parent], g,
                             is_nibble(setup, g, encoding));
    }
    for (unsigned k = 0; k < kept; k++) {
        struct child *child = &scratch->child[scratch->kept[k]];
        const struct node *node = &scratch->parent[child->parent];
        const struct kernel_move *move = &setup->move[node->blank][child->direction];
        struct node *next = &nodes[pass->top];
        bool within = true;
        for (unsigned g = 0; g < groups; g++)
            if (g != child->first)
                within &= child_read(child, setup, node, g, is_nibble(setup, g, encoding));
        if (!within) continue;
        node_copy(next, node, groups);
        for (unsigned g = 0; g < groups; g++)
            group_descend(&next->group[g], setup, child, g, &move->group[g],
                          is_nibble(setup, g, encoding));
        const bool pushed =
            child_pushed(pass, next, scratch->link[child->parent], child->direction, move);
        if (pushed) pass->pending[pass->top++] = pending_before(scratch, scratch->kept[k]);
    }
}

KERNEL_INLINE void expand(struct pass *pass, size_t count, unsigned groups,
                          enum encoding encoding) {
    struct scratch *scratch = pass->scratch;
    const unsigned children = children_list(pass, scratch, count, groups, false);
    const size_t base = pass->top;
    const unsigned kept = first_look_up(pass->setup, scratch, children, encoding);
    others_look_up(pass, scratch, kept, groups, encoding);
    pass_pending_from_sums(pass, base, scratch->before[count] + children);
}

/* ---- from both sides ------------------------------------------------------------------------- */

static uint64_t key_parts(const struct kernel_setup *setup, const struct node *node,
                          const struct child *child) {
    const unsigned g = setup->key_group;
    const struct kernel_partition *partition = setup->partition[g];
    const struct node_group *group = &node->group[g];
    uint64_t parts = 0;
    for (unsigned p = 0; p < partition->pattern_count; p++) {
        const bool moves = child && child->probe[g].number == p;
        parts += pass_key_part(p, moves ? child->probe[g].mask : group->mask[p],
                               (moves ? child->probe[g].code : group->code[p]) *
                                   partition->pattern[p].row_bytes * 8);
    }
    return parts;
}

static int below_after(const struct node *node, const struct child *child) {
    const int rises = child->sum[0] > node->group[0].sum,
              falls = child->sum[1] < node->group[1].sum;
    return node->below - 2 * (rises + falls);
}

/* Counts a frontier node. In the range of side->least and side->most, lists it for emission or,
 * without side->emits_child, its parent once. */
static size_t frontier_list(struct pass *pass, struct scratch *scratch, const struct child *child,
                            size_t *emitted, size_t count) {
    const struct pass_side *side = pass->side;
    const struct node *node = &scratch->parent[child->parent];
    const int left = node->left - 1;
    const int counted = pass_frontier_left(side, left, child->sum[0]);
    pass->side_counts.frontier[counted]++;
    if (left < side->least || counted > side->most) return count;
    if (!side->emits_child && *emitted == child->parent) return count;
    *emitted = child->parent;
    const uint64_t parts = key_parts(pass->setup, node, side->emits_child ? child : NULL);
    scratch->frontier_node[count] =
        pass_frontier_node(pass, parts, scratch->link[child->parent], left, counted, 0);
    return count + 1;
}

/* Lists the parent once if its edge to a child within the limit may meet a shorter solution. */
static size_t shorter_list(struct pass *pass, struct scratch *scratch, const struct child *child,
                           int below, size_t *emitted, size_t count) {
    const struct pass_side *side = pass->side;
    const struct node *node = &scratch->parent[child->parent];
    const int left = node->left - 1;
    const int crossed = pass_threshold_crossed(node->below, below, left - child->sum[0]);
    if (!crossed || left < side->least || *emitted == child->parent) return count;
    *emitted = child->parent;
    scratch->frontier_node[count] =
        pass_frontier_node(pass, key_parts(pass->setup, node, NULL), scratch->link[child->parent],
                           left, left, crossed / 2);
    return count + 1;
}

static void side_push(struct pass *pass, struct scratch *scratch, const struct child *child,
                      unsigned j, int below) {
    const struct kernel_setup *setup = pass->setup;
    const struct node *node = &scratch->parent[child->parent];
    const struct kernel_move *move = &setup->move[node->blank][child->direction];
    struct node *next = (struct node *)pass_field(pass, 0) + pass->top;
    node_copy(next, node, 2);
    for (unsigned g = 0; g < 2; g++)
        group_descend(&next->group[g], setup, child, g, &move->group[g], false);
    next->below = (int16_t)below;
    if (node->left - 1 > pass->side->free)
        pass->side_counts.within[below / 2 < PASS_LIMITS ? below / 2 : PASS_LIMITS - 1]++;
    else
        next->below = INT16_MAX;
    if (child_pushed(pass, next, scratch->link[child->parent], child->direction, move))
        pass->pending[pass->top++] = pending_before(scratch, j);
}

static void sides_expand(struct pass *pass, size_t count) {
    struct scratch *scratch = pass->scratch;
    const struct kernel_setup *setup = pass->setup;
    const unsigned children = children_list(pass, scratch, count, 2, true);
    const size_t base = pass->top;
    const unsigned kept = first_look_up(setup, scratch, children, BITS);
    const bool shorter = pass->side->shorter && !pass->side->emits_child;
    size_t frontier = 0, emitted = SIZE_MAX;
    for (unsigned k = 0; k < kept; k++) {
        struct child *child = &scratch->child[scratch->kept[k]];
        child_locate(child, setup, &scratch->parent[child->parent], 1, false);
    }
    for (unsigned k = 0; k < kept; k++) {
        struct child *child = &scratch->child[scratch->kept[k]];
        const struct node *node = &scratch->parent[child->parent];
        child_read(child, setup, node, 1, false);
        const int below = below_after(node, child);
        if (below < 0)
            frontier = frontier_list(pass, scratch, child, &emitted, frontier);
        else if (shorter)
            frontier = shorter_list(pass, scratch, child, below, &emitted, frontier);
        if (below >= 0) side_push(pass, scratch, child, scratch->kept[k], below);
    }
    if (frontier) pass->on_frontier(pass, scratch->frontier_node, frontier);
    pass_pending_from_sums(pass, base, scratch->before[count] + children);
}

static int side_below(const struct pass *pass, const struct kernel_root *root) {
    if (pass->bound <= pass->side->free) return INT16_MAX;
    return pass->side->limit - root->group[0].sum + root->group[1].sum;
}

/* ---- the kernels ----------------------------------------------------------------------------- */

static bool groups_fit(const struct kernel_setup *setup) {
    if (!kernel_moves_are_single(setup) || !setup->partition[0]) return false;
    if (setup->group_count > NODE_GROUPS) return false;
    for (unsigned g = 0; g < setup->group_count; g++)
        if (setup->partition[g]->pattern_count > NODE_PATTERNS) return false;
    return setup->view.width == VIEW_WIDTH && setup->view.height <= VIEW_HEIGHT;
}

static bool mirrored_nibbles_fit(const struct kernel_setup *setup) {
    return setup->mirrored && setup->partition[0]->nibble && groups_fit(setup);
}

static bool bidirectional_fit(const struct kernel_setup *setup) {
    return !setup->partition[0]->nibble && !setup->partition[1]->nibble && groups_fit(setup);
}

static void root_push(struct pass *pass, const struct kernel_root *root, automaton_entry entry) {
    struct node *node = (struct node *)pass_field(pass, 0) + pass->top;
    node_init(node, root, entry, pass->bound, pass->setup->group_count);
    if (pass->setup->bidirectional) node->below = (int16_t)side_below(pass, root);
}

static int groups_slack(const struct pass *pass, size_t entry) {
    const struct node *node = (const struct node *)pass_field(pass, 0) + entry;
    const unsigned groups = pass->setup->bidirectional ? 1 : pass->setup->group_count;
    return node->left - node->group[tightest(node, groups)].sum;
}

static void mirrored_nibbles_expand(struct pass *pass, size_t count) {
    expand(pass, count, 2, NIBBLES);
}

static void groups_expand(struct pass *pass, size_t count) {
    expand(pass, count, pass->setup->group_count, MIXED);
}

#define DEFINE_KERNEL(NAME, FIT, EXPAND, SIDES)                                                    \
    const struct kernel PASTE(PASTE(kernel_, KERNEL_NAME),                                         \
                              NAME) = {.fits = (FIT),                                              \
                                       .fields = 1,                                                \
                                       .field_bytes = sizeof(struct node),                         \
                                       .scratch_bytes = sizeof(struct scratch),                    \
                                       .width = WIDTH,                                             \
                                       .max_bound = INT16_MAX,                                     \
                                       .bidirectional = (SIDES),                                   \
                                       .root = root_push,                                          \
                                       .expand = (EXPAND),                                         \
                                       .slack = groups_slack};

DEFINE_KERNEL(_mirrored_nibbles, mirrored_nibbles_fit, mirrored_nibbles_expand, false)
DEFINE_KERNEL(_groups, groups_fit, groups_expand, false)
DEFINE_KERNEL(_sides, bidirectional_fit, sides_expand, true)
