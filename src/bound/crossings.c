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

/* The slot of a key, or the free one where it belongs. */
static size_t slot_find(const struct crossing_set *set, uint64_t key) {
    size_t at = (size_t)((key & UINT32_MAX) * set->slot_count >> 32);
    while (set->slots[at] && set->slots[at] != key)
        if (++at == set->slot_count) at = 0;
    return at;
}

bool crossing_set_make(struct crossing_set *set, const struct crossings *crossings) {
    const size_t count = crossings->count;
    *set = (struct crossing_set){.slot_count = count + count / 2 + 1, .word_count = count / 4 + 1};
    set->slots = memory_pages((size_t)set->slot_count * sizeof *set->slots);
    set->filter = memory_pages((size_t)set->word_count * sizeof *set->filter);
    if (!set->slots || !set->filter) {
        crossing_set_free(set);
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        const uint64_t key = crossings->keys[i];
        set->slots[slot_find(set, key)] = key;
        set->filter[crossing_set_word(set, key)] |= crossing_set_bits(key);
    }
    return true;
}

void crossing_set_free(struct crossing_set *set) {
    memory_pages_free(set->slots, (size_t)set->slot_count * sizeof *set->slots);
    memory_pages_free(set->filter, (size_t)set->word_count * sizeof *set->filter);
    *set = (struct crossing_set){0};
}

bool crossing_set_has(const struct crossing_set *set, uint64_t key) {
    return crossing_set_may_have(set, key) && set->slots[slot_find(set, key)] == key;
}
