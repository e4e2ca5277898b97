/* See whole.h. */
#include "anytime/whole.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"

#define RANKS      (1 << 16) /* steps from the best of a level; worse ones count as the last */
#define SEEN_SLOTS 8         /* of a bucket, a cache line */
#define BLOCK      64        /* parents between two questions whether to go on */
#define NOTHING    0xFF      /* no move came before */
#define PATIENCE   3         /* levels, for each cell, without a board that is nearer */
#define TRAIL_BITS 7         /* of a move: a direction and up to 19 tiles */

struct node {
    uint64_t hash;
    int32_t value; /* in steps more than the first board */
    int32_t apart; /* cells that tiles are from their homes */
    uint16_t blank;
    uint8_t last;
    uint16_t cells[];
};

struct child {
    uint64_t hash;
    int32_t value, apart;
    uint32_t parent;
    uint16_t blank;
    uint8_t move;
};

struct whole {
    struct whole_task *task;
    const struct neighbours *neighbours;
    size_t stride, reach; /* bytes of a node; the most children of one */
    uint8_t *now, *next;
    size_t count;
    struct child *children;
    size_t child_count;
    uint64_t *seen;
    size_t seen_bytes, buckets;
    uint32_t *ranks;   /* [RANKS] how many children have it */
    uint32_t **trails; /* [level] owned: number of the parent, and move */
    int level;
    int nearest, nearest_level; /* cells from home, of the nearest board, and where it is */
    uint32_t nearest_trail;
};

/* ---- sizes ----------------------------------------------------------------------------------- */

static size_t node_bytes(const struct neighbours *n) {
    return (sizeof(struct node) + n->cells * sizeof(uint16_t) + 7) / 8 * 8;
}

static size_t side_of(const struct neighbours *n) {
    return n->width > n->height ? n->width : n->height;
}

static size_t child_most(const struct neighbours *n, tilepdb_metric metric) {
    return metric == TILEPDB_METRIC_SINGLE ? DIRECTIONS : 2 * (side_of(n) - 1);
}

static size_t seen_buckets(size_t width) {
    size_t buckets = 512;
    while (buckets < width) buckets *= 2;
    return buckets;
}

uint64_t whole_need(const struct neighbours *n, tilepdb_metric metric, size_t width, int below) {
    const uint64_t one = 2 * node_bytes(n) + child_most(n, metric) * sizeof(struct child) +
                         sizeof(uint32_t) * (uint64_t)below;
    return width * one + seen_buckets(width) * SEEN_SLOTS * sizeof(uint64_t);
}

/* ---- boards that were reached ---------------------------------------------------------------- */

static uint64_t key_of(const struct whole *whole, unsigned tile, unsigned cell) {
    return random_mix((uint64_t)tile * whole->neighbours->cells + cell) | 1u;
}

/* Whether a hash is there; if not, it is put there, in the place of another one if need be. */
static bool seen_before(const struct whole *whole, uint64_t hash) {
    uint64_t *bucket = whole->seen + (hash & (whole->buckets - 1)) * SEEN_SLOTS;
    for (unsigned i = 0; i < SEEN_SLOTS; i++) {
        if (bucket[i] == hash) return true;
        if (bucket[i] != 0) continue;
        bucket[i] = hash;
        return false;
    }
    bucket[hash >> 58 & (SEEN_SLOTS - 1)] = hash;
    return false;
}

/* ---- children -------------------------------------------------------------------------------- */

static struct node *node_at(uint8_t *nodes, size_t stride, size_t i) {
    return (struct node *)(void *)(nodes + i * stride);
}

/* In single moves not back, in slides only along the other axis. */
static bool may_follow(tilepdb_metric metric, unsigned last, unsigned direction) {
    if (last == NOTHING) return true;
    if (direction + last == BLANK_DOWN) return false;
    return metric == TILEPDB_METRIC_SINGLE || direction != last;
}

static bool step(const struct whole *whole, unsigned *cell, unsigned direction) {
    return cell_step(whole->neighbours->width, whole->neighbours->height, cell,
                     (enum direction)direction);
}

static void child_add(struct whole *whole, const struct child *child) {
    const struct whole_task *task = whole->task;
    int moves = child->apart;
    if (task->metric == TILEPDB_METRIC_MULTI) {
        const int most = (int)side_of(whole->neighbours) - 1; /* tiles of a slide */
        moves = (moves + most - 1) / most;
    }
    if (whole->level + 1 + moves >= task->below) return;
    whole->children[whole->child_count++] = *child;
    if (child->apart >= whole->nearest) return;
    whole->nearest = child->apart;
    whole->nearest_level = whole->level;
    whole->nearest_trail = child->parent << TRAIL_BITS | child->move;
}

/* The children in a direction. The board is moved on from tile to tile, and then back. */
static void direction_expand(struct whole *whole, struct node *node, size_t number, unsigned d) {
    const bool single = whole->task->metric == TILEPDB_METRIC_SINGLE;
    const struct neighbours *n = whole->neighbours;
    struct child child = {
        .hash = node->hash, .value = node->value, .apart = node->apart, .parent = (uint32_t)number};
    unsigned blank = node->blank, from = blank, tiles = 0;
    while (step(whole, &from, d)) {
        const unsigned tile = node->cells[from];
        child.hash ^= key_of(whole, tile, from) ^ key_of(whole, tile, blank);
        const bool seen = seen_before(whole, child.hash);
        if (seen && single) break;
        child.apart += neighbours_apart(n, tile, blank) - neighbours_apart(n, tile, from);
        child.value += neighbours_change(n, node->cells, from, blank);
        child.blank = (uint16_t)(blank = from);
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

/* All children of a level. False: the search is to stop. */
static bool level_expand(struct whole *whole) {
    struct whole_task *task = whole->task;
    whole->child_count = 0;
    for (size_t i = 0; i < whole->count; i++) {
        struct node *node = node_at(whole->now, whole->stride, i);
        for (unsigned d = 0; d < DIRECTIONS; d++)
            if (may_follow(task->metric, node->last, d)) direction_expand(whole, node, i, d);
        task->expanded++;
        if (i % BLOCK == 0 && task->goes_on && !task->goes_on(task->user, task->expanded))
            return false;
    }
    return true;
}

/* ---- levels ---------------------------------------------------------------------------------- */

static void node_make(const struct whole *whole, const struct child *from, struct node *to) {
    memcpy(to, node_at(whole->now, whole->stride, from->parent), whole->stride);
    unsigned blank = to->blank;
    for (unsigned tiles = BEAM_TILES(from->move); tiles > 0; tiles--) {
        unsigned cell = blank;
        step(whole, &cell, BEAM_DIRECTION(from->move));
        to->cells[blank] = to->cells[cell];
        blank = cell;
    }
    to->cells[blank] = (uint16_t)whole->neighbours->blank;
    to->blank = from->blank;
    to->hash = from->hash;
    to->value = from->value;
    to->apart = from->apart;
    to->last = (uint8_t)BEAM_DIRECTION(from->move);
}

static unsigned rank_of(const struct child *child, int32_t least) {
    return child->value - least < RANKS ? (unsigned)(child->value - least) : RANKS - 1u;
}

/* The last rank of which children are kept, and how many of it. */
static unsigned rank_limit(const struct whole *whole, int32_t least, size_t width,
                           size_t *of_last) {
    size_t better = 0;
    unsigned rank = 0;
    memset(whole->ranks, 0, RANKS * sizeof *whole->ranks);
    for (size_t i = 0; i < whole->child_count; i++)
        whole->ranks[rank_of(&whole->children[i], least)]++;
    while (rank + 1 < RANKS && better + whole->ranks[rank] <= width) better += whole->ranks[rank++];
    *of_last = width - better;
    return rank;
}

/* The best children become the next level. False: no memory. */
static bool level_descend(struct whole *whole) {
    const struct whole_task *task = whole->task;
    size_t left, kept = 0, width = task->width;
    int32_t least = INT32_MAX;
    for (size_t i = 0; i < whole->child_count; i++)
        if (whole->children[i].value < least) least = whole->children[i].value;
    if (task->narrow) width = task->narrow(task->user, whole->level + 1, task->expanded);
    if (width > task->width) width = task->width;
    const unsigned limit = rank_limit(whole, least, width, &left);
    const size_t most = whole->child_count < width ? whole->child_count : width;
    uint32_t *trail = malloc((most ? most : 1) * sizeof *trail);
    if (!trail) return false;
    for (size_t i = 0; i < whole->child_count; i++) {
        const struct child *child = &whole->children[i];
        const unsigned rank = rank_of(child, least);
        if (rank > limit || (rank == limit && left == 0)) continue;
        if (rank == limit) left--;
        node_make(whole, child, node_at(whole->next, whole->stride, kept));
        trail[kept++] = child->parent << TRAIL_BITS | child->move;
    }
    uint8_t *before = whole->now;
    whole->now = whole->next;
    whole->next = before;
    whole->count = kept;
    whole->trails[whole->level++] = trail;
    return true;
}

static void level_show(const struct whole *whole) {
    const uint64_t seed = node_at(whole->now, whole->stride, 0)->hash;
    for (unsigned i = 0; i < WHOLE_SHOWN; i++) {
        const struct node *node =
            node_at(whole->now, whole->stride, random_mix(seed + i) % whole->count);
        whole->task->on_level(whole->task->user, whole->level, node->cells, node->blank);
    }
}

/* ---- the search ------------------------------------------------------------------------------ */

/* The way to the nearest board. Letters say how tiles move. */
static bool letters_write(const struct whole *whole) {
    int level = whole->nearest_level;
    uint32_t trail = whole->nearest_trail;
    uint8_t *moves = malloc((size_t)level + 2);
    if (!moves) return false;
    for (int i = level; i >= 0; i--) {
        moves[i] = trail & ((1u << TRAIL_BITS) - 1u);
        if (i > 0) trail = whole->trails[i - 1][trail >> TRAIL_BITS];
    }
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
    struct node *root = node_at(whole->now, whole->stride, 0);
    memset(root, 0, whole->stride);
    root->last = NOTHING;
    for (unsigned cell = 0; cell < n->cells; cell++) {
        const unsigned tile = root->cells[cell] = whole->task->cells[cell];
        if (tile == n->blank) {
            root->blank = (uint16_t)cell;
            continue;
        }
        root->hash ^= key_of(whole, tile, cell);
    }
    seen_before(whole, root->hash);
    whole->nearest = root->apart = whole_apart(n, whole->task->cells);
    whole->nearest_level = -1;
    whole->count = 1;
}

static bool whole_begin(struct whole *whole, struct whole_task *task) {
    const struct neighbours *n = task->neighbours;
    whole->task = task;
    whole->neighbours = n;
    whole->stride = node_bytes(n);
    whole->reach = child_most(n, task->metric);
    whole->buckets = seen_buckets(task->width);
    whole->seen_bytes = whole->buckets * SEEN_SLOTS * sizeof *whole->seen;
    whole->now = malloc(task->width * whole->stride);
    whole->next = malloc(task->width * whole->stride);
    whole->children = malloc(task->width * whole->reach * sizeof *whole->children);
    whole->ranks = malloc(RANKS * sizeof *whole->ranks);
    whole->trails = calloc((size_t)task->below, sizeof *whole->trails);
    whole->seen = memory_pages(whole->seen_bytes);
    return whole->now && whole->next && whole->children && whole->ranks && whole->trails &&
           whole->seen;
}

static void whole_end(struct whole *whole) {
    for (int i = 0; whole->trails && i < whole->level; i++) free(whole->trails[i]);
    if (whole->seen) memory_pages_free(whole->seen, whole->seen_bytes);
    free(whole->trails);
    free(whole->ranks);
    free(whole->children);
    free(whole->next);
    free(whole->now);
}

static tilepdb_status levels_search(struct whole *whole) {
    const struct whole_task *task = whole->task;
    const int patience = PATIENCE * (int)whole->neighbours->cells;
    while (whole->count > 0 && whole->nearest > 0 && whole->level + 1 < task->below &&
           whole->level - whole->nearest_level <= patience) {
        if (!level_expand(whole)) return TILEPDB_CANCELLED;
        if (whole->nearest == 0) break;
        if (!level_descend(whole)) return TILEPDB_ERROR_MEMORY;
        if (task->on_level && whole->count > 0) level_show(whole);
    }
    return letters_write(whole) ? TILEPDB_OK : TILEPDB_ERROR_MEMORY;
}

tilepdb_status whole_search(struct whole_task *task) {
    struct whole whole = {.task = NULL};
    tilepdb_status status = TILEPDB_ERROR_MEMORY;
    task->length = -1;
    task->expanded = 0;
    if (whole_begin(&whole, task)) {
        root_write(&whole);
        status = levels_search(&whole);
    }
    task->apart = whole.nearest;
    if (!status && whole.nearest == 0) task->length = whole.nearest_level + 1;
    whole_end(&whole);
    return status;
}
