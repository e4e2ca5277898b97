/*
 * An open table, of any kind: its rows become ready. See table.h.
 */
#include "table/table.h"

#include "base/error.h"
#include "table/container_rows.h"

bool table_all_ready(const struct tilepdb_table *table) {
    return !table->rows || container_rows_all_ready(table->rows);
}

double table_rest_seconds(const struct tilepdb_table *table) {
    return table->rows ? container_rows_rest_seconds(table->rows) : 0;
}

void table_load_rest(const struct tilepdb_table *table, const bool *stop) {
    if (table->rows) container_rows_load_rest(table->rows, stop);
}

double table_promote_seconds(const struct tilepdb_table *table) {
    return table->rows ? container_rows_promote_seconds(table->rows) : 0;
}

void table_promote(const struct tilepdb_table *table, const bool *stop) {
    if (table->rows) container_rows_promote(table->rows, stop);
}

tilepdb_status tilepdb_table_preload(const tilepdb_table *table,
                                     const tilepdb_open_options *options, tilepdb_error *error) {
    const tilepdb_status status = limits_threads(options ? options->threads : 0, error);
    if (status || !table->rows) return status;
    return container_rows_load_all(table->rows, options, error);
}

bool table_row_load(const struct tilepdb_table *table, uint32_t code) {
    return table->rows != NULL && container_rows_load(table->rows, code);
}

tilepdb_status table_failure(const struct tilepdb_table *table, tilepdb_error *error) {
    return table->rows ? container_rows_failure(table->rows, error) : TILEPDB_OK;
}

bool tilepdb_table_maps(const tilepdb_table *table, const void *address) {
    const uintptr_t begin = (uintptr_t)table->map.data, at = (uintptr_t)address;
    return table->map.data != NULL && !table->map.borrowed && at >= begin &&
           at - begin < table->map.size;
}

void tilepdb_table_info_get(const tilepdb_table *table, tilepdb_table_info *info) {
    *info = table->info;
}
