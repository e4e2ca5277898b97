/* See whole.h. */
#include "anytime/whole.h"

#include <stdlib.h>
#include <string.h>

#define RANKS    (1 << 16) /* steps from the best of a level; worse ones count as the last */
#define BLOCK    64        /* parents between two questions whether to go on */
#define PATIENCE 1         /* levels, for each cell, without a board that is nearer */

struct node {
    uint64_t hash;
    int32_t value; /* in steps more than the first board */
    int32_t apart; /* cells that tiles are from their homes */
    uint16_t blank;
    uint8_t last;
    uint16_t cells[];
};

enum { VALUE, APART }; /* what is counted of a child */

struct whole {
    struct whole_task *task;
    const struct neighbours *neighbours;
    struct levels levels;
    int nearest, nearest_level; /* cells from home, of the nearest board, and where it is */
    uint32_t nearest_trail;
};

static size_t node_bytes(const struct neighbours *n) {
    return (sizeof(struct node) + n->cells * sizeof(uint16_t) + 7) / 8 * 8;
}

uint64_t whole_need(const struct neighbours *n, tilepdb_metric metric, size_t width, int below) {
    return levels_need(width, node_bytes(n), levels_children(n->width, n->height, metric), below);
}

/* ---- children -------------------------------------------------------------------------------- */

static bool step(const struct whole *whole, unsigned *cell, unsigned direction) {
    return cell_step(whole->neighbours->width, whole->neighbours->height, cell,
                     (enum direction)direction);
}

static void child_add(struct whole *whole, const struct child *child) {
    const struct whole_task *task = whole->task;
    const struct neighbours *n = whole->neighbours;
    struct levels *levels = &whole->levels;
    if (levels->level + 1 + beam_bound(n->width, n->height, task->metric, child->count[APART]) >=
        task->below)
        return;
    levels->children[levels->child_count++] = *child;
    if (child->count[APART] >= whole->nearest) return;
    whole->nearest = child->count[APART];
    whole->nearest_level = levels->level;
    whole->nearest_trail = levels_trail(child);
}

/* The children in a direction. The board is moved on from tile to tile, and then back. */
static void direction_expand(struct whole *whole, struct node *node, size_t number, unsigned d) {
    const bool single = whole->task->metric == TILEPDB_METRIC_SINGLE;
    const struct neighbours *n = whole->neighbours;
    struct child child = {.hash = node->hash,
                          .parent = (uint32_t)number,
                          .count = {[VALUE] = node->value, [APART] = node->apart}};
    unsigned blank = node->blank, from = blank, tiles = 0;
    while (step(whole, &from, d)) {
        const unsigned tile = node->cells[from];
        child.hash ^= levels_key(n->cells, tile, from) ^ levels_key(n->cells, tile, blank);
        const bool seen = levels_reached(&whole->levels, child.hash);
        if (seen && single) break;
        child.count[APART] += neighbours_apart(n, tile, blank) - neighbours_apart(n, tile, from);
        child.count[VALUE] += neighbours_change(n, node->cells, from, blank);
        blank = from;
        child.move = (uint8_t)BEAM_MOVE(d, ++tiles);
        if (!seen) child_add(whole, &child);
        if (single) break;
    }
    for (; tiles > 0; tiles--) {
        unsigned back = blank;
        step(whole, &back, direction_opposite((enum direction)d));
        node->cells[blank] = node->cells[back];
        node->cells[back] = (uint16_t)n->blank;
        blank = back;
    }
}

/* Ranks are steps from the best. */
static void children_rank(struct levels *levels) {
    int32_t least = INT32_MAX;
    for (size_t i = 0; i < levels->child_count; i++)
        if (levels->children[i].count[VALUE] < least) least = levels->children[i].count[VALUE];
    for (size_t i = 0; i < levels->child_count; i++) {
        struct child *child = &levels->children[i];
        const int32_t rank = child->count[VALUE] - least;
        child->rank = (uint16_t)(rank < RANKS ? rank : RANKS - 1);
        levels_count(levels, child);
    }
}

/* All children of a level. False: the search is to stop. */
static bool level_expand(struct whole *whole) {
    struct whole_task *task = whole->task;
    struct levels *levels = &whole->levels;
    levels_clear(levels);
    for (size_t i = 0; i < levels->count; i++) {
        struct node *node = levels_board(levels, i);
        for (unsigned d = 0; d < DIRECTIONS; d++)
            if (levels_may_follow(task->metric, node->last, d)) direction_expand(whole, node, i, d);
        task->expanded++;
        if (i % BLOCK == 0 && task->goes_on && !task->goes_on(task->user, task->expanded))
            return false;
    }
    children_rank(levels);
    return true;
}

/* ---- levels ---------------------------------------------------------------------------------- */

static void node_make(const void *user, const struct child *from, const void *parent, void *board) {
    const struct whole *whole = user;
    struct node *to = board;
    memcpy(to, parent, whole->levels.stride);
    for (unsigned tiles = BEAM_TILES(from->move); tiles > 0; tiles--) {
        unsigned cell = to->blank;
        step(whole, &cell, BEAM_DIRECTION(from->move));
        to->cells[to->blank] = to->cells[cell];
        to->blank = (uint16_t)cell;
    }
    to->cells[to->blank] = (uint16_t)whole->neighbours->blank;
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
    levels_reached(&whole->levels, root->hash);
    whole->nearest = root->apart = whole_apart(n, whole->task->cells);
    whole->nearest_level = -1;
    whole->levels.count = 1;
}

static tilepdb_status levels_search(struct whole *whole) {
    const struct whole_task *task = whole->task;
    struct levels *levels = &whole->levels;
    const int patience = PATIENCE * (int)whole->neighbours->cells;
    while (levels->count > 0 && whole->nearest > 0 && levels->level + 1 < task->below &&
           levels->level - whole->nearest_level <= patience) {
        if (!level_expand(whole)) return TILEPDB_CANCELLED;
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
                     levels_children(n->width, n->height, task->metric), RANKS, task->below)) {
        root_write(&whole);
        status = levels_search(&whole);
    }
    task->apart = whole.nearest;
    if (!status && whole.nearest == 0) task->length = whole.nearest_level + 1;
    levels_end(&whole.levels);
    return status;
}
