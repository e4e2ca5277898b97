/* See beam.h. */
#include "anytime/beam.h"

#include <stdlib.h>
#include <string.h>

#define NOISE 7 /* steps of a rank that break ties */

struct node {
    uint64_t hash;
    struct ranking_sum sum;
    int16_t h[2];
    uint8_t blank;
    uint8_t last;     /* the direction of the move before, or LEVELS_NO_MOVE */
    uint32_t entry[]; /* of the estimate; and then the tile on each cell, a byte each */
};

struct beam {
    struct beam_task *task;
    const struct shape *shape;
    const struct ranking *ranking; /* NULL: nothing was learned */
    struct levels levels;
    unsigned entries;                                /* of a board */
    uint32_t goal;                                   /* its trail, once found */
    uint64_t keys[SHAPE_MAX_CELLS][SHAPE_MAX_CELLS]; /* [tile][cell] */
};

static size_t node_bytes(const struct estimate *estimate) {
    const size_t bytes =
        sizeof(struct node) + estimate_entries(estimate) * sizeof(uint32_t) + estimate->shape.cells;
    return (bytes + 7) / 8 * 8;
}

uint64_t beam_need(const struct estimate *estimate, tilepdb_metric metric, size_t width,
                   int below) {
    const struct shape *shape = &estimate->shape;
    return levels_need(width, node_bytes(estimate),
                       levels_children(shape->width, shape->height, metric), below);
}

/* ---- children -------------------------------------------------------------------------------- */

static uint8_t *node_cells(const struct beam *beam, struct node *node) {
    return (uint8_t *)&node->entry[beam->entries];
}

static unsigned node_list(void *user, size_t number, struct child *children) {
    const struct beam *beam = user;
    const struct shape *shape = beam->shape;
    const tilepdb_metric metric = beam->task->metric;
    struct node *node = levels_board(&beam->levels, number);
    const uint8_t *cells = node_cells(beam, node);
    unsigned count = 0;
    for (unsigned d = 0; d < DIRECTIONS; d++) {
        if (!levels_may_follow(metric, node->last, d)) continue;
        uint64_t hash = node->hash;
        unsigned blank = node->blank, tiles = 0, from;
        while ((from = shape->neighbour[blank][d]) != NO_CELL) {
            const uint64_t *keys = beam->keys[cells[from]];
            hash ^= keys[from] ^ keys[blank];
            children[count].hash = hash;
            children[count++].move = (uint8_t)BEAM_MOVE(d, ++tiles);
            blank = from;
            if (metric == TILEPDB_METRIC_SINGLE) break;
        }
    }
    return count;
}

/* What changes from tile to tile of a move. */
struct step {
    struct ranking_sum sum;
    int h[2];
};

/* The tile goes from one cell to another. */
static inline void step_on(const struct beam *beam, const uint32_t *entry, struct step *step,
                           unsigned tile, unsigned from, unsigned to) {
    const struct shape *shape = beam->shape;
    step->h[0] += estimate_change(beam->task->estimate, entry, tile, from, to, false);
    if (shape->mirrored)
        step->h[1] += estimate_change(beam->task->estimate, entry, tile, from, to, true);
    else
        step->h[1] = step->h[0];
    if (beam->ranking)
        ranking_move(beam->ranking, shape->cells, shape->blank, tile, from, to, &step->sum);
}

static unsigned rank_of(const struct beam *beam, const struct step *step, uint64_t hash) {
    int rank = (step->h[0] + step->h[1]) * (RANKING_STEPS / 2);
    if (beam->ranking) rank += ranking_value(beam->ranking, &step->sum);
    if (!beam->ranking || beam->task->round > 0)
        rank += (int)(random_mix(hash + beam->task->round) & NOISE);
    return rank < LEVELS_RANKS ? (unsigned)rank : LEVELS_RANKS - 1u;
}

/* The goal of the least trail counts, whichever thread is there first. */
static void goal_take(struct beam *beam, uint32_t trail) {
#pragma omp critical(tilepdb_beam_goal)
    if (trail < beam->goal) beam->goal = trail;
}

/* Estimates and ranks a child, or drops one that leads to no shorter solution than is known. */
static void child_rank(struct beam *beam, struct node *node, struct child *child) {
    const struct beam_task *task = beam->task;
    const struct shape *shape = beam->shape;
    const unsigned d = BEAM_DIRECTION(child->move);
    struct step step = {node->sum, {node->h[0], node->h[1]}};
    const uint8_t *cells = node_cells(beam, node);
    const uint32_t *entry = node->entry;
    uint32_t slid[2 * SHAPE_MAX_CELLS];
    unsigned blank = node->blank;
    for (unsigned tiles = BEAM_TILES(child->move); tiles > 0; tiles--) {
        const unsigned from = shape->neighbour[blank][d], tile = cells[from];
        step_on(beam, entry, &step, tile, from, blank);
        if (tiles > 1) {
            if (entry != slid) memcpy(slid, entry, beam->entries * sizeof *slid);
            entry = slid;
            estimate_move(task->estimate, slid, tile, from, blank);
        }
        blank = from;
    }
    const int h = step.h[0] > step.h[1] ? step.h[0] : step.h[1];
    if (beam->levels.level + 1 + beam_bound(shape->width, shape->height, task->metric, h) >=
        task->below) {
        child->rank = LEVELS_DROPPED;
        return;
    }
    if (h == 0) goal_take(beam, levels_trail(child));
    child->count[0] = step.h[0];
    child->count[1] = step.h[1];
    child->rank = (uint16_t)rank_of(beam, &step, child->hash);
}

static void node_rank(void *user, size_t number, struct child *children, unsigned count) {
    struct beam *beam = user;
    struct node *node = levels_board(&beam->levels, number);
    for (unsigned i = 0; i < count; i++)
        if (children[i].rank != LEVELS_DROPPED) child_rank(beam, node, &children[i]);
}

static bool beam_goes_on(void *user, size_t expanded) {
    struct beam_task *task = ((struct beam *)user)->task;
    task->expanded += expanded;
    return !task->goes_on || task->goes_on(task->user, task->expanded);
}

/* ---- levels ---------------------------------------------------------------------------------- */

static void node_make(const void *user, const struct child *from, const void *parent, void *board) {
    const struct beam *beam = user;
    const struct shape *shape = beam->shape;
    struct node *to = board;
    memcpy(to, parent, beam->levels.stride);
    uint8_t *cells = node_cells(beam, to);
    const unsigned d = BEAM_DIRECTION(from->move);
    for (unsigned tiles = BEAM_TILES(from->move); tiles > 0; tiles--) {
        const unsigned blank = to->blank, cell = shape->neighbour[blank][d];
        const unsigned tile = cells[cell];
        estimate_move(beam->task->estimate, to->entry, tile, cell, blank);
        if (beam->ranking)
            ranking_move(beam->ranking, shape->cells, shape->blank, tile, cell, blank, &to->sum);
        cells[blank] = (uint8_t)tile;
        cells[cell] = shape->blank;
        to->blank = (uint8_t)cell;
    }
    to->hash = from->hash;
    to->h[0] = (int16_t)from->count[0];
    to->h[1] = (int16_t)from->count[1];
    to->last = (uint8_t)d;
}

/* ---- the search ------------------------------------------------------------------------------ */

static void root_write(struct beam *beam) {
    const struct beam_task *task = beam->task;
    struct node *root = levels_board(&beam->levels, 0);
    memset(root, 0, beam->levels.stride);
    memcpy(node_cells(beam, root), task->cells, beam->shape->cells);
    estimate_place(task->estimate, task->cells, root->entry);
    root->blank = task->blank;
    root->last = LEVELS_NO_MOVE;
    estimate_whole(task->estimate, task->cells, root->h);
    for (unsigned cell = 0; cell < beam->shape->cells; cell++)
        if (cell != task->blank) root->hash ^= beam->keys[task->cells[cell]][cell];
    if (beam->ranking) ranking_whole(beam->ranking, task->cells, beam->shape->cells, &root->sum);
    levels_reached(&beam->levels, root->hash);
    beam->levels.count = 1;
}

static bool beam_begin(struct beam *beam, struct beam_task *task) {
    const struct shape *shape = &task->estimate->shape;
    beam->task = task;
    beam->shape = shape;
    beam->ranking = task->estimate->ranking.rows ? &task->estimate->ranking : NULL;
    beam->goal = LEVELS_NO_TRAIL;
    beam->entries = estimate_entries(task->estimate);
    for (unsigned tile = 0; tile < SHAPE_MAX_CELLS; tile++)
        for (unsigned cell = 0; cell < SHAPE_MAX_CELLS; cell++)
            beam->keys[tile][cell] = levels_key(SHAPE_MAX_CELLS, tile, cell);
    return levels_begin(&beam->levels, task->width, node_bytes(task->estimate),
                        levels_children(shape->width, shape->height, task->metric), task->threads,
                        task->below);
}

static void level_show(const struct beam *beam) {
    const struct levels *levels = &beam->levels;
    const uint64_t seed = ((const struct node *)levels_board(levels, 0))->hash;
    for (unsigned i = 0; i < BEAM_SHOWN; i++)
        beam->task->on_level(beam->task->user, levels->level,
                             node_cells(beam, levels_chance(levels, seed + i)));
}

static tilepdb_status levels_search(struct beam *beam) {
    struct beam_task *task = beam->task;
    struct levels *levels = &beam->levels;
    const struct levels_search search = {node_list, node_rank, beam_goes_on, beam};
    while (levels->count > 0 && levels->level + 1 < task->below) {
        if (!levels_expand(levels, &search)) return TILEPDB_CANCELLED;
        if (beam->goal != LEVELS_NO_TRAIL) {
            task->length = levels->level + 1;
            levels_path(levels, levels->level, beam->goal, task->path);
            return TILEPDB_OK;
        }
        const size_t width = task->narrow
                                 ? task->narrow(task->user, levels->level + 1, task->expanded)
                                 : task->width;
        if (!levels_descend(levels, width, node_make, beam)) return TILEPDB_ERROR_MEMORY;
        if (task->on_level && levels->count > 0) level_show(beam);
    }
    return TILEPDB_OK;
}

tilepdb_status beam_search(struct beam_task *task) {
    tilepdb_status status = TILEPDB_ERROR_MEMORY;
    task->length = -1;
    task->expanded = 0;
    struct beam *beam = calloc(1, sizeof *beam);
    if (!beam) return status;
    if (beam_begin(beam, task)) {
        root_write(beam);
        status = levels_search(beam);
    }
    levels_end(&beam->levels);
    free(beam);
    return status;
}
