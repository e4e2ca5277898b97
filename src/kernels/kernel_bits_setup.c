#include "kernels/kernel_bits_setup.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* ---- for both kernels ------------------------------------------------------------------------ */

/* Accepts bit tables of single-tile moves with at most `groups` groups of at most `patterns`
 * patterns, if `fits` accepts every pattern. */
static bool partitions_fit(const struct kernel_setup *setup, unsigned groups, unsigned patterns,
                           bool (*fits)(const struct kernel_pattern *pattern)) {
    if (!kernel_moves_are_single(setup) || !setup->partition[0]) return false;
    if (setup->group_count > groups) return false;
    for (unsigned g = 0; g < setup->group_count; g++) {
        const struct kernel_partition *partition = setup->partition[g];
        if (partition->nibble || partition->pattern_count > patterns) return false;
        for (unsigned p = 0; p < partition->pattern_count; p++)
            if (!fits(&partition->pattern[p])) return false;
    }
    return true;
}

int bits_least_slack(const uint8_t *slack, size_t distance, unsigned groups) {
    int least = *slack;
    for (unsigned g = 1; g < groups; g++)
        if (slack[g * distance] < least) least = slack[g * distance];
    return least;
}

void bits_solutions_report(struct pass *pass, size_t count, size_t left, size_t slack) {
    const size_t bytes = pass->kernel->field_bytes, end = pass->top;
    uint8_t *nodes = pass_field(pass, 0);
    size_t top = end - count;
    for (size_t i = top; i < end; i++) {
        const bool solved = nodes[i * bytes + left] == nodes[i * bytes + slack];
        if (solved) pass_found(pass, i, pass->link[i]);
        if (solved && pass->all) continue;
        memmove(nodes + top * bytes, nodes + i * bytes, bytes);
        pass->pending[top] = pass->pending[i];
        pass->link[top++] = pass->link[i];
    }
    pass->top = top;
}

/* ---- kernel_bits.c --------------------------------------------------------------------------- */

/* Returns true if a word has the cells' regions, three bits each, and from bit 48 the first
 * cohort. */
static bool regions_are_packed(const struct index *index) {
    return index->geometry.cells <= 16;
}

static bool pattern_fits(const struct kernel_pattern *pattern) {
    const struct index *index = pattern->index;
    if (regions_are_packed(index) && (index->cohort_count >> 16 || index->max_regions > 8))
        return false;
    return pattern->row_bytes * index->code_count <= BITS_OFFSET;
}

bool bits_fits(const struct kernel_setup *setup, unsigned width, unsigned groups,
               unsigned patterns) {
    return setup->view.width == width && setup->view.height == width &&
           partitions_fit(setup, groups, patterns, pattern_fits);
}

static void move_fill(struct bits_move *move, const struct kernel_setup *setup,
                      const struct kernel_group_move *seen,
                      const struct bits_partition *partition) {
    move->cells = (UINT64_C(1) << seen->from | UINT64_C(1) << seen->to) << BITS_MASK_SHIFT;
    move->tiles = seen->sign < 0 ? partition->lower : partition->higher;
    move->from = seen->from;
    move->to = seen->to;
    move->passed = seen->sign ? seen->low + 1 : (uint8_t)setup->view.cells;
}

static unsigned partition_number(const struct kernel_setup *setup, unsigned g) {
    unsigned number = 0;
    while (setup->partition[number] != setup->partition[g]) number++;
    return number;
}

static void moves_fill(struct bits *data) {
    const struct kernel_setup *setup = data->setup;
    const unsigned groups = setup->group_count;
    for (unsigned blank = 0; blank < setup->moves.geometry.cells; blank++)
        for (unsigned d = 0; d < DIRECTIONS; d++)
            for (unsigned g = 0; g < groups && setup->moves.legal[blank] >> d & 1u; g++) {
                struct bits_move *move = &data->move[(blank * DIRECTIONS + d) * groups + g];
                move_fill(move, setup, &setup->move[blank][d].group[g],
                          &data->partition[partition_number(setup, g)]);
                move->next = (uint16_t)(setup->move[blank][d].cell * bits_blank_bytes(setup));
                move->direction = (uint8_t)d;
            }
    for (unsigned set = 0; set < 16; set++)
        for (unsigned d = DIRECTIONS; d-- > 0;)
            if (set >> d & 1u)
                data->moves[set][data->move_count[set]++] =
                    (uint64_t)(d * groups * sizeof *data->move) << 32;
}

static unsigned region_of(const struct index *index, uint32_t rank, unsigned cell) {
    if (index->mask_of_rank[rank] >> cell & 1u) return 0;
    return index_cohort(index, rank, cell) - index->first_cohort[rank];
}

static uint64_t regions_packed(const struct index *index, uint32_t rank) {
    uint64_t packed = (uint64_t)index->first_cohort[rank] << 48;
    for (unsigned cell = 0; cell < index->geometry.cells; cell++)
        packed |= (uint64_t)region_of(index, rank, cell) << (3 * cell);
    return packed;
}

/* Returns the word of a mask on 5x5. An index without maps gets one map per mask. */
static uint64_t regions_mapped(const struct index *index, uint32_t rank, uint8_t *maps) {
    const bool mapped = index->region_bits == 0;
    const uint64_t number = mapped ? index->mask_regions[rank] >> 32 : rank;
    uint8_t *map = maps + number * TILEPDB_TABLE_MAX_CELLS;
    for (unsigned cell = 0; !mapped && cell < index->geometry.cells; cell++)
        map[cell] = (uint8_t)region_of(index, rank, cell);
    return number * TILEPDB_TABLE_MAX_CELLS << 32 | index->first_cohort[rank];
}

static size_t map_count(const struct index *index) {
    if (regions_are_packed(index)) return 0;
    return index->region_bits ? index->mask_count : index->map_count;
}

struct shape_bytes {
    size_t mask_regions, high, maps;
};

static struct shape_bytes shape_measure(const struct index *index) {
    const size_t halves = (size_t)1 << (index->geometry.cells - index->low_cells);
    const size_t maps = map_count(index) * TILEPDB_TABLE_MAX_CELLS;
    return (struct shape_bytes){index->mask_count * sizeof(uint64_t), halves * sizeof(uint32_t),
                                (maps + 7) / 8 * 8};
}

static void shape_fill(struct bits_shape *shape, uint8_t *memory) {
    const struct index *index = shape->index;
    const struct shape_bytes bytes = shape_measure(index);
    shape->mask_regions = (uint64_t *)(void *)memory;
    shape->high = (uint32_t *)(void *)(memory + bytes.mask_regions);
    shape->maps = memory + bytes.mask_regions + bytes.high;
    memcpy(shape->high, index->high_base, bytes.high);
    if (bytes.maps && !index->region_bits)
        memcpy(shape->maps, index->maps, index->map_count * sizeof *index->maps);
    for (uint32_t rank = 0; rank < index->mask_count; rank++)
        shape->mask_regions[rank] =
            bytes.maps ? regions_mapped(index, rank, shape->maps) : regions_packed(index, rank);
}

/* Uses memory_pages: huge pages make random look-ups faster. */
static bool shapes_make(struct bits *data) {
    const struct kernel_setup *setup = data->setup;
    for (unsigned g = 0; g < setup->group_count; g++)
        for (unsigned p = 0; p < setup->partition[g]->pattern_count; p++) {
            const struct index *index = setup->partition[g]->pattern[p].index;
            data->shape[index->tile_count].index = index;
            for (uint32_t half = 0; half < 1u << index->low_cells; half++)
                data->low[half] = (uint16_t)index->low_rank[half];
        }
    size_t offset[INDEX_MAX_TILES + 1];
    for (unsigned k = 0; k <= INDEX_MAX_TILES; k++) {
        offset[k] = data->shape_bytes;
        if (!data->shape[k].index) continue;
        const struct shape_bytes bytes = shape_measure(data->shape[k].index);
        data->shape_bytes += bytes.mask_regions + bytes.high + bytes.maps;
    }
    data->shapes = memory_pages(data->shape_bytes);
    for (unsigned k = 0; data->shapes && k <= INDEX_MAX_TILES; k++)
        if (data->shape[k].index) shape_fill(&data->shape[k], (uint8_t *)data->shapes + offset[k]);
    return data->shapes != NULL;
}

static void tile_fill(struct bits_tile *to, const struct kernel_partition *partition, unsigned tile,
                      int sign, const struct bits_shape *shapes) {
    const unsigned number = partition->pattern_of_tile[tile];
    const struct kernel_pattern *pattern = &partition->pattern[number];
    const struct bits_shape *shape = &shapes[pattern->index->tile_count];
    *to = (struct bits_tile){.number = number,
                             .entries = pattern->entries,
                             .high = shape->high,
                             .mask_regions = shape->mask_regions,
                             .maps = shape->maps,
                             .table = pattern->table,
                             .row_bytes = pattern->row_bytes};
    for (unsigned passed = 1; passed < TILEPDB_TABLE_MAX_CELLS; passed++)
        to->gain[passed] = sign * partition->cross[tile][passed] * (int64_t)pattern->row_bytes;
}

static void partition_fill(struct bits_partition *to, const struct kernel_partition *from,
                           const struct bits_shape *shapes) {
    for (unsigned tile = 1; tile < from->pattern[0].index->geometry.cells; tile++) {
        tile_fill(&to->higher[tile], from, tile, 1, shapes);
        tile_fill(&to->lower[tile], from, tile, -1, shapes);
    }
}

bool bits_prepare(const struct kernel_setup *setup, void **data) {
    const size_t moves = (size_t)setup->moves.geometry.cells * DIRECTIONS * setup->group_count;
    struct bits *made = calloc(1, sizeof *made + moves * sizeof *made->move);
    if (!made) return false;
    made->setup = setup;
    made->partition = calloc(setup->group_count, sizeof *made->partition);
    if (!made->partition || !shapes_make(made)) {
        bits_release(made);
        return false;
    }
    for (unsigned g = 0; g < setup->group_count; g++)
        if (partition_number(setup, g) == g)
            partition_fill(&made->partition[g], setup->partition[g], made->shape);
    moves_fill(made);
    *data = made;
    return true;
}

void bits_release(void *data) {
    struct bits *bits = data;
    memory_pages_free(bits->shapes, bits->shape_bytes);
    free(bits->partition);
    free(bits);
}

/* ---- kernel_bits_quads.c --------------------------------------------------------------------- */

#define WINDOW 16

static bool quads_pattern_fits(const struct kernel_pattern *pattern) {
    const struct index *index = pattern->index;
    return index->tile_count <= QUADS_TILES &&
           pattern->row_bytes * index->code_count * 8 <= QUADS_OFFSET;
}

struct shape {
    const struct index *index;
    unsigned number;
    uint32_t first_rank, first_map;
};

/* Shapes are masks with equally many cells. */
struct shapes {
    struct shape of[QUADS_TILES + 1];
    unsigned count;
    uint32_t masks, maps;
    uint32_t most_cohorts; /* largest cohort_count of a shape */
};

static bool has_one_region(const struct index *index, uint32_t rank) {
    return index->first_cohort[rank + 1] - index->first_cohort[rank] == 1;
}

/* Without maps in the index, map 0 serves all masks with one region, and every other mask gets its
 * own map. */
static uint32_t quads_map_count(const struct index *index) {
    if (index->region_bits == 0) return index->map_count;
    uint32_t count = 1;
    for (uint32_t rank = 0; rank < index->mask_count; rank++) count += !has_one_region(index, rank);
    return count;
}

static void shapes_list(struct shapes *shapes, const struct kernel_setup *setup) {
    *shapes = (struct shapes){0};
    for (unsigned g = 0; g < setup->group_count; g++)
        for (unsigned p = 0; p < setup->partition[g]->pattern_count; p++) {
            const struct index *index = setup->partition[g]->pattern[p].index;
            struct shape *shape = &shapes->of[index->tile_count];
            if (shape->index) continue;
            *shape = (struct shape){index, shapes->count++, shapes->masks, shapes->maps};
            shapes->masks += index->mask_count;
            shapes->maps += quads_map_count(index);
            if (shapes->most_cohorts < index->cohort_count)
                shapes->most_cohorts = index->cohort_count;
        }
}

/* Returns the number of bits that hold the first cohort of any mask: less than 32, since patterns
 * have at most eight tiles. */
static unsigned cohort_bits(const struct shapes *shapes) {
    unsigned bits = 1;
    while (shapes->most_cohorts >> bits) bits++;
    return bits;
}

bool quads_fits(const struct kernel_setup *setup, unsigned groups) {
    struct shapes shapes;
    if (setup->view.width > 5 || !partitions_fit(setup, groups, QUADS_PATTERNS, quads_pattern_fits))
        return false;
    shapes_list(&shapes, setup);
    return shapes.maps <= UINT32_C(1) << (32 - cohort_bits(&shapes));
}

static void map_write(struct quads *data, const struct index *index, uint32_t rank, uint32_t map,
                      uint32_t maps) {
    for (unsigned cell = 0; cell < index->geometry.cells; cell++)
        data->maps[cell * maps + map] =
            index->mask_of_rank[rank] >> cell & 1u
                ? 0
                : (uint8_t)(index_cohort(index, rank, cell) - index->first_cohort[rank]);
}

static void quads_shape_fill(struct quads *data, const struct shape *shape, uint32_t maps) {
    const struct index *index = shape->index;
    const unsigned halves = 1u << (index->geometry.cells - index->low_cells);
    const bool mapped = index->region_bits == 0;
    uint32_t next = shape->first_map + 1;
    for (uint32_t half = 0; half < halves; half++)
        data->high[shape->number * halves + half] = index->high_base[half] + shape->first_rank;
    for (uint32_t map = 0; map < index->map_count; map++)
        for (unsigned cell = 0; cell < index->geometry.cells; cell++)
            data->maps[cell * maps + shape->first_map + map] = index->maps[map][cell];
    for (uint32_t rank = 0; rank < index->mask_count; rank++) {
        uint32_t map = shape->first_map;
        if (mapped)
            map += (uint32_t)(index->mask_regions[rank] >> 32);
        else if (!has_one_region(index, rank))
            map_write(data, index, rank, map = next++, maps);
        data->mask_regions[shape->first_rank + rank] =
            index->first_cohort[rank] | map << data->cohort_bits;
    }
}

static bool arrays_make(struct quads *data, const struct shapes *shapes) {
    const struct index *index = data->setup->partition[0]->pattern[0].index;
    const unsigned cells = index->geometry.cells;
    const size_t mask_regions = shapes->masks * sizeof *data->mask_regions;
    const size_t high = (shapes->count * sizeof *data->high) << (cells - index->low_cells);
    const size_t low = sizeof *data->low << index->low_cells;
    data->array_bytes = mask_regions + high + low + (size_t)cells * shapes->maps;
    uint8_t *memory = data->arrays = memory_pages(data->array_bytes);
    if (!memory) return false;
    data->low_cells = index->low_cells;
    data->cohort_bits = cohort_bits(shapes);
    data->mask_regions = (uint32_t *)(void *)memory;
    data->high = (uint32_t *)(void *)(memory + mask_regions);
    data->low = (uint16_t *)(void *)(memory + mask_regions + high);
    data->maps = memory + mask_regions + high + low;
    for (uint32_t half = 0; half < 1u << index->low_cells; half++)
        data->low[half] = (uint16_t)index->low_rank[half];
    for (unsigned k = 0; k <= QUADS_TILES; k++)
        if (shapes->of[k].index) quads_shape_fill(data, &shapes->of[k], shapes->maps);
    return true;
}

static void quads_move_fill(struct quads *data, size_t place, unsigned d,
                            const struct kernel_group_move *seen, uint32_t maps) {
    const unsigned width = data->setup->view.width, start = data->start[place];
    memset(data->tile[place][d], (int)(seen->from - start), sizeof data->tile[place][d]);
    memset(data->passed[place][d], (int)(seen->to - start), sizeof data->passed[place][d]);
    for (unsigned i = 0; seen->sign && i + 1 < width; i++)
        data->passed[place][d][2 * i] = data->passed[place][d][2 * i + 1] =
            (uint8_t)(seen->low + 1 + i - start);
    data->cells[place][d] = (UINT64_C(1) << seen->from | UINT64_C(1) << seen->to)
                            << QUADS_MASK_SHIFT;
    data->map[place][d] = (uint64_t)(seen->from * maps) << 32;
    data->from[place][d] = seen->from;
}

static uint8_t window_start(unsigned blank, unsigned width) {
    if (blank < width) return 0;
    return (uint8_t)(blank > width + WINDOW ? WINDOW : blank - width);
}

static void quads_moves_fill(struct quads *data, const struct shapes *shapes) {
    const struct kernel_setup *setup = data->setup;
    const unsigned groups = setup->group_count;
    for (unsigned blank = 0; blank < setup->moves.geometry.cells; blank++)
        for (unsigned d = 0; d < DIRECTIONS; d++) {
            if (!(setup->moves.legal[blank] >> d & 1u)) continue;
            for (unsigned g = 0; g < groups; g++) {
                const struct kernel_group_move *seen = &setup->move[blank][d].group[g];
                const size_t place = setup->move[blank][d].group[0].to * (size_t)groups + g;
                data->to[place] = seen->to;
                data->start[place] = window_start(seen->to, setup->view.width);
                quads_move_fill(data, place, d, seen, shapes->maps);
                data->towards[g][d] = (seen->sign > 0 ? 1 : UINT64_C(0xFFFF)) * 0x0001000100010001;
            }
        }
}

static void directions_list(struct quads *data) {
    for (unsigned set = 0; set < 16; set++) {
        unsigned count = 0;
        for (unsigned d = DIRECTIONS; d-- > 0;) {
            if (!(set >> d & 1u)) continue;
            data->directions[set] |= d << (8 * count);
            for (unsigned half = 0; half < 2; half++) {
                data->pack[set][2 * count + half] = 2 * d + half;
                data->pack[set][8 + 2 * count + half] = 8 + 2 * d + half;
            }
            count++;
        }
        data->direction_count[set] = (uint8_t)count;
    }
}

static void sets_list(struct quads *data) {
    for (unsigned set = 0; set < 256; set++)
        for (unsigned i = 0, count = 0; i < 8; i++)
            if (set >> i & 1u) data->list[set] |= (uint64_t)i << 8 * count++;
}

static void group_fill(struct quads *data, unsigned g, const struct shapes *shapes) {
    const struct kernel_partition *partition = data->setup->partition[g];
    for (unsigned p = 0; p < partition->pattern_count; p++) {
        const struct kernel_pattern *pattern = &partition->pattern[p];
        const struct index *index = pattern->index;
        data->entries[g][p] = (uint64_t)(uintptr_t)pattern->entries * 8 - p;
        data->row_bits[g][p] = pattern->row_bytes * 8;
        data->shape[g][p] = (uint64_t)shapes->of[index->tile_count].number << index->geometry.cells;
    }
}

static void factorials_fill(struct quads *data) {
    for (unsigned label = 0, factorial = 1; label < QUADS_TILES; factorial *= ++label)
        for (unsigned copy = 0; copy < sizeof data->factorial / sizeof *data->factorial; copy++) {
            data->factorial[copy][label] = (uint8_t)factorial;
            data->factorial[copy][label + 8] = (uint8_t)(factorial >> 8);
        }
}

static void changes_fill(struct quads *data) {
    data->change[0] = UINT64_C(1) << QUADS_H_SHIFT;
    data->change[1] = UINT64_C(3) << QUADS_H_SHIFT;
    data->slack_change[0] = -2;
}

bool quads_prepare(const struct kernel_setup *setup, void **data) {
    struct shapes shapes;
    shapes_list(&shapes, setup);
    struct quads *made = memory_aligned(alignof(struct quads), sizeof *made);
    if (!made) return false;
    memset(made, 0, sizeof *made);
    made->setup = setup;
    if (!arrays_make(made, &shapes)) {
        quads_release(made);
        return false;
    }
    for (unsigned g = 0; g < setup->group_count; g++) group_fill(made, g, &shapes);
    quads_moves_fill(made, &shapes);
    directions_list(made);
    sets_list(made);
    changes_fill(made);
    made->uniform = shapes.count == 1;
    factorials_fill(made);
    *data = made;
    return true;
}

void quads_release(void *data) {
    struct quads *quads = data;
    memory_pages_free(quads->arrays, quads->array_bytes);
    memory_aligned_free(quads);
}
