/*
 * Colour tables: their life, and look-ups without a parent. See colours.h.
 */
#include "table/colours.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "puzzle/board.h"
#include "table/container_rows.h"
#include "table/table.h"

/* ---- what a table needs ---------------------------------------------------------------------- */

tilepdb_status tilepdb_colours_need(const tilepdb_colouring *colouring, tilepdb_generate_need *need,
                                    tilepdb_error *error) {
    struct colour_size size;
    const tilepdb_status status = colouring_measure(colouring, &size, error);
    if (status) return status;
    const uint64_t words = 3 * (uint64_t)size.first_words + 2 * (uint64_t)size.second_words;
    need->entries = size.sequences * (colouring->width + (uint64_t)colouring->height);
    need->table_bytes = (container_colour_rows(size.sequences * (uint64_t)colouring->height) +
                         container_colour_rows(size.sequences * (uint64_t)colouring->width)) *
                        CONTAINER_COLOUR_ROW_BYTES;
    need->memory_bytes =
        need->table_bytes + words * sizeof(uint32_t) + colours_search_need(need->entries, &size);
    return TILEPDB_OK;
}

/* ---- life ------------------------------------------------------------------------------------ */

void colours_goal_find(struct tilepdb_colours *colours) {
    const tilepdb_colouring *colouring = &colours->index.colouring;
    uint8_t board[TILEPDB_TABLE_MAX_CELLS];
    for (unsigned cell = 0; cell < colours->index.geometry.cells; cell++)
        board[cell] = goal_tile(cell, colouring->goal_blank);
    for (unsigned order = 0; order < COLOUR_ORDERS; order++)
        colours->goal[order] = colour_state(
            &colours->index, (enum colour_order)order,
            colour_code(&colours->index, (enum colour_order)order, board), colouring->goal_blank);
}

static tilepdb_status entries_make(struct tilepdb_colours *colours, tilepdb_error *error) {
    tilepdb_colours_info *info = &colours->info;
    for (unsigned order = 0; order < COLOUR_ORDERS; order++) {
        info->entries[order] = colour_states(&colours->index, (enum colour_order)order);
        colours->bytes[order] =
            container_colour_rows(info->entries[order]) * CONTAINER_COLOUR_ROW_BYTES;
        info->table_bytes += colours->bytes[order];
    }
    uint64_t *pages = memory_pages(info->table_bytes);
    if (!pages)
        return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for the colour table");
    memset(pages, 0xFF, info->table_bytes);
    colours->filled[COLOUR_ROWS] = pages;
    colours->filled[COLOUR_COLUMNS] = pages + colours->bytes[COLOUR_ROWS] / sizeof *pages;
    for (unsigned order = 0; order < COLOUR_ORDERS; order++)
        colours->entries[order] = colours->filled[order];
    return TILEPDB_OK;
}

struct row_source colours_source(const struct tilepdb_colours *colours) {
    return row_memory_source((const uint8_t *)colours->entries[COLOUR_ROWS],
                             colours->info.table_bytes / CONTAINER_COLOUR_ROW_BYTES,
                             CONTAINER_COLOUR_ROW_BYTES);
}

static tilepdb_status entries_fill(struct tilepdb_colours *colours,
                                   const tilepdb_generate_options *options, tilepdb_error *error) {
    tilepdb_status status = entries_make(colours, error);
    if (!status) {
        colours_goal_find(colours);
        status = colours_search(colours, options, error);
    }
    const struct row_source source = colours_source(colours);
    if (!status)
        status =
            container_content_hash(&source, options->threads, &colours->info.content_hash, error);
    return status;
}

tilepdb_status tilepdb_colours_generate(const tilepdb_colouring *colouring,
                                        const tilepdb_generate_options *options,
                                        tilepdb_colours **colours, tilepdb_error *error) {
    tilepdb_generate_options defaults;
    tilepdb_generate_options_init(&defaults);
    if (!options) options = &defaults;
    tilepdb_generate_need need;
    tilepdb_status status = limits_threads(options->threads, error);
    if (!status) status = tilepdb_colours_need(colouring, &need, error);
    if (!status)
        status = table_memory_check(&need, options->memory_limit, "use fewer colours", error);
    if (status) return status;
    struct tilepdb_colours *made = calloc(1, sizeof *made);
    if (!made) return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for a table");
    made->info.colouring = *colouring;
    status = colour_index_init(&made->index, colouring, error);
    if (!status) status = entries_fill(made, options, error);
    if (status)
        tilepdb_colours_free(made);
    else
        *colours = made;
    return status;
}

void tilepdb_colours_info_get(const tilepdb_colours *colours, tilepdb_colours_info *info) {
    *info = colours->info;
}

void tilepdb_colours_free(tilepdb_colours *colours) {
    if (!colours) return;
    memory_pages_free(colours->filled[COLOUR_ROWS], colours->info.table_bytes);
    container_rows_free(colours->rows);
    file_map_close(&colours->map);
    colour_index_free(&colours->index);
    free(colours);
}

/* ---- look-ups -------------------------------------------------------------------------------- */

/* A board on the way down, and the blank's cell. */
struct way {
    uint8_t board[TILEPDB_TABLE_MAX_CELLS];
    unsigned blank;
};

static uint64_t way_state(const struct colour_index *index, enum colour_order order,
                          const struct way *way) {
    return colour_state(index, order, colour_code(index, order, way->board), way->blank);
}

/* Brings the blank to the cell that is `place` from the beginning of its line. */
static void way_slide(struct way *way, const struct colour_index *index, enum colour_order order,
                      unsigned place) {
    const unsigned length = (index->tiles + 1u) / index->lines[order];
    const uint8_t *line = index->cell[order] + index->line[order][way->blank] * length;
    unsigned from = 0;
    while (line[from] != way->blank) from++;
    for (; from < place; from++) way->board[line[from]] = way->board[line[from + 1]];
    for (; from > place; from--) way->board[line[from]] = way->board[line[from - 1]];
    way->blank = line[place];
    way->board[way->blank] = 0;
}

/* Goes to a neighbour that is one nearer. False: there is none. */
static bool way_down(const struct tilepdb_colours *colours, enum colour_order order,
                     struct way *way) {
    const struct colour_index *index = &colours->index;
    const enum colour_order other = colour_order_other(order);
    const unsigned entry = colours_entry(colours, order, way_state(index, order, way));
    for (unsigned place = 0; place < index->lines[other]; place++) {
        way_slide(way, index, order, place);
        if (colours_entry(colours, other, way_state(index, other, way)) == (entry + 2) % 3)
            return true;
    }
    return false;
}

int colours_slides(const struct tilepdb_colours *colours, enum colour_order order,
                   const uint8_t *board) {
    const struct colour_index *index = &colours->index;
    struct way way = {0};
    memcpy(way.board, board, index->geometry.cells);
    while (way.board[way.blank]) way.blank++;
    if (colours_entry(colours, order, way_state(index, order, &way)) == COLOURS_NONE) return -1;
    int slides = 0;
    for (; way_state(index, order, &way) != colours->goal[order]; slides++) {
        if (slides == TILEPDB_MAX_LEVELS || !way_down(colours, order, &way)) return -1;
        order = colour_order_other(order);
    }
    return slides;
}
