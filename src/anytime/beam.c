/* See beam.h. */
#include "anytime/beam.h"

#include <stdlib.h>
#include <string.h>

#define RANKS (1 << 14) /* worse ones count as the last */
#define BLOCK 64        /* parents whose children are looked up together */
#define NOISE 7         /* steps of a rank that break ties */

struct node {
    uint64_t hash;
    struct ranking_sum sum;
    int16_t h[2];
    uint8_t blank;
    uint8_t last;    /* the direction of the move before, or LEVELS_NO_MOVE */
    uint8_t cells[]; /* the tile on each cell, and then the cell of each tile */
};

struct beam {
    struct beam_task *task;
    const struct shape *shape;
    const struct ranking *ranking; /* NULL: nothing was learned */
    struct levels levels;
    uint32_t goal;                                   /* its trail, once found */
    uint64_t keys[SHAPE_MAX_CELLS][SHAPE_MAX_CELLS]; /* [tile][cell] */
};

static size_t node_bytes(const struct shape *shape) {
    const size_t bytes = sizeof(struct node) + 2 * (size_t)shape->cells;
    return (bytes + 7) / 8 * 8;
}

uint64_t beam_need(const struct shape *shape, tilepdb_metric metric, size_t width, int below) {
    return levels_need(width, node_bytes(shape),
                       levels_children(shape->width, shape->height, metric), below);
}

/* ---- children -------------------------------------------------------------------------------- */

static const uint8_t *node_where(const struct beam *beam, const struct node *node) {
    return node->cells + beam->shape->cells;
}

/* Lists the children of a node by hash and move. */
static void node_expand(struct beam *beam, size_t number) {
    const struct shape *shape = beam->shape;
    const tilepdb_metric metric = beam->task->metric;
    struct levels *levels = &beam->levels;
    const struct node *node = levels_board(levels, number);
    for (unsigned d = 0; d < DIRECTIONS; d++) {
        if (!levels_may_follow(metric, node->last, d)) continue;
        uint64_t hash = node->hash;
        unsigned blank = node->blank, tiles = 0, from;
        while ((from = shape->neighbour[blank][d]) != NO_CELL) {
            const uint64_t *keys = beam->keys[node->cells[from]];
            hash ^= keys[from] ^ keys[blank];
            __builtin_prefetch(levels_bucket(levels, hash), 1);
            struct child *child = &levels->children[levels->child_count++];
            child->hash = hash;
            child->parent = (uint32_t)number;
            child->move = (uint8_t)BEAM_MOVE(d, ++tiles);
            blank = from;
            if (metric == TILEPDB_METRIC_SINGLE) break;
        }
    }
}

/* What changes from tile to tile of a move. */
struct step {
    struct ranking_sum sum;
    int h[2];
};

/* The tile goes from one cell to another. */
static inline void step_on(const struct beam *beam, const uint8_t *where, struct step *step,
                           unsigned tile, unsigned from, unsigned to) {
    const struct shape *shape = beam->shape;
    step->h[0] += estimate_change(beam->task->estimate, where, tile, from, to, false);
    if (shape->mirrored)
        step->h[1] += estimate_change(beam->task->estimate, where, tile, from, to, true);
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
    return rank < RANKS ? (unsigned)rank : RANKS - 1u;
}

/* Estimates and ranks a child. False: it leads to no shorter solution than is known, or it is the
 * goal. */
static bool child_rank(struct beam *beam, struct child *child) {
    const struct beam_task *task = beam->task;
    const struct shape *shape = beam->shape;
    const struct node *node = levels_board(&beam->levels, child->parent);
    const unsigned d = BEAM_DIRECTION(child->move);
    struct step step = {node->sum, {node->h[0], node->h[1]}};
    const uint8_t *where = node_where(beam, node);
    uint8_t slid[SHAPE_MAX_CELLS];
    unsigned blank = node->blank;
    for (unsigned tiles = BEAM_TILES(child->move); tiles > 0; tiles--) {
        const unsigned from = shape->neighbour[blank][d], tile = node->cells[from];
        step_on(beam, where, &step, tile, from, blank);
        if (tiles > 1) {
            if (where != slid) memcpy(slid, where, shape->cells);
            where = slid;
            slid[tile] = (uint8_t)blank;
        }
        blank = from;
    }
    const int h = step.h[0] > step.h[1] ? step.h[0] : step.h[1];
    if (beam->levels.level + 1 + beam_bound(shape->width, shape->height, task->metric, h) >=
        task->below)
        return false;
    if (h == 0) {
        beam->goal = levels_trail(child);
        return false;
    }
    child->count[0] = step.h[0];
    child->count[1] = step.h[1];
    child->rank = (uint16_t)rank_of(beam, &step, child->hash);
    return true;
}

/* Drops the children from `first` on that were reached before, and ranks the others. */
static void children_sift(struct beam *beam, size_t first) {
    struct levels *levels = &beam->levels;
    size_t kept = first;
    for (size_t i = first; i < levels->child_count && beam->goal == LEVELS_NO_TRAIL; i++) {
        struct child *child = &levels->children[i];
        if (levels_reached(levels, child->hash) || !child_rank(beam, child)) continue;
        levels->children[kept++] = *child;
        levels_count(levels, child);
    }
    levels->child_count = kept;
}

/* All children of a level. False: the search is to stop. */
static bool level_expand(struct beam *beam) {
    struct beam_task *task = beam->task;
    struct levels *levels = &beam->levels;
    levels_clear(levels);
    for (size_t first = 0; first < levels->count && beam->goal == LEVELS_NO_TRAIL; first += BLOCK) {
        const size_t end = first + BLOCK < levels->count ? first + BLOCK : levels->count;
        const size_t before = levels->child_count;
        for (size_t i = first; i < end; i++) node_expand(beam, i);
        children_sift(beam, before);
        task->expanded += end - first;
        if (task->goes_on && !task->goes_on(task->user, task->expanded)) return false;
    }
    return true;
}

/* ---- levels ---------------------------------------------------------------------------------- */

static void node_make(const void *user, const struct child *from, const void *parent, void *board) {
    const struct beam *beam = user;
    const struct shape *shape = beam->shape;
    struct node *to = board;
    memcpy(to, parent, beam->levels.stride);
    const unsigned d = BEAM_DIRECTION(from->move);
    for (unsigned tiles = BEAM_TILES(from->move); tiles > 0; tiles--) {
        const unsigned blank = to->blank, cell = shape->neighbour[blank][d];
        const unsigned tile = to->cells[cell];
        if (beam->ranking)
            ranking_move(beam->ranking, shape->cells, shape->blank, tile, cell, blank, &to->sum);
        to->cells[blank] = (uint8_t)tile;
        to->cells[cell] = shape->blank;
        to->cells[shape->cells + tile] = (uint8_t)blank;
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
    memcpy(root->cells, task->cells, beam->shape->cells);
    root->blank = task->blank;
    root->last = LEVELS_NO_MOVE;
    estimate_whole(task->estimate, task->cells, root->h);
    for (unsigned cell = 0; cell < beam->shape->cells; cell++)
        root->cells[beam->shape->cells + task->cells[cell]] = (uint8_t)cell;
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
    for (unsigned tile = 0; tile < SHAPE_MAX_CELLS; tile++)
        for (unsigned cell = 0; cell < SHAPE_MAX_CELLS; cell++)
            beam->keys[tile][cell] = levels_key(SHAPE_MAX_CELLS, tile, cell);
    return levels_begin(&beam->levels, task->width, node_bytes(shape),
                        levels_children(shape->width, shape->height, task->metric), RANKS,
                        task->below);
}

static void level_show(const struct beam *beam) {
    const struct levels *levels = &beam->levels;
    const uint64_t seed = ((const struct node *)levels_board(levels, 0))->hash;
    for (unsigned i = 0; i < BEAM_SHOWN; i++)
        beam->task->on_level(beam->task->user, levels->level,
                             ((const struct node *)levels_chance(levels, seed + i))->cells);
}

static tilepdb_status levels_search(struct beam *beam) {
    struct beam_task *task = beam->task;
    struct levels *levels = &beam->levels;
    while (levels->count > 0 && levels->level + 1 < task->below) {
        if (!level_expand(beam)) return TILEPDB_CANCELLED;
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
