/*
 * vectors.h for the 128-bit registers of NEON, which every aarch64 processor has. Lane sets are
 * masks of whole words.
 */
#ifndef TILEPDB_KERNELS_VECTORS128_H
#define TILEPDB_KERNELS_VECTORS128_H

#include <arm_neon.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define LANES 2

typedef uint64x2_t vec;
typedef uint64x2_t lane_set;

/* ---- making, loading, storing ---------------------------------------------------------------- */

static inline vec all_lanes(uint64_t value) {
    return vdupq_n_u64(value);
}
static inline vec iota(void) {
    return vcombine_u64(vcreate_u64(0), vcreate_u64(1));
}
static inline vec load(const uint64_t *from) {
    return vld1q_u64(from);
}
/* Loads narrow numbers and widens them with zeros. */
static inline vec load32(const uint32_t *from) {
    return vmovl_u32(vld1_u32(from));
}
static inline vec load8(const uint8_t *from) {
    static const uint8_t apart[16] = {0, 255, 255, 255, 255, 255, 255, 255,
                                      1, 255, 255, 255, 255, 255, 255, 255};
    uint16_t bytes;
    memcpy(&bytes, from, sizeof bytes);
    const uint8x16_t pair = vreinterpretq_u8_u16(vdupq_n_u16(bytes));
    return vreinterpretq_u64_u8(vqtbl1q_u8(pair, vld1q_u8(apart)));
}
static inline void store(uint64_t *to, vec value) {
    vst1q_u64(to, value);
}
static inline void store32(uint32_t *to, vec value) {
    vst1_u32(to, vmovn_u64(value));
}

static inline void store_repeated4(uint64_t *to, uint64_t word) {
    store(to, all_lanes(word));
    store(to + 2, all_lanes(word));
}

/* ---- sets of lanes --------------------------------------------------------------------------- */

static inline lane_set lanes_both(lane_set a, lane_set b) {
    return vandq_u64(a, b);
}
static inline lane_set lanes_differ(lane_set a, lane_set b) {
    return veorq_u64(a, b);
}
static inline lane_set lanes_other(lane_set set) {
    return vreinterpretq_u64_u32(vmvnq_u32(vreinterpretq_u32_u64(set)));
}
static inline unsigned lanes_count(lane_set set) {
    return 0u - (unsigned)vaddvq_u64(set);
}
static inline bool lanes_any(lane_set set) {
    return lanes_count(set) != 0;
}
/* Returns the lanes in which `value` has the lane's `bit`. */
static inline lane_set lanes_with(vec value, vec bit) {
    return vtstq_u64(value, bit);
}
static inline lane_set lanes_without(vec value, vec bits) {
    return vceqzq_u64(vandq_u64(value, bits));
}
static inline lane_set lanes_above(vec a, vec b) {
    return vcgtq_u64(a, b);
}
static inline lane_set lanes_below(unsigned count) {
    return lanes_above(all_lanes(count), iota());
}

/* ---- arithmetic ------------------------------------------------------------------------------ */

static inline vec both(vec a, vec b) {
    return vandq_u64(a, b);
}
static inline vec either(vec a, vec b) {
    return vorrq_u64(a, b);
}
static inline vec differ(vec a, vec b) {
    return veorq_u64(a, b);
}
static inline vec add(vec a, vec b) {
    return vaddq_u64(a, b);
}
static inline vec subtract(vec a, vec b) {
    return vsubq_u64(a, b);
}
static inline vec multiply32(vec a, vec b) {
    return vmull_u32(vmovn_u64(a), vmovn_u64(b));
}
/* Numbers must be below 2^32. */
static inline vec smaller(vec a, vec b) {
    return vreinterpretq_u64_u32(vminq_u32(vreinterpretq_u32_u64(a), vreinterpretq_u32_u64(b)));
}
/* Shifts by fewer than 64 bits; the `_by` functions by another number in each lane. */
static inline vec shift_up(vec value, unsigned bits) {
    return value << bits;
}
static inline vec shift_down(vec value, unsigned bits) {
    return value >> bits;
}
static inline vec shift_up_by(vec value, vec bits) {
    return vshlq_u64(value, vreinterpretq_s64_u64(bits));
}
static inline vec shift_down_by(vec value, vec bits) {
    return vshlq_u64(value, vnegq_s64(vreinterpretq_s64_u64(bits)));
}

/* ---- in some lanes --------------------------------------------------------------------------- */

/* Takes `set` in the lanes of `which`, else `clear`. */
static inline vec choose(lane_set which, vec set, vec clear) {
    return vbslq_u64(which, set, clear);
}
static inline vec keep(lane_set which, vec value) {
    return both(which, value);
}
/* ORs `b` into `a` in the lanes of `which`; all other lanes keep `a`. */
static inline vec either_where(lane_set which, vec a, vec b) {
    return either(a, keep(which, b));
}
static inline vec differ_where(lane_set which, vec a, vec b) {
    return differ(a, keep(which, b));
}
static inline vec negate_where(lane_set which, vec value) {
    return subtract(differ(value, which), which);
}

/* Puts lane 1 first if lane 0 is not in the set. */
static inline vec packed(lane_set which, vec value) {
    static const uint8_t kept[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    const vec order = vreinterpretq_u64_u8(vld1q_u8(kept));
    const vec from = choose(vdupq_laneq_u64(which, 0), order, vextq_u64(order, order, 1));
    const uint8x16_t bytes = vreinterpretq_u8_u64(value);
    return vreinterpretq_u64_u8(vqtbl1q_u8(bytes, vreinterpretq_u8_u64(from)));
}
/* Stores the lanes of `which` side by side; always writes LANES words. */
static inline void compress(uint64_t *to, lane_set which, vec value) {
    store(to, packed(which, value));
}
static inline void compress32(uint32_t *to, lane_set which, vec value) {
    store32(to, packed(which, value));
}

/* ---- quarters: the 16-bit parts of words ----------------------------------------------------- */

typedef uint16x8_t quarter_set;

static inline uint16x8_t quarters(vec value) {
    return vreinterpretq_u16_u64(value);
}
static inline vec quarters_word(uint16x8_t value) {
    return vreinterpretq_u64_u16(value);
}
/* Copies the lowest quarter to all four. */
static inline vec quarters_repeat(vec value) {
    static const uint8_t lowest[16] = {0, 1, 0, 1, 0, 1, 0, 1, 8, 9, 8, 9, 8, 9, 8, 9};
    return vreinterpretq_u64_u8(vqtbl1q_u8(vreinterpretq_u8_u64(value), vld1q_u8(lowest)));
}
static inline vec quarters_add(vec a, vec b) {
    return quarters_word(vaddq_u16(quarters(a), quarters(b)));
}
/* Numbers must be below 2^15. */
static inline quarter_set quarters_above(vec a, vec b) {
    return vcgtq_u16(quarters(a), quarters(b));
}
static inline quarter_set quarters_same(vec a, vec b) {
    return vceqq_u16(quarters(a), quarters(b));
}
static inline vec quarters_choose(quarter_set which, vec set, vec clear) {
    return quarters_word(vbslq_u16(which, quarters(set), quarters(clear)));
}
static inline vec quarters_keep(quarter_set which, vec value) {
    return quarters_word(vandq_u16(which, quarters(value)));
}
/* Sums the quarters of each word modulo 2^16. */
static inline vec quarters_sum(vec value) {
    return both(vpaddlq_u32(vpaddlq_u16(quarters(value))), all_lanes(0xFFFF));
}

/* ---- tables ---------------------------------------------------------------------------------- */

/* Tables of 16 numbers; an index must be below 16. */
struct bytes16 {
    uint8x16_t bytes;
};
static inline struct bytes16 bytes16_load(const uint8_t *from) {
    return (struct bytes16){vld1q_u8(from)};
}
/* Looks up one index per word. */
static inline vec bytes16_at(struct bytes16 table, vec index) {
    const vec bytes = either(index, all_lanes(0xFFFFFFFFFFFFFF00));
    return vreinterpretq_u64_u8(vqtbl1q_u8(table.bytes, vreinterpretq_u8_u64(bytes)));
}

static inline vec bytes16_each(struct bytes16 table, vec index) {
    const vec bytes = either(index, all_lanes(0xFF00FF00FF00FF00));
    return vreinterpretq_u64_u8(vqtbl1q_u8(table.bytes, vreinterpretq_u8_u64(bytes)));
}

struct shorts16 {
    uint8x16x2_t bytes; /* lower bytes, then upper bytes */
};
static inline struct shorts16 shorts16_load(const uint16_t *from) {
    return (struct shorts16){vld2q_u8((const uint8_t *)from)};
}

static inline vec shorts16_each(struct shorts16 table, vec index) {
    const vec upper = either(index, all_lanes(0x0010001000100010));
    const vec bytes = either(index, shift_up(upper, 8));
    return vreinterpretq_u64_u8(vqtbl2q_u8(table.bytes, vreinterpretq_u8_u64(bytes)));
}

#endif
