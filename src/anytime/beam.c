/* See beam.h. */
#include "anytime/beam.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"

#define RANKS      (1 << 14) /* worse ones count as the last */
#define SEEN_SLOTS 8         /* of a bucket, a cache line */
#define BLOCK      64        /* parents whose children are looked up in `seen` together */
#define NOTHING    0xFF      /* no move came before */
#define NOISE      7         /* steps of a rank that break ties */

struct node {
    uint64_t hash;
    struct ranking_sum sum;
    int16_t h[2];
    uint8_t blank;
    uint8_t last;    /* the direction of the move before, or NOTHING */
    uint8_t cells[]; /* the tile on each cell, and then the cell of each tile */
};

/* A child before it is known whether it is kept. */
struct candidate {
    uint64_t hash;
    uint32_t parent;
    uint16_t rank;
    uint8_t move;
    int16_t h[2];
};

/* From level to level: number of the parent, and move. */
#define TRAIL_BITS 6

struct beam {
    struct beam_task *task;
    const struct shape *shape;
    const struct ranking *ranking; /* NULL: nothing was learned */
    size_t stride;                 /* bytes of a node */
    size_t reach;                  /* the most children of one */
    uint8_t *now, *next;
    size_t count; /* of now */
    struct candidate *candidates;
    size_t candidate_count;
    uint64_t *seen;
    size_t seen_bytes, buckets;
    uint32_t *ranks;                                 /* [RANKS] how many candidates have it */
    uint32_t **trails;                               /* [level] owned */
    int level;                                       /* moves to the boards of `now` */
    uint64_t keys[SHAPE_MAX_CELLS][SHAPE_MAX_CELLS]; /* [tile][cell] */
    uint32_t goal_parent;                            /* of the solution, once found */
    uint8_t goal_move;                               /* NOTHING: none yet */
};

/* ---- sizes ----------------------------------------------------------------------------------- */

static size_t node_bytes(const struct shape *shape) {
    const size_t bytes = sizeof(struct node) + 2 * (size_t)shape->cells;
    return (bytes + 7) / 8 * 8;
}

/* The most children of a node: not back, or in the metric multi along the other axis. */
static size_t child_most(const struct shape *shape, tilepdb_metric metric) {
    const size_t side = shape->width > shape->height ? shape->width : shape->height;
    return metric == TILEPDB_METRIC_SINGLE ? DIRECTIONS : 2 * (side - 1);
}

static size_t seen_buckets(size_t width) {
    size_t buckets = 512;
    while (buckets < width) buckets *= 2;
    return buckets;
}

uint64_t beam_need(const struct shape *shape, tilepdb_metric metric, size_t width, int below) {
    const uint64_t one = 2 * node_bytes(shape) +
                         child_most(shape, metric) * sizeof(struct candidate) +
                         sizeof(uint32_t) * (uint64_t)below;
    return width * one + seen_buckets(width) * SEEN_SLOTS * sizeof(uint64_t);
}

/* ---- boards that were reached ---------------------------------------------------------------- */

static void keys_fill(struct beam *beam) {
    for (unsigned tile = 0; tile < SHAPE_MAX_CELLS; tile++)
        for (unsigned cell = 0; cell < SHAPE_MAX_CELLS; cell++)
            beam->keys[tile][cell] = random_mix(tile * SHAPE_MAX_CELLS + cell) | 1u;
}

static uint64_t *seen_bucket(const struct beam *beam, uint64_t hash) {
    return beam->seen + (hash & (beam->buckets - 1)) * SEEN_SLOTS;
}

/* Whether a hash is there; if not, it is put there, in the place of another one if need be. */
static bool seen_before(const struct beam *beam, uint64_t hash) {
    uint64_t *bucket = seen_bucket(beam, hash);
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

static const uint8_t *node_where(const struct beam *beam, const struct node *node) {
    return node->cells + beam->shape->cells;
}

/* Whether a move may follow another one: in single moves not its inverse, in slides only along the
 * other axis. */
static bool may_follow(tilepdb_metric metric, unsigned last, unsigned direction) {
    if (last == NOTHING) return true;
    if (direction + last == BLANK_DOWN) return false;
    return metric == TILEPDB_METRIC_SINGLE || direction != last;
}

/* Lists the children of a node by hash and move. */
static void node_expand(struct beam *beam, size_t number) {
    const struct shape *shape = beam->shape;
    const tilepdb_metric metric = beam->task->metric;
    const struct node *node = node_at(beam->now, beam->stride, number);
    for (unsigned d = 0; d < DIRECTIONS; d++) {
        if (!may_follow(metric, node->last, d)) continue;
        uint64_t hash = node->hash;
        unsigned blank = node->blank, tiles = 0, from;
        while ((from = shape->neighbour[blank][d]) != NO_CELL) {
            const uint64_t *keys = beam->keys[node->cells[from]];
            hash ^= keys[from] ^ keys[blank];
            __builtin_prefetch(seen_bucket(beam, hash), 1);
            struct candidate *child = &beam->candidates[beam->candidate_count++];
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
static bool candidate_rank(struct beam *beam, struct candidate *child) {
    const struct beam_task *task = beam->task;
    const struct shape *shape = beam->shape;
    const struct node *node = node_at(beam->now, beam->stride, child->parent);
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
    if (beam->level + 1 + beam_bound(shape, task->metric, h) >= task->below) return false;
    if (h == 0) {
        beam->goal_parent = child->parent;
        beam->goal_move = child->move;
        return false;
    }
    child->h[0] = (int16_t)step.h[0];
    child->h[1] = (int16_t)step.h[1];
    child->rank = (uint16_t)rank_of(beam, &step, child->hash);
    return true;
}

/* Drops the candidates from `first` on that were reached before, and ranks the others. */
static void candidates_sift(struct beam *beam, size_t first) {
    size_t kept = first;
    for (size_t i = first; i < beam->candidate_count && beam->goal_move == NOTHING; i++) {
        struct candidate *child = &beam->candidates[i];
        if (seen_before(beam, child->hash) || !candidate_rank(beam, child)) continue;
        beam->candidates[kept] = *child;
        beam->ranks[beam->candidates[kept++].rank]++;
    }
    beam->candidate_count = kept;
}

/* All children of a level. False: the search is to stop. */
static bool level_expand(struct beam *beam) {
    struct beam_task *task = beam->task;
    beam->candidate_count = 0;
    memset(beam->ranks, 0, RANKS * sizeof *beam->ranks);
    for (size_t first = 0; first < beam->count && beam->goal_move == NOTHING; first += BLOCK) {
        const size_t end = first + BLOCK < beam->count ? first + BLOCK : beam->count;
        const size_t before = beam->candidate_count;
        for (size_t i = first; i < end; i++) node_expand(beam, i);
        candidates_sift(beam, before);
        task->expanded += end - first;
        if (task->goes_on && !task->goes_on(task->user, task->expanded)) return false;
    }
    return true;
}

/* ---- levels ---------------------------------------------------------------------------------- */

static void node_make(const struct beam *beam, const struct candidate *from, struct node *to) {
    const struct shape *shape = beam->shape;
    const struct node *parent = node_at(beam->now, beam->stride, from->parent);
    memcpy(to, parent, beam->stride);
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
    to->h[0] = from->h[0];
    to->h[1] = from->h[1];
    to->last = (uint8_t)d;
}

/* The last rank of which candidates are kept, and how many of it. */
static unsigned rank_limit(const struct beam *beam, size_t width, size_t *of_last) {
    size_t better = 0;
    unsigned rank = 0;
    while (rank + 1 < RANKS && better + beam->ranks[rank] <= width) better += beam->ranks[rank++];
    *of_last = width - better;
    return rank;
}

/* The best candidates become the next level. False: no memory. */
static bool level_descend(struct beam *beam) {
    const struct beam_task *task = beam->task;
    size_t left, kept = 0, width = task->width;
    if (task->narrow) width = task->narrow(task->user, beam->level + 1, task->expanded);
    const unsigned limit = rank_limit(beam, width, &left);
    const size_t most = beam->candidate_count < width ? beam->candidate_count : width;
    uint32_t *trail = malloc((most ? most : 1) * sizeof *trail);
    if (!trail) return false;
    for (size_t i = 0; i < beam->candidate_count; i++) {
        const struct candidate *candidate = &beam->candidates[i];
        if (candidate->rank > limit || (candidate->rank == limit && left == 0)) continue;
        if (candidate->rank == limit) left--;
        node_make(beam, candidate, node_at(beam->next, beam->stride, kept));
        trail[kept++] = candidate->parent << TRAIL_BITS | candidate->move;
    }
    uint8_t *before = beam->now;
    beam->now = beam->next;
    beam->next = before;
    beam->count = kept;
    beam->trails[beam->level++] = trail;
    return true;
}

static void path_write(const struct beam *beam) {
    struct beam_task *task = beam->task;
    size_t node = beam->goal_parent;
    task->length = beam->level + 1;
    task->path[beam->level] = beam->goal_move;
    for (int level = beam->level - 1; level >= 0; level--) {
        const uint32_t trail = beam->trails[level][node];
        task->path[level] = trail & ((1u << TRAIL_BITS) - 1u);
        node = trail >> TRAIL_BITS;
    }
}

/* ---- the search ------------------------------------------------------------------------------ */

static void root_write(struct beam *beam) {
    const struct beam_task *task = beam->task;
    struct node *root = node_at(beam->now, beam->stride, 0);
    memset(root, 0, beam->stride);
    memcpy(root->cells, task->cells, beam->shape->cells);
    root->blank = task->blank;
    root->last = NOTHING;
    estimate_whole(task->estimate, task->cells, root->h);
    for (unsigned cell = 0; cell < beam->shape->cells; cell++)
        root->cells[beam->shape->cells + task->cells[cell]] = (uint8_t)cell;
    for (unsigned cell = 0; cell < beam->shape->cells; cell++)
        if (cell != task->blank) root->hash ^= beam->keys[task->cells[cell]][cell];
    if (beam->ranking) ranking_whole(beam->ranking, task->cells, beam->shape->cells, &root->sum);
    seen_before(beam, root->hash);
    beam->count = 1;
}

static bool beam_begin(struct beam *beam, struct beam_task *task) {
    const struct shape *shape = &task->estimate->shape;
    beam->task = task;
    beam->shape = shape;
    beam->ranking = task->estimate->ranking.rows ? &task->estimate->ranking : NULL;
    beam->goal_move = NOTHING;
    beam->stride = node_bytes(shape);
    beam->reach = child_most(shape, task->metric);
    beam->buckets = seen_buckets(task->width);
    beam->seen_bytes = beam->buckets * SEEN_SLOTS * sizeof *beam->seen;
    beam->now = malloc(task->width * beam->stride);
    beam->next = malloc(task->width * beam->stride);
    beam->candidates = malloc(task->width * beam->reach * sizeof *beam->candidates);
    beam->ranks = malloc(RANKS * sizeof *beam->ranks);
    beam->trails = calloc((size_t)task->below, sizeof *beam->trails);
    beam->seen = memory_pages(beam->seen_bytes);
    return beam->now && beam->next && beam->candidates && beam->ranks && beam->trails && beam->seen;
}

static void beam_end(struct beam *beam) {
    for (int level = 0; beam->trails && level < beam->level; level++) free(beam->trails[level]);
    if (beam->seen) memory_pages_free(beam->seen, beam->seen_bytes);
    free(beam->trails);
    free(beam->ranks);
    free(beam->candidates);
    free(beam->next);
    free(beam->now);
    free(beam);
}

static void level_show(const struct beam *beam) {
    const uint64_t seed = node_at(beam->now, beam->stride, 0)->hash;
    for (unsigned i = 0; i < BEAM_SHOWN; i++)
        beam->task->on_level(
            beam->task->user, beam->level,
            node_at(beam->now, beam->stride, random_mix(seed + i) % beam->count)->cells);
}

static tilepdb_status levels_search(struct beam *beam) {
    while (beam->count > 0 && beam->level + 1 < beam->task->below) {
        if (!level_expand(beam)) return TILEPDB_CANCELLED;
        if (beam->goal_move != NOTHING) {
            path_write(beam);
            return TILEPDB_OK;
        }
        if (!level_descend(beam)) return TILEPDB_ERROR_MEMORY;
        if (beam->task->on_level && beam->count > 0) level_show(beam);
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
        keys_fill(beam);
        root_write(beam);
        status = levels_search(beam);
    }
    beam_end(beam);
    return status;
}
