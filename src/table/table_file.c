/*
 * Tables and files: written, opened, described. See table.h.
 */
#include "table/table.h"

#include <stdlib.h>

#include "base/error.h"
#include "base/publish.h"
#include "table/container_rows.h"

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

/* Of a table whose map is open. */
static tilepdb_status head_open(struct tilepdb_table *table, const char *path,
                                struct container_head *head, const tilepdb_node *node,
                                tilepdb_error *error) {
    tilepdb_status status = container_read_head(&table->map, path, head, error);
    if (status) return status;
    table->info = head->info;
    table->row_bytes = head->row_bytes;
    status = error_in_file(error, table_kind_check(head->info.kind, error), path);
    if (!status) status = columns_check(path, head, error);
    if (!status) status = table_geometry_init(table, error);
    if (!status) status = head_check(path, head, table->index, error);
    if (!status) status = container_rows_create(&table->rows, &table->map, path, head, error);
    if (status) return status;
    if (node) container_rows_share(table->rows, node);
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
    tilepdb_status status = head_open(made, path, &head, options ? options->node : NULL, error);
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
