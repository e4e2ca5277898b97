/*
 * A set of boards for searches that store visited boards.
 *
 * Boards are packed (puzzle/packed.h) and stored in the order in which they were added, so their
 * indices are a queue. A hash table of 32-bit slots holds the indices and is at most three quarters
 * full. Four slots are a bucket, which never crosses a cache line. A board whose home bucket is
 * full goes to the next one with an empty slot, and its slot is marked as displaced. The bits of a
 * slot that no index needs hold those bits of the hash that follow the bucket's. So a look-up reads
 * few boards except the right one, and the table grows by splitting each bucket in two, which reads
 * only the displaced boards, an eighth. The old table is released as it is emptied, if memory.h can
 * do so. A board of one word takes 8 + 5.3 bytes at best, and 8 + 10.7 just after the table has
 * grown.
 *
 * Thread safety: a set belongs to one thread.
 */
#ifndef TILEPDB_REFERENCE_STATE_SET_H
#define TILEPDB_REFERENCE_STATE_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "puzzle/packed.h"

#define STATE_SET_CHUNK                                                                            \
    ((size_t)1 << 18) /* the number of boards of one word that fill a huge page */
#define STATE_SET_BUCKET_BITS 2
#define STATE_SET_BUCKET      (1u << STATE_SET_BUCKET_BITS) /* slots */

struct state_set_chunk {
    uint64_t *words;
    uint16_t *notes;
};

struct state_set {
    unsigned cells;
    unsigned words;
    size_t count;
    struct state_set_chunk *chunks;
    size_t chunk_count;
    uint32_t *slots; /* 0: empty; else index + 1 in `bits` bits, the mark, and some of the hash */
    size_t slot_count;
    unsigned bits;   /* slot_count is 2^bits; the upper bits of a hash are its bucket */
    uint64_t memory; /* bytes in use, and claimed */
    uint64_t limit;
};

enum state_set_answer { STATE_SET_FOUND, STATE_SET_ADDED, STATE_SET_LIMIT, STATE_SET_NO_MEMORY };

/* Creates a set for boards of `cells` cells that takes at most `limit` bytes. Released by
 * state_set_free, also on failure. LIMIT: the empty set exceeds the limit. */
enum state_set_answer state_set_init(struct state_set *states, unsigned cells, uint64_t limit);

/* Takes `bytes` of the limit for memory of the caller. ADDED, or LIMIT if fewer are left. */
enum state_set_answer state_set_claim(struct state_set *states, size_t bytes);

void state_set_free(struct state_set *states);

static inline uint64_t state_set_hash(const struct packed *packed) {
    uint64_t hash = packed->word[0] * UINT64_C(0x9E3779B97F4A7C15) ^
                    packed->word[1] * UINT64_C(0xC2B2AE3D27D4EB4F);
    hash ^= hash >> 31;
    return hash * UINT64_C(0xBF58476D1CE4E5B9);
}

/* Prefetch what state_set_add will read: first the slot, later its board. Not inline, since a
 * compiler may drop calls of functions that only prefetch. */
void state_set_prefetch_slot(const struct state_set *states, uint64_t hash);
void state_set_prefetch_board(const struct state_set *states, uint64_t hash);

/* Adds a board unless it is present, and sets `*index`. LIMIT leaves the set unchanged; after
 * NO_MEMORY it can only be freed. */
enum state_set_answer state_set_add(struct state_set *states, const struct packed *packed,
                                    uint64_t hash, uint32_t *index);

/* Whether a board is present; sets `*index` if so. */
bool state_set_find(const struct state_set *states, const struct packed *packed, uint32_t *index);

/* The packed words of the board with an index. */
static inline uint64_t *state_set_words(const struct state_set *states, size_t index) {
    return states->chunks[index / STATE_SET_CHUNK].words + index % STATE_SET_CHUNK * states->words;
}

static inline struct packed state_set_at(const struct state_set *states, size_t index) {
    const uint64_t *words = state_set_words(states, index);
    return (struct packed){{words[0], states->words == 2 ? words[1] : 0}};
}

/* The note of the board with an index; not initialised. */
static inline uint16_t *state_set_note(const struct state_set *states, size_t index) {
    return &states->chunks[index / STATE_SET_CHUNK].notes[index % STATE_SET_CHUNK];
}

#endif
