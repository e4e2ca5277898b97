/* See beam.h. */
#include "anytime/beam.h"

#include <stdlib.h>
#include <string.h>

#define HALF     (LEARNED_STEPS / 2)      /* of a move in one of two views, without a ranking */
#define NOISE    (7 * LEARNED_STEPS / 16) /* the most steps that break ties */
#define BETTER   4096 /* steps; a child is less than that better than the best board of its layer */
#define NOWHERE  UINT16_MAX
#define PATIENCE 1 /* layers for each cell without a nearer board, if there are no tables */

struct node {
    uint64_t hash;
    int32_t value; /* in steps, relative to the first board */
    int16_t h[2];  /* estimates of both views; without tables, distances to goal cells */
    uint16_t blank;
    uint8_t last; /* direction of the last move, or LAYERS_NO_MOVE */
    /* Entries of the estimate; then goal cells of the tiles (uint16_t), and classes (uint8_t). */
    uint32_t entry[];
};

struct beam {
    struct beam_task *task;
    const struct estimate *estimate;
    const struct learned_evaluation *ranking;
    struct beam_layers layers;
    unsigned width, height, cells;
    unsigned goal_cell;         /* of the blank */
    unsigned entries;           /* of a board */
    int32_t steps;              /* of a move in one view */
    int32_t least;              /* value of the best board of the layer */
    int h_most;                 /* of a child that may lead to a shorter solution */
    int nearest_before;         /* h of the nearest board before this layer */
    int nearest, nearest_depth; /* h of the nearest board so far, and the depth of its parent */
    uint32_t nearest_link;
    uint16_t next[TILEPDB_MAX_CELLS][DIRECTIONS]; /* cell, or NOWHERE */
};

static unsigned task_width(const struct beam_task *task) {
    return task->estimate ? task->estimate->normal.width : task->ranking->width;
}

static unsigned task_height(const struct beam_task *task) {
    return task->estimate ? task->estimate->normal.height : task->ranking->height;
}

static size_t node_bytes(const struct beam_task *task) {
    const size_t bytes =
        sizeof(struct node) +
        (task->estimate ? estimate_entries(task->estimate) * sizeof(uint32_t) : 0) +
        task_width(task) * task_height(task) * sizeof(uint16_t) +
        (task->ranking ? learned_plane(task->ranking) : 0);
    return (bytes + 7) / 8 * 8;
}

static size_t task_places(const struct beam_task *task) {
    return layers_children(task_width(task), task_height(task), task->metric);
}

static void beam_init(struct beam *beam, struct beam_task *task) {
    const struct estimate *estimate = task->estimate;
    const struct learned_evaluation *ranking = task->ranking;
    memset(beam, 0, sizeof *beam);
    beam->task = task;
    beam->estimate = estimate;
    beam->ranking = ranking;
    beam->width = task_width(task);
    beam->height = task_height(task);
    beam->goal_cell = estimate ? estimate->normal.blank : ranking->blank;
    beam->cells = beam->width * beam->height;
    beam->entries = estimate ? estimate_entries(estimate) : 0;
    beam->steps = ranking ? ranking->view : HALF;
    for (unsigned cell = 0; cell < beam->cells; cell++)
        for (unsigned d = 0; d < DIRECTIONS; d++) {
            unsigned to = cell;
            const bool there = cell_step(beam->width, beam->height, &to, (enum direction)d);
            beam->next[cell][d] = there ? (uint16_t)to : NOWHERE;
        }
}

static uint16_t *node_cells(const struct beam *beam, struct node *node) {
    return (uint16_t *)&node->entry[beam->entries];
}

static uint8_t *node_classes(const struct beam *beam, struct node *node) {
    return (uint8_t *)(node_cells(beam, node) + beam->cells);
}

/* ---- children -------------------------------------------------------------------------------- */

static unsigned node_list(void *user, size_t number, struct child *children) {
    const struct beam *beam = user;
    const tilepdb_metric metric = beam->task->metric;
    struct node *node = layers_board(&beam->layers, number);
    const uint16_t *cells = node_cells(beam, node);
    unsigned count = 0;
    for (unsigned d = 0; d < DIRECTIONS; d++) {
        if (!layers_may_follow(metric, node->last, d)) continue;
        uint64_t hash = node->hash;
        unsigned blank = node->blank, from, tiles = 0;
        while ((from = beam->next[blank][d]) != NOWHERE) {
            const unsigned tile = cells[from];
            hash ^= layers_exact_key(beam->cells, beam->goal_cell, tile, from) ^
                    layers_exact_key(beam->cells, beam->goal_cell, tile, blank);
            children[count].hash = hash;
            children[count++].move = (uint8_t)BEAM_MOVE(d, ++tiles);
            blank = from;
            if (metric == TILEPDB_METRIC_SINGLE) break;
        }
    }
    return count;
}

/* Value and estimates of a board while the tiles of a move slide one after the other. */
struct step {
    int32_t value;
    int h[2];
};

/* Moves a tile to the next cell in `step` and in the classes of the node, not in its entries. */
static inline void step_on(const struct beam *beam, struct node *node, struct step *step,
                           unsigned tile, unsigned from, unsigned to) {
    const struct estimate *estimate = beam->estimate;
    int change[2];
    if (estimate) {
        change[0] = change[1] = estimate_change(estimate, node->entry, tile, from, to, false);
        if (estimate->normal.mirrored)
            change[1] = estimate_change(estimate, node->entry, tile, from, to, true);
        step->value += beam->steps * (change[0] + change[1]);
    } else {
        change[0] = change[1] =
            learned_apart(beam->ranking, tile, to) - learned_apart(beam->ranking, tile, from);
    }
    step->h[0] += change[0];
    step->h[1] += change[1];
    if (beam->ranking)
        step->value += learned_move(beam->ranking, tile, node_classes(beam, node), from, to);
}

/* Of equally near boards that of the least link counts, so that threads do not matter. */
static void nearest_take(struct beam *beam, const struct child *child, int h) {
    const int depth = beam->layers.depth;
    const uint32_t link = layers_link(child);
#pragma omp critical(tilepdb_beam_nearest)
    if (h < beam->nearest ||
        (h == beam->nearest && depth == beam->nearest_depth && link < beam->nearest_link)) {
        __atomic_store_n(&beam->nearest, h, __ATOMIC_RELAXED);
        beam->nearest_depth = depth;
        beam->nearest_link = link;
    }
}

/* Ranks a child by its steps from the best of the layer, or drops it if it leads to no shorter
 * solution. */
static void child_rank(struct beam *beam, const struct step *step, struct child *child) {
    const int h = step->h[0] > step->h[1] ? step->h[0] : step->h[1];
    int32_t rank = step->value - beam->least + BETTER;
    if (!beam->ranking || beam->task->round > 0)
        rank += (int32_t)(random_mix(child->hash + beam->task->round) % (NOISE + 1));
    child->rank = (uint16_t)(rank < 0 ? 0 : rank < LAYERS_RANKS ? rank : LAYERS_RANKS - 1);
    child->value = step->value;
    child->h[0] = (int16_t)step->h[0];
    child->h[1] = (int16_t)step->h[1];
    if (h > beam->h_most)
        child->rank = LAYERS_DROPPED;
    else if (h < beam->nearest_before && h <= __atomic_load_n(&beam->nearest, __ATOMIC_RELAXED))
        nearest_take(beam, child, h);
}

/* Moves a tile in the classes of the node, and if `entries`, in its entries. */
static void tile_move(const struct beam *beam, struct node *node, unsigned tile, unsigned from,
                      unsigned to, bool entries) {
    if (beam->ranking) learned_put(beam->ranking, tile, node_classes(beam, node), from, to);
    if (beam->estimate && entries) estimate_move(beam->estimate, node->entry, tile, from, to);
}

static int32_t blank_value(const struct beam *beam, struct node *node, unsigned blank) {
    return beam->ranking ? learned_blank(beam->ranking, node_classes(beam, node), blank) : 0;
}

/* Ranks the children whose moves have the direction of the first one. Returns their number. Classes
 * and entries of the node follow from tile to tile, and are restored. */
static unsigned slides_rank(struct beam *beam, struct node *node, int32_t there,
                            struct child *children, unsigned count) {
    const unsigned d = BEAM_DIRECTION(children[0].move);
    const uint16_t *cells = node_cells(beam, node);
    const bool single = beam->task->metric == TILEPDB_METRIC_SINGLE;
    struct step step = {there, {node->h[0], node->h[1]}};
    unsigned blank[TILEPDB_MAX_SIDE] = {node->blank}, tiles = 0;
    for (; tiles < count && BEAM_DIRECTION(children[tiles].move) == d; tiles++) {
        struct child *child = &children[tiles];
        const unsigned to = blank[tiles], from = blank[tiles + 1] = beam->next[to][d];
        if (single && child->rank == LAYERS_DROPPED) return 1;
        if (tiles > 0 && beam->estimate)
            estimate_move(beam->estimate, node->entry, cells[to], to, blank[tiles - 1]);
        step_on(beam, node, &step, cells[from], from, to);
        if (child->rank == LAYERS_DROPPED) continue;
        const int32_t value = step.value;
        step.value += blank_value(beam, node, from);
        child_rank(beam, &step, child);
        step.value = value;
    }
    for (unsigned i = tiles; i > 0; i--)
        tile_move(beam, node, cells[blank[i]], blank[i - 1], blank[i], i < tiles);
    return tiles;
}

static void node_rank(void *user, size_t number, struct child *children, unsigned count) {
    struct beam *beam = user;
    struct node *node = layers_board(&beam->layers, number);
    const int32_t there = node->value - blank_value(beam, node, node->blank);
    for (unsigned i = 0; i < count;) i += slides_rank(beam, node, there, &children[i], count - i);
}

static bool beam_goes_on(void *user, size_t expanded) {
    struct beam_task *task = ((struct beam *)user)->task;
    task->expanded += expanded;
    return !task->goes_on || task->goes_on(task->user, task->expanded);
}

/* ---- layers ---------------------------------------------------------------------------------- */

static void node_make(void *user, const struct child *from, const void *parent, void *board) {
    const struct beam *beam = user;
    struct node *to = board;
    memcpy(to, parent, beam->layers.stride);
    uint16_t *cells = node_cells(beam, to);
    for (unsigned tiles = BEAM_TILES(from->move); tiles > 0; tiles--) {
        const unsigned cell = beam->next[to->blank][BEAM_DIRECTION(from->move)];
        tile_move(beam, to, cells[cell], cell, to->blank, true);
        cells[to->blank] = cells[cell];
        to->blank = (uint16_t)cell;
    }
    cells[to->blank] = (uint16_t)beam->goal_cell;
    to->hash = from->hash;
    to->value = from->value;
    to->h[0] = from->h[0];
    to->h[1] = from->h[1];
    to->last = (uint8_t)BEAM_DIRECTION(from->move);
}

static void layer_show(const struct beam *beam) {
    const struct beam_layers *layers = &beam->layers;
    const uint64_t seed = ((const struct node *)layers_board(layers, 0))->hash;
    for (unsigned i = 0; i < BEAM_SHOWN; i++) {
        struct node *node = layers_sample(layers, seed + i);
        beam->task->on_layer(beam->task->user, layers->depth, node_cells(beam, node), node->blank);
    }
}

/* ---- the search ------------------------------------------------------------------------------ */

static void root_estimate(const struct beam *beam, struct node *root) {
    const uint16_t *cells = beam->task->cells;
    if (beam->estimate) {
        estimate_place(beam->estimate, cells, root->entry);
        estimate_whole(beam->estimate, cells, root->h);
        return;
    }
    root->h[0] = root->h[1] = (int16_t)learned_distance(beam->ranking, cells);
}

static void root_write(struct beam *beam) {
    struct beam_task *task = beam->task;
    struct node *root = layers_board(&beam->layers, 0);
    memset(root, 0, beam->layers.stride);
    root->last = LAYERS_NO_MOVE;
    for (unsigned cell = 0; cell < beam->cells; cell++) {
        const unsigned tile = node_cells(beam, root)[cell] = task->cells[cell];
        if (tile == beam->goal_cell)
            root->blank = (uint16_t)cell;
        else
            root->hash ^= layers_exact_key(beam->cells, beam->goal_cell, tile, cell);
    }
    root_estimate(beam, root);
    if (beam->ranking) learned_classes(beam->ranking, task->cells, node_classes(beam, root));
    layers_reached(&beam->layers, root->hash);
    beam->nearest = root->h[0] > root->h[1] ? root->h[0] : root->h[1];
    beam->nearest_depth = -1;
    beam->layers.count = 1;
    task->left_first = beam->nearest;
}

static void least_find(struct beam *beam) {
    const struct beam_layers *layers = &beam->layers;
    beam->least = INT32_MAX;
    for (size_t i = 0; i < layers->count; i++) {
        const struct node *node = layers_board(layers, i);
        if (node->value < beam->least) beam->least = node->value;
    }
}

static tilepdb_status layers_search(struct beam *beam) {
    const struct beam_task *task = beam->task;
    struct beam_layers *layers = &beam->layers;
    const struct layers_search search = {node_list, node_rank, node_make, beam_goes_on, beam};
    const int patience = beam->estimate ? task->below : PATIENCE * (int)beam->cells;
    const int most = (int)layers_slide(beam->width, beam->height, task->metric);
    while (layers->count > 0 && beam->nearest > 0 && layers->depth + 1 < task->below &&
           layers->depth - beam->nearest_depth <= patience) {
        beam->h_most = most * (task->below - layers->depth - 2);
        beam->nearest_before = beam->nearest;
        least_find(beam);
        if (!layers_expand(layers, &search)) return TILEPDB_CANCELLED;
        if (beam->nearest == 0) break;
        const size_t width = task->narrow
                                 ? task->narrow(task->user, layers->depth + 1, task->expanded)
                                 : task->width;
        if (!layers_descend(layers, &search, width)) return TILEPDB_ERROR_MEMORY;
        if (task->on_layer && layers->count > 0) layer_show(beam);
    }
    return TILEPDB_OK;
}

static void path_write(const struct beam *beam) {
    struct beam_task *task = beam->task;
    task->moves = beam->nearest_depth + 1;
    task->left = beam->nearest;
    if (task->moves > 0)
        layers_path(&beam->layers, beam->nearest_depth, beam->nearest_link, task->path);
    if (task->left == 0) task->length = task->moves;
}

uint64_t beam_need(const struct beam_task *task) {
    return layers_need(task->width, node_bytes(task), task_places(task), task->below);
}

char *beam_letters(const struct normal_form *normal, const uint8_t *path, int moves,
                   char *letters) {
    for (int i = 0; i < moves; i++)
        for (unsigned tiles = BEAM_TILES(path[i]); tiles > 0; tiles--)
            *letters++ = normal_form_letter(normal, BEAM_DIRECTION(path[i]));
    return letters;
}

tilepdb_status beam_search(struct beam_task *task) {
    tilepdb_status status = TILEPDB_ERROR_MEMORY;
    struct beam beam;
    task->length = -1;
    task->moves = 0;
    task->expanded = 0;
    task->exhausted = false;
    beam_init(&beam, task);
    if (layers_begin(&beam.layers, task->width, node_bytes(task), task_places(task), task->threads,
                     task->below)) {
        root_write(&beam);
        status = layers_search(&beam);
        if (!status) path_write(&beam);
        task->exhausted = !status && !beam.layers.cut && beam.cells <= LAYERS_EXACT_CELLS;
    }
    layers_end(&beam.layers);
    return status;
}
