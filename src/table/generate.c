/*
 * The search for all distances of a pattern. See generate.h.
 */
#include "table/generate.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/progress.h"
#include "base/threads.h"
#include "table/edges.h"
#include "table/lanes.h"

/* The state of one search. Threads share it; each writes only to its own cohorts. */
struct search {
    const struct index *index;
    tilepdb_kind kind;
    struct store *store;
    struct lane_plan plan;
    const struct lane_kernels *kernels;
    struct edge_list edges;
    uint32_t *missing; /* [cohort] reachable entries that are still to come */
    uint8_t *odd;      /* [rank] index_parity */
    uint32_t *scratch; /* [thread][scratch_sets * set] */
    unsigned scratch_sets;
    size_t scratch_bytes;
    int threads;
    struct distances *distances;
    uint64_t reached; /* before the current level */
    uint64_t reachable;
    unsigned turns; /* masks that the calling thread has finished */
    struct progress progress;
};

/* Masks between two looks at the clock: with small sets, a mask takes less than a look. */
#define LOOKS_AT_CLOCK 16

/* Scratch of a thread: the sum of a cohort, the union over a mask, two sets for shuffles. A store
 * that fetches needs one more. */
#define SCRATCH_SETS 4

static size_t set_lanes(const struct lane_plan *plan) {
    return plan->lanes + (size_t)LANES_SLACK;
}

/* ---- one cohort, one mask, one level --------------------------------------------------------- */

/* The scratch of the calling thread. */
struct scratch {
    uint32_t *sum, *together, *shuffle, *fetched;
};

static struct scratch scratch_of_thread(const struct search *search) {
    const size_t set = set_lanes(&search->plan);
    uint32_t *first = search->scratch + (size_t)threads_index() * search->scratch_sets * set;
    return (struct scratch){first, first + set, first + 2 * set, first + SCRATCH_SETS * set};
}

/* Collects what enters a cohort from the sets of `level - 1`, and absorbs it. Returns the number of
 * new entries, which are in `sum`. */
static uint64_t cohort_pull(struct search *search, uint32_t cohort, int level,
                            const struct scratch *scratch) {
    struct store *store = search->store;
    const unsigned from_side = (unsigned)(level - 1) >> 1 & 1u, to_side = (unsigned)level >> 1 & 1u;
    const uint32_t lanes = search->plan.lanes;
    const uint8_t *fresh = store->fresh;
    const struct edge *edge = search->edges.edge + search->edges.first[cohort];
    const struct edge *end = search->edges.edge + search->edges.first[cohort + 1];
    bool entered = false;
    for (; edge < end; edge++) {
        if (!fresh[edge->source]) continue;
        const uint32_t *source = store_get(store, from_side, edge->source, scratch->fetched);
        if (!source) continue; /* level_end reports it */
        if (!entered) memset(scratch->sum, 0, lanes * sizeof *scratch->sum);
        entered = true;
        if (edge->from == edge->to)
            search->kernels->merge(scratch->sum, source, lanes);
        else
            search->kernels->move(&search->plan, edge->from, edge->to, source, scratch->shuffle,
                                  scratch->sum);
    }
    if (!entered) return 0;
    return search->kernels->absorb(scratch->sum, store_set(store, to_side, cohort),
                                   store_set(store, 1 - to_side, cohort), lanes);
}

/* Records what is new in a column at this level; returns how much. Planes hold 1 + level / 2, which
 * is never 0 for a reached entry; planes that no level has needed yet stay untouched. */
static uint64_t column_record(const struct search *search, uint32_t column, int level,
                              uint32_t *fresh) {
    const unsigned value = 1u + (unsigned)level / 2;
    uint32_t *planes[DISTANCE_PLANES];
    unsigned count = 0;
    for (; value >> count; count++) planes[count] = store_column(search->store, count, column);
    return search->kernels->record(fresh, planes, count, value, search->plan.lanes);
}

/* All cohorts of a mask at a level; returns the number of new entries of the table. */
static uint64_t mask_pull(struct search *search, uint32_t rank, int level, uint64_t *reached) {
    const struct scratch scratch = scratch_of_thread(search);
    const bool projected = search->kind.blank == TILEPDB_BLANK_PROJECTED;
    const bool recorded = search->kind.encoding != TILEPDB_ENCODING_BIT;
    const size_t set_bytes = search->plan.lanes * sizeof(uint32_t);
    uint64_t aware = 0;
    for (uint32_t cohort = search->index->first_cohort[rank];
         cohort < search->index->first_cohort[rank + 1]; cohort++) {
        uint64_t count = 0;
        if (search->missing[cohort]) count = cohort_pull(search, cohort, level, &scratch);
        search->store->fresh[cohort] = count != 0;
        search->missing[cohort] -= (uint32_t)count;
        if (count && projected) {
            if (aware == 0) memset(scratch.together, 0, set_bytes);
            search->kernels->merge(scratch.together, scratch.sum, search->plan.lanes);
        } else if (count && recorded) {
            column_record(search, cohort, level, scratch.sum);
        }
        aware += count;
    }
    *reached += aware;
    return aware && projected ? column_record(search, rank, level, scratch.together) : aware;
}

/* Pulls one level into the masks of its parity that are owned here. */
static struct store_counts masks_pull(struct search *search, int level) {
    const uint32_t first = search->store->first_mask, end = search->store->end_mask;
    const int chunk = end - first > 4096 ? 16 : 1;
    uint64_t entries = 0, reached = 0;
    (void)chunk;
#pragma omp parallel for schedule(dynamic, chunk) reduction(+ : entries, reached)                  \
    num_threads(search->threads)
    for (uint32_t rank = first; rank < end; rank++) {
        if (search->odd[rank] != (level & 1)) continue;
        if (progress_cancelled(&search->progress)) continue;
        entries += mask_pull(search, rank, level, &reached);
        if (threads_index() != 0 || ++search->turns % LOOKS_AT_CLOCK != 0) continue;
        search->progress.now.fresh = entries;
        progress_tell_sometimes(&search->progress);
    }
    return (struct store_counts){.entries = entries, .reached = reached};
}

/* One level, of everyone who shares the work. */
static tilepdb_status level_run(struct search *search, int level, struct store_counts *counts,
                                tilepdb_error *error) {
    struct store *store = search->store;
    search->progress.now.level = level;
    search->progress.now.fresh = 0;
    const struct store_methods *methods = store->methods;
    tilepdb_status status = TILEPDB_OK;
    if (methods->level_begin) status = methods->level_begin(store, level, error);
    if (status) return status;
    *counts = masks_pull(search, level);
    const uint64_t own = counts->reached;
    search->progress.now.fresh = counts->entries;
    progress_add(&search->progress, own);
    counts->cancelled = !progress_tell(&search->progress);
    if (methods->level_end) status = methods->level_end(store, level, counts, error);
    if (status) return status;
    atomic_fetch_add(&search->progress.done, counts->reached - own);
    search->reached += counts->reached;
    if (counts->entries) {
        search->distances->histogram[level] = counts->entries;
        search->distances->levels = level + 1;
    }
    if (!counts->cancelled) return TILEPDB_OK;
    return error_set(error, TILEPDB_CANCELLED, "generation was stopped at distance %d", level);
}

/* ---- the whole search ------------------------------------------------------------------------ */

static void goal_enter(struct search *search) {
    struct store *store = search->store;
    const uint32_t rank = index_rank(search->index, search->index->goal_mask);
    const uint32_t cohort = index_cohort(search->index, rank, search->index->pattern.goal_blank);
    search->reached = 1;
    atomic_store(&search->progress.done, 1);
    search->distances->histogram[0] = 1;
    search->distances->levels = 1;
    store->fresh[cohort] = 1;
    if (rank < store->first_mask || rank >= store->end_mask) return;
    search->missing[cohort]--;
    lanes_add_ascending(store_set(store, 0, cohort));
    if (search->kind.encoding == TILEPDB_ENCODING_BIT) return;
    const bool projected = search->kind.blank == TILEPDB_BLANK_PROJECTED;
    lanes_add_ascending(store_column(store, 0, projected ? rank : cohort));
}

static tilepdb_status levels_run(struct search *search, tilepdb_error *error) {
    goal_enter(search);
    for (int level = 1; level < TILEPDB_MAX_LEVELS; level++) {
        struct store_counts counts = {0};
        const tilepdb_status status = level_run(search, level, &counts, error);
        if (status) return status;
        if (counts.reached) continue;
        if (search->reached == search->reachable) return TILEPDB_OK;
        return error_set(
            error, TILEPDB_ERROR_INTERNAL, "the search ended with %llu of %llu entries reached",
            (unsigned long long)search->reached, (unsigned long long)search->reachable);
    }
    return error_set(error, TILEPDB_ERROR_ENCODING,
                     "the pattern has distances beyond %d, which no table can hold",
                     TILEPDB_MAX_LEVELS - 1);
}

static tilepdb_status search_prepare(struct search *search, const struct move_set *moves,
                                     tilepdb_error *error) {
    const struct index *index = search->index;
    const unsigned crossed = index->geometry.width - 1u;
    tilepdb_status status = lane_plan_init(&search->plan, index->tile_count, crossed, error);
    if (!status) status = edge_list_init(&search->edges, index, moves, error);
    if (status) return status;
    search->missing = malloc(index->cohort_count * sizeof *search->missing);
    search->odd = malloc(index->mask_count * sizeof *search->odd);
    search->scratch_sets = SCRATCH_SETS + (search->store->methods->fetch != NULL);
    search->scratch_bytes = set_lanes(&search->plan) * search->scratch_sets * sizeof(uint32_t) *
                            (size_t)search->threads;
    search->scratch = memory_pages(search->scratch_bytes);
    if (!search->missing || !search->odd || !search->scratch)
        return error_set(error, TILEPDB_ERROR_MEMORY,
                         "not enough memory for the sets of arrangements");
    const uint64_t each = index_reachable(index, TILEPDB_BLANK_AWARE) / index->cohort_count;
    for (uint32_t cohort = 0; cohort < index->cohort_count; cohort++)
        search->missing[cohort] = (uint32_t)each;
    search->reachable = each * index->cohort_count;
    for (uint32_t rank = 0; rank < index->mask_count; rank++)
        search->odd[rank] = (uint8_t)index_parity(index, index->mask_of_rank[rank]);
    return TILEPDB_OK;
}

static void search_release(struct search *search) {
    free(search->missing);
    free(search->odd);
    memory_pages_free(search->scratch, search->scratch_bytes);
    edge_list_free(&search->edges);
    lane_plan_free(&search->plan);
}

tilepdb_status distances_generate(struct store *store, const struct index *index,
                                  const struct move_set *moves, tilepdb_kind kind,
                                  const tilepdb_generate_options *options,
                                  struct distances *distances, tilepdb_error *error) {
    *distances = (struct distances){0};
    struct search search = {.index = index,
                            .kind = kind,
                            .store = store,
                            .kernels = lane_kernels_select(options->variant),
                            .threads = threads_resolve(options->threads),
                            .distances = distances};
    tilepdb_status status = search_prepare(&search, moves, error);
    if (!status) {
        progress_init(&search.progress, options->progress, options->user, TILEPDB_STAGE_GENERATE,
                      search.reachable);
        search.progress.now.memory =
            store_memory_need(index, kind) + distances_need(index, options->threads);
        status = levels_run(&search, error);
    }
    search_release(&search);
    store->methods->finish(store);
    return status;
}

uint64_t distances_need(const struct index *index, int threads) {
    const uint64_t set = lanes_for_places(index->tile_count) * (uint64_t)sizeof(uint32_t);
    return SCRATCH_SETS * set * (uint64_t)threads_resolve(threads) + edge_list_need(index);
}
