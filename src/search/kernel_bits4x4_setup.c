/*
 * See kernel_bits4x4_setup.h.
 */
#include "search/kernel_bits4x4_setup.h"

#include <stdlib.h>
#include <string.h>

/* Idle lanes of the kernel look up rows of invalid masks. */
#define ROWS_BEYOND 256

static bool index_fits(const struct index *index) {
    return index->region_bits == 3 && index->region_shift == 48 && index->low_cells == 8 &&
           index->code_count <= 65536;
}

bool bits4x4_fits(const struct kernel_setup *setup) {
    const struct kernel_partition *partition = setup->partition[0];
    if (!kernel_moves_are_single(setup) || !setup->mirrored) return false;
    if (setup->view.width != 4 || setup->view.height != 4) return false;
    if (partition->nibble || partition->pattern_count != 2) return false;
    const struct index *a = partition->pattern[0].index, *b = partition->pattern[1].index;
    return index_fits(a) && index_fits(b) && a->mask_count + b->mask_count <= 65536 &&
           memcmp(a->low_rank, b->low_rank, 256 * sizeof *a->low_rank) == 0;
}

static void moves_take(struct bits4x4 *own, const struct kernel_setup *setup) {
    for (unsigned blank = 0; blank < 16; blank++)
        for (unsigned d = 0; d < DIRECTIONS; d++) {
            if (!(setup->moves.legal[blank] >> d & 1u)) continue;
            const struct kernel_move *move = &setup->move[blank][d];
            const struct kernel_group_move *view = move->group;
            own->cell[blank] = view[0].to;
            own->reflected[view[0].to] = view[1].to;
            own->step[d] = (uint8_t)(view[0].from - view[0].to) & 15u;
            if (move->vertical == 0) own->vertical_directions |= 1u << d;
        }
    for (unsigned set = 0; set < 16; set++)
        for (unsigned d = DIRECTIONS; d-- > 0;)
            if (set >> d & 1u) own->directions[set] |= d << (8 * own->direction_count[set]++);
}

static void patterns_take(struct bits4x4 *own, const struct kernel_partition *partition) {
    for (unsigned tile = 1; tile < 16; tile++) {
        const unsigned number = partition->pattern_of_tile[tile];
        const struct index *index = partition->pattern[number].index;
        own->pattern_of_tile |= number << tile;
        own->factorial[tile] = (uint16_t)index->factorial[index->label_of_tile[tile]];
    }
    uint32_t rows = 0;
    for (unsigned p = 0; p < 2; p++) {
        const struct kernel_pattern *pattern = &partition->pattern[p];
        const struct index *index = pattern->index;
        own->table[p] = pattern->table;
        own->entries[p] = (uint64_t)(uintptr_t)pattern->entries;
        own->row_bytes[p] = pattern->row_bytes;
        for (unsigned half = 0; half < 256; half++) {
            own->high[p << 8 | half] = (uint16_t)(index->high_base[half] + rows);
            own->low[half] = (uint16_t)index->low_rank[half];
        }
        memcpy(own->row + rows, index->region_word, index->mask_count * sizeof *index->region_word);
        rows += index->mask_count;
    }
}

bool bits4x4_prepare(const struct kernel_setup *setup, void **own) {
    const struct kernel_partition *partition = setup->partition[0];
    const size_t rows =
        partition->pattern[0].index->mask_count + partition->pattern[1].index->mask_count;
    struct bits4x4 *made = calloc(1, sizeof *made + (rows + ROWS_BEYOND) * sizeof *made->row);
    if (!made) return false;
    moves_take(made, setup);
    patterns_take(made, partition);
    *own = made;
    return true;
}
