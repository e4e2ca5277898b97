/*
 * The kernel for bit tables on square boards, compiled for width KERNEL_WIDTH and at most
 * KERNEL_GROUPS groups of at most KERNEL_PATTERNS patterns; KERNEL_GROUPS 2 means exactly two
 * groups.
 *
 * The kernel does less per look-up than kernel_portable.c:
 *
 * - A group stores its slack, bound - g - h, instead of distances. h changes by one in each move,
 *   so a child's slack is its parent's or two less, and only groups without slack can prune. They
 *   are looked up first, other groups only for children that remain.
 * - A pattern's mask, h modulo 4 and code are packed in one word (kernel_bits_setup.h), the code as
 *   the offset of its row in bytes.
 * - Arrays give the two cells of each move as bits of this word, and the offset's change for each
 *   moving and passed tile. A vertical move passes KERNEL_WIDTH - 1 bytes of the board, a
 *   horizontal move zeros beyond the board.
 * - Patterns with equally many tiles share the words of masks. On 4x4 a word has the region of each
 *   cell in three bits, and the first cohort from bit 48; on 5x5 the first cohort in the low half
 *   and the offset of a region map in the high half.
 * - Once all rows are ready, no row is checked.
 *
 * A unit test runs this example on 5x5 with 6-6-6-6 and bound 4, where the blank goes down. Pattern
 * 2 has the tiles 12, 13, 17, 18, 21 and 22, and rows of 31,488 bytes:
 *
 *      1  2  3  4  5                      mask    h + 1    offset            word
 *      6  7  8  9 10    view 0   before  370800     3    717 * 31488   1b84003001587f00
 *     11 12  . 14 15             after   351800     2    719 * 31488   1a8c002001597500
 *     16 17 13 18 19    view 1   before  332800     2    719 * 31488   1994002001597500
 *     21 22 23 24 20             after   331800     1    719 * 31488   198c001001597500
 *
 * In view 0, tile 13 passes 17, 16, 15 and 14 towards lower cells. Only 17 is in the pattern. It is
 * larger than 13 and has label 2, so the code gains 2! rows. In view 1, the diagonal reflection, 13
 * keeps its number and moves horizontally, so the offset stays. In both views h falls and the slack
 * stays 0.
 */
#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "base/bytes.h"
#include "kernels/kernel_bits_setup.h"
#include "kernels/pass.h"

#define CELLS     (KERNEL_WIDTH * KERNEL_WIDTH)
#define LOW_CELLS (CELLS / 2)
#define WIDTH     48
#define CHILDREN  (WIDTH * DIRECTIONS)

/* Unused bytes of `board` are zeros, which horizontal moves pass like tiles. */
struct node_group {
    uint8_t board[31];
    uint8_t slack; /* bound - g - h; even */
    uint64_t packed[KERNEL_PATTERNS];
};
static_assert(sizeof(struct node_group) % 32 == 0, "groups are copied in pieces");

struct node {
    automaton_entry entry;
    uint16_t moves; /* byte offset in bits.move */
    uint8_t left;
    uint8_t unused;
    struct node_group group[KERNEL_GROUPS];
};

struct parent {
    struct node node;
    uint32_t link;
    packed_tally before; /* sum of pending count + TALLY_EXPANDED over earlier parents */
};

/* [child] of one stage */
struct lookups {
    uint64_t place[CHILDREN];  /* see place_group */
    uint64_t packed[CHILDREN]; /* moving tile's pattern after the move, with the old h */
    uint8_t number[CHILDREN];
    uint8_t falls[CHILDREN]; /* 1 if h falls */
};

struct scratch {
    struct parent parent[WIDTH + 1]; /* the last element only has `before` */
    struct lookups lookups[KERNEL_GROUPS];
    uint8_t kept[CHILDREN + 1];
    /* [position in `kept`] */
    const struct bits_tile *tile[CHILDREN];
    const uint64_t *regions[CHILDREN];
    uint8_t blank[CHILDREN];
    const uint8_t *address[CHILDREN];
    uint8_t shift[CHILDREN];
};

static_assert(sizeof(struct parent) * WIDTH <= 1u << 16, "offsets of parents have 16 bits");

/* ---- the children ---------------------------------------------------------------------------- */

/* A place packs three byte offsets: in scratch->parent of the parent's group (bits 0 .. 15) and of
 * the parent (16 .. 31), and in bits.move of the move. */
static inline const struct node_group *place_group(const struct scratch *scratch, uint64_t place) {
    const void *at = (const uint8_t *)scratch->parent + (uint16_t)place;
    return at;
}

static inline const struct parent *place_parent(const struct scratch *scratch, uint64_t place) {
    const void *at = (const uint8_t *)scratch->parent + (uint16_t)(place >> 16);
    return at;
}

static inline const struct bits_move *place_move(const struct bits *data, uint64_t place) {
    const void *at = (const uint8_t *)data->move + (place >> 32);
    return at;
}

/* The compiler's memcpy would copy only two words at a time. */
typedef uint64_t words4 __attribute__((vector_size(32), aligned(8), may_alias));

KERNEL_INLINE void node_copy(struct node *to, const struct node *from, unsigned groups) {
    memcpy(to, from, offsetof(struct node, group));
    words4 *to_words = (words4 *)(void *)to->group;
    const words4 *words = (const words4 *)(const void *)from->group;
    for (unsigned i = 0; i < groups * sizeof *to->group / sizeof *words; i++)
        to_words[i] = words[i];
}

/* Groups without slack form the first stages. */
KERNEL_INLINE void groups_order(const struct node *node, unsigned groups,
                                uint8_t order[KERNEL_GROUPS + 1]) {
    if (groups == 2) {
        order[0] = node->group[1].slack < node->group[0].slack;
        order[1] = order[0] ^ 1u;
        return;
    }
    unsigned count = 0;
    for (unsigned pass = 0; pass < 2; pass++)
        for (unsigned g = 0; g < groups; g++) {
            order[count] = (uint8_t)g;
            count += (node->group[g].slack == 0) ^ pass;
        }
}

KERNEL_INLINE unsigned parent_list(const struct bits *data, struct scratch *scratch, size_t i,
                                   unsigned j, unsigned groups) {
    const struct node *node = &scratch->parent[i].node;
    const unsigned legal = automaton_legal(node->entry, DIRECTIONS);
    const uint64_t parent = i * sizeof *scratch->parent;
    const uint64_t base = parent | parent << 16 | (uint64_t)node->moves << 32;
    uint8_t order[KERNEL_GROUPS + 1];
    groups_order(node, groups, order);
    for (unsigned stage = 0; stage < groups; stage++) {
        const uint64_t g = order[stage];
        const uint64_t place = base + offsetof(struct node, group) + g * sizeof *node->group +
                               ((g * sizeof *data->move) << 32);
        *(words4 *)&scratch->lookups[stage].place[j] =
            *(const words4 *)&data->moves[legal] + (words4){place, place, place, place};
    }
    return data->move_count[legal];
}

KERNEL_INLINE unsigned children_list(struct pass *pass, struct scratch *scratch, size_t count,
                                     unsigned groups) {
    unsigned children = 0;
    packed_tally before = 0;
    pass->top -= count;
    const struct node *nodes = (struct node *)pass_field(pass, 0) + pass->top;
    for (size_t i = 0; i < count; i++) {
        struct parent *parent = &scratch->parent[i];
        node_copy(&parent->node, &nodes[i], groups);
        parent->link = pass->link[pass->top + i];
        parent->before = before;
        before += pass->pending[pass->top + i] + TALLY_EXPANDED;
        children += parent_list(pass->data, scratch, i, children, groups);
    }
    scratch->parent[count].before = before;
    pass->done.generated += children;
    pass->done.expanded += count;
    return children;
}

/* ---- looking up ------------------------------------------------------------------------------ */

static inline uint64_t passed_gain(const struct node_group *group, const struct bits_move *move,
                                   const struct bits_tile *tile) {
    const uint32_t passed = load_le32(group->board + move->passed);
    int64_t gain = tile->gain[passed & 0xFF] + tile->gain[passed >> 8 & 0xFF] +
                   tile->gain[passed >> 16 & 0xFF];
    if (KERNEL_WIDTH == 5) gain += tile->gain[passed >> 24];
    return (uint64_t)gain;
}

KERNEL_INLINE void child_move(struct scratch *scratch, struct lookups *lookups,
                              const struct bits *data, size_t j, size_t k) {
    const uint64_t place = lookups->place[j];
    const struct node_group *group = place_group(scratch, place);
    const struct bits_move *move = place_move(data, place);
    const struct bits_tile *tile = &move->tiles[group->board[move->from]];
    const uint64_t packed =
        (group->packed[tile->number] ^ move->cells) + passed_gain(group, move, tile);
    scratch->tile[k] = tile;
    scratch->blank[k] = move->from;
    lookups->packed[j] = packed;
    lookups->number[j] = (uint8_t)tile->number;
}

KERNEL_INLINE void child_rank(struct scratch *scratch, const struct lookups *lookups,
                              const struct bits *data, size_t j, size_t k) {
    const struct bits_tile *tile = scratch->tile[k];
    const uint64_t packed = lookups->packed[j];
    const uint64_t mask = packed >> BITS_MASK_SHIFT;
    const uint64_t *regions = tile->mask_regions + (tile->high[mask >> LOW_CELLS] +
                                                    data->low[mask & ((1u << LOW_CELLS) - 1)]);
    __builtin_prefetch(regions);
    scratch->regions[k] = regions;
}

static inline uint32_t column_of(uint64_t regions, const struct bits_tile *tile, size_t blank) {
    if (CELLS <= 16) return (uint32_t)(regions >> 48) + (uint32_t)(regions >> 3 * blank & 7);
    return (uint32_t)regions + tile->maps[(regions >> 32) + blank];
}

KERNEL_INLINE void child_locate(struct scratch *scratch, const struct lookups *lookups, size_t j,
                                size_t k, bool ready) {
    const struct bits_tile *tile = scratch->tile[k];
    const uint64_t offset = lookups->packed[j] & BITS_OFFSET;
    const uint32_t column = column_of(*scratch->regions[k], tile, scratch->blank[k]);
    if (!ready) {
        /* A row that failed to load can be read; the next check ends the search. */
        const uint32_t code = (uint32_t)(offset / tile->row_bytes);
        if (!table_row_ready(tile->table, code)) table_row_load(tile->table, code);
    }
    const uint8_t *address = tile->entries + offset + (column >> 3);
    __builtin_prefetch(address);
    scratch->address[k] = address;
    scratch->shift[k] = (uint8_t)(column & 7);
}

static inline bool child_test(struct scratch *scratch, struct lookups *lookups, size_t j,
                              size_t k) {
    const struct node_group *group = place_group(scratch, lookups->place[j]);
    const unsigned entry = (unsigned)*scratch->address[k] >> scratch->shift[k];
    const unsigned falls = ((unsigned)(lookups->packed[j] >> (BITS_OFFSET_BITS + 1)) ^ entry) & 1u;
    lookups->falls[j] = (uint8_t)falls;
    return (group->slack | falls) != 0;
}

static inline void follow_fetch(const struct scratch *scratch, const struct automaton *automaton,
                                size_t j) {
    const struct parent *parent = place_parent(scratch, scratch->lookups[0].place[j]);
    __builtin_prefetch(automaton->next +
                       automaton_state(parent->node.entry, DIRECTIONS) * DIRECTIONS);
}

/* Keeps the children within the bound. Stage 0 tests all children, later stages only kept children.
 * Each loop prefetches for the next loop. */
KERNEL_INLINE size_t stage_look_up(struct scratch *scratch, const struct pass *pass, size_t count,
                                   unsigned stage, bool last, bool ready) {
    struct lookups *lookups = &scratch->lookups[stage];
    size_t kept = 0;
    for (size_t k = 0; k < count; k++) {
        const size_t j = stage ? scratch->kept[k] : k;
        child_move(scratch, lookups, pass->data, j, k);
        if (last) follow_fetch(scratch, pass->automaton, j);
    }
    for (size_t k = 0; k < count; k++)
        child_rank(scratch, lookups, pass->data, stage ? scratch->kept[k] : k, k);
    for (size_t k = 0; k < count; k++)
        child_locate(scratch, lookups, stage ? scratch->kept[k] : k, k, ready);
    for (size_t k = 0; k < count; k++) {
        const size_t j = stage ? scratch->kept[k] : k;
        scratch->kept[kept] = (uint8_t)j;
        kept += child_test(scratch, lookups, j, k);
    }
    return kept;
}

/* ---- pushing --------------------------------------------------------------------------------- */

static inline uint64_t packed_after(uint64_t packed, unsigned falls) {
    const uint64_t higher = packed + ((UINT64_C(1) + 2 * falls) << BITS_OFFSET_BITS);
    return higher & ~(UINT64_C(4) << BITS_OFFSET_BITS);
}

/* Makes the move of child `j`, a copy of its parent `distance` bytes behind it, in one group. */
static inline void group_descend(ptrdiff_t distance, const struct scratch *scratch,
                                 const struct lookups *lookups, const struct bits *data, size_t j) {
    const uint64_t place = lookups->place[j];
    const struct bits_move *move = place_move(data, place);
    const struct node_group *from = place_group(scratch, place);
    void *at = (uint8_t *)(uintptr_t)from + distance;
    struct node_group *group = at;
    const unsigned falls = lookups->falls[j];
    group->board[move->to] = from->board[move->from];
    group->board[move->from] = 0;
    group->slack = (uint8_t)(from->slack + 2 * falls - 2);
    group->packed[lookups->number[j]] = packed_after(lookups->packed[j], falls);
}

KERNEL_INLINE void children_push(struct pass *pass, struct scratch *scratch, size_t kept,
                                 unsigned groups) {
    const struct bits *data = pass->data;
    const automaton_entry *follow = pass->automaton->next;
    struct node *next = (struct node *)pass_field(pass, 0) + pass->top;
    uint32_t *links = pass->links + pass->link_count, *link = pass->link + pass->top;
    packed_tally *pending = pass->pending + pass->top;
    uint32_t number = pass->link_count, over = 0;
    for (size_t k = 0; k < kept; k++) {
        const size_t j = scratch->kept[k];
        const uint64_t place = scratch->lookups[0].place[j];
        const struct parent *parent = place_parent(scratch, place);
        const struct bits_move *move = place_move(data, place);
        const ptrdiff_t distance = (const uint8_t *)next - (const uint8_t *)&parent->node;
        node_copy(next, &parent->node, groups);
        next->entry =
            follow[automaton_state(parent->node.entry, DIRECTIONS) * DIRECTIONS + move->direction];
        next->moves = move->next;
        next->left = (uint8_t)(parent->node.left - 1);
        over += parent->node.left == 1;
        for (unsigned stage = 0; stage < groups; stage++)
            group_descend(distance, scratch, &scratch->lookups[stage], data, j);
        links[k] = parent->link << KERNEL_SINGLE_BITS | move->direction;
        link[k] = number++;
        pending[k] = parent->before + j;
        next++;
    }
    pass->top += kept;
    pass->link_count = number;
    if (__builtin_expect(over != 0 || pass->shorter, 0))
        bits_solutions_report(pass, kept, offsetof(struct node, left),
                              offsetof(struct node, group[0].slack));
}

KERNEL_INLINE void expand(struct pass *pass, size_t count, unsigned groups, bool ready) {
    struct scratch *scratch = pass->scratch;
    const unsigned children = children_list(pass, scratch, count, groups);
    const size_t base = pass->top;
    size_t kept = stage_look_up(scratch, pass, children, 0, groups == 1, ready);
    for (unsigned stage = 1; stage < groups; stage++)
        kept = stage_look_up(scratch, pass, kept, stage, stage + 1 == groups, ready);
    children_push(pass, scratch, kept, groups);
    pass_pending_from_sums(pass, base, scratch->parent[count].before + children);
}

/* ---- the kernel ------------------------------------------------------------------------------ */

static void batch_expand(struct pass *pass, size_t count) {
    const unsigned groups = KERNEL_GROUPS == 2 ? 2 : pass->setup->group_count;
    if (pass_rows_ready(pass))
        expand(pass, count, groups, true);
    else
        expand(pass, count, groups, false);
}

static void root_write(struct pass *pass, const struct kernel_root *root, automaton_entry entry) {
    struct node *node = (struct node *)pass_field(pass, 0) + pass->top;
    memset(node, 0, sizeof *node);
    for (unsigned g = 0; g < pass->setup->group_count; g++) {
        const struct kernel_partition *partition = pass->setup->partition[g];
        const struct kernel_root_group *from = &root->group[g];
        struct node_group *to = &node->group[g];
        memcpy(to->board, from->board, CELLS);
        to->slack = (uint8_t)(pass->bound - from->sum);
        for (unsigned p = 0; p < partition->pattern_count; p++)
            to->packed[p] = (uint64_t)from->mask[p] << BITS_MASK_SHIFT |
                            (from->h[p] + UINT64_C(1)) % 4 << BITS_OFFSET_BITS |
                            from->code[p] * partition->pattern[p].row_bytes;
    }
    node->entry = entry;
    node->moves = (uint16_t)(root->blank * bits_blank_bytes(pass->setup));
    node->left = (uint8_t)pass->bound;
}

static int node_slack(const struct pass *pass, size_t entry) {
    const struct node *node = (const struct node *)pass_field(pass, 0) + entry;
    return bits_least_slack(&node->group[0].slack, sizeof *node->group, pass->setup->group_count);
}

static bool fits(const struct kernel_setup *setup) {
    if (KERNEL_GROUPS == 2 && setup->group_count != 2) return false;
    return bits_fits(setup, KERNEL_WIDTH, KERNEL_GROUPS, KERNEL_PATTERNS);
}

BITS_KERNEL(KERNEL_NAME, TILEPDB_VARIANT, bits_prepare, bits_release)
