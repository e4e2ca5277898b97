/*
 * The layers of a beam search: the boards of a layer and their children, of which the best
 * become the next layer; the boards that were reached; and the way back.
 *
 * Which boards were reached is a set of hashes, the XOR of a number for each tile on its cell. The
 * set takes no more memory than a layer does, so a full bucket forgets one hash for each that is
 * new: a board that is forgotten may be expanded again. On boards of at most LAYERS_EXACT_CELLS
 * cells different boards have different hashes, so no board is ever dropped for another one.
 *
 * Threads share a layer: children are listed; those that were reached before are dropped, each
 * bucket by one thread in the order of the children; and the others are ranked. So the next layer
 * is the same for any number of threads.
 *
 * Thread safety: layers belong to their search.
 */
#ifndef TILEPDB_ANYTIME_BEAM_LAYERS_H
#define TILEPDB_ANYTIME_BEAM_LAYERS_H

#include "base/random.h"
#include "puzzle/geometry.h"
#include "tilepdb.h"

#define LAYERS_SLOTS       8    /* of a bucket, a cache line */
#define LAYERS_NO_MOVE     0xFF /* came before */
#define LAYERS_MOVE_BITS   7    /* of a move in a parent link: a direction, and up to 19 tiles */
#define LAYERS_WIDTH       (((size_t)1 << (32 - LAYERS_MOVE_BITS)) - 1) /* at most */
#define LAYERS_RANKS       (1 << 14) /* of children that are kept; worse ones have the last */
#define LAYERS_DROPPED     UINT16_MAX
#define LAYERS_SHARED      1024 /* boards: a smaller layer is one thread's */
#define LAYERS_EXACT_CELLS 16   /* a board is 64 bits, and its hash is a permutation of these */

/* A child, before it is known whether it is kept. */
struct child {
    uint64_t hash;
    uint32_t parent; /* its number in its layer */
    uint16_t rank;   /* the least are kept; or LAYERS_DROPPED */
    uint8_t move;
    int32_t value; /* of the search's own, ... */
    int16_t h[2];  /* ... and estimates */
};

/* How many children of a thread have each rank, from the least that any has to the most. */
struct layers_ranks {
    uint32_t of[LAYERS_RANKS];
    unsigned least, most;
};

/* Of a thread to the one whose bucket it is. */
struct layers_query {
    uint64_t hash;
    uint32_t child;
    bool reached; /* the answer */
};

/* A board of a layer is `stride` bytes, of which only the search knows what they are. */
struct beam_layers {
    size_t width; /* the most boards of a layer */
    size_t stride;
    uint8_t *now, *next;
    size_t count;           /* of now */
    size_t places;          /* for children of each board */
    struct child *children; /* [board * places + place] */
    uint64_t *seen;
    size_t buckets;
    unsigned bucket_bits; /* as many are */
    int threads;
    struct layers_ranks *ranks;   /* [thread] */
    struct layers_query *queries; /* of several threads, as many as children ... */
    size_t *starts;               /* ... and where those of each to each begin */
    uint32_t **parent_links;      /* [depth] owned: number of the parent, and move */
    int depth;                    /* moves to the boards of `now` */
    bool cut;                     /* children were left out of some layer */
};

/* What a search does with the boards of a layer. Several threads at once do it, each with another
 * board; the calling one asks whether to go on, now and then. */
struct layers_search {
    /* Writes hash and move of a board's children; returns how many there are, at most `places`. */
    unsigned (*list)(void *user, size_t number, struct child *children);
    /* Gives a board's children their ranks, below LAYERS_RANKS, or drops them; some are dropped
     * already. */
    void (*rank)(void *user, size_t number, struct child *children, unsigned count);
    /* After so many boards more; false: the search is to stop. */
    bool (*goes_on)(void *user, size_t expanded);
    void *user;
};

/* Bytes that layers need if the solution has fewer than `below` moves: with as many threads as
 * share them, so that what fits is the same for any number. */
uint64_t layers_need(size_t width, size_t stride, size_t places, int below);

/* With room for so many children of each board. At most one thread for LAYERS_SHARED boards works,
 * of those that are wanted (0: all). False: no memory. layers_end in any case. */
bool layers_begin(struct beam_layers *layers, size_t width, size_t stride, size_t places,
                  int threads, int below);
void layers_end(struct beam_layers *layers);

/* All children of the layer. False: goes_on said so. */
bool layers_expand(struct beam_layers *layers, const struct layers_search *search);

/* Makes the board of a child from its parent's. */
typedef void (*layers_make_fn)(const void *user, const struct child *child, const void *parent,
                               void *board);

/* The best children become the layer, at most so many, the first of those that are as good; if that
 * leaves any out, `cut` is set. False: no memory. */
bool layers_descend(struct beam_layers *layers, size_t width, layers_make_fn make,
                    const void *user);

/* The moves to a child of the layer at `depth`, which has this parent link: depth + 1. */
void layers_path(const struct beam_layers *layers, int depth, uint32_t link, uint8_t *path);

static inline uint32_t layers_link(const struct child *child) {
    return child->parent << LAYERS_MOVE_BITS | child->move;
}

static inline void *layers_board(const struct beam_layers *layers, size_t i) {
    return layers->now + i * layers->stride;
}

/* One of a few that are shown, by chance, but the same each time. */
static inline void *layers_sample(const struct beam_layers *layers, uint64_t seed) {
    return layers_board(layers, random_mix(seed) % layers->count);
}

/* A linear permutation of 64-bit words: three steps of xorshift64 (Marsaglia, "Xorshift RNGs",
 * 2003), each of which is an invertible map over XOR. */
static inline uint64_t layers_scatter(uint64_t word) {
    for (int i = 0; i < 3; i++) {
        word ^= word << 13;
        word ^= word >> 7;
        word ^= word << 17;
    }
    return word;
}

/* Part of the hash of a board, for a tile on a cell. All parts are odd, so all hashes of a search
 * end in the same bit, which says nothing. */
static inline uint64_t layers_key(unsigned cells, unsigned tile, unsigned cell) {
    return random_mix((uint64_t)tile * cells + cell) | 1u;
}

/* The same, but exact on small boards. A tile is the number of its goal cell, `goal_cell` the
 * blank's. The XOR of all parts is a permutation of the board as a word of four bits for each cell.
 */
static inline uint64_t layers_exact_key(unsigned cells, unsigned goal_cell, unsigned tile,
                                        unsigned cell) {
    if (cells > LAYERS_EXACT_CELLS) return layers_key(cells, tile, cell);
    return layers_scatter((uint64_t)((tile - goal_cell) & 15u) << (4 * cell));
}

static inline uint64_t *layers_bucket(const struct beam_layers *layers, uint64_t hash) {
    return layers->seen + (hash >> 1 & (layers->buckets - 1)) * LAYERS_SLOTS;
}

/* Whether a hash is there; if not, it is put there, in the place of another one if need be. */
static inline bool layers_reached(const struct beam_layers *layers, uint64_t hash) {
    uint64_t *bucket = layers_bucket(layers, hash);
    for (unsigned i = 0; i < LAYERS_SLOTS; i++) {
        if (bucket[i] == hash) return true;
        if (bucket[i] != 0) continue;
        bucket[i] = hash;
        return false;
    }
    bucket[hash >> 58 & (LAYERS_SLOTS - 1)] = hash;
    return false;
}

/* Whether a move may follow another one: in single moves not its inverse, in slides only along the
 * other axis. */
static inline bool layers_may_follow(tilepdb_metric metric, unsigned last, unsigned direction) {
    if (last == LAYERS_NO_MOVE) return true;
    if (direction + last == BLANK_DOWN) return false;
    return metric == TILEPDB_METRIC_SINGLE || direction != last;
}

/* The most tiles that a move slides, and the most children of a board: not back, or in the metric
 * multi along the other axis. */
static inline unsigned layers_slide(unsigned width, unsigned height, tilepdb_metric metric) {
    return metric == TILEPDB_METRIC_SINGLE ? 1 : (width > height ? width : height) - 1;
}

static inline size_t layers_children(unsigned width, unsigned height, tilepdb_metric metric) {
    return metric == TILEPDB_METRIC_SINGLE ? DIRECTIONS : 2 * layers_slide(width, height, metric);
}

#endif
