/*
 * A set of boards. See states.h.
 */
#include "reference/states.h"

#include <stdlib.h>

#include "base/bits.h"
#include "base/memory.h"

#define CHUNK_STATES ((size_t)1 << 18) /* a huge page of boards of one word */
#define MOST_STATES  ((size_t)UINT32_MAX - 1)
#define FIRST_BITS   16
#define AHEAD        16 /* boards between prefetch and use when the table is filled anew */

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

static size_t chunk_bytes(const struct states *states) {
    return CHUNK_STATES * states->words * sizeof(uint64_t);
}

static const uint64_t *state_words(const struct states *states, size_t index) {
    return states->chunks[index / CHUNK_STATES] + index % CHUNK_STATES * states->words;
}

struct packed states_at(const struct states *states, size_t index) {
    const uint64_t *words = state_words(states, index);
    return (struct packed){{words[0], states->words == 2 ? words[1] : 0}};
}

static bool state_is(const struct states *states, size_t index, const struct packed *packed) {
    const uint64_t *words = state_words(states, index);
    return words[0] == packed->word[0] && (states->words == 1 || words[1] == packed->word[1]);
}

void states_prefetch_slot(const struct states *states, uint64_t hash) {
    __builtin_prefetch(&states->slots[hash >> states->shift]);
}

void states_prefetch_board(const struct states *states, uint64_t hash) {
    const uint32_t slot = states->slots[hash >> states->shift];
    if (slot != 0) __builtin_prefetch(state_words(states, slot - 1));
}

/* The slot of the board, or the empty one where it belongs. */
static size_t slot_find(const struct states *states, const struct packed *packed, uint64_t hash) {
    size_t slot = (size_t)(hash >> states->shift);
    while (states->slots[slot] != 0 && !state_is(states, states->slots[slot] - 1, packed))
        slot = (slot + 1) & (states->slot_count - 1);
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
    const size_t mask = states->slot_count - 1;
    uint64_t hashes[AHEAD];
    for (size_t i = 0; i < states->count + AHEAD; i++) {
        if (i >= AHEAD) {
            size_t slot = (size_t)(hashes[i % AHEAD] >> states->shift);
            while (states->slots[slot] != 0) slot = (slot + 1) & mask;
            states->slots[slot] = (uint32_t)(i - AHEAD + 1);
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
    const size_t bytes = sizeof *states->slots << bits;
    if (claim(states, bytes - old_bytes) == STATES_LIMIT) return STATES_LIMIT;
    memory_pages_free(states->slots, old_bytes);
    states->slots = memory_pages(bytes);
    states->slot_count = states->slots != NULL ? (size_t)1 << bits : 0;
    if (states->slots == NULL) return STATES_NO_MEMORY;
    states->shift = 64 - bits;
    slots_fill(states);
    return STATES_ADDED;
}

static enum states_answer chunk_add(struct states *states) {
    if (claim(states, chunk_bytes(states)) == STATES_LIMIT) return STATES_LIMIT;
    uint64_t **chunks = realloc(states->chunks, (states->chunk_count + 1) * sizeof *states->chunks);
    if (chunks == NULL) return STATES_NO_MEMORY;
    states->chunks = chunks;
    chunks[states->chunk_count] = memory_pages(chunk_bytes(states));
    if (chunks[states->chunk_count] == NULL) return STATES_NO_MEMORY;
    states->chunk_count++;
    return STATES_ADDED;
}

enum states_answer states_init(struct states *states, unsigned cells, uint64_t limit) {
    *states = (struct states){.cells = cells, .words = cells <= 16 ? 1 : 2, .limit = limit};
    return slots_make(states, FIRST_BITS);
}

void states_free(struct states *states) {
    for (size_t i = 0; i < states->chunk_count; i++)
        memory_pages_free(states->chunks[i], chunk_bytes(states));
    free(states->chunks);
    memory_pages_free(states->slots, states->slot_count * sizeof *states->slots);
    *states = (struct states){0};
}

/* Room for one board more. */
static enum states_answer states_grow(struct states *states) {
    enum states_answer answer = STATES_ADDED;
    if (states->count >= MOST_STATES) return STATES_LIMIT;
    if (states->count == states->chunk_count * CHUNK_STATES) answer = chunk_add(states);
    if (answer != STATES_ADDED || states->count + 1 <= states->slot_count / 4 * 3) return answer;
    return slots_make(states, 64 - states->shift + 1);
}

static bool states_full(const struct states *states) {
    return states->count == states->chunk_count * CHUNK_STATES ||
           states->count + 1 > states->slot_count / 4 * 3;
}

enum states_answer states_add(struct states *states, const struct packed *packed, uint64_t hash,
                              uint32_t *index) {
    size_t slot = slot_find(states, packed, hash);
    if (states->slots[slot] != 0) {
        *index = states->slots[slot] - 1;
        return STATES_FOUND;
    }
    if (states_full(states)) {
        const enum states_answer answer = states_grow(states);
        if (answer != STATES_ADDED) return answer;
        slot = slot_find(states, packed, hash);
    }
    *index = (uint32_t)states->count++;
    uint64_t *words = states->chunks[*index / CHUNK_STATES] + *index % CHUNK_STATES * states->words;
    words[0] = packed->word[0];
    if (states->words == 2) words[1] = packed->word[1];
    states->slots[slot] = *index + 1;
    return STATES_ADDED;
}

bool states_find(const struct states *states, const struct packed *packed, uint32_t *index) {
    const size_t slot = slot_find(states, packed, states_hash(packed));
    if (states->slots[slot] == 0) return false;
    *index = states->slots[slot] - 1;
    return true;
}
