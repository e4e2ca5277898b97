/*
 * A table: the entries of one pattern, in memory or in a mapped file. colour_table.h and
 * goal_table.h describe other entries.
 *
 * Entries are stored code by code (pattern/index.h). The row of a code has one entry for each
 * column: a cohort (blank-aware) or a mask (projected).
 *
 * - bit: column c is bit c & 7 of byte c >> 3: bit 1 of the distance.
 * - nibble: column c is the low (even c) or high (odd c) half of byte c >> 1: (distance - Manhattan
 *   distance) / 2.
 *
 * Unreachable entries and padding are 0.
 *
 * The row of a code is at entries + code * row_bytes. Rows of a file become ready to be read by
 * table_row_load; generated tables have all rows ready. Any number of threads may probe a table.
 */
#ifndef TILEPDB_TABLE_TABLE_H
#define TILEPDB_TABLE_TABLE_H

#include "base/file_map.h"
#include "pattern/index.h"
#include "puzzle/move_set.h"
#include "table/rows.h"
#include "tilepdb_tables.h"

struct container_rows;
struct colour_table;
struct goal_table;

struct tilepdb_table {
    struct index *index;
    struct move_set moves;
    tilepdb_table_info info;
    uint64_t row_bytes;
    const uint8_t *entries;
    const uint32_t *ready; /* bit c & 31 of word c >> 5 is set if the row of code c is ready */
    /* Owned: `map` and `rows` of a table from a file, `pages` and `all_ready` of a generated table.
     * A colour table has `colours`, and no index, moves, ready and all_ready; a goal table has
     * `goal`, and also no pages. */
    void *pages;
    uint32_t *all_ready;
    struct file_map map;
    struct container_rows *rows;
    struct colour_table *colours;
    struct goal_table *goal;
};

/* Returns ERROR_ARGUMENT unless the pattern has no colours, the metric is SINGLE, blank policy and
 * encoding are known, and a projected table has nibbles: generation and both encodings rest on the
 * parity of single-tile moves. */
tilepdb_status table_kind_check(const tilepdb_pattern *pattern, tilepdb_kind kind,
                                tilepdb_error *error);

/* Like tilepdb_table_need, for a set of tiles. */
tilepdb_status table_pattern_need(const tilepdb_pattern *pattern, tilepdb_kind kind,
                                  const tilepdb_generate_options *options,
                                  tilepdb_generate_need *need, tilepdb_error *error);

/* Returns ERROR_TOO_LARGE if the need exceeds `limit` bytes (0: no limit) or the available memory.
 * `remedy` ends the message, such as "choose smaller patterns". */
tilepdb_status table_memory_check(const tilepdb_generate_need *need, uint64_t limit,
                                  const char *remedy, tilepdb_error *error);

/* Sets index, moves, row_bytes, and in info the pattern, kind, entries, reachable and table_bytes.
 * tilepdb_table_close must follow. Returns ERROR_ARGUMENT, ERROR_TOO_LARGE or ERROR_MEMORY. */
tilepdb_status table_begin(tilepdb_table *table, const tilepdb_pattern *pattern, tilepdb_kind kind,
                           tilepdb_error *error);

uint64_t table_row_bytes(const struct index *index, tilepdb_kind kind);

static inline bool table_row_ready(const struct tilepdb_table *table, uint32_t code) {
    return __atomic_load_n(&table->ready[code >> 5], __ATOMIC_ACQUIRE) >> (code & 31) & 1u;
}

bool table_all_ready(const struct tilepdb_table *table);

/* Returns false on failure; see table_failure. */
bool table_row_load(const struct tilepdb_table *table, uint32_t code);

/* See container_rows.h. Tables without a file have nothing to load or promote. */
double table_rest_seconds(const struct tilepdb_table *table);
void table_load_rest(const struct tilepdb_table *table, const bool *stop);

double table_promote_seconds(const struct tilepdb_table *table);
void table_promote(const struct tilepdb_table *table, const bool *stop);

/* Returns OK or the first failure of table_row_load: ERROR_CHECKSUM, ERROR_FORMAT, ERROR_MEMORY. */
tilepdb_status table_failure(const struct tilepdb_table *table, tilepdb_error *error);

/* Loads the row if necessary. Returns NULL on failure. */
static inline const uint8_t *table_row(const struct tilepdb_table *table, uint32_t code) {
    if (!table_row_ready(table, code) && !table_row_load(table, code)) return NULL;
    return table->entries + (uint64_t)code * table->row_bytes;
}

/* All rows must be ready. */
static inline struct row_source table_source(const struct tilepdb_table *table) {
    return row_memory_source(table->entries, table->info.table_bytes / table->row_bytes,
                             table->row_bytes);
}

/* Return 0 if the row cannot be loaded; see table_failure. */
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

/* The distance of a reachable arrangement with the blank on the free cell `blank`, in a projected
 * table the minimum over the regions. With bits it walks down to the goal. -1 if the walk fails, as
 * in a corrupt table, or if any row of the table could not be loaded; see table_failure. */
int table_distance(const struct tilepdb_table *table, uint32_t mask, uint32_t code, unsigned blank);

struct table_query {
    const struct tilepdb_table *table;
    uint32_t mask, code;
    unsigned blank;
    int distance;
};

/* Answers `count` queries. Walks are interleaved, so that their cache misses overlap. */
void table_distances(struct table_query *queries, unsigned count);

#endif
