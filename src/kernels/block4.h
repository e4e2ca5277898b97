/*
 * Four blocks of 16 bytes: one AVX-512 register, or two of AVX2. Comments stand at the functions
 * for AVX2.
 */
#ifndef TILEPDB_KERNELS_BLOCK4_H
#define TILEPDB_KERNELS_BLOCK4_H

#include <immintrin.h>
#include <stdint.h>

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
/* Byte i of a block becomes the block's byte number control[i], or 0 if control[i] has bit 7. */
static inline block4 block4_shuffle(block4 value, block4 control) {
    return block4_of(_mm256_shuffle_epi8(value.low, control.low),
                     _mm256_shuffle_epi8(value.high, control.high));
}
/* For each pair of bytes, sums unsigned value times signed weight into 16 bits. */
static inline block4 block4_dot8(block4 value, block4 weight) {
    return block4_of(_mm256_maddubs_epi16(value.low, weight.low),
                     _mm256_maddubs_epi16(value.high, weight.high));
}
/* For each pair of signed 16-bit words, sums the products into 32 bits. */
static inline block4 block4_dot16(block4 value, block4 weight) {
    return block4_of(_mm256_madd_epi16(value.low, weight.low),
                     _mm256_madd_epi16(value.high, weight.high));
}
/* Narrows 32-bit words, which must fit 16 bits; each block has the words of `low`, then of
 * `high`. */
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

#endif
