/*
 * Colour patterns: every tile has a colour, tiles of one colour are alike, and all tiles are in the
 * pattern. pdb/FORMAT.md (version 2) defines line states, of two orders:
 *
 *   rows     read row by row; the next slide is along the blank's row
 *   columns  read column by column; the next slide is along the blank's column
 *
 * A *sequence* is the colours of the tiles in reading order. Each half is a number whose digits, in
 * base `colours`, are colours. Then
 *
 *   rank = base[first half] + rank[second half]
 *
 * where `base` counts the sequences with smaller first halves, and `rank` the smaller second halves
 * with equal numbers of tiles of each colour. A *packed* sequence is the sum of colour times weight
 * over all places: the first half in the lower 32 bits, the second in the upper.
 *
 * An initialised index is immutable.
 */
#ifndef TILEPDB_PATTERN_COLOUR_H
#define TILEPDB_PATTERN_COLOUR_H

#include "puzzle/geometry.h"
#include "tilepdb_tables.h"

enum colour_order { COLOUR_ROWS, COLOUR_COLUMNS, COLOUR_ORDERS };

static inline enum colour_order colour_order_other(enum colour_order order) {
    return order == COLOUR_ROWS ? COLOUR_COLUMNS : COLOUR_ROWS;
}

struct colour_size {
    uint32_t sequences;
    uint32_t first_halves;  /* first halves are numbers below this */
    uint32_t second_halves; /* second halves are numbers below this */
};

/* Returns ERROR_ARGUMENT for no colour pattern or an open blank, ERROR_TOO_LARGE for 2^32 - 1
 * sequences or more, or over 2^24 first halves. */
tilepdb_status colouring_measure(const tilepdb_pattern *pattern, struct colour_size *size,
                                 tilepdb_error *error);

void colouring_sizes(const tilepdb_pattern *pattern, uint8_t sizes[TILEPDB_TABLE_MAX_CELLS]);

/* Returns ERROR_ARGUMENT for no colour pattern. */
tilepdb_status colouring_check(const tilepdb_pattern *pattern, tilepdb_error *error);

/* Writes the letters of the colours of tiles 1, 2 ..., and a NUL, at most TILEPDB_COLOURING_TEXT
 * bytes. Returns the number of letters. */
size_t colouring_letters(const tilepdb_pattern *pattern, char *text);

struct colour_index {
    struct geometry geometry;
    tilepdb_pattern pattern;
    struct colour_size size;
    uint8_t lines[COLOUR_ORDERS];                         /* [order] */
    uint8_t line[COLOUR_ORDERS][TILEPDB_TABLE_MAX_CELLS]; /* [order][cell] */
    /* [order][cell] position in reading order */
    uint8_t place[COLOUR_ORDERS][TILEPDB_TABLE_MAX_CELLS];
    uint8_t cell[COLOUR_ORDERS][TILEPDB_TABLE_MAX_CELLS]; /* [order][place] */
    uint8_t tiles;
    uint8_t first_tiles;
    uint64_t weight[TILEPDB_TABLE_MAX_CELLS]; /* [place in a sequence] */
    uint32_t *base;                           /* [first half] COLOUR_NO_HALF if in no sequence */
    uint32_t *rank;                           /* [second half] COLOUR_NO_HALF if in no sequence */
    uint32_t first_count;
    uint32_t *first_halves;  /* [first_count] of sequences, ascending */
    uint32_t *seconds_begin; /* [first_count] index in `second_halves` of the first second half that
                                completes this first half */
    uint32_t second_count;
    /* [second_count] by the numbers of tiles of each colour, then by value */
    uint32_t *second_halves;
};

#define COLOUR_NO_HALF UINT32_MAX

/* colour_index_free must follow OK. Returns ERROR_MEMORY and the statuses of colouring_measure. */
tilepdb_status colour_index_init(struct colour_index *index, const tilepdb_pattern *pattern,
                                 tilepdb_error *error);

void colour_index_free(struct colour_index *index);

static inline uint64_t colour_states(const struct colour_index *index, enum colour_order order) {
    return (uint64_t)index->size.sequences * index->lines[order];
}

/* `board`: the tile of each cell, 0 for the blank. */
uint64_t colour_pack(const struct colour_index *index, enum colour_order order,
                     const uint8_t *board);

static inline uint32_t colour_rank(const struct colour_index *index, uint64_t packed) {
    return index->base[(uint32_t)packed] + index->rank[packed >> 32];
}

/* `rank` is below size.sequences. */
uint64_t colour_unrank(const struct colour_index *index, uint32_t rank);

/* Returns the number of a line state, below colour_states. */
static inline uint64_t colour_state(const struct colour_index *index, enum colour_order order,
                                    uint64_t packed, unsigned blank) {
    return (uint64_t)colour_rank(index, packed) * index->lines[order] + index->line[order][blank];
}

/* Returns the place of `cell` in a sequence if the blank is on cell `blank`. */
static inline unsigned colour_place(const struct colour_index *index, enum colour_order order,
                                    unsigned cell, unsigned blank) {
    const uint8_t *place = index->place[order];
    return (unsigned)place[cell] - (place[cell] > place[blank]);
}

#endif
