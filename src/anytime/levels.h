/*
 * The levels of a beam search: the boards of a level and their children, of which the best
 * become the next level; the boards that were reached; and the way back.
 *
 * Which boards were reached is a set of hashes, the XOR of a number for each tile on its cell. The
 * set takes no more memory than a level does, so a full bucket forgets one hash for each that is
 * new: a board that is forgotten may be expanded again. On boards of at most LEVELS_EXACT_CELLS
 * cells different boards have different hashes, so no board is ever dropped for another one.
 *
 * Threads share a level: children are listed; those that were reached before are dropped, each
 * bucket by one thread in the order of the children; and the others are ranked. So the next level
 * is the same for any number of threads.
 *
 * Thread safety: levels belong to their search.
 */
#ifndef TILEPDB_ANYTIME_LEVELS_H
#define TILEPDB_ANYTIME_LEVELS_H

#include "base/random.h"
#include "puzzle/geometry.h"
#include "tilepdb.h"

#define LEVELS_SLOTS       8    /* of a bucket, a cache line */
#define LEVELS_NO_MOVE     0xFF /* came before */
#define LEVELS_TRAIL_BITS  7    /* of a move in a trail: a direction, and up to 19 tiles */
#define LEVELS_WIDTH       (((size_t)1 << (32 - LEVELS_TRAIL_BITS)) - 1) /* at most */
#define LEVELS_RANKS       (1 << 14) /* of children that are kept; worse ones have the last */
#define LEVELS_DROPPED     UINT16_MAX
#define LEVELS_SHARED      1024 /* boards: a smaller level is one thread's */
#define LEVELS_EXACT_CELLS 16   /* a board is 64 bits, and its hash is a permutation of these */

/* A child, before it is known whether it is kept. */
struct child {
    uint64_t hash;
    uint32_t parent; /* its number in its level */
    uint16_t rank;   /* the least are kept; or LEVELS_DROPPED */
    uint8_t move;
    int32_t value; /* of the search's own, ... */
    int16_t h[2];  /* ... and estimates */
};

/* How many children of a thread have each rank, from the least that any has to the most. */
struct levels_ranks {
    uint32_t of[LEVELS_RANKS];
    unsigned least, most;
};

/* Of a thread to the one whose bucket it is. */
struct levels_question {
    uint64_t hash;
    uint32_t child;
    bool reached; /* the answer */
};

/* A board of a level is `stride` bytes, of which only the search knows what they are. */
struct levels {
    size_t width; /* the most boards of a level */
    size_t stride;
    uint8_t *now, *next;
    size_t count;           /* of now */
    size_t places;          /* for children of each board */
    struct child *children; /* [board * places + place] */
    uint64_t *seen;
    size_t buckets;
    unsigned bucket_bits; /* as many are */
    int threads;
    struct levels_ranks *ranks;        /* [thread] */
    struct levels_question *questions; /* of several threads, as many as children ... */
    size_t *starts;                    /* ... and where those of each to each begin */
    uint32_t **trails;                 /* [level] owned: number of the parent, and move */
    int level;                         /* moves to the boards of `now` */
    bool cut;                          /* children were left out of some level */
};

/* What a search does with the boards of a level. Several threads at once do it, each with another
 * board; the calling one asks whether to go on, now and then. */
struct levels_search {
    /* Writes hash and move of a board's children; returns how many there are, at most `places`. */
    unsigned (*list)(void *user, size_t number, struct child *children);
    /* Gives a board's children their ranks, below LEVELS_RANKS, or drops them; some are dropped
     * already. */
    void (*rank)(void *user, size_t number, struct child *children, unsigned count);
    /* After so many boards more; false: the search is to stop. */
    bool (*goes_on)(void *user, size_t expanded);
    void *user;
};

/* Bytes that levels need if the solution has fewer than `below` moves: with as many threads as
 * share them, so that what fits is the same for any number. */
uint64_t levels_need(size_t width, size_t stride, size_t places, int below);

/* With room for so many children of each board. At most one thread for LEVELS_SHARED boards works,
 * of those that are wanted (0: all). False: no memory. levels_end in any case. */
bool levels_begin(struct levels *levels, size_t width, size_t stride, size_t places, int threads,
                  int below);
void levels_end(struct levels *levels);

/* All children of the level. False: goes_on said so. */
bool levels_expand(struct levels *levels, const struct levels_search *search);

/* Makes the board of a child from its parent's. */
typedef void (*levels_make_fn)(const void *user, const struct child *child, const void *parent,
                               void *board);

/* The best children become the level, at most so many, the first of those that are as good; if that
 * leaves any out, `cut` is set. False: no memory. */
bool levels_descend(struct levels *levels, size_t width, levels_make_fn make, const void *user);

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

/* A linear permutation of 64-bit words: three steps of xorshift64 (Marsaglia, "Xorshift RNGs",
 * 2003), each of which is an invertible map over XOR. */
static inline uint64_t levels_scatter(uint64_t word) {
    for (int i = 0; i < 3; i++) {
        word ^= word << 13;
        word ^= word >> 7;
        word ^= word << 17;
    }
    return word;
}

/* Part of the hash of a board, for a tile on a cell. All parts are odd, so all hashes of a search
 * end in the same bit, which says nothing. */
static inline uint64_t levels_key(unsigned cells, unsigned tile, unsigned cell) {
    return random_mix((uint64_t)tile * cells + cell) | 1u;
}

/* The same, but exact on small boards. A tile is the number of its goal cell, `home` the blank's.
 * The XOR of all parts is a permutation of the board as a word of four bits for each cell. */
static inline uint64_t levels_exact_key(unsigned cells, unsigned home, unsigned tile,
                                        unsigned cell) {
    if (cells > LEVELS_EXACT_CELLS) return levels_key(cells, tile, cell);
    return levels_scatter((uint64_t)((tile - home) & 15u) << (4 * cell));
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
