#include "reference/state_set.h"

#include <stdlib.h>

#include "base/bytes.h"
#include "base/memory.h"

#define FIRST_BITS 16
#define MOST_BITS  31
#define AHEAD      16 /* buckets between prefetch and use */

static size_t words_bytes(const struct state_set *states) {
    return STATE_SET_CHUNK * states->words * sizeof(uint64_t);
}

static bool state_is(const struct state_set *states, size_t index, const struct packed *packed) {
    const uint64_t *words = state_set_words(states, index);
    return words[0] == packed->word[0] && (states->words == 1 || words[1] == packed->word[1]);
}

/* ---- slots ----------------------------------------------------------------------------------- */

struct bucket_tag {
    size_t bucket;
    uint32_t tag;
};

static size_t bucket_count(const struct state_set *states) {
    return states->slot_count / STATE_SET_BUCKET;
}

static uint32_t displaced_mark(const struct state_set *states) {
    return UINT32_C(1) << states->bits;
}

static uint32_t hash_mask(const struct state_set *states) {
    return (uint32_t)(UINT64_MAX << (states->bits + 1));
}

static struct bucket_tag place_home(const struct state_set *states, uint64_t hash) {
    const unsigned bits = states->bits - STATE_SET_BUCKET_BITS;
    return (struct bucket_tag){.bucket = (size_t)(hash >> (64 - bits)),
                               .tag = (uint32_t)(hash << bits >> 32) & hash_mask(states)};
}

static struct bucket_tag place_next(const struct state_set *states, struct bucket_tag place) {
    return (struct bucket_tag){.bucket = (place.bucket + 1) & (bucket_count(states) - 1),
                               .tag = place.tag | displaced_mark(states)};
}

static size_t slot_index(const struct state_set *states, uint32_t slot) {
    return (slot & (displaced_mark(states) - 1)) - 1;
}

static uint32_t *bucket_slots(const struct state_set *states, size_t bucket) {
    return states->slots + bucket * STATE_SET_BUCKET;
}

/* Taken slots come first. A branch in the loop would be unpredictable. */
static unsigned bucket_taken(const uint32_t *slots) {
    unsigned taken = 0;
    for (unsigned i = 0; i < STATE_SET_BUCKET; i++) taken += slots[i] != 0;
    return taken;
}

static unsigned bucket_candidates(const struct state_set *states, const uint32_t *slots,
                                  struct bucket_tag place) {
    const uint32_t mask = ~(displaced_mark(states) - 1);
    unsigned candidates = 0;
    for (unsigned i = 0; i < STATE_SET_BUCKET; i++)
        candidates |= (unsigned)((slots[i] & mask) == place.tag && slots[i] != 0) << i;
    return candidates;
}

void state_set_prefetch_slot(const struct state_set *states, uint64_t hash) {
    __builtin_prefetch(bucket_slots(states, place_home(states, hash).bucket), 1);
}

void state_set_prefetch_board(const struct state_set *states, uint64_t hash) {
    const struct bucket_tag place = place_home(states, hash);
    const uint32_t *slots = bucket_slots(states, place.bucket);
    const unsigned candidates = bucket_candidates(states, slots, place);
    if (candidates != 0) {
        const uint32_t slot = slots[bits_lowest32(candidates)];
        __builtin_prefetch(state_set_words(states, slot_index(states, slot)));
    }
}

/* Returns the slot of the board, or an empty slot for it, with `*tag` set for this slot. */
static uint32_t *slot_find(const struct state_set *states, const struct packed *packed,
                           uint64_t hash, uint32_t *tag) {
    for (struct bucket_tag place = place_home(states, hash);; place = place_next(states, place)) {
        uint32_t *slots = bucket_slots(states, place.bucket);
        unsigned candidates = bucket_candidates(states, slots, place);
        for (; candidates != 0; candidates &= candidates - 1) {
            uint32_t *slot = &slots[bits_lowest32(candidates)];
            if (state_is(states, slot_index(states, *slot), packed)) return slot;
        }
        const unsigned taken = bucket_taken(slots);
        *tag = place.tag;
        if (taken < STATE_SET_BUCKET) return &slots[taken];
    }
}

static void slot_put(struct state_set *states, struct bucket_tag place, size_t index) {
    for (;; place = place_next(states, place)) {
        uint32_t *slots = bucket_slots(states, place.bucket);
        const unsigned taken = bucket_taken(slots);
        if (taken == STATE_SET_BUCKET) continue;
        slots[taken] = place.tag | (uint32_t)(index + 1);
        return;
    }
}

enum state_set_answer state_set_claim(struct state_set *states, size_t bytes) {
    if (states->memory > states->limit || bytes > states->limit - states->memory)
        return STATE_SET_LIMIT;
    states->memory += bytes;
    return STATE_SET_ADDED;
}

static bool slot_is_home(const struct state_set *states, uint32_t slot) {
    return slot != 0 && !(slot & displaced_mark(states));
}

/* Distributes boards that are not displaced over two empty buckets, by the next bit of the hash. */
static void bucket_part(struct state_set *states, const struct state_set *old, size_t bucket) {
    const uint32_t *slots = bucket_slots(old, bucket);
    uint32_t *parts = bucket_slots(states, 2 * bucket);
    const uint32_t mask = hash_mask(states), index = displaced_mark(old) - 1;
    unsigned taken[2] = {0, 0};
    for (unsigned i = 0; i < STATE_SET_BUCKET; i++) {
        const unsigned part = slots[i] >> 31, is_home = slot_is_home(old, slots[i]);
        const uint32_t slot = (slots[i] << 1 & mask) | (slots[i] & index);
        parts[part * STATE_SET_BUCKET + taken[part]] = slot & (0 - is_home);
        taken[part] += is_home;
    }
}

static void bucket_put(struct state_set *states, const struct state_set *old, size_t bucket,
                       bool all) {
    const uint32_t *slots = bucket_slots(old, bucket);
    for (unsigned i = 0; i < STATE_SET_BUCKET && slots[i] != 0; i++) {
        if (!all && slot_is_home(old, slots[i])) continue;
        const size_t index = slot_index(old, slots[i]);
        const struct packed packed = state_set_at(old, index);
        slot_put(states, place_home(states, state_set_hash(&packed)), index);
    }
}

static void slots_move(struct state_set *states, const struct state_set *old) {
    const size_t unit = MEMORY_UNIT / (STATE_SET_BUCKET * sizeof *old->slots);
    const size_t count = bucket_count(old);
    for (size_t bucket = 0; bucket < count; bucket++) {
        const size_t ahead = bucket + AHEAD < count ? bucket + AHEAD : bucket;
        const uint32_t *later = bucket_slots(old, ahead);
        /* Not a function, because compilers drop calls of functions that only prefetch. */
        for (unsigned i = 0; i < STATE_SET_BUCKET; i++)
            if (later[i] & displaced_mark(old))
                __builtin_prefetch(state_set_words(old, slot_index(old, later[i])));
        const uint32_t *parts = bucket_slots(states, 2 * bucket);
        /* Displaced boards may have entered the new buckets. */
        const bool taken = parts[0] != 0 || parts[STATE_SET_BUCKET] != 0;
        if (!taken) bucket_part(states, old, bucket);
        bucket_put(states, old, bucket, taken);
        if (bucket % unit == unit - 1)
            memory_pages_forget(bucket_slots(old, bucket + 1 - unit), MEMORY_UNIT);
    }
}

static enum state_set_answer slots_make(struct state_set *states, unsigned bits) {
    const struct state_set old = *states;
    const size_t old_bytes = old.slot_count * sizeof *old.slots;
    if (bits > MOST_BITS) return STATE_SET_LIMIT;
    const size_t bytes = sizeof *states->slots << bits;
    if (state_set_claim(states, bytes - old_bytes) == STATE_SET_LIMIT) return STATE_SET_LIMIT;
    uint32_t *slots = memory_pages(bytes);
    if (slots == NULL) return STATE_SET_NO_MEMORY;
    states->slots = slots;
    states->slot_count = (size_t)1 << bits;
    states->bits = bits;
    if (old.slots != NULL) slots_move(states, &old);
    memory_pages_free(old.slots, old_bytes);
    return STATE_SET_ADDED;
}

static enum state_set_answer chunk_add(struct state_set *states) {
    const size_t notes_bytes = STATE_SET_CHUNK * sizeof(uint16_t);
    if (state_set_claim(states, words_bytes(states) + notes_bytes) == STATE_SET_LIMIT)
        return STATE_SET_LIMIT;
    struct state_set_chunk *chunks =
        realloc(states->chunks, (states->chunk_count + 1) * sizeof *states->chunks);
    if (chunks == NULL) return STATE_SET_NO_MEMORY;
    states->chunks = chunks;
    struct state_set_chunk *chunk = &chunks[states->chunk_count++];
    chunk->words = memory_pages(words_bytes(states));
    chunk->notes = malloc(notes_bytes);
    return chunk->words != NULL && chunk->notes != NULL ? STATE_SET_ADDED : STATE_SET_NO_MEMORY;
}

enum state_set_answer state_set_init(struct state_set *states, unsigned cells, uint64_t limit) {
    *states = (struct state_set){.cells = cells, .words = cells <= 16 ? 1 : 2, .limit = limit};
    return slots_make(states, FIRST_BITS);
}

void state_set_free(struct state_set *states) {
    for (size_t i = 0; i < states->chunk_count; i++) {
        memory_pages_free(states->chunks[i].words, words_bytes(states));
        free(states->chunks[i].notes);
    }
    free(states->chunks);
    memory_pages_free(states->slots, states->slot_count * sizeof *states->slots);
    *states = (struct state_set){0};
}

static enum state_set_answer state_set_grow(struct state_set *states) {
    enum state_set_answer answer = STATE_SET_ADDED;
    if (states->count == states->chunk_count * STATE_SET_CHUNK) answer = chunk_add(states);
    if (answer != STATE_SET_ADDED || states->count + 1 <= states->slot_count / 4 * 3) return answer;
    return slots_make(states, states->bits + 1);
}

enum state_set_answer state_set_add(struct state_set *states, const struct packed *packed,
                                    uint64_t hash, uint32_t *index) {
    uint32_t tag, *slot = slot_find(states, packed, hash, &tag);
    if (*slot != 0) {
        *index = (uint32_t)slot_index(states, *slot);
        return STATE_SET_FOUND;
    }
    const unsigned bits = states->bits;
    const enum state_set_answer answer = state_set_grow(states);
    if (answer != STATE_SET_ADDED) return answer;
    if (states->bits != bits) slot = slot_find(states, packed, hash, &tag);
    *index = (uint32_t)states->count++;
    uint64_t *words = state_set_words(states, *index);
    words[0] = packed->word[0];
    if (states->words == 2) words[1] = packed->word[1];
    *slot = tag | (*index + 1);
    return STATE_SET_ADDED;
}

bool state_set_find(const struct state_set *states, const struct packed *packed, uint32_t *index) {
    uint32_t tag;
    const uint32_t *slot = slot_find(states, packed, state_set_hash(packed), &tag);
    if (*slot == 0) return false;
    *index = (uint32_t)slot_index(states, *slot);
    return true;
}
