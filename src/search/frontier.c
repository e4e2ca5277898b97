#include "search/frontier.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static bool reserve(struct frontier_keys *frontier, size_t count) {
    if (frontier->count + count <= frontier->capacity) return true;
    size_t capacity = frontier->capacity ? 2 * frontier->capacity : 1024;
    while (capacity < frontier->count + count) capacity *= 2;
    uint64_t *keys = realloc(frontier->keys, capacity * sizeof *keys);
    if (keys) frontier->keys = keys;
    uint16_t *left = realloc(frontier->left, capacity * sizeof *left);
    if (left) frontier->left = left;
    if (keys && left) frontier->capacity = capacity;
    return keys && left;
}

void frontier_keys_cut(struct frontier_keys *frontier, int cut) {
    size_t kept = 0;
    if (!cut || (frontier->cut && frontier->cut <= cut)) return;
    frontier->cut = cut;
    for (size_t i = 0; i < frontier->count; i++) {
        if (frontier->left[i] >= cut) continue;
        frontier->keys[kept] = frontier->keys[i];
        frontier->left[kept++] = frontier->left[i];
    }
    frontier->count = kept;
}

/* Keys with 0 moves left are always kept, so `cut` stays at least 1. */
static void excess_drop(struct frontier_keys *frontier) {
    size_t with[TILEPDB_MAX_MOVES + 1] = {0}, count = frontier->count;
    int cut = TILEPDB_MAX_MOVES + 1;
    for (size_t i = 0; i < count; i++) with[frontier->left[i]]++;
    while (count > frontier->most && cut > 1) count -= with[--cut];
    frontier_keys_cut(frontier, cut);
}

bool frontier_keys_add(struct frontier_keys *frontier, const uint64_t *keys, const uint16_t *left,
                       size_t count) {
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) kept += !frontier->cut || left[i] < frontier->cut;
    if (!reserve(frontier, kept)) return false;
    for (size_t i = 0; i < count; i++) {
        if (frontier->cut && left[i] >= frontier->cut) continue;
        frontier->keys[frontier->count] = keys[i];
        frontier->left[frontier->count++] = left[i];
    }
    if (frontier->most && frontier->count > frontier->most && frontier->cut != 1)
        excess_drop(frontier);
    return true;
}

bool frontier_keys_join(struct frontier_keys *frontier, const struct frontier_keys *from) {
    frontier_keys_cut(frontier, from->cut);
    return frontier_keys_add(frontier, from->keys, from->left, from->count);
}

void frontier_keys_free(struct frontier_keys *frontier) {
    free(frontier->keys);
    free(frontier->left);
    frontier->keys = NULL;
    frontier->left = NULL;
    frontier->count = frontier->capacity = 0;
}

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
