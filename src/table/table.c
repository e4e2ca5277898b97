#include "table/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/limits.h"
#include "base/memory.h"
#include "base/publish.h"
#include "table/container_rows.h"
#include "table/encode.h"
#include "table/generate.h"
#include "util/tiles.h"

/* ---- shape ----------------------------------------------------------------------------------- */

uint32_t table_columns(const struct index *index, tilepdb_blank_policy blank) {
    return blank == TILEPDB_BLANK_AWARE ? index->cohort_count : index->mask_count;
}

uint64_t table_row_bytes(const struct index *index, tilepdb_kind kind) {
    const uint64_t columns = table_columns(index, kind.blank);
    const uint64_t bytes =
        kind.encoding == TILEPDB_ENCODING_BIT ? (columns + 7) / 8 : (columns + 1) / 2;
    return bytes < 1024 ? bytes : (bytes + 63) / 64 * 64;
}

size_t tilepdb_table_file_name(const tilepdb_pattern *pattern, tilepdb_kind kind,
                               char name[TILEPDB_FILE_NAME]) {
    char tiles[TILES_TEXT];
    tiles_text(pattern->tiles, '.', tiles); /* commas and slashes are awkward in names */
    return (size_t)snprintf(name, TILEPDB_FILE_NAME, "%ux%u_blank%u_tiles%s_%s_%s.tpdb",
                            pattern->width, pattern->height, pattern->goal_blank, tiles,
                            kind.blank == TILEPDB_BLANK_AWARE ? "aware" : "projected",
                            kind.encoding == TILEPDB_ENCODING_BIT ? "bit" : "nibble");
}

/* ---- generation ------------------------------------------------------------------------------ */

void tilepdb_generate_options_init(tilepdb_generate_options *options) {
    *options = (tilepdb_generate_options){0};
}

void tilepdb_save_options_init(tilepdb_save_options *options) {
    *options = (tilepdb_save_options){.level = TILEPDB_LEVEL_DEFAULT};
}

void tilepdb_open_options_init(tilepdb_open_options *options) {
    *options = (tilepdb_open_options){0};
}

static tilepdb_status kind_check(tilepdb_kind kind, tilepdb_error *error) {
    if (kind.blank != TILEPDB_BLANK_AWARE && kind.blank != TILEPDB_BLANK_PROJECTED)
        return error_set(error, TILEPDB_ERROR_ARGUMENT, "unknown blank policy %d", (int)kind.blank);
    if (kind.encoding != TILEPDB_ENCODING_BIT && kind.encoding != TILEPDB_ENCODING_NIBBLE)
        return error_set(error, TILEPDB_ERROR_ARGUMENT, "unknown encoding %d", (int)kind.encoding);
    if (kind.blank == TILEPDB_BLANK_PROJECTED && kind.encoding == TILEPDB_ENCODING_BIT)
        return error_set(error, TILEPDB_ERROR_ARGUMENT,
                         "the encoding bit needs blank-aware distances, which differ by one from "
                         "move to move; projected ones do not: use the encoding nibble");
    return TILEPDB_OK;
}

/* The peak is either the search, or the encoder together with the results of the search and the
 * table. */
static tilepdb_status size_check(const struct index *index, tilepdb_kind kind,
                                 tilepdb_generate_need *need, int threads, tilepdb_error *error) {
    need->entries = index_entries(index, kind.blank);
    need->table_bytes = index->code_count * table_row_bytes(index, kind);
    const uint64_t search = distance_sets_need(index, kind, threads);
    const uint64_t encode = distance_sets_kept(index, kind) + need->table_bytes;
    need->memory_bytes = search > encode ? search : encode;
    if (need->memory_bytes >> 48)
        return error_set(
            error, TILEPDB_ERROR_TOO_LARGE,
            "a pattern of %u tiles on this board is too large for any machine: split it into "
            "smaller patterns",
            index->tile_count);
    return TILEPDB_OK;
}

static tilepdb_status index_and_need(const tilepdb_pattern *pattern, tilepdb_kind kind,
                                     const tilepdb_generate_options *options, struct index **index,
                                     tilepdb_generate_need *need, tilepdb_error *error) {
    tilepdb_status status = limits_threads(options ? options->threads : 0, error);
    if (!status) status = kind_check(kind, error);
    if (!status) status = index_create(index, pattern, error);
    if (status) return status;
    status = size_check(*index, kind, need, options ? options->threads : 0, error);
    if (status) index_free(*index);
    return status;
}

tilepdb_status tilepdb_table_need(const tilepdb_pattern *pattern, tilepdb_kind kind,
                                  const tilepdb_generate_options *options,
                                  tilepdb_generate_need *need, tilepdb_error *error) {
    struct index *index;
    const tilepdb_status status = index_and_need(pattern, kind, options, &index, need, error);
    if (!status) index_free(index);
    return status;
}

static tilepdb_status memory_check(const tilepdb_generate_need *need, uint64_t limit,
                                   tilepdb_error *error) {
    const double mebi = 1 << 20;
    const uint64_t available = memory_available();
    if (limit && need->memory_bytes > limit)
        return error_set(error, TILEPDB_ERROR_TOO_LARGE,
                         "generation needs %.0f MiB, and the limit is %.0f MiB: raise it or choose "
                         "smaller patterns",
                         (double)need->memory_bytes / mebi, (double)limit / mebi);
    if (need->memory_bytes > available)
        return error_set(error, TILEPDB_ERROR_TOO_LARGE,
                         "generation needs %.0f MiB, and %.0f MiB are available: choose smaller "
                         "patterns",
                         (double)need->memory_bytes / mebi, (double)available / mebi);
    return TILEPDB_OK;
}

static tilepdb_status entries_make(struct tilepdb_table *table,
                                   const tilepdb_generate_options *options, tilepdb_error *error) {
    struct distance_sets sets;
    tilepdb_status status =
        distance_sets_generate(table->index, table->info.kind, options, &sets, error);
    if (status) return status;
    table->info.levels = sets.levels;
    memcpy(table->info.histogram, sets.histogram, sizeof sets.histogram);
    table->pages_bytes = table->info.table_bytes;
    table->pages = memory_pages(table->pages_bytes);
    table->entries = table->pages;
    const size_t words = table->index->code_count / 32 + 1;
    table->ready = table->all_ready = malloc(words * sizeof *table->all_ready);
    if (table->all_ready) memset(table->all_ready, 0xFF, words * sizeof *table->all_ready);
    if (table->pages && table->all_ready)
        status = entries_encode(table->index, table->info.kind, &sets, table->row_bytes,
                                table->pages, options, error);
    else
        status =
            error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for the table's %llu bytes",
                      (unsigned long long)table->pages_bytes);
    distance_sets_free(&sets);
    return status;
}

tilepdb_status tilepdb_table_generate(const tilepdb_pattern *pattern, tilepdb_kind kind,
                                      const tilepdb_generate_options *options,
                                      tilepdb_table **table, tilepdb_error *error) {
    tilepdb_generate_options defaults;
    tilepdb_generate_options_init(&defaults);
    if (!options) options = &defaults;
    tilepdb_generate_need need;
    struct index *index;
    tilepdb_status status = index_and_need(pattern, kind, options, &index, &need, error);
    if (status) return status;
    struct tilepdb_table *made = calloc(1, sizeof *made);
    if (!made) {
        index_free(index);
        return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for a table");
    }
    made->index = index;
    made->row_bytes = table_row_bytes(index, kind);
    made->info = (tilepdb_table_info){.pattern = *pattern,
                                      .kind = kind,
                                      .entries = need.entries,
                                      .reachable = index_reachable(index, kind.blank),
                                      .table_bytes = need.table_bytes};
    status = memory_check(&need, options->memory_limit, error);
    if (!status) status = entries_make(made, options, error);
    if (status)
        tilepdb_table_close(made);
    else
        *table = made;
    return status;
}

/* ---- files ----------------------------------------------------------------------------------- */

tilepdb_status tilepdb_table_save(const tilepdb_table *table, const char *path,
                                  const tilepdb_save_options *options, tilepdb_error *error) {
    tilepdb_save_options defaults;
    tilepdb_save_options_init(&defaults);
    if (!options) options = &defaults;
    const tilepdb_open_options load = {.threads = options->threads};
    const tilepdb_status status = tilepdb_table_preload(table, &load, error);
    if (status) return status;
    return container_write(path, &table->info, table->index->code_count, table->row_bytes,
                           table->entries, options, error);
}

static tilepdb_status sizes_foreign(const char *path, tilepdb_error *error) {
    return error_set(error, TILEPDB_ERROR_FORMAT,
                     "'%s': the sizes in the header do not match its pattern: generate it again",
                     error_path(path));
}

/* Before there is an index: whether the table is so large that its file justifies one. */
static tilepdb_status columns_check(const char *path, const struct container_head *head,
                                    tilepdb_error *error) {
    const tilepdb_pattern *pattern = &head->info.pattern;
    const uint64_t columns = head->info.entries / head->rows;
    const uint64_t masks = index_masks(pattern);
    const bool aware = head->info.kind.blank == TILEPDB_BLANK_AWARE;
    return columns == masks || (aware && columns > masks) ? TILEPDB_OK : sizes_foreign(path, error);
}

/* The head is self-consistent; only the index can show whether its columns match its pattern. */
static tilepdb_status head_check(const char *path, const struct container_head *head,
                                 const struct index *index, tilepdb_error *error) {
    const tilepdb_kind kind = head->info.kind;
    if (head->rows == index->code_count && head->row_bytes == table_row_bytes(index, kind) &&
        head->info.entries == index_entries(index, kind.blank) &&
        head->info.reachable == index_reachable(index, kind.blank))
        return TILEPDB_OK;
    return sizes_foreign(path, error);
}

bool table_all_ready(const struct tilepdb_table *table) {
    const uint32_t rows = table->index->code_count;
    for (uint32_t first = 0; first < rows; first += 32) {
        const uint32_t left = rows - first;
        const uint32_t all = left < 32 ? (UINT32_C(1) << left) - 1 : UINT32_MAX;
        if ((__atomic_load_n(&table->ready[first / 32], __ATOMIC_ACQUIRE) & all) != all)
            return false;
    }
    return true;
}

void table_promote(const struct tilepdb_table *table) {
    if (table->rows != NULL) container_rows_promote(table->rows);
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

/* Of a table whose map is open. */
static tilepdb_status head_open(struct tilepdb_table *table, const char *path,
                                struct container_head *head, tilepdb_error *error) {
    tilepdb_status status = container_read_head(&table->map, path, head, error);
    if (status) return status;
    table->info = head->info;
    table->row_bytes = head->row_bytes;
    status = columns_check(path, head, error);
    if (!status) status = index_create(&table->index, &head->info.pattern, error);
    if (!status) status = head_check(path, head, table->index, error);
    if (!status) status = container_rows_create(&table->rows, &table->map, path, head, error);
    if (status) return status;
    table->entries = container_rows_entries(table->rows);
    table->ready = container_rows_ready(table->rows);
    return TILEPDB_OK;
}

/* Takes the map over. */
static tilepdb_status table_open(struct file_map *map, const char *path,
                                 const tilepdb_open_options *options, tilepdb_table **table,
                                 tilepdb_error *error) {
    struct tilepdb_table *made = calloc(1, sizeof *made);
    if (!made) {
        file_map_close(map);
        return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for a table");
    }
    made->map = *map;
    struct container_head head = {0};
    tilepdb_status status = head_open(made, path, &head, error);
    container_head_free(&head);
    if (!status && options && options->preload)
        status = tilepdb_table_preload(made, options, error);
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

bool tilepdb_table_maps(const tilepdb_table *table, const void *address) {
    const uintptr_t begin = (uintptr_t)table->map.data, at = (uintptr_t)address;
    return table->map.data != NULL && !table->map.borrowed && at >= begin &&
           at - begin < table->map.size;
}

void tilepdb_table_info_get(const tilepdb_table *table, tilepdb_table_info *info) {
    *info = table->info;
}

void tilepdb_table_close(tilepdb_table *table) {
    if (!table) return;
    memory_pages_free(table->pages, table->pages_bytes);
    free(table->all_ready);
    container_rows_free(table->rows);
    file_map_close(&table->map);
    index_free(table->index);
    free(table);
}

void tilepdb_file_clean(const char *path) {
    publish_clean(path);
}
