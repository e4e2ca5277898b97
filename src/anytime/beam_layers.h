/*
 * Layers of a beam search: boards, their children, the hashes that were reached, parent links.
 *
 * The set of hashes takes about as much memory as a layer: a full bucket forgets one hash for each
 * new one. On boards of at most LAYERS_EXACT_CELLS cells hashes are exact.
 *
 * Threads share a layer in three steps: each lists the children of its boards, drops the
 * duplicates whose buckets it owns, in the order of the children, and ranks its own. So the next
 * layer is the same for any number of threads.
 *
 * Thread safety: layers belong to their search.
 */
#ifndef TILEPDB_ANYTIME_BEAM_LAYERS_H
#define TILEPDB_ANYTIME_BEAM_LAYERS_H

#include "base/random.h"
#include "puzzle/geometry.h"
#include "tilepdb.h"

#define LAYERS_SLOTS       8 /* of a bucket: a cache line */
#define LAYERS_NO_MOVE     0xFF
#define LAYERS_MOVE_BITS   7 /* direction, and up to 31 tiles */
#define LAYERS_WIDTH       (((size_t)1 << (32 - LAYERS_MOVE_BITS)) - 1) /* the most boards */
#define LAYERS_RANKS       (1 << 14) /* worse children have the last rank */
#define LAYERS_DROPPED     UINT16_MAX
#define LAYERS_NO_GROUP    UINT16_MAX
#define LAYERS_SHARED      1024 /* boards from which on threads share */
#define LAYERS_EXACT_CELLS 16

/* The blank's direction, and the number of tiles that slide. */
#define BEAM_MOVE(direction, tiles) ((direction) | (tiles) << 2)
#define BEAM_DIRECTION(move)        ((move)&3u)
#define BEAM_TILES(move)            ((unsigned)(move) >> 2)

struct child {
    uint64_t hash;
    uint32_t parent; /* of a board in the layer */
    uint16_t rank;   /* lower is better; or LAYERS_DROPPED */
    uint8_t move;
    int32_t value; /* the search's */
    union {
        int16_t h[2];      /* estimates */
        uint16_t group[2]; /* for caps; or LAYERS_NO_GROUP */
    };
};

/* Children of each rank, of one thread. */
struct layers_ranks {
    uint32_t of[LAYERS_RANKS];
    unsigned least, most;
};

/* A duplicate query to the owner of a bucket. */
struct layers_query {
    uint64_t hash;
    uint32_t child;
    bool reached;
};

struct beam_layers {
    size_t width;  /* boards, at most */
    size_t stride; /* bytes of a board */
    uint8_t *now, *next;
    size_t count;
    size_t places;          /* children of a board, at most */
    struct child *children; /* [board * places + place] */
    uint64_t *seen;         /* hashes, in buckets */
    size_t buckets;
    unsigned bucket_bits;
    int threads;
    struct layers_ranks *ranks;   /* [thread] */
    struct layers_query *queries; /* as children; NULL with one thread */
    size_t *starts;               /* [thread][owner] first query */
    uint32_t **parent_links;      /* [depth] owned */
    int depth;                    /* of `now` */
    bool cut;                     /* children of some layer were not kept */
};

/* What a search does with boards. Threads call `list`, `rank` and `make`, each for its own boards;
 * the calling thread calls `goes_on`. */
struct layers_search {
    /* Writes hash and move of the children. Returns their number. */
    unsigned (*list)(void *user, size_t number, struct child *children);
    /* Ranks children, or drops them. Some are dropped already. */
    void (*rank)(void *user, size_t number, struct child *children, unsigned count);
    void (*make)(void *user, const struct child *child, const void *parent, void *board);
    /* False: stop. */
    bool (*goes_on)(void *user, size_t expanded);
    void *user;
    /* Boards of each group in the next layer, at most, for both groups of a child; 0: no caps. */
    size_t cap[2];
};

/* Bytes of memory, for any number of threads. */
uint64_t layers_need(size_t width, size_t stride, size_t places, int below);

/* Of `threads` (0: all), at most one for LAYERS_SHARED boards works. False: no memory. Needs
 * layers_end in any case. */
bool layers_begin(struct beam_layers *layers, size_t width, size_t stride, size_t places,
                  int threads, int below);
void layers_end(struct beam_layers *layers);

/* Lists and ranks the children. False: goes_on ended it. */
bool layers_expand(struct beam_layers *layers, const struct layers_search *search);

/* Makes the best children the layer, at most `width`, within caps; the first of equals. False: no
 * memory. */
bool layers_descend(struct beam_layers *layers, const struct layers_search *search, size_t width);

/* Writes the depth + 1 moves to a child. */
void layers_path(const struct beam_layers *layers, int depth, uint32_t link, uint8_t *path);

static inline uint32_t layers_link(const struct child *child) {
    return child->parent << LAYERS_MOVE_BITS | child->move;
}

static inline void *layers_board(const struct beam_layers *layers, size_t i) {
    return layers->now + i * layers->stride;
}

/* A random board. */
static inline void *layers_sample(const struct beam_layers *layers, uint64_t seed) {
    return layers_board(layers, random_mix(seed) % layers->count);
}

/* A linear permutation: three steps of xorshift64 (Marsaglia, "Xorshift RNGs", 2003). */
static inline uint64_t layers_scatter(uint64_t word) {
    for (int i = 0; i < 3; i++) {
        word ^= word << 13;
        word ^= word >> 7;
        word ^= word << 17;
    }
    return word;
}

/* A tile's part of the hash of a board. */
static inline uint64_t layers_key(unsigned cells, unsigned tile, unsigned cell) {
    return random_mix((uint64_t)tile * cells + cell) | 1u;
}

/* As layers_key, but exact on small boards: the XOR of all parts is a permutation of the board,
 * with four bits for each cell. */
static inline uint64_t layers_exact_key(unsigned cells, unsigned goal_cell, unsigned tile,
                                        unsigned cell) {
    if (cells > LAYERS_EXACT_CELLS) return layers_key(cells, tile, cell);
    return layers_scatter((uint64_t)((tile - goal_cell) & 15u) << (4 * cell));
}

static inline uint64_t *layers_bucket(const struct beam_layers *layers, uint64_t hash) {
    return layers->seen + (hash >> 1 & (layers->buckets - 1)) * LAYERS_SLOTS;
}

/* Whether a hash was reached before; adds it. */
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

/* Whether a move is neither the inverse of the last one nor, of slides, along its axis. */
static inline bool layers_may_follow(tilepdb_metric metric, unsigned last, unsigned direction) {
    if (last == LAYERS_NO_MOVE) return true;
    if (direction + last == BLANK_DOWN) return false;
    return metric == TILEPDB_METRIC_SINGLE || direction != last;
}

/* Tiles of a move, at most. */
static inline unsigned layers_slide(unsigned width, unsigned height, tilepdb_metric metric) {
    return metric == TILEPDB_METRIC_SINGLE ? 1 : (width > height ? width : height) - 1;
}

/* Children of a board, at most. */
static inline size_t layers_children(unsigned width, unsigned height, tilepdb_metric metric) {
    return metric == TILEPDB_METRIC_SINGLE ? DIRECTIONS : 2 * layers_slide(width, height, metric);
}

#endif
