/*
 * Solves boards of any size by a beam search in two parts.
 *
 * In the first part, a layer keeps only a few boards for each cell of the blank, so that the boards
 * differ. A convex term makes far tiles move early. When the distance is small or no longer falls,
 * the second part begins, the sweep: it solves cells in a fixed order, solved tiles stay, and a
 * layer keeps a few boards for each number of solved cells.
 *
 * The rank is the sum of a learned evaluation, with factors that depend on the distance; the cost
 * of tiles in the wrong order (struct line_order); and, in the sweep, local tables and unsolved
 * cells. Without `narrow`, and unless stopped, a search gives the same result on every machine. One
 * thread at a time.
 */
#ifndef TILEPDB_ANYTIME_SWEEP_H
#define TILEPDB_ANYTIME_SWEEP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "tilepdb.h"

struct sweep;

struct sweep_task {
    unsigned width, height;
    unsigned blank;
    const uint16_t *cells; /* [cell] goal cell of its tile */
    tilepdb_metric metric;
    unsigned core;                                  /* most cells on a side of the core */
    size_t boards;                                  /* most boards of a layer */
    int threads;                                    /* 0: all processors */
    unsigned round;                                 /* varies parameters and ties */
    int below;                                      /* a solution must have fewer moves */
    int capacity;                                   /* bytes of `path` */
    bool (*goes_on)(void *user, uint64_t expanded); /* may be NULL */
    /* Returns the width of the layer at `depth`. May be NULL. */
    size_t (*narrow)(void *user, int depth, uint64_t expanded);
    void *user;
    /* Results: */
    uint8_t *path; /* BEAM_MOVEs to the board nearest by distance; the caller's bytes */
    int moves;     /* of `path` */
    bool solved;   /* `path` leads to the goal */
    uint64_t expanded;
};

/* Estimates the memory of a search, in bytes. */
uint64_t sweep_need(const struct sweep_task *task);

/* Returns NULL without memory. */
struct sweep *sweep_create(void);
void sweep_free(struct sweep *sweep);

/* Returns OK, CANCELLED if `goes_on` stopped the search, or ERROR_MEMORY. */
tilepdb_status sweep_search(struct sweep *sweep, struct sweep_task *task);

/* ---- order of cells -------------------------------------------------------------------------- */

/*
 * The order in which a sweep solves cells. The outer line of the unsolved rectangle comes next,
 * until a core is left, which has no order. A line is a column, a row or, if the rectangle is
 * square, an L of both. It begins near the end of the previous line. The last two cells of a line
 * form a pair, whose tiles move in together.
 *
 * Local tables hold the exact moves, in a region, that bring the next tiles to their goal cells
 * while solved tiles stay.
 */

#define SWEEP_CORE UINT16_MAX /* rank of cells in the core */

/* `along` leads to the next cell of the line, `inward` to the next line. */
struct sweep_step {
    uint16_t cell;
    bool pair; /* the first cell of a pair */
    int8_t along_x, along_y, inward_x, inward_y;
    uint8_t behind, ahead, depth; /* size of the region in cells */
    const uint8_t *table;
};

struct sweep_order {
    unsigned width, height, cells;
    unsigned count;
    struct sweep_step step[TILEPDB_MAX_CELLS];
    uint16_t rank[TILEPDB_MAX_CELLS]; /* index in the order, or SWEEP_CORE */
    uint8_t *tables[361];             /* [region_number] owned */
};

/* The core has at most `core` cells on a side and holds the blank's goal cell. Returns false
 * without memory. Call sweep_order_free in any case. */
bool sweep_order_make(struct sweep_order *order, unsigned width, unsigned height, unsigned blank,
                      unsigned core);
void sweep_order_free(struct sweep_order *order);

/* Estimates the moves until step `position` is solved: the tile on `first` and, of a pair, on
 * `second`. */
int sweep_order_moves(const struct sweep_order *order, unsigned position, unsigned first,
                      unsigned second, unsigned blank);

/* ---- order of tiles in a line ---------------------------------------------------------------- */

/*
 * Cost of tiles that are in the wrong order near their goal row or column. Extends linear conflict
 * (Hansson, Mayer & Yung, 1992), but is not admissible.
 *
 * A board has two planes of keys. In the plane of rows, the key of a cell holds the goal column of
 * its tile and the distance of the tile from its goal row. The plane of columns is the transpose.
 * LINE_ORDER_PAD bytes around each plane allow reads of whole windows.
 */

#define LINE_ORDER_REACH 6 /* largest distance of a pair, in cells */
#define LINE_ORDER_PAD   8
#define LINE_ORDER_NONE  3 /* as distance: the tile forms no pairs */

/* Keys of cells -7 to 8 around a cell. Keys are below 128, so signed comparisons suffice. */
typedef int8_t line_window __attribute__((vector_size(16)));

struct line_order {
    unsigned width, height;
    size_t columns; /* offset of the plane of columns */
    size_t bytes;
    /* [0 for rows, 1 for columns][position]: masks of the cells in reach before and after a
     * position */
    line_window before[2][TILEPDB_MAX_SIDE], after[2][TILEPDB_MAX_SIDE];
};

static inline size_t line_order_bytes(unsigned width, unsigned height) {
    return 2 * ((size_t)width * height + 2 * LINE_ORDER_PAD);
}

static inline void line_order_init(struct line_order *order, unsigned width, unsigned height) {
    order->width = width;
    order->height = height;
    order->bytes = line_order_bytes(width, height);
    order->columns = order->bytes / 2;
    for (int rows = 0; rows < 2; rows++)
        for (int at = 0; at < TILEPDB_MAX_SIDE; at++)
            for (int lane = 0; lane < 16; lane++) {
                const int off = lane - 7, cell = at + off;
                const bool inside = cell >= 0 && cell < (int)(rows ? height : width);
                order->before[rows][at][lane] =
                    inside && off < 0 && off >= -LINE_ORDER_REACH ? -1 : 0;
                order->after[rows][at][lane] =
                    inside && off > 0 && off <= LINE_ORDER_REACH ? -1 : 0;
            }
}

/* The index of the key of cell (x, y) in the plane of rows; line_order_column, of columns. */
static inline size_t line_order_row(const struct line_order *order, unsigned x, unsigned y) {
    return LINE_ORDER_PAD + (size_t)y * order->width + x;
}

static inline size_t line_order_column(const struct line_order *order, unsigned x, unsigned y) {
    return order->columns + LINE_ORDER_PAD + (size_t)x * order->height + y;
}

/* Returns the key of a tile on `line` whose goal is position `goal` of `goal_line`. */
static inline uint8_t line_order_key(unsigned goal, unsigned line, unsigned goal_line) {
    const unsigned off = line > goal_line ? line - goal_line : goal_line - line;
    return (uint8_t)(goal << 2 | (off < LINE_ORDER_NONE ? off : LINE_ORDER_NONE));
}

/* Returns the cost of all pairs of a tile with `key`; its cell's key is at `at`. */
static inline int line_order_cost(const uint8_t *at, unsigned key, line_window before,
                                  line_window after) {
    static const int8_t weight[3][3] = {{16, 4, 1}, {4, 2, 0}, {1, 0, 0}};
    const unsigned off = key & 3u;
    if (off == LINE_ORDER_NONE) return 0;
    line_window keys;
    memcpy(&keys, at - 7, sizeof keys);
    const line_window offs = keys & 3;
    const line_window wrong = ((line_window)(keys > (int8_t)(key | 3u)) & before) |
                              ((line_window)(keys < (int8_t)(key - off)) & after);
    const line_window costs = ((line_window)(offs == 0) & weight[off][0]) |
                              ((line_window)(offs == 1) & weight[off][1]) |
                              ((line_window)(offs == 2) & weight[off][2]);
    const line_window counted = costs & wrong;
    uint64_t half[2];
    memcpy(half, &counted, sizeof half);
    return (int)((half[0] + half[1]) * UINT64_C(0x0101010101010101) >> 56); /* at most 192 */
}

#endif
