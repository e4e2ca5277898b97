/*
 * Samples of the two trees of a bidirectional search (search/bidirectional.h) for any pair of
 * partitions, which need no solver.
 *
 * A tree is expanded level by level. About `most` nodes of each level are kept, by the resampling
 * of Fearnhead & Clifford ("On-line inference for hidden Markov models via particle filters", J. R.
 * Statist. Soc. B 65, 2003): node i is kept with probability p = min(1, c v_i), and its weight is
 * divided by p, so that sums of weights are unbiased. The importance v_i = weight * TREE_GROWTH^(-b
 * / 2) prefers nodes with a small b, which have the most descendants.
 *
 * Random numbers are fixed, and the arithmetic is the same on every machine, so samples are too.
 *
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

#include "kernels/automaton.h"
#include "puzzle/geometry.h"
#include "search/solver.h"

/* ---- samples --------------------------------------------------------------------------------- */

/* Nodes grow by about this factor if a limit grows by 2. */
#define TREE_GROWTH 2.7

#define TREE_PATTERNS 4

/* A pattern has TREE_FEW to TREE_TILES tiles. */
#define TREE_FEW   3
#define TREE_TILES 6

/* The goal of one direction in the view of its tables. */
struct tree_view {
    uint8_t cell[TILEPDB_TABLE_MAX_CELLS]; /* [user's cell] cell of the view */
    uint8_t tile[TILEPDB_TABLE_MAX_CELLS]; /* [user's tile] tile of the view */
    uint8_t user[TILEPDB_TABLE_MAX_CELLS]; /* [cell of the view] user's cell */
};

/* A board and the goal. The tables of direction 0, forward, estimate the moves to the goal; the
 * tables of direction 1, backward, estimate the moves to the board. Immutable. */
struct instance {
    const struct geometry *geometry;
    struct geometry view;
    struct tree_view views[2];
    uint8_t goal_blank[2];
    uint8_t root[2][TILEPDB_TABLE_MAX_CELLS]; /* start of each side's search */
    const struct automaton *automaton[2];
    int bound;
    bool (*goes_on)(void *user); /* polled every few milliseconds */
    void *user;
};

/* A partition with its tables, whose entries are blank-aware bits. */
struct tree_partition {
    uint32_t tiles[TREE_PATTERNS]; /* sets of tiles of the view */
    const struct tilepdb_table *table[TREE_PATTERNS];
};

/* A partition for each direction. */
struct tree_pair {
    struct tree_partition side[2];
};

/* Takes board, goal and pair of a bidirectional solver, which must outlive `instance`. Adjusts the
 * bound to a length that the board can have. The caller sets goes_on and user. Returns
 * ERROR_ARGUMENT unless each direction begins with four blank-aware bit tables and the bound is 1
 * to TILEPDB_MAX_MOVES; or a status of solver_root. */
tilepdb_status instance_init(struct instance *instance, struct tree_pair *pair,
                             const struct tilepdb_solver *solver, int bound, tilepdb_error *error);

/* A sampled node. */
struct tree_board {
    uint8_t cells[TILEPDB_TABLE_MAX_CELLS];
    uint8_t blank, moves; /* moves from the root of its side */
    int16_t sum[2];       /* estimates of both directions */
    double weight;
};

struct tree_boards {
    struct tree_board *boards; /* owned */
    size_t count, capacity;
};

#define TREE_LIMITS 64

/* Numbers of nodes by b. */
struct tree_counts {
    int limit;                  /* largest b of the sample */
    double within[TREE_LIMITS]; /* [(limit - b) / 2]; smaller b count in the last */
};

struct tree_sample {
    unsigned side;
    int limit;   /* largest b */
    size_t most; /* about the nodes to keep of each level */
    uint64_t seed;
    struct tree_boards *boards; /* gets the nodes with b >= `from`; may be NULL */
    int from;
};

/* Samples one tree. Returns OK, ERROR_MEMORY, CANCELLED, or ERROR_FORMAT for an unsound table. */
tilepdb_status tree_sample(const struct instance *instance, const struct tree_pair *pair,
                           const struct tree_sample *sample, struct tree_counts *counts);

/* Keeps about `most` boards of a side, by importance. Returns OK or ERROR_MEMORY. */
tilepdb_status tree_boards_thin(struct tree_boards *boards, size_t most, unsigned side,
                                uint64_t seed);

/* Returns TREE_GROWTH to the power -b / 2; for odd b, b / 2 is rounded towards zero. */
double tree_importance(int b);

/* ---- values of partitions -------------------------------------------------------------------- */

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
