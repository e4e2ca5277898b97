#include "table/edges.h"

#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/error.h"

#define BETWEEN_REPORTS 256 /* masks */

/* A move of the blank, from one of `cells` to that cell minus `step`, which undoes an edge. */
struct edge_move {
    uint32_t cells;
    int step;
};

static void edge_moves_fill(const struct index *index, const struct move_set *moves,
                            struct edge_move edge_moves[DIRECTIONS]) {
    for (unsigned m = 0; m < DIRECTIONS; m++) {
        edge_moves[m] = (struct edge_move){0};
        for (unsigned cell = 0; cell < index->geometry.cells; cell++) {
            if (!(moves->legal[cell] >> m & 1u)) continue;
            edge_moves[m].cells |= 1u << cell;
            edge_moves[m].step = (int)cell - moves->blank_after[cell][m];
        }
    }
}

static uint32_t edge_make(const struct index *index, uint32_t mask, unsigned came_from,
                          unsigned tile) {
    const uint32_t before = mask ^ (1u << tile) ^ (1u << came_from);
    const uint32_t source = index_cohort(index, index_rank(index, before), tile);
    if (came_from + 1 == tile || tile + 1 == came_from) return source << 8;
    const unsigned from = bits_count32(before & ((1u << came_from) - 1u));
    const unsigned to = bits_count32(mask & ((1u << tile) - 1u));
    return source << 8 | from << 4 | to;
}

static uint32_t *cohort_edges(const struct index *index,
                              const struct edge_move edge_moves[DIRECTIONS], uint32_t mask,
                              uint32_t region, uint32_t *edge) {
    uint32_t crossing[INDEX_MAX_TILES * DIRECTIONS];
    unsigned count = 0;
    for (unsigned m = 0; m < DIRECTIONS; m++) {
        const int step = edge_moves[m].step;
        const uint32_t beside = step > 0 ? mask << step : mask >> -step;
        for (uint32_t cells = region & edge_moves[m].cells & beside; cells; cells &= cells - 1) {
            const unsigned came_from = bits_lowest32(cells);
            const uint32_t made =
                edge_make(index, mask, came_from, (unsigned)((int)came_from - step));
            if (edge_from(made) == edge_to(made))
                *edge++ = made;
            else
                crossing[count++] = made;
        }
    }
    memcpy(edge, crossing, count * sizeof *edge);
    return edge + count;
}

/* Returns false if `progress` is cancelled. */
static bool edges_list(struct edge_list *list, const struct index *index,
                       const struct move_set *moves, uint32_t first_mask, uint32_t end_mask,
                       struct progress *progress) {
    struct edge_move edge_moves[DIRECTIONS];
    uint32_t *edge = list->edge;
    edge_moves_fill(index, moves, edge_moves);
    for (uint32_t rank = first_mask; rank < end_mask; rank++) {
        const uint32_t mask = index->mask_of_rank[rank];
        uint32_t regions[TILEPDB_TABLE_MAX_CELLS];
        if (progress && rank % BETWEEN_REPORTS == 0 && !progress_report_sometimes(progress))
            return false;
        const unsigned count = index_mask_regions(index, mask, regions);
        for (unsigned region = 0; region < count; region++) {
            list->first[index->first_cohort[rank] + region] = (uint32_t)(edge - list->edge);
            edge = cohort_edges(index, edge_moves, mask, regions[region], edge);
        }
    }
    const uint32_t count = (uint32_t)(edge - list->edge);
    for (uint32_t cohort = index->first_cohort[end_mask]; cohort <= index->cohort_count; cohort++)
        list->first[cohort] = count;
    return true;
}

/* An edge takes a tile from one of two adjacent cells to the other; the other k - 1 tiles form any
 * mask on n - 2 cells: mask_count * k * (n - k) / (n * (n - 1)) masks. */
static uint64_t edge_count(const struct index *index) {
    const unsigned width = index->geometry.width, height = index->geometry.height;
    const uint64_t n = index->geometry.cells, k = index->tile_count;
    const uint64_t sides = (width - 1u) * height + width * (height - 1u);
    return 2 * sides * (index->mask_count * k * (n - k) / (n * (n - 1)));
}

tilepdb_status edge_list_init(struct edge_list *list, const struct index *index,
                              const struct move_set *moves, uint32_t first_mask, uint32_t end_mask,
                              struct progress *progress, tilepdb_error *error) {
    *list = (struct edge_list){0};
    if (index->cohort_count > EDGE_COHORTS)
        return error_set(error, TILEPDB_ERROR_TOO_LARGE,
                         "a pattern of %u tiles on this board is too large to be generated",
                         index->tile_count);
    list->first = calloc(index->cohort_count + (size_t)1, sizeof *list->first);
    list->edge = malloc((edge_count(index) + 1) * sizeof *list->edge);
    if (!list->first || !list->edge) {
        edge_list_free(list);
        return error_set(error, TILEPDB_ERROR_MEMORY,
                         "not enough memory for the generator's moves");
    }
    if (edges_list(list, index, moves, first_mask, end_mask, progress)) return TILEPDB_OK;
    edge_list_free(list);
    return error_set(error, TILEPDB_CANCELLED,
                     "generation was stopped while its moves were listed");
}

void edge_list_free(struct edge_list *list) {
    free(list->first);
    free(list->edge);
    *list = (struct edge_list){0};
}

uint64_t edge_list_need(const struct index *index) {
    return (index->cohort_count + edge_count(index)) * sizeof(uint32_t);
}
