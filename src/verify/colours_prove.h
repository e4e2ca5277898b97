/*
 * Proofs of colour tables and goal tables.
 *
 * States, line states of a colour table or boards of a goal table, are numbered by indices written
 * from pdb/FORMAT.md, which share nothing with the generator's (pattern/colour.h,
 * table/goal_table.h).
 */
#ifndef TILEPDB_VERIFY_COLOURS_PROVE_H
#define TILEPDB_VERIFY_COLOURS_PROVE_H

#include "tilepdb_tables.h"

/* See tilepdb_table_prove. The table's frames were checked; `proof` is zeroed. */
tilepdb_status colours_prove(const tilepdb_table *table, const tilepdb_verify_options *options,
                             tilepdb_proof *proof, tilepdb_error *error);

#define SEQUENCES_KINDS 2 /* line states for slides along rows, and along columns */

/* Sequences of colours and their line states. Immutable after sequences_init. */
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

void sequences_unrank(const struct sequences *sequences, uint64_t rank, uint8_t *sequence);

uint64_t sequences_rank(const struct sequences *sequences, const uint8_t *sequence);

#endif
