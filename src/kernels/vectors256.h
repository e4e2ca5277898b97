/*
 * vectors.h for the 256-bit registers of AVX2. Lane sets are masks of whole words. Comparisons need
 * numbers below 2^63. Comments stand at the functions of vectors128.h.
 */
#ifndef TILEPDB_KERNELS_VECTORS256_H
#define TILEPDB_KERNELS_VECTORS256_H

#include <immintrin.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define LANES 4

typedef __m256i vec;
typedef __m256i lane_set;

/* ---- making, loading, storing ---------------------------------------------------------------- */

static inline vec all_lanes(uint64_t value) {
    return _mm256_set1_epi64x((long long)value);
}
static inline vec iota(void) {
    return _mm256_set_epi64x(3, 2, 1, 0);
}
static inline vec load(const uint64_t *from) {
    return _mm256_loadu_si256((const __m256i *)(const void *)from);
}
static inline vec load32(const uint32_t *from) {
    return _mm256_cvtepu32_epi64(_mm_loadu_si128((const __m128i *)(const void *)from));
}
static inline vec load8(const uint8_t *from) {
    int32_t bytes;
    memcpy(&bytes, from, sizeof bytes);
    return _mm256_cvtepu8_epi64(_mm_cvtsi32_si128(bytes));
}
static inline void store(uint64_t *to, vec value) {
    _mm256_storeu_si256((__m256i *)(void *)to, value);
}
static inline void store32(uint32_t *to, vec value) {
    const __m256i halves =
        _mm256_permutevar8x32_epi32(value, _mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6));
    _mm_storeu_si128((__m128i *)(void *)to, _mm256_castsi256_si128(halves));
}

static inline void store_repeated4(uint64_t *to, uint64_t word) {
    store(to, all_lanes(word));
}

/* ---- sets of lanes --------------------------------------------------------------------------- */

static inline lane_set lanes_both(lane_set a, lane_set b) {
    return _mm256_and_si256(a, b);
}
static inline lane_set lanes_differ(lane_set a, lane_set b) {
    return _mm256_xor_si256(a, b);
}
static inline lane_set lanes_other(lane_set set) {
    return _mm256_xor_si256(set, _mm256_set1_epi64x(-1));
}
static inline unsigned lanes_bits(lane_set set) {
    return (unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(set));
}
static inline bool lanes_any(lane_set set) {
    return lanes_bits(set) != 0;
}
static inline unsigned lanes_count(lane_set set) {
    return (unsigned)__builtin_popcount(lanes_bits(set));
}
static inline lane_set lanes_without(vec value, vec bits) {
    return _mm256_cmpeq_epi64(_mm256_and_si256(value, bits), _mm256_setzero_si256());
}
static inline lane_set lanes_with(vec value, vec bit) {
    return _mm256_cmpeq_epi64(_mm256_and_si256(value, bit), bit);
}
static inline lane_set lanes_above(vec a, vec b) {
    return _mm256_cmpgt_epi64(a, b);
}
static inline lane_set lanes_below(unsigned count) {
    return lanes_above(all_lanes(count), iota());
}

/* ---- arithmetic ------------------------------------------------------------------------------ */

static inline vec both(vec a, vec b) {
    return _mm256_and_si256(a, b);
}
static inline vec either(vec a, vec b) {
    return _mm256_or_si256(a, b);
}
static inline vec differ(vec a, vec b) {
    return _mm256_xor_si256(a, b);
}
static inline vec add(vec a, vec b) {
    return _mm256_add_epi64(a, b);
}
static inline vec subtract(vec a, vec b) {
    return _mm256_sub_epi64(a, b);
}
static inline vec multiply32(vec a, vec b) {
    return _mm256_mul_epu32(a, b);
}
static inline vec smaller(vec a, vec b) {
    return _mm256_min_epu32(a, b);
}
static inline vec shift_up(vec value, unsigned bits) {
    return _mm256_slli_epi64(value, (int)bits);
}
static inline vec shift_down(vec value, unsigned bits) {
    return _mm256_srli_epi64(value, (int)bits);
}
static inline vec shift_up_by(vec value, vec bits) {
    return _mm256_sllv_epi64(value, bits);
}
static inline vec shift_down_by(vec value, vec bits) {
    return _mm256_srlv_epi64(value, bits);
}

/* ---- in some lanes --------------------------------------------------------------------------- */

static inline vec choose(lane_set which, vec set, vec clear) {
    return _mm256_blendv_epi8(clear, set, which);
}
static inline vec keep(lane_set which, vec value) {
    return both(which, value);
}
static inline vec either_where(lane_set which, vec a, vec b) {
    return either(a, keep(which, b));
}
static inline vec differ_where(lane_set which, vec a, vec b) {
    return differ(a, keep(which, b));
}
static inline vec negate_where(lane_set which, vec value) {
    return subtract(differ(value, which), which);
}

/* [set of lanes] order of the 32-bit halves */
static const uint32_t packing[16][8] = {
#define PACK(a, b, c, d)                                                                           \
    { 2 * a, 2 * a + 1, 2 * b, 2 * b + 1, 2 * c, 2 * c + 1, 2 * d, 2 * d + 1 }
    PACK(0, 1, 2, 3), PACK(0, 1, 2, 3), PACK(1, 0, 2, 3), PACK(0, 1, 2, 3),
    PACK(2, 0, 1, 3), PACK(0, 2, 1, 3), PACK(1, 2, 0, 3), PACK(0, 1, 2, 3),
    PACK(3, 0, 1, 2), PACK(0, 3, 1, 2), PACK(1, 3, 0, 2), PACK(0, 1, 3, 2),
    PACK(2, 3, 0, 1), PACK(0, 2, 3, 1), PACK(1, 2, 3, 0), PACK(0, 1, 2, 3),
#undef PACK
};

static inline vec packed(lane_set which, vec value) {
    const vec order = _mm256_loadu_si256((const __m256i *)(const void *)packing[lanes_bits(which)]);
    return _mm256_permutevar8x32_epi32(value, order);
}
static inline void compress(uint64_t *to, lane_set which, vec value) {
    store(to, packed(which, value));
}
static inline void compress32(uint32_t *to, lane_set which, vec value) {
    store32(to, packed(which, value));
}

/* ---- quarters -------------------------------------------------------------------------------- */

typedef __m256i quarter_set;

static inline vec quarters_repeat(vec value) {
    const vec lowest = _mm256_set_epi64x(0x0908090809080908, 0x0100010001000100, 0x0908090809080908,
                                         0x0100010001000100);
    return _mm256_shuffle_epi8(value, lowest);
}
static inline vec quarters_add(vec a, vec b) {
    return _mm256_add_epi16(a, b);
}
static inline quarter_set quarters_above(vec a, vec b) {
    return _mm256_cmpgt_epi16(a, b);
}
static inline quarter_set quarters_same(vec a, vec b) {
    return _mm256_cmpeq_epi16(a, b);
}
static inline vec quarters_choose(quarter_set which, vec set, vec clear) {
    return _mm256_blendv_epi8(clear, set, which);
}
static inline vec quarters_keep(quarter_set which, vec value) {
    return both(which, value);
}
static inline vec quarters_sum(vec value) {
    const vec halves = _mm256_madd_epi16(value, _mm256_set1_epi16(1));
    const vec sum = _mm256_add_epi32(halves, shift_down(halves, 32));
    return both(sum, all_lanes(0xFFFF));
}

/* ---- tables ---------------------------------------------------------------------------------- */

struct bytes16 {
    vec bytes;
};
static inline struct bytes16 bytes16_load(const uint8_t *from) {
    const __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)from);
    return (struct bytes16){_mm256_broadcastsi128_si256(bytes)};
}
/* Index bytes with the top bit read 0. */
static inline vec bytes16_at(struct bytes16 table, vec index) {
    return _mm256_shuffle_epi8(table.bytes, either(index, all_lanes(0x8080808080808000)));
}
static inline vec bytes16_each(struct bytes16 table, vec index) {
    return _mm256_shuffle_epi8(table.bytes, either(index, all_lanes(0x8000800080008000)));
}

struct shorts16 {
    struct bytes16 low, high;
};
static inline struct shorts16 shorts16_load(const uint16_t *from) {
    uint8_t low[16], high[16];
    for (unsigned i = 0; i < 16; i++) {
        low[i] = (uint8_t)from[i];
        high[i] = (uint8_t)(from[i] >> 8);
    }
    return (struct shorts16){bytes16_load(low), bytes16_load(high)};
}
static inline vec shorts16_each(struct shorts16 table, vec index) {
    const vec low = _mm256_shuffle_epi8(table.low.bytes, index);
    const vec high = _mm256_shuffle_epi8(table.high.bytes, shift_up(index, 8));
    return _mm256_blendv_epi8(low, high, all_lanes(0xFF00FF00FF00FF00));
}

#endif
