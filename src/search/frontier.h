/*
 * Frontier keys: hashes of the nodes where a side of a bidirectional search leaves its limit
 * (kernels/pass.h). The second side looks up its keys among the first side's. A match is no proof
 * of a meeting.
 */
#ifndef TILEPDB_SEARCH_FRONTIER_H
#define TILEPDB_SEARCH_FRONTIER_H

#include "kernels/pass.h"

/* Keys in any order, each with its moves left (pass_frontier_left). If there are more than `most`
 * keys, `cut` falls, to 1 at least, until at most `most` keys have less than `cut` moves left; the
 * other keys are dropped. Keys added twice count twice. The order of adding does not matter. Empty
 * and without limits if zeroed. */
struct frontier_keys {
    uint64_t *keys; /* owned */
    uint16_t *left; /* [key] owned */
    size_t count, capacity;
    size_t most; /* 0: any number */
    int cut;     /* keys with `cut` or more moves left are dropped; 0: none */
};

/* Returns false without memory. */
bool frontier_keys_add(struct frontier_keys *frontier, const uint64_t *keys, const uint16_t *left,
                       size_t count);

/* Lowers the cut, and drops keys. Ignores a `cut` that is 0 or not lower. */
void frontier_keys_cut(struct frontier_keys *frontier, int cut);

/* Adds the keys and the cut of `from`. Returns false without memory. */
bool frontier_keys_join(struct frontier_keys *frontier, const struct frontier_keys *from);

/* `most` and `cut` stay. */
void frontier_keys_free(struct frontier_keys *frontier);

/* A set of keys, 14 bytes each; immutable. Empty if zeroed. */
struct frontier_set {
    uint64_t *slots;  /* owned; 0 in a free slot */
    uint64_t *filter; /* owned; each key sets two bits of a word */
    uint64_t slot_count, word_count;
};

/* Returns false without memory. */
bool frontier_set_make(struct frontier_set *set, const struct frontier_keys *frontier);

void frontier_set_free(struct frontier_set *set);

static inline size_t frontier_set_word(const struct frontier_set *set, uint64_t key) {
    return (size_t)((key >> 32) * set->word_count >> 32);
}

static inline uint64_t frontier_set_bits(uint64_t key) {
    return UINT64_C(1) << (key & 63) | UINT64_C(1) << (key >> 6 & 63);
}

/* Returns true for all keys of the set, and a few others. */
static inline bool frontier_set_may_have(const struct frontier_set *set, uint64_t key) {
    return (~set->filter[frontier_set_word(set, key)] & frontier_set_bits(key)) == 0;
}

static inline void frontier_set_fetch(const struct frontier_set *set, uint64_t key) {
    __builtin_prefetch(&set->filter[frontier_set_word(set, key)]);
}

bool frontier_set_has(const struct frontier_set *set, uint64_t key);

#endif
