/* See sweep_node.h. */
#include "anytime/sweep_node.h"

#include <stdlib.h>
#include <string.h>

unsigned sweep_list(void *user, size_t number, struct child *children) {
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

static int apart(const struct sweep *sweep, unsigned a, unsigned b) {
    return abs(sweep->x[a] - sweep->x[b]) + abs(sweep->y[a] - sweep->y[b]);
}

/* Tiles that slide when the blank moves in `direction` to `blank`. */
struct slide {
    unsigned direction, tiles, blank;
    uint16_t tile[TILEPDB_MAX_SIDE];
};

/* Writes the keys of the cells of a slide after it or, with `back`, before it. */
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

void sweep_rank(void *user, size_t number, struct child *children, unsigned count) {
    struct sweep *sweep = user;
    struct node *node = layers_board(&sweep->layers, number);
    for (unsigned i = 0; i < count;) i += slides_rank(sweep, node, &children[i], count - i);
}

void sweep_make(void *user, const struct child *child, const void *parent, void *board) {
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
