/*
 * Values partitions on sampled boards without their tables.
 *
 * Six tiles are valued by the largest sum of the exact distances of two triples that they split
 * into, and fewer tiles by the largest sum of a triple's distance and the Manhattan distances of
 * the other tiles. This value is a lower bound, but several moves too low. So only its change is
 * used: the estimate of a changed partition is the estimate of the present partition plus the
 * difference of their values.
 *
 * Nodes grow by about TREE_GROWTH if a limit grows by 2, so the least nodes of both sides over all
 * limits are proportional to sqrt(S_F S_B), where S is a side's sum of weight * TREE_GROWTH^(-b/2)
 * over the boards within the bound. A count of the boards within a limit would follow the chance of
 * the sample: it valued chosen partitions up to 30 % too well.
 */
#ifndef TILEPDB_INSTANCE_PROXY_H
#define TILEPDB_INSTANCE_PROXY_H

#include "instance/tree.h"
#include "puzzle/geometry.h"

/*
 * The exact distances of all triples of tiles from one goal, blank-aware as in a table.
 *
 * The states of a triple are its placements and arrangements with the region of the blank, numbered
 * as in a table of three tiles (pattern/index.h): cohort * 6 + code. Only the goal's state differs
 * between triples. So one graph serves all, and a breadth-first search goes from many goals at
 * once: a word of each state has a bit for each goal (Then et al., "The more the merrier: efficient
 * multi-source graph traversal", VLDB 2014). On 5x5, 2,024 triples have 14,472 states each.
 */
struct triples; /* immutable */

/* `geometry` has at least five cells. The caller frees the result; NULL without memory. */
struct triples *triples_create(const struct geometry *geometry, unsigned goal_blank);

void triples_free(struct triples *triples);

/* Number of triples of the tiles 1 .. cells - 1. */
size_t triples_count(const struct triples *triples);

/* Writes the distances of the triple a < b < c on `count` boards. `cells` has the cells of all
 * boards by tile: cells[tile][board], where tile 0 is the blank. */
void triples_distances(const struct triples *triples, unsigned a, unsigned b, unsigned c,
                       const uint8_t *const *cells, size_t count, uint8_t *distances);

struct proxy;

/* Makes a proxy for the present `pair` and sampled boards: boards[0] of the forward tree, boards[1]
 * of the backward tree. `limit` is the forward limit with the fewest nodes. Only `instance` must
 * outlive the proxy. `threads` is 1 or 2. The caller frees it; NULL without memory. */
struct proxy *proxy_create(const struct instance *instance, const struct triples *const triples[2],
                           const struct tree_pair *pair, const struct tree_boards boards[2],
                           int limit, int threads);

void proxy_free(struct proxy *proxy);

/* A partition for one direction. Its value is S_F S_B beside the present partition of the other
 * direction; least is best. */
struct proxy_swap {
    uint32_t tiles[TREE_PATTERNS];
    double value;
};

/* Returns the value of the present pair. */
double proxy_present(const struct proxy *proxy);

/* Exchanges two tiles of different patterns of `tiles` in all ways, and writes the `count` ways
 * with the least values, in ascending order. Two threads may handle the two directions at the same
 * time. */
void proxy_swaps(const struct proxy *proxy, unsigned direction, const uint32_t tiles[TREE_PATTERNS],
                 struct proxy_swap *best, size_t count);

#endif
