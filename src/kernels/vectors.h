/*
 * Vectors of LANES 64-bit words: four with AVX2 and two with NEON, as vectors of the compiler, with
 * intrinsics where the compiler has no operator; vectors512.h defines the same names for AVX-512.
 * Here lane sets are masks of whole words.
 */
#ifndef TILEPDB_KERNELS_VECTORS_H
#define TILEPDB_KERNELS_VECTORS_H

#if defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512VL__) && defined(__AVX512DQ__)
#include "kernels/vectors512.h" /* IWYU pragma: export */
#else

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#if defined(__AVX2__)
#include <immintrin.h>
#define LANES 4
#elif defined(__aarch64__) && defined(__ARM_NEON)
#include <arm_neon.h>
#define LANES 2
#else
#error "vectors are not defined for this instruction set"
#endif

#define VECTOR_OF(TYPE) TYPE __attribute__((vector_size(8 * LANES)))
typedef VECTOR_OF(uint64_t) vec;
typedef VECTOR_OF(int64_t) signed_vec;
typedef VECTOR_OF(uint16_t) quarters;
typedef VECTOR_OF(int16_t) signed_quarters;
typedef uint32_t half_vec __attribute__((vector_size(4 * LANES)));
typedef vec lane_set;
typedef vec quarter_set;

/* ---- operations with intrinsics -------------------------------------------------------------- */

#if defined(__AVX2__)

static inline vec load8(const uint8_t *from) {
    int32_t bytes;
    memcpy(&bytes, from, sizeof bytes);
    return (vec)_mm256_cvtepu8_epi64(_mm_cvtsi32_si128(bytes));
}
static inline void store32(uint32_t *to, vec value) {
    const __m256i order = _mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6);
    const __m256i halves = _mm256_permutevar8x32_epi32((__m256i)value, order);
    memcpy(to, &halves, 4 * LANES);
}
static inline unsigned lanes_bits(lane_set set) {
    return (unsigned)_mm256_movemask_pd((__m256d)set);
}
static inline bool lanes_any(lane_set set) {
    return lanes_bits(set) != 0;
}
static inline unsigned lanes_count(lane_set set) {
    return (unsigned)__builtin_popcount(lanes_bits(set));
}
/* Returns the lanes in which `value` has the lane's `bit`. */
static inline lane_set lanes_with(vec value, vec bit) {
    return (lane_set)((value & bit) == bit);
}
/* Multiplies the lower halves of words. */
static inline vec multiply32(vec a, vec b) {
    return (vec)_mm256_mul_epu32((__m256i)a, (__m256i)b);
}
/* Takes `set` where `which` is 1s, else `clear`. */
static inline vec choose(vec which, vec set, vec clear) {
    return (vec)_mm256_blendv_epi8((__m256i)clear, (__m256i)set, (__m256i)which);
}
/* In each 16 bytes, byte i becomes byte index[i] of `value`, or 0 if index[i] has bit 7. */
static inline vec bytes_permute(vec value, vec index) {
    return (vec)_mm256_shuffle_epi8((__m256i)value, (__m256i)index);
}
/* Sums the quarters of each word modulo 2^16. */
static inline vec quarters_sum(vec value) {
    const quarters pairs = (quarters)value + (quarters)(value >> 32);
    return (vec)(pairs + (quarters)((vec)pairs >> 16)) & 0xFFFF;
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

/* Moves the lanes of `which` to the front. */
static inline vec packed(lane_set which, vec value) {
    const void *order = packing[lanes_bits(which)];
    return (vec)_mm256_permutevar8x32_epi32((__m256i)value, _mm256_loadu_si256(order));
}

#else

static inline vec load8(const uint8_t *from) {
    return (vec){from[0], from[1]};
}
static inline void store32(uint32_t *to, vec value) {
    vst1_u32(to, vmovn_u64(value));
}
static inline unsigned lanes_count(lane_set set) {
    return 0u - (unsigned)vaddvq_u64(set);
}
static inline bool lanes_any(lane_set set) {
    return lanes_count(set) != 0;
}
static inline lane_set lanes_with(vec value, vec bit) {
    return vtstq_u64(value, bit);
}
static inline vec multiply32(vec a, vec b) {
    return vmull_u32(vmovn_u64(a), vmovn_u64(b));
}
static inline vec choose(vec which, vec set, vec clear) {
    return vbslq_u64(which, set, clear);
}
static inline vec bytes_permute(vec value, vec index) {
    return (vec)vqtbl1q_u8((uint8x16_t)value, (uint8x16_t)index);
}
static inline vec quarters_sum(vec value) {
    return vpaddlq_u32(vpaddlq_u16((uint16x8_t)value)) & 0xFFFF;
}
static inline vec packed(lane_set which, vec value) {
    return choose((vec){which[0], which[0]}, value, (vec){value[1], value[0]});
}

#endif

/* ---- making, loading, storing ---------------------------------------------------------------- */

static inline vec all_lanes(uint64_t value) {
    return value - (vec){0};
}
static inline vec load(const uint64_t *from) {
    vec value;
    memcpy(&value, from, sizeof value);
    return value;
}
static inline vec iota(void) {
    static const uint64_t numbers[] = {0, 1, 2, 3};
    return load(numbers);
}
/* load32 and load8 widen numbers with zeros. */
static inline vec load32(const uint32_t *from) {
    half_vec value;
    memcpy(&value, from, sizeof value);
    return __builtin_convertvector(value, vec);
}
static inline void store(uint64_t *to, vec value) {
    memcpy(to, &value, sizeof value);
}
static inline void store_repeated4(uint64_t *to, uint64_t word) {
    for (unsigned i = 0; i < 4; i += LANES) store(to + i, all_lanes(word));
}

/* ---- sets of lanes --------------------------------------------------------------------------- */

static inline lane_set lanes_both(lane_set a, lane_set b) {
    return a & b;
}
static inline lane_set lanes_differ(lane_set a, lane_set b) {
    return a ^ b;
}
static inline lane_set lanes_other(lane_set set) {
    return ~set;
}
static inline lane_set lanes_without(vec value, vec bits) {
    return (lane_set)((value & bits) == 0);
}
/* Numbers must be below 2^63. */
static inline lane_set lanes_above(vec a, vec b) {
    return (lane_set)((signed_vec)a > (signed_vec)b);
}
static inline lane_set lanes_below(unsigned count) {
    return lanes_above(all_lanes(count), iota());
}

/* ---- arithmetic ------------------------------------------------------------------------------ */

static inline vec both(vec a, vec b) {
    return a & b;
}
static inline vec either(vec a, vec b) {
    return a | b;
}
static inline vec differ(vec a, vec b) {
    return a ^ b;
}
static inline vec add(vec a, vec b) {
    return a + b;
}
static inline vec subtract(vec a, vec b) {
    return a - b;
}
/* Numbers must be below 2^63. */
static inline vec smaller(vec a, vec b) {
    return choose(lanes_above(a, b), b, a);
}
/* Shifts by fewer than 64 bits; the `_by` functions by another number in each lane. */
static inline vec shift_up(vec value, unsigned bits) {
    return value << bits;
}
static inline vec shift_down(vec value, unsigned bits) {
    return value >> bits;
}
static inline vec shift_up_by(vec value, vec bits) {
    return value << bits;
}
static inline vec shift_down_by(vec value, vec bits) {
    return value >> bits;
}

/* ---- in some lanes --------------------------------------------------------------------------- */

static inline vec keep(lane_set which, vec value) {
    return which & value;
}
/* Other lanes keep `a`. */
static inline vec either_where(lane_set which, vec a, vec b) {
    return a | (which & b);
}
static inline vec differ_where(lane_set which, vec a, vec b) {
    return a ^ (which & b);
}
static inline vec negate_where(lane_set which, vec value) {
    return (value ^ which) - which;
}
/* Stores the lanes of `which` side by side; always writes LANES words. */
static inline void compress(uint64_t *to, lane_set which, vec value) {
    store(to, packed(which, value));
}
static inline void compress32(uint32_t *to, lane_set which, vec value) {
    store32(to, packed(which, value));
}

/* ---- quarters: the 16-bit parts of words ----------------------------------------------------- */

/* Copies the lowest quarter to all four. */
static inline vec quarters_repeat(vec value) {
    static const uint64_t lowest[] = {0x0100010001000100, 0x0908090809080908, 0x0100010001000100,
                                      0x0908090809080908};
    return bytes_permute(value, load(lowest));
}
static inline vec quarters_add(vec a, vec b) {
    return (vec)((quarters)a + (quarters)b);
}
/* Numbers must be below 2^15. */
static inline quarter_set quarters_above(vec a, vec b) {
    return (quarter_set)((signed_quarters)a > (signed_quarters)b);
}
static inline quarter_set quarters_same(vec a, vec b) {
    return (quarter_set)((quarters)a == (quarters)b);
}
static inline vec quarters_choose(quarter_set which, vec set, vec clear) {
    return choose(which, set, clear);
}
static inline vec quarters_keep(quarter_set which, vec value) {
    return which & value;
}

/* ---- tables ---------------------------------------------------------------------------------- */

/* Tables of 16 numbers; an index must be below 16. */
struct bytes16 {
    vec bytes; /* the table, in each 16 bytes */
};
static inline struct bytes16 bytes16_load(const uint8_t *from) {
    uint64_t words[LANES];
    for (unsigned i = 0; i < LANES; i += 2) memcpy(words + i, from, 16);
    return (struct bytes16){load(words)};
}
/* Looks up one index per word. */
static inline vec bytes16_at(struct bytes16 table, vec index) {
    return bytes_permute(table.bytes, index | 0xFFFFFFFFFFFFFF00);
}
/* Looks up one index per quarter. */
static inline vec bytes16_each(struct bytes16 table, vec index) {
    return bytes_permute(table.bytes, index | 0xFF00FF00FF00FF00);
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
    return choose(all_lanes(0xFF00FF00FF00FF00), bytes_permute(table.high.bytes, index << 8),
                  bytes_permute(table.low.bytes, index));
}

#endif

#endif
