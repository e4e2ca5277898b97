/* Little-endian numbers, bits, and the hash of table files. */
#ifndef TILEPDB_BASE_BYTES_H
#define TILEPDB_BASE_BYTES_H

#include <stddef.h>
#include <stdint.h>

/* ---- little-endian numbers at any address ---------------------------------------------------- */

#define BYTES_LITTLE (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)

/* Converts between little-endian and the byte order of the processor. */
static inline uint64_t bytes_little64(uint64_t word) {
    return BYTES_LITTLE ? word : __builtin_bswap64(word);
}

static inline uint16_t load_le16(const void *from) {
    const uint8_t *byte = from;
    return (uint16_t)(byte[0] | byte[1] << 8);
}

static inline uint32_t load_le32(const void *from) {
    const uint8_t *byte = from;
    return (uint32_t)byte[0] | (uint32_t)byte[1] << 8 | (uint32_t)byte[2] << 16 |
           (uint32_t)byte[3] << 24;
}

static inline uint64_t load_le64(const void *from) {
    const uint8_t *byte = from;
    return (uint64_t)load_le32(byte) | (uint64_t)load_le32(byte + 4) << 32;
}

static inline void store_le16(void *to, uint16_t value) {
    uint8_t *byte = to;
    byte[0] = (uint8_t)value;
    byte[1] = (uint8_t)(value >> 8);
}

static inline void store_le32(void *to, uint32_t value) {
    uint8_t *byte = to;
    byte[0] = (uint8_t)value;
    byte[1] = (uint8_t)(value >> 8);
    byte[2] = (uint8_t)(value >> 16);
    byte[3] = (uint8_t)(value >> 24);
}

static inline void store_le64(void *to, uint64_t value) {
    uint8_t *byte = to;
    store_le32(byte, (uint32_t)value);
    store_le32(byte + 4, (uint32_t)(value >> 32));
}

/* ---- sets of bits ---------------------------------------------------------------------------- */

static inline unsigned bits_count32(uint32_t bits) {
    return (unsigned)__builtin_popcount(bits);
}

static inline unsigned bits_count64(uint64_t bits) {
    return (unsigned)__builtin_popcountll(bits);
}

/* The index of the lowest set bit; `bits` is not 0. */
static inline unsigned bits_lowest32(uint32_t bits) {
    return (unsigned)__builtin_ctz(bits);
}

static inline unsigned bits_lowest64(uint64_t bits) {
    return (unsigned)__builtin_ctzll(bits);
}

/* ---- the hash -------------------------------------------------------------------------------- */

/* XXH3-64 without a seed. */
uint64_t hash_bytes(const void *bytes, size_t size);

#endif
