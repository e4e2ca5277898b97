/*
 * The edges of the cohort graph. See edges.h.
 */
#include "table/edges.h"

#include <stdlib.h>

#include "base/bits.h"
#include "base/error.h"

/* Moves enter a cohort at the free cells of its region, where the blank is then: the inverse of
 * such a move takes the blank to the cell of the tile that came from there. Writes them to `edge`
 * unless it is NULL; returns how many. */
static uint32_t cohort_edges(const struct index *index, const struct move_set *moves, uint32_t mask,
                             uint32_t region, struct edge *edge) {
    uint32_t count = 0;
    for (; region; region &= region - 1) {
        const unsigned came_from = bits_lowest32(region);
        for (uint32_t legal = moves->legal[came_from]; legal; legal &= legal - 1) {
            const uint8_t tile = moves->blank_after[came_from][bits_lowest32(legal)];
            if (!(mask >> tile & 1u)) continue;
            if (edge) {
                const uint32_t before = mask ^ (1u << tile) ^ (1u << came_from);
                edge[count].source = index_cohort(index, index_rank(index, before), tile);
                edge[count].from = (uint8_t)bits_count32(before & ((1u << came_from) - 1u));
                edge[count].to = (uint8_t)bits_count32(mask & ((1u << tile) - 1u));
            }
            count++;
        }
    }
    return count;
}

static uint32_t edges_list(struct edge_list *list, const struct index *index,
                           const struct move_set *moves, bool write) {
    uint32_t total = 0;
    for (uint32_t rank = 0; rank < index->mask_count; rank++) {
        const uint32_t mask = index->mask_of_rank[rank];
        uint32_t regions[TILEPDB_TABLE_MAX_CELLS];
        const unsigned count = index_mask_regions(index, mask, regions);
        for (unsigned region = 0; region < count; region++) {
            list->first[index->first_cohort[rank] + region] = total;
            total += cohort_edges(index, moves, mask, regions[region],
                                  write ? list->edge + total : NULL);
        }
    }
    list->first[index->cohort_count] = total;
    return total;
}

tilepdb_status edge_list_init(struct edge_list *list, const struct index *index,
                              const struct move_set *moves, tilepdb_error *error) {
    *list = (struct edge_list){0};
    list->first = malloc((index->cohort_count + (size_t)1) * sizeof *list->first);
    if (list->first) {
        const uint32_t count = edges_list(list, index, moves, false);
        list->edge = malloc((count + (size_t)1) * sizeof *list->edge);
    }
    if (!list->edge) {
        edge_list_free(list);
        return error_set(error, TILEPDB_ERROR_MEMORY,
                         "not enough memory for the generator's moves");
    }
    edges_list(list, index, moves, true);
    return TILEPDB_OK;
}

void edge_list_free(struct edge_list *list) {
    free(list->first);
    free(list->edge);
    *list = (struct edge_list){0};
}

/* A tile has at most four neighbours, and all regions of a mask together see each pair of a tile
 * and a free cell next to it once. */
uint64_t edge_list_need(const struct index *index) {
    return index->cohort_count * (uint64_t)sizeof(uint32_t) +
           index->mask_count * (uint64_t)index->tile_count * DIRECTIONS * sizeof(struct edge);
}
