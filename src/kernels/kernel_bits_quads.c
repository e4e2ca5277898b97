/*
 * The kernel for bit tables in vectors of four words (vec4): up to four patterns, on boards of up
 * to five columns, compiled for exactly KERNEL_GROUPS groups; KERNEL_MAX_GROUPS means up to that
 * number.
 *
 * The header of kernel_bits.c explains slack, packed patterns and ready rows. What differs here:
 *
 * - A vector makes all moves of a node in a group, one word per direction; a vector of eight words
 *   takes two groups. Moves need only a window of 16 cells around the blank, so one shuffle gives
 *   the moving tiles and another the passed tiles. Then the words of legal directions are packed,
 *   the last first.
 * - A tile's byte holds its label, its pattern and the parity of its group. A passed tile of the
 *   same pattern changes the code by the factorial of the larger label.
 * - The word of a mask has 32 bits: the first cohort in as few bits as the tables need, and above
 *   it the number of the region map.
 * - Rows and entries are numbered by bits, from address 0.
 * - Loops over look-ups are unrolled by four; copies of the first child pad them.
 *
 * A unit test runs the example of kernel_bits.c, with these words of pattern 2, whose rows have
 * 251,904 bits. Tile 13 has label 1, so its byte is 0x21 in group 0 and 0x61 in group 1.
 *
 *                      mask    h + 1     offset             word
 *     view 0   before  370800     3    717 * 251904   1b8400300ac3f802
 *              after   351800     2    719 * 251904   1a8c00200acba802
 *     view 1   before  332800     2    719 * 251904   199400200acba802
 *              after   331800     1    719 * 251904   198c00100acba802
 */
#include <assert.h>
#include <immintrin.h>
#include <stddef.h>
#include <string.h>

#include "base/bytes.h"
#include "kernels/kernel_bits_setup.h"
#include "kernels/pass.h"

#define EXACT    (KERNEL_GROUPS < KERNEL_MAX_GROUPS)
#define WIDTH    48
#define CHILDREN 256 /* at least WIDTH * DIRECTIONS, with room for padding */
#define TOGETHER 4

/* ---- vectors --------------------------------------------------------------------------------- */

/*
 * Four 64-bit words, one per direction of the blank, for each of VEC4_GROUPS groups: two groups
 * with AVX-512 if groups come in pairs, otherwise one. Comments stand at the functions for AVX2. A
 * quarter is 16 bits of a word.
 */
#define VEC4_PAIRS (EXACT && KERNEL_GROUPS % 2 == 0)

#if VEC4_PAIRS && defined(__AVX512BW__)

#define VEC4_GROUPS 2

typedef __m512i vec4;
typedef __mmask32 quarter_set;

static inline vec4 vec4_load(const void *from) {
    return _mm512_loadu_si512(from);
}
static inline void vec4_store(void *first, void *second, vec4 value) {
    _mm256_storeu_si256((__m256i *)first, _mm512_castsi512_si256(value));
    _mm256_storeu_si256((__m256i *)second, _mm512_extracti64x4_epi64(value, 1));
}
static inline vec4 vec4_all(uint64_t value) {
    return _mm512_set1_epi64((long long)value);
}
static inline vec4 vec4_twice(const uint8_t *first, const uint8_t *second) {
    const __m128i low = _mm_loadu_si128((const __m128i *)(const void *)first);
    const __m128i high = _mm_loadu_si128((const __m128i *)(const void *)second);
    return _mm512_mask_broadcast_i64x2(_mm512_broadcast_i64x2(low), 0xF0, high);
}
static inline void line_copy(void *to, const void *from) {
    _mm512_storeu_si512(to, _mm512_loadu_si512(from));
}

/* ---- words ----------------------------------------------------------------------------------- */

static inline vec4 vec4_and(vec4 a, vec4 b) {
    return _mm512_and_si512(a, b);
}
static inline vec4 vec4_or(vec4 a, vec4 b) {
    return _mm512_or_si512(a, b);
}
static inline vec4 vec4_xor(vec4 a, vec4 b) {
    return _mm512_xor_si512(a, b);
}
static inline vec4 vec4_add(vec4 a, vec4 b) {
    return _mm512_add_epi64(a, b);
}
static inline vec4 vec4_multiply(vec4 a, vec4 b) {
    return _mm512_mul_epi32(a, b);
}
static inline vec4 vec4_shift_down(vec4 value, unsigned bits) {
    return _mm512_srli_epi64(value, bits);
}

static inline vec4 vec4_permute(vec4 value, vec4 halves) {
    return _mm512_permutexvar_epi32(halves, value);
}

static inline vec4 bytes_shuffle(vec4 value, vec4 control) {
    return _mm512_shuffle_epi8(value, control);
}
static inline vec4 bytes_larger(vec4 a, vec4 b) {
    return _mm512_max_epu8(a, b);
}
static inline quarter_set quarters_alike(vec4 a, vec4 b, vec4 bits) {
    return _mm512_testn_epi16_mask(_mm512_xor_si512(a, b), bits);
}
static inline vec4 quarters_keep(quarter_set set, vec4 value) {
    return _mm512_maskz_mov_epi16(set, value);
}
static inline vec4 quarters_sign(vec4 value, vec4 a, vec4 b) {
    const __mmask32 below = _mm512_cmplt_epu16_mask(a, b);
    return _mm512_mask_sub_epi16(value, below, _mm512_setzero_si512(), value);
}
static inline vec4 quarters_dot(vec4 a, vec4 b) {
    const vec4 sums = _mm512_madd_epi16(a, b);
    return _mm512_add_epi32(sums, _mm512_srli_epi64(sums, 32));
}

/* ---- sets of 64 ------------------------------------------------------------------------------ */

static inline uint64_t bytes_either(const uint8_t *odd, const uint8_t *any) {
    const vec4 low = _mm512_and_si512(vec4_load(odd), vec4_all(0x0101010101010101));
    const vec4 either = _mm512_or_si512(low, vec4_load(any));
    return _mm512_test_epi8_mask(either, either);
}
static inline uint64_t bytes_enough(const uint8_t *slack, const uint8_t *first,
                                    const uint8_t *second) {
    const vec4 one = vec4_all(0x0101010101010101);
    const vec4 rises = _mm512_andnot_si512(vec4_load(first), one);
    const vec4 steps = _mm512_add_epi8(rises, vec4_and(vec4_load(second), one));
    return _mm512_cmpge_epu8_mask(vec4_load(slack), _mm512_add_epi8(steps, steps));
}

#else

#define VEC4_GROUPS 1

typedef __m256i vec4;
typedef __m256i quarter_set;

static inline vec4 vec4_load(const void *from) {
    return _mm256_loadu_si256((const __m256i *)from);
}
static inline void vec4_store(void *first, void *second, vec4 value) {
    (void)second;
    _mm256_storeu_si256((__m256i *)first, value);
}
static inline vec4 vec4_all(uint64_t value) {
    return _mm256_set1_epi64x((long long)value);
}
/* Loads 16 bytes per group, twice. */
static inline vec4 vec4_twice(const uint8_t *first, const uint8_t *second) {
    (void)second;
    return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)first));
}
static inline void line_copy(void *to, const void *from) {
    const __m256i low = _mm256_loadu_si256((const __m256i *)from);
    const __m256i high = _mm256_loadu_si256((const __m256i *)from + 1);
    _mm256_storeu_si256((__m256i *)to, low);
    _mm256_storeu_si256((__m256i *)to + 1, high);
}

/* ---- words ----------------------------------------------------------------------------------- */

static inline vec4 vec4_and(vec4 a, vec4 b) {
    return _mm256_and_si256(a, b);
}
static inline vec4 vec4_or(vec4 a, vec4 b) {
    return _mm256_or_si256(a, b);
}
static inline vec4 vec4_xor(vec4 a, vec4 b) {
    return _mm256_xor_si256(a, b);
}
static inline vec4 vec4_add(vec4 a, vec4 b) {
    return _mm256_add_epi64(a, b);
}
/* Multiplies signed lower halves. */
static inline vec4 vec4_multiply(vec4 a, vec4 b) {
    return _mm256_mul_epi32(a, b);
}
static inline vec4 vec4_shift_down(vec4 value, int bits) {
    return _mm256_srli_epi64(value, bits);
}

/* Half i of the result is half number halves[i] of `value`; halves have 32 bits. */
static inline vec4 vec4_permute(vec4 value, vec4 halves) {
    return _mm256_permutevar8x32_epi32(value, halves);
}

/* ---- bytes and quarters ---------------------------------------------------------------------- */

/* In each 16 bytes, byte i becomes byte control[i], or 0 if control[i] has bit 7. */
static inline vec4 bytes_shuffle(vec4 value, vec4 control) {
    return _mm256_shuffle_epi8(value, control);
}
static inline vec4 bytes_larger(vec4 a, vec4 b) {
    return _mm256_max_epu8(a, b);
}
/* Returns the quarters in which a and b agree on `bits`. */
static inline quarter_set quarters_alike(vec4 a, vec4 b, vec4 bits) {
    return _mm256_cmpeq_epi16(_mm256_and_si256(_mm256_xor_si256(a, b), bits),
                              _mm256_setzero_si256());
}
static inline vec4 quarters_keep(quarter_set set, vec4 value) {
    return _mm256_and_si256(set, value);
}
/* Negates `value` where a is below b. Unspecified where a equals b or differs by 2^15 or more. */
static inline vec4 quarters_sign(vec4 value, vec4 a, vec4 b) {
    return _mm256_sign_epi16(value, _mm256_sub_epi16(a, b));
}
/* Sums the products of signed quarters into the lower half of each word. */
static inline vec4 quarters_dot(vec4 a, vec4 b) {
    const vec4 sums = _mm256_madd_epi16(a, b);
    return _mm256_add_epi32(sums, _mm256_srli_epi64(sums, 32));
}

/* ---- sets of 64 ------------------------------------------------------------------------------ */

static inline uint32_t bytes_neither32(const uint8_t *odd, const uint8_t *any) {
    const vec4 low = _mm256_and_si256(vec4_load(odd), vec4_all(0x0101010101010101));
    const vec4 none =
        _mm256_cmpeq_epi8(_mm256_or_si256(low, vec4_load(any)), _mm256_setzero_si256());
    return (uint32_t)_mm256_movemask_epi8(none);
}
/* Sets bit i, 0 .. 63, if odd[i] is odd or any[i] is not 0. */
static inline uint64_t bytes_either(const uint8_t *odd, const uint8_t *any) {
    return ~(bytes_neither32(odd, any) | (uint64_t)bytes_neither32(odd + 32, any + 32) << 32);
}

static inline uint32_t bytes_enough32(const uint8_t *slack, const uint8_t *first,
                                      const uint8_t *second) {
    const vec4 one = vec4_all(0x0101010101010101), have = vec4_load(slack);
    const vec4 rises = _mm256_andnot_si256(vec4_load(first), one);
    const vec4 steps = _mm256_add_epi8(rises, vec4_and(vec4_load(second), one));
    const vec4 need = _mm256_add_epi8(steps, steps);
    return (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_max_epu8(have, need), have));
}
/* Sets bit i if slack[i] >= 2 * ((first[i] is even) + (second[i] is odd)). */
static inline uint64_t bytes_enough(const uint8_t *slack, const uint8_t *first,
                                    const uint8_t *second) {
    return bytes_enough32(slack, first, second) |
           (uint64_t)bytes_enough32(slack + 32, first + 32, second + 32) << 32;
}

#endif

/* ---- nodes ----------------------------------------------------------------------------------- */

/* Only group 0 uses `entry`, `blank` and `left`. */
struct node_group {
    uint8_t board[TILEPDB_TABLE_MAX_CELLS];
    /* bound - g - h; in group 1 of bidirectional kernels, limit - b, which is even, or UINT8_MAX if
     * the node is exempt */
    uint8_t slack;
    uint8_t blank;
    uint8_t left;
    automaton_entry entry;
};

struct node {
    struct node_group group[KERNEL_GROUPS];
    uint64_t packed[KERNEL_GROUPS][QUADS_PATTERNS];
};
static_assert(sizeof(struct node) == 64 * KERNEL_GROUPS, "a node is a line of the cache a group");

/* A lookup, with number stage * CHILDREN + child, reads the entry of one child in one group. The
 * stage is the group's position in the order of lookups: groups without slack come first, since no
 * others can prune; in bidirectional kernels group 0 does. */
#define LOOKUPS (KERNEL_GROUPS * CHILDREN)

struct scratch {
    struct node parent[WIDTH];
    /* [parent] sum of pending count + TALLY_EXPANDED over earlier parents */
    packed_tally before[WIDTH + 1];
    uint32_t link[WIDTH];
    uint16_t first[WIDTH][KERNEL_GROUPS]; /* first lookup of each group */
    uint64_t packed[LOOKUPS];             /* moving tile's pattern after the move, with the old h */
    uint64_t row[LOOKUPS];
    uint64_t place[LOOKUPS]; /* lower half: mask, and above it the number of the shape; upper half:
                              * index in `maps` of map 0 for the blank's cell */
    uint8_t slack[LOOKUPS];
    uint8_t falls[LOOKUPS]; /* bit 0: h falls */
    uint8_t move[CHILDREN]; /* parent * DIRECTIONS + direction */
    uint8_t kept[CHILDREN];
    /* [position in `kept`] */
    uint32_t rank[CHILDREN];
    uint64_t bit[CHILDREN]; /* number of the entry's bit in memory */
    struct frontier_node frontier_node[KERNEL_SIDES ? CHILDREN : 1];
};

/* ---- the children ---------------------------------------------------------------------------- */

KERNEL_INLINE void node_copy(struct node *to, const struct node *from, unsigned groups) {
    if (EXACT) {
        for (unsigned line = 0; line < KERNEL_GROUPS; line++)
            line_copy((uint8_t *)to + 64 * line, (const uint8_t *)from + 64 * line);
        return;
    }
    memcpy(to->group, from->group, groups * sizeof *to->group);
    memcpy(to->packed, from->packed, groups * sizeof *to->packed);
}

KERNEL_INLINE void stages_order(uint16_t first[KERNEL_GROUPS], const struct node *node,
                                unsigned groups) {
    if (KERNEL_SIDES) {
        first[0] = 0;
        first[groups - 1] = CHILDREN;
        return;
    }
    if (groups <= 2) {
        const bool later = groups == 2 && node->group[groups - 1].slack < node->group[0].slack;
        first[0] = later ? CHILDREN : 0;
        if (groups == 2) first[groups - 1] = CHILDREN - first[0];
        return;
    }
    uint16_t lookup = 0;
    for (unsigned pass = 0; pass < 2; pass++)
        for (unsigned g = 0; g < groups; g++)
            if ((node->group[g].slack != 0) == pass) {
                first[g] = lookup;
                lookup += CHILDREN;
            }
}

/* The change of the code in the lower half of each direction's word: the signed sum, over passed
 * tiles of the same pattern, of the larger label's factorial. */
KERNEL_INLINE vec4 passed_gain(vec4 tile, vec4 passed, vec4 towards, vec4 factorial) {
    const vec4 pattern = vec4_all(0xF0F0F0F0F0F0F0F0), high = vec4_all(0x0800080008000800);
    const quarter_set same = quarters_alike(tile, passed, pattern);
    const vec4 change = bytes_shuffle(factorial, vec4_or(bytes_larger(tile, passed), high));
    return quarters_dot(quarters_keep(same, change), quarters_sign(towards, tile, passed));
}

static inline void store32(void *to, uint32_t value) {
    memcpy(to, &value, sizeof value);
}

static inline void store64(void *to, uint64_t value) {
    memcpy(to, &value, sizeof value);
}

/* Makes all four moves of a node in VEC4_GROUPS groups, and stores the legal moves as children from
 * `j` on. */
KERNEL_INLINE void groups_list(const struct quads *data, struct scratch *scratch,
                               const struct node *node, const uint16_t *first, size_t place,
                               unsigned g, unsigned legal, size_t j, bool uniform) {
    const unsigned last = VEC4_GROUPS - 1;
    const struct node_group *group = &node->group[g];
    const size_t lookup = first[g] + j, lookup_last = first[g + last] + j;
    const vec4 window = vec4_twice(group->board + data->start[place],
                                   group[last].board + data->start[place + last]);
    const vec4 tile = bytes_shuffle(window, vec4_load(data->tile[place]));
    const vec4 passed = bytes_shuffle(window, vec4_load(data->passed[place]));
    const vec4 gain =
        passed_gain(tile, passed, vec4_load(data->towards[g]), vec4_load(data->factorial));
    const vec4 halves =
        vec4_or(vec4_shift_down(tile, QUADS_PATTERN_SHIFT - 1), vec4_all(UINT64_C(1) << 32));
    const vec4 row_bits = vec4_permute(vec4_load(data->row_bits[g]), halves);
    const vec4 before = vec4_permute(vec4_load(node->packed[g]), halves);
    const vec4 packed =
        vec4_add(vec4_xor(before, vec4_load(data->cells[place])), vec4_multiply(gain, row_bits));
    const vec4 row = vec4_add(vec4_permute(vec4_load(data->entries[g]), halves),
                              vec4_and(packed, vec4_all(QUADS_OFFSET)));
    vec4 at = vec4_add(vec4_shift_down(packed, QUADS_MASK_SHIFT), vec4_load(data->map[place]));
    if (!uniform) at = vec4_add(at, vec4_permute(vec4_load(data->shape[g]), halves));
    const vec4 pack = vec4_load(data->pack[legal]);
    vec4_store(&scratch->packed[lookup], &scratch->packed[lookup_last], vec4_permute(packed, pack));
    vec4_store(&scratch->row[lookup], &scratch->row[lookup_last], vec4_permute(row, pack));
    vec4_store(&scratch->place[lookup], &scratch->place[lookup_last], vec4_permute(at, pack));
    store32(&scratch->slack[lookup], group->slack * 0x01010101u);
    if (last) store32(&scratch->slack[lookup_last], group[last].slack * 0x01010101u);
}

KERNEL_INLINE unsigned parent_list(const struct quads *data, const automaton_entry *follow,
                                   struct scratch *scratch, const struct node *node, size_t i,
                                   size_t j, unsigned groups, bool uniform) {
    const automaton_entry entry = node->group[0].entry;
    const size_t place = node->group[0].blank * (size_t)groups;
    const unsigned legal = automaton_legal(entry, DIRECTIONS);
    uint16_t *first = scratch->first[i];
    __builtin_prefetch(follow + automaton_state(entry, DIRECTIONS) * DIRECTIONS);
    store32(&scratch->move[j], data->directions[legal] + (uint32_t)(i * DIRECTIONS) * 0x01010101u);
    stages_order(first, node, groups);
    for (unsigned g = 0; g < groups; g += VEC4_GROUPS)
        groups_list(data, scratch, node, first, place + g, g, legal, j, uniform);
    return data->direction_count[legal];
}

KERNEL_INLINE void lookups_pad(struct scratch *scratch, size_t children, unsigned groups) {
    for (size_t first = 0; first < groups * CHILDREN; first += CHILDREN)
        for (size_t i = 0; i < TOGETHER; i++) {
            scratch->row[first + children + i] = scratch->row[first];
            scratch->place[first + children + i] = scratch->place[first];
        }
}

KERNEL_INLINE unsigned children_list(struct pass *pass, struct scratch *scratch, size_t count,
                                     unsigned groups, bool uniform) {
    const struct quads *data = pass->data;
    const automaton_entry *follow = pass->automaton->next;
    const size_t top = pass->top -= count;
    const struct node *nodes = (struct node *)pass_field(pass, 0) + top;
    const packed_tally *pending = pass->pending + top;
    unsigned children = 0;
    packed_tally before = 0;
    memcpy(scratch->link, pass->link + top, count * sizeof *scratch->link);
    for (size_t i = 0; i < count; i++) {
        node_copy(&scratch->parent[i], &nodes[i], groups);
        scratch->before[i] = before;
        before += pending[i] + TALLY_EXPANDED;
        children += parent_list(data, follow, scratch, &nodes[i], i, children, groups, uniform);
    }
    scratch->before[count] = before;
    pass->done.generated += children;
    pass->done.expanded += count;
    lookups_pad(scratch, children, groups);
    return children;
}

/* ---- looking up ------------------------------------------------------------------------------ */

/* A row that failed to load can be read; the next check ends the search. */
static void row_require(const struct quads *data, const struct scratch *scratch, size_t lookup) {
    const uint16_t *first = scratch->first[scratch->move[lookup % CHILDREN] / DIRECTIONS];
    const uint64_t packed = scratch->packed[lookup];
    unsigned g = 0;
    while (first[g] != lookup / CHILDREN * CHILDREN) g++;
    const struct kernel_partition *partition = data->setup->partition[g];
    const struct kernel_pattern *pattern = &partition->pattern[packed % QUADS_PATTERNS];
    const uint32_t code = (uint32_t)((packed & QUADS_OFFSET) / 8 / pattern->row_bytes);
    if (!table_row_ready(pattern->table, code)) table_row_load(pattern->table, code);
}

KERNEL_INLINE void lookup_rank(struct scratch *scratch, const struct quads *data, size_t k,
                               unsigned stage) {
    const uint64_t *place = &scratch->place[stage * CHILDREN];
    const uint32_t mask = (uint32_t)place[stage ? scratch->kept[k] : k];
    const uint32_t low = mask & ((1u << data->low_cells) - 1);
    const uint32_t rank = data->high[mask >> data->low_cells] + data->low[low];
    __builtin_prefetch(&data->mask_regions[rank]);
    scratch->rank[k] = rank;
}

KERNEL_INLINE void lookup_locate(struct scratch *scratch, const struct quads *data, size_t k,
                                 unsigned stage) {
    const uint64_t *row = &scratch->row[stage * CHILDREN];
    const uint64_t *place = &scratch->place[stage * CHILDREN];
    const size_t j = stage ? scratch->kept[k] : k;
    const uint32_t packed = data->mask_regions[scratch->rank[k]];
    const uint32_t region = data->maps[(place[j] >> 32) + (packed >> data->cohort_bits)];
    const uint64_t bit = row[j] + (packed & ((1u << data->cohort_bits) - 1)) + region;
    __builtin_prefetch((const uint8_t *)(uintptr_t)(bit >> 3));
    scratch->bit[k] = bit;
}

KERNEL_INLINE void lookup_read(struct scratch *scratch, size_t k, unsigned stage) {
    const uint64_t *packed = &scratch->packed[stage * CHILDREN];
    uint8_t *falls = &scratch->falls[stage * CHILDREN];
    const size_t j = stage ? scratch->kept[k] : k;
    const uint64_t bit = scratch->bit[k];
    const uint8_t *entries = (const uint8_t *)(uintptr_t)(bit >> 3);
    falls[j] = (uint8_t)(packed[j] >> (QUADS_H_SHIFT + 1) ^ (uint64_t)*entries >> (bit & 7));
}

/* Looks up the children in `kept`, or all children in stage 0. Each loop prefetches for the next
 * loop. */
KERNEL_INLINE void stage_look_up(struct scratch *scratch, const struct quads *data, size_t count,
                                 unsigned stage, bool ready) {
    if (stage) store64(&scratch->kept[count], scratch->kept[0] * 0x0101010101010101);
    for (size_t k = 0; k < count; k += TOGETHER)
        for (size_t i = 0; i < TOGETHER; i++) lookup_rank(scratch, data, k + i, stage);
    for (size_t k = 0; k < count && !ready; k++)
        row_require(data, scratch, stage * CHILDREN + (stage ? scratch->kept[k] : k));
    for (size_t k = 0; k < count; k += TOGETHER)
        for (size_t i = 0; i < TOGETHER; i++) lookup_locate(scratch, data, k + i, stage);
    for (size_t k = 0; k < count; k += TOGETHER)
        for (size_t i = 0; i < TOGETHER; i++) lookup_read(scratch, k + i, stage);
}

/* Returns a bit for each of 64 children from `j` on, set if the child passes this stage. Stage 1 of
 * bidirectional kernels tests the limit instead of the bound. */
KERNEL_INLINE uint64_t stage_within(const struct scratch *scratch, size_t j, unsigned stage) {
    const size_t lookup = stage * CHILDREN + j;
    if (KERNEL_SIDES && stage)
        return bytes_enough(&scratch->slack[lookup], &scratch->falls[j], &scratch->falls[lookup]);
    return bytes_either(&scratch->falls[lookup], &scratch->slack[lookup]);
}

/* A bit for each of 64 children from `j` on: 0 if the parent's b is the limit and h rises, so that
 * b exceeds the limit. */
KERNEL_INLINE uint64_t limit_undecided(const struct scratch *scratch, size_t j) {
    return bytes_either(&scratch->falls[j], &scratch->slack[CHILDREN + j]);
}

/* Removes children that fail this stage from `among`, and lists the rest in `kept`. In stage 0 of
 * bidirectional kernels, children that limit_undecided excludes stay in `among` without being
 * listed: they may be frontier nodes. */
KERNEL_INLINE size_t stage_test(struct scratch *scratch, const struct quads *data, uint64_t *among,
                                size_t children, unsigned stage) {
    size_t kept = 0;
    for (size_t j = 0; j < children; j += 64) {
        uint64_t left = among[j / 64] &= stage_within(scratch, j, stage);
        if (KERNEL_SIDES && !stage) left &= limit_undecided(scratch, j);
        for (unsigned i = 0; i < 64; i += 8) {
            const unsigned set = left >> i & 0xFF;
            store64(&scratch->kept[kept], data->list[set] + (j + i) * 0x0101010101010101);
            kept += (size_t)__builtin_popcount(set);
        }
    }
    return kept;
}

/* ---- frontier nodes, from both sides --------------------------------------------------------- */

/* In bidirectional kernels the slack of group 1 is limit - b (pass.h). */
KERNEL_INLINE uint8_t slack_after(const struct node_group *from, const struct scratch *scratch,
                                  const struct quads *data, unsigned g, size_t lookup) {
    const size_t falls = scratch->falls[lookup] & 1u;
    if (!KERNEL_SIDES || g == 0) return (uint8_t)(from->slack + data->slack_change[falls]);
    const size_t rises = 1u ^ (scratch->falls[lookup - CHILDREN] & 1u);
    return (uint8_t)(from->slack - 2 * (falls + rises));
}

static inline uint64_t packed_key(uint64_t packed, unsigned pattern) {
    return pass_key_part(pattern, packed >> QUADS_MASK_SHIFT, (packed & QUADS_OFFSET) - pattern);
}

KERNEL_INLINE uint64_t node_key_parts(const struct node *node, unsigned g) {
    uint64_t parts = 0;
    for (unsigned p = 0; p < QUADS_PATTERNS; p++) parts += packed_key(node->packed[g][p], p);
    return parts;
}

/* Counts children within the bound but beyond the limit. Emits those in the range of side->least
 * and side->most or, without side->emits_child, their parents once each. */
KERNEL_INLINE void frontier_emit(struct pass *pass, struct scratch *scratch, const uint64_t *bound,
                                 const uint64_t *limit, size_t children) {
    const struct pass_side *side = pass->side;
    const struct quads *data = pass->data;
    const unsigned g = pass->setup->key_group;
    size_t count = 0, before = SIZE_MAX;
    for (size_t first = 0; first < children; first += 64)
        for (uint64_t set = bound[first / 64] & ~limit[first / 64]; set; set &= set - 1) {
            const size_t j = first + (size_t)__builtin_ctzll(set);
            const size_t parent = scratch->move[j] / DIRECTIONS;
            const struct node *node = &scratch->parent[parent];
            const int left = node->group[0].left - 1;
            const int slack = slack_after(&node->group[0], scratch, data, 0, j);
            const int counted = pass_frontier_left(side, left, left - slack);
            pass->side_counts.frontier[counted]++;
            if (left < side->least || counted > side->most) continue;
            if (!side->emits_child && parent == before) continue;
            before = parent;
            uint64_t parts = node_key_parts(node, g);
            if (side->emits_child) {
                const uint64_t packed = scratch->packed[g * CHILDREN + j];
                const unsigned p = packed % QUADS_PATTERNS;
                parts += packed_key(packed, p) - packed_key(node->packed[g][p], p);
            }
            scratch->frontier_node[count++] =
                pass_frontier_node(pass, parts, scratch->link[parent], left, counted, 0);
        }
    if (count) pass->on_frontier(pass, scratch->frontier_node, count);
}

/* Emits the parents of kept children, each once, if the edge may meet a shorter solution. */
static void shorter_emit(struct pass *pass, struct scratch *scratch, size_t kept) {
    const struct quads *data = pass->data;
    const unsigned g = pass->setup->key_group;
    enum { OTHER = KERNEL_GROUPS > 1 }; /* kernels with one group never call this function */
    size_t count = 0, before = SIZE_MAX;
    for (size_t k = 0; k < kept; k++) {
        const size_t j = scratch->kept[k], parent = scratch->move[j] / DIRECTIONS;
        const struct node *node = &scratch->parent[parent];
        const int crossed = pass_threshold_crossed(
            node->group[OTHER].slack,
            slack_after(&node->group[OTHER], scratch, data, OTHER, OTHER * CHILDREN + j),
            slack_after(&node->group[0], scratch, data, 0, j));
        const int left = node->group[0].left - 1;
        if (!crossed || left < pass->side->least || parent == before) continue;
        before = parent;
        scratch->frontier_node[count++] = pass_frontier_node(
            pass, node_key_parts(node, g), scratch->link[parent], left, left, crossed / 2);
    }
    if (count) pass->on_frontier(pass, scratch->frontier_node, count);
}

/* ---- pushing --------------------------------------------------------------------------------- */

KERNEL_INLINE void group_descend(struct node *to, const struct node_group *from,
                                 const struct scratch *scratch, const struct quads *data,
                                 unsigned blank, unsigned cell, unsigned g, size_t lookup) {
    struct node_group *group = &to->group[g];
    const uint64_t packed = scratch->packed[lookup];
    const size_t falls = scratch->falls[lookup] & 1u;
    group->board[blank] = from->board[cell];
    group->board[cell] = QUADS_BLANK;
    group->slack = slack_after(from, scratch, data, g, lookup);
    to->packed[g][packed % QUADS_PATTERNS] =
        (packed + data->change[falls]) & ~(UINT64_C(4) << QUADS_H_SHIFT);
}

KERNEL_INLINE void side_note(struct pass *pass, uint8_t *slack, int left) {
    if (left <= pass->side->free)
        *slack = UINT8_MAX;
    else
        pass->side_counts.within[*slack / 2]++;
}

KERNEL_INLINE void children_push(struct pass *pass, const struct scratch *scratch, size_t kept,
                                 unsigned groups) {
    const struct quads *data = pass->data;
    const automaton_entry *follow = pass->automaton->next;
    struct node *to = (struct node *)pass_field(pass, 0) + pass->top;
    uint32_t *links = pass->links + pass->link_count, *link = pass->link + pass->top;
    packed_tally *pending = pass->pending + pass->top;
    const uint32_t number = pass->link_count;
    uint32_t over = 0; /* bit 31: a child has no move left */
    for (size_t k = 0; k < kept; k++, to++) {
        const size_t j = scratch->kept[k];
        const size_t parent = scratch->move[j] / DIRECTIONS, d = scratch->move[j] % DIRECTIONS;
        const struct node *from = &scratch->parent[parent];
        const size_t place = from->group[0].blank * (size_t)groups;
        const uint8_t *cells = &data->from[place][d], *blanks = &data->to[place];
        const uint32_t left = from->group[0].left - 1u;
        links[k] = scratch->link[parent] << KERNEL_SINGLE_BITS | (uint32_t)d;
        pending[k] = scratch->before[parent] + j;
        node_copy(to, from, groups);
        to->group[0].entry =
            follow[automaton_state(from->group[0].entry, DIRECTIONS) * DIRECTIONS + d];
        to->group[0].blank = *cells;
        to->group[0].left = (uint8_t)left;
        over |= left - 1;
        for (unsigned g = 0; g < groups; g++)
            group_descend(to, &from->group[g], scratch, data, blanks[g], cells[g * DIRECTIONS], g,
                          scratch->first[parent][g] + j);
        if (KERNEL_SIDES) side_note(pass, &to->group[groups - 1].slack, (int)left);
    }
    for (uint32_t k = 0; k < kept; k++) link[k] = number + k;
    pass->top += kept;
    pass->link_count = number + (uint32_t)kept;
    if (__builtin_expect((over >> 31) != 0 || pass->shorter, 0))
        bits_solutions_report(pass, kept, offsetof(struct node, group[0].left),
                              offsetof(struct node, group[0].slack));
}

KERNEL_INLINE void expand(struct pass *pass, size_t count, unsigned groups, bool ready,
                          bool uniform) {
    struct scratch *scratch = pass->scratch;
    const struct quads *data = pass->data;
    const unsigned children = children_list(pass, scratch, count, groups, uniform);
    const size_t base = pass->top;
    size_t kept = children;
    uint64_t among[CHILDREN / 64];
    for (size_t j = 0; j < children; j += 64)
        among[j / 64] = children - j < 64 ? (UINT64_C(1) << (children - j)) - 1 : UINT64_MAX;
    stage_look_up(scratch, data, kept, 0, ready);
    kept = stage_test(scratch, data, among, children, 0);
    for (unsigned stage = 1; stage < groups; stage++) {
        stage_look_up(scratch, data, kept, stage, ready);
        uint64_t bound[CHILDREN / 64];
        memcpy(bound, among, sizeof bound);
        for (size_t j = 0; KERNEL_SIDES && j < children; j += 64)
            among[j / 64] &= limit_undecided(scratch, j);
        kept = stage_test(scratch, data, among, children, stage);
        if (KERNEL_SIDES) frontier_emit(pass, scratch, bound, among, children);
    }
    if (KERNEL_SIDES && pass->side->shorter && !pass->side->emits_child)
        shorter_emit(pass, scratch, kept);
    children_push(pass, scratch, kept, groups);
    pass_pending_from_sums(pass, base, scratch->before[count] + children);
}

/* ---- the kernel ------------------------------------------------------------------------------ */

static void batch_expand(struct pass *pass, size_t count) {
    const struct quads *data = pass->data;
    const unsigned groups = EXACT ? KERNEL_GROUPS : pass->setup->group_count;
    if (!pass_rows_ready(pass))
        expand(pass, count, groups, false, false);
    else if (data->uniform)
        expand(pass, count, groups, true, true);
    else
        expand(pass, count, groups, true, false);
}

static uint8_t tile_name(const struct kernel_setup *setup, unsigned g, unsigned tile) {
    const struct kernel_partition *partition = setup->partition[g];
    if (tile == 0) return QUADS_BLANK;
    const unsigned number = partition->pattern_of_tile[tile];
    const unsigned label = partition->pattern[number].index->label_of_tile[tile];
    return (uint8_t)((g & 1u) << QUADS_GROUP_SHIFT | number << QUADS_PATTERN_SHIFT | label);
}

static uint8_t side_slack(const struct pass *pass, const struct kernel_root *root) {
    if (pass->bound <= pass->side->free) return UINT8_MAX;
    return (uint8_t)(pass->side->limit - root->group[0].sum + root->group[1].sum);
}

static void root_write(struct pass *pass, const struct kernel_root *root, automaton_entry entry) {
    struct node *node = (struct node *)pass_field(pass, 0) + pass->top;
    memset(node, 0, sizeof *node);
    for (unsigned g = 0; g < pass->setup->group_count; g++) {
        const struct kernel_partition *partition = pass->setup->partition[g];
        const struct kernel_root_group *from = &root->group[g];
        struct node_group *to = &node->group[g];
        for (unsigned cell = 0; cell < pass->setup->view.cells; cell++) {
            to->board[cell] = tile_name(pass->setup, g, from->board[cell]);
            if (from->board[cell] == 0) to->blank = (uint8_t)cell;
        }
        to->slack = (uint8_t)(pass->bound - from->sum);
        if (KERNEL_SIDES && g == 1) to->slack = side_slack(pass, root);
        for (unsigned p = 0; p < partition->pattern_count; p++)
            node->packed[g][p] = (uint64_t)from->mask[p] << QUADS_MASK_SHIFT |
                                 (from->h[p] + UINT64_C(1)) % 4 << QUADS_H_SHIFT |
                                 from->code[p] * partition->pattern[p].row_bytes * 8 | p;
    }
    node->group[0].entry = entry;
    node->group[0].left = (uint8_t)pass->bound;
}

static int node_slack(const struct pass *pass, size_t entry) {
    const struct node *node = (const struct node *)pass_field(pass, 0) + entry;
    const unsigned groups = KERNEL_SIDES ? 1 : pass->setup->group_count;
    return bits_least_slack(&node->group[0].slack, sizeof *node->group, groups);
}

static bool fits(const struct kernel_setup *setup) {
    if (EXACT && setup->group_count != KERNEL_GROUPS) return false;
    return quads_fits(setup, KERNEL_GROUPS);
}

BITS_KERNEL(KERNEL_NAME, TILEPDB_VARIANT, quads_prepare, quads_release)
