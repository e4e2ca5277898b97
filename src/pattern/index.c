#include "pattern/index.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"

/* ---- masks ----------------------------------------------------------------------------------- */

static uint32_t choose(unsigned n, unsigned k) {
    if (k > n) return 0;
    uint64_t value = 1;
    for (unsigned i = 1; i <= k; i++) value = value * (n - k + i) / i;
    return (uint32_t)value;
}

/* Ranks each half among the halves with as many tiles, then places the blocks of the upper halves
 * one after another: by their number of tiles, then by value. */
static void masks_number(struct index *index) {
    const unsigned cells = index->geometry.cells, k = index->tile_count;
    const unsigned low = index->low_cells, high = cells - low;
    uint32_t seen[TILEPDB_TABLE_MAX_CELLS + 1] = {0};
    for (uint32_t half = 0; half < 1u << low; half++)
        index->low_rank[half] = seen[bits_count32(half)]++;
    uint32_t rank = 0;
    for (unsigned count = 0; count <= high && count <= k; count++) {
        const uint32_t block = choose(low, k - count);
        if (block == 0) continue;
        for (uint32_t half = 0; half < 1u << high; half++) {
            if (bits_count32(half) != count) continue;
            index->high_base[half] = rank;
            rank += block;
        }
    }
}

static void masks_list(struct index *index) {
    const unsigned k = index->tile_count;
    const uint32_t end = 1u << index->geometry.cells;
    uint32_t mask = (1u << k) - 1u;
    while (mask < end) {
        index->mask_of_rank[index_rank(index, mask)] = mask;
        const uint32_t lowest = mask & (0u - mask), ripple = mask + lowest;
        mask = ripple | (((mask ^ ripple) >> 2) / lowest);
    }
}

/* ---- regions --------------------------------------------------------------------------------- */

static uint32_t cells_flood(const struct geometry *geometry, uint32_t free_cells, uint32_t seed) {
    uint32_t region = seed, front = seed;
    while (front) {
        uint32_t next = 0;
        for (; front; front &= front - 1) {
            const unsigned cell = bits_lowest32(front);
            for (int d = 0; d < DIRECTIONS; d++) {
                const uint8_t beside = geometry->neighbour[cell][d];
                if (beside != NO_CELL) next |= 1u << beside;
            }
        }
        front = next & free_cells & ~region;
        region |= front;
    }
    return region;
}

static void half_split(const struct geometry *geometry, uint32_t left, struct index_half *half) {
    while (left) {
        const uint32_t region = cells_flood(geometry, left, left & (0u - left));
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

static bool regions_number(struct index *index) {
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

/* ---- the whole index ------------------------------------------------------------------------- */

static void labels_assign(struct index *index) {
    memset(index->label_of_tile, NO_LABEL, sizeof index->label_of_tile);
    uint8_t tile = 1, label = 0;
    for (uint8_t cell = 0; cell < index->geometry.cells; cell++) {
        if (geometry_cell_parity(&index->geometry, cell)) index->odd_cells |= 1u << cell;
        if (cell == index->pattern.goal_blank) continue;
        if (index->pattern.tiles >> tile & 1u) {
            index->label_of_tile[tile] = label;
            index->tile_of_label[label] = tile;
            index->goal_cell[label] = cell;
            index->goal_mask |= 1u << cell;
            label++;
        }
        tile++;
    }
}

static tilepdb_status pattern_check(const tilepdb_pattern *pattern, const struct geometry *geometry,
                                    tilepdb_error *error) {
    if (pattern->goal_blank >= geometry->cells)
        return error_set(error, TILEPDB_ERROR_ARGUMENT,
                         "the goal's blank cell is %u, but the board's cells are 0 to %d",
                         pattern->goal_blank, geometry->cells - 1);
    if (pattern->tiles == 0)
        return error_set(error, TILEPDB_ERROR_ARGUMENT, "a pattern needs at least one tile");
    if (pattern->tiles & 1u || pattern->tiles >> geometry->cells)
        return error_set(error, TILEPDB_ERROR_ARGUMENT,
                         "the pattern names a tile that is not on the %dx%d board, whose tiles "
                         "are 1 to %d",
                         geometry->width, geometry->height, geometry->cells - 1);
    if (bits_count32(pattern->tiles) > INDEX_MAX_TILES)
        return error_set(error, TILEPDB_ERROR_TOO_LARGE,
                         "a pattern of %u tiles is too large: at most %d tiles are possible, split "
                         "it into smaller patterns",
                         bits_count32(pattern->tiles), INDEX_MAX_TILES);
    return TILEPDB_OK;
}

static bool arrays_allocate(struct index *index) {
    const unsigned high = index->geometry.cells - (unsigned)index->low_cells;
    index->high_base = calloc((size_t)1 << high, sizeof *index->high_base);
    index->low_rank = calloc((size_t)1 << index->low_cells, sizeof *index->low_rank);
    index->high_free = calloc((size_t)1 << high, sizeof *index->high_free);
    index->low_free = calloc((size_t)1 << index->low_cells, sizeof *index->low_free);
    index->mask_of_rank = malloc(index->mask_count * sizeof *index->mask_of_rank);
    index->first_cohort = malloc((index->mask_count + 1) * sizeof *index->first_cohort);
    index->region_word = malloc(index->mask_count * sizeof *index->region_word);
    return index->high_base && index->low_rank && index->high_free && index->low_free &&
           index->mask_of_rank && index->first_cohort && index->region_word;
}

uint32_t index_masks(const tilepdb_pattern *pattern) {
    return choose((unsigned)pattern->width * pattern->height, bits_count32(pattern->tiles));
}

tilepdb_status index_create(struct index **index, const tilepdb_pattern *pattern,
                            tilepdb_error *error) {
    struct geometry geometry;
    tilepdb_status status = geometry_init(&geometry, pattern->width, pattern->height, error);
    if (!status) status = pattern_check(pattern, &geometry, error);
    if (status) return status;

    struct index *made = calloc(1, sizeof *made);
    if (!made)
        return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for the pattern's index");
    made->geometry = geometry;
    made->pattern = *pattern;
    made->tile_count = (uint8_t)bits_count32(pattern->tiles);
    made->low_cells = geometry.cells / 2;
    made->mask_count = index_masks(pattern);
    made->factorial[0] = 1;
    for (unsigned i = 1; i <= INDEX_MAX_TILES; i++) made->factorial[i] = made->factorial[i - 1] * i;
    made->code_count = made->factorial[made->tile_count];
    labels_assign(made);
    bool ok = arrays_allocate(made);
    if (ok) {
        masks_number(made);
        masks_list(made);
        halves_split(made);
        cohorts_number(made);
        ok = regions_number(made);
    }
    if (!ok) {
        index_free(made);
        return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for the pattern's index");
    }
    *index = made;
    return TILEPDB_OK;
}

void index_free(struct index *index) {
    if (!index) return;
    free(index->high_base);
    free(index->low_rank);
    free(index->high_free);
    free(index->low_free);
    free(index->mask_of_rank);
    free(index->first_cohort);
    free(index->region_word);
    free(index->maps);
    free(index);
}

uint32_t index_rank_of_cohort(const struct index *index, uint32_t cohort) {
    uint32_t low = 0, high = index->mask_count;
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        if (index->first_cohort[middle] <= cohort)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* ---- codes ----------------------------------------------------------------------------------- */

uint32_t index_code(const struct index *index, const uint8_t *labels) {
    uint32_t code = 0;
    for (unsigned place = 0; place < index->tile_count; place++) {
        unsigned digit = 0;
        for (unsigned before = 0; before < place; before++) digit += labels[before] < labels[place];
        code += digit * index->factorial[labels[place]];
    }
    return code;
}

/* Label i comes after digit_i smaller ones, so labels are inserted from 0 up. */
void index_labels(const struct index *index, uint32_t code, uint8_t *labels) {
    for (unsigned label = 0; label < index->tile_count; label++) {
        const unsigned digit = code / index->factorial[label] % (label + 1);
        memmove(labels + digit + 1, labels + digit, label - digit);
        labels[digit] = (uint8_t)label;
    }
}

void index_locate(const struct index *index, const tilepdb_board *board, uint32_t *mask,
                  uint32_t *code) {
    uint8_t labels[INDEX_MAX_TILES];
    unsigned count = 0;
    *mask = 0;
    for (unsigned cell = 0; cell < index->geometry.cells; cell++) {
        const uint8_t label = index->label_of_tile[board->cells[cell]];
        if (label == NO_LABEL) continue;
        labels[count++] = label;
        *mask |= 1u << cell;
    }
    *code = index_code(index, labels);
}

unsigned index_manhattan(const struct index *index, uint32_t mask, uint32_t code) {
    uint8_t labels[INDEX_MAX_TILES];
    index_labels(index, code, labels);
    unsigned sum = 0;
    for (unsigned place = 0; mask; mask &= mask - 1, place++)
        sum += geometry_distance(&index->geometry, bits_lowest32(mask),
                                 index->goal_cell[labels[place]]);
    return sum;
}

uint64_t index_entries(const struct index *index, tilepdb_blank_policy blank) {
    const uint32_t columns = blank == TILEPDB_BLANK_AWARE ? index->cohort_count : index->mask_count;
    return (uint64_t)columns * index->code_count;
}

/* With two free cells of one colour that are not adjacent, the blank on either is reached by one
 * parity of arrangements each, so together by all. (Exchanging the blank with the one tile outside
 * the pattern flips the parity of the board, and so does a blank an odd number of steps away.) */
static uint64_t projected_pairs_reachable(const struct index *index) {
    const uint32_t all = (1u << index->geometry.cells) - 1u;
    uint64_t reachable = 0;
    for (uint32_t rank = 0; rank < index->mask_count; rank++) {
        const uint32_t pair = all & ~index->mask_of_rank[rank];
        const unsigned first = bits_lowest32(pair), second = bits_lowest32(pair & (pair - 1));
        const bool one_colour = geometry_distance(&index->geometry, first, second) % 2 == 0;
        reachable += one_colour ? index->code_count : index->code_count / 2;
    }
    return reachable;
}

uint64_t index_reachable(const struct index *index, tilepdb_blank_policy blank) {
    const unsigned free_cells = index->geometry.cells - (unsigned)index->tile_count;
    if (free_cells > 2) return index_entries(index, blank);
    if (free_cells == 2 && blank == TILEPDB_BLANK_PROJECTED)
        return projected_pairs_reachable(index);
    return index_entries(index, blank) / 2;
}
