/* The life of a table: it is generated or opened, saved and closed (table.h, tilepdb_tables.h). */
#include "table/table.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/processor.h"
#include "base/publish.h"
#include "pattern/goal_pattern.h"
#include "table/colour_table.h"
#include "table/container_rows.h"
#include "table/generate.h"
#include "table/goal_table.h"

/* ---- generation ------------------------------------------------------------------------------ */

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

static tilepdb_status table_geometry_init(tilepdb_table *table, tilepdb_error *error) {
    const tilepdb_pattern *pattern = &table->info.pattern;
    const tilepdb_status status = index_create(&table->index, pattern, error);
    if (status) return status;
    return move_set_init(&table->moves, pattern->width, pattern->height, table->info.kind.metric,
                         error);
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

/* ---- files ----------------------------------------------------------------------------------- */

void tilepdb_save_options_init(tilepdb_save_options *options) {
    *options = (tilepdb_save_options){.level = TILEPDB_LEVEL_DEFAULT};
}

void tilepdb_open_options_init(tilepdb_open_options *options) {
    *options = (tilepdb_open_options){0};
}

tilepdb_status tilepdb_table_save(const tilepdb_table *table, const char *path,
                                  const tilepdb_save_options *options, tilepdb_error *error) {
    tilepdb_save_options defaults;
    tilepdb_save_options_init(&defaults);
    if (!options) options = &defaults;
    const tilepdb_open_options load = {.threads = options->threads};
    const tilepdb_status status = tilepdb_table_preload(table, &load, error);
    if (status) return status;
    const struct row_source source = table_source(table);
    return container_write(path, &table->info, &source, options, error);
}

static tilepdb_status sizes_foreign(const char *path, tilepdb_error *error) {
    return error_set(error, TILEPDB_ERROR_FORMAT,
                     "'%s': the sizes in the header do not match its pattern: generate it again",
                     error_path(path));
}

static tilepdb_status columns_check(const char *path, const struct container_head *head,
                                    tilepdb_error *error) {
    const tilepdb_pattern *pattern = &head->info.pattern;
    const uint64_t columns = head->info.entries / head->rows;
    const uint64_t masks = index_masks(pattern);
    const bool aware = head->info.kind.blank == TILEPDB_BLANK_AWARE;
    return columns == masks || (aware && columns > masks) ? TILEPDB_OK : sizes_foreign(path, error);
}

static tilepdb_status head_check(const char *path, const struct container_head *head,
                                 const struct index *index, tilepdb_error *error) {
    const tilepdb_kind kind = head->info.kind;
    if (head->rows == index->code_count && head->row_bytes == table_row_bytes(index, kind) &&
        head->info.entries == index_entries(index, kind.blank) &&
        head->info.reachable == index_reachable(index, kind.blank))
        return TILEPDB_OK;
    return sizes_foreign(path, error);
}

/* Takes over `head`. */
static tilepdb_status rows_open(struct tilepdb_table *table, const char *path,
                                struct container_head *head, const tilepdb_node *node,
                                tilepdb_error *error) {
    const tilepdb_status status =
        container_rows_create(&table->rows, &table->map, path, head, error);
    if (status) return status;
    if (node) container_rows_share(table->rows, node);
    table->entries = container_rows_entries(table->rows);
    return TILEPDB_OK;
}

static tilepdb_status pattern_open(struct tilepdb_table *table, const char *path,
                                   struct container_head *head, const tilepdb_open_options *options,
                                   tilepdb_error *error) {
    tilepdb_status status = columns_check(path, head, error);
    if (!status) status = table_geometry_init(table, error);
    if (!status) status = head_check(path, head, table->index, error);
    if (!status) status = rows_open(table, path, head, options->node, error);
    if (status) return status;
    table->ready = container_rows_ready(table->rows);
    return options->preload ? tilepdb_table_preload(table, options, error) : TILEPDB_OK;
}

static tilepdb_status colours_open(struct tilepdb_table *table, const char *path,
                                   struct container_head *head, const tilepdb_open_options *options,
                                   tilepdb_error *error) {
    if (table->map.borrowed && (uintptr_t)table->map.data % sizeof(uint64_t))
        return error_set(error, TILEPDB_ERROR_ARGUMENT,
                         "'%s': the bytes of a colour table begin at a multiple of 8 in memory",
                         error_path(path));
    tilepdb_status status = rows_open(table, path, head, NULL, error);
    if (!status) status = colour_table_begin(table, error);
    return status ? status : tilepdb_table_preload(table, options, error);
}

static tilepdb_status goal_open(struct tilepdb_table *table, const char *path,
                                struct container_head *head, const tilepdb_open_options *options,
                                tilepdb_error *error) {
    struct open_goal goal;
    tilepdb_status status = goal_pattern_open(&table->info.pattern, &goal, error);
    if (!status) status = rows_open(table, path, head, NULL, error);
    if (!status) status = goal_table_of(&goal, &table->info, table->entries, &table->goal, error);
    return status ? status : tilepdb_table_preload(table, options, error);
}

static tilepdb_status head_open(struct tilepdb_table *table, const char *path,
                                const tilepdb_open_options *options, tilepdb_error *error) {
    struct container_head head = {0};
    tilepdb_status status = container_read_head(&table->map, path, &head, error);
    if (status) return status;
    table->info = head.info;
    table->row_bytes = head.row_bytes;
    const uint32_t version = container_version(head.info.kind.encoding);
    status = version == CONTAINER_VERSION_GOAL ? goal_open(table, path, &head, options, error)
             : version == CONTAINER_VERSION_COLOURS
                 ? colours_open(table, path, &head, options, error)
                 : pattern_open(table, path, &head, options, error);
    container_head_free(&head);
    return status;
}

/* Takes over `map`, also on failure. */
static tilepdb_status table_open(struct file_map *map, const char *path,
                                 const tilepdb_open_options *options, tilepdb_table **table,
                                 tilepdb_error *error) {
    struct tilepdb_table *made = calloc(1, sizeof *made);
    if (!made) {
        file_map_close(map);
        return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for a table");
    }
    made->map = *map;
    const tilepdb_open_options defaults = {0};
    const tilepdb_status status = head_open(made, path, options ? options : &defaults, error);
    if (status)
        tilepdb_table_close(made);
    else
        *table = made;
    return status;
}

tilepdb_status tilepdb_table_open(const char *path, const tilepdb_open_options *options,
                                  tilepdb_table **table, tilepdb_error *error) {
    struct file_map map;
    tilepdb_status status = limits_threads(options ? options->threads : 0, error);
    if (!status) status = file_map_open(path, &map, error);
    return status ? status : table_open(&map, path, options, table, error);
}

tilepdb_status tilepdb_table_open_memory(const void *data, size_t size, const char *name,
                                         const tilepdb_open_options *options, tilepdb_table **table,
                                         tilepdb_error *error) {
    struct file_map map;
    tilepdb_status status = limits_threads(options ? options->threads : 0, error);
    if (!status) status = file_map_borrow(data, size, name, &map, error);
    return status ? status : table_open(&map, name, options, table, error);
}

void tilepdb_table_close(tilepdb_table *table) {
    if (!table) return;
    memory_pages_free(table->pages, table->info.table_bytes);
    free(table->all_ready);
    container_rows_free(table->rows);
    file_map_close(&table->map);
    index_free(table->index);
    colour_table_free(table->colours);
    goal_table_free(table->goal);
    free(table);
}

tilepdb_status tilepdb_file_info(const char *path, tilepdb_table_info *info, tilepdb_error *error) {
    struct file_map map;
    tilepdb_status status = file_map_open(path, &map, error);
    if (status) return status;
    struct container_head head = {0};
    status = container_read_head(&map, path, &head, error);
    if (!status) *info = head.info;
    container_head_free(&head);
    file_map_close(&map);
    return status;
}

tilepdb_status tilepdb_file_memory(const char *path, uint64_t *cached, uint64_t *huge,
                                   tilepdb_error *error) {
    struct file_map map;
    const tilepdb_status status = file_map_open(path, &map, error);
    if (status) return status;
    const bool known = file_map_cached(&map, path, cached, huge);
    file_map_close(&map);
    if (known) return TILEPDB_OK;
    return error_set(error, TILEPDB_ERROR_IO,
                     "how much of '%s' is in memory is told only to those who own the file or may "
                     "write it, and not by every system",
                     error_path(path));
}

void tilepdb_file_clean(const char *path) {
    publish_clean(path);
}
