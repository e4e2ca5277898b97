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
 */
#ifndef TILEPDB_INSTANCE_TREE_H
#define TILEPDB_INSTANCE_TREE_H

#include "kernels/automaton.h"
#include "search/solver.h"

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

#endif
