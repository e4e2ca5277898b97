/*
 * Colour tables: tables of colour patterns for the metric multi, aware of the axis of the next
 * slide.
 *
 * An entry belongs to a line state (colour.h): a coloured board without the blank's place in its
 * row, or column, while the next slide is along that row or column. Line states of different axes
 * are neighbours if a coloured board is in both. The entry is the distance, over neighbours, to the
 * nearer line state of the goal.
 *
 * Admissibility: let s0 .. sL be the boards of a shortest solution, L >= 1. Its axes alternate,
 * since two slides along one axis are one slide or none. Let T(i) be the line state of s(i) along
 * slide i + 1. T(i) also contains s(i+1), so T(i) and T(i+1) are neighbours, and T(L-1) contains
 * the goal. So the entry of T(0) is at most L - 1, and entry + 1 is a lower bound on L.
 *
 * One entry per line suffices: let m be the least number of moves of solutions that start with a
 * vertical slide from any board of a row's line state. If the first slide must be horizontal, each
 * board needs m + 1 moves, except a board that alone has m. For that board m + 1 is a lower bound.
 *
 * Entries of neighbours differ by at most 1, and a slide leads to a neighbour. So the parent's
 * entry and the child's entry modulo 3 give the child's entry. A fourth value marks line states
 * that cannot reach the goal. A table is immutable.
 */
#ifndef TILEPDB_TABLE_COLOUR_TABLE_H
#define TILEPDB_TABLE_COLOUR_TABLE_H

#include "base/bytes.h"
#include "pattern/colour.h"
#include "table/table.h"

#define COLOUR_TABLE_NONE 3u /* entry of line states that cannot reach the goal */

/* Additional members of a colour table. All rows are ready. */
struct colour_table {
    const tilepdb_table_info *info;
    struct colour_index index;
    uint64_t goal[COLOUR_ORDERS];
    /* Entries modulo 3, or COLOUR_TABLE_NONE, 32 per element. Columns follow rows in memory;
     * both begin on a page and are padded to whole pages with COLOUR_TABLE_NONE. */
    const uint64_t *entries[COLOUR_ORDERS];
    size_t bytes[COLOUR_ORDERS];     /* whole pages */
    uint64_t *filled[COLOUR_ORDERS]; /* writable `entries` of a generated table, otherwise NULL */
};

tilepdb_status colour_table_need(const tilepdb_pattern *pattern, tilepdb_kind kind,
                                 tilepdb_generate_need *need, tilepdb_error *error);

/* Makes a table. tilepdb_table_close must follow, also on failure. Returns the statuses of
 * tilepdb_table_generate. */
tilepdb_status colour_table_make(struct tilepdb_table *table, const tilepdb_pattern *pattern,
                                 const tilepdb_generate_options *options, tilepdb_error *error);

/* Creates `colours` of a table with info and rows. Returns ERROR_MEMORY and the statuses of
 * colouring_measure. */
tilepdb_status colour_table_begin(struct tilepdb_table *table, tilepdb_error *error);

void colour_table_free(struct colour_table *colours);

/* Returns the shift of an entry in its 64 bits. An entry has the same bits in a file for either
 * byte order, so a mapped file is used in place. */
static inline unsigned colour_table_shift(uint64_t state) {
    const uint64_t place = state % 32;
    return (unsigned)(BYTES_LITTLE ? place : place ^ 28) * 2;
}

static inline unsigned colour_table_entry(const struct colour_table *colours,
                                          enum colour_order order, uint64_t state) {
    return colours->entries[order][state / 32] >> colour_table_shift(state) & 3u;
}

/* Returns a lower bound on the slides that follow a slide along a line of `order`, or -1 if the
 * goal cannot be reached. `board` has the tile of each cell. */
int colour_table_slides(const struct colour_table *colours, enum colour_order order,
                        const uint8_t *board);

/* Fills the entries and axis histograms of a new table. Returns ERROR_ENCODING for more levels
 * than a table can have, ERROR_MEMORY, CANCELLED. */
tilepdb_status colour_search(struct tilepdb_table *table, const tilepdb_generate_options *options,
                             tilepdb_error *error);

uint64_t colour_search_need(const tilepdb_pattern *pattern, const struct colour_size *size);

#endif
