/* See sweep.h. */
#include "anytime/sweep.h"

#include <stdlib.h>
#include <string.h>

#include "anytime/learned_evaluation.h"
#include "anytime/line_order.h"
#include "anytime/sweep_order.h"

#define BETTER   8192 /* steps by which a child may beat the best of the last layer */
#define TIES     16   /* steps */
#define LOCAL    (3 * LEARNED_STEPS / 4) /* of a move in local tables */
#define PATIENCE 700                     /* layers without progress, or twice the cells */
#define NOWHERE  UINT16_MAX
#define PHASES   7
#define SWEEPING (PHASES - 1)

/* Factors for boards whose distance for each cell is at least `distance`; the last row is for
 * sweeps. Tuned on lengths: docs/notes/anytime.md. */
static const struct phase {
    double distance, alone, pairs, squares, convex;
    int line; /* of line_order_cost */
} phases[PHASES] = {{6, 0.47, 0.19, 0.61, 3.1, 0},    {4, 0.37, 1.74, 0.26, 1.77, 0},
                    {2.5, 0.46, 1.56, 0.53, 2.0, 2},  {1.5, 0.86, 1.18, 1.47, 1.57, 2},
                    {0.8, 0.79, 0.92, 0.81, 0.78, 3}, {0, 0.50, 0.97, 1.07, 0.57, 2},
                    {0, 0.78, 1.50, 2.11, 1.35, 3}};

/* Progress in the order of a sweep. */
struct position {
    uint16_t solved;        /* cells */
    uint16_t first, second; /* cells of the next tiles */
};

struct node {
    uint64_t hash;
    int32_t value; /* steps, without the blank and the order */
    uint16_t distance;
    uint16_t blank;
    uint16_t solved, first, second; /* as in struct position */
    uint8_t last;                   /* or LAYERS_NO_MOVE */
    uint8_t planes[];               /* classes, then keys of lines */
};

struct sweep {
    struct sweep_task *task;
    struct beam_layers layers;
    struct learned_evaluation learned;
    struct sweep_order order;
    struct line_order lines;
    int16_t weights[LEARNED_WEIGHTS];
    unsigned cells;
    int most_tiles;
    unsigned phase;
    unsigned weighed;      /* phase of the weights */
    double sweep_distance; /* for each cell, where the sweep begins */
    int32_t unsolved;      /* steps for each unsolved cell of the order */
    int32_t least;         /* rank of the best board of the layer, about */
    int nearest;           /* least distance; atomic */
    int most_solved;       /* atomic */
    int progress_depth;
    uint32_t goal_link;                           /* UINT32_MAX: not reached */
    uint16_t next[TILEPDB_MAX_CELLS][DIRECTIONS]; /* or NOWHERE */
    uint16_t x[TILEPDB_MAX_CELLS], y[TILEPDB_MAX_CELLS];
    /* A hash is the folded sum of tile_key * cell_key. */
    uint64_t tile_key[TILEPDB_MAX_CELLS], cell_key[TILEPDB_MAX_CELLS];
};

/* Lets the lower half depend on all bits. Its own inverse. */
static uint64_t hash_fold(uint64_t hash) {
    return hash ^ hash >> 32;
}

/* ---- boards ---------------------------------------------------------------------------------- */

static uint8_t *node_row(const struct sweep *sweep, struct node *node, unsigned cell) {
    return node->planes + learned_plane(&sweep->learned) +
           line_order_row(&sweep->lines, sweep->x[cell], sweep->y[cell]);
}

static uint8_t *node_column(const struct sweep *sweep, struct node *node, unsigned cell) {
    return node->planes + learned_plane(&sweep->learned) +
           line_order_column(&sweep->lines, sweep->x[cell], sweep->y[cell]);
}

static unsigned node_tile(const struct sweep *sweep, struct node *node, unsigned cell) {
    return (*node_column(sweep, node, cell) >> 2) * sweep->task->width +
           (*node_row(sweep, node, cell) >> 2);
}

static unsigned node_find(const struct sweep *sweep, struct node *node, unsigned tile) {
    unsigned cell = 0;
    while (node_tile(sweep, node, cell) != tile) cell++;
    return cell;
}

static void keys_put(const struct sweep *sweep, struct node *node, unsigned tile, unsigned cell) {
    const unsigned goal_x = sweep->x[tile], goal_y = sweep->y[tile];
    const bool blank = tile == sweep->task->blank;
    *node_row(sweep, node, cell) = blank ? (uint8_t)(goal_x << 2 | LINE_ORDER_NONE)
                                         : line_order_key(goal_x, sweep->y[cell], goal_y);
    *node_column(sweep, node, cell) = blank ? (uint8_t)(goal_y << 2 | LINE_ORDER_NONE)
                                            : line_order_key(goal_y, sweep->x[cell], goal_x);
}

/* Moves a tile in the planes of a node. */
static void tile_move(const struct sweep *sweep, struct node *node, unsigned tile, unsigned from,
                      unsigned to) {
    learned_put(&sweep->learned, tile, node->planes, from, to);
    keys_put(sweep, node, tile, to);
    keys_put(sweep, node, sweep->task->blank, from);
}

static bool is_sweeping(const struct sweep *sweep) {
    return sweep->phase == SWEEPING;
}

static struct position position_of(const struct node *node) {
    return (struct position){node->solved, node->first, node->second};
}

/* Counts solved cells from a position on, and finds the next tiles. */
static struct position order_follow(const struct sweep *sweep, struct node *node,
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

static void position_move(const struct sweep *sweep, struct position *position, unsigned tile,
                          unsigned to) {
    const struct sweep_step *step = &sweep->order.step[position->solved];
    if (position->solved == sweep->order.count) return;
    if (tile == step[0].cell) position->first = (uint16_t)to;
    if (step->pair && tile == step[1].cell) position->second = (uint16_t)to;
}

/* The position after the tiles of `position` have moved. */
static struct position position_end(const struct sweep *sweep, struct node *node,
                                    struct position position) {
    const struct sweep_step *step = &sweep->order.step[position.solved];
    const bool solved = position.solved < sweep->order.count && position.first == step[0].cell &&
                        (!step->pair || position.second == step[1].cell);
    return solved ? order_follow(sweep, node, position) : position;
}

/* Cost of a tile's pairs in the row or column that it enters or leaves. */
static int line_cost(const struct sweep *sweep, struct node *node, unsigned tile, unsigned cell,
                     bool row) {
    const unsigned x = sweep->x[cell], y = sweep->y[cell], goal_x = sweep->x[tile],
                   goal_y = sweep->y[tile];
    const struct line_order *lines = &sweep->lines;
    if (row)
        return line_order_cost(node_row(sweep, node, cell), line_order_key(goal_x, y, goal_y),
                               lines->before[0][x], lines->after[0][x]);
    return line_order_cost(node_column(sweep, node, cell), line_order_key(goal_y, x, goal_x),
                           lines->before[1][y], lines->after[1][y]);
}

/* What the order adds to the rank. */
static int32_t sweep_steps(const struct sweep *sweep, const struct position *position,
                           unsigned blank) {
    if (position->solved == sweep->order.count) return 0;
    const int moves = sweep_order_moves(&sweep->order, position->solved, position->first,
                                        position->second, blank);
    return LOCAL * moves + sweep->unsolved * (int32_t)(sweep->order.count - position->solved);
}

/* ---- children -------------------------------------------------------------------------------- */

static unsigned node_list(void *user, size_t number, struct child *children) {
    const struct sweep *sweep = user;
    const tilepdb_metric metric = sweep->task->metric;
    struct node *node = layers_board(&sweep->layers, number);
    unsigned count = 0;
    for (unsigned d = 0; d < DIRECTIONS; d++) {
        if (!layers_may_follow(metric, node->last, d)) continue;
        uint64_t hash = hash_fold(node->hash);
        unsigned to = node->blank, from, tiles = 0;
        while ((from = sweep->next[to][d]) != NOWHERE) {
            if (is_sweeping(sweep) && sweep->order.rank[from] < node->solved) break;
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

/* Notes progress, whichever thread finds it. */
static void progress_note(struct sweep *sweep, const struct child *child, int distance,
                          int solved) {
    if (distance >= __atomic_load_n(&sweep->nearest, __ATOMIC_RELAXED) &&
        solved <= __atomic_load_n(&sweep->most_solved, __ATOMIC_RELAXED) && distance > 0)
        return;
#pragma omp critical(tilepdb_sweep_progress)
    {
        if (distance < sweep->nearest || solved > sweep->most_solved)
            sweep->progress_depth = sweep->layers.depth;
        if (distance < sweep->nearest)
            __atomic_store_n(&sweep->nearest, distance, __ATOMIC_RELAXED);
        if (solved > sweep->most_solved)
            __atomic_store_n(&sweep->most_solved, solved, __ATOMIC_RELAXED);
        const uint32_t link = layers_link(child);
        if (distance == 0 && link < sweep->goal_link) sweep->goal_link = link;
    }
}

static int apart(const struct sweep *sweep, unsigned a, unsigned b) {
    return abs(sweep->x[a] - sweep->x[b]) + abs(sweep->y[a] - sweep->y[b]);
}

/* Ranks a child whose board the planes of the node show, or drops it. */
static void child_rank(struct sweep *sweep, struct node *node, int32_t value, int distance,
                       unsigned blank, const struct position *position, struct child *child) {
    if (sweep->layers.depth + 1 + (distance + sweep->most_tiles - 1) / sweep->most_tiles >=
        sweep->task->below) {
        child->rank = LAYERS_DROPPED;
        return;
    }
    int32_t rank = value + learned_blank(&sweep->learned, node->planes, blank) - sweep->least +
                   BETTER + (int32_t)(random_mix(child->hash + sweep->task->round) % TIES);
    int solved = -1;
    child->group[0] = (uint16_t)blank;
    child->group[1] = LAYERS_NO_GROUP;
    if (is_sweeping(sweep)) {
        const struct position end = position_end(sweep, node, *position);
        rank += sweep_steps(sweep, &end, blank);
        solved = end.solved;
        child->group[0] = LAYERS_NO_GROUP;
        if (end.solved < sweep->order.count) child->group[1] = end.solved;
    }
    child->rank = (uint16_t)(rank < 0 ? 0 : rank < LAYERS_RANKS ? rank : LAYERS_RANKS - 1);
    child->value = value;
    progress_note(sweep, child, distance, solved);
}

/* Ranks the children with the direction of the first one. Returns their number. The planes of the
 * node are restored. */
static unsigned slides_rank(struct sweep *sweep, struct node *node, struct child *children,
                            unsigned count) {
    const unsigned d = BEAM_DIRECTION(children[0].move);
    const bool row = d == BLANK_UP || d == BLANK_DOWN;
    const int line = phases[sweep->phase].line;
    struct position position = position_of(node);
    unsigned tiles = 0, tile[TILEPDB_MAX_SIDE], to = node->blank;
    int32_t value = node->value;
    int distance = node->distance;
    for (; tiles < count && BEAM_DIRECTION(children[tiles].move) == d; tiles++) {
        struct child *child = &children[tiles];
        const bool alone = tiles == 0 && (count == 1 || BEAM_DIRECTION(children[1].move) != d);
        if (alone && child->rank == LAYERS_DROPPED) return 1;
        const unsigned from = sweep->next[to][d], moved = node_tile(sweep, node, from);
        if (line)
            value += line * (line_cost(sweep, node, moved, to, row) -
                             line_cost(sweep, node, moved, from, row));
        value += learned_move(&sweep->learned, moved, node->planes, from, to);
        keys_put(sweep, node, moved, to);
        keys_put(sweep, node, sweep->task->blank, from);
        distance += apart(sweep, moved, to) - apart(sweep, moved, from);
        if (is_sweeping(sweep)) position_move(sweep, &position, moved, to);
        if (child->rank != LAYERS_DROPPED)
            child_rank(sweep, node, value, distance, from, &position, child);
        tile[tiles] = moved;
        to = from;
    }
    for (unsigned i = tiles; i-- > 0;) {
        const unsigned from = sweep->next[to][DIRECTIONS - 1 - d];
        tile_move(sweep, node, tile[i], from, to);
        to = from;
    }
    return tiles;
}

static void node_rank(void *user, size_t number, struct child *children, unsigned count) {
    struct sweep *sweep = user;
    struct node *node = layers_board(&sweep->layers, number);
    for (unsigned i = 0; i < count;) i += slides_rank(sweep, node, &children[i], count - i);
}

static void node_make(void *user, const struct child *child, const void *parent, void *board) {
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
        distance += apart(sweep, tile, to) - apart(sweep, tile, from);
        if (is_sweeping(sweep)) position_move(sweep, &position, tile, to);
        node->blank = (uint16_t)from;
    }
    if (is_sweeping(sweep)) position = position_end(sweep, node, position);
    node->solved = position.solved;
    node->first = position.first;
    node->second = position.second;
    node->hash = child->hash;
    node->value = child->value;
    node->distance = (uint16_t)distance;
    node->last = (uint8_t)d;
}

static bool sweep_goes_on(void *user, size_t expanded) {
    struct sweep_task *task = ((struct sweep *)user)->task;
    task->expanded += expanded;
    return !task->goes_on || task->goes_on(task->user, task->expanded);
}

/* ---- phases ---------------------------------------------------------------------------------- */

/* Evaluates a node with the factors of the phase. */
static void node_evaluate(const struct sweep *sweep, struct node *node) {
    uint16_t cells[TILEPDB_MAX_CELLS];
    const int line = phases[sweep->phase].line;
    int32_t pairs = 0;
    for (unsigned cell = 0; cell < sweep->cells; cell++) {
        cells[cell] = (uint16_t)node_tile(sweep, node, cell);
        if (cell == node->blank || !line) continue;
        pairs += line_cost(sweep, node, cells[cell], cell, false) +
                 line_cost(sweep, node, cells[cell], cell, true);
    }
    node->value = (int32_t)learned_value(&sweep->learned, cells, node->planes) + line * pairs / 2;
    if (!is_sweeping(sweep)) return;
    const struct position position = order_follow(sweep, node, (struct position){0});
    node->solved = position.solved;
    node->first = position.first;
    node->second = position.second;
}

/* Enters the phase of the least distance, or the sweep. */
static void phase_update(struct sweep *sweep, bool sweeps) {
    const double distance = (double)sweep->nearest / sweep->cells;
    unsigned phase = 0;
    while (phase < SWEEPING - 1 && distance < phases[phase].distance) phase++;
    if (sweeps) phase = SWEEPING;
    if (phase == sweep->phase) return;
    const struct phase *p = &phases[phase];
    const struct learned_scale scale = {p->alone, p->pairs, p->squares, p->convex};
    sweep->phase = phase;
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

static tilepdb_status layers_search(struct sweep *sweep) {
    const struct sweep_task *task = sweep->task;
    struct beam_layers *layers = &sweep->layers;
    const int patience = 2 * (int)sweep->cells > PATIENCE ? 2 * (int)sweep->cells : PATIENCE;
    struct layers_search search = {node_list, node_rank, node_make, sweep_goes_on, sweep, {0, 0}};
    while (layers->count > 0 && sweep->goal_link == UINT32_MAX && layers->depth < task->capacity) {
        const bool stuck = layers->depth - sweep->progress_depth > patience;
        if (stuck && is_sweeping(sweep)) break;
        if (!is_sweeping(sweep))
            phase_update(sweep, sweep->order.count == 0 || stuck ||
                                    sweep->nearest <= sweep->sweep_distance * sweep->cells);
        const size_t boards = task->narrow
                                  ? task->narrow(task->user, layers->depth + 1, task->expanded)
                                  : task->boards;
        search.cap[0] = (size_t)((double)boards / (0.406 * sweep->cells)) + 1;
        search.cap[1] = (size_t)((double)boards / 5.5) + 1;
        if (!layers_expand(layers, &search)) return TILEPDB_CANCELLED;
        if (sweep->goal_link != UINT32_MAX) break;
        unsigned best = LAYERS_RANKS;
        for (int i = 0; i < layers->threads; i++)
            if (layers->ranks[i].least < best) best = layers->ranks[i].least;
        if (best < LAYERS_RANKS) sweep->least += (int32_t)best - BETTER;
        if (!layers_descend(layers, &search, boards)) return TILEPDB_ERROR_MEMORY;
    }
    return TILEPDB_OK;
}

/* ---- the search ------------------------------------------------------------------------------ */

static size_t node_bytes(const struct sweep_task *task) {
    const size_t bytes = sizeof(struct node) + (size_t)(task->width + 2) * (task->height + 2) +
                         line_order_bytes(task->width, task->height);
    return (bytes + 7) / 8 * 8;
}

static size_t task_places(const struct sweep_task *task) {
    return layers_children(task->width, task->height, task->metric);
}

uint64_t sweep_need(const struct sweep_task *task) {
    const uint64_t order = UINT64_C(1) << 21;
    return order + layers_need(task->boards, node_bytes(task), task_places(task), task->capacity);
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
    layers_reached(&sweep->layers, root->hash);
    sweep->layers.count = 1;
}

static void sweep_begin(struct sweep *sweep, struct sweep_task *task) {
    static const double begins[] = {1, 1.35, 0.75};
    const double side = learned_root(task->width * task->height);
    sweep->task = task;
    sweep->cells = task->width * task->height;
    sweep->most_tiles = (int)layers_slide(task->width, task->height, task->metric);
    sweep->phase = PHASES;
    sweep->most_solved = -1;
    sweep->progress_depth = 0;
    sweep->goal_link = UINT32_MAX;
    line_order_init(&sweep->lines, task->width, task->height);
    sweep->sweep_distance = 0.0712 * side * learned_root(learned_root(side / 10)) *
                            begins[(task->round / 2 + task->round) % 3];
    sweep->unsolved = 110 * (task->round % 4 == 3 ? 5 : 4) / 4;
    for (unsigned cell = 0; cell < sweep->cells; cell++) {
        sweep->x[cell] = (uint16_t)(cell % task->width);
        sweep->y[cell] = (uint16_t)(cell / task->width);
        for (unsigned d = 0; d < DIRECTIONS; d++) {
            unsigned to = cell;
            const bool there = cell_step(task->width, task->height, &to, (enum direction)d);
            sweep->next[cell][d] = there ? (uint16_t)to : NOWHERE;
        }
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
    task->moves = -1;
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
    if (!status && sweep->goal_link != UINT32_MAX) {
        task->moves = sweep->layers.depth + 1;
        layers_path(&sweep->layers, sweep->layers.depth, sweep->goal_link, task->path);
    }
    layers_end(&sweep->layers);
    sweep_order_free(&sweep->order);
    return status;
}
