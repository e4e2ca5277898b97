/*
 * Four blocks in a register of AVX-512. See fours.h; fours256.h says what each function does.
 */
#ifndef TILEPDB_KERNELS_FOURS512_H
#define TILEPDB_KERNELS_FOURS512_H

#include <immintrin.h>
#include <stdint.h>

typedef __m512i four;

static inline four four_load(const void *from) {
    return _mm512_loadu_si512(from);
}
static inline void four_store(void *to, four value) {
    _mm512_storeu_si512(to, value);
}
static inline four four_times(const void *block) {
    return _mm512_broadcast_i64x2(_mm_loadu_si128((const __m128i *)block));
}
static inline four four_choose(four value, four control) {
    return _mm512_shuffle_epi8(value, control);
}
static inline four four_dot8(four value, four weight) {
    return _mm512_maddubs_epi16(value, weight);
}
static inline four four_dot16(four value, four weight) {
    return _mm512_madd_epi16(value, weight);
}
static inline four four_narrow(four low, four high) {
    return _mm512_packus_epi32(low, high);
}
static inline four four_look_up(const uint32_t *table, four numbers) {
    const int *from = (const int *)(const void *)table;
    const __m256i low = _mm256_i32gather_epi32(from, _mm512_castsi512_si256(numbers), 4);
    const __m256i high = _mm256_i32gather_epi32(from, _mm512_extracti64x4_epi64(numbers, 1), 4);
    return _mm512_inserti64x4(_mm512_castsi256_si512(low), high, 1);
}
static inline four four_add32(four a, four b) {
    return _mm512_add_epi32(a, b);
}
static inline four four_add64(four a, four b) {
    return _mm512_add_epi64(a, b);
}
static inline four four_halves_sum(four value) {
    const four low = _mm512_and_si512(value, _mm512_set1_epi64(UINT32_MAX));
    return _mm512_add_epi64(low, _mm512_srli_epi64(value, 32));
}

#endif
