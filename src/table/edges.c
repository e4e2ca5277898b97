#include "table/edges.h"

#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/error.h"

#define BETWEEN_REPORTS 256 /* masks */

/* Undoes an edge: the blank moves from one of `cells` to that cell minus `step`. */
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

/* mask_count * k * (n - k) / (n * (n - 1)): an edge takes a tile from one of two adjacent cells to
 * the other; the other k - 1 tiles form any mask on n - 2 cells. */
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

/* ---- masks of a level ------------------------------------------------------------------------ */

/* Few cohorts are fresh if less than one in SPARSE_SHARE is. */
#define SPARSE_SHARE 16

static size_t set_bytes(const struct index *index) {
    return index->cohort_count / 8 + (size_t)1;
}

static void parities_list(struct worklist *list, const struct store *store) {
    uint32_t *rank = list->parity[0];
    for (unsigned parity = 0; parity < 2; parity++) {
        list->parity[parity] = rank;
        for (uint32_t i = store->first_mask; i < store->end_mask; i++) {
            const uint32_t mask = store->order ? store->order[i - store->first_mask] : i;
            if (index_parity(list->index, list->index->mask_of_rank[mask]) == parity)
                *rank++ = mask;
        }
        list->rank_count[parity] = (uint32_t)(rank - list->parity[parity]);
    }
}

tilepdb_status worklist_init(struct worklist *list, const struct index *index,
                             const struct edge_list *edges, const struct store *store,
                             tilepdb_error *error) {
    const size_t masks = store->end_mask - store->first_mask + (size_t)1;
    *list = (struct worklist){.index = index, .edges = edges};
    list->partial = masks <= index->mask_count;
    list->parity[0] = malloc(masks * sizeof *list->parity[0]);
    list->due_masks = malloc(masks * sizeof *list->due_masks);
    list->fresh = malloc(set_bytes(index));
    list->due = malloc(index->cohort_count);
    if (!list->parity[0] || !list->due_masks || !list->fresh || !list->due) {
        worklist_free(list);
        return error_set(error, TILEPDB_ERROR_MEMORY,
                         "not enough memory for the generator's masks");
    }
    parities_list(list, store);
    return TILEPDB_OK;
}

void worklist_free(struct worklist *list) {
    free(list->parity[0]);
    free(list->due_masks);
    free(list->fresh);
    free(list->due);
    *list = (struct worklist){0};
}

/* The multiplication packs eight flags into a byte without carries. Returns the number of fresh
 * cohorts. */
static uint32_t fresh_pack(struct worklist *list, const uint8_t *fresh) {
    const uint32_t cohorts = list->index->cohort_count;
    uint32_t count = 0;
    for (uint32_t cohort = 0; cohort < cohorts; cohort += 8) {
        uint8_t eight[8] = {0};
        memcpy(eight, fresh + cohort, cohorts - cohort < 8 ? cohorts - cohort : 8);
        const uint64_t bits = load_le64(eight) * 0x0102040810204080u >> 56;
        list->fresh[cohort >> 3] = (uint8_t)bits;
        count += bits_count32((uint32_t)bits);
    }
    return count;
}

/* Flags of the level's own parity, from two levels ago, mark only cohorts of the other parity,
 * which this level does not visit. */
static void due_mark(struct worklist *list) {
    const struct edge_list *edges = list->edges;
    memset(list->due, 0, list->index->cohort_count);
    for (uint32_t cohort = 0; cohort < list->index->cohort_count; cohort++) {
        if (!worklist_fresh(list, cohort)) continue;
        for (uint32_t i = edges->first[cohort]; i < edges->first[cohort + 1]; i++)
            list->due[edge_source(edges->edge[i])] = 1;
    }
}

static bool has_fresh_neighbour(const struct worklist *list, uint32_t cohort) {
    const struct edge_list *edges = list->edges;
    for (uint32_t i = edges->first[cohort]; i < edges->first[cohort + 1]; i++)
        if (worklist_fresh(list, edge_source(edges->edge[i]))) return true;
    return false;
}

static void due_scan(struct worklist *list, unsigned parity) {
    const uint32_t *first_cohort = list->index->first_cohort;
    for (uint32_t i = 0; i < list->rank_count[parity]; i++) {
        const uint32_t rank = list->parity[parity][i];
        for (uint32_t cohort = first_cohort[rank]; cohort < first_cohort[rank + 1]; cohort++)
            list->due[cohort] =
                (!list->missing || list->missing[cohort]) && has_fresh_neighbour(list, cohort);
    }
}

static void due_masks_list(struct worklist *list, unsigned parity, uint8_t *fresh) {
    const uint32_t *first_cohort = list->index->first_cohort;
    if (list->partial)
        due_scan(list, parity);
    else
        due_mark(list);
    list->ranks = list->due_masks;
    list->count = 0;
    for (uint32_t i = 0; i < list->rank_count[parity]; i++) {
        const uint32_t rank = list->parity[parity][i];
        bool due = false;
        for (uint32_t cohort = first_cohort[rank]; cohort < first_cohort[rank + 1]; cohort++) {
            due |= list->due[cohort] && (!list->missing || list->missing[cohort]);
            fresh[cohort] = 0;
        }
        if (due) list->due_masks[list->count++] = rank;
    }
}

void worklist_begin(struct worklist *list, int level, uint8_t *fresh) {
    const unsigned parity = (unsigned)level & 1u;
    if (fresh_pack(list, fresh) < list->index->cohort_count / SPARSE_SHARE || list->missing) {
        due_masks_list(list, parity, fresh);
        return;
    }
    list->ranks = list->parity[parity];
    list->count = list->rank_count[parity];
    memset(list->due, 1, list->index->cohort_count);
}

uint64_t worklist_need(const struct index *index) {
    return set_bytes(index) + index->cohort_count +
           2 * sizeof(uint32_t) * (index->mask_count + (uint64_t)1);
}
