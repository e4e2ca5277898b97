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
