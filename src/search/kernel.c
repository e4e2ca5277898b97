/*
 * See kernel.h. Compiled with KERNEL_WIDTH for one square size, or without it for all sizes;
 * KERNEL_NAME is the suffix of the set. The searches are one text with different constants, so that
 * the compiler drops what a variant does not need.
 */
#include "search/kernel.h"

#include <string.h>

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

/* Nodes are copied on the way down, so nothing has to be taken back. */
struct node {
    struct node_group group[NODE_GROUPS];
};

/* A move of one group's tile, before its entry is read. */
struct probe {
    const uint8_t *entry;
    uint32_t mask;
    uint32_t code;
    uint8_t tile;
    uint8_t number; /* of the pattern */
    uint8_t shift;
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
    /* A row that cannot be loaded is memory all the same; the check at the pause ends the search.
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

static inline void probes_locate(struct probe *probes, const struct kernel_setup *setup,
                                 const struct node *node, const struct kernel_move *move,
                                 unsigned groups, bool mirrored, bool nibble) {
    if (mirrored) { /* each move is vertical in one of the views, and horizontal in the other */
        const struct kernel_partition *partition = setup->partition[0];
        const unsigned vertical = move->vertical;
        const struct kernel_group_move *across = &move->group[vertical];
        const struct node_group *group = &node->group[vertical];
        const uint32_t gain = crossing(setup, partition, group, across, group->board[across->from]);
        for (unsigned g = 0; g < 2; g++)
            probe_locate(&probes[g], partition, &node->group[g], &move->group[g],
                         node->group[g].board[move->group[g].from],
                         gain & (0u - (uint32_t)(g == vertical)), nibble);
        return;
    }
    for (unsigned g = 0; g < groups; g++) {
        const struct kernel_partition *partition = setup->partition[g];
        const struct node_group *group = &node->group[g];
        const struct kernel_group_move *step = &move->group[g];
        const unsigned tile = group->board[step->from];
        const uint32_t gain = step->sign ? crossing(setup, partition, group, step, tile) : 0;
        probe_locate(&probes[g], partition, group, step, tile, gain, partition->nibble);
    }
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

/* ---- the search ------------------------------------------------------------------------------ */

static inline void group_descend(struct node_group *to, const struct node_group *group,
                                 const struct kernel_setup *setup, const struct probe *probe,
                                 const struct kernel_group_move *move, unsigned h, bool nibble) {
    *to = *group;
    to->board[move->from] = 0;
    to->board[move->to] = probe->tile;
    to->mask[probe->number] = probe->mask;
    to->code[probe->number] = probe->code;
    to->sum += (int)h - to->h[probe->number];
    to->h[probe->number] = (uint8_t)h;
    if (nibble) to->manhattan[probe->number] = (uint8_t)manhattan_after(setup, group, probe, move);
}

/* `left` moves remain to the bound, `depth` are made; `back` is the direction that would take the
 * last one back, DIRECTIONS at the root. All children are located before the first is tested, so
 * that their entries are on their way. The comparison is unsigned, so that a false table, whose sum
 * may fall below 0, cannot lead deeper than the bound. */
#define DEFINE_SEARCH(NAME, GROUPS, MIRRORED, NIBBLE)                                              \
    static enum kernel_end NAME(struct kernel_state *state, const struct node *node,               \
                                unsigned blank, int left, int depth, unsigned back) {              \
        const struct kernel_setup *setup = state->setup;                                           \
        const struct kernel_move *moves = setup->move[blank];                                      \
        const unsigned groups = (GROUPS), legal = setup->legal[blank] & ~(1u << back);             \
        struct probe probes[DIRECTIONS][NODE_GROUPS];                                              \
        struct node next;                                                                          \
        if (++state->expanded >= state->pause && !state->check(state)) return KERNEL_STOPPED;      \
        for (unsigned set = legal; set; set &= set - 1) {                                          \
            const unsigned d = bits_lowest32(set);                                                 \
            probes_locate(probes[d], setup, node, &moves[d], groups, MIRRORED, NIBBLE(0));         \
        }                                                                                          \
        for (unsigned set = legal; set; set &= set - 1) {                                          \
            const unsigned d = bits_lowest32(set);                                                 \
            const struct kernel_move *move = &moves[d];                                            \
            unsigned h[NODE_GROUPS], g = 0;                                                        \
            int sum = 0;                                                                           \
            state->generated++;                                                                    \
            for (; g < groups; g++) {                                                              \
                const struct node_group *group = &node->group[g];                                  \
                h[g] = probe_read(setup, group, &probes[d][g], &move->group[g], NIBBLE(g));        \
                sum = group->sum + (int)h[g] - group->h[probes[d][g].number];                      \
                if ((unsigned)sum >= (unsigned)left) break;                                        \
            }                                                                                      \
            if (g < groups) continue;                                                              \
            state->path[depth] = (uint8_t)d;                                                       \
            if (sum == 0) return KERNEL_FOUND;                                                     \
            for (g = 0; g < groups; g++)                                                           \
                group_descend(&next.group[g], &node->group[g], setup, &probes[d][g],               \
                              &move->group[g], h[g], NIBBLE(g));                                   \
            const enum kernel_end end =                                                            \
                NAME(state, &next, move->cell, left - 1, depth + 1, DIRECTIONS - 1 - d);           \
            if (end != KERNEL_EXHAUSTED) return end;                                               \
        }                                                                                          \
        return KERNEL_EXHAUSTED;                                                                   \
    }                                                                                              \
    static enum kernel_end NAME##_root(struct kernel_state *state, const struct kernel_root *root, \
                                       int bound) {                                                \
        struct node node;                                                                          \
        node_init(&node, root, state->setup->group_count);                                         \
        return NAME(state, &node, root->blank, bound, 0, DIRECTIONS);                              \
    }

static void node_init(struct node *node, const struct kernel_root *root, unsigned groups) {
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
}

#define BITS(g)        false
#define NIBBLES(g)     true
#define ENCODING_OF(g) (setup->partition[g]->nibble)

DEFINE_SEARCH(bits_mirrored, 2, true, BITS)
DEFINE_SEARCH(nibbles_mirrored, 2, true, NIBBLES)
DEFINE_SEARCH(any, setup->group_count, false, ENCODING_OF)

/* Manhattan distance: nothing is looked up but the moved tile's change. */
static enum kernel_end manhattan(struct kernel_state *state, uint8_t *board, unsigned blank, int h,
                                 int left, int depth, unsigned back) {
    const struct kernel_setup *setup = state->setup;
    if (++state->expanded >= state->pause && !state->check(state)) return KERNEL_STOPPED;
    for (unsigned set = setup->legal[blank] & ~(1u << back); set; set &= set - 1) {
        const unsigned d = bits_lowest32(set);
        const struct kernel_move *move = &setup->move[blank][d];
        const unsigned from = move->group[0].from, to = move->group[0].to;
        const uint8_t tile = board[from];
        const int child_h = h + setup->distance[tile][to] - setup->distance[tile][from];
        state->generated++;
        if (child_h >= left) continue;
        state->path[depth] = (uint8_t)d;
        if (child_h == 0) return KERNEL_FOUND;
        board[to] = tile;
        board[from] = 0;
        const enum kernel_end end =
            manhattan(state, board, move->cell, child_h, left - 1, depth + 1, DIRECTIONS - 1 - d);
        board[from] = tile;
        board[to] = 0;
        if (end != KERNEL_EXHAUSTED) return end;
    }
    return KERNEL_EXHAUSTED;
}

static enum kernel_end manhattan_root(struct kernel_state *state, const struct kernel_root *root,
                                      int bound) {
    uint8_t board[32];
    memcpy(board, root->group[0].board, sizeof board);
    return manhattan(state, board, root->blank, root->group[0].sum, bound, 0, DIRECTIONS);
}

const struct kernel_set PASTE(kernel_set_, KERNEL_NAME) = {
    bits_mirrored_root, nibbles_mirrored_root, any_root, manhattan_root};
