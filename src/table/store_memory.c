#include <stdlib.h>

#include "base/error.h"
#include "base/memory.h"
#include "table/encoding.h"
#include "table/lanes.h"
#include "table/store.h"

void store_shape(struct store *store, const struct index *index, tilepdb_kind kind,
                 uint32_t first_mask, uint32_t end_mask) {
    const bool aware = kind.blank == TILEPDB_BLANK_AWARE;
    store->index = index;
    store->kind = kind;
    store->first_mask = first_mask;
    store->end_mask = end_mask;
    store->first_cohort = index->first_cohort[first_mask];
    store->end_cohort = index->first_cohort[end_mask];
    store->first_column = aware ? store->first_cohort : first_mask;
    store->end_column = aware ? store->end_cohort : end_mask;
    store->lanes = lanes_for_places(index->tile_count);
    store->stride = lanes_stride(index->tile_count);
    store->plane_count = encoding_has_distances(kind) ? DISTANCE_PLANES : 1;
}

static size_t sets_bytes(const struct store *store, uint32_t sets) {
    return (sets * (size_t)store->stride + LANES_PADDING) * sizeof(uint32_t);
}

static size_t side_bytes(const struct store *store) {
    return sets_bytes(store, store->end_cohort - store->first_cohort);
}

/* With the encoding bit, columns are cohorts, so a plane has the size of a side. */
static size_t plane_bytes(const struct store *store) {
    return sets_bytes(store, store->end_column - store->first_column);
}

void store_memory_finish(struct store *store) {
    if (store->plane_count == 1 && store->side[1]) {
        store->plane[0] = store->side[1];
        store->side[1] = NULL;
    }
    for (unsigned side = 0; side < 2; side++) {
        memory_pages_free(store->side[side], side_bytes(store));
        store->side[side] = NULL;
    }
    free(store->fresh);
    store->fresh = NULL;
}

void store_memory_empty(struct store *store) {
    store_memory_finish(store);
    for (unsigned p = 0; p < store->plane_count; p++) {
        memory_pages_free(store->plane[p], plane_bytes(store));
        store->plane[p] = NULL;
    }
}

static void release(struct store *store) {
    store_memory_empty(store);
    free(store);
}

static const struct store_methods in_memory = {.finish = store_memory_finish, .release = release};

bool store_memory_fill(struct store *store) {
    bool ok = (store->fresh = calloc(store->index->cohort_count, sizeof *store->fresh)) != NULL;
    for (unsigned side = 0; side < 2 && ok; side++)
        ok = (store->side[side] = memory_pages(side_bytes(store))) != NULL;
    for (unsigned p = 0; p < store->plane_count && store->plane_count > 1 && ok; p++)
        ok = (store->plane[p] = memory_pages(plane_bytes(store))) != NULL;
    return ok;
}

tilepdb_status store_memory_create(struct store **store, const struct index *index,
                                   tilepdb_kind kind, tilepdb_error *error) {
    struct store *made = calloc(1, sizeof *made);
    bool ok = made != NULL;
    if (ok) {
        made->methods = &in_memory;
        store_shape(made, index, kind, 0, index->mask_count);
        ok = store_memory_fill(made);
    }
    if (ok) {
        *store = made;
        return TILEPDB_OK;
    }
    if (made) release(made);
    return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for the sets of arrangements");
}

/* ---- needs ----------------------------------------------------------------------------------- */

static uint64_t set_bytes(const struct index *index) {
    return lanes_stride(index->tile_count) * (uint64_t)sizeof(uint32_t);
}

/* A distance that fits a nibble exceeds the Manhattan distance by at most 30. */
static unsigned planes_touched(const struct index *index) {
    unsigned largest = 30;
    for (unsigned label = 0; label < index->tile_count; label++) {
        unsigned farthest = 0;
        for (unsigned cell = 0; cell < index->geometry.cells; cell++) {
            const unsigned distance =
                geometry_distance(&index->geometry, cell, index->goal_cell[label]);
            if (distance > farthest) farthest = distance;
        }
        largest += farthest;
    }
    return distance_planes((int)largest);
}

uint64_t store_memory_kept(const struct index *index, tilepdb_kind kind) {
    if (!encoding_has_distances(kind)) return set_bytes(index) * index->cohort_count;
    return planes_touched(index) * set_bytes(index) * index_columns(index, kind.blank);
}

uint64_t store_memory_need(const struct index *index, tilepdb_kind kind) {
    return 2 * set_bytes(index) * index->cohort_count +
           (encoding_has_distances(kind) ? store_memory_kept(index, kind) : 0);
}
