/*
 * A table: the entries of one pattern, in memory or in a mapped file, ready to be probed.
 *
 * Tables of sets of tiles and colour tables have in common their info, their rows, and where these
 * come from. What is said here of patterns holds for sets of tiles; colour_table.h has the others.
 * `colours` tells which a table is.
 *
 * Entries are stored code by code (see pattern/index.h). The row of one code has `row_bytes` bytes
 * and holds one entry for each column: a cohort (blank-aware) or a mask (projected).
 * - bit:    column c is bit c & 7 of byte c >> 3; it is bit 1 of the distance.
 * - nibble: column c is the low (even c) or high (odd c) half of byte c >> 1; it is
 *           (distance - Manhattan distance) / 2.
 * Unreachable entries and the padding at the end of a row are 0.
 *
 * The row of a code is always at entries + code * row_bytes. In a table from a file it may be read
 * once table_row_load has made it ready; in other tables every row is ready from the start.
 *
 * The contents of a row never change; any number of threads may probe a table. Created by
 * tilepdb_table_generate and tilepdb_table_open, released by tilepdb_table_close.
 */
#ifndef TILEPDB_TABLE_TABLE_H
#define TILEPDB_TABLE_TABLE_H

#include "base/file_map.h"
#include "pattern/index.h"
#include "puzzle/move_set.h"
#include "table/rows.h"
#include "tilepdb.h"

struct container_rows;
struct colour_table;

struct tilepdb_table {
    struct index *index;
    struct move_set moves; /* of the board, in the table's metric */
    tilepdb_table_info info;
    uint64_t row_bytes;
    const uint8_t *entries; /* info.table_bytes, whole rows */
    const uint32_t *ready;  /* bit c & 31 of word c >> 5: the row of code c may be read */
    /* Owned: a generated table has the first two, a table from a file the others. */
    void *pages;
    uint32_t *all_ready;
    struct file_map map;
    struct container_rows *rows;
    /* Owned. A colour table has this instead of index, moves and ready; NULL in other tables. */
    struct colour_table *colours;
};

/* Checks that a pattern can have a table of this kind: no colours, single-tile moves, and not
 * projected with bit. The generation and both encodings rest on the parity of single-tile moves.
 * ERROR_ARGUMENT. */
tilepdb_status table_kind_check(const tilepdb_pattern *pattern, tilepdb_kind kind,
                                tilepdb_error *error);

/* tilepdb_table_need for a set of tiles. */
tilepdb_status table_pattern_need(const tilepdb_pattern *pattern, tilepdb_kind kind,
                                  const tilepdb_generate_options *options,
                                  tilepdb_generate_need *need, tilepdb_error *error);

/* ERROR_TOO_LARGE: generation needs more than `limit` bytes (0: no limit), or than is available.
 * `remedy`: advice for the message, such as "choose smaller patterns". */
tilepdb_status table_memory_check(const tilepdb_generate_need *need, uint64_t limit,
                                  const char *remedy, tilepdb_error *error);

/* Begins a table of a set of tiles that will be generated: sets index, moves, row_bytes, and info
 * except levels and histogram. Otherwise as table_geometry_init. */
tilepdb_status table_begin(tilepdb_table *table, const tilepdb_pattern *pattern, tilepdb_kind kind,
                           tilepdb_error *error);

/* Creates the index and the moves of a table of a set of tiles whose info has pattern and kind.
 * ERROR_ARGUMENT, ERROR_TOO_LARGE, ERROR_MEMORY. tilepdb_table_close must follow. */
tilepdb_status table_geometry_init(tilepdb_table *table, tilepdb_error *error);

/* Bytes of one row. A measured index is enough. */
uint64_t table_row_bytes(const struct index *index, tilepdb_kind kind);

/* Whether the row of a code may be read, by any thread. */
static inline bool table_row_ready(const struct tilepdb_table *table, uint32_t code) {
    return __atomic_load_n(&table->ready[code >> 5], __ATOMIC_ACQUIRE) >> (code & 31) & 1u;
}

/* Whether all rows may be read, by any thread. A few instructions. */
bool table_all_ready(const struct tilepdb_table *table);

/* Loads the row of a code: see container_rows_load. */
bool table_row_load(const struct tilepdb_table *table, uint32_t code);

/* See the functions of container_rows.h; tables without a file have nothing to load and promote. */
double table_rest_seconds(const struct tilepdb_table *table);
void table_load_rest(const struct tilepdb_table *table, const bool *stop);

double table_promote_seconds(const struct tilepdb_table *table);
void table_promote(const struct tilepdb_table *table, const bool *stop);

/* TILEPDB_OK, or the first failure of table_row_load. ERROR_CHECKSUM, ERROR_FORMAT, ERROR_MEMORY.
 */
tilepdb_status table_failure(const struct tilepdb_table *table, tilepdb_error *error);

/* The row of a code, loaded if necessary. NULL if that fails. */
static inline const uint8_t *table_row(const struct tilepdb_table *table, uint32_t code) {
    if (!table_row_ready(table, code) && !table_row_load(table, code)) return NULL;
    return table->entries + (uint64_t)code * table->row_bytes;
}

/* All rows of any table, which must be ready. */
static inline struct row_source table_source(const struct tilepdb_table *table) {
    return row_memory_source(table->entries, table->info.table_bytes / table->row_bytes,
                             table->row_bytes);
}

/* The entry of a column in the row of a code. 0 if the row cannot be loaded, which table_failure
 * reports. */
static inline unsigned table_bit(const struct tilepdb_table *table, uint32_t code,
                                 uint32_t column) {
    const uint8_t *row = table_row(table, code);
    return row ? (unsigned)row[column >> 3] >> (column & 7) & 1u : 0;
}

static inline unsigned table_nibble(const struct tilepdb_table *table, uint32_t code,
                                    uint32_t column) {
    const uint8_t *row = table_row(table, code);
    return row ? (unsigned)row[column >> 1] >> (4 * (column & 1)) & 15u : 0;
}

/* The exact distance of a reachable arrangement with the blank on `blank`, a free cell. With
 * nibbles it takes one look-up. With bits it walks down to the goal, one look-up per neighbour,
 * since distances modulo 4 are known everywhere; after TILEPDB_MAX_LEVELS steps it gives up.
 * Returns -1 if there is no way down, as in a corrupt table, or if a row cannot be loaded, which
 * table_failure reports. */
int table_distance(const struct tilepdb_table *table, uint32_t mask, uint32_t code, unsigned blank);

struct table_query {
    const struct tilepdb_table *table;
    uint32_t mask, code;
    unsigned blank;
    int distance; /* the result, as of table_distance */
};

/* Answers several queries, of any tables. Walks are interleaved, so that their cache misses
 * overlap.
 */
void table_distances(struct table_query *queries, unsigned count);

#endif
