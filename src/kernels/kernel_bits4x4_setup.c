#include "kernels/kernel_bits4x4_setup.h"

#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"

static bool index_fits(const struct index *index) {
    return index->region_bits == 3 && index->region_shift == 48 && index->code_count <= 65536;
}

bool bits4x4_fits(const struct kernel_setup *setup) {
    const struct kernel_partition *partition = setup->partition[0];
    if (!kernel_moves_are_single(setup) || !setup->mirrored) return false;
    if (setup->view.width != 4 || setup->view.height != 4) return false;
    if (partition->nibble || partition->pattern_count != 2) return false;
    return index_fits(partition->pattern[0].index) && index_fits(partition->pattern[1].index);
}

static void moves_fill(struct bits4x4 *data, const struct kernel_setup *setup) {
    for (unsigned blank = 0; blank < 16; blank++)
        for (unsigned d = 0; d < DIRECTIONS; d++) {
            if (!(setup->moves.legal[blank] >> d & 1u)) continue;
            const struct kernel_move *move = &setup->move[blank][d];
            const struct kernel_group_move *view = move->group;
            data->cell[blank] = view[0].to;
            data->reflected[view[0].to] = view[1].to;
            data->step[d] = (uint8_t)(view[0].from - view[0].to) & 15u;
            if (move->vertical == 0) data->vertical_directions |= 1u << d;
        }
    for (unsigned set = 0; set < 16; set++)
        for (unsigned d = DIRECTIONS; d-- > 0;)
            if (set >> d & 1u)
                data->directions[set].list |= d << (8 * data->directions[set].count++);
}

/* Returns the next larger mask with equally many cells; `mask` is not 0 (Gosper, HAKMEM 175). */
static uint32_t next_mask(uint32_t mask) {
    const uint32_t lowest = mask & -mask, ripple = mask + lowest;
    return ripple | (mask ^ ripple) >> (bits_lowest32(mask) + 2);
}

static void patterns_fill(struct bits4x4 *data, const struct kernel_partition *partition) {
    data->member[0] = 2;
    for (unsigned tile = 1; tile < 16; tile++) {
        const unsigned number = partition->pattern_of_tile[tile];
        const struct index *index = partition->pattern[number].index;
        data->pattern_of_tile |= number << tile;
        data->factorial[tile] = (uint16_t)index->factorial[index->label_of_tile[tile]];
        data->negative[tile] = (uint16_t)-data->factorial[tile];
        data->member[tile] = (uint8_t)number;
    }
    for (unsigned p = 0; p < 2; p++) {
        const struct kernel_pattern *pattern = &partition->pattern[p];
        const struct index *index = pattern->index;
        data->table[p] = pattern->table;
        data->entries[p] = (uint64_t)(uintptr_t)pattern->entries;
        data->row_bytes[p] = pattern->row_bytes;
        const uint32_t first = (1u << index->tile_count) - 1;
        for (uint32_t mask = first; mask < 1u << 16; mask = next_mask(mask))
            data->row[p << 15 | mask >> 1] = index->mask_regions[index_rank(index, mask)];
    }
}

bool bits4x4_prepare(const struct kernel_setup *setup, void **data) {
    struct bits4x4 *made = calloc(1, sizeof *made);
    if (!made) return false;
    moves_fill(made, setup);
    patterns_fill(made, setup->partition[0]);
    *data = made;
    return true;
}
