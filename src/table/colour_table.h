/*
 * Colour tables: tables of colour patterns for the multi-tile metric, aware of the axis of the next
 * slide. table.h has what all tables have in common.
 *
 * An entry belongs to a line state (colour.h): the board up to where in its row, or column, the
 * blank is, while the next slide is along that row or column. Two line states of different kinds
 * are neighbours if a board, up to colours, is in both. The entry is the distance, over neighbours,
 * to one of the two line states of the goal: for a board that is not the goal, the slides that
 * follow the next one, at least.
 *
 * Admissible. Two slides in a row along one axis are one slide, or none; so in a shortest solution
 * the axes alternate. Let its boards be s0, s1 ... sL, the goal, L >= 1. The line state of s0 along
 * its first slide also contains s1; that of s1 along the second slide contains s1 and s2; and so
 * on, up to that of s(L-1), which contains the goal. Each shares a board with the one before it,
 * and the kinds alternate: L line states, L - 1 steps between neighbours, the last one of the goal.
 * So the entry of the first is at most L - 1, and entry + 1 is a lower bound on L.
 *
 * Least moves with the next axis forced, clipped at the least moves without + 1, say the same. Let
 * m be the least, over the boards of a row's line state, of the moves that are left when the slide
 * after is vertical. A board of the row that is not the only one with m has m + 1 to go. The only
 * one has m to go in any case, by a vertical slide, and is clipped at m + 1. So clipped values do
 * not depend on the blank's place in its line, and are stored once per line.
 *
 * Steps. Entries of neighbours differ by at most 1, and a slide leads to a neighbour. So the
 * parent's entry, and the child's modulo 3, give the child's: two bits, and one value to spare for
 * line states that the goal cannot reach (if no two tiles are alike, half of them).
 *
 * Thread safety: a table is immutable.
 */
#ifndef TILEPDB_TABLE_COLOUR_TABLE_H
#define TILEPDB_TABLE_COLOUR_TABLE_H

#include "base/bytes.h"
#include "pattern/colour.h"
#include "table/table.h"

#define COLOUR_TABLE_NONE 3u /* the entry of what cannot reach the goal */

/* The part of a table that only colour tables have. All its rows are ready. Its table's info has
 * axis_entries. */
struct colour_table {
    const tilepdb_table_info *info; /* the table's */
    struct colour_index index;
    uint64_t goal[COLOUR_ORDERS]; /* the goal's line states */
    /* Entries modulo 3, or COLOUR_TABLE_NONE: 32 in 64 bits, the first in the lowest. The entries
     * of columns follow those of rows in memory; both begin on a page and are padded to whole pages
     * with COLOUR_TABLE_NONE. */
    const uint64_t *entries[COLOUR_ORDERS];
    size_t bytes[COLOUR_ORDERS];     /* of whole pages */
    uint64_t *filled[COLOUR_ORDERS]; /* `entries`, for the search that fills them; else NULL */
};

/* As tilepdb_table_need. */
tilepdb_status colour_table_need(const tilepdb_pattern *pattern, tilepdb_kind kind,
                                 tilepdb_generate_need *need, tilepdb_error *error);

/* Generates a new table, which tilepdb_table_close releases also on failure. The statuses of
 * tilepdb_table_generate. */
tilepdb_status colour_table_make(struct tilepdb_table *table, const tilepdb_pattern *pattern,
                                 const tilepdb_generate_options *options, tilepdb_error *error);

/* Creates `colours` of a table that has its info and rows. ERROR_MEMORY, and the statuses of
 * colouring_measure. */
tilepdb_status colour_table_begin(struct tilepdb_table *table, tilepdb_error *error);

/* Accepts NULL. */
void colour_table_free(struct colour_table *colours);

/* The position of a line state's entry in its 64 bits. It is in the same bits of the same byte on
 * machines of either byte order, so that a mapped file can be used in place. */
static inline unsigned colour_table_shift(uint64_t state) {
    const uint64_t place = state % 32;
    return (unsigned)(BYTES_LITTLE ? place : place ^ 28) * 2;
}

static inline unsigned colour_table_entry(const struct colour_table *colours,
                                          enum colour_order order, uint64_t state) {
    return colours->entries[order][state / 32] >> colour_table_shift(state) & 3u;
}

/* The lower bound on the slides after the next one, if that is along a line of `order`; found by
 * walking down to the goal. `board` has the tile of each cell. -1: the goal cannot be reached. */
int colour_table_slides(const struct colour_table *colours, enum colour_order order,
                        const uint8_t *board);

/* Fills the entries of a new table and its axis histograms. `options` gives threads and progress.
 * ERROR_MEMORY, CANCELLED, ERROR_ENCODING: more levels than a table can have. */
tilepdb_status colour_search(struct tilepdb_table *table, const tilepdb_generate_options *options,
                             tilepdb_error *error);

/* The bytes that colour_search needs beside the table. */
uint64_t colour_search_need(uint64_t states, const struct colour_size *size);

#endif
