/*
 * Four 64-bit words, one per direction of the blank, for each of VEC4_GROUPS groups: two groups
 * with AVX-512 if groups come in pairs (VEC4_PAIRS is 1), otherwise one. Comments stand at the
 * functions for AVX2. A quarter is 16 bits of a word.
 */
#ifndef TILEPDB_KERNELS_VEC4_H
#define TILEPDB_KERNELS_VEC4_H

#include <immintrin.h>
#include <stdint.h>

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

/* ---- bytes and quarters ---------------------------------------------------------------------- */

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

/* In each 16 bytes, byte i becomes byte number control[i], or 0 if control[i] has bit 7. */
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

#endif
