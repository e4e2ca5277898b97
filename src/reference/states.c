/*
 * A set of boards. See states.h.
 */
#include "reference/states.h"

#include <stdlib.h>

#include "base/bits.h"
#include "base/memory.h"

#define FIRST_BITS 16
#define MOST_BITS  31
#define AHEAD      16 /* boards between prefetch and use when the table is filled anew */

unsigned packed_blank(const struct packed *packed, unsigned cells) {
    if (cells <= 16) { /* the lowest nibble that is 0; those beyond the board are 0, too */
        const uint64_t ones = UINT64_C(0x1111111111111111), word = packed->word[0];
        return bits_lowest64((word - ones) & ~word & ones << 3) / 4;
    }
    unsigned cell = 0;
    while (packed_tile(packed, cells, cell) != 0) cell++;
    return cell;
}

struct packed packed_from(const tilepdb_board *board) {
    const unsigned cells = (unsigned)board->width * board->height;
    struct packed packed = {{0, 0}};
    for (unsigned cell = 0; cell < cells; cell++)
        packed_flip(&packed, cells, cell, board->cells[cell]);
    return packed;
}

void packed_to(const struct packed *packed, tilepdb_board *board) {
    const unsigned cells = (unsigned)board->width * board->height;
    for (unsigned cell = 0; cell < cells; cell++)
        board->cells[cell] = (uint8_t)packed_tile(packed, cells, cell);
}

/* Multiplications carry low bits up, the shift brings high bits down. */
uint64_t states_hash(const struct packed *packed) {
    uint64_t hash = packed->word[0] * UINT64_C(0x9E3779B97F4A7C15) ^
                    packed->word[1] * UINT64_C(0xC2B2AE3D27D4EB4F);
    hash ^= hash >> 31;
    return hash * UINT64_C(0xBF58476D1CE4E5B9);
}

static size_t words_bytes(const struct states *states) {
    return STATES_CHUNK * states->words * sizeof(uint64_t);
}

static uint64_t *state_words(const struct states *states, size_t index) {
    return states->chunks[index / STATES_CHUNK].words + index % STATES_CHUNK * states->words;
}

struct packed states_at(const struct states *states, size_t index) {
    const uint64_t *words = state_words(states, index);
    return (struct packed){{words[0], states->words == 2 ? words[1] : 0}};
}

static bool state_is(const struct states *states, size_t index, const struct packed *packed) {
    const uint64_t *words = state_words(states, index);
    return words[0] == packed->word[0] && (states->words == 1 || words[1] == packed->word[1]);
}

static size_t home_slot(const struct states *states, uint64_t hash) {
    return (size_t)(hash >> (64 - states->bits));
}

static size_t next_slot(const struct states *states, size_t slot) {
    return (slot + 1) & (states->slot_count - 1);
}

/* What the slot of a board holds beside its index. */
static uint32_t hash_tag(const struct states *states, uint64_t hash) {
    return (uint32_t)hash << states->bits;
}

static size_t slot_index(const struct states *states, size_t slot) {
    return (states->slots[slot] & (states->slot_count - 1)) - 1;
}

/* The first slot from `slot` on that is empty or may hold the board. */
static size_t slot_candidate(const struct states *states, size_t slot, uint64_t hash) {
    const uint32_t tag = hash_tag(states, hash), mask = UINT32_MAX << states->bits;
    while (states->slots[slot] != 0 && (states->slots[slot] & mask) != tag)
        slot = next_slot(states, slot);
    return slot;
}

void states_prefetch_slot(const struct states *states, uint64_t hash) {
    __builtin_prefetch(&states->slots[home_slot(states, hash)]);
}

void states_prefetch_board(const struct states *states, uint64_t hash) {
    const size_t slot = slot_candidate(states, home_slot(states, hash), hash);
    if (states->slots[slot] != 0) __builtin_prefetch(state_words(states, slot_index(states, slot)));
}

/* The slot of the board, or the empty one where it belongs. */
static size_t slot_find(const struct states *states, const struct packed *packed, uint64_t hash) {
    size_t slot = slot_candidate(states, home_slot(states, hash), hash);
    while (states->slots[slot] != 0 && !state_is(states, slot_index(states, slot), packed))
        slot = slot_candidate(states, next_slot(states, slot), hash);
    return slot;
}

/* Takes `bytes` from the budget. */
static enum states_answer claim(struct states *states, size_t bytes) {
    if (states->memory > states->limit || bytes > states->limit - states->memory)
        return STATES_LIMIT;
    states->memory += bytes;
    return STATES_ADDED;
}

/* All boards differ, so none needs to be compared. */
static void slots_fill(struct states *states) {
    uint64_t hashes[AHEAD];
    for (size_t i = 0; i < states->count + AHEAD; i++) {
        if (i >= AHEAD) {
            const uint64_t hash = hashes[i % AHEAD];
            size_t slot = home_slot(states, hash);
            while (states->slots[slot] != 0) slot = next_slot(states, slot);
            states->slots[slot] = hash_tag(states, hash) | (uint32_t)(i - AHEAD + 1);
        }
        if (i >= states->count) continue;
        const struct packed packed = states_at(states, i);
        hashes[i % AHEAD] = states_hash(&packed);
        states_prefetch_slot(states, hashes[i % AHEAD]);
    }
}

/* A table of 2^bits slots in place of the old one, which is kept if the limit forbids it. */
static enum states_answer slots_make(struct states *states, unsigned bits) {
    const size_t old_bytes = states->slot_count * sizeof *states->slots;
    if (bits > MOST_BITS) return STATES_LIMIT;
    const size_t bytes = sizeof *states->slots << bits;
    if (claim(states, bytes - old_bytes) == STATES_LIMIT) return STATES_LIMIT;
    memory_pages_free(states->slots, old_bytes);
    states->slots = memory_pages(bytes);
    states->slot_count = states->slots != NULL ? (size_t)1 << bits : 0;
    if (states->slots == NULL) return STATES_NO_MEMORY;
    states->bits = bits;
    slots_fill(states);
    return STATES_ADDED;
}

static enum states_answer chunk_add(struct states *states) {
    const size_t notes_bytes = STATES_CHUNK * sizeof(uint16_t);
    if (claim(states, words_bytes(states) + notes_bytes) == STATES_LIMIT) return STATES_LIMIT;
    struct states_chunk *chunks =
        realloc(states->chunks, (states->chunk_count + 1) * sizeof *states->chunks);
    if (chunks == NULL) return STATES_NO_MEMORY;
    states->chunks = chunks;
    struct states_chunk *chunk = &chunks[states->chunk_count++];
    chunk->words = memory_pages(words_bytes(states));
    chunk->notes = malloc(notes_bytes);
    return chunk->words != NULL && chunk->notes != NULL ? STATES_ADDED : STATES_NO_MEMORY;
}

enum states_answer states_init(struct states *states, unsigned cells, uint64_t limit) {
    *states = (struct states){.cells = cells, .words = cells <= 16 ? 1 : 2, .limit = limit};
    return slots_make(states, FIRST_BITS);
}

void states_free(struct states *states) {
    for (size_t i = 0; i < states->chunk_count; i++) {
        memory_pages_free(states->chunks[i].words, words_bytes(states));
        free(states->chunks[i].notes);
    }
    free(states->chunks);
    memory_pages_free(states->slots, states->slot_count * sizeof *states->slots);
    *states = (struct states){0};
}

/* Room for one board more. */
static enum states_answer states_grow(struct states *states) {
    enum states_answer answer = STATES_ADDED;
    if (states->count == states->chunk_count * STATES_CHUNK) answer = chunk_add(states);
    if (answer != STATES_ADDED || states->count + 1 <= states->slot_count / 4 * 3) return answer;
    return slots_make(states, states->bits + 1);
}

static bool states_full(const struct states *states) {
    return states->count == states->chunk_count * STATES_CHUNK ||
           states->count + 1 > states->slot_count / 4 * 3;
}

enum states_answer states_add(struct states *states, const struct packed *packed, uint64_t hash,
                              uint32_t *index) {
    size_t slot = slot_find(states, packed, hash);
    if (states->slots[slot] != 0) {
        *index = (uint32_t)slot_index(states, slot);
        return STATES_FOUND;
    }
    if (states_full(states)) {
        const enum states_answer answer = states_grow(states);
        if (answer != STATES_ADDED) return answer;
        slot = slot_find(states, packed, hash);
    }
    *index = (uint32_t)states->count++;
    uint64_t *words = state_words(states, *index);
    words[0] = packed->word[0];
    if (states->words == 2) words[1] = packed->word[1];
    states->slots[slot] = hash_tag(states, hash) | (*index + 1);
    return STATES_ADDED;
}

bool states_find(const struct states *states, const struct packed *packed, uint32_t *index) {
    const size_t slot = slot_find(states, packed, states_hash(packed));
    if (states->slots[slot] == 0) return false;
    *index = (uint32_t)slot_index(states, slot);
    return true;
}
