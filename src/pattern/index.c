#include "pattern/index.h"

#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/error.h"

/* ---- masks ----------------------------------------------------------------------------------- */

static uint32_t choose(unsigned n, unsigned k) {
    if (k > n) return 0;
    uint64_t value = 1;
    for (unsigned i = 1; i <= k; i++) value = value * (n - k + i) / i;
    return (uint32_t)value;
}

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

/* ---- regions of masks ------------------------------------------------------------------------ */

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

/* Usually one half has at most one set, and each set of the other half that touches it reduces the
 * number of regions by one. */
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

/* Open addressing; `slots` holds map numbers + 1, or 0. */
struct map_set {
    uint32_t *slots;
    uint32_t slot_count;
    uint32_t capacity; /* of index->maps */
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

static bool index_regions_number(struct index *index) {
    halves_split(index);
    cohorts_number(index);
    return regions_fill(index);
}

/* ---- how many regions all masks leave -------------------------------------------------------- */

/* A border has the length of the shorter side of a board of up to 25 cells. */
#define BORDER_MAX 5
/* A cell of a border takes two bits: 0 if occupied, else the number of its piece. A border has at
 * most three pieces, numbered as they appear. */
#define BORDERS (1u << 2 * BORDER_MAX)

/* [border][occupied cells] numbers of masks with this border, and of their closed regions, which do
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
static unsigned border_vacate(struct border border, unsigned at) {
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
            const unsigned freed = border_vacate(border, at);
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

static void nearer_fill(struct index *index) {
    const struct geometry *geometry = &index->geometry;
    index->all_cells = (1u << geometry->cells) - 1u;
    for (unsigned label = 0; label < index->tile_count; label++)
        for (unsigned to = 0; to < geometry->cells; to++)
            for (unsigned d = 0; d < DIRECTIONS; d++) {
                const unsigned from = geometry->neighbour[to][d], goal = index->goal_cell[label];
                if (from != NO_CELL &&
                    geometry_distance(geometry, to, goal) < geometry_distance(geometry, from, goal))
                    index->nearer[label][d] |= 1u << to;
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
    index->mask_regions = malloc(index->mask_count * sizeof *index->mask_regions);
    return index->high_base && index->low_rank && index->high_free && index->low_free &&
           index->mask_of_rank && index->first_cohort && index->mask_regions;
}

uint32_t index_masks(const tilepdb_pattern *pattern) {
    return choose((unsigned)pattern->width * pattern->height, bits_count32(pattern->tiles));
}

/* Fills everything except cohorts and arrays. */
static tilepdb_status index_begin(struct index *index, const tilepdb_pattern *pattern,
                                  tilepdb_error *error) {
    *index = (struct index){.pattern = *pattern};
    struct geometry *geometry = &index->geometry;
    tilepdb_status status = geometry_init(geometry, pattern->width, pattern->height, error);
    if (!status) status = pattern_check(pattern, geometry, error);
    if (status) return status;
    index->tile_count = (uint8_t)bits_count32(pattern->tiles);
    index->low_cells = geometry->cells / 2;
    index->mask_count = index_masks(pattern);
    index->factorial[0] = 1;
    for (unsigned i = 1; i <= INDEX_MAX_TILES; i++)
        index->factorial[i] = index->factorial[i - 1] * i;
    index->code_count = index->factorial[index->tile_count];
    labels_assign(index);
    nearer_fill(index);
    return TILEPDB_OK;
}

tilepdb_status index_measure(struct index *index, const tilepdb_pattern *pattern,
                             tilepdb_error *error) {
    uint64_t cohorts[TILEPDB_TABLE_MAX_CELLS + 1];
    tilepdb_status status = index_begin(index, pattern, error);
    if (!status) status = regions_count(&index->geometry, cohorts, error);
    if (!status) index->cohort_count = (uint32_t)cohorts[index->tile_count];
    return status;
}

tilepdb_status index_create(struct index **index, const tilepdb_pattern *pattern,
                            tilepdb_error *error) {
    struct index begun;
    const tilepdb_status status = index_begin(&begun, pattern, error);
    if (status) return status;
    struct index *made = malloc(sizeof *made);
    bool ok = made != NULL;
    if (ok) {
        *made = begun;
        ok = arrays_allocate(made);
    }
    if (ok) {
        masks_number(made);
        masks_list(made);
        ok = index_regions_number(made);
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
    free(index->mask_regions);
    free(index->maps);
    free(index);
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

/* Label i comes after digit_i smaller labels, so labels are inserted in ascending order. */
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
    return (uint64_t)index_columns(index, blank) * index->code_count;
}

/* The two free cells hold the blank and one tile. Exchanging them flips the parity of the
 * permutation. If the cells have one colour, the blank's parity stays, so each arrangement is
 * reachable with the blank on exactly one cell. Otherwise both parities flip, and half of the
 * arrangements are reachable. */
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
