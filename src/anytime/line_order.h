/*
 * Cost of tiles that are in the wrong order near their goal row or column: the nearer, the more.
 * This extends linear conflict (Hansson, Mayer & Yung, 1992); it ranks boards but is not
 * admissible.
 *
 * A board has two planes of keys. In the plane of rows, the key of a cell holds the goal column of
 * its tile and the distance of the tile from its goal row. The plane of columns is the transpose.
 * LINE_ORDER_PAD bytes around each plane allow reads of whole windows.
 *
 * Thread safety: functions of their arguments.
 */
#ifndef TILEPDB_ANYTIME_LINE_ORDER_H
#define TILEPDB_ANYTIME_LINE_ORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "tilepdb.h"

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

/* Returns the index of the key of cell (x, y) in the plane of rows; line_order_column, of columns.
 */
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

/* Returns the cost of all pairs of a tile with `key`. The key of its cell is at `at`. */
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
