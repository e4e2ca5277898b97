#include "table/table.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/processor.h"
#include "pattern/goal_pattern.h"
#include "table/colour_table.h"
#include "table/generate.h"
#include "table/goal_table.h"

void tilepdb_generate_options_init(tilepdb_generate_options *options) {
    *options = (tilepdb_generate_options){0};
}

/* During encoding, the results of the search and the table are both in memory. */
tilepdb_status table_pattern_need(const tilepdb_pattern *pattern, tilepdb_kind kind,
                                  const tilepdb_generate_options *options,
                                  tilepdb_generate_need *need, tilepdb_error *error) {
    const int threads = options ? options->threads : 0;
    struct index index;
    tilepdb_status status = limits_threads(threads, error);
    if (!status && options) status = processor_check(options->variant, error);
    if (!status) status = table_kind_check(pattern, kind, error);
    if (!status) status = index_measure(&index, pattern, error);
    if (status) return status;
    need->entries = index_entries(&index, kind.blank);
    need->table_bytes = index.code_count * table_row_bytes(&index, kind);
    const uint64_t search = store_memory_need(&index, kind) + distances_need(&index, threads);
    const uint64_t encode = store_memory_kept(&index, kind) + need->table_bytes;
    need->memory_bytes = search > encode ? search : encode;
    if (need->memory_bytes >> 48)
        return error_set(
            error, TILEPDB_ERROR_TOO_LARGE,
            "a pattern of %u tiles on this board is too large for any machine: split it into "
            "smaller patterns",
            index.tile_count);
    return TILEPDB_OK;
}

static tilepdb_status goal_need(const tilepdb_pattern *pattern, tilepdb_kind kind,
                                tilepdb_generate_need *need, tilepdb_error *error) {
    struct open_goal goal;
    if (kind.blank != TILEPDB_BLANK_AWARE || !metric_find(kind.metric))
        return error_set(error, TILEPDB_ERROR_ARGUMENT,
                         "goal tables are blank-aware, and of single-tile or multi-tile moves");
    const tilepdb_status status = goal_pattern_open(pattern, &goal, error);
    if (status) return status;
    const struct goal_table_need table = goal_table_need(&goal);
    if (table.states == UINT64_MAX)
        return error_set(error, TILEPDB_ERROR_TOO_LARGE,
                         "the table of this goal is too large for any machine: leave more cells "
                         "open, or make more tiles alike");
    *need = (tilepdb_generate_need){table.states, table.bytes, table.table_bytes};
    return TILEPDB_OK;
}

tilepdb_status tilepdb_table_need(const tilepdb_pattern *pattern, tilepdb_kind kind,
                                  const tilepdb_generate_options *options,
                                  tilepdb_generate_need *need, tilepdb_error *error) {
    const bool goal = kind.encoding == TILEPDB_ENCODING_GOAL;
    if (!goal && kind.metric != TILEPDB_METRIC_MULTI)
        return table_pattern_need(pattern, kind, options, need, error);
    const tilepdb_status status = limits_threads(options ? options->threads : 0, error);
    if (status) return status;
    return goal ? goal_need(pattern, kind, need, error)
                : colour_table_need(pattern, kind, need, error);
}

tilepdb_status table_memory_check(const tilepdb_generate_need *need, uint64_t limit,
                                  const char *remedy, tilepdb_error *error) {
    const double mebi = 1 << 20;
    const uint64_t available = memory_available();
    if (limit && need->memory_bytes > limit)
        return error_set_code(
            error, TILEPDB_ERROR_TOO_LARGE,
            (struct error_code){.code = TILEPDB_MESSAGE_MEMORY,
                                .number = {(int64_t)need->memory_bytes, (int64_t)limit}},
            "generation needs %.0f MiB, and the limit is %.0f MiB: raise it or %s",
            (double)need->memory_bytes / mebi, (double)limit / mebi, remedy);
    if (need->memory_bytes > available)
        return error_set_code(
            error, TILEPDB_ERROR_TOO_LARGE,
            (struct error_code){.code = TILEPDB_MESSAGE_MEMORY,
                                .number = {(int64_t)need->memory_bytes, (int64_t)available}},
            "generation needs %.0f MiB, and %.0f MiB are available: %s",
            (double)need->memory_bytes / mebi, (double)available / mebi, remedy);
    return TILEPDB_OK;
}

tilepdb_status table_begin(tilepdb_table *table, const tilepdb_pattern *pattern, tilepdb_kind kind,
                           tilepdb_error *error) {
    table->info = (tilepdb_table_info){.pattern = *pattern, .kind = kind};
    const tilepdb_status status = table_geometry_init(table, error);
    if (status) return status;
    table->row_bytes = table_row_bytes(table->index, kind);
    table->info.entries = index_entries(table->index, kind.blank);
    table->info.reachable = index_reachable(table->index, kind.blank);
    table->info.table_bytes = table->index->code_count * table->row_bytes;
    return TILEPDB_OK;
}

static tilepdb_status pages_make(struct tilepdb_table *table, tilepdb_error *error) {
    table->pages = memory_pages(table->info.table_bytes);
    table->entries = table->pages;
    const size_t words = table->index->code_count / 32 + 1;
    table->ready = table->all_ready = malloc(words * sizeof *table->all_ready);
    if (!table->pages || !table->all_ready)
        return error_set(error, TILEPDB_ERROR_MEMORY,
                         "not enough memory for the table's %llu bytes",
                         (unsigned long long)table->info.table_bytes);
    memset(table->all_ready, 0xFF, words * sizeof *table->all_ready);
    return TILEPDB_OK;
}

static tilepdb_status pattern_make(struct tilepdb_table *table, const tilepdb_pattern *pattern,
                                   tilepdb_kind kind, const tilepdb_generate_options *options,
                                   tilepdb_error *error) {
    struct store *store;
    struct distances distances;
    tilepdb_status status = table_begin(table, pattern, kind, error);
    if (!status) status = store_memory_create(&store, table->index, kind, error);
    if (status) return status;
    status = distances_generate(store, &table->moves, options, &distances, error);
    table->info.levels = distances.levels;
    memcpy(table->info.histogram, distances.histogram, sizeof distances.histogram);
    if (!status) status = pages_make(table, error);
    struct row_memory memory = {table->pages, table->row_bytes};
    const struct row_sink sink = row_memory_sink(&memory);
    if (!status) status = entries_encode(store, distances.levels, &sink, options, error);
    store->methods->release(store);
    return status;
}

static tilepdb_status goal_make(struct tilepdb_table *table, const tilepdb_pattern *pattern,
                                tilepdb_kind kind, const tilepdb_generate_options *options,
                                tilepdb_error *error) {
    struct open_goal goal;
    table->info = (tilepdb_table_info){.pattern = *pattern, .kind = kind};
    tilepdb_status status = goal_pattern_open(pattern, &goal, error);
    if (!status) status = goal_table_make(&goal, kind.metric, options, &table->goal, error);
    if (status) return status;
    goal_table_info(table->goal, &table->info);
    table->entries = goal_table_entries(table->goal);
    table->row_bytes = GOAL_TABLE_ROW_BYTES;
    return TILEPDB_OK;
}

tilepdb_status tilepdb_table_generate(const tilepdb_pattern *pattern, tilepdb_kind kind,
                                      const tilepdb_generate_options *options,
                                      tilepdb_table **table, tilepdb_error *error) {
    const tilepdb_generate_options defaults = {0};
    if (!options) options = &defaults;
    tilepdb_generate_need need;
    tilepdb_status status = tilepdb_table_need(pattern, kind, options, &need, error);
    const bool goal = kind.encoding == TILEPDB_ENCODING_GOAL;
    const bool colours = !goal && kind.metric == TILEPDB_METRIC_MULTI;
    if (!status)
        status = table_memory_check(&need, options->memory_limit,
                                    goal      ? "leave more cells of the goal open"
                                    : colours ? "use fewer colours"
                                              : "choose smaller patterns",
                                    error);
    if (status) return status;
    struct tilepdb_table *made = calloc(1, sizeof *made);
    if (!made) return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for a table");
    status = goal      ? goal_make(made, pattern, kind, options, error)
             : colours ? colour_table_make(made, pattern, options, error)
                       : pattern_make(made, pattern, kind, options, error);
    if (status)
        tilepdb_table_close(made);
    else
        *table = made;
    return status;
}
