#include "search/frontier.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

bool frontier_keys_add(struct frontier_keys *frontier, const uint64_t *keys, size_t count) {
    if (frontier->count + count > frontier->capacity) {
        size_t capacity = frontier->capacity ? 2 * frontier->capacity : 1024;
        while (capacity < frontier->count + count) capacity *= 2;
        uint64_t *grown = realloc(frontier->keys, capacity * sizeof *grown);
        if (!grown) return false;
        frontier->keys = grown;
        frontier->capacity = capacity;
    }
    memcpy(frontier->keys + frontier->count, keys, count * sizeof *keys);
    frontier->count += count;
    return true;
}

void frontier_keys_free(struct frontier_keys *frontier) {
    free(frontier->keys);
    *frontier = (struct frontier_keys){0};
}

/* ---- look-up --------------------------------------------------------------------------------- */

static size_t slot_find(const struct frontier_set *set, uint64_t key) {
    size_t at = (size_t)((key & UINT32_MAX) * set->slot_count >> 32);
    while (set->slots[at] && set->slots[at] != key)
        if (++at == set->slot_count) at = 0;
    return at;
}

bool frontier_set_make(struct frontier_set *set, const struct frontier_keys *frontier) {
    const size_t count = frontier->count;
    *set = (struct frontier_set){.slot_count = count + count / 2 + 1, .word_count = count / 4 + 1};
    set->slots = memory_pages((size_t)set->slot_count * sizeof *set->slots);
    set->filter = memory_pages((size_t)set->word_count * sizeof *set->filter);
    if (!set->slots || !set->filter) {
        frontier_set_free(set);
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        const uint64_t key = frontier->keys[i];
        set->slots[slot_find(set, key)] = key;
        set->filter[frontier_set_word(set, key)] |= frontier_set_bits(key);
    }
    return true;
}

void frontier_set_free(struct frontier_set *set) {
    memory_pages_free(set->slots, (size_t)set->slot_count * sizeof *set->slots);
    memory_pages_free(set->filter, (size_t)set->word_count * sizeof *set->filter);
    *set = (struct frontier_set){0};
}

bool frontier_set_has(const struct frontier_set *set, uint64_t key) {
    return frontier_set_may_have(set, key) && set->slots[slot_find(set, key)] == key;
}
