/*
 * The exact distances of all triples of tiles from one goal, blank-aware as in a table.
 *
 * The states of a triple are its placements and arrangements with the region of the blank, numbered
 * as in a table of three tiles (pattern/index.h): cohort * 6 + code. Only the goal's state differs
 * between triples. So one graph serves all, and a breadth-first search goes from many goals at
 * once: a word of each state has a bit for each goal (Then et al., "The more the merrier: efficient
 * multi-source graph traversal", VLDB 2014). On 5x5, 2,024 triples have 14,472 states each.
 *
 * Immutable after triples_create.
 */
#ifndef TILEPDB_INSTANCE_TRIPLES_H
#define TILEPDB_INSTANCE_TRIPLES_H

#include <stddef.h>
#include <stdint.h>

#include "puzzle/geometry.h"

struct triples;

/* `geometry` has at least five cells. The caller frees the result; NULL without memory. */
struct triples *triples_create(const struct geometry *geometry, unsigned goal_blank);

void triples_free(struct triples *triples);

/* Number of triples of the tiles 1 .. cells - 1. */
size_t triples_count(const struct triples *triples);

/* The tiles ascend: 1 <= a < b < c. */
static inline size_t triples_number(unsigned a, unsigned b, unsigned c) {
    return (size_t)(c - 1) * (c - 2) * (c - 3) / 6 + (size_t)(b - 1) * (b - 2) / 2 + a - 1;
}

/* Writes the distances of the triple a < b < c on `count` boards. `cells` has the cells of all
 * boards by tile: cells[tile][board], where tile 0 is the blank. */
void triples_distances(const struct triples *triples, unsigned a, unsigned b, unsigned c,
                       const uint8_t *const *cells, size_t count, uint8_t *distances);

#endif
