#include "table/table.h"

#include <stdio.h>

#include "base/error.h"
#include "base/message_text.h"
#include "pattern/colour.h"
#include "puzzle/move_set.h"
#include "table/container.h"
#include "table/container_rows.h"
#include "table/encoding.h"
#include "tilepdb_tables.h"

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

/* ---- the shape ------------------------------------------------------------------------------- */

const char *tilepdb_encoding_name(tilepdb_encoding encoding) {
    const struct encoding *found = encoding_find((unsigned)encoding);
    return found ? found->name : "unknown";
}

tilepdb_kind tilepdb_kind_default(tilepdb_metric metric) {
    const tilepdb_encoding encoding =
        metric == TILEPDB_METRIC_MULTI ? TILEPDB_ENCODING_MOD3 : TILEPDB_ENCODING_BIT;
    return (tilepdb_kind){TILEPDB_BLANK_AWARE, encoding, metric};
}

tilepdb_status table_kind_check(const tilepdb_pattern *pattern, tilepdb_kind kind,
                                tilepdb_error *error) {
    const struct metric *metric = metric_find(kind.metric);
    if (!metric)
        return error_set(error, TILEPDB_ERROR_ARGUMENT, "unknown metric %d", (int)kind.metric);
    if (!metric->tables)
        return error_set(error, TILEPDB_ERROR_ARGUMENT,
                         "tables of %s moves are colour tables, and this is for tables of "
                         "patterns: choose single-tile moves",
                         metric->title);
    if (pattern->colours)
        return error_set(
            error, TILEPDB_ERROR_ARGUMENT,
            "tables of colour patterns are of multi-tile moves, not of %s ones: choose "
            "that metric, or a pattern without colours",
            metric->title);
    if (kind.blank != TILEPDB_BLANK_AWARE && kind.blank != TILEPDB_BLANK_PROJECTED)
        return error_set(error, TILEPDB_ERROR_ARGUMENT, "unknown blank policy %d", (int)kind.blank);
    const struct encoding *encoding = encoding_find(kind.encoding);
    if (!encoding || encoding->metric != kind.metric)
        return error_set(error, TILEPDB_ERROR_ARGUMENT, "unknown encoding %d", (int)kind.encoding);
    if (kind.blank == TILEPDB_BLANK_PROJECTED && !encoding->projected)
        return error_set(error, TILEPDB_ERROR_ARGUMENT,
                         "the encoding bit needs blank-aware distances, which differ by one from "
                         "move to move; projected ones do not: use the encoding nibble");
    return TILEPDB_OK;
}

tilepdb_status table_geometry_init(tilepdb_table *table, tilepdb_error *error) {
    const tilepdb_pattern *pattern = &table->info.pattern;
    const tilepdb_status status = index_create(&table->index, pattern, error);
    if (status) return status;
    return move_set_init(&table->moves, pattern->width, pattern->height, table->info.kind.metric,
                         error);
}

uint64_t table_row_bytes(const struct index *index, tilepdb_kind kind) {
    return container_row_bytes(index_columns(index, kind.blank), kind.encoding);
}

static size_t colours_file_name(const tilepdb_pattern *pattern, char name[TILEPDB_FILE_NAME]) {
    char letters[TILEPDB_COLOURING_TEXT];
    name[0] = '\0';
    if (colouring_check(pattern, NULL)) return 0;
    colouring_letters(pattern, letters);
    return (size_t)snprintf(name, TILEPDB_FILE_NAME, "%ux%u_blank%u_multi_%s.tpdb", pattern->width,
                            pattern->height, pattern->goal_blank, letters);
}

static size_t goal_file_name(const tilepdb_pattern *pattern, tilepdb_metric metric,
                             char name[TILEPDB_FILE_NAME]) {
    char drawing[TILEPDB_COLOURING_TEXT];
    const struct metric *known = metric_find(metric);
    name[0] = '\0';
    if (!known || !tilepdb_colouring_draw(pattern, drawing)) return 0;
    char *end = drawing;
    for (const char *at = drawing; *at; at++)
        if (*at != ' ') *end++ = *at == '*' ? 'x' : *at == '.' ? '0' : *at;
    *end = '\0';
    return (size_t)snprintf(name, TILEPDB_FILE_NAME, "%ux%u_goal_%s_%s.tpdb", pattern->width,
                            pattern->height, known->name, drawing);
}

size_t tilepdb_table_file_name(const tilepdb_pattern *pattern, tilepdb_kind kind,
                               char name[TILEPDB_FILE_NAME]) {
    if (kind.encoding == TILEPDB_ENCODING_GOAL) return goal_file_name(pattern, kind.metric, name);
    if (kind.metric == TILEPDB_METRIC_MULTI) return colours_file_name(pattern, name);
    name[0] = '\0';
    if (table_kind_check(pattern, kind, NULL)) return 0;
    char tiles[TILES_TEXT];
    tiles_text(pattern->tiles, '.', tiles);
    return (size_t)snprintf(name, TILEPDB_FILE_NAME, "%ux%u_blank%u_tiles%s_%s_%s.tpdb",
                            pattern->width, pattern->height, pattern->goal_blank, tiles,
                            kind.blank == TILEPDB_BLANK_AWARE ? "aware" : "projected",
                            tilepdb_encoding_name(kind.encoding));
}
