#include "kernels/kernel_bits_setup.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

#define WINDOW 16

static bool pattern_fits(const struct kernel_pattern *pattern) {
    const struct index *index = pattern->index;
    return index->tile_count <= QUADS_TILES &&
           pattern->row_bytes * index->code_count * 8 <= QUADS_OFFSET;
}

/* ---- shapes: masks with equally many cells -------------------------------------------------- */

struct shape {
    const struct index *index;
    unsigned number;
    uint32_t first_rank, first_map;
};

struct shapes {
    struct shape of[QUADS_TILES + 1];
    unsigned count;
    uint32_t masks, maps;
    uint32_t most_cohorts; /* of a shape */
};

static bool has_one_region(const struct index *index, uint32_t rank) {
    return index->first_cohort[rank + 1] - index->first_cohort[rank] == 1;
}

/* Without maps in the index, map 0 serves all masks with one region, and every other mask gets its
 * own map. */
static uint32_t map_count(const struct index *index) {
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
            shapes->maps += map_count(index);
            if (shapes->most_cohorts < index->cohort_count)
                shapes->most_cohorts = index->cohort_count;
        }
}

/* Less than 32, since patterns have at most eight tiles. */
static unsigned cohort_bits(const struct shapes *shapes) {
    unsigned bits = 1;
    while (shapes->most_cohorts >> bits) bits++;
    return bits;
}

bool quads_fits(const struct kernel_setup *setup, unsigned groups) {
    struct shapes shapes;
    if (setup->view.width > 5 || !bits_partitions_fit(setup, groups, QUADS_PATTERNS, pattern_fits))
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

static void shape_fill(struct quads *data, const struct shape *shape, uint32_t maps) {
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

/* Huge pages make random look-ups faster. */
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
        if (shapes->of[k].index) shape_fill(data, &shapes->of[k], shapes->maps);
    return true;
}

/* ---- moves ----------------------------------------------------------------------------------- */

static void move_fill(struct quads *data, size_t place, unsigned d,
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

static void moves_fill(struct quads *data, const struct shapes *shapes) {
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
                move_fill(data, place, d, seen, shapes->maps);
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

/* ---- groups ---------------------------------------------------------------------------------- */

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

/* ---- all ------------------------------------------------------------------------------------- */

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
    moves_fill(made, &shapes);
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
