/*
 * A table: the entries of one pattern, in memory or in a mapped file, ready to be probed.
 *
 * Entries lie code by code (see pattern/index.h). The row of one code has `row_bytes` bytes and
 * holds one entry for each column: a cohort (blank-aware) or a mask (projected).
 * - bit:    column c is bit c & 7 of byte c >> 3; it is bit 1 of the distance.
 * - nibble: column c is the low (even c) or high (odd c) half of byte c >> 1; it is
 *           (distance - Manhattan distance) / 2.
 * Unreachable entries and the padding at the end of a row are 0.
 *
 * Immutable once made; any number of threads may probe it. Made by tilepdb_table_generate and
 * tilepdb_table_open, released by tilepdb_table_close.
 */
#ifndef TILEPDB_TABLE_TABLE_H
#define TILEPDB_TABLE_TABLE_H

#include "base/file_map.h"
#include "pattern/index.h"
#include "tilepdb.h"

struct tilepdb_table {
    struct index *index;
    tilepdb_table_info info;
    uint64_t row_bytes;
    const uint8_t *entries; /* code_count * row_bytes bytes, in `pages` or in `map` */
    void *pages;            /* owned, or NULL */
    size_t pages_bytes;
    struct file_map map; /* owned; data is NULL where there is no file */
};

/* Columns of a table: cohorts or masks. */
uint32_t table_columns(const struct index *index, tilepdb_blank_policy blank);

/* Bytes of one row: the columns' bits or nibbles, rounded up to whole bytes, and to whole cache
 * lines (64 bytes) from 1024 bytes on. */
uint64_t table_row_bytes(const struct index *index, tilepdb_kind kind);

/* The raw entry of a column in the row of a code: 0 or 1, or 0 .. 15. */
static inline unsigned table_bit(const struct tilepdb_table *table, uint32_t code,
                                 uint32_t column) {
    const uint8_t *row = table->entries + (uint64_t)code * table->row_bytes;
    return (unsigned)row[column >> 3] >> (column & 7) & 1u;
}

static inline unsigned table_nibble(const struct tilepdb_table *table, uint32_t code,
                                    uint32_t column) {
    const uint8_t *row = table->entries + (uint64_t)code * table->row_bytes;
    return (unsigned)row[column >> 1] >> (4 * (column & 1)) & 15u;
}

/* The exact distance of an arrangement with the blank on `blank`, a free cell. Nibbles answer at
 * once; for bits the distance is found by walking down to the goal, one look-up for each neighbour
 * on the way (distances modulo 4 are known everywhere). The entry must be reachable. A corrupt
 * table cannot make it run on: it stops after TILEPDB_MAX_LEVELS steps.
 * Returns -1 where the walk finds no way down, which a sound table never does. */
int table_distance(const struct tilepdb_table *table, uint32_t mask, uint32_t code, unsigned blank);

#endif
