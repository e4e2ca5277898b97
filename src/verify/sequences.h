/*
 * Sequences of colours and their line states, the plain way: an index for proofs.
 *
 * It numbers line states as specified in pdb/FORMAT.md and is written from that page. It shares
 * nothing with pattern/colour.h, which the generator uses: a sequence is ranked by counting, place
 * by place, the sequences that have a smaller colour there.
 *
 * Immutable after sequences_init; any number of threads may read it.
 */
#ifndef TILEPDB_VERIFY_SEQUENCES_H
#define TILEPDB_VERIFY_SEQUENCES_H

#include "tilepdb.h"

/* Of slides along rows, along columns. */
#define SEQUENCES_KINDS 2

struct sequences {
    unsigned width, height, cells, colours;
    uint8_t colour_of[TILEPDB_TABLE_MAX_CELLS]; /* of a tile */
    uint8_t tiles_of[TILEPDB_TABLE_MAX_CELLS];  /* of a colour: how many */
    uint8_t order[TILEPDB_TABLE_MAX_CELLS];     /* places, the most significant first */
    uint64_t inverse[TILEPDB_TABLE_MAX_CELLS];  /* of the odd part of a number, modulo 2^64 */
    uint8_t twos[TILEPDB_TABLE_MAX_CELLS];      /* how often 2 divides it */
    uint64_t count;                             /* of sequences, below 2^32 */
    uint64_t goal[SEQUENCES_KINDS];             /* the goal's line states */
};

void sequences_init(struct sequences *sequences, const tilepdb_pattern *pattern);

/* The lines of a kind. */
static inline unsigned sequences_lines(const struct sequences *sequences, unsigned kind) {
    return kind == 0 ? sequences->height : sequences->width;
}

/* The colours of a sequence by its rank. */
void sequences_unrank(const struct sequences *sequences, uint64_t rank, uint8_t *sequence);

/* The reverse. */
uint64_t sequences_rank(const struct sequences *sequences, const uint8_t *sequence);

/* Fills `neighbours`, line states of the other kind; returns their number, the cells of a line. */
unsigned sequences_neighbours(const struct sequences *sequences, unsigned kind, uint64_t state,
                              uint64_t neighbours[TILEPDB_TABLE_MAX_SIDE]);

#endif
