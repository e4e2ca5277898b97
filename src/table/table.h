/*
 * A table: the entries of one pattern, in memory or in a mapped file, ready to be probed.
 *
 * What a table of a set of tiles and a colour table have in common is its info, its rows, and where
 * they come from: what is said here of patterns is of the first, and colour_table.h has the second.
 * Who is given a table asks once which it is, `colours`; no kernel does.
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
    /* A generated table owns its entries and their bits, a table in a file its map and rows. */
    void *pages;
    uint32_t *all_ready;
    struct file_map map;
    struct container_rows *rows;
    /* Of a colour table, owned; it has no index, moves and bits. Otherwise NULL. */
    struct colour_table *colours;
};

/* Whether a pattern's table of this kind can be made and used: of tiles that are told apart, not
 * projected with bit, and of single-tile moves, on whose parity the search and both encodings rest.
 * ERROR_ARGUMENT. */
tilepdb_status table_kind_check(const tilepdb_pattern *pattern, tilepdb_kind kind,
                                tilepdb_error *error);

/* As tilepdb_table_need, for tables of sets of tiles alone. */
tilepdb_status table_pattern_need(const tilepdb_pattern *pattern, tilepdb_kind kind,
                                  const tilepdb_generate_options *options,
                                  tilepdb_generate_need *need, tilepdb_error *error);

/* ERROR_TOO_LARGE: generation needs more than the limit, in bytes (0: none), or than there is.
 * `remedy`: what makes the table smaller, such as "choose smaller patterns". */
tilepdb_status table_memory_check(const tilepdb_generate_need *need, uint64_t limit,
                                  const char *remedy, tilepdb_error *error);

/* The beginning of a table of a set of tiles that is generated, wherever its rows will lie: all of
 * its info but levels and histogram, its index, moves and row_bytes. Otherwise as
 * table_geometry_init. */
tilepdb_status table_begin(tilepdb_table *table, const tilepdb_pattern *pattern, tilepdb_kind kind,
                           tilepdb_error *error);

/* Creates the index and the moves of such a table whose info has pattern and kind. ERROR_ARGUMENT,
 * ERROR_TOO_LARGE, ERROR_MEMORY; tilepdb_table_close releases what there is. */
tilepdb_status table_geometry_init(tilepdb_table *table, tilepdb_error *error);

/* Bytes of one row. A measured index is enough. */
uint64_t table_row_bytes(const struct index *index, tilepdb_kind kind);

/* Whether the row of a code may be read. One bit test; the result is valid for every thread. */
static inline bool table_row_ready(const struct tilepdb_table *table, uint32_t code) {
    return __atomic_load_n(&table->ready[code >> 5], __ATOMIC_ACQUIRE) >> (code & 31) & 1u;
}

/* Whether all rows may be read. A few instructions; the result is valid for every thread. */
bool table_all_ready(const struct tilepdb_table *table);

/* Makes the row of a code ready: checks its frame, inflated if it is compressed, once, however many
 * threads ask. False if the frame is corrupt or cannot be read; the table then keeps the failure
 * and loads nothing more. */
bool table_row_load(const struct tilepdb_table *table, uint32_t code);

/* What making the rest of the rows ready takes one core, roughly; and that itself, until *stop
 * (atomic) is set; see container_rows_load_rest. Other threads may load meanwhile. */
double table_rest_seconds(const struct tilepdb_table *table);
void table_load_rest(const struct tilepdb_table *table, const bool *stop);

/* TILEPDB_OK, or the first failure of table_row_load, with its sentence: file, frame, advice.
 * ERROR_CHECKSUM, ERROR_FORMAT, ERROR_MEMORY. */
tilepdb_status table_failure(const struct tilepdb_table *table, tilepdb_error *error);

/* What moving the entries into huge pages takes, and that itself: see container_rows_promote. */
double table_promote_seconds(const struct tilepdb_table *table);
void table_promote(const struct tilepdb_table *table, const bool *stop);

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

/* The raw entry of a column in the row of a code: 0 or 1, or 0 .. 15. 0 if the row cannot be
 * loaded, which table_failure reports. */
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

/* The exact distance of an arrangement with the blank on `blank`, a free cell. For nibbles it is
 * immediate; for bits it is found by walking down to the goal, with one look-up per neighbour on
 * the way (distances modulo 4 are known everywhere). The entry must be reachable. A corrupt
 * table cannot make it run on: it stops after TILEPDB_MAX_LEVELS steps.
 * Returns -1 if the walk finds no way down, which never happens in a sound table, and if a row
 * cannot be loaded, which table_failure reports. */
int table_distance(const struct tilepdb_table *table, uint32_t mask, uint32_t code, unsigned blank);

/* The same for several arrangements, of any tables. Walks down take turns, so that their look-ups
 * wait for memory at the same time. */
struct table_query {
    const struct tilepdb_table *table;
    uint32_t mask, code;
    unsigned blank;
    int distance; /* the answer */
};
void table_distances(struct table_query *queries, unsigned count);

#endif
