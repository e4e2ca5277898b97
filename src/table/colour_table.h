/*
 * Colour tables: tables of colour patterns for the metric multi (pdb/FORMAT.md, version 2).
 *
 * An entry belongs to a line state: the axis of the next slide, and all coloured boards that slides
 * along it turn into each other. Line states of different axes are neighbours if one board is in
 * both. The *slides* of a line state are its distance, over neighbours, to the nearer of the goal's
 * two line states. The entry is slides modulo 3.
 *
 * Admissibility: let s0 .. sL be the boards of a shortest solution, L >= 1. Its axes alternate,
 * since two slides along one axis are one slide or none. Let T(i) be the line state of s(i) for the
 * axis of slide i + 1. T(i) also contains s(i+1), so T(i) and T(i+1) are neighbours, and T(L-1)
 * contains the goal. So T(0) has at most L - 1 slides, and slides + 1 is a lower bound on L.
 *
 * One entry per line state loses little: let m be the least length of solutions that start with a
 * vertical slide, over all boards of a line state of rows. If the first slide must be horizontal, a
 * board needs m + 1 moves, or more if it alone has a vertical start of m moves.
 *
 * Slides of neighbours differ by at most 1, and a slide leads to a neighbour. So the parent's
 * slides and the child's entry give the child's slides. A table is immutable.
 */
#ifndef TILEPDB_TABLE_COLOUR_TABLE_H
#define TILEPDB_TABLE_COLOUR_TABLE_H

#include "base/bytes.h"
#include "pattern/colour.h"
#include "table/table.h"

#define COLOUR_TABLE_NONE 3u /* entry of line states that cannot reach the goal */

struct colour_table {
    const tilepdb_table_info *info; /* borrowed */
    struct colour_index index;
    uint64_t goal[COLOUR_ORDERS]; /* line states of the goal */
    /* 32 entries per element; columns follow rows in memory. Both are padded with COLOUR_TABLE_NONE
     * to a multiple of CONTAINER_COLOUR_ROW_BYTES. */
    const uint64_t *entries[COLOUR_ORDERS];
    size_t bytes[COLOUR_ORDERS];     /* of `entries`, with padding */
    uint64_t *filled[COLOUR_ORDERS]; /* writable `entries` of a generated table, otherwise NULL */
};

/* See tilepdb_table_need. Returns ERROR_ARGUMENT and the statuses of colouring_measure. */
tilepdb_status colour_table_need(const tilepdb_pattern *pattern, tilepdb_kind kind,
                                 tilepdb_generate_need *need, tilepdb_error *error);

/* tilepdb_table_close must follow, also on failure. Returns the statuses of
 * tilepdb_table_generate. */
tilepdb_status colour_table_make(struct tilepdb_table *table, const tilepdb_pattern *pattern,
                                 const tilepdb_generate_options *options, tilepdb_error *error);

/* Creates table->colours; info and entries are set. Returns ERROR_MEMORY and the statuses of
 * colouring_measure. */
tilepdb_status colour_table_begin(struct tilepdb_table *table, tilepdb_error *error);

void colour_table_free(struct colour_table *colours);

/* The position of an entry in its element, so that mapped files can be used in place. */
static inline unsigned colour_table_shift(uint64_t state) {
    const uint64_t place = state % 32;
    return (unsigned)(BYTES_LITTLE ? place : place ^ 28) * 2;
}

static inline unsigned colour_table_entry(const struct colour_table *colours,
                                          enum colour_order order, uint64_t state) {
    return colours->entries[order][state / 32] >> colour_table_shift(state) & 3u;
}

/* The slides of the line state of `board`, the tile of each cell, for next slides along `order`. -1
 * if the goal cannot be reached, or in a false table. */
int colour_table_slides(const struct colour_table *colours, enum colour_order order,
                        const uint8_t *board);

#endif
