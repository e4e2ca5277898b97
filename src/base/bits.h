/*
 * Sets of bits: their number, and the lowest.
 */
#ifndef TILEPDB_BASE_BITS_H
#define TILEPDB_BASE_BITS_H

#include <stdint.h>

/* The number of set bits, 0 .. 32. */
static inline unsigned bits_count32(uint32_t bits) {
    return (unsigned)__builtin_popcount(bits);
}

/* The number of set bits, 0 .. 64. */
static inline unsigned bits_count64(uint64_t bits) {
    return (unsigned)__builtin_popcountll(bits);
}

/* The index of the lowest set bit, 0 .. 31. `bits` must not be 0. */
static inline unsigned bits_lowest32(uint32_t bits) {
    return (unsigned)__builtin_ctz(bits);
}

/* The index of the lowest set bit, 0 .. 63. `bits` must not be 0. */
static inline unsigned bits_lowest64(uint64_t bits) {
    return (unsigned)__builtin_ctzll(bits);
}

#endif
