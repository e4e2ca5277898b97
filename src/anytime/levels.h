/*
 * What beam searches by levels share: the boards of a level and their children, of which the best
 * become the next level; the boards that were reached; and the way back.
 *
 * Which boards were reached is a set of hashes, the XOR of a random number for each tile on its
 * cell. It takes no more memory than a level does, so a full bucket forgets one for each that is
 * new.
 *
 * Thread safety: levels belong to their search.
 */
#ifndef TILEPDB_ANYTIME_LEVELS_H
#define TILEPDB_ANYTIME_LEVELS_H

#include <stdlib.h>

#include "base/random.h"
#include "puzzle/geometry.h"
#include "tilepdb.h"

#define LEVELS_SLOTS      8    /* of a bucket, a cache line */
#define LEVELS_NO_MOVE    0xFF /* came before */
#define LEVELS_TRAIL_BITS 7    /* of a move in a trail: a direction, and up to 19 tiles */
#define LEVELS_NO_TRAIL   UINT32_MAX
#define LEVELS_WIDTH      (((size_t)1 << (32 - LEVELS_TRAIL_BITS)) - 1) /* at most */

/* A child, before it is known whether it is kept. */
struct child {
    uint64_t hash;
    uint32_t parent; /* its number in its level */
    uint16_t rank;   /* the least are kept */
    uint8_t move;
    int32_t count[2]; /* of the search's own */
};

/* A board of a level is `stride` bytes, of which only the search knows what they are. */
struct levels {
    size_t width; /* the most boards of a level */
    size_t stride;
    uint8_t *now, *next;
    size_t count; /* of now */
    struct child *children;
    size_t child_count;
    uint64_t *seen;
    size_t buckets;
    uint32_t *ranks;            /* how many children have each */
    unsigned rank_count, least; /* least: of the children */
    uint32_t **trails;          /* [level] owned: number of the parent, and move */
    int level;                  /* moves to the boards of `now` */
};

/* Bytes that levels need if the solution has fewer than `below` moves. */
uint64_t levels_need(size_t width, size_t stride, size_t children, int below);

/* With room for so many children of each board. False: no memory. levels_end in any case. */
bool levels_begin(struct levels *levels, size_t width, size_t stride, size_t children,
                  unsigned ranks, int below);
void levels_end(struct levels *levels);

/* The last rank of which children are kept if so many are, and how many of it. */
unsigned levels_limit(const struct levels *levels, size_t width, size_t *of_last);

/* The moves to a child of `level`, which has this trail: level + 1. */
void levels_path(const struct levels *levels, int level, uint32_t trail, uint8_t *path);

static inline uint32_t levels_trail(const struct child *child) {
    return child->parent << LEVELS_TRAIL_BITS | child->move;
}

static inline void *levels_board(const struct levels *levels, size_t i) {
    return levels->now + i * levels->stride;
}

/* One of a few that are shown, by chance, but the same each time. */
static inline void *levels_chance(const struct levels *levels, uint64_t seed) {
    return levels_board(levels, random_mix(seed) % levels->count);
}

/* Makes the board of a child from its parent's. */
typedef void (*levels_make_fn)(const void *user, const struct child *child, const void *parent,
                               void *board);

/* The best children become the level, at most so many, the first of those that are as good. False:
 * no memory. */
static inline bool levels_descend(struct levels *levels, size_t width, levels_make_fn make,
                                  const void *user) {
    size_t left, kept = 0;
    if (width > levels->width) width = levels->width;
    const unsigned limit = levels_limit(levels, width, &left);
    const size_t most = levels->child_count < width ? levels->child_count : width;
    uint32_t *trail = malloc((most ? most : 1) * sizeof *trail);
    if (!trail) return false;
    for (size_t i = 0; i < levels->child_count; i++) {
        const struct child *child = &levels->children[i];
        levels->ranks[child->rank] = 0;
        if (child->rank > limit || (child->rank == limit && left == 0)) continue;
        if (child->rank == limit) left--;
        make(user, child, levels_board(levels, child->parent),
             levels->next + kept * levels->stride);
        trail[kept++] = levels_trail(child);
    }
    uint8_t *before = levels->now;
    levels->now = levels->next;
    levels->next = before;
    levels->count = kept;
    levels->trails[levels->level++] = trail;
    return true;
}

/* The next level has no children yet. */
static inline void levels_clear(struct levels *levels) {
    levels->child_count = 0;
    levels->least = levels->rank_count - 1;
}

/* A child has its rank. */
static inline void levels_count(struct levels *levels, const struct child *child) {
    if (child->rank < levels->least) levels->least = child->rank;
    levels->ranks[child->rank]++;
}

/* Part of the hash of a board. It is odd, so all hashes of a search end in the same bit, which says
 * nothing. */
static inline uint64_t levels_key(unsigned cells, unsigned tile, unsigned cell) {
    return random_mix((uint64_t)tile * cells + cell) | 1u;
}

static inline uint64_t *levels_bucket(const struct levels *levels, uint64_t hash) {
    return levels->seen + (hash >> 1 & (levels->buckets - 1)) * LEVELS_SLOTS;
}

/* Whether a hash is there; if not, it is put there, in the place of another one if need be. */
static inline bool levels_reached(const struct levels *levels, uint64_t hash) {
    uint64_t *bucket = levels_bucket(levels, hash);
    for (unsigned i = 0; i < LEVELS_SLOTS; i++) {
        if (bucket[i] == hash) return true;
        if (bucket[i] != 0) continue;
        bucket[i] = hash;
        return false;
    }
    bucket[hash >> 58 & (LEVELS_SLOTS - 1)] = hash;
    return false;
}

/* Whether a move may follow another one: in single moves not its inverse, in slides only along the
 * other axis. */
static inline bool levels_may_follow(tilepdb_metric metric, unsigned last, unsigned direction) {
    if (last == LEVELS_NO_MOVE) return true;
    if (direction + last == BLANK_DOWN) return false;
    return metric == TILEPDB_METRIC_SINGLE || direction != last;
}

/* The most tiles that a move slides, and the most children of a board: not back, or in the metric
 * multi along the other axis. */
static inline unsigned levels_slide(unsigned width, unsigned height, tilepdb_metric metric) {
    return metric == TILEPDB_METRIC_SINGLE ? 1 : (width > height ? width : height) - 1;
}

static inline size_t levels_children(unsigned width, unsigned height, tilepdb_metric metric) {
    return metric == TILEPDB_METRIC_SINGLE ? DIRECTIONS : 2 * levels_slide(width, height, metric);
}

#endif
