/* See sweep.h. */
#include "anytime/sweep.h"

#include <stdlib.h>
#include <string.h>

#include "anytime/sweep_node.h"

#define PATIENCE 700 /* most layers without progress; twice the cells if that is more */
#define TIES     16  /* steps of the random part of a rank, which breaks ties */
#define NOISY    48  /* layers without progress until that part doubles */
#define DOUBLED  5   /* most doublings of that part */
#define PHASES   7
#define SWEEPING (PHASES - 1)

/* Memory for the order's tables, which take up to 0.7 MB. */
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

/* Without progress for `layers` layers, noise leads boards out of a local minimum. */
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
