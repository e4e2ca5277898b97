/*
 * Colour patterns: every tile has a colour, tiles of one colour are alike, and the whole board is
 * in the pattern.
 *
 * A *line state* is what a slide along the blank's row, or column, cannot change: the order of the
 * tiles, read line by line without the blank, and which line the blank is in. There are two kinds,
 * by how the board is read:
 *
 *   rows     row by row; the next slide is horizontal, within the blank's row
 *   columns  column by column; the next slide is vertical, within the blank's column
 *
 * The tiles in the order in which they are read are a *sequence*: the same multiset of colours for
 * both kinds, so one ranking serves both. A sequence is cut in two halves, and each
 * half is a number whose digits, to the base of the number of colours, are the colours of its
 * places. Of a whole board the second half's colours are what the first one leaves, so that
 *
 *   rank = base[first half] + rank[second half]
 *
 * where the first table has the sequences with smaller first halves, and the second counts the
 * smaller halves of the same colours. The two halves together are a *packed* sequence, the first in
 * the lower 32 bits. It is a sum of colour times weight over the places: whoever moves a tile adds
 * differences of weights.
 *
 * Thread safety: an index is immutable once initialised.
 */
#ifndef TILEPDB_PATTERN_COLOUR_H
#define TILEPDB_PATTERN_COLOUR_H

#include "puzzle/geometry.h"
#include "tilepdb.h"

/* How a board is read; also the axis of the next slide: along rows, or along columns. */
enum colour_order { COLOUR_ROWS, COLOUR_COLUMNS, COLOUR_ORDERS };

static inline enum colour_order colour_order_other(enum colour_order order) {
    return order == COLOUR_ROWS ? COLOUR_COLUMNS : COLOUR_ROWS;
}

/* How large an index is. */
struct colour_size {
    uint32_t sequences;
    uint32_t first_halves;  /* the numbers of first halves are below it */
    uint32_t second_halves; /* the numbers of second halves are below it */
};

/* ERROR_ARGUMENT: not a colour pattern; ERROR_TOO_LARGE: 2^32 sequences or more, or 2^24 halves. */
tilepdb_status colouring_measure(const tilepdb_pattern *pattern, struct colour_size *size,
                                 tilepdb_error *error);

/* How many tiles each colour of a colour pattern has. */
void colouring_sizes(const tilepdb_pattern *pattern, uint8_t sizes[TILEPDB_TABLE_MAX_CELLS]);

/* ERROR_ARGUMENT: not a colour pattern. */
tilepdb_status colouring_check(const tilepdb_pattern *pattern, tilepdb_error *error);

/* Writes the letters of tiles 1, 2 ... of a colour pattern, at most TILEPDB_COLOURING_TEXT bytes.
 * Returns their number. */
size_t colouring_letters(const tilepdb_pattern *pattern, char *text);

struct colour_index {
    struct geometry geometry;
    tilepdb_pattern pattern;
    struct colour_size size;
    uint8_t lines[COLOUR_ORDERS];                         /* [order] the board's rows, or columns */
    uint8_t line[COLOUR_ORDERS][TILEPDB_TABLE_MAX_CELLS]; /* [order][cell] */
    uint8_t place[COLOUR_ORDERS][TILEPDB_TABLE_MAX_CELLS]; /* [order][cell] its position in the
                                                              order of reading */
    uint8_t cell[COLOUR_ORDERS][TILEPDB_TABLE_MAX_CELLS];  /* [order][place] */
    uint8_t tiles;                                         /* in a sequence */
    uint8_t first_tiles;                                   /* in the first half of a sequence */
    uint64_t weight[TILEPDB_TABLE_MAX_CELLS]; /* [place in a sequence] in the packed sequence */
    uint32_t *base;                           /* [first half] COLOUR_NO_HALF: in no sequence */
    uint32_t *rank;                           /* [second half] COLOUR_NO_HALF: in no sequence */
    uint32_t first_count;
    uint32_t *first_halves;  /* [first_count] those that are in sequences, ascending */
    uint32_t *seconds_begin; /* [first_count] the index of their second halves in second_halves */
    uint32_t second_count;
    uint32_t *second_halves; /* [second_count] by the colours in them, then ascending */
};

#define COLOUR_NO_HALF UINT32_MAX

/* Builds the index of a colour pattern. The caller owns it and releases it by colour_index_free.
 * Statuses of colouring_measure, and ERROR_MEMORY. */
tilepdb_status colour_index_init(struct colour_index *index, const tilepdb_pattern *pattern,
                                 tilepdb_error *error);

/* A zeroed index is fine. */
void colour_index_free(struct colour_index *index);

/* The number of line states of one kind. */
static inline uint64_t colour_states(const struct colour_index *index, enum colour_order order) {
    return (uint64_t)index->size.sequences * index->lines[order];
}

/* The packed sequence of a board. `board` has the tile of each cell, 0 for the blank. */
uint64_t colour_pack(const struct colour_index *index, enum colour_order order,
                     const uint8_t *board);

static inline uint32_t colour_rank(const struct colour_index *index, uint64_t packed) {
    return index->base[(uint32_t)packed] + index->rank[packed >> 32];
}

/* The packed sequence of a rank, which must be below size.sequences. */
uint64_t colour_unrank(const struct colour_index *index, uint32_t rank);

/* The number of a line state, below colour_states. */
static inline uint64_t colour_state(const struct colour_index *index, enum colour_order order,
                                    uint64_t packed, unsigned blank) {
    return (uint64_t)colour_rank(index, packed) * index->lines[order] + index->line[order][blank];
}

/* The place of a cell's tile in the sequence. */
static inline unsigned colour_place(const struct colour_index *index, enum colour_order order,
                                    unsigned cell, unsigned blank) {
    const uint8_t *place = index->place[order];
    return (unsigned)place[cell] - (place[cell] > place[blank]);
}

#endif
