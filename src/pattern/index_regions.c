#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/error.h"
#include "pattern/index.h"

static void half_split(const struct geometry *geometry, uint32_t left, struct index_half *half) {
    while (left) {
        const uint32_t region = geometry_flood_fill(geometry, left, left & (0u - left));
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

static uint32_t cells_touching(const struct index *index, uint32_t set) {
    return set << index->geometry.width | (set & index->before_edge) << 1;
}

static uint32_t sets_merge(uint32_t *sets, unsigned *count, uint32_t touching) {
    uint32_t merged = 0;
    unsigned kept = 0;
    for (unsigned i = 0; i < *count; i++) {
        const uint32_t set = sets[i];
        sets[kept] = set;
        if (set & touching)
            merged |= set;
        else
            kept++;
    }
    *count = kept;
    return merged;
}

static void set_insert(uint32_t *sets, unsigned *count, uint32_t set) {
    const uint32_t lowest = set & (0u - set);
    unsigned place = (*count)++;
    for (; place > 0 && (sets[place - 1] & (0u - sets[place - 1])) > lowest; place--)
        sets[place] = sets[place - 1];
    sets[place] = set;
}

unsigned index_mask_regions(const struct index *index, uint32_t mask,
                            uint32_t regions[TILEPDB_TABLE_MAX_CELLS]) {
    const uint32_t free_cells = ((1u << index->geometry.cells) - 1u) & ~mask;
    const struct index_half *low = &index->low_free[free_cells & ((1u << index->low_cells) - 1u)];
    const struct index_half *high = &index->high_free[free_cells >> index->low_cells];
    unsigned count = high->count;
    for (unsigned i = 0; i < count; i++) regions[i] = high->cells[i];
    for (unsigned i = 0; i < low->count; i++) {
        const uint32_t set = low->cells[i];
        set_insert(regions, &count, set | sets_merge(regions, &count, cells_touching(index, set)));
    }
    return count;
}

/* Usually one half has at most one set. Then each set of the other half that touches it reduces
 * the number of regions by one. */
static unsigned mask_region_count(const struct index *index, uint32_t mask) {
    const uint32_t free_cells = ((1u << index->geometry.cells) - 1u) & ~mask;
    const struct index_half *low = &index->low_free[free_cells & ((1u << index->low_cells) - 1u)];
    const struct index_half *high = &index->high_free[free_cells >> index->low_cells];
    uint32_t regions[TILEPDB_TABLE_MAX_CELLS];
    unsigned count = low->count + high->count;
    if (low->count > 1 && high->count > 1) return index_mask_regions(index, mask, regions);
    for (unsigned i = 0; i < low->count; i++)
        for (unsigned j = 0; j < high->count; j++)
            count -= (cells_touching(index, low->cells[i]) & high->cells[j]) != 0;
    return count;
}

static void regions_pack(struct index *index, uint32_t rank, const uint32_t *regions,
                         unsigned count) {
    uint64_t packed = index->mask_regions[rank];
    for (unsigned region = 1; region < count; region++)
        for (uint32_t cells = regions[region]; cells; cells &= cells - 1)
            packed |= (uint64_t)region << (bits_lowest32(cells) * index->region_bits);
    index->mask_regions[rank] = packed;
}

/* Occupied cells get the number of the largest region, so that many masks share a map. */
static void map_make(const uint32_t *regions, unsigned count,
                     uint8_t map[TILEPDB_TABLE_MAX_CELLS]) {
    unsigned largest = 0;
    for (unsigned region = 1; region < count; region++)
        if (bits_count32(regions[region]) > bits_count32(regions[largest])) largest = region;
    memset(map, (int)largest, TILEPDB_TABLE_MAX_CELLS);
    for (unsigned region = 0; region < count; region++)
        for (uint32_t cells = regions[region]; region != largest && cells; cells &= cells - 1)
            map[bits_lowest32(cells)] = (uint8_t)region;
}

/* A hash table with open addressing. `slots` holds map numbers + 1, or 0. */
struct map_set {
    uint32_t *slots;
    uint32_t slot_count;
    uint32_t capacity; /* capacity of index->maps */
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
        uint64_t slot = hash_bytes(maps[number], sizeof *maps);
        while (slots[slot & (set->slot_count - 1)]) slot++;
        slots[slot & (set->slot_count - 1)] = number + 1;
    }
    return true;
}

static bool map_set_number(struct index *index, struct map_set *set,
                           const uint8_t map[TILEPDB_TABLE_MAX_CELLS], uint32_t *number) {
    if (index->map_count == set->capacity && !map_set_grow(index, set)) return false;
    uint64_t slot = hash_bytes(map, TILEPDB_TABLE_MAX_CELLS);
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
    uint32_t cohort = 0;
    for (uint32_t rank = 0; rank < index->mask_count; rank++) {
        const unsigned count = mask_region_count(index, index->mask_of_rank[rank]);
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

static bool regions_map(struct index *index, struct map_set *set, uint32_t rank,
                        const uint32_t *regions, unsigned count) {
    uint8_t map[TILEPDB_TABLE_MAX_CELLS];
    uint32_t number;
    map_make(regions, count, map);
    if (!map_set_number(index, set, map, &number)) return false;
    index->mask_regions[rank] = (uint64_t)number << 32 | index->first_cohort[rank];
    return true;
}

/* Unless regions are packed, map 0 serves the masks with one region, which are the most. */
static bool regions_fill(struct index *index) {
    const unsigned cells = index->geometry.cells;
    const unsigned bits = index->max_regions > 1 ? bit_width(index->max_regions - 1u) : 1;
    const bool packed = cells * bits + bit_width(index->cohort_count) <= 64;
    if (packed) {
        index->region_bits = (uint8_t)bits;
        index->region_shift = (uint8_t)(cells * bits);
    }
    struct map_set set = {0};
    uint32_t regions[TILEPDB_TABLE_MAX_CELLS] = {index->all_cells};
    bool ok = packed || regions_map(index, &set, 0, regions, 1);
    for (uint32_t rank = 0; rank < index->mask_count && ok; rank++) {
        const uint32_t cohort = index->first_cohort[rank];
        const unsigned count = index->first_cohort[rank + 1] - cohort;
        index->mask_regions[rank] = packed ? (uint64_t)cohort << index->region_shift : cohort;
        if (count == 1) continue;
        index_mask_regions(index, index->mask_of_rank[rank], regions);
        if (packed)
            regions_pack(index, rank, regions, count);
        else
            ok = regions_map(index, &set, rank, regions, count);
    }
    free(set.slots);
    return ok;
}

bool index_regions_number(struct index *index) {
    halves_split(index);
    cohorts_number(index);
    return regions_fill(index);
}

/* ---- how many regions all masks leave -------------------------------------------------------- */

/* The length of a border is the shorter side of a board of up to 25 cells. */
#define BORDER_MAX 5
/* A cell of a border takes two bits: 0 if occupied, otherwise the number of its piece. A border
 * has at most three pieces, numbered in order of appearance. */
#define BORDERS (1u << 2 * BORDER_MAX)

/* [border][occupied cells] number of masks with this border, and of their closed regions, which do
 * not touch the border. */
struct border_sums {
    uint64_t masks[BORDERS][TILEPDB_TABLE_MAX_CELLS + 1];
    uint64_t closed[BORDERS][TILEPDB_TABLE_MAX_CELLS + 1];
};

/* Cells beyond the length of the border count as occupied. */
struct border {
    unsigned piece[BORDER_MAX];
};

static struct border border_read(unsigned code) {
    struct border border;
    for (unsigned i = 0; i < BORDER_MAX; i++) border.piece[i] = code >> 2 * i & 3u;
    return border;
}

static unsigned border_code(const struct border *border) {
    unsigned number[BORDER_MAX + 2] = {0}, pieces = 0, code = 0;
    for (unsigned i = 0; i < BORDER_MAX; i++) {
        const unsigned piece = border->piece[i];
        if (piece != 0 && number[piece] == 0) number[piece] = ++pieces;
        code |= number[piece] << 2 * i;
    }
    return code;
}

static bool border_has(const struct border *border, unsigned piece) {
    for (unsigned i = 0; i < BORDER_MAX; i++)
        if (border->piece[i] == piece) return true;
    return false;
}

static unsigned border_pieces(const struct border *border) {
    unsigned pieces = 0;
    for (unsigned piece = 1; piece <= BORDER_MAX; piece++) pieces += border_has(border, piece);
    return pieces;
}

/* Occupies the cell below cell `at`. Sets *closes if this ends a region. */
static unsigned border_occupy(struct border border, unsigned at, bool *closes) {
    const unsigned above = border.piece[at];
    border.piece[at] = 0;
    *closes = above != 0 && !border_has(&border, above);
    return border_code(&border);
}

/* Frees the cell below cell `at`, which joins the pieces above and on the left. */
static unsigned border_free(struct border border, unsigned at) {
    const unsigned above = border.piece[at], left = at > 0 ? border.piece[at - 1] : 0;
    const unsigned own = above != 0 ? above : left != 0 ? left : BORDER_MAX + 1;
    for (unsigned i = 0; i < BORDER_MAX; i++)
        if (left != 0 && border.piece[i] == left) border.piece[i] = own;
    border.piece[at] = own;
    return border_code(&border);
}

static void tally_cell(const struct border_sums *before, struct border_sums *after, unsigned length,
                       unsigned at, unsigned cells) {
    const unsigned borders = 1u << 2 * length;
    memset(after->masks, 0, borders * sizeof *after->masks);
    memset(after->closed, 0, borders * sizeof *after->closed);
    for (unsigned code = 0; code < borders; code++) {
        const struct border border = border_read(code);
        for (unsigned tiles = 0; tiles <= cells; tiles++) {
            const uint64_t masks = before->masks[code][tiles];
            const uint64_t closed = before->closed[code][tiles];
            if (masks == 0) continue;
            bool closes;
            const unsigned occupied = border_occupy(border, at, &closes);
            after->masks[occupied][tiles + 1] += masks;
            after->closed[occupied][tiles + 1] += closed + (closes ? masks : 0);
            const unsigned freed = border_free(border, at);
            after->masks[freed][tiles] += masks;
            after->closed[freed][tiles] += closed;
        }
    }
}

tilepdb_status regions_count(const struct geometry *geometry,
                             uint64_t regions[TILEPDB_TABLE_MAX_CELLS + 1], tilepdb_error *error) {
    const unsigned cells = geometry->cells;
    const unsigned length = geometry->width < geometry->height ? geometry->width : geometry->height;
    struct border_sums *tallies = calloc(2, sizeof *tallies);
    if (!tallies)
        return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory to count regions");
    tallies[0].masks[0][0] = 1; /* cells above the board count as occupied */
    for (unsigned cell = 0; cell < cells; cell++)
        tally_cell(&tallies[cell % 2], &tallies[(cell + 1) % 2], length, cell % length, cell);
    const struct border_sums *last = &tallies[cells % 2];
    memset(regions, 0, (TILEPDB_TABLE_MAX_CELLS + 1) * sizeof *regions);
    for (unsigned code = 0; code < 1u << 2 * length; code++) {
        const struct border border = border_read(code);
        for (unsigned tiles = 0; tiles <= cells; tiles++)
            regions[tiles] +=
                last->closed[code][tiles] + last->masks[code][tiles] * border_pieces(&border);
    }
    free(tallies);
    return TILEPDB_OK;
}
