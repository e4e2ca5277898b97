/*
 * The layers of a beam search: the boards of a layer, their children, of which the best become the
 * next layer, the boards that were reached, and links to parents.
 *
 * The boards that were reached are a set of hashes; a hash is the XOR of a number for each tile on
 * its cell. The set takes no more memory than a layer, so a full bucket forgets one hash for each
 * new one, and the board of a forgotten hash may be expanded again. On boards of at most
 * LAYERS_EXACT_CELLS cells, different boards have different hashes, so no board is dropped for
 * another one.
 *
 * Threads share a layer in three steps: each lists the children of its boards; each drops the
 * children that were reached before and whose bucket it owns, in the order of the children; and
 * each ranks what is left of its own. So the next layer is the same for any number of threads.
 *
 * Thread safety: layers belong to their search.
 */
#ifndef TILEPDB_ANYTIME_BEAM_LAYERS_H
#define TILEPDB_ANYTIME_BEAM_LAYERS_H

#include "base/random.h"
#include "puzzle/geometry.h"
#include "tilepdb.h"

#define LAYERS_SLOTS       8 /* of a bucket, which is a cache line */
#define LAYERS_NO_MOVE     0xFF
#define LAYERS_MOVE_BITS   7 /* of a move in a parent link: a direction, and up to 19 tiles */
#define LAYERS_WIDTH       (((size_t)1 << (32 - LAYERS_MOVE_BITS)) - 1) /* the most boards */
#define LAYERS_RANKS       (1 << 14) /* worse children have the last rank */
#define LAYERS_DROPPED     UINT16_MAX
#define LAYERS_NO_GROUP    UINT16_MAX
#define LAYERS_SHARED      1024 /* boards from which on threads share a layer */
#define LAYERS_EXACT_CELLS 16   /* the cells of a board that is stored in 64 bits */

/* A move in a path: the blank's direction, and the number of tiles that slide. */
#define BEAM_MOVE(direction, tiles) ((direction) | (tiles) << 2)
#define BEAM_DIRECTION(move)        ((move)&3u)
#define BEAM_TILES(move)            ((unsigned)(move) >> 2)

/* A child of a board, which may be kept or dropped. */
struct child {
    uint64_t hash;
    uint32_t parent; /* index of a board in the layer */
    uint16_t rank;   /* lower is better; or LAYERS_DROPPED */
    uint8_t move;
    int32_t value; /* for the search */
    union {
        int16_t h[2];      /* for the search: estimates */
        uint16_t group[2]; /* with caps; LAYERS_NO_GROUP: no cap counts the child */
    };
};

/* The number of children of each rank, of one thread. */
struct layers_ranks {
    uint32_t of[LAYERS_RANKS];
    unsigned least, most; /* ranks */
};

/* A duplicate query, which a thread sends to the one that owns the bucket. */
struct layers_query {
    uint64_t hash;
    uint32_t child;
    bool reached; /* the answer */
};

struct beam_layers {
    size_t width;  /* the most boards of a layer */
    size_t stride; /* bytes of a board, which only the search can read */
    uint8_t *now, *next;
    size_t count;           /* boards of `now` */
    size_t places;          /* for the children of a board */
    struct child *children; /* [board * places + place] */
    uint64_t *seen;         /* hashes, in buckets */
    size_t buckets;         /* 1 << bucket_bits */
    unsigned bucket_bits;
    int threads;
    struct layers_ranks *ranks;   /* [thread] */
    struct layers_query *queries; /* [board * places + place]; NULL with one thread */
    size_t *starts;               /* [thread][owner] its first query; NULL with one thread */
    uint32_t **parent_links;      /* [depth] owned: index of the parent, and move */
    int depth;                    /* moves to the boards of `now` */
    bool cut;                     /* children of some layer did not fit in the next */
};

/* What a search does with the boards of a layer. Several threads call `list`, `rank` and `make`,
 * each for another board; only the calling thread calls `goes_on`. */
struct layers_search {
    /* Writes hash and move of a board's children. Returns their number, at most `places`. */
    unsigned (*list)(void *user, size_t number, struct child *children);
    /* Gives children ranks below LAYERS_RANKS, or drops them. Some are dropped already. */
    void (*rank)(void *user, size_t number, struct child *children, unsigned count);
    /* Makes the board of a child from its parent's. */
    void (*make)(void *user, const struct child *child, const void *parent, void *board);
    /* Reports `expanded` more boards. False: the search is to stop. */
    bool (*goes_on)(void *user, size_t expanded);
    void *user;
    /* The most boards of each group in the next layer, for both groups of a child; 0: no caps.
     * Groups are below TILEPDB_MAX_CELLS. */
    size_t cap[2];
};

/* Bytes that layers need if the solution has fewer than `below` moves. They count as many threads
 * as can share a layer, so what fits in memory does not depend on the number of threads. */
uint64_t layers_need(size_t width, size_t stride, size_t places, int below);

/* Allocates layers. Of `threads` (0: all), at most one for every LAYERS_SHARED boards works. False:
 * no memory. Needs layers_end in any case. */
bool layers_begin(struct beam_layers *layers, size_t width, size_t stride, size_t places,
                  int threads, int below);
void layers_end(struct beam_layers *layers);

/* Lists and ranks all children of the layer. False: goes_on ended it. */
bool layers_expand(struct beam_layers *layers, const struct layers_search *search);

/* Makes the best children the layer, at most `width`, and of each group as many as its cap; of
 * equally good ones the first. Sets `cut` if some do not fit. False: no memory. */
bool layers_descend(struct beam_layers *layers, const struct layers_search *search, size_t width);

/* Writes the depth + 1 moves to a child of the layer at `depth`, which has this parent link. */
void layers_path(const struct beam_layers *layers, int depth, uint32_t link, uint8_t *path);

static inline uint32_t layers_link(const struct child *child) {
    return child->parent << LAYERS_MOVE_BITS | child->move;
}

static inline void *layers_board(const struct beam_layers *layers, size_t i) {
    return layers->now + i * layers->stride;
}

/* A board of the layer, chosen by `seed`. */
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

/* Part of the hash of a board, for a tile on a cell. All parts are odd, so the lowest bit of a hash
 * holds no information. */
static inline uint64_t layers_key(unsigned cells, unsigned tile, unsigned cell) {
    return random_mix((uint64_t)tile * cells + cell) | 1u;
}

/* As layers_key, but exact on small boards: the XOR of all parts is a permutation of the board, as
 * an integer with four bits for each cell. Tiles are named by goal cells; `goal_cell` is the
 * blank's. */
static inline uint64_t layers_exact_key(unsigned cells, unsigned goal_cell, unsigned tile,
                                        unsigned cell) {
    if (cells > LAYERS_EXACT_CELLS) return layers_key(cells, tile, cell);
    return layers_scatter((uint64_t)((tile - goal_cell) & 15u) << (4 * cell));
}

static inline uint64_t *layers_bucket(const struct beam_layers *layers, uint64_t hash) {
    return layers->seen + (hash >> 1 & (layers->buckets - 1)) * LAYERS_SLOTS;
}

/* Whether a hash was reached before. If not, adds it; a full bucket forgets another one. */
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

/* Whether a move may follow another one: a single move not its inverse, a slide only along the
 * other axis. */
static inline bool layers_may_follow(tilepdb_metric metric, unsigned last, unsigned direction) {
    if (last == LAYERS_NO_MOVE) return true;
    if (direction + last == BLANK_DOWN) return false;
    return metric == TILEPDB_METRIC_SINGLE || direction != last;
}

/* The most tiles that a move slides. */
static inline unsigned layers_slide(unsigned width, unsigned height, tilepdb_metric metric) {
    return metric == TILEPDB_METRIC_SINGLE ? 1 : (width > height ? width : height) - 1;
}

/* The most children of a board. */
static inline size_t layers_children(unsigned width, unsigned height, tilepdb_metric metric) {
    return metric == TILEPDB_METRIC_SINGLE ? DIRECTIONS : 2 * layers_slide(width, height, metric);
}

#endif
