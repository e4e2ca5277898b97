/*
 * Four words of 64 bits in one vector of AVX2, under readable names: one for each direction in
 * which the blank may go. For kernel_bits_quads.c.
 */
#ifndef TILEPDB_SEARCH_QUADS_H
#define TILEPDB_SEARCH_QUADS_H

#include <immintrin.h>
#include <stdint.h>

typedef __m256i quad;

static inline quad quad_load(const void *from) {
    return _mm256_loadu_si256((const __m256i *)from);
}
static inline void quad_store(void *to, quad value) {
    _mm256_storeu_si256((__m256i *)to, value);
}
static inline quad quad_all(uint64_t value) {
    return _mm256_set1_epi64x((long long)value);
}
/* Sixteen bytes, in the lower and in the upper half. */
static inline quad quad_twice(const uint8_t *from) {
    return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)from));
}

/* ---- words ----------------------------------------------------------------------------------- */

static inline quad quad_and(quad a, quad b) {
    return _mm256_and_si256(a, b);
}
static inline quad quad_or(quad a, quad b) {
    return _mm256_or_si256(a, b);
}
static inline quad quad_xor(quad a, quad b) {
    return _mm256_xor_si256(a, b);
}
static inline quad quad_add(quad a, quad b) {
    return _mm256_add_epi64(a, b);
}
/* The product of the lower halves, which have signs. */
static inline quad quad_multiply(quad a, quad b) {
    return _mm256_mul_epi32(a, b);
}
static inline quad quad_shift_down(quad value, int bits) {
    return _mm256_srli_epi64(value, bits);
}

/* Half i of the result is half number halves[i] of the value; halves have 32 bits. */
static inline quad quad_permute(quad value, quad halves) {
    return _mm256_permutevar8x32_epi32(value, halves);
}

/* ---- bytes and quarters ---------------------------------------------------------------------- */

/* Byte i of each half of 16 bytes is the byte of that half that control byte i has the number of;
 * 0, if that has bit 7. */
static inline quad bytes_shuffle(quad value, quad control) {
    return _mm256_shuffle_epi8(value, control);
}
/* 0xFF where the bytes have no bit, otherwise 0. */
static inline quad bytes_empty(quad value) {
    return _mm256_cmpeq_epi8(value, _mm256_setzero_si256());
}
static inline quad bytes_larger(quad a, quad b) {
    return _mm256_max_epu8(a, b);
}
/* Bit 7 of each byte. */
static inline uint32_t bytes_signs(quad value) {
    return (uint32_t)_mm256_movemask_epi8(value);
}
static inline quad quarters_subtract(quad a, quad b) {
    return _mm256_sub_epi16(a, b);
}
/* The value, its negative or 0, as the sign is above 0, below or 0. */
static inline quad quarters_sign(quad value, quad sign) {
    return _mm256_sign_epi16(value, sign);
}
/* The lower half of each word: the sum of the products of its four quarters, which have signs. */
static inline quad quarters_dot(quad a, quad b) {
    const quad sums = _mm256_madd_epi16(a, b);
    return _mm256_add_epi32(sums, _mm256_srli_epi64(sums, 32));
}

#endif
