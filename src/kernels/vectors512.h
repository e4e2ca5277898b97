/* vectors.h, which has the comments, for the 512-bit registers of AVX-512 (F, BW, DQ, VL). */
#ifndef TILEPDB_KERNELS_VECTORS512_H
#define TILEPDB_KERNELS_VECTORS512_H

#include <immintrin.h>
#include <stdbool.h>
#include <stdint.h>

#define LANES 8

typedef __m512i vec;
typedef __mmask8 lane_set;

/* ---- making, loading, storing ---------------------------------------------------------------- */

static inline vec all_lanes(uint64_t value) {
    return _mm512_set1_epi64((long long)value);
}
static inline vec iota(void) {
    return _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0);
}
static inline vec load(const uint64_t *from) {
    return _mm512_loadu_si512(from);
}
static inline vec load32(const uint32_t *from) {
    return _mm512_cvtepu32_epi64(_mm256_loadu_si256((const __m256i *)(const void *)from));
}
static inline vec load8(const uint8_t *from) {
    return _mm512_cvtepu8_epi64(_mm_loadl_epi64((const __m128i *)(const void *)from));
}
static inline void store(uint64_t *to, vec value) {
    _mm512_storeu_si512(to, value);
}
static inline void store32(uint32_t *to, vec value) {
    _mm256_storeu_si256((__m256i *)(void *)to, _mm512_cvtepi64_epi32(value));
}

static inline void store_repeated4(uint64_t *to, uint64_t word) {
    _mm256_storeu_si256((__m256i *)(void *)to, _mm256_set1_epi64x((long long)word));
}

/* ---- sets of lanes --------------------------------------------------------------------------- */

static inline lane_set lanes_with(vec value, vec bit) {
    return _mm512_test_epi64_mask(value, bit);
}
static inline lane_set lanes_without(vec value, vec bits) {
    return _mm512_testn_epi64_mask(value, bits);
}
static inline lane_set lanes_above(vec a, vec b) {
    return _mm512_cmpgt_epu64_mask(a, b);
}
static inline lane_set lanes_below(unsigned count) {
    return (lane_set)(count >= LANES ? 0xFFu : (1u << count) - 1u);
}
static inline lane_set lanes_both(lane_set a, lane_set b) {
    return a & b;
}
static inline lane_set lanes_differ(lane_set a, lane_set b) {
    return a ^ b;
}
static inline lane_set lanes_other(lane_set set) {
    return (lane_set)~set;
}
static inline bool lanes_any(lane_set set) {
    return set != 0;
}
static inline unsigned lanes_count(lane_set set) {
    return (unsigned)__builtin_popcount(set);
}

/* ---- arithmetic ------------------------------------------------------------------------------ */

static inline vec both(vec a, vec b) {
    return _mm512_and_si512(a, b);
}
static inline vec either(vec a, vec b) {
    return _mm512_or_si512(a, b);
}
static inline vec differ(vec a, vec b) {
    return _mm512_xor_si512(a, b);
}
static inline vec add(vec a, vec b) {
    return _mm512_add_epi64(a, b);
}
static inline vec subtract(vec a, vec b) {
    return _mm512_sub_epi64(a, b);
}
static inline vec multiply32(vec a, vec b) {
    return _mm512_mul_epu32(a, b);
}
static inline vec smaller(vec a, vec b) {
    return _mm512_min_epu64(a, b);
}
static inline vec shift_up(vec value, unsigned bits) {
    return _mm512_slli_epi64(value, bits);
}
static inline vec shift_down(vec value, unsigned bits) {
    return _mm512_srli_epi64(value, bits);
}
static inline vec shift_up_by(vec value, vec bits) {
    return _mm512_sllv_epi64(value, bits);
}
static inline vec shift_down_by(vec value, vec bits) {
    return _mm512_srlv_epi64(value, bits);
}

/* ---- in some lanes --------------------------------------------------------------------------- */

static inline vec choose(lane_set which, vec set, vec clear) {
    return _mm512_mask_blend_epi64(which, clear, set);
}
static inline vec keep(lane_set which, vec value) {
    return _mm512_maskz_mov_epi64(which, value);
}
static inline vec either_where(lane_set which, vec a, vec b) {
    return _mm512_mask_or_epi64(a, which, a, b);
}
static inline vec differ_where(lane_set which, vec a, vec b) {
    return _mm512_mask_xor_epi64(a, which, a, b);
}
static inline vec negate_where(lane_set which, vec value) {
    return _mm512_mask_sub_epi64(value, which, _mm512_setzero_si512(), value);
}

static inline void compress(uint64_t *to, lane_set which, vec value) {
    store(to, _mm512_maskz_compress_epi64(which, value));
}
static inline void compress32(uint32_t *to, lane_set which, vec value) {
    store32(to, _mm512_maskz_compress_epi64(which, value));
}

typedef __mmask32 quarter_set;

static inline vec quarters_repeat(vec value) {
    const vec lowest = _mm512_set4_epi32(0x09080908, 0x09080908, 0x01000100, 0x01000100);
    return _mm512_shuffle_epi8(value, lowest);
}
static inline vec quarters_add(vec a, vec b) {
    return _mm512_add_epi16(a, b);
}
static inline quarter_set quarters_above(vec a, vec b) {
    return _mm512_cmpgt_epi16_mask(a, b);
}
static inline quarter_set quarters_same(vec a, vec b) {
    return _mm512_cmpeq_epi16_mask(a, b);
}
static inline vec quarters_choose(quarter_set which, vec set, vec clear) {
    return _mm512_mask_blend_epi16(which, clear, set);
}
static inline vec quarters_keep(quarter_set which, vec value) {
    return _mm512_maskz_mov_epi16(which, value);
}
static inline vec quarters_sum(vec value) {
    const vec halves = _mm512_madd_epi16(value, _mm512_set1_epi16(1));
    const vec sum = _mm512_add_epi32(halves, _mm512_srli_epi64(halves, 32));
    return _mm512_and_si512(sum, _mm512_set1_epi64(0xFFFF));
}

/* ---- tables ---------------------------------------------------------------------------------- */

struct shorts16 {
    vec shorts;
};
static inline struct shorts16 shorts16_load(const uint16_t *from) {
    const __m256i shorts = _mm256_loadu_si256((const __m256i *)(const void *)from);
    return (struct shorts16){_mm512_castsi256_si512(shorts)};
}
static inline vec shorts16_at(struct shorts16 table, vec index) {
    return _mm512_maskz_permutexvar_epi16(0x11111111, index, table.shorts);
}
static inline vec shorts16_each(struct shorts16 table, vec index) {
    return _mm512_permutexvar_epi16(index, table.shorts);
}

struct bytes16 {
    struct shorts16 bytes;
};
static inline struct bytes16 bytes16_load(const uint8_t *from) {
    const __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)from);
    return (struct bytes16){{_mm512_castsi256_si512(_mm256_cvtepu8_epi16(bytes))}};
}
static inline vec bytes16_at(struct bytes16 table, vec index) {
    return shorts16_at(table.bytes, index);
}
static inline vec bytes16_each(struct bytes16 table, vec index) {
    return shorts16_each(table.bytes, index);
}

#endif
