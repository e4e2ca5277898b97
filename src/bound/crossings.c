/* See crossings.h. */
#include "bound/crossings.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

bool crossings_add(struct crossings *crossings, const uint64_t *keys, size_t count) {
    if (crossings->count + count > crossings->room) {
        size_t room = crossings->room ? 2 * crossings->room : 1024;
        while (room < crossings->count + count) room *= 2;
        uint64_t *grown = realloc(crossings->keys, room * sizeof *grown);
        if (!grown) return false;
        crossings->keys = grown;
        crossings->room = room;
    }
    memcpy(crossings->keys + crossings->count, keys, count * sizeof *keys);
    crossings->count += count;
    return true;
}

void crossings_free(struct crossings *crossings) {
    free(crossings->keys);
    *crossings = (struct crossings){0};
}

/* ---- to be looked up ------------------------------------------------------------------------- */

/* Slots for a key, and bits of the filter. */
#define SLOTS_PER_KEY 2
#define BITS_PER_KEY  16

static unsigned bits_for(size_t count) {
    unsigned bits = 0;
    while (((size_t)1 << bits) < count) bits++;
    return bits;
}

/* The slot of a key, or the free one where it belongs. */
static size_t slot_find(const struct crossing_set *set, uint64_t key) {
    const size_t mask = ((size_t)1 << set->slot_bits) - 1;
    size_t at = (size_t)key & mask;
    while (set->slots[at] && set->slots[at] != key) at = (at + 1) & mask;
    return at;
}

static void slot_fill(struct crossing_set *set, uint64_t key) {
    const size_t at = slot_find(set, key);
    if (set->slots[at]) return;
    set->slots[at] = key;
    set->filter[crossing_set_word(set, key)] |= crossing_set_bits(key);
}

bool crossing_set_make(struct crossing_set *set, const struct crossings *crossings) {
    *set = (struct crossing_set){.slot_bits = bits_for(crossings->count * SLOTS_PER_KEY),
                                 .word_bits = bits_for(crossings->count * BITS_PER_KEY / 64)};
    set->slots = memory_pages(sizeof *set->slots << set->slot_bits);
    set->filter = memory_pages(sizeof *set->filter << set->word_bits);
    if (!set->slots || !set->filter) {
        crossing_set_free(set);
        return false;
    }
    for (size_t i = 0; i < crossings->count; i++) slot_fill(set, crossings->keys[i]);
    return true;
}

void crossing_set_free(struct crossing_set *set) {
    memory_pages_free(set->slots, sizeof *set->slots << set->slot_bits);
    memory_pages_free(set->filter, sizeof *set->filter << set->word_bits);
    *set = (struct crossing_set){0};
}

bool crossing_set_has(const struct crossing_set *set, uint64_t key) {
    return crossing_set_may_have(set, key) && set->slots[slot_find(set, key)] == key;
}
