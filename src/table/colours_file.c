/*
 * Colour tables and files: written, opened, described, named. See colours.h and container.h.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/error.h"
#include "table/colours.h"
#include "table/container_rows.h"

/* What files of both kinds say. */
static tilepdb_table_info common_info(const tilepdb_colours_info *colours) {
    const tilepdb_colouring *colouring = &colours->colouring;
    const unsigned cells = (unsigned)colouring->width * colouring->height;
    tilepdb_table_info info = {
        .pattern = {colouring->width, colouring->height, colouring->goal_blank,
                    (UINT32_C(1) << cells) - 2},
        .kind = {TILEPDB_BLANK_AWARE, TILEPDB_ENCODING_MOD3, TILEPDB_METRIC_MULTI},
        .entries = colours->entries[COLOUR_ROWS] + colours->entries[COLOUR_COLUMNS],
        .levels = colours->levels,
    };
    for (int i = 0; i < info.levels; i++) {
        info.histogram[i] =
            colours->histogram[COLOUR_ROWS][i] + colours->histogram[COLOUR_COLUMNS][i];
        info.reachable += info.histogram[i];
    }
    return info;
}

tilepdb_status tilepdb_colours_save(const tilepdb_colours *colours, const char *path,
                                    const tilepdb_save_options *options, tilepdb_error *error) {
    const tilepdb_table_info info = common_info(&colours->info);
    const struct row_source source = colours_source(colours);
    return container_write_colours(path, &info, &colours->info, &source, options, error);
}

/* Reads the head of a file that must be a colour table's. */
static tilepdb_status head_read(const struct file_map *map, const char *path,
                                struct container_head *head, tilepdb_error *error) {
    const tilepdb_status status = container_read_head(map, path, head, error);
    if (status || head->info.kind.metric == TILEPDB_METRIC_MULTI) return status;
    container_head_free(head);
    return error_set(error, TILEPDB_ERROR_ARGUMENT,
                     "'%s' is a table of a pattern for single-tile moves, not a colour table",
                     error_path(path));
}

/* Of a table whose map is open. */
static tilepdb_status entries_open(struct tilepdb_colours *colours, const char *path,
                                   const tilepdb_open_options *options, tilepdb_error *error) {
    struct container_head head;
    tilepdb_status status = head_read(&colours->map, path, &head, error);
    if (status) return status;
    colours->info = head.colours;
    status = colour_index_init(&colours->index, &head.colours.colouring, error);
    if (!status) status = container_rows_create(&colours->rows, &colours->map, path, &head, error);
    container_head_free(&head);
    if (!status) status = container_rows_load_all(colours->rows, options, error);
    if (status) return status;
    for (unsigned order = 0; order < COLOUR_ORDERS; order++)
        colours->bytes[order] =
            container_colour_rows(colours->info.entries[order]) * CONTAINER_COLOUR_ROW_BYTES;
    const void *rows = container_rows_entries(colours->rows);
    colours->entries[COLOUR_ROWS] = rows;
    colours->entries[COLOUR_COLUMNS] =
        colours->entries[COLOUR_ROWS] + colours->bytes[COLOUR_ROWS] / sizeof(uint64_t);
    colours_goal_find(colours);
    return TILEPDB_OK;
}

/* Takes the map over. */
static tilepdb_status colours_open(struct file_map *map, const char *path,
                                   const tilepdb_open_options *options, tilepdb_colours **colours,
                                   tilepdb_error *error) {
    struct tilepdb_colours *made = calloc(1, sizeof *made);
    if (!made) {
        file_map_close(map);
        return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for a table");
    }
    made->map = *map;
    const tilepdb_status status = entries_open(made, path, options, error);
    if (status)
        tilepdb_colours_free(made);
    else
        *colours = made;
    return status;
}

tilepdb_status tilepdb_colours_open(const char *path, const tilepdb_open_options *options,
                                    tilepdb_colours **colours, tilepdb_error *error) {
    struct file_map map;
    tilepdb_status status = limits_threads(options ? options->threads : 0, error);
    if (!status) status = file_map_open(path, &map, error);
    return status ? status : colours_open(&map, path, options, colours, error);
}

tilepdb_status tilepdb_colours_open_memory(const void *data, size_t size, const char *name,
                                           const tilepdb_open_options *options,
                                           tilepdb_colours **colours, tilepdb_error *error) {
    struct file_map map;
    tilepdb_status status = limits_threads(options ? options->threads : 0, error);
    if (!status && (uintptr_t)data % sizeof(uint64_t))
        status = error_set(error, TILEPDB_ERROR_ARGUMENT,
                           "'%s': the bytes of a colour table begin at a multiple of 8 in memory",
                           error_path(name));
    if (!status) status = file_map_borrow(data, size, name, &map, error);
    return status ? status : colours_open(&map, name, options, colours, error);
}

tilepdb_status tilepdb_colours_file_info(const char *path, tilepdb_colours_info *info,
                                         tilepdb_error *error) {
    struct file_map map;
    tilepdb_status status = file_map_open(path, &map, error);
    if (status) return status;
    struct container_head head;
    status = head_read(&map, path, &head, error);
    if (!status) {
        *info = head.colours;
        container_head_free(&head);
    }
    file_map_close(&map);
    return status;
}

size_t tilepdb_colours_file_name(const tilepdb_colouring *colouring, char name[TILEPDB_FILE_NAME]) {
    char letters[TILEPDB_COLOURING_TEXT];
    name[0] = '\0';
    if (colouring_check(colouring, NULL)) return 0;
    colouring_letters(colouring, letters);
    return (size_t)snprintf(name, TILEPDB_FILE_NAME, "%ux%u_blank%u_multi_%s.tpdb",
                            colouring->width, colouring->height, colouring->goal_blank, letters);
}
