/*
 * Sequences of colours and their line states: a plain index for proofs, written from pdb/FORMAT.md.
 * It shares nothing with the generator's index (pattern/colour.h), and counts, place by place, the
 * sequences with a smaller colour.
 *
 * Immutable after sequences_init; any number of threads may read it.
 */
#ifndef TILEPDB_VERIFY_SEQUENCES_H
#define TILEPDB_VERIFY_SEQUENCES_H

#include "tilepdb_tables.h"

#define SEQUENCES_KINDS 2 /* line states for slides along rows, and along columns */

struct sequences {
    unsigned width, height, cells, colours;
    uint8_t colour_of[TILEPDB_TABLE_MAX_CELLS]; /* [tile] */
    uint8_t tiles_of[TILEPDB_TABLE_MAX_CELLS];  /* [colour] number of tiles */
    uint8_t order[TILEPDB_TABLE_MAX_CELLS];     /* places, most significant first */
    uint64_t inverse[TILEPDB_TABLE_MAX_CELLS];  /* [n] inverse of the odd part of n, modulo 2^64 */
    uint8_t twos[TILEPDB_TABLE_MAX_CELLS];      /* [n] exponent of 2 in n */
    uint64_t count;                             /* sequences, below 2^32 */
    uint64_t goal[SEQUENCES_KINDS];             /* [kind] line state of the goal */
};

void sequences_init(struct sequences *sequences, const tilepdb_pattern *pattern);

static inline unsigned sequences_lines(const struct sequences *sequences, unsigned kind) {
    return kind == 0 ? sequences->height : sequences->width;
}

void sequences_unrank(const struct sequences *sequences, uint64_t rank, uint8_t *sequence);

uint64_t sequences_rank(const struct sequences *sequences, const uint8_t *sequence);

/* Writes the line states of the other kind that share a board with `state`. Returns their
 * number. */
unsigned sequences_neighbours(const struct sequences *sequences, unsigned kind, uint64_t state,
                              uint64_t neighbours[TILEPDB_TABLE_MAX_SIDE]);

#endif
