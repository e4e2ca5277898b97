/* See whole.h. */
#include "anytime/whole.h"

#include <stdlib.h>
#include <string.h>

#define PATIENCE 1    /* levels, for each cell, without a board that is nearer */
#define BETTER   4096 /* steps: no child is that much better than the best board of its level */

struct node {
    uint64_t hash;
    int32_t value; /* in steps more than the first board */
    int32_t apart; /* cells that tiles are from their homes */
    uint16_t blank;
    uint8_t last;
    uint16_t cells[]; /* and then their classes */
};

enum { VALUE, APART }; /* what is counted of a child */

struct whole {
    struct whole_task *task;
    const struct neighbours *neighbours;
    struct levels levels;
    int32_t least;              /* value of the level */
    int nearest, nearest_level; /* cells from home, of the nearest board, and where it is */
    uint32_t nearest_trail;
};

static size_t node_bytes(const struct neighbours *n) {
    return (sizeof(struct node) + n->cells * sizeof(uint16_t) + neighbours_plane(n) + 7) / 8 * 8;
}

uint64_t whole_need(const struct neighbours *n, tilepdb_metric metric, size_t width, int below) {
    return levels_need(width, node_bytes(n), levels_children(n->width, n->height, metric), below);
}

/* ---- children -------------------------------------------------------------------------------- */

static uint8_t *node_classes(const struct whole *whole, struct node *node) {
    return (uint8_t *)&node->cells[whole->neighbours->cells];
}

static unsigned node_list(void *user, size_t number, struct child *children) {
    const struct whole *whole = user;
    const struct neighbours *n = whole->neighbours;
    const struct node *node = levels_board(&whole->levels, number);
    const tilepdb_metric metric = whole->task->metric;
    unsigned count = 0;
    for (unsigned d = 0; d < DIRECTIONS; d++) {
        if (!levels_may_follow(metric, node->last, d)) continue;
        uint64_t hash = node->hash;
        unsigned blank = node->blank, from, tiles = 0;
        while ((from = n->next[blank][d]) != NEIGHBOURS_NONE) {
            const unsigned tile = node->cells[from];
            hash ^= levels_key(n->cells, tile, from) ^ levels_key(n->cells, tile, blank);
            children[count].hash = hash;
            children[count++].move = (uint8_t)BEAM_MOVE(d, ++tiles);
            blank = from;
            if (metric == TILEPDB_METRIC_SINGLE) break;
        }
    }
    return count;
}

/* The nearest board of the least trail counts, whichever thread is there first. */
static void nearest_take(struct whole *whole, const struct child *child) {
    const int level = whole->levels.level, apart = child->count[APART];
    const uint32_t trail = levels_trail(child);
#pragma omp critical(tilepdb_whole_nearest)
    if (apart < whole->nearest || (apart == whole->nearest && level == whole->nearest_level &&
                                   trail < whole->nearest_trail)) {
        __atomic_store_n(&whole->nearest, apart, __ATOMIC_RELAXED);
        whole->nearest_level = level;
        whole->nearest_trail = trail;
    }
}

/* Ranks are steps from the best of the level, or drops a child that leads to no shorter solution
 * than is known. */
static void child_rank(struct whole *whole, struct child *child) {
    const struct whole_task *task = whole->task;
    const struct neighbours *n = whole->neighbours;
    const int32_t rank = child->count[VALUE] - whole->least + BETTER;
    child->rank = (uint16_t)(rank < 0 ? 0 : rank < LEVELS_RANKS ? rank : LEVELS_RANKS - 1);
    if (whole->levels.level + 1 +
            beam_bound(n->width, n->height, task->metric, child->count[APART]) >=
        task->below)
        child->rank = LEVELS_DROPPED;
    else if (child->count[APART] <= __atomic_load_n(&whole->nearest, __ATOMIC_RELAXED))
        nearest_take(whole, child);
}

/* The classes are moved on from tile to tile, and then back. */
static void node_rank(void *user, size_t number, struct child *children, unsigned count) {
    struct whole *whole = user;
    const struct neighbours *n = whole->neighbours;
    struct node *node = levels_board(&whole->levels, number);
    uint8_t *classes = node_classes(whole, node);
    const int32_t there = node->value - neighbours_blank(n, classes, node->blank);
    for (unsigned i = 0; i < count;) {
        const unsigned d = BEAM_DIRECTION(children[i].move);
        unsigned blank[TILEPDB_MAX_SIDE] = {node->blank}, tiles = 0;
        int32_t value = there, apart = node->apart;
        for (; i < count && BEAM_DIRECTION(children[i].move) == d; i++) {
            const unsigned to = blank[tiles], from = n->next[to][d], tile = node->cells[from];
            blank[++tiles] = from;
            if (whole->task->metric == TILEPDB_METRIC_SINGLE && children[i].rank == LEVELS_DROPPED)
                continue;
            value += neighbours_move(n, tile, classes, from, to);
            apart += neighbours_apart(n, tile, to) - neighbours_apart(n, tile, from);
            if (children[i].rank == LEVELS_DROPPED) continue;
            children[i].count[VALUE] = value + neighbours_blank(n, classes, from);
            children[i].count[APART] = apart;
            child_rank(whole, &children[i]);
        }
        for (; tiles > 0; tiles--)
            neighbours_back(n, node->cells[blank[tiles]], classes, blank[tiles], blank[tiles - 1]);
    }
}

static bool whole_goes_on(void *user, size_t expanded) {
    struct whole_task *task = ((struct whole *)user)->task;
    task->expanded += expanded;
    return !task->goes_on || task->goes_on(task->user, task->expanded);
}

/* ---- levels ---------------------------------------------------------------------------------- */

static void node_make(const void *user, const struct child *from, const void *parent, void *board) {
    const struct whole *whole = user;
    const struct neighbours *n = whole->neighbours;
    struct node *to = board;
    memcpy(to, parent, whole->levels.stride);
    uint8_t *classes = node_classes(whole, to);
    for (unsigned tiles = BEAM_TILES(from->move); tiles > 0; tiles--) {
        const unsigned cell = n->next[to->blank][BEAM_DIRECTION(from->move)];
        neighbours_back(n, to->cells[cell], classes, to->blank, cell);
        to->cells[to->blank] = to->cells[cell];
        to->blank = (uint16_t)cell;
    }
    to->cells[to->blank] = (uint16_t)n->blank;
    to->hash = from->hash;
    to->value = from->count[VALUE];
    to->apart = from->count[APART];
    to->last = (uint8_t)BEAM_DIRECTION(from->move);
}

static void level_show(const struct whole *whole) {
    const struct levels *levels = &whole->levels;
    const uint64_t seed = ((const struct node *)levels_board(levels, 0))->hash;
    for (unsigned i = 0; i < WHOLE_SHOWN; i++) {
        const struct node *node = levels_chance(levels, seed + i);
        whole->task->on_level(whole->task->user, levels->level, node->cells, node->blank);
    }
}

/* ---- the search ------------------------------------------------------------------------------ */

/* The way to the nearest board. Letters say how tiles move. */
static bool letters_write(const struct whole *whole) {
    const int level = whole->nearest_level;
    uint8_t *moves = malloc((size_t)level + 2);
    if (!moves) return false;
    levels_path(&whole->levels, level, whole->nearest_trail, moves);
    char *letter = whole->task->letters;
    for (int i = 0; i <= level; i++)
        for (unsigned tiles = BEAM_TILES(moves[i]); tiles > 0; tiles--)
            *letter++ = direction_letter((enum direction)BEAM_DIRECTION(moves[i]));
    *letter = '\0';
    free(moves);
    return true;
}

int whole_apart(const struct neighbours *n, const uint16_t *cells) {
    int apart = 0;
    for (unsigned cell = 0; cell < n->cells; cell++)
        if (cells[cell] != n->blank) apart += neighbours_apart(n, cells[cell], cell);
    return apart;
}

static void root_write(struct whole *whole) {
    const struct neighbours *n = whole->neighbours;
    struct node *root = levels_board(&whole->levels, 0);
    memset(root, 0, whole->levels.stride);
    root->last = LEVELS_NO_MOVE;
    for (unsigned cell = 0; cell < n->cells; cell++) {
        const unsigned tile = root->cells[cell] = whole->task->cells[cell];
        if (tile == n->blank) {
            root->blank = (uint16_t)cell;
            continue;
        }
        root->hash ^= levels_key(n->cells, tile, cell);
    }
    neighbours_classes(n, root->cells, node_classes(whole, root));
    levels_reached(&whole->levels, root->hash);
    whole->nearest = root->apart = whole_apart(n, whole->task->cells);
    whole->nearest_level = -1;
    whole->levels.count = 1;
}

static void least_find(struct whole *whole) {
    const struct levels *levels = &whole->levels;
    whole->least = INT32_MAX;
    for (size_t i = 0; i < levels->count; i++) {
        const struct node *node = levels_board(levels, i);
        if (node->value < whole->least) whole->least = node->value;
    }
}

static tilepdb_status levels_search(struct whole *whole) {
    const struct whole_task *task = whole->task;
    struct levels *levels = &whole->levels;
    const struct levels_search search = {node_list, node_rank, whole_goes_on, whole};
    const int patience = PATIENCE * (int)whole->neighbours->cells;
    while (levels->count > 0 && whole->nearest > 0 && levels->level + 1 < task->below &&
           levels->level - whole->nearest_level <= patience) {
        least_find(whole);
        if (!levels_expand(levels, &search)) return TILEPDB_CANCELLED;
        if (whole->nearest == 0) break;
        const size_t width = task->narrow
                                 ? task->narrow(task->user, levels->level + 1, task->expanded)
                                 : task->width;
        if (!levels_descend(levels, width, node_make, whole)) return TILEPDB_ERROR_MEMORY;
        if (task->on_level && levels->count > 0) level_show(whole);
    }
    return letters_write(whole) ? TILEPDB_OK : TILEPDB_ERROR_MEMORY;
}

tilepdb_status whole_search(struct whole_task *task) {
    const struct neighbours *n = task->neighbours;
    struct whole whole = {.task = task, .neighbours = n};
    tilepdb_status status = TILEPDB_ERROR_MEMORY;
    task->length = -1;
    task->expanded = 0;
    if (levels_begin(&whole.levels, task->width, node_bytes(n),
                     levels_children(n->width, n->height, task->metric), task->threads,
                     task->below)) {
        root_write(&whole);
        status = levels_search(&whole);
    }
    task->apart = whole.nearest;
    if (!status && whole.nearest == 0) task->length = whole.nearest_level + 1;
    levels_end(&whole.levels);
    return status;
}
