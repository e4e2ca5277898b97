#include "table/colour_table.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "puzzle/board.h"
#include "table/container.h"

/* ---- what a table needs ---------------------------------------------------------------------- */

tilepdb_status colour_table_need(const tilepdb_pattern *pattern, tilepdb_kind kind,
                                 tilepdb_generate_need *need, tilepdb_error *error) {
    struct colour_size size;
    if (!pattern->colours)
        return error_set(
            error, TILEPDB_ERROR_ARGUMENT,
            "a table for multi-tile moves needs a colour pattern, and this pattern has no colours");
    if (kind.blank != TILEPDB_BLANK_AWARE || kind.encoding != TILEPDB_ENCODING_MOD3)
        return error_set(error, TILEPDB_ERROR_ARGUMENT,
                         "colour tables are blank-aware and have the encoding mod3, no other");
    const tilepdb_status status = colouring_measure(pattern, &size, error);
    if (status) return status;
    const uint64_t words = 3 * (uint64_t)size.first_halves + 2 * (uint64_t)size.second_halves;
    need->entries = size.sequences * (pattern->width + (uint64_t)pattern->height);
    need->table_bytes = (container_colour_rows(size.sequences * (uint64_t)pattern->height) +
                         container_colour_rows(size.sequences * (uint64_t)pattern->width)) *
                        CONTAINER_COLOUR_ROW_BYTES;
    need->memory_bytes =
        need->table_bytes + words * sizeof(uint32_t) + colour_search_need(pattern, &size);
    return TILEPDB_OK;
}

/* ---- life ------------------------------------------------------------------------------------ */

static void goal_find(struct colour_table *colours) {
    const struct colour_index *index = &colours->index;
    const unsigned blank = index->pattern.goal_blank;
    uint8_t board[TILEPDB_TABLE_MAX_CELLS];
    for (unsigned cell = 0; cell < index->geometry.cells; cell++)
        board[cell] = goal_tile(cell, blank);
    for (unsigned order = 0; order < COLOUR_ORDERS; order++)
        colours->goal[order] =
            colour_state(index, (enum colour_order)order,
                         colour_pack(index, (enum colour_order)order, board), blank);
}

static tilepdb_status parts_make(struct tilepdb_table *table, tilepdb_error *error) {
    struct colour_table *colours = table->colours = calloc(1, sizeof *colours);
    if (!colours) return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for a table");
    colours->info = &table->info;
    const tilepdb_status status = colour_index_init(&colours->index, &table->info.pattern, error);
    if (status) return status;
    goal_find(colours);
    for (unsigned order = 0; order < COLOUR_ORDERS; order++)
        colours->bytes[order] =
            container_colour_rows(colour_states(&colours->index, (enum colour_order)order)) *
            CONTAINER_COLOUR_ROW_BYTES;
    return TILEPDB_OK;
}

static void parts_find(struct tilepdb_table *table) {
    struct colour_table *colours = table->colours;
    const size_t rows = colours->bytes[COLOUR_ROWS] / sizeof(uint64_t);
    colours->entries[COLOUR_ROWS] = (const uint64_t *)(const void *)table->entries;
    colours->entries[COLOUR_COLUMNS] = colours->entries[COLOUR_ROWS] + rows;
    colours->filled[COLOUR_ROWS] = table->pages;
    colours->filled[COLOUR_COLUMNS] = table->pages ? colours->filled[COLOUR_ROWS] + rows : NULL;
}

tilepdb_status colour_table_begin(struct tilepdb_table *table, tilepdb_error *error) {
    const tilepdb_status status = parts_make(table, error);
    if (!status) parts_find(table);
    return status;
}

static tilepdb_status pages_make(struct tilepdb_table *table, tilepdb_error *error) {
    tilepdb_table_info *info = &table->info;
    for (unsigned order = 0; order < COLOUR_ORDERS; order++) {
        info->axis_entries[order] = colour_states(&table->colours->index, (enum colour_order)order);
        info->entries += info->axis_entries[order];
        info->table_bytes += table->colours->bytes[order];
    }
    table->row_bytes = CONTAINER_COLOUR_ROW_BYTES;
    table->pages = memory_pages(info->table_bytes);
    table->entries = table->pages;
    if (!table->pages)
        return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for the colour table");
    parts_find(table);
    return TILEPDB_OK;
}

static void histogram_sum(tilepdb_table_info *info) {
    for (int i = 0; i < info->levels; i++) {
        info->histogram[i] =
            info->axis_histogram[COLOUR_ROWS][i] + info->axis_histogram[COLOUR_COLUMNS][i];
        info->reachable += info->histogram[i];
    }
}

/* For smaller tables, two threads take twice the CPU time of one: locked instructions, and waits at
 * every level. */
#define PARALLEL_ENTRIES (UINT64_C(1) << 25)

tilepdb_status colour_table_make(struct tilepdb_table *table, const tilepdb_pattern *pattern,
                                 const tilepdb_generate_options *options, tilepdb_error *error) {
    tilepdb_table_info *info = &table->info;
    info->pattern = *pattern;
    info->kind = tilepdb_kind_default(TILEPDB_METRIC_MULTI);
    tilepdb_status status = parts_make(table, error);
    if (!status) status = pages_make(table, error);
    tilepdb_generate_options chosen = *options;
    if (chosen.threads == 0 && info->entries < PARALLEL_ENTRIES) chosen.threads = 1;
    if (!status) status = colour_search(table, &chosen, error);
    if (status) return status;
    histogram_sum(info);
    const struct row_source source = table_source(table);
    return container_content_hash(&source, chosen.threads, &info->content_hash, error);
}

void colour_table_free(struct colour_table *colours) {
    if (!colours) return;
    colour_index_free(&colours->index);
    free(colours);
}

/* ---- look-ups -------------------------------------------------------------------------------- */

struct walk {
    uint8_t board[TILEPDB_TABLE_MAX_CELLS];
    unsigned blank;
};

static uint64_t walk_state(const struct colour_index *index, enum colour_order order,
                           const struct walk *walk) {
    return colour_state(index, order, colour_pack(index, order, walk->board), walk->blank);
}

static void walk_slide(struct walk *walk, const struct colour_index *index, enum colour_order order,
                       unsigned place) {
    const unsigned length = (index->tiles + 1u) / index->lines[order];
    const uint8_t *line = index->cell[order] + index->line[order][walk->blank] * length;
    unsigned from = 0;
    while (line[from] != walk->blank) from++;
    for (; from < place; from++) walk->board[line[from]] = walk->board[line[from + 1]];
    for (; from > place; from--) walk->board[line[from]] = walk->board[line[from - 1]];
    walk->blank = line[place];
    walk->board[walk->blank] = 0;
}

static bool walk_down(const struct colour_table *colours, enum colour_order order,
                      struct walk *walk) {
    const struct colour_index *index = &colours->index;
    const enum colour_order other = colour_order_other(order);
    const unsigned entry = colour_table_entry(colours, order, walk_state(index, order, walk));
    for (unsigned place = 0; place < index->lines[other]; place++) {
        walk_slide(walk, index, order, place);
        if (colour_table_entry(colours, other, walk_state(index, other, walk)) == (entry + 2) % 3)
            return true;
    }
    return false;
}

int colour_table_slides(const struct colour_table *colours, enum colour_order order,
                        const uint8_t *board) {
    const struct colour_index *index = &colours->index;
    struct walk walk = {0};
    memcpy(walk.board, board, index->geometry.cells);
    while (walk.board[walk.blank]) walk.blank++;
    if (colour_table_entry(colours, order, walk_state(index, order, &walk)) == COLOUR_TABLE_NONE)
        return -1;
    int slides = 0;
    for (; walk_state(index, order, &walk) != colours->goal[order]; slides++) {
        if (slides == TILEPDB_MAX_LEVELS || !walk_down(colours, order, &walk)) return -1;
        order = colour_order_other(order);
    }
    return slides;
}
