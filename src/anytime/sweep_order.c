/* See sweep_order.h. */
#include "anytime/sweep_order.h"

#include <stdlib.h>
#include <string.h>

#define UNKNOWN UINT8_MAX
#define BLOCKED 16 /* estimate for a blocked pair, in moves */
#define OUTSIDE 3  /* estimated moves per cell between a tile and the region */

/* Largest regions, for one tile and for a pair. */
#define ONE_BEHIND 5
#define ONE_AHEAD  6
#define ONE_DEPTH  8
#define ONE_CELLS  ((ONE_BEHIND + ONE_AHEAD + 1) * ONE_DEPTH)
#define TWO_BEHIND 4
#define TWO_AHEAD  1
#define TWO_DEPTH  5
#define TWO_CELLS  ((TWO_BEHIND + TWO_AHEAD + 1) * TWO_DEPTH)

static unsigned least_of(unsigned a, unsigned b) {
    return a < b ? a : b;
}

/* A region, with the size of its table. Solved cells behind the position are outside. */
struct region {
    int behind, ahead, depth;
    const struct sweep_step *step;
    uint8_t *table;
    unsigned cells;
};

static bool region_has(const struct region *region, int i, int j) {
    return i >= -(int)region->step->behind && i <= (int)region->step->ahead && j >= 0 &&
           j < (int)region->step->depth && (j > 0 || i >= 0);
}

static unsigned region_cell(const struct region *region, int i, int j) {
    return (unsigned)((i + region->behind) * region->depth + j);
}

/* Returns the neighbour of `cell`, or `cell` at the border. */
static unsigned region_beside(const struct region *region, unsigned cell, unsigned d) {
    const int i = (int)cell / region->depth - region->behind + (d == 0) - (d == 1),
              j = (int)cell % region->depth + (d == 2) - (d == 3);
    return region_has(region, i, j) ? region_cell(region, i, j) : cell;
}

static void table_search(const struct region *region, uint32_t *queue) {
    const unsigned cells = region->cells;
    const bool pair = region->step->pair;
    size_t head = 0, tail = 0;
    const unsigned first = region_cell(region, 0, 0), second = region_cell(region, 1, 0);
    for (int i = -(int)region->step->behind; i <= (int)region->step->ahead; i++)
        for (int j = 0; j < (int)region->step->depth; j++) {
            const unsigned blank = region_cell(region, i, j);
            if (!region_has(region, i, j) || blank == first || (pair && blank == second)) continue;
            const uint32_t state = (pair ? first * cells + second : first) * cells + blank;
            region->table[state] = 0;
            queue[tail++] = state;
        }
    while (head < tail) {
        const uint32_t state = queue[head++];
        const unsigned blank = state % cells, tile = state / cells % cells,
                       other = pair ? state / cells / cells : cells;
        for (unsigned d = 0; d < 4; d++) {
            const unsigned to = region_beside(region, blank, d);
            if (to == blank) continue;
            const unsigned tile_to = tile == to ? blank : tile,
                           other_to = other == to ? blank : other;
            const uint32_t next = ((pair ? other_to * cells : 0) + tile_to) * cells + to;
            if (region->table[next] != UNKNOWN) continue;
            region->table[next] = (uint8_t)(region->table[state] + 1);
            queue[tail++] = next;
        }
    }
}

/* Fills the entries where clipping puts tile and blank on one cell. */
static void table_complete(const struct region *region) {
    const unsigned cells = region->cells;
    for (unsigned tile = 0; tile < cells && !region->step->pair; tile++) {
        uint8_t least = UNKNOWN;
        for (unsigned d = 0; d < 4; d++) {
            const uint8_t moves = region->table[tile * cells + region_beside(region, tile, d)];
            if (moves < least) least = moves;
        }
        region->table[tile * cells + tile] = least;
    }
}

static struct region region_of(const struct sweep_step *step) {
    return step->pair ? (struct region){TWO_BEHIND, TWO_AHEAD, TWO_DEPTH, step, NULL, TWO_CELLS}
                      : (struct region){ONE_BEHIND, ONE_AHEAD, ONE_DEPTH, step, NULL, ONE_CELLS};
}

static unsigned region_number(const struct sweep_step *step) {
    const unsigned shape = ((step->behind * (ONE_AHEAD + 1u)) + step->ahead) * ONE_DEPTH;
    return step->pair ? 336u + step->behind * TWO_DEPTH + step->depth - 1u
                      : shape + step->depth - 1u;
}

static bool table_find(struct sweep_order *order, struct sweep_step *step, uint32_t *queue) {
    struct region region = region_of(step);
    step->behind = (uint8_t)least_of(step->behind, (unsigned)region.behind);
    step->ahead = (uint8_t)least_of(step->ahead, (unsigned)region.ahead);
    step->depth = (uint8_t)least_of(step->depth, (unsigned)region.depth);
    uint8_t **table = &order->tables[region_number(step)];
    if (!*table) {
        const size_t bytes = (size_t)region.cells * region.cells * (step->pair ? region.cells : 1);
        *table = malloc(bytes);
        if (!*table) return false;
        memset(*table, UNKNOWN, bytes);
        region.table = *table;
        table_search(&region, queue);
        table_complete(&region);
    }
    step->table = *table;
    return true;
}

struct rest {
    int left, top, right, bottom; /* unsolved rectangle */
    int blank_x, blank_y;         /* goal cell of the blank */
    int end_x, end_y;             /* last cell of the previous line */
    struct sweep_step line[2 * TILEPDB_MAX_SIDE];
    unsigned count;
};

static int apart(int x, int y, int to_x, int to_y) {
    return abs(x - to_x) + abs(y - to_y);
}

static void arm_add(struct rest *rest, int x, int y, int along_x, int along_y, int inward_x,
                    int inward_y, int count, bool second) {
    const int columns = rest->right - rest->left + 1, rows = rest->bottom - rest->top + 1;
    for (int i = 0; i < count; i++, x += along_x, y += along_y) {
        const int behind = along_x > 0   ? x - rest->left
                           : along_x < 0 ? rest->right - x
                           : along_y > 0 ? y - rest->top
                                         : rest->bottom - y;
        rest->line[rest->count++] =
            (struct sweep_step){.cell = (uint16_t)(y * TILEPDB_MAX_SIDE + x),
                                .along_x = (int8_t)along_x,
                                .along_y = (int8_t)along_y,
                                .inward_x = (int8_t)inward_x,
                                .inward_y = (int8_t)inward_y,
                                .behind = (uint8_t)(second ? behind - 1 : behind),
                                .ahead = (uint8_t)((along_x ? columns : rows) - 1 - behind),
                                .depth = (uint8_t)(along_x ? rows : columns)};
    }
}

/* Writes the outer column, row or both, from end to end over the corner, or in reverse. */
static void line_write(struct rest *rest, int x, int y, bool column, bool row, bool reverse) {
    const int columns = rest->right - rest->left + 1, rows = rest->bottom - rest->top + 1;
    const int in_x = x == rest->left ? 1 : -1, in_y = y == rest->top ? 1 : -1;
    const int far_x = x + in_x * (columns - 1), far_y = y + in_y * (rows - 1);
    rest->count = 0;
    if (column && !reverse) arm_add(rest, x, far_y, 0, -in_y, in_x, 0, rows, false);
    if (row && !reverse)
        arm_add(rest, column ? x + in_x : x, y, in_x, 0, 0, in_y, columns - column, column);
    if (row && reverse) arm_add(rest, far_x, y, -in_x, 0, 0, in_y, columns, false);
    if (column && reverse) arm_add(rest, x, row ? y + in_y : y, 0, in_y, in_x, 0, rows - row, row);
}

static void line_next(struct rest *rest, int core) {
    const int columns = rest->right - rest->left + 1, rows = rest->bottom - rest->top + 1;
    const bool column = columns > core && columns >= rows, row = rows > core && rows >= columns;
    const bool left = rest->blank_x - rest->left > rest->right - rest->blank_x,
               top = rest->blank_y - rest->top > rest->bottom - rest->blank_y;
    const int x = left ? rest->left : rest->right, y = top ? rest->top : rest->bottom;
    int begin[2];
    for (int reverse = 0; reverse < 2; reverse++) {
        line_write(rest, x, y, column, row, reverse);
        begin[reverse] = apart(rest->line[0].cell % TILEPDB_MAX_SIDE,
                               rest->line[0].cell / TILEPDB_MAX_SIDE, rest->end_x, rest->end_y);
    }
    line_write(rest, x, y, column, row, begin[1] < begin[0]);
    rest->line[rest->count - 2].pair = true;
    rest->end_x = rest->line[rest->count - 1].cell % TILEPDB_MAX_SIDE;
    rest->end_y = rest->line[rest->count - 1].cell / TILEPDB_MAX_SIDE;
    if (column) left ? rest->left++ : rest->right--;
    if (row) top ? rest->top++ : rest->bottom--;
}

bool sweep_order_make(struct sweep_order *order, unsigned width, unsigned height, unsigned blank,
                      unsigned core) {
    struct rest rest = {.right = (int)width - 1,
                        .bottom = (int)height - 1,
                        .blank_x = (int)(blank % width),
                        .blank_y = (int)(blank / width),
                        .end_y = (int)height - 1};
    memset(order, 0, sizeof *order);
    order->width = width;
    order->height = height;
    order->cells = width * height;
    for (unsigned cell = 0; cell < order->cells; cell++) order->rank[cell] = SWEEP_CORE;
    if (width <= core && height <= core) return true;
    uint32_t *queue = malloc(TWO_CELLS * TWO_CELLS * TWO_CELLS * sizeof *queue);
    bool made = queue;
    while (made && (rest.right - rest.left >= (int)core || rest.bottom - rest.top >= (int)core)) {
        line_next(&rest, (int)core);
        for (unsigned i = 0; i < rest.count && made; i++) {
            struct sweep_step *step = &order->step[order->count];
            *step = rest.line[i];
            step->cell =
                (uint16_t)(step->cell / TILEPDB_MAX_SIDE * width + step->cell % TILEPDB_MAX_SIDE);
            order->rank[step->cell] = (uint16_t)order->count++;
            made = (i > 0 && rest.line[i - 1].pair) || table_find(order, step, queue);
        }
    }
    free(queue);
    return made;
}

void sweep_order_free(struct sweep_order *order) {
    for (size_t i = 0; i < sizeof order->tables / sizeof *order->tables; i++)
        free(order->tables[i]);
    memset(order, 0, sizeof *order);
}

static int clip(int value, int least, int most, int *outside) {
    const int clipped = value < least ? least : value > most ? most : value;
    *outside += abs(value - clipped);
    return clipped;
}

static unsigned region_clip(const struct sweep_order *order, const struct sweep_step *step,
                            unsigned cell, int *outside) {
    const int width = (int)order->width, x = (int)cell % width - step->cell % width,
              y = (int)cell / width - step->cell / width;
    const int i = clip(x * step->along_x + y * step->along_y, -step->behind, step->ahead, outside);
    int j = clip(x * step->inward_x + y * step->inward_y, 0, step->depth - 1, outside);
    if (i < 0 && j == 0) j = 1;
    return step->pair ? (unsigned)((i + TWO_BEHIND) * TWO_DEPTH + j)
                      : (unsigned)((i + ONE_BEHIND) * ONE_DEPTH + j);
}

int sweep_order_moves(const struct sweep_order *order, unsigned position, unsigned first,
                      unsigned second, unsigned blank) {
    const struct sweep_step *step = &order->step[position];
    int tiles_outside = 0, blank_outside = 0;
    const unsigned a = region_clip(order, step, first, &tiles_outside);
    const unsigned b = step->pair ? region_clip(order, step, second, &tiles_outside) : 0;
    const unsigned c = region_clip(order, step, blank, &blank_outside);
    const unsigned moves = step->pair ? step->table[(a * TWO_CELLS + b) * TWO_CELLS + c]
                                      : step->table[a * ONE_CELLS + c];
    return (moves == UNKNOWN ? BLOCKED : (int)moves) + OUTSIDE * tiles_outside + blank_outside;
}
