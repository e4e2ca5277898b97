/*
 * The words of two groups: a vector of AVX-512. See quads.h; quads256.h says what each function
 * does.
 */
#ifndef TILEPDB_KERNELS_QUADS512_H
#define TILEPDB_KERNELS_QUADS512_H

#include <immintrin.h>
#include <stdint.h>

#define QUAD_GROUPS 2

typedef __m512i quad;
typedef __mmask32 quarter_set;

static inline quad quad_load(const void *from) {
    return _mm512_loadu_si512(from);
}
static inline void quad_store(void *first, void *second, quad value) {
    _mm256_storeu_si256((__m256i *)first, _mm512_castsi512_si256(value));
    _mm256_storeu_si256((__m256i *)second, _mm512_extracti64x4_epi64(value, 1));
}
static inline quad quad_all(uint64_t value) {
    return _mm512_set1_epi64((long long)value);
}
static inline quad quad_twice(const uint8_t *first, const uint8_t *second) {
    const __m128i low = _mm_loadu_si128((const __m128i *)(const void *)first);
    const __m128i high = _mm_loadu_si128((const __m128i *)(const void *)second);
    return _mm512_mask_broadcast_i64x2(_mm512_broadcast_i64x2(low), 0xF0, high);
}
static inline void line_copy(void *to, const void *from) {
    _mm512_storeu_si512(to, _mm512_loadu_si512(from));
}

/* ---- words ----------------------------------------------------------------------------------- */

static inline quad quad_and(quad a, quad b) {
    return _mm512_and_si512(a, b);
}
static inline quad quad_or(quad a, quad b) {
    return _mm512_or_si512(a, b);
}
static inline quad quad_xor(quad a, quad b) {
    return _mm512_xor_si512(a, b);
}
static inline quad quad_add(quad a, quad b) {
    return _mm512_add_epi64(a, b);
}
static inline quad quad_multiply(quad a, quad b) {
    return _mm512_mul_epi32(a, b);
}
static inline quad quad_shift_down(quad value, unsigned bits) {
    return _mm512_srli_epi64(value, bits);
}

static inline quad quad_permute(quad value, quad halves) {
    return _mm512_permutexvar_epi32(halves, value);
}

/* ---- bytes and quarters ---------------------------------------------------------------------- */

static inline quad bytes_shuffle(quad value, quad control) {
    return _mm512_shuffle_epi8(value, control);
}
static inline quad bytes_larger(quad a, quad b) {
    return _mm512_max_epu8(a, b);
}
static inline quarter_set quarters_alike(quad a, quad b, quad bits) {
    return _mm512_testn_epi16_mask(_mm512_xor_si512(a, b), bits);
}
static inline quad quarters_keep(quarter_set set, quad value) {
    return _mm512_maskz_mov_epi16(set, value);
}
static inline quad quarters_turn(quad value, quad a, quad b) {
    const __mmask32 below = _mm512_cmplt_epu16_mask(a, b);
    return _mm512_mask_sub_epi16(value, below, _mm512_setzero_si512(), value);
}
static inline quad quarters_dot(quad a, quad b) {
    const quad sums = _mm512_madd_epi16(a, b);
    return _mm512_add_epi32(sums, _mm512_srli_epi64(sums, 32));
}

/* ---- sets of 64 ------------------------------------------------------------------------------ */

static inline uint64_t bytes_either(const uint8_t *odd, const uint8_t *any) {
    const quad low = _mm512_and_si512(quad_load(odd), quad_all(0x0101010101010101));
    const quad either = _mm512_or_si512(low, quad_load(any));
    return _mm512_test_epi8_mask(either, either);
}

#endif
