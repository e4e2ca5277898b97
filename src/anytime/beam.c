/* See beam.h. */
#include "anytime/beam.h"

#include <stdlib.h>
#include <string.h>

#define NOISE   (7 * LEARNED_STEPS / 16) /* largest random tie-break, in steps */
#define BETTER  4096                     /* steps by which a child may beat the best parent */
#define NO_LINK UINT32_MAX

struct node {
    uint64_t hash;
    int32_t value; /* evaluation in steps, relative to the root */
    int16_t h[2];
    uint16_t blank;
    uint8_t last; /* direction, or LAYERS_NO_MOVE */
    /* Three arrays: indices of tables, goal cells (uint16_t), classes (uint8_t). */
    uint32_t entry[];
};

struct beam {
    struct beam_task *task;
    const struct estimate *estimate;
    const struct learned_evaluation *ranking;
    struct beam_layers layers;
    unsigned width, height, cells;
    unsigned goal_cell;
    unsigned entries;
    int32_t least; /* least value in the layer */
    int h_most;    /* children with a larger h are dropped */
    uint32_t goal_link;
    uint16_t next[TILEPDB_MAX_CELLS][DIRECTIONS];
};

static size_t node_bytes(const struct beam_task *task) {
    const struct normal_form *normal = &task->estimate->normal;
    const size_t bytes = sizeof(struct node) + estimate_entries(task->estimate) * sizeof(uint32_t) +
                         normal->cells * sizeof(uint16_t) + learned_plane(task->ranking);
    return (bytes + 7) / 8 * 8;
}

static size_t task_places(const struct beam_task *task) {
    const struct normal_form *normal = &task->estimate->normal;
    return layers_children(normal->width, normal->height, task->metric);
}

static void beam_init(struct beam *beam, struct beam_task *task) {
    const struct normal_form *normal = &task->estimate->normal;
    memset(beam, 0, sizeof *beam);
    beam->task = task;
    beam->estimate = task->estimate;
    beam->ranking = task->ranking;
    beam->width = normal->width;
    beam->height = normal->height;
    beam->cells = normal->cells;
    beam->goal_cell = normal->blank;
    beam->entries = estimate_entries(task->estimate);
    beam->goal_link = NO_LINK;
    layers_neighbours(beam->width, beam->height, beam->next);
}

static uint16_t *node_cells(const struct beam *beam, struct node *node) {
    return (uint16_t *)&node->entry[beam->entries];
}

static uint8_t *node_classes(const struct beam *beam, struct node *node) {
    return (uint8_t *)(node_cells(beam, node) + beam->cells);
}

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
        while ((from = beam->next[blank][d]) != LAYERS_NOWHERE) {
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

struct step {
    int32_t value;
    int h[2];
};

static inline void step_on(const struct beam *beam, struct node *node, struct step *step,
                           unsigned tile, unsigned from, unsigned to) {
    const struct estimate *estimate = beam->estimate;
    int change[2];
    change[0] = change[1] = estimate_change(estimate, node->entry, tile, from, to, false);
    if (estimate->normal.mirrored)
        change[1] = estimate_change(estimate, node->entry, tile, from, to, true);
    step->h[0] += change[0];
    step->h[1] += change[1];
    step->value += beam->ranking->view * (change[0] + change[1]) +
                   learned_move(beam->ranking, tile, node_classes(beam, node), from, to);
}

/* Keeps the least link, so that the order of threads does not matter. */
static void goal_take(struct beam *beam, const struct child *child) {
    const uint32_t link = layers_link(child);
#pragma omp critical(tilepdb_beam_goal)
    if (link < beam->goal_link) beam->goal_link = link;
}

static void child_rank(struct beam *beam, const struct step *step, struct child *child) {
    const int h = step->h[0] > step->h[1] ? step->h[0] : step->h[1];
    int32_t rank = step->value - beam->least + BETTER;
    if (beam->task->round > 0)
        rank += (int32_t)(random_mix(child->hash + beam->task->round) % (NOISE + 1));
    child->rank = (uint16_t)(rank < 0 ? 0 : rank < LAYERS_RANKS ? rank : LAYERS_RANKS - 1);
    child->value = step->value;
    child->h[0] = (int16_t)step->h[0];
    child->h[1] = (int16_t)step->h[1];
    if (h > beam->h_most)
        child->rank = LAYERS_DROPPED;
    else if (h == 0)
        goal_take(beam, child);
}

static void tile_move(const struct beam *beam, struct node *node, unsigned tile, unsigned from,
                      unsigned to, bool entries) {
    learned_put(beam->ranking, tile, node_classes(beam, node), from, to);
    if (entries) estimate_move(beam->estimate, node->entry, tile, from, to);
}

static int32_t blank_value(const struct beam *beam, struct node *node, unsigned blank) {
    return learned_blank(beam->ranking, node_classes(beam, node), blank);
}

/* Ranks the children in the direction of the first one. Returns their number. Restores `node`. */
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
        if (tiles > 0) estimate_move(beam->estimate, node->entry, cells[to], to, blank[tiles - 1]);
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
    estimate_index(beam->estimate, task->cells, root->entry);
    estimate_whole(beam->estimate, task->cells, root->h);
    learned_classes(beam->ranking, task->cells, node_classes(beam, root));
    layers_reached(&beam->layers, root->hash);
    beam->layers.count = 1;
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
    const struct layers_search search = {node_list,    node_rank, node_make,
                                         beam_goes_on, beam,      {0, 0}};
    const int most = (int)layers_slide(beam->width, beam->height, task->metric);
    while (layers->count > 0 && layers->depth + 1 < task->below) {
        beam->h_most = most * (task->below - layers->depth - 2);
        least_find(beam);
        if (!layers_expand(layers, &search)) return TILEPDB_CANCELLED;
        if (beam->goal_link != NO_LINK) break;
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
    if (beam->goal_link == NO_LINK) return;
    task->length = beam->layers.depth + 1;
    layers_path(&beam->layers, beam->layers.depth, beam->goal_link, task->path);
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
