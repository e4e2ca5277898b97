/*
 * Frontier nodes: where a search from both sides leaves its limit (kernels/pass.h), and where the
 * two sides meet.
 *
 * The side that is searched first keeps the keys of its frontier nodes, and the other looks up its
 * own among them. A key that is found says that the two may meet on a board, and is no proof: keys
 * are hashes. How a meeting is confirmed is the search's business.
 */
#ifndef TILEPDB_SEARCH_FRONTIER_H
#define TILEPDB_SEARCH_FRONTIER_H

#include "kernels/pass.h"

/* Keys in any order. Zeroed, there are none. */
struct frontier_keys {
    uint64_t *keys; /* owned */
    size_t count, capacity;
};

/* False: no memory. */
bool frontier_keys_add(struct frontier_keys *frontier, const uint64_t *keys, size_t count);

void frontier_keys_free(struct frontier_keys *frontier);

/* The same keys, to be looked up; immutable once made. Zeroed, there are none. For each key it
 * takes 14 bytes. */
struct frontier_set {
    uint64_t *slots;  /* owned; 0: free */
    uint64_t *filter; /* owned: two bits of a word are set for each key */
    uint64_t slot_count, word_count;
};

/* Owned by the caller, who releases it by frontier_set_free. False: no memory. */
bool frontier_set_make(struct frontier_set *set, const struct frontier_keys *frontier);

void frontier_set_free(struct frontier_set *set);

/* The word of the filter for a key. */
static inline size_t frontier_set_word(const struct frontier_set *set, uint64_t key) {
    return (size_t)((key >> 32) * set->word_count >> 32);
}

/* The bits of a key there. */
static inline uint64_t frontier_set_bits(uint64_t key) {
    return UINT64_C(1) << (key & 63) | UINT64_C(1) << (key >> 6 & 63);
}

/* Most keys are not there, which the filter says. */
static inline bool frontier_set_may_have(const struct frontier_set *set, uint64_t key) {
    return (~set->filter[frontier_set_word(set, key)] & frontier_set_bits(key)) == 0;
}

/* Asks the processor to fetch what says that. */
static inline void frontier_set_fetch(const struct frontier_set *set, uint64_t key) {
    __builtin_prefetch(&set->filter[frontier_set_word(set, key)]);
}

bool frontier_set_has(const struct frontier_set *set, uint64_t key);

#endif
