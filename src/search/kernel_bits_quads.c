/*
 * The kernel for bit tables in vectors of four words (quads.h): any partitions of up to four
 * patterns, in any groups, on boards of up to five columns. Compiled with KERNEL_GROUPS for exactly
 * so many groups; for at most so many, if these are KERNEL_MAX_GROUPS. See kernel.h.
 *
 * kernel_bits.c has the same method and the same nodes, one child at a time: what its header says
 * about slack, words of patterns and ready rows holds here. What differs:
 * - A node makes its moves in a group all at once, a word of a vector for each direction. The cells
 *   that they need are among 16 around the blank, so one shuffle of the board gives the tiles that
 *   go, another those that they pass. Those of the legal directions are packed, the last first.
 * - A tile has the number of its pattern and its label as name: what a passed tile does to the code
 *   is the factorial of the larger label, if the patterns are the same.
 * - The word of a mask has 32 bits instead of 64, which is enough for up to six tiles on 5x5.
 * - Rows and entries are numbers of bits, counted from address 0.
 * - Which children stay is decided for 32 at once.
 *
 * The example of kernel_bits.c, where the blank goes down: of each group the word of the third
 * pattern (a unit test runs it). Its number is 2, its rows have 251,904 bits, and the tile 13 has
 * the label 1 in it, so its name is 21 (hexadecimal) in both groups.
 *
 *                      mask    h + 1     offset             word
 *     view 0   before  370800     3    717 * 251904   1b8400380ac3f800
 *              after   351800     2    719 * 251904   1a8c00280acba800
 *     view 1   before  332800     2    719 * 251904   199400280acba800
 *              after   331800     1    719 * 251904   198c00180acba800
 */
#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "base/bytes.h"
#include "search/kernel_bits_quads_setup.h"
#include "search/pass.h"
#include "search/quads.h"

#define EXACT    (KERNEL_GROUPS < KERNEL_MAX_GROUPS)
#define WIDTH    48
#define CHILDREN 256 /* at most WIDTH * DIRECTIONS, and room for more */

/* A node in one group. What does not depend on the group is in the first. */
struct node_group {
    uint8_t board[TILEPDB_TABLE_MAX_CELLS]; /* in the view */
    uint8_t slack;                          /* moves left to the bound minus h; even */
    uint8_t blank;                          /* its cell */
    uint8_t left;                           /* moves to the bound */
    automaton_entry entry;
    uint64_t word[QUADS_PATTERNS];
};
static_assert(sizeof(struct node_group) == 64, "a node in a group is a line of the cache");

struct node {
    struct node_group group[KERNEL_GROUPS];
};

/* A look is a child in one group. A node's groups without slack come first, since only these can
 * prune; the place of a group in this order is its stage. Looks are numbered stage * CHILDREN +
 * child. */
#define LOOKS (KERNEL_GROUPS * CHILDREN)

struct scratch {
    struct node parent[WIDTH];
    pass_weight before[WIDTH + 1]; /* weights of the parents below, and their expansions */
    uint32_t trail[WIDTH];
    uint8_t stage[WIDTH][KERNEL_GROUPS];
    uint64_t word[LOOKS];  /* of the moving tile's pattern, h still before the move */
    uint64_t row[LOOKS];   /* the number of its first bit */
    uint64_t place[LOOKS]; /* the mask, its shape's number on top of it, and in the upper half where
                              the regions of the blank's cell are in maps */
    uint8_t slack[LOOKS];  /* of the parent */
    uint8_t falls[LOOKS];  /* bit 0: 1 if h falls, 0 if it rises */
    uint8_t move[CHILDREN]; /* parent * DIRECTIONS + direction */
    uint8_t kept[CHILDREN]; /* numbers of children */
    /* of each that is kept, in the current stage */
    uint32_t rank[CHILDREN];
    uint64_t bit[CHILDREN]; /* the number of the entry's bit in memory */
};

/* ---- the children ---------------------------------------------------------------------------- */

KERNEL_INLINE void group_copy(struct node_group *to, const struct node_group *from) {
    const quad board = quad_load(from->board), word = quad_load(from->word);
    quad_store(to->board, board);
    quad_store(to->word, word);
}

/* Which stage each group of a node is. */
KERNEL_INLINE void stages_order(uint8_t stages[KERNEL_GROUPS], const struct node *node,
                                unsigned groups) {
    if (groups <= 2) {
        stages[0] = groups == 2 && node->group[groups - 1].slack < node->group[0].slack;
        if (groups == 2) stages[groups - 1] = stages[0] ^ 1u;
        return;
    }
    uint8_t stage = 0;
    for (unsigned pass = 0; pass < 2; pass++)
        for (unsigned g = 0; g < groups; g++)
            if ((node->group[g].slack != 0) == pass) stages[g] = stage++;
}

/* What the passed tiles do to the code, for each direction in the lower half of its word: the
 * factorial of the larger label for each tile of the pattern, with its sign. */
KERNEL_INLINE quad passed_gain(quad tile, quad passed, quad towards, quad factorial) {
    const quad pattern = quad_all(0x7070707070707070), high = quad_all(0x0800080008000800);
    const quad same = bytes_empty(quad_and(quad_xor(tile, passed), pattern));
    const quad change = bytes_shuffle(factorial, quad_or(bytes_larger(tile, passed), high));
    const quad above = quad_and(quarters_subtract(tile, passed), same);
    return quarters_dot(quarters_sign(change, above), towards);
}

/* Writes bytes at once. */
static inline void store32(void *to, uint32_t value) {
    memcpy(to, &value, sizeof value);
}

static inline void store64(void *to, uint64_t value) {
    memcpy(to, &value, sizeof value);
}

/* Makes the moves of a node in one group, all four, and stores the looks of those in a set from
 * number `look` on. */
KERNEL_INLINE void group_look(const struct quads *own, struct scratch *scratch,
                              const struct node_group *group, const struct quads_cell *cell,
                              unsigned g, unsigned legal, size_t look, bool uniform) {
    const struct quads_group *constants = &own->group[g];
    const quad window = quad_twice(group->board + cell->start);
    const quad tile = bytes_shuffle(window, quad_load(cell->tile));
    const quad passed = bytes_shuffle(window, quad_load(cell->passed));
    const quad gain =
        passed_gain(tile, passed, quad_load(constants->towards), quad_load(own->factorial));
    const quad halves =
        quad_or(quad_shift_down(tile, QUADS_PATTERN_SHIFT - 1), quad_all(UINT64_C(1) << 32));
    const quad row_bits = quad_permute(quad_load(constants->row_bits), halves);
    const quad before = quad_permute(quad_load(group->word), halves);
    const quad word =
        quad_add(quad_xor(before, quad_load(cell->cells)), quad_multiply(gain, row_bits));
    const quad row = quad_add(quad_permute(quad_load(constants->entries), halves),
                              quad_and(word, quad_all(QUADS_OFFSET)));
    quad place = quad_add(quad_shift_down(word, QUADS_MASK_SHIFT), quad_load(cell->map));
    if (!uniform) place = quad_add(place, quad_permute(quad_load(constants->shape), halves));
    const quad pack = quad_load(own->pack[legal]);
    quad_store(&scratch->word[look], quad_permute(word, pack));
    quad_store(&scratch->row[look], quad_permute(row, pack));
    quad_store(&scratch->place[look], quad_permute(place, pack));
    store32(&scratch->slack[look], group->slack * 0x01010101u);
}

/* Lists the children of parent number i from child j on. Returns their number. */
KERNEL_INLINE unsigned parent_look(const struct pass *pass, struct scratch *scratch, size_t i,
                                   size_t j, unsigned groups, bool uniform) {
    const struct quads *own = pass->own;
    const struct node *node = &scratch->parent[i];
    const struct node_group *first = &node->group[0];
    const struct quads_cell *cells = &own->cell[first->blank * groups];
    const unsigned legal = automaton_legal(first->entry, DIRECTIONS);
    __builtin_prefetch(pass->automaton->next +
                       automaton_state(first->entry, DIRECTIONS) * DIRECTIONS);
    store32(&scratch->move[j], own->directions[legal] + (uint32_t)(i * DIRECTIONS) * 0x01010101u);
    stages_order(scratch->stage[i], node, groups);
    for (unsigned g = 0; g < groups; g++)
        group_look(own, scratch, &node->group[g], &cells[g], g, legal,
                   scratch->stage[i][g] * CHILDREN + j, uniform);
    return own->direction_count[legal];
}

/* Takes the parents off the stack and lists their children, the last in move order first. */
KERNEL_INLINE unsigned children_list(struct pass *pass, struct scratch *scratch, size_t count,
                                     unsigned groups, bool uniform) {
    unsigned children = 0;
    pass_weight before = 0;
    const size_t top = pass->top -= count;
    const struct node *nodes = (struct node *)pass_field(pass, 0) + top;
    memcpy(scratch->trail, pass->trail + top, count * sizeof *scratch->trail);
    for (size_t i = 0; i < count; i++) {
        for (unsigned g = 0; g < groups; g++)
            group_copy(&scratch->parent[i].group[g], &nodes[i].group[g]);
        scratch->before[i] = before;
        before += pass->weight[top + i] + WEIGHT_EXPANDED;
        children += parent_look(pass, scratch, i, children, groups, uniform);
    }
    scratch->before[count] = before;
    pass->raw.generated += children;
    pass->raw.expanded += count;
    return children;
}

/* ---- looking up ------------------------------------------------------------------------------ */

/* Loads the row of a look. One that cannot be loaded is still readable memory; the check at the
 * pause ends the search. */
static void row_require(const struct quads *own, const struct scratch *scratch, size_t look) {
    const uint8_t *stage = scratch->stage[scratch->move[look % CHILDREN] / DIRECTIONS];
    const uint64_t word = scratch->word[look];
    unsigned g = 0;
    while (stage[g] != look / CHILDREN) g++;
    const struct kernel_partition *partition = own->setup->partition[g];
    const struct kernel_pattern *pattern =
        &partition->pattern[word >> QUADS_NUMBER_SHIFT & (QUADS_PATTERNS - 1)];
    const uint32_t code = (uint32_t)((word & QUADS_OFFSET) / 8 / pattern->row_bytes);
    if (!table_row_ready(pattern->table, code)) table_row_load(pattern->table, code);
}

/* Finds the words of the masks, and asks the processor to fetch them. */
KERNEL_INLINE void stage_rank(struct scratch *scratch, const struct quads *own, size_t count,
                              unsigned stage) {
    const uint64_t *place = &scratch->place[stage * CHILDREN];
    const uint32_t *words = own->words, *high = own->high, low_bits = (1u << own->low_cells) - 1;
    const uint16_t *low = own->low;
    const unsigned low_cells = own->low_cells;
    for (size_t k = 0; k < count; k++) {
        const uint32_t mask = (uint32_t)place[stage ? scratch->kept[k] : k];
        const uint32_t rank = high[mask >> low_cells] + low[mask & low_bits];
        __builtin_prefetch(&words[rank]);
        scratch->rank[k] = rank;
    }
}

/* Locates the entries, and asks the processor to fetch them. */
KERNEL_INLINE void stage_locate(struct scratch *scratch, const struct quads *own, size_t count,
                                unsigned stage, bool ready) {
    const uint8_t *maps = own->maps;
    const uint32_t *words = own->words;
    const uint64_t *row = &scratch->row[stage * CHILDREN];
    const uint64_t *place = &scratch->place[stage * CHILDREN];
    for (size_t k = 0; k < count; k++) {
        const size_t j = stage ? scratch->kept[k] : k;
        const uint32_t word = words[scratch->rank[k]];
        const uint32_t region = maps[(place[j] >> 32) + (word >> QUADS_COHORT_BITS)];
        const uint64_t bit = row[j] + (word & QUADS_COHORT) + region;
        if (!ready) row_require(own, scratch, stage * CHILDREN + j);
        __builtin_prefetch((const uint8_t *)(uintptr_t)(bit >> 3));
        scratch->bit[k] = bit;
    }
}

/* Reads the entries: bit 0 of `falls`. */
KERNEL_INLINE void stage_read(struct scratch *scratch, size_t count, unsigned stage) {
    const uint64_t *word = &scratch->word[stage * CHILDREN];
    uint8_t *falls = &scratch->falls[stage * CHILDREN];
    for (size_t k = 0; k < count; k++) {
        const size_t j = stage ? scratch->kept[k] : k;
        const uint64_t bit = scratch->bit[k];
        uint64_t entries;
        memcpy(&entries, (const void *)(uintptr_t)(bit >> 6 << 3), sizeof entries);
        falls[j] = (uint8_t)(word[j] >> (QUADS_H_SHIFT + 1) ^ entries >> (bit & 63));
    }
}

/* Lists the children that stay within the bound, of those in `among`: a bit each. Returns their
 * number. */
KERNEL_INLINE size_t stage_judge(struct scratch *scratch, const struct quads *own, uint32_t *among,
                                 size_t children, unsigned stage) {
    size_t kept = 0;
    for (size_t j = 0; j < children; j += 32) {
        const quad falls = quad_load(&scratch->falls[stage * CHILDREN + j]);
        const quad slack = quad_load(&scratch->slack[stage * CHILDREN + j]);
        const quad stays = quad_or(quad_and(falls, quad_all(0x0101010101010101)), slack);
        const uint32_t left = among[j / 32] &= ~bytes_signs(bytes_empty(stays));
        for (unsigned i = 0; i < 32; i += 8) {
            const unsigned set = left >> i & 0xFF;
            store64(&scratch->kept[kept], own->list[set] + (j + i) * 0x0101010101010101);
            kept += (size_t)__builtin_popcount(set);
        }
    }
    return kept;
}

/* ---- pushing --------------------------------------------------------------------------------- */

/* The word with the h of the child. */
static inline uint64_t word_after(uint64_t word, unsigned falls) {
    const uint64_t higher = word + ((UINT64_C(1) + 2 * falls) << QUADS_H_SHIFT);
    return higher & ~(UINT64_C(4) << QUADS_H_SHIFT);
}

/* Makes a move in one group, as its look says. */
KERNEL_INLINE void group_descend(struct node_group *to, const struct node_group *from,
                                 const struct scratch *scratch, const struct quads_cell *cell,
                                 size_t look, size_t d) {
    const uint64_t word = scratch->word[look];
    const unsigned falls = scratch->falls[look] & 1u, cell_from = cell->from[d];
    group_copy(to, from);
    to->board[cell->to] = from->board[cell_from];
    to->board[cell_from] = QUADS_BLANK;
    to->slack = (uint8_t)(from->slack + 2 * falls - 2);
    to->word[word >> QUADS_NUMBER_SHIFT & (QUADS_PATTERNS - 1)] = word_after(word, falls);
}

/* Solutions among the `count` uppermost nodes: no move is left. */
static void solutions_tell(struct pass *pass, size_t count) {
    struct node *nodes = pass_field(pass, 0);
    const size_t end = pass->top;
    size_t top = end - count;
    for (size_t i = top; i < end; i++) {
        if (nodes[i].group[0].left == 0) pass_found(pass, i, pass->trail[i]);
        if (nodes[i].group[0].left == 0 && pass->all) continue;
        nodes[top] = nodes[i];
        pass->weight[top] = pass->weight[i];
        pass->trail[top++] = pass->trail[i];
    }
    pass->top = top;
}

/* Pushes the children that every group lets pass. */
KERNEL_INLINE void children_push(struct pass *pass, const struct scratch *scratch, size_t kept,
                                 unsigned groups) {
    const struct quads *own = pass->own;
    const automaton_entry *follow = pass->automaton->next;
    struct node *next = (struct node *)pass_field(pass, 0) + pass->top;
    uint32_t *log = pass->log + pass->log_count, *trail = pass->trail + pass->top;
    pass_weight *weight = pass->weight + pass->top;
    uint32_t word = pass->log_count, over = 0;
    for (size_t k = 0; k < kept; k++) {
        const size_t j = scratch->kept[k];
        const size_t parent = scratch->move[j] / DIRECTIONS, d = scratch->move[j] % DIRECTIONS;
        const struct node_group *from = scratch->parent[parent].group;
        const struct quads_cell *cell = &own->cell[from->blank * groups];
        struct node_group *to = next->group;
        const automaton_entry entry =
            follow[automaton_state(from->entry, DIRECTIONS) * DIRECTIONS + d];
        const uint8_t blank = cell->from[d], left = (uint8_t)(from->left - 1);
        for (unsigned g = 0; g < groups; g++)
            group_descend(&to[g], &from[g], scratch, &cell[g],
                          scratch->stage[parent][g] * CHILDREN + j, d);
        to->entry = entry;
        to->blank = blank;
        to->left = left;
        over |= left == 0;
        log[k] = scratch->trail[parent] << KERNEL_SINGLE_BITS | (uint32_t)d;
        trail[k] = word++;
        weight[k] = scratch->before[parent] + j;
        next++;
    }
    pass->top += kept;
    pass->log_count = word;
    if (__builtin_expect(over, 0)) solutions_tell(pass, kept);
}

KERNEL_INLINE size_t stage_look_up(struct scratch *scratch, const struct quads *own, size_t kept,
                                   unsigned stage, bool ready, uint32_t *among, size_t children) {
    stage_rank(scratch, own, kept, stage);
    stage_locate(scratch, own, kept, stage, ready);
    stage_read(scratch, kept, stage);
    return stage_judge(scratch, own, among, children, stage);
}

KERNEL_INLINE void step(struct pass *pass, size_t count, unsigned groups, bool ready,
                        bool uniform) {
    struct scratch *scratch = pass->scratch;
    const struct quads *own = pass->own;
    const unsigned children = children_list(pass, scratch, count, groups, uniform);
    const size_t base = pass->top;
    uint32_t among[CHILDREN / 32];
    for (size_t j = 0; j < children; j += 32)
        among[j / 32] = children - j < 32 ? (1u << (children - j)) - 1 : UINT32_MAX;
    size_t kept = stage_look_up(scratch, own, children, 0, ready, among, children);
    for (unsigned stage = 1; stage < groups; stage++)
        kept = stage_look_up(scratch, own, kept, stage, ready, among, children);
    children_push(pass, scratch, kept, groups);
    pass_weigh(pass, base, scratch->before[count] + children);
}

/* ---- the kernel ------------------------------------------------------------------------------ */

static void quads_step(struct pass *pass, size_t count) {
    const struct quads *own = pass->own;
    const unsigned groups = EXACT ? KERNEL_GROUPS : pass->setup->group_count;
    if (!kernel_rows_ready(pass->setup))
        step(pass, count, groups, false, false);
    else if (own->uniform)
        step(pass, count, groups, true, true);
    else
        step(pass, count, groups, true, false);
}

/* A tile of a partition, as boards have it. */
static uint8_t tile_name(const struct kernel_partition *partition, unsigned tile) {
    if (tile == 0) return QUADS_BLANK;
    const unsigned number = partition->pattern_of_tile[tile];
    const unsigned label = partition->pattern[number].index->label_of_tile[tile];
    return (uint8_t)(number << QUADS_PATTERN_SHIFT | label);
}

static void quads_root(struct pass *pass, const struct kernel_root *root, automaton_entry entry) {
    struct node *node = (struct node *)pass_field(pass, 0) + pass->top;
    memset(node, 0, sizeof *node);
    for (unsigned g = 0; g < pass->setup->group_count; g++) {
        const struct kernel_partition *partition = pass->setup->partition[g];
        const struct kernel_group *from = &root->group[g];
        struct node_group *to = &node->group[g];
        for (unsigned cell = 0; cell < pass->setup->view.cells; cell++) {
            to->board[cell] = tile_name(partition, from->board[cell]);
            if (from->board[cell] == 0) to->blank = (uint8_t)cell;
        }
        to->slack = (uint8_t)(pass->bound - from->sum);
        for (unsigned p = 0; p < partition->pattern_count; p++)
            to->word[p] = (uint64_t)from->mask[p] << QUADS_MASK_SHIFT |
                          (from->h[p] + UINT64_C(1)) % 4 << QUADS_H_SHIFT |
                          (uint64_t)p << QUADS_NUMBER_SHIFT |
                          from->code[p] * partition->pattern[p].row_bytes * 8;
    }
    node->group[0].entry = entry;
    node->group[0].left = (uint8_t)pass->bound;
}

static int quads_slack(const struct pass *pass, size_t entry) {
    const struct node *node = (const struct node *)pass_field(pass, 0) + entry;
    int least = node->group[0].slack;
    for (unsigned g = 1; g < pass->setup->group_count; g++)
        if (node->group[g].slack < least) least = node->group[g].slack;
    return least;
}

static bool fits(const struct kernel_setup *setup) {
    if (EXACT && setup->group_count != KERNEL_GROUPS) return false;
    return quads_fits(setup, KERNEL_GROUPS);
}

#define PASTE_(a, b) kernel_##a##_##b
#define PASTE(a, b)  PASTE_(a, b)

const struct kernel PASTE(KERNEL_NAME, TILEPDB_VARIANT) = {.fits = fits,
                                                           .prepare = quads_prepare,
                                                           .release = quads_release,
                                                           .fields = 1,
                                                           .field_bytes = sizeof(struct node),
                                                           .scratch_bytes = sizeof(struct scratch),
                                                           .width = WIDTH,
                                                           .max_bound = 255,
                                                           .root = quads_root,
                                                           .step = quads_step,
                                                           .slack = quads_slack};
