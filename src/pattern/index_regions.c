/*
 * Regions: the free cells of every mask, split into connected sets and numbered. See index.h.
 */
#include "pattern/index.h"

#include <stdlib.h>
#include <string.h>

static void half_split(const struct geometry *geometry, uint32_t left, struct index_half *half) {
    while (left) {
        const uint32_t region = geometry_flood(geometry, left, left & (0u - left));
        half->cells[half->count++] = region;
        left &= ~region;
    }
}

static void halves_split(struct index *index) {
    const struct geometry *geometry = &index->geometry;
    const unsigned low = index->low_cells, high = geometry->cells - low;
    for (uint32_t set = 0; set < 1u << low; set++) half_split(geometry, set, &index->low_free[set]);
    for (uint32_t set = 0; set < 1u << high; set++)
        half_split(geometry, set << low, &index->high_free[set]);
    for (uint8_t cell = 0; cell < geometry->cells; cell++)
        if ((cell + 1) % geometry->width != 0) index->before_edge |= 1u << cell;
}

/* Moves the sets that touch `front` out of a list and returns their union. */
static uint32_t sets_join(uint32_t *sets, unsigned *count, uint32_t front) {
    uint32_t joined = 0;
    unsigned kept = 0;
    for (unsigned i = 0; i < *count; i++) {
        const uint32_t set = sets[i];
        sets[kept] = set;
        if (set & front)
            joined |= set;
        else
            kept++;
    }
    *count = kept;
    return joined;
}

static void set_insert(uint32_t *sets, unsigned *count, uint32_t set) {
    const uint32_t lowest = set & (0u - set);
    unsigned place = (*count)++;
    for (; place > 0 && (sets[place - 1] & (0u - sets[place - 1])) > lowest; place--)
        sets[place] = sets[place - 1];
    sets[place] = set;
}

/* The halves' sets are known; each set of the lower half joins what it touches in the upper. */
unsigned index_mask_regions(const struct index *index, uint32_t mask,
                            uint32_t regions[TILEPDB_TABLE_MAX_CELLS]) {
    const uint32_t free_cells = ((1u << index->geometry.cells) - 1u) & ~mask;
    const struct index_half *low = &index->low_free[free_cells & ((1u << index->low_cells) - 1u)];
    const struct index_half *high = &index->high_free[free_cells >> index->low_cells];
    unsigned count = high->count;
    for (unsigned i = 0; i < count; i++) regions[i] = high->cells[i];
    for (unsigned i = 0; i < low->count; i++) {
        const uint32_t set = low->cells[i];
        const uint32_t front = set << index->geometry.width | (set & index->before_edge) << 1;
        set_insert(regions, &count, set | sets_join(regions, &count, front));
    }
    return count;
}

static void region_word_pack(struct index *index, uint32_t rank, const uint32_t *regions,
                             unsigned count) {
    uint64_t word = (uint64_t)index->first_cohort[rank] << index->region_shift;
    for (unsigned region = 1; region < count; region++)
        for (uint32_t cells = regions[region]; cells; cells &= cells - 1)
            word |= (uint64_t)region << (bits_lowest32(cells) * index->region_bits);
    index->region_word[rank] = word;
}

/* The values of occupied cells do not matter; they take the number of the largest region, so that
 * many masks share one map. */
static void map_make(const uint32_t *regions, unsigned count,
                     uint8_t map[TILEPDB_TABLE_MAX_CELLS]) {
    unsigned largest = 0;
    for (unsigned region = 1; region < count; region++)
        if (bits_count32(regions[region]) > bits_count32(regions[largest])) largest = region;
    memset(map, (int)largest, TILEPDB_TABLE_MAX_CELLS);
    for (unsigned region = 0; region < count; region++)
        for (uint32_t cells = regions[region]; cells; cells &= cells - 1)
            map[bits_lowest32(cells)] = (uint8_t)region;
}

static uint64_t map_hash(const uint8_t map[TILEPDB_TABLE_MAX_CELLS]) {
    uint64_t hash = 0;
    for (unsigned cell = 0; cell < TILEPDB_TABLE_MAX_CELLS; cell++)
        hash = (hash ^ map[cell]) * 0x9E3779B97F4A7C15u; /* 2^64 / golden ratio */
    return hash >> 32;
}

/* A hash table from maps to their numbers, open addressing; slots hold number + 1. */
struct map_set {
    uint32_t *slots;
    uint32_t slot_count; /* a power of two */
    uint32_t capacity;   /* of index->maps */
};

static bool map_set_grow(struct index *index, struct map_set *set) {
    const uint32_t capacity = set->capacity ? 2 * set->capacity : 256;
    uint8_t(*maps)[TILEPDB_TABLE_MAX_CELLS] = realloc(index->maps, capacity * sizeof *maps);
    if (!maps) return false;
    index->maps = maps;
    uint32_t *slots = calloc(4 * (size_t)capacity, sizeof *slots);
    if (!slots) return false;
    free(set->slots);
    *set = (struct map_set){slots, 4 * capacity, capacity};
    for (uint32_t number = 0; number < index->map_count; number++) {
        uint64_t slot = map_hash(maps[number]);
        while (slots[slot & (set->slot_count - 1)]) slot++;
        slots[slot & (set->slot_count - 1)] = number + 1;
    }
    return true;
}

static bool map_set_number(struct index *index, struct map_set *set,
                           const uint8_t map[TILEPDB_TABLE_MAX_CELLS], uint32_t *number) {
    if (index->map_count == set->capacity && !map_set_grow(index, set)) return false;
    uint64_t slot = map_hash(map);
    for (;; slot++) {
        uint32_t *entry = &set->slots[slot & (set->slot_count - 1)];
        if (*entry == 0) {
            memcpy(index->maps[index->map_count++], map, TILEPDB_TABLE_MAX_CELLS);
            *entry = index->map_count;
        }
        if (memcmp(index->maps[*entry - 1], map, TILEPDB_TABLE_MAX_CELLS) != 0) continue;
        *number = *entry - 1;
        return true;
    }
}

static void cohorts_number(struct index *index) {
    uint32_t regions[TILEPDB_TABLE_MAX_CELLS], cohort = 0;
    for (uint32_t rank = 0; rank < index->mask_count; rank++) {
        const unsigned count = index_mask_regions(index, index->mask_of_rank[rank], regions);
        if (count > index->max_regions) index->max_regions = (uint8_t)count;
        index->first_cohort[rank] = cohort;
        cohort += count;
    }
    index->first_cohort[index->mask_count] = index->cohort_count = cohort;
}

static unsigned bit_width(uint32_t value) {
    unsigned width = 0;
    while (value >> width) width++;
    return width;
}

static bool region_words_fill(struct index *index) {
    const unsigned cells = index->geometry.cells;
    const unsigned bits = index->max_regions > 1 ? bit_width(index->max_regions - 1u) : 1;
    const bool packed = cells * bits + bit_width(index->cohort_count) <= 64;
    if (packed) {
        index->region_bits = (uint8_t)bits;
        index->region_shift = (uint8_t)(cells * bits);
    }
    struct map_set set = {0};
    bool ok = true;
    for (uint32_t rank = 0; rank < index->mask_count && ok; rank++) {
        uint32_t regions[TILEPDB_TABLE_MAX_CELLS], number = 0;
        const unsigned count = index_mask_regions(index, index->mask_of_rank[rank], regions);
        if (packed) {
            region_word_pack(index, rank, regions, count);
            continue;
        }
        uint8_t map[TILEPDB_TABLE_MAX_CELLS];
        map_make(regions, count, map);
        ok = map_set_number(index, &set, map, &number);
        index->region_word[rank] = (uint64_t)number << 32 | index->first_cohort[rank];
    }
    free(set.slots);
    return ok;
}

bool index_regions_number(struct index *index) {
    halves_split(index);
    cohorts_number(index);
    return region_words_fill(index);
}
