/*
 * Eight 64-bit words at once, in 512-bit registers (AVX-512 F, BW, DQ, VL), under readable
 * names. Only for sources that are compiled for these instructions.
 */
#ifndef TILEPDB_SEARCH_VECTORS512_H
#define TILEPDB_SEARCH_VECTORS512_H

#include <immintrin.h>
#include <stdint.h>

#define LANES 8

typedef __m512i vec;

static inline vec all_lanes(uint64_t value) {
    return _mm512_set1_epi64((long long)value);
}
static inline vec load(const uint64_t *from) {
    return _mm512_loadu_si512(from);
}
static inline void store(uint64_t *to, vec value) {
    _mm512_storeu_si512(to, value);
}
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
static inline vec up(vec value, vec by) {
    return _mm512_sllv_epi64(value, by);
}
static inline vec down(vec value, vec by) {
    return _mm512_srlv_epi64(value, by);
}
static inline vec choose(__mmask8 which, vec set, vec clear) {
    return _mm512_mask_blend_epi64(which, clear, set);
}
static inline __mmask8 any_bit(vec value, vec bits) {
    return _mm512_test_epi64_mask(value, bits);
}

/* A table of 16 words in two registers. */
struct table16 {
    vec low, high;
};
static inline struct table16 table16_load(const uint64_t *from) {
    return (struct table16){load(from), load(from + LANES)};
}
static inline vec table16_at(struct table16 table, vec index) {
    return _mm512_permutex2var_epi64(table.low, index, table.high);
}

static inline __mmask8 lanes_below(unsigned count) {
    return (__mmask8)(count >= LANES ? 0xFFu : (1u << count) - 1u);
}

/* The lanes of a set, next to each other; writes all eight words at `to`. */
static inline void compress(uint64_t *to, __mmask8 which, vec value) {
    store(to, _mm512_maskz_compress_epi64(which, value));
}

#endif
