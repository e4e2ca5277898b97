#include "table/table.h"

/* A placement with its labels in cell order. */
struct placement {
    uint32_t mask;
    uint32_t code;
    unsigned blank;
    uint8_t labels[INDEX_MAX_TILES];
};

/* Moves the tile on cell `from` to the free cell `to`; the blank is then on `from`. */
static void placement_move(const struct index *index, struct placement *placement, unsigned from,
                           unsigned to) {
    uint8_t *labels = placement->labels;
    placement->mask ^= 1u << from | 1u << to;
    placement->blank = from;
    unsigned place = bits_count32(placement->mask & ((1u << from) - 1u) & ~(1u << to));
    const unsigned end = bits_count32(placement->mask & ((1u << to) - 1u));
    for (; place < end; place++) {
        placement->code += (uint32_t)index_cross(index, labels[place], labels[place + 1]);
        const uint8_t moved = labels[place];
        labels[place] = labels[place + 1];
        labels[place + 1] = moved;
    }
    for (; place > end; place--) {
        placement->code -= (uint32_t)index_cross(index, labels[place], labels[place - 1]);
        const uint8_t moved = labels[place];
        labels[place] = labels[place - 1];
        labels[place - 1] = moved;
    }
}

/* The distance of a placement modulo 4: the bit gives bit 1, the mask gives bit 0. */
static unsigned distance_modulo(const struct tilepdb_table *table,
                                const struct placement *placement) {
    const struct index *index = table->index;
    const uint32_t column =
        index_cohort(index, index_rank(index, placement->mask), placement->blank);
    return 2 * table_bit(table, placement->code, column) + index_parity(index, placement->mask);
}

/* Takes one step towards the goal: to a neighbour whose distance modulo 4 is one less. */
static bool placement_descend(const struct tilepdb_table *table, struct placement *placement) {
    const struct index *index = table->index;
    const unsigned wanted = (distance_modulo(table, placement) + 3) & 3u;
    uint32_t regions[TILEPDB_MAX_CELLS], region = 0;
    const unsigned count = index_mask_regions(index, placement->mask, regions);
    for (unsigned i = 0; i < count; i++)
        if (regions[i] >> placement->blank & 1u) region = regions[i];
    for (; region; region &= region - 1) {
        const unsigned to = bits_lowest32(region);
        for (int d = 0; d < DIRECTIONS; d++) {
            const uint8_t from = index->geometry.neighbour[to][d];
            if (from == NO_CELL || !(placement->mask >> from & 1u)) continue;
            struct placement next = *placement;
            placement_move(index, &next, from, to);
            if (distance_modulo(table, &next) != wanted) continue;
            *placement = next;
            return true;
        }
    }
    return false;
}

static bool placement_is_goal(const struct index *index, const struct placement *placement) {
    if (placement->mask != index->goal_mask || placement->code != index->code_count - 1)
        return false;
    const uint32_t rank = index_rank(index, placement->mask);
    return index_cohort(index, rank, placement->blank) ==
           index_cohort(index, rank, index->pattern.goal_blank);
}

static int distance_find(const struct tilepdb_table *table, uint32_t mask, uint32_t code,
                         unsigned blank) {
    const struct index *index = table->index;
    if (table->info.kind.encoding == TILEPDB_ENCODING_NIBBLE) {
        const uint32_t rank = index_rank(index, mask);
        const uint32_t column =
            table->info.kind.blank == TILEPDB_BLANK_AWARE ? index_cohort(index, rank, blank) : rank;
        return (int)(index_manhattan(index, mask, code) + 2 * table_nibble(table, code, column));
    }
    struct placement placement = {.mask = mask, .code = code, .blank = blank};
    index_labels(index, code, placement.labels);
    for (int distance = 0; distance < TILEPDB_MAX_LEVELS; distance++) {
        if (placement_is_goal(index, &placement)) return distance;
        if (!placement_descend(table, &placement)) return -1;
    }
    return -1;
}

int table_distance(const struct tilepdb_table *table, uint32_t mask, uint32_t code,
                   unsigned blank) {
    const int distance = distance_find(table, mask, code, blank);
    return table_failure(table, NULL) == TILEPDB_OK ? distance : -1;
}
