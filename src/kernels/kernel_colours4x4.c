/*
 * The kernel for colour tables (table/colour_table.h) on 4x4 in vectors: KERNEL_TABLES tables, each
 * straight and reflected.
 *
 * Along each axis there are three slides, and each is a fixed permutation of the board's cells. So
 * one shuffle of four blocks makes the sequences of three children, and another their colours in a
 * view. Weighted sums of neighbours, taken three times, number the halves of sequences; one gather
 * reads all ranks. One byte of a table holds the entries of a rank's four lines.
 *
 * The tables are larger than the caches. So a child is looked up first in the group nearest to the
 * bound, and in the next group only if it remains. All look-ups of a stage are prefetched before
 * the first is read.
 */
#include <immintrin.h>
#include <string.h>

#include "base/processor.h"
#include "kernels/kernel_colours_setup.h"
#include "kernels/pass.h"

/* ---- four blocks of 16 bytes: one AVX-512 register, or two of AVX2 --------------------------- */

/* Reads table[number] for each 32-bit number. The address sanitizer does not see what a gather
 * reads, so builds with the sanitizer read word by word. */
static inline __m256i gather8(const uint32_t *table, __m256i numbers) {
#if defined(__SANITIZE_ADDRESS__)
    uint32_t at[8];
    _mm256_storeu_si256((__m256i *)(void *)at, numbers);
    for (unsigned i = 0; i < 8; i++) at[i] = table[at[i]];
    return _mm256_loadu_si256((const __m256i *)(const void *)at);
#else
    return _mm256_i32gather_epi32((const int *)(const void *)table, numbers, sizeof *table);
#endif
}

#if defined(__AVX512BW__)

typedef __m512i block4;

static inline block4 block4_load(const void *from) {
    return _mm512_loadu_si512(from);
}
static inline void block4_store(void *to, block4 value) {
    _mm512_storeu_si512(to, value);
}
static inline block4 block4_repeat(const void *block) {
    return _mm512_broadcast_i64x2(_mm_loadu_si128((const __m128i *)block));
}
static inline block4 block4_shuffle(block4 value, block4 control) {
    return _mm512_shuffle_epi8(value, control);
}
static inline block4 block4_dot8(block4 value, block4 weight) {
    return _mm512_maddubs_epi16(value, weight);
}
static inline block4 block4_dot16(block4 value, block4 weight) {
    return _mm512_madd_epi16(value, weight);
}
static inline block4 block4_narrow(block4 low, block4 high) {
    return _mm512_packus_epi32(low, high);
}
static inline block4 block4_gather(const uint32_t *table, block4 numbers) {
    const __m256i low = gather8(table, _mm512_castsi512_si256(numbers));
    const __m256i high = gather8(table, _mm512_extracti64x4_epi64(numbers, 1));
    return _mm512_inserti64x4(_mm512_castsi256_si512(low), high, 1);
}
static inline block4 block4_add32(block4 a, block4 b) {
    return _mm512_add_epi32(a, b);
}
static inline block4 block4_add64(block4 a, block4 b) {
    return _mm512_add_epi64(a, b);
}
static inline block4 block4_halves_sum(block4 value) {
    const block4 low = _mm512_and_si512(value, _mm512_set1_epi64(UINT32_MAX));
    return _mm512_add_epi64(low, _mm512_srli_epi64(value, 32));
}

#else

typedef struct {
    __m256i low, high;
} block4;

static inline block4 block4_of(__m256i low, __m256i high) {
    return (block4){low, high};
}
static inline block4 block4_load(const void *from) {
    const __m256i *half = from;
    return block4_of(_mm256_loadu_si256(half), _mm256_loadu_si256(half + 1));
}
static inline void block4_store(void *to, block4 value) {
    __m256i *half = to;
    _mm256_storeu_si256(half, value.low);
    _mm256_storeu_si256(half + 1, value.high);
}
static inline block4 block4_repeat(const void *block) {
    const __m256i twice = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)block));
    return block4_of(twice, twice);
}
/* Byte i of a block becomes the block's byte control[i], or 0 if control[i] has bit 7. */
static inline block4 block4_shuffle(block4 value, block4 control) {
    return block4_of(_mm256_shuffle_epi8(value.low, control.low),
                     _mm256_shuffle_epi8(value.high, control.high));
}
/* Sums unsigned value times signed weight of each pair of bytes into 16 bits. */
static inline block4 block4_dot8(block4 value, block4 weight) {
    return block4_of(_mm256_maddubs_epi16(value.low, weight.low),
                     _mm256_maddubs_epi16(value.high, weight.high));
}
/* Sums the products of each pair of signed 16-bit words into 32 bits. */
static inline block4 block4_dot16(block4 value, block4 weight) {
    return block4_of(_mm256_madd_epi16(value.low, weight.low),
                     _mm256_madd_epi16(value.high, weight.high));
}
/* 32-bit words must fit 16 bits; each block has the words of `low`, then of `high`. */
static inline block4 block4_narrow(block4 low, block4 high) {
    return block4_of(_mm256_packus_epi32(low.low, high.low),
                     _mm256_packus_epi32(low.high, high.high));
}
static inline block4 block4_gather(const uint32_t *table, block4 numbers) {
    return block4_of(gather8(table, numbers.low), gather8(table, numbers.high));
}
static inline block4 block4_add32(block4 a, block4 b) {
    return block4_of(_mm256_add_epi32(a.low, b.low), _mm256_add_epi32(a.high, b.high));
}
static inline block4 block4_add64(block4 a, block4 b) {
    return block4_of(_mm256_add_epi64(a.low, b.low), _mm256_add_epi64(a.high, b.high));
}
static inline __m256i halves_sum(__m256i value) {
    const __m256i low = _mm256_and_si256(value, _mm256_set1_epi64x(UINT32_MAX));
    return _mm256_add_epi64(low, _mm256_srli_epi64(value, 32));
}
static inline block4 block4_halves_sum(block4 value) {
    return block4_of(halves_sum(value.low), halves_sum(value.high));
}

#endif

/* ---- nodes ----------------------------------------------------------------------------------- */

#define GROUPS     (2 * KERNEL_TABLES)
#define WIDTH      32
#define SLIDE_SETS (3 * WIDTH) /* a root may need three: down, across, up */
#define CHILDREN   (SLIDE_SETS * SET_BLOCKS)

struct node {
    uint8_t board[COLOURS4X4_CELLS];       /* [cell] tile, numbered as in the first view */
    uint8_t slides[COLOUR_ORDERS][GROUPS]; /* [axis of the next move] lower bound on the moves after
                                            * it; only the root has both axes */
    automaton_entry entry;
    uint8_t blank;
    uint8_t left;
};

/* [entry] moves after the child's next move, one byte each */
typedef uint32_t choices;

/* A slide set of a parent. Stages are groups, the largest estimate first. */
struct visit {
    uint8_t parent;
    uint8_t axis;
    uint8_t blank;
    uint8_t below; /* exclusive upper limit for a child's slides */
    uint8_t goals; /* blocks that are the goal, if no move is left */
    uint8_t group[GROUPS];
    choices choices[GROUPS];
    uint8_t shift[SET_BLOCKS];
};

struct scratch {
    /* [table][visit][block][view] address of the entry; before visit_locate, indices in `ranks` of
     * the sequence's two halves, 32 bits each */
    alignas(64) const uint8_t *at[KERNEL_TABLES][SLIDE_SETS][SET_BLOCKS][2];
    struct node parent[WIDTH];
    uint32_t link[WIDTH];
    /* [parent] sum of pending count + TALLY_EXPANDED over earlier parents */
    packed_tally before[WIDTH + 1];
    struct visit visit[SLIDE_SETS];
    uint16_t child[CHILDREN + SET_BLOCKS];
    uint16_t kept[CHILDREN];
    uint8_t slides[GROUPS][CHILDREN]; /* [stage][position in `kept`] */
};

/* ---- children -------------------------------------------------------------------------------- */

/* [parent's slides modulo 3][entry] change of the slides */
static const int8_t change[3][4] = {{0, 1, -1, 0}, {-1, 0, 1, 0}, {1, -1, 0, 0}};

static inline choices choices_of(unsigned slides) {
    choices all = 0;
    for (unsigned entry = 0; entry < 4; entry++)
        all |= ((slides + (unsigned)change[slides % 3][entry]) & 0xFFu) << 8 * entry;
    return all;
}

/* [set of blocks] blocks, 16 bits each, and their number */
static const struct {
    uint64_t blocks;
    uint8_t count;
} sets[1u << SET_SLIDES] = {{0, 0}, {0, 1},       {1, 1},       {0x10000, 2},
                            {2, 1}, {0x20000, 2}, {0x20001, 2}, {0x200010000, 3}};

static inline const uint8_t *entry_at(const struct scratch *scratch, unsigned child, unsigned g) {
    return scratch
        ->at[g % KERNEL_TABLES][child / SET_BLOCKS][child % SET_BLOCKS][g / KERNEL_TABLES];
}

KERNEL_INLINE block4 halves_of(const struct colours4x4_table *table, block4 sequence) {
    const block4 digits = block4_load(table->digits), pairs = block4_load(table->pairs);
    const block4 straight = block4_shuffle(block4_load(table->colour[0]), sequence);
    const block4 reflected = block4_shuffle(block4_load(table->colour[1]), sequence);
    const block4 quarters = block4_narrow(block4_dot16(block4_dot8(straight, digits), pairs),
                                          block4_dot16(block4_dot8(reflected, digits), pairs));
    return block4_add32(block4_dot16(quarters, block4_load(table->quarters)),
                        block4_load(table->begin));
}

/* Turns rank indices into entry addresses; prefetches for stage 0. */
KERNEL_INLINE void visit_locate(struct scratch *scratch, const struct colours4x4 *data,
                                unsigned number) {
    const struct visit *visit = &scratch->visit[number];
    for (unsigned t = 0; t < KERNEL_TABLES; t++) {
        const struct colours4x4_table *table = &data->table[t];
        void *at = scratch->at[t][number];
        const block4 rank = block4_halves_sum(block4_gather(table->ranks, block4_load(at)));
        block4_store(at, block4_add64(rank, block4_load(table->entries[!visit->axis])));
    }
    for (unsigned block = 0; block < SET_SLIDES; block++)
        __builtin_prefetch(entry_at(scratch, number * SET_BLOCKS + block, visit->group[0]));
}

KERNEL_INLINE void stages_order(struct visit *visit, const uint8_t *slides) {
    for (unsigned g = 0; g < GROUPS; g++) {
        unsigned stage = 0;
        for (unsigned other = 0; other < GROUPS; other++)
            stage += slides[other] > slides[g] || (slides[other] == slides[g] && other < g);
        visit->group[stage] = (uint8_t)g;
        visit->choices[stage] = choices_of(slides[g]);
    }
}

KERNEL_INLINE void child_board(uint8_t *board, const struct slide_set *slide_set, unsigned block,
                               const uint8_t *parent) {
    const __m128i cells = _mm_loadu_si128((const __m128i *)(const void *)parent);
    const __m128i from = _mm_loadu_si128((const __m128i *)(const void *)slide_set->board[block]);
    _mm_storeu_si128((__m128i *)(void *)board, _mm_shuffle_epi8(cells, from));
}

static unsigned goals_of(const struct colours4x4 *data, const struct slide_set *slide_set,
                         const uint8_t *parent) {
    unsigned goals = 0;
    uint8_t board[COLOURS4X4_CELLS];
    for (unsigned block = 0; block < SET_SLIDES; block++) {
        child_board(board, slide_set, block, parent);
        if (!memcmp(board, data->goal, COLOURS4X4_CELLS)) goals |= 1u << block;
    }
    return goals;
}

KERNEL_INLINE unsigned visit_list(struct scratch *scratch, const struct colours4x4 *data,
                                  unsigned number, unsigned parent, unsigned axis, unsigned set,
                                  unsigned j) {
    const struct node *node = &scratch->parent[parent];
    const struct slide_set *slide_set = &data->slide_set[axis][node->blank];
    struct visit *visit = &scratch->visit[number];
    const block4 sequence =
        block4_shuffle(block4_repeat(node->board), block4_load(slide_set->sequence));
    for (unsigned t = 0; t < KERNEL_TABLES; t++)
        block4_store(scratch->at[t][number], halves_of(&data->table[t], sequence));
    visit->parent = (uint8_t)parent;
    visit->axis = (uint8_t)axis;
    visit->blank = node->blank;
    visit->below = (uint8_t)(node->left - 1);
    visit->goals = node->left == 1 ? (uint8_t)goals_of(data, slide_set, node->board) : 0;
    memcpy(visit->shift, slide_set->shift, sizeof visit->shift);
    stages_order(visit, node->slides[axis]);
    const uint64_t ids = sets[set].blocks + number * SET_BLOCKS * UINT64_C(0x0001000100010001);
    memcpy(&scratch->child[j], &ids, sizeof ids);
    return sets[set].count;
}

KERNEL_INLINE unsigned legal_blocks(const struct slide_set *slide_set, unsigned legal) {
    return (legal >> slide_set->move[0] & 1u) | (legal >> slide_set->move[1] & 1u) << 1 |
           (legal >> slide_set->move[2] & 1u) << 2;
}

KERNEL_INLINE unsigned children_list(struct pass *pass, struct scratch *scratch, size_t count) {
    const struct colours4x4 *data = pass->data;
    const unsigned moves = pass->setup->moves.count;
    const automaton_entry *follow = pass->automaton->next;
    unsigned children = 0, visits = 0;
    pass->top -= count;
    memcpy(scratch->parent, (struct node *)pass_field(pass, 0) + pass->top,
           count * sizeof *scratch->parent);
    memcpy(scratch->link, pass->link + pass->top, count * sizeof *scratch->link);
    scratch->before[0] = 0;
    for (unsigned i = 0; i < count; i++) {
        const struct node *node = &scratch->parent[i];
        const unsigned legal = automaton_legal(node->entry, moves);
        const bool along[COLOUR_ORDERS] = {legal & data->moves[COLOUR_ROWS],
                                           legal & data->moves[COLOUR_COLUMNS]};
        scratch->before[i + 1] = scratch->before[i] + pass->pending[pass->top + i] + TALLY_EXPANDED;
        __builtin_prefetch(follow + automaton_state(node->entry, moves) * moves);
        if (!along[0] || !along[1]) {
            const unsigned axis = along[COLOUR_COLUMNS];
            const unsigned set = legal_blocks(&data->slide_set[axis][node->blank], legal);
            children += visit_list(scratch, data, visits++, i, axis, set, children);
            continue;
        }
        const struct slide_set *slide_set = &data->slide_set[COLOUR_COLUMNS][node->blank];
        const unsigned columns = legal_blocks(slide_set, legal);
        const unsigned rows = legal_blocks(&data->slide_set[COLOUR_ROWS][node->blank], legal);
        children += visit_list(scratch, data, visits++, i, COLOUR_COLUMNS,
                               columns & slide_set->down, children);
        children += visit_list(scratch, data, visits++, i, COLOUR_ROWS, rows, children);
        children += visit_list(scratch, data, visits++, i, COLOUR_COLUMNS,
                               columns & ~(unsigned)slide_set->down, children);
    }
    for (unsigned number = 0; number < visits; number++) visit_locate(scratch, data, number);
    pass->done.generated += children;
    pass->done.expanded += count;
    return children;
}

KERNEL_INLINE unsigned stage_run(struct scratch *scratch, unsigned stage, unsigned count) {
    unsigned left = 0;
    for (unsigned i = 0; i < count; i++) {
        const unsigned j = stage ? scratch->kept[i] : i, child = scratch->child[j];
        const unsigned block = child % SET_BLOCKS;
        const struct visit *visit = &scratch->visit[child / SET_BLOCKS];
        const unsigned entry =
            (unsigned)*entry_at(scratch, child, visit->group[stage]) >> visit->shift[block] & 3u;
        const unsigned slides = visit->choices[stage] >> 8 * entry & 0xFFu;
        for (unsigned before = 0; before < stage; before++)
            scratch->slides[before][left] = scratch->slides[before][i];
        scratch->slides[stage][left] = (uint8_t)slides;
        scratch->kept[left] = (uint16_t)j;
        left += slides < visit->below || (visit->goals >> block & 1u);
    }
    return left;
}

KERNEL_INLINE void stage_fetch(const struct scratch *scratch, unsigned stage, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        const unsigned child = scratch->child[scratch->kept[i]];
        __builtin_prefetch(
            entry_at(scratch, child, scratch->visit[child / SET_BLOCKS].group[stage]));
    }
}

KERNEL_INLINE void child_push(struct pass *pass, const struct scratch *scratch, unsigned i) {
    const unsigned moves = pass->setup->moves.count;
    const struct colours4x4 *data = pass->data;
    const unsigned j = scratch->kept[i], child = scratch->child[j], block = child % SET_BLOCKS;
    const struct visit *visit = &scratch->visit[child / SET_BLOCKS];
    const struct node *parent = &scratch->parent[visit->parent];
    const struct slide_set *slide_set = &data->slide_set[visit->axis][visit->blank];
    const unsigned move = slide_set->move[block];
    struct node *next = (struct node *)pass_field(pass, 0) + pass->top;
    child_board(next->board, slide_set, block, parent->board);
    for (unsigned stage = 0; stage < GROUPS; stage++)
        next->slides[!visit->axis][visit->group[stage]] = scratch->slides[stage][i];
    next->entry = pass->automaton->next[automaton_state(parent->entry, moves) * moves + move];
    next->blank = slide_set->blank[block];
    next->left = visit->below;
    pass->link[pass->top] =
        pass_link_add(pass, scratch->link[visit->parent], move, pass->setup->moves.bits);
    pass->pending[pass->top] = scratch->before[visit->parent] + j;
    if (next->left == 0) {
        pass_found(pass, pass->top, pass->link[pass->top]);
        if (pass->all) return;
    }
    pass->top++;
}

static void colours4x4_expand(struct pass *pass, size_t count) {
    struct scratch *scratch = pass->scratch;
    const unsigned children = children_list(pass, scratch, count);
    const size_t base = pass->top;
    unsigned left = children;
    for (unsigned stage = 0; stage < GROUPS; stage++) {
        if (stage) stage_fetch(scratch, stage, left);
        left = stage_run(scratch, stage, left);
    }
    for (unsigned i = 0; i < left; i++) child_push(pass, scratch, i);
    pass_pending_from_sums(pass, base, scratch->before[count] + children);
}

static bool fits(const struct kernel_setup *setup) {
    return colours4x4_fits(setup, KERNEL_TABLES);
}

static void colours4x4_root(struct pass *pass, const struct kernel_root *root,
                            automaton_entry entry) {
    const struct colours4x4 *data = pass->data;
    struct node *node = (struct node *)pass_field(pass, 0) + pass->top;
    for (unsigned cell = 0; cell < COLOURS4X4_CELLS; cell++)
        node->board[cell] = root->group[0].board[data->view_cell[cell]];
    for (unsigned g = 0; g < GROUPS; g++)
        for (unsigned axis = 0; axis < COLOUR_ORDERS; axis++)
            node->slides[axis][g] = root->group[g].slides[axis];
    node->entry = entry;
    node->blank = root->blank;
    node->left = (uint8_t)pass->bound;
}

static int colours4x4_slack(const struct pass *pass, size_t entry) {
    const struct node *node = (const struct node *)pass_field(pass, 0) + entry;
    return colours_slack(pass->setup, node->entry, node->slides[0], GROUPS, node->left);
}

const struct kernel PASTE(PASTE(kernel_, KERNEL_NAME),
                          PASTE(_, TILEPDB_VARIANT)) = {.fits = fits,
                                                        .prepare = colours4x4_prepare,
                                                        .release = colours4x4_release,
                                                        .fields = 1,
                                                        .field_bytes = sizeof(struct node),
                                                        .scratch_bytes = sizeof(struct scratch),
                                                        .width = WIDTH,
                                                        .max_bound = UINT8_MAX,
                                                        .root = colours4x4_root,
                                                        .expand = colours4x4_expand,
                                                        .slack = colours4x4_slack};
