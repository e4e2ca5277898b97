/*
 * A set of boards for searches that store visited boards; it belongs to one thread.
 *
 * Packed boards (puzzle/packed.h) are stored in the order of addition, so indices are a queue. A
 * hash table, at most three quarters full, has 32-bit slots in buckets of four. A board whose home
 * bucket is full is displaced to the next bucket with an empty slot. A slot has the index, a mark
 * for displaced boards, and as much of the hash as fits. So lookups read few wrong boards, and
 * growth splits each bucket in two and reads little more than the displaced boards, an eighth of
 * all. The old table is released meanwhile, if memory.h can. A board of one word takes 8 bytes, 2
 * for its note, and 5.3 to 10.7 for its slot.
 */
#ifndef TILEPDB_REFERENCE_STATE_SET_H
#define TILEPDB_REFERENCE_STATE_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "puzzle/packed.h"

/* Boards in a chunk. Boards of one word fill a huge page. */
#define STATE_SET_CHUNK       ((size_t)1 << 18)
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
    /* 0 for an empty slot; otherwise index + 1 in `bits` bits, the mark, and bits of the hash. */
    uint32_t *slots;
    size_t slot_count;
    unsigned bits; /* slot_count is 2^bits */
    uint64_t memory;
    uint64_t limit;
};

enum state_set_answer { STATE_SET_FOUND, STATE_SET_ADDED, STATE_SET_LIMIT, STATE_SET_NO_MEMORY };

/* Creates a set of at most `limit` bytes. Call state_set_free in any case. Returns ADDED, LIMIT or
 * NO_MEMORY. */
enum state_set_answer state_set_init(struct state_set *states, unsigned cells, uint64_t limit);

/* Counts `bytes` of the caller towards the limit. Returns ADDED or LIMIT. */
enum state_set_answer state_set_claim(struct state_set *states, size_t bytes);

void state_set_free(struct state_set *states);

static inline uint64_t state_set_hash(const struct packed *packed) {
    uint64_t hash = packed->word[0] * UINT64_C(0x9E3779B97F4A7C15) ^
                    packed->word[1] * UINT64_C(0xC2B2AE3D27D4EB4F);
    hash ^= hash >> 31;
    return hash * UINT64_C(0xBF58476D1CE4E5B9);
}

/* Prefetch what state_set_add will read: first the slot, later the board. Not inline, because
 * compilers may drop calls of functions that only prefetch. */
void state_set_prefetch_slot(const struct state_set *states, uint64_t hash);
void state_set_prefetch_board(const struct state_set *states, uint64_t hash);

/* Adds a board unless it is present, and writes its index. LIMIT keeps all boards. After NO_MEMORY
 * the set can only be freed. */
enum state_set_answer state_set_add(struct state_set *states, const struct packed *packed,
                                    uint64_t hash, uint32_t *index);

bool state_set_find(const struct state_set *states, const struct packed *packed, uint32_t *index);

static inline uint64_t *state_set_words(const struct state_set *states, size_t index) {
    return states->chunks[index / STATE_SET_CHUNK].words + index % STATE_SET_CHUNK * states->words;
}

static inline struct packed state_set_at(const struct state_set *states, size_t index) {
    const uint64_t *words = state_set_words(states, index);
    return (struct packed){{words[0], states->words == 2 ? words[1] : 0}};
}

/* The note of a new board is not initialised. */
static inline uint16_t *state_set_note(const struct state_set *states, size_t index) {
    return &states->chunks[index / STATE_SET_CHUNK].notes[index % STATE_SET_CHUNK];
}

#endif
