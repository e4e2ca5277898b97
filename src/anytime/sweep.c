#include "anytime/sweep.h"

#include <stdlib.h>
#include <string.h>

#include "anytime/beam_layers.h"
#include "anytime/learned_evaluation.h"

/* ---- order of cells -------------------------------------------------------------------------- */

#define UNKNOWN UINT8_MAX
#define BLOCKED 16 /* estimated moves for a blocked pair */
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

/* Solved cells behind the position are outside. */
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
    int blank_x, blank_y;         /* its goal cell */
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

/* ---- boards of a sweep ----------------------------------------------------------------------- */

#define SWEEP_BETTER 8192                    /* steps by which a child may beat the best parent */
#define SWEEP_LOCAL  (3 * LEARNED_STEPS / 4) /* steps of a move in local tables */

/* progress in the order of a sweep */
struct position {
    uint16_t solved;        /* number of solved cells */
    uint16_t first, second; /* cells of the next tiles */
};

struct node {
    uint64_t hash;
    int32_t value; /* in steps, without the parts for blank and order */
    uint16_t distance;
    uint16_t blank;
    uint16_t solved, first, second; /* see struct position */
    uint8_t last;                   /* direction, or LAYERS_NO_MOVE */
    uint8_t planes[];               /* classes, then keys of struct line_order */
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
    double sweep_distance; /* distance per cell where the sweep begins */
    int32_t unsolved;      /* steps for each unsolved cell */
    int32_t least;         /* least rank of the layer, about */
    uint32_t noise;        /* bound on the random part of a rank, in steps; a power of two */
    int nearest;           /* least distance */
    int nearest_depth;     /* depth of the nearest board's parent; -1 for the root */
    uint32_t nearest_link; /* from that parent to the nearest board */
    uint64_t child_least;  /* atomic: distance << 32 | link of the nearest child of the layer */
    int most_solved;       /* atomic */
    int progress_depth;
    uint16_t next[TILEPDB_MAX_CELLS][DIRECTIONS]; /* neighbours */
    uint16_t x[TILEPDB_MAX_CELLS], y[TILEPDB_MAX_CELLS];
    uint16_t row_at[TILEPDB_MAX_CELLS], column_at[TILEPDB_MAX_CELLS]; /* indices in planes */
    /* The hash of a board is hash_fold of the sum of tile_key * cell_key over its tiles. */
    uint64_t tile_key[TILEPDB_MAX_CELLS], cell_key[TILEPDB_MAX_CELLS];
};

/* Makes the lower half depend on all bits. Its own inverse. */
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

/* ---- children -------------------------------------------------------------------------------- */

static unsigned sweep_list(void *user, size_t number, struct child *children) {
    const struct sweep *sweep = user;
    const tilepdb_metric metric = sweep->metric;
    struct node *node = layers_board(&sweep->layers, number);
    unsigned count = 0;
    for (unsigned d = 0; d < DIRECTIONS; d++) {
        if (!layers_may_follow(metric, node->last, d)) continue;
        uint64_t hash = hash_fold(node->hash);
        unsigned to = node->blank, from, tiles = 0;
        while ((from = sweep->next[to][d]) != LAYERS_NOWHERE) {
            if (sweep->sweeps && sweep->order.rank[from] < node->solved) break;
            const unsigned tile = node_tile(sweep, node, from);
            hash += sweep->tile_key[tile] * (sweep->cell_key[to] - sweep->cell_key[from]);
            children[count].hash = hash_fold(hash);
            children[count++].move = (uint8_t)BEAM_MOVE(d, ++tiles);
            if (metric == TILEPDB_METRIC_SINGLE) break;
            to = from;
        }
    }
    return count;
}

static void progress_note(struct sweep *sweep, const struct child *child, int distance,
                          int solved) {
    const uint64_t near = (uint64_t)distance << 32 | layers_link(child);
    uint64_t least = __atomic_load_n(&sweep->child_least, __ATOMIC_RELAXED);
    while (near < least && !__atomic_compare_exchange_n(&sweep->child_least, &least, near, true,
                                                        __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
    int most = __atomic_load_n(&sweep->most_solved, __ATOMIC_RELAXED);
    while (solved > most && !__atomic_compare_exchange_n(&sweep->most_solved, &most, solved, true,
                                                         __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
}

static int cells_apart(const struct sweep *sweep, unsigned a, unsigned b) {
    return apart(sweep->x[a], sweep->y[a], sweep->x[b], sweep->y[b]);
}

/* Tiles that slide when the blank moves in `direction` to `blank`. */
struct slide {
    unsigned direction, tiles, blank;
    uint16_t tile[TILEPDB_MAX_SIDE];
};

/* Writes the keys after the slide or, with `back`, before it. */
static void keys_slide(const struct sweep *sweep, struct node *node, const struct slide *slide,
                       bool back) {
    unsigned cell = slide->blank;
    keys_put(sweep, node, back ? slide->tile[slide->tiles - 1] : sweep->blank, cell);
    for (unsigned i = slide->tiles; i-- > 0;) {
        cell = sweep->next[cell][DIRECTIONS - 1 - slide->direction];
        const unsigned before = i > 0 ? slide->tile[i - 1] : sweep->blank;
        keys_put(sweep, node, back ? before : slide->tile[i], cell);
    }
}

static void child_rank(struct sweep *sweep, struct node *node, int32_t value, int distance,
                       const struct slide *slide, struct position position, struct child *child) {
    const int left = sweep->below - sweep->layers.depth - 2;
    if (distance > (int64_t)left * sweep->most_tiles) {
        child->rank = LAYERS_DROPPED;
        return;
    }
    const unsigned blank = slide->blank;
    int32_t rank = value + learned_blank(&sweep->learned, node->planes, blank) - sweep->least +
                   SWEEP_BETTER +
                   (int32_t)(random_mix(child->hash + sweep->round) & (sweep->noise - 1));
    int solved = -1;
    child->group[0] = (uint16_t)blank;
    child->group[1] = LAYERS_NO_GROUP;
    if (sweep->sweeps) {
        if (position_ends(sweep, &position)) {
            keys_slide(sweep, node, slide, false);
            position = order_follow(sweep, node, position);
            keys_slide(sweep, node, slide, true);
        }
        rank += sweep_steps(sweep, &position, blank);
        solved = position.solved;
        child->group[0] = LAYERS_NO_GROUP;
        if (solved < (int)sweep->order.count) child->group[1] = position.solved;
    }
    child->rank = (uint16_t)(rank < 0 ? 0 : rank < LAYERS_RANKS ? rank : LAYERS_RANKS - 1);
    child->value = value;
    progress_note(sweep, child, distance, solved);
}

/* Ranks the children in the direction of the first one. Returns their number. Restores `node`. */
static unsigned slides_rank(struct sweep *sweep, struct node *node, struct child *children,
                            unsigned count) {
    const unsigned d = BEAM_DIRECTION(children[0].move);
    if (children[0].rank == LAYERS_DROPPED && (count == 1 || BEAM_DIRECTION(children[1].move) != d))
        return 1;
    const bool row = d == BLANK_UP || d == BLANK_DOWN;
    const int line = sweep->line;
    const uint16_t *at = row ? sweep->y : sweep->x;
    struct position position = position_of(node);
    struct slide slide = {.direction = d, .blank = node->blank};
    int32_t value = node->value;
    int distance = node->distance;
    for (struct child *child = children; child < children + count; child++) {
        if (BEAM_DIRECTION(child->move) != d) break;
        const unsigned to = slide.blank, from = sweep->next[to][d],
                       tile = node_tile(sweep, node, from);
        if (line)
            value += line * (line_cost(sweep, node, tile, to, row) -
                             line_cost(sweep, node, tile, from, row));
        value += learned_move(&sweep->learned, tile, node->planes, from, to);
        distance += abs(at[tile] - at[to]) - abs(at[tile] - at[from]);
        if (sweep->sweeps) position_move(sweep, &position, tile, to);
        slide.tile[slide.tiles++] = (uint16_t)tile;
        slide.blank = from;
        if (child->rank != LAYERS_DROPPED)
            child_rank(sweep, node, value, distance, &slide, position, child);
    }
    unsigned to = slide.blank;
    for (unsigned i = slide.tiles; i-- > 0;) {
        const unsigned from = sweep->next[to][DIRECTIONS - 1 - d];
        learned_put(&sweep->learned, slide.tile[i], node->planes, from, to);
        to = from;
    }
    return slide.tiles;
}

static void sweep_rank(void *user, size_t number, struct child *children, unsigned count) {
    struct sweep *sweep = user;
    struct node *node = layers_board(&sweep->layers, number);
    for (unsigned i = 0; i < count;) i += slides_rank(sweep, node, &children[i], count - i);
}

static void sweep_make(void *user, const struct child *child, const void *parent, void *board) {
    const struct sweep *sweep = user;
    struct node *node = board;
    memcpy(node, parent, sweep->layers.stride);
    const unsigned d = BEAM_DIRECTION(child->move);
    struct position position = position_of(node);
    int distance = node->distance;
    for (unsigned tiles = BEAM_TILES(child->move); tiles > 0; tiles--) {
        const unsigned to = node->blank, from = sweep->next[to][d],
                       tile = node_tile(sweep, node, from);
        tile_move(sweep, node, tile, from, to);
        distance += cells_apart(sweep, tile, to) - cells_apart(sweep, tile, from);
        if (sweep->sweeps) position_move(sweep, &position, tile, to);
        node->blank = (uint16_t)from;
    }
    if (sweep->sweeps && position_ends(sweep, &position))
        position = order_follow(sweep, node, position);
    node->solved = position.solved;
    node->first = position.first;
    node->second = position.second;
    node->hash = child->hash;
    node->value = child->value;
    node->distance = (uint16_t)distance;
    node->last = (uint8_t)d;
}

/* ---- the sweep ------------------------------------------------------------------------------- */

#define PATIENCE 700 /* layers without progress, at most; twice the cells if that is more */
#define TIES     16  /* steps of the random part of a rank, which breaks ties */
#define NOISY    48  /* layers without progress until that part doubles */
#define DOUBLED  5   /* most doublings */
#define PHASES   7
#define SWEEPING (PHASES - 1)

/* Bytes that sweep_need counts for the tables of struct sweep_order, which take up to 0.7 MB. */
#define ORDER_BYTES (UINT64_C(1) << 21)

/* Tuned for short solutions: docs/notes/anytime.md. */
#define BLANKS   0.406  /* boards of a layer / (cells * boards kept for a cell of the blank) */
#define PREFIXES 5.5    /* boards of a layer / boards kept for a number of solved cells */
#define BEGIN    0.0712 /* distance per cell where a sweep of 10x10 begins, per cell of a side */
#define EARLIER  1.35   /* factor of BEGIN in odd rounds, which search the transposed board */
#define UNSOLVED 110    /* steps for each unsolved cell */

/* Factors from a Manhattan distance of `distance` per cell on. The last row is for the sweep. */
static const struct phase {
    double distance, alone, pairs, squares, convex;
    int line; /* factor of line_order_cost */
} phases[PHASES] = {{6, 0.47, 0.19, 0.61, 3.1, 0},    {4, 0.37, 1.74, 0.26, 1.77, 0},
                    {2.5, 0.46, 1.56, 0.53, 2.0, 2},  {1.5, 0.86, 1.18, 1.47, 1.57, 2},
                    {0.8, 0.79, 0.92, 0.81, 0.78, 3}, {0, 0.50, 0.97, 1.07, 0.57, 2},
                    {0, 0.78, 1.50, 2.11, 1.35, 3}};

static bool sweep_goes_on(void *user, size_t expanded) {
    struct sweep_task *task = ((struct sweep *)user)->task;
    task->expanded += expanded;
    return !task->goes_on || task->goes_on(task->user, task->expanded);
}

static void node_evaluate(const struct sweep *sweep, struct node *node) {
    uint16_t cells[TILEPDB_MAX_CELLS];
    const int line = sweep->line;
    int32_t pairs = 0;
    for (unsigned cell = 0; cell < sweep->cells; cell++) {
        cells[cell] = (uint16_t)node_tile(sweep, node, cell);
        if (cell == node->blank || !line) continue;
        pairs += line_cost(sweep, node, cells[cell], cell, false) +
                 line_cost(sweep, node, cells[cell], cell, true);
    }
    node->value = (int32_t)learned_value(&sweep->learned, cells, node->planes) + line * pairs / 2;
    if (!sweep->sweeps) return;
    const struct position position = order_follow(sweep, node, (struct position){0});
    node->solved = position.solved;
    node->first = position.first;
    node->second = position.second;
}

static void phase_update(struct sweep *sweep, bool sweeps) {
    const double distance = (double)sweep->nearest / sweep->cells;
    unsigned phase = 0;
    while (phase < SWEEPING - 1 && distance < phases[phase].distance) phase++;
    if (sweeps) phase = SWEEPING;
    if (phase == sweep->phase) return;
    const struct phase *p = &phases[phase];
    const struct learned_scale scale = {p->alone, p->pairs, p->squares, p->convex};
    sweep->phase = phase;
    sweep->sweeps = sweeps;
    sweep->line = p->line;
    sweep->progress_depth = sweep->layers.depth;
    if (phase != sweep->weighed) learned_rescale(&sweep->learned, sweep->weights, &scale);
    sweep->weighed = phase;
    sweep->least = INT32_MAX;
    for (size_t i = 0; i < sweep->layers.count; i++) {
        struct node *node = layers_board(&sweep->layers, i);
        node_evaluate(sweep, node);
        const struct position position = position_of(node);
        const int32_t rank =
            node->value + (sweeps ? sweep_steps(sweep, &position, node->blank) : 0);
        if (rank < sweep->least) sweep->least = rank;
    }
}

static void progress_update(struct sweep *sweep, int solved_before) {
    const int least = (int)(sweep->child_least >> 32);
    if (sweep->child_least != UINT64_MAX && least < sweep->nearest) {
        sweep->nearest = least;
        sweep->nearest_depth = sweep->progress_depth = sweep->layers.depth;
        sweep->nearest_link = (uint32_t)sweep->child_least;
    }
    if (sweep->most_solved > solved_before) sweep->progress_depth = sweep->layers.depth;
}

/* Noise leads boards out of a local minimum, after `layers` layers without progress. */
static uint32_t noise_of(int layers) {
    return (uint32_t)TIES << (layers / NOISY < DOUBLED ? layers / NOISY : DOUBLED);
}

static tilepdb_status layers_search(struct sweep *sweep) {
    const struct sweep_task *task = sweep->task;
    struct beam_layers *layers = &sweep->layers;
    const int patience = 2 * (int)sweep->cells > PATIENCE ? 2 * (int)sweep->cells : PATIENCE;
    struct layers_search search = {sweep_list,    sweep_rank, sweep_make,
                                   sweep_goes_on, sweep,      {0, 0}};
    while (layers->count > 0 && sweep->nearest > 0 && layers->depth < task->capacity) {
        const bool stuck = layers->depth - sweep->progress_depth > patience;
        if (stuck && sweep->sweeps) break;
        if (!sweep->sweeps)
            phase_update(sweep, sweep->order.count == 0 || stuck ||
                                    sweep->nearest <= sweep->sweep_distance * sweep->cells);
        const size_t boards = task->narrow
                                  ? task->narrow(task->user, layers->depth + 1, task->expanded)
                                  : task->boards;
        search.cap[0] = (size_t)((double)boards / (BLANKS * sweep->cells)) + 1;
        search.cap[1] = (size_t)((double)boards / PREFIXES) + 1;
        const int solved = sweep->most_solved;
        sweep->child_least = UINT64_MAX;
        sweep->noise = noise_of(layers->depth - sweep->progress_depth);
        if (!layers_expand(layers, &search)) return TILEPDB_CANCELLED;
        progress_update(sweep, solved);
        if (sweep->nearest == 0) break;
        unsigned best = LAYERS_RANKS;
        for (int i = 0; i < layers->threads; i++)
            if (layers->ranks[i].least < best) best = layers->ranks[i].least;
        if (best < LAYERS_RANKS) sweep->least += (int32_t)best - SWEEP_BETTER;
        if (!layers_descend(layers, &search, boards)) return TILEPDB_ERROR_MEMORY;
    }
    return TILEPDB_OK;
}

static size_t node_bytes(const struct sweep_task *task) {
    const size_t bytes = sizeof(struct node) + (size_t)(task->width + 2) * (task->height + 2) +
                         line_order_bytes(task->width, task->height);
    return (bytes + 7) / 8 * 8;
}

static size_t task_places(const struct sweep_task *task) {
    return layers_children(task->width, task->height, task->metric);
}

uint64_t sweep_need(const struct sweep_task *task) {
    return ORDER_BYTES +
           layers_need(task->boards, node_bytes(task), task_places(task), task->capacity);
}

static void root_write(struct sweep *sweep) {
    const struct sweep_task *task = sweep->task;
    struct node *root = layers_board(&sweep->layers, 0);
    memset(root, 0, sweep->layers.stride);
    memset(root->planes, LINE_ORDER_NONE, sweep->layers.stride - sizeof *root);
    root->last = LAYERS_NO_MOVE;
    learned_classes(&sweep->learned, task->cells, root->planes);
    for (unsigned cell = 0; cell < sweep->cells; cell++) {
        const unsigned tile = task->cells[cell];
        keys_put(sweep, root, tile, cell);
        if (tile == task->blank)
            root->blank = (uint16_t)cell;
        else
            root->hash += sweep->tile_key[tile] * sweep->cell_key[cell];
    }
    root->hash = hash_fold(root->hash);
    root->distance = (uint16_t)learned_distance(&sweep->learned, task->cells);
    sweep->nearest = root->distance;
    sweep->nearest_depth = -1;
    layers_reached(&sweep->layers, root->hash);
    sweep->layers.count = 1;
}

static void sweep_begin(struct sweep *sweep, struct sweep_task *task) {
    const double side = square_root(task->width * task->height);
    const size_t classes = (size_t)(task->width + 2) * (task->height + 2);
    sweep->task = task;
    sweep->width = task->width;
    sweep->blank = task->blank;
    sweep->round = task->round;
    sweep->metric = task->metric;
    sweep->below = task->below;
    sweep->cells = task->width * task->height;
    sweep->most_tiles = (int)layers_slide(task->width, task->height, task->metric);
    sweep->phase = PHASES;
    sweep->sweeps = false;
    sweep->most_solved = -1;
    sweep->progress_depth = 0;
    line_order_init(&sweep->lines, task->width, task->height);
    layers_neighbours(task->width, task->height, sweep->next);
    sweep->sweep_distance =
        BEGIN * side * square_root(square_root(side / 10)) * (task->round % 2 ? EARLIER : 1);
    sweep->unsolved = UNSOLVED * (task->round % 4 == 3 ? 5 : 4) / 4;
    for (unsigned cell = 0; cell < sweep->cells; cell++) {
        sweep->x[cell] = (uint16_t)(cell % task->width);
        sweep->y[cell] = (uint16_t)(cell / task->width);
        sweep->row_at[cell] =
            (uint16_t)(classes + line_order_row(&sweep->lines, sweep->x[cell], sweep->y[cell]));
        sweep->column_at[cell] =
            (uint16_t)(classes + line_order_column(&sweep->lines, sweep->x[cell], sweep->y[cell]));
    }
}

struct sweep *sweep_create(void) {
    struct sweep *sweep = calloc(1, sizeof *sweep);
    if (!sweep) return NULL;
    sweep->weighed = PHASES;
    for (unsigned cell = 0; cell < TILEPDB_MAX_CELLS; cell++) {
        sweep->tile_key[cell] = random_mix(2 * cell);
        sweep->cell_key[cell] = random_mix(2 * cell + 1);
    }
    learned_shipped(false, sweep->weights);
    if (!learned_make(&sweep->learned, TILEPDB_MIN_SIDE, TILEPDB_MIN_SIDE, 0, sweep->weights))
        return sweep;
    sweep_free(sweep);
    return NULL;
}

void sweep_free(struct sweep *sweep) {
    if (!sweep) return;
    learned_free(&sweep->learned);
    free(sweep);
}

tilepdb_status sweep_search(struct sweep *sweep, struct sweep_task *task) {
    tilepdb_status status = TILEPDB_ERROR_MEMORY;
    task->moves = 0;
    task->solved = false;
    task->expanded = 0;
    sweep_begin(sweep, task);
    memset(&sweep->layers, 0, sizeof sweep->layers);
    if (sweep_order_make(&sweep->order, task->width, task->height, task->blank, task->core) &&
        !learned_resize(&sweep->learned, task->width, task->height, task->blank) &&
        layers_begin(&sweep->layers, task->boards, node_bytes(task), task_places(task),
                     task->threads, task->capacity)) {
        root_write(sweep);
        status = layers_search(sweep);
    }
    if (!status || status == TILEPDB_CANCELLED) {
        task->solved = sweep->nearest == 0;
        task->moves = sweep->nearest_depth + 1;
        layers_path(&sweep->layers, sweep->nearest_depth, sweep->nearest_link, task->path);
    }
    layers_end(&sweep->layers);
    sweep_order_free(&sweep->order);
    return status;
}
