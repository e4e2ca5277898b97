#include "table/worklist.h"

#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/error.h"

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
