/*
 * The state of a sweep and its boards (nodes).
 *
 * Thread safety: threads may list, rank and make children of different boards at the same time.
 */
#ifndef TILEPDB_ANYTIME_SWEEP_NODE_H
#define TILEPDB_ANYTIME_SWEEP_NODE_H

#include "anytime/beam_layers.h"
#include "anytime/learned_evaluation.h"
#include "anytime/line_order.h"
#include "anytime/sweep_order.h"

#define SWEEP_BETTER 8192                    /* steps by which a child may beat the best parent */
#define SWEEP_LOCAL  (3 * LEARNED_STEPS / 4) /* steps of a move in local tables */

struct sweep_task;

/* progress in the order of a sweep */
struct position {
    uint16_t solved;        /* number of solved cells */
    uint16_t first, second; /* cells that hold the next tiles */
};

struct node {
    uint64_t hash;
    int32_t value; /* evaluation in steps, without the parts for blank and order */
    uint16_t distance;
    uint16_t blank;
    uint16_t solved, first, second; /* see struct position */
    uint8_t last;                   /* direction, or LAYERS_NO_MOVE */
    uint8_t planes[];               /* classes, then keys of line_order.h */
};

struct sweep {
    struct sweep_task *task;
    unsigned width, blank, round;
    tilepdb_metric metric;
    int below;
    struct beam_layers layers;
    struct learned_evaluation learned;
    struct sweep_order order;
    struct line_order lines;
    int16_t weights[LEARNED_WEIGHTS];
    unsigned cells;
    int most_tiles;
    unsigned phase;
    bool sweeps;
    int line;              /* factor of line_order_cost */
    unsigned weighed;      /* phase of the learned weights */
    double sweep_distance; /* distance per cell at which the sweep begins */
    int32_t unsolved;      /* steps for each unsolved cell */
    int32_t least;         /* approximate least rank of the layer */
    uint32_t noise;        /* steps: bound on the random part of a rank; a power of two */
    int nearest;           /* least distance */
    int nearest_depth;     /* depth of the parent of the nearest board; -1 for the root */
    uint32_t nearest_link; /* link to the nearest board from that depth */
    uint64_t child_least;  /* atomic: distance << 32 | link of the nearest child of the layer */
    int most_solved;       /* atomic */
    int progress_depth;
    uint16_t next[TILEPDB_MAX_CELLS][DIRECTIONS]; /* neighbours */
    uint16_t x[TILEPDB_MAX_CELLS], y[TILEPDB_MAX_CELLS];
    uint16_t row_at[TILEPDB_MAX_CELLS], column_at[TILEPDB_MAX_CELLS]; /* indices in planes */
    /* The hash of a board is hash_fold of the sum of tile_key * cell_key over its tiles. */
    uint64_t tile_key[TILEPDB_MAX_CELLS], cell_key[TILEPDB_MAX_CELLS];
};

/* Makes the lower half depend on all bits. The function is its own inverse. */
static inline uint64_t hash_fold(uint64_t hash) {
    return hash ^ hash >> 32;
}

static inline uint8_t *node_row(const struct sweep *sweep, struct node *node, unsigned cell) {
    return node->planes + sweep->row_at[cell];
}

static inline uint8_t *node_column(const struct sweep *sweep, struct node *node, unsigned cell) {
    return node->planes + sweep->column_at[cell];
}

static inline unsigned node_tile(const struct sweep *sweep, struct node *node, unsigned cell) {
    return (*node_column(sweep, node, cell) >> 2) * sweep->width +
           (*node_row(sweep, node, cell) >> 2);
}

static inline unsigned node_find(const struct sweep *sweep, struct node *node, unsigned tile) {
    unsigned cell = 0;
    while (node_tile(sweep, node, cell) != tile) cell++;
    return cell;
}

static inline void keys_put(const struct sweep *sweep, struct node *node, unsigned tile,
                            unsigned cell) {
    const unsigned goal_x = sweep->x[tile], goal_y = sweep->y[tile];
    const bool blank = tile == sweep->blank;
    *node_row(sweep, node, cell) = blank ? (uint8_t)(goal_x << 2 | LINE_ORDER_NONE)
                                         : line_order_key(goal_x, sweep->y[cell], goal_y);
    *node_column(sweep, node, cell) = blank ? (uint8_t)(goal_y << 2 | LINE_ORDER_NONE)
                                            : line_order_key(goal_y, sweep->x[cell], goal_x);
}

static inline void tile_move(const struct sweep *sweep, struct node *node, unsigned tile,
                             unsigned from, unsigned to) {
    learned_put(&sweep->learned, tile, node->planes, from, to);
    keys_put(sweep, node, tile, to);
    keys_put(sweep, node, sweep->blank, from);
}

static inline struct position position_of(const struct node *node) {
    return (struct position){node->solved, node->first, node->second};
}

/* Counts solved cells from `position` on, and finds the next tiles. */
static inline struct position order_follow(const struct sweep *sweep, struct node *node,
                                           struct position position) {
    const struct sweep_order *order = &sweep->order;
    unsigned solved = position.solved;
    for (; solved < order->count; solved += order->step[solved].pair ? 2 : 1) {
        const struct sweep_step *step = &order->step[solved];
        if (node_tile(sweep, node, step[0].cell) != step[0].cell) break;
        if (step->pair && node_tile(sweep, node, step[1].cell) != step[1].cell) break;
    }
    position.solved = (uint16_t)solved;
    if (solved == order->count) return position;
    const struct sweep_step *step = &order->step[solved];
    position.first = (uint16_t)node_find(sweep, node, step[0].cell);
    if (step->pair) position.second = (uint16_t)node_find(sweep, node, step[1].cell);
    return position;
}

static inline void position_move(const struct sweep *sweep, struct position *position,
                                 unsigned tile, unsigned to) {
    const struct sweep_step *step = &sweep->order.step[position->solved];
    if (position->solved == sweep->order.count) return;
    if (tile == step[0].cell) position->first = (uint16_t)to;
    if (step->pair && tile == step[1].cell) position->second = (uint16_t)to;
}

static inline bool position_ends(const struct sweep *sweep, const struct position *position) {
    const struct sweep_step *step = &sweep->order.step[position->solved];
    return position->solved < sweep->order.count && position->first == step[0].cell &&
           (!step->pair || position->second == step[1].cell);
}

static inline int line_cost(const struct sweep *sweep, struct node *node, unsigned tile,
                            unsigned cell, bool row) {
    const unsigned x = sweep->x[cell], y = sweep->y[cell], goal_x = sweep->x[tile],
                   goal_y = sweep->y[tile];
    const struct line_order *lines = &sweep->lines;
    if (row)
        return line_order_cost(node_row(sweep, node, cell), line_order_key(goal_x, y, goal_y),
                               lines->before[0][x], lines->after[0][x]);
    return line_order_cost(node_column(sweep, node, cell), line_order_key(goal_y, x, goal_x),
                           lines->before[1][y], lines->after[1][y]);
}

/* Returns the rank's part for the order. */
static inline int32_t sweep_steps(const struct sweep *sweep, const struct position *position,
                                  unsigned blank) {
    if (position->solved == sweep->order.count) return 0;
    const int moves = sweep_order_moves(&sweep->order, position->solved, position->first,
                                        position->second, blank);
    return SWEEP_LOCAL * moves + sweep->unsolved * (int32_t)(sweep->order.count - position->solved);
}

/* Callbacks of struct layers_search. */
unsigned sweep_list(void *user, size_t number, struct child *children);
void sweep_rank(void *user, size_t number, struct child *children, unsigned count);
void sweep_make(void *user, const struct child *child, const void *parent, void *board);

#endif
