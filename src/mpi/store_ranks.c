#include "mpi/store_ranks.h"

#include <stdlib.h>

#include "base/error.h"
#include "mpi/halo.h"
#include "table/lanes.h"
#include "tilepdb_mpi.h"

struct store_ranks {
    struct store store; /* first member */
    const struct ranks *ranks;
    struct halo halo;
    int *fresh_count, *fresh_at;
    bool begun;
};

static struct store_ranks *of(struct store *store) {
    return (struct store_ranks *)store;
}

/* Collects `fresh` of all ranks, which determines the sets to send. */
static tilepdb_status level_begin(struct store *store, int level, tilepdb_error *error) {
    struct store_ranks *over = of(store);
    over->begun = true;
    const tilepdb_status status = tilepdb_mpi_agree(over->ranks->comm, TILEPDB_OK, error);
    if (status) return status;
    MPI_Request request;
    MPI_Iallgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, store->fresh, over->fresh_count,
                    over->fresh_at, MPI_UINT8_T, over->ranks->comm, &request);
    ranks_wait(1, &request);
    halo_begin(&over->halo, level);
    return TILEPDB_OK;
}

/* Level 0 is the goal, which nothing enters. */
static tilepdb_status stage(struct store *store, int level, const uint32_t *ranks, uint32_t count,
                            uint32_t *staged, tilepdb_error *error) {
    (void)error;
    *staged = 1;
    if (level == 0) return TILEPDB_OK;
    const uint32_t end = halo_reach(&of(store)->halo, ranks[0]);
    while (*staged < count && ranks[*staged] < end) ++*staged;
    return TILEPDB_OK;
}

static const uint32_t *fetch(struct store *store, unsigned side, uint32_t cohort, uint32_t *room) {
    (void)side;
    (void)room;
    return halo_place(&of(store)->halo, cohort);
}

static tilepdb_status level_end(struct store *store, int level, struct store_counts *counts,
                                tilepdb_error *error) {
    (void)level;
    (void)error;
    struct store_ranks *over = of(store);
    halo_end(&over->halo);
    uint64_t sums[3] = {counts->entries, counts->reached, counts->cancelled};
    MPI_Request request;
    MPI_Iallreduce(MPI_IN_PLACE, sums, 3, MPI_UINT64_T, MPI_SUM, over->ranks->comm, &request);
    ranks_wait(1, &request);
    *counts = (struct store_counts){sums[0], sums[1], sums[2] != 0};
    return TILEPDB_OK;
}

static void finish(struct store *store) {
    halo_free(&of(store)->halo);
    store_memory_finish(store);
}

static void release(struct store *store) {
    struct store_ranks *over = of(store);
    halo_free(&over->halo);
    free(over->fresh_count);
    free(over->fresh_at);
    store_memory_empty(store);
    free(over);
}

static const struct store_methods over_ranks = {.stage = stage,
                                                .level_begin = level_begin,
                                                .fetch = fetch,
                                                .level_end = level_end,
                                                .finish = finish,
                                                .release = release};

static bool parts_note(struct store_ranks *over, const struct index *index) {
    const int ranks = over->ranks->count;
    over->fresh_count = malloc((size_t)ranks * sizeof *over->fresh_count);
    over->fresh_at = malloc((size_t)ranks * sizeof *over->fresh_at);
    if (!over->fresh_count || !over->fresh_at) return false;
    for (int rank = 0; rank < ranks; rank++) {
        const uint32_t first = index->first_cohort[halo_first_mask(index, over->ranks, rank)];
        const uint32_t end = index->first_cohort[halo_first_mask(index, over->ranks, rank + 1)];
        over->fresh_at[rank] = (int)first;
        over->fresh_count[rank] = (int)(end - first);
    }
    return true;
}

tilepdb_status store_ranks_create(struct store **store, const struct ranks *ranks,
                                  const struct index *index, const struct move_set *moves,
                                  tilepdb_kind kind, tilepdb_error *error) {
    struct store_ranks *made = calloc(1, sizeof *made);
    if (ranks_all(ranks, made != NULL)) {
        made->store.methods = &over_ranks;
        made->ranks = ranks;
        store_shape(&made->store, index, kind, halo_first_mask(index, ranks, ranks->rank),
                    halo_first_mask(index, ranks, ranks->rank + 1));
        bool ok = store_memory_fill(&made->store) && parts_note(made, index);
        if (ranks_all(ranks, ok)) ok = halo_init(&made->halo, ranks, &made->store, index, moves);
        *store = &made->store;
        if (ranks_all(ranks, ok)) return TILEPDB_OK;
    }
    if (made) release(&made->store);
    return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for the sets of arrangements");
}

bool store_ranks_begun(const struct store *store) {
    return ((const struct store_ranks *)store)->begun;
}

static uint64_t part_of(uint64_t whole, int ranks) {
    return whole / (unsigned)ranks + 1;
}

uint64_t store_ranks_need(const struct index *index, tilepdb_kind kind, int ranks) {
    const uint64_t set = lanes_stride(index->tile_count) * (uint64_t)sizeof(uint32_t);
    return part_of(store_memory_need(index, kind), ranks) +
           halo_need(part_of(index->cohort_count, ranks), set, ranks) +
           2 * sizeof(uint32_t) * (uint64_t)index->cohort_count;
}

uint64_t store_ranks_kept(const struct index *index, tilepdb_kind kind, int ranks) {
    return part_of(store_memory_kept(index, kind), ranks);
}
