/*
 * Layers of a beam search.
 *
 * The set of reached hashes holds at least four hashes per board of a layer, and narrow layers
 * more, so that they do not stay among few boards. In a full bucket, a new hash replaces an old
 * one, whose board may then be reached again.
 *
 * Each thread lists the children of its boards; drops, in order, the duplicates in the buckets that
 * it owns; and ranks its own children. So the next layer does not depend on the number of threads.
 */
#ifndef TILEPDB_ANYTIME_BEAM_LAYERS_H
#define TILEPDB_ANYTIME_BEAM_LAYERS_H

#include "base/random.h"
#include "puzzle/geometry.h"
#include "tilepdb.h"

#define LAYERS_SLOTS       8 /* hashes of a bucket: one cache line */
#define LAYERS_NO_MOVE     0xFF
#define LAYERS_MOVE_BITS   7 /* direction, and up to 31 tiles */
#define LAYERS_WIDTH       (((size_t)1 << (32 - LAYERS_MOVE_BITS)) - 1)
#define LAYERS_RANKS       (1 << 14) /* worse children get the last rank */
#define LAYERS_DROPPED     UINT16_MAX
#define LAYERS_NO_GROUP    UINT16_MAX
#define LAYERS_NOWHERE     UINT16_MAX
#define LAYERS_SHARED      1024 /* smaller layers use one thread */
#define LAYERS_EXACT_CELLS 16

/* Direction of the blank, and number of tiles that slide. */
#define BEAM_MOVE(direction, tiles) ((direction) | (tiles) << 2)
#define BEAM_DIRECTION(move)        ((move)&3u)
#define BEAM_TILES(move)            ((unsigned)(move) >> 2)

struct child {
    uint64_t hash;
    uint32_t parent; /* index in the layer */
    uint16_t rank;   /* lower is better; or LAYERS_DROPPED */
    uint8_t move;
    int32_t value;
    union {
        int16_t h[2];
        uint16_t group[2]; /* groups for caps, or LAYERS_NO_GROUP */
    };
};

/* Counts a thread's children by rank. */
struct layers_ranks {
    uint32_t of[LAYERS_RANKS];
    unsigned least, most;
};

/* Duplicate query to the owner of a bucket. */
struct layers_query {
    uint64_t hash;
    uint32_t child;
    bool reached;
};

struct beam_layers {
    size_t width;  /* most boards of a layer */
    size_t stride; /* bytes of a board */
    uint8_t *now, *next;
    size_t count;
    size_t places;          /* most children of a board */
    struct child *children; /* [board * places + place] */
    uint64_t *seen;         /* buckets of hashes */
    size_t buckets;
    unsigned bucket_bits;
    int threads;
    struct layers_ranks *ranks;   /* [thread] */
    struct layers_query *queries; /* NULL with one thread */
    size_t *starts;               /* [thread][owner] first query */
    uint32_t **parent_links;      /* [depth] owned */
    int depth;                    /* of `now` */
    bool cut;                     /* children were cut off */
};

/* Threads call `list`, `rank` and `make` for different boards at the same time. Only the calling
 * thread calls `goes_on`, with 0 within a layer and its number of boards after it. */
struct layers_search {
    /* Writes hash and move of each child. Returns their number. */
    unsigned (*list)(void *user, size_t number, struct child *children);
    /* Ranks or drops children. Some are already dropped. */
    void (*rank)(void *user, size_t number, struct child *children, unsigned count);
    void (*make)(void *user, const struct child *child, const void *parent, void *board);
    bool (*goes_on)(void *user, size_t expanded);
    void *user;
    /* most boards of a layer with the same child.group[i]; 0: any number */
    size_t cap[2];
};

/* Estimates the memory, in bytes. */
uint64_t layers_need(size_t width, size_t stride, size_t places, int below);

/* Allocates layers for depths below `below`, for up to `threads` threads (0: all processors).
 * Returns false without memory. Call layers_end in any case. */
bool layers_begin(struct beam_layers *layers, size_t width, size_t stride, size_t places,
                  int threads, int below);
void layers_end(struct beam_layers *layers);

/* Lists and ranks the children of the layer. Returns false if `goes_on` stopped the search. */
bool layers_expand(struct beam_layers *layers, const struct layers_search *search);

/* Replaces the layer by its best children, at most `width`, within the caps; equal ranks keep their
 * order. Returns false without memory. */
bool layers_descend(struct beam_layers *layers, const struct layers_search *search, size_t width);

/* Writes the depth + 1 moves to the child of `link`. */
void layers_path(const struct beam_layers *layers, int depth, uint32_t link, uint8_t *path);

static inline uint32_t layers_link(const struct child *child) {
    return child->parent << LAYERS_MOVE_BITS | child->move;
}

static inline void *layers_board(const struct beam_layers *layers, size_t i) {
    return layers->now + i * layers->stride;
}

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

static inline uint64_t layers_key(unsigned cells, unsigned tile, unsigned cell) {
    return random_mix((uint64_t)tile * cells + cell) | 1u;
}

/* A tile's part in the hash of a board, the XOR of all parts. Up to LAYERS_EXACT_CELLS cells, equal
 * hashes mean equal boards: the hash permutes the board with four bits per cell. */
static inline uint64_t layers_exact_key(unsigned cells, unsigned goal_cell, unsigned tile,
                                        unsigned cell) {
    if (cells > LAYERS_EXACT_CELLS) return layers_key(cells, tile, cell);
    return layers_scatter((uint64_t)((tile - goal_cell) & 15u) << (4 * cell));
}

static inline uint64_t *layers_bucket(const struct beam_layers *layers, uint64_t hash) {
    return layers->seen + (hash >> 1 & (layers->buckets - 1)) * LAYERS_SLOTS;
}

/* Returns true if the hash was reached before; otherwise adds it. */
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

/* Returns false if `direction` reverses the last move or, with slides, continues it. */
static inline bool layers_may_follow(tilepdb_metric metric, unsigned last, unsigned direction) {
    if (last == LAYERS_NO_MOVE) return true;
    if (direction + last == BLANK_DOWN) return false;
    return metric == TILEPDB_METRIC_SINGLE || direction != last;
}

/* Returns the most tiles that a move slides. */
static inline unsigned layers_slide(unsigned width, unsigned height, tilepdb_metric metric) {
    return metric == TILEPDB_METRIC_SINGLE ? 1 : (width > height ? width : height) - 1;
}

/* Sets next[cell][direction] to the cell beside `cell`, or to LAYERS_NOWHERE beyond the edge. */
static inline void layers_neighbours(unsigned width, unsigned height,
                                     uint16_t (*next)[DIRECTIONS]) {
    for (unsigned cell = 0; cell < width * height; cell++)
        for (unsigned d = 0; d < DIRECTIONS; d++) {
            unsigned to = cell;
            const bool there = cell_step(width, height, &to, (enum direction)d);
            next[cell][d] = there ? (uint16_t)to : LAYERS_NOWHERE;
        }
}

static inline size_t layers_children(unsigned width, unsigned height, tilepdb_metric metric) {
    return metric == TILEPDB_METRIC_SINGLE ? DIRECTIONS : 2 * layers_slide(width, height, metric);
}

#endif
