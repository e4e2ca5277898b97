/*
 * Values partitions for one board on samples of the two trees of a bidirectional search
 * (search/bidirectional.h), without a solver and without the partitions' tables.
 *
 * Samples: a tree is expanded level by level. About `most` nodes of a level are kept (Fearnhead &
 * Clifford, "On-line inference for hidden Markov models via particle filters", J. R. Statist. Soc.
 * B 65, 2003): node i with probability p = min(1, c v_i). Its weight is divided by p, so that sums
 * of weights are unbiased. The importance v_i = weight * TREE_GROWTH^(-b / 2) prefers nodes with a
 * small b, which have the most descendants. Samples are the same on every machine.
 *
 * Values: six tiles are valued by the largest sum of the exact distances of two triples that they
 * split into, fewer tiles by the largest sum of a triple's distance and the Manhattan distances of
 * the others. This bound is several moves too low, so only its change is used: it is added
 * to the estimate by the present tables.
 *
 * Nodes grow by about TREE_GROWTH if a limit grows by 2, so the least nodes of both sides over all
 * limits are proportional to sqrt(S_F S_B), where S is a side's sum of weight * TREE_GROWTH^(-b/2)
 * over the boards within the bound.
 */
#ifndef TILEPDB_INSTANCE_PROXY_H
#define TILEPDB_INSTANCE_PROXY_H

#include "kernels/automaton.h"
#include "puzzle/geometry.h"
#include "search/solver.h"

/* ---- samples --------------------------------------------------------------------------------- */

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

/* A board and the goal. Tables of direction 0, forward, estimate the moves to the goal; tables of
 * direction 1, backward, the moves to the board. Immutable. */
struct instance {
    const struct geometry *geometry;
    struct geometry view;
    struct tree_view views[2];
    uint8_t goal_blank[2];
    uint8_t root[2][TILEPDB_TABLE_MAX_CELLS]; /* [side] start of its search */
    const struct automaton *automaton[2];
    int bound;
    bool (*goes_on)(void *user); /* polled every few milliseconds */
    void *user;
};

/* A partition with its tables of blank-aware bits. */
struct tree_partition {
    uint32_t tiles[TREE_PATTERNS]; /* sets of tiles of the view */
    const struct tilepdb_table *table[TREE_PATTERNS];
};

/* A partition for each direction. */
struct tree_pair {
    struct tree_partition side[2];
};

/* Takes board, goal and pair of a bidirectional solver, which must outlive `instance`. Adjusts the
 * bound to a possible length. The caller sets goes_on and user. Returns ERROR_ARGUMENT unless each
 * direction begins with four blank-aware bit tables and the bound is 1 to TILEPDB_MAX_MOVES; or a
 * status of solver_root. */
tilepdb_status instance_init(struct instance *instance, struct tree_pair *pair,
                             const struct tilepdb_solver *solver, int bound, tilepdb_error *error);

/* A sampled node. */
struct tree_board {
    uint8_t cells[TILEPDB_TABLE_MAX_CELLS];
    uint8_t blank, moves; /* moves from the side's root */
    int16_t sum[2];       /* estimates of both directions */
    double weight;
};

struct tree_boards {
    struct tree_board *boards; /* owned */
    size_t count, capacity;
};

#define TREE_LIMITS 64

/* Estimated numbers of nodes by b. */
struct tree_counts {
    int limit;                  /* largest b of the sample */
    double within[TREE_LIMITS]; /* [(limit - b) / 2] nodes; smaller b count in the last element */
};

struct tree_sample {
    unsigned side;
    int limit;   /* largest b */
    size_t most; /* about how many nodes of each level are kept */
    uint64_t seed;
    struct tree_boards *boards; /* gets the nodes with b >= `from`; may be NULL */
    int from;
};

/* Samples the tree of sample->side and fills `counts`. Returns OK, ERROR_MEMORY, CANCELLED, or
 * ERROR_FORMAT for an unsound table. */
tilepdb_status tree_sample(const struct instance *instance, const struct tree_pair *pair,
                           const struct tree_sample *sample, struct tree_counts *counts);

/* Keeps about `most` boards of a side, by importance. Returns OK or ERROR_MEMORY. */
tilepdb_status tree_boards_thin(struct tree_boards *boards, size_t most, unsigned side,
                                uint64_t seed);

/* Returns TREE_GROWTH^(-b / 2), where b / 2 is rounded towards zero. */
double tree_importance(int b);

/* ---- values of partitions -------------------------------------------------------------------- */

/*
 * The exact distances of all triples of tiles from one goal, blank-aware as in a table.
 *
 * States are numbered as in a table of three tiles (pattern/index.h): cohort * 6 + code. Only the
 * goal's state differs between triples. So one graph serves all, and a breadth-first search goes
 * from many goals at once: each state has a word with a bit for each goal (Then et al., "The more
 * the merrier: efficient multi-source graph traversal", VLDB 2014).
 */
struct triples; /* immutable */

/* `geometry` has at least five cells. The caller frees the result; NULL without memory. */
struct triples *triples_create(const struct geometry *geometry, unsigned goal_blank);

void triples_free(struct triples *triples);

size_t triples_count(const struct triples *triples);

/* Writes the distances of the triple a < b < c on `count` boards. `cells` is [tile][board]; tile 0
 * is the blank. */
void triples_distances(const struct triples *triples, unsigned a, unsigned b, unsigned c,
                       const uint8_t *const *cells, size_t count, uint8_t *distances);

struct proxy;

/* Makes a proxy for the present `pair` and sampled boards of the forward and the backward tree.
 * `limit` is the forward limit with the fewest nodes. Only `instance` must outlive the proxy.
 * `threads` is 1 or 2. The caller frees it; NULL without memory. */
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
 * with the least values, ascending. Two threads may handle the two directions. */
void proxy_swaps(const struct proxy *proxy, unsigned direction, const uint32_t tiles[TREE_PATTERNS],
                 struct proxy_swap *best, size_t count);

#endif
