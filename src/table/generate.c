#include "table/generate.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/threads.h"
#include "table/edges.h"
#include "table/lanes.h"
#include "util/clock.h"

/* The state of one search. Threads share it; each writes only to its own cohorts. */
struct search {
    const struct index *index;
    tilepdb_kind kind;
    struct lane_plan plan;
    const struct lane_kernels *kernels;
    struct edge_list edges;
    uint32_t *side[2]; /* [cohort][lane]: reached with bit 1 of the distance clear, set */
    size_t side_bytes;
    uint32_t *missing; /* [cohort] reachable entries that are still to come */
    uint8_t *fresh;    /* [cohort] gained entries in the last level of its parity */
    uint8_t *odd;      /* [rank] index_parity */
    uint32_t *scratch; /* [thread][SCRATCH_SETS * set] */
    size_t scratch_bytes;
    int threads;
    struct distance_sets *sets;
    const tilepdb_generate_options *options;
    double start;
    uint64_t reached; /* before the current level */
    uint64_t reachable;
    uint64_t memory; /* the need, for reports */
    unsigned turns;  /* masks that the calling thread has finished */
    atomic_bool cancelled;
};

/* Scratch of a thread: the sum of a cohort, the union over a mask, two sets for shuffles. */
#define SCRATCH_SETS 4

static size_t set_lanes(const struct lane_plan *plan) {
    return plan->lanes + (size_t)LANES_SLACK;
}

/* ---- one cohort, one mask, one level --------------------------------------------------------- */

static uint32_t *side_set(const struct search *search, unsigned side, uint32_t cohort) {
    return search->side[side] + (size_t)cohort * search->plan.lanes;
}

/* Collects what enters a cohort from the sets of `level - 1`, and absorbs it. Returns the number of
 * new entries, which are in `sum`. */
static uint64_t cohort_pull(struct search *search, uint32_t cohort, int level, uint32_t *sum,
                            uint32_t *scratch) {
    const unsigned from_side = (unsigned)(level - 1) >> 1 & 1u, to_side = (unsigned)level >> 1 & 1u;
    const uint32_t lanes = search->plan.lanes;
    bool entered = false;
    for (uint32_t e = search->edges.first[cohort]; e < search->edges.first[cohort + 1]; e++) {
        const struct edge *edge = &search->edges.edge[e];
        if (!search->fresh[edge->source]) continue;
        if (!entered) memset(sum, 0, lanes * sizeof *sum);
        entered = true;
        const uint32_t *source = side_set(search, from_side, edge->source);
        if (edge->from == edge->to)
            search->kernels->merge(sum, source, lanes);
        else
            search->kernels->move(&search->plan, edge->from, edge->to, source, scratch, sum);
    }
    if (!entered) return 0;
    return search->kernels->absorb(sum, side_set(search, to_side, cohort),
                                   side_set(search, 1 - to_side, cohort), lanes);
}

/* Records what is new in a column at this level; returns how much. Planes hold 1 + level / 2, which
 * is never 0 for a reached entry; planes that no level has needed yet stay untouched. */
static uint64_t column_record(const struct search *search, uint32_t column, int level,
                              uint32_t *fresh) {
    const unsigned value = 1u + (unsigned)level / 2;
    uint32_t *planes[DISTANCE_PLANES];
    unsigned count = 0;
    for (; value >> count; count++)
        planes[count] = search->sets->plane[count] + (size_t)column * search->plan.lanes;
    return search->kernels->record(fresh, planes, count, value, search->plan.lanes);
}

/* All cohorts of a mask at a level; returns the number of new entries of the table. */
static uint64_t mask_pull(struct search *search, uint32_t rank, int level, uint64_t *reached) {
    uint32_t *sum =
        search->scratch + (size_t)threads_index() * SCRATCH_SETS * set_lanes(&search->plan);
    uint32_t *together = sum + set_lanes(&search->plan);
    uint32_t *shuffle = together + set_lanes(&search->plan);
    const bool projected = search->kind.blank == TILEPDB_BLANK_PROJECTED;
    const bool recorded = search->kind.encoding != TILEPDB_ENCODING_BIT;
    uint64_t aware = 0, entries = 0;
    for (uint32_t cohort = search->index->first_cohort[rank];
         cohort < search->index->first_cohort[rank + 1]; cohort++) {
        uint64_t count = 0;
        if (search->missing[cohort]) count = cohort_pull(search, cohort, level, sum, shuffle);
        search->fresh[cohort] = count != 0;
        search->missing[cohort] -= (uint32_t)count;
        if (count && projected) {
            if (aware == 0) memset(together, 0, search->plan.lanes * sizeof *together);
            search->kernels->merge(together, sum, search->plan.lanes);
        } else if (count && recorded) {
            column_record(search, cohort, level, sum);
        }
        aware += count;
    }
    entries = aware;
    if (aware && projected) entries = column_record(search, rank, level, together);
    *reached += aware;
    return entries;
}

static void progress_report(struct search *search, int level, uint64_t fresh) {
    if (!search->options->progress) return;
    const tilepdb_progress progress = {.stage = TILEPDB_STAGE_GENERATE,
                                       .level = level,
                                       .fresh = fresh,
                                       .done = search->reached,
                                       .total = search->reachable,
                                       .memory = search->memory,
                                       .seconds = clock_seconds() - search->start};
    if (!search->options->progress(&progress, search->options->user))
        atomic_store(&search->cancelled, true);
}

/* Pulls one level into the masks of its parity; returns whether anything was new. */
static bool level_pull(struct search *search, int level) {
    const uint32_t masks = search->index->mask_count;
    const int chunk = masks > 4096 ? 16 : 1;
    uint64_t entries = 0, reached = 0;
    (void)chunk;
#pragma omp parallel for schedule(dynamic, chunk) reduction(+ : entries, reached)                  \
    num_threads(search->threads)
    for (uint32_t rank = 0; rank < masks; rank++) {
        if (search->odd[rank] != (level & 1)) continue;
        if (atomic_load_explicit(&search->cancelled, memory_order_relaxed)) continue;
        entries += mask_pull(search, rank, level, &reached);
        if (threads_index() == 0 && ++search->turns % 128 == 0)
            progress_report(search, level, entries);
    }
    search->reached += reached;
    if (entries) {
        search->sets->histogram[level] = entries;
        search->sets->levels = level + 1;
    }
    progress_report(search, level, entries);
    return reached != 0;
}

/* ---- the whole search ------------------------------------------------------------------------ */

static void goal_enter(struct search *search) {
    const uint32_t rank = index_rank(search->index, search->index->goal_mask);
    const uint32_t cohort = index_cohort(search->index, rank, search->index->pattern.goal_blank);
    lanes_add_ascending(side_set(search, 0, cohort));
    search->fresh[cohort] = 1;
    search->missing[cohort]--;
    search->reached = 1;
    search->sets->histogram[0] = 1;
    search->sets->levels = 1;
    if (search->kind.encoding != TILEPDB_ENCODING_BIT)
        lanes_add_ascending(search->sets->plane[0] +
                            (search->kind.blank == TILEPDB_BLANK_PROJECTED ? rank : cohort) *
                                (size_t)search->plan.lanes);
}

static tilepdb_status levels_run(struct search *search, tilepdb_error *error) {
    goal_enter(search);
    for (int level = 1; level < TILEPDB_MAX_LEVELS; level++) {
        const bool found = level_pull(search, level);
        if (atomic_load(&search->cancelled))
            return error_set(error, TILEPDB_CANCELLED, "generation was stopped at distance %d",
                             level);
        if (!found && search->reached == search->reachable) return TILEPDB_OK;
        if (!found)
            return error_set(
                error, TILEPDB_ERROR_INTERNAL, "the search ended with %llu of %llu entries reached",
                (unsigned long long)search->reached, (unsigned long long)search->reachable);
    }
    return error_set(error, TILEPDB_ERROR_ENCODING,
                     "the pattern has distances beyond %d, which no table can hold",
                     TILEPDB_MAX_LEVELS - 1);
}

static bool search_allocate(struct search *search) {
    const struct index *index = search->index;
    struct distance_sets *sets = search->sets;
    search->missing = malloc(index->cohort_count * sizeof *search->missing);
    search->fresh = calloc(index->cohort_count, sizeof *search->fresh);
    search->odd = malloc(index->mask_count * sizeof *search->odd);
    search->scratch_bytes =
        set_lanes(&search->plan) * SCRATCH_SETS * sizeof(uint32_t) * (size_t)search->threads;
    search->scratch = memory_pages(search->scratch_bytes);
    search->side_bytes =
        (index->cohort_count * (size_t)sets->lanes + LANES_SLACK) * sizeof(uint32_t);
    search->side[0] = memory_pages(search->side_bytes);
    search->side[1] = memory_pages(search->side_bytes);
    bool ok = search->missing && search->fresh && search->odd && search->scratch &&
              search->side[0] && search->side[1];
    if (search->kind.encoding != TILEPDB_ENCODING_BIT) {
        sets->plane_bytes = (sets->columns * (size_t)sets->lanes + LANES_SLACK) * sizeof(uint32_t);
        for (unsigned p = 0; p < sets->plane_count; p++) {
            sets->plane[p] = memory_pages(sets->plane_bytes);
            ok = ok && sets->plane[p];
        }
    }
    return ok;
}

static void search_prepare(struct search *search) {
    const struct index *index = search->index;
    const uint64_t each = index_reachable(index, TILEPDB_BLANK_AWARE) / index->cohort_count;
    for (uint32_t cohort = 0; cohort < index->cohort_count; cohort++)
        search->missing[cohort] = (uint32_t)each;
    search->reachable = each * index->cohort_count;
    for (uint32_t rank = 0; rank < index->mask_count; rank++)
        search->odd[rank] = (uint8_t)index_parity(index, index->mask_of_rank[rank]);
}

/* Keeps the plane of set bits as the result if that is what the table needs. */
static void search_release(struct search *search, bool keep) {
    free(search->missing);
    free(search->fresh);
    free(search->odd);
    memory_pages_free(search->scratch, search->scratch_bytes);
    memory_pages_free(search->side[0], search->side_bytes);
    if (keep && search->kind.encoding == TILEPDB_ENCODING_BIT) {
        search->sets->plane[0] = search->side[1];
        search->sets->plane_bytes = search->side_bytes;
    } else {
        memory_pages_free(search->side[1], search->side_bytes);
    }
    edge_list_free(&search->edges);
    lane_plan_free(&search->plan);
    if (!keep) distance_sets_free(search->sets);
}

/* Pages are mapped for all planes, but touched only for those that the distances need. */
static unsigned planes_needed(tilepdb_kind kind) {
    return kind.encoding == TILEPDB_ENCODING_BIT ? 1 : DISTANCE_PLANES;
}

tilepdb_status distance_sets_generate(const struct index *index, tilepdb_kind kind,
                                      const tilepdb_generate_options *options,
                                      struct distance_sets *sets, tilepdb_error *error) {
    const bool aware = kind.blank == TILEPDB_BLANK_AWARE;
    *sets = (struct distance_sets){.lanes = lanes_for_places(index->tile_count),
                                   .columns = aware ? index->cohort_count : index->mask_count,
                                   .plane_count = planes_needed(kind)};
    struct search search = {.index = index,
                            .kind = kind,
                            .kernels = lane_kernels_best(),
                            .threads = threads_resolve(options->threads),
                            .sets = sets,
                            .options = options,
                            .memory = distance_sets_need(index, kind, options->threads),
                            .start = clock_seconds()};
    const unsigned crossed = index->geometry.width - 1u;
    tilepdb_status status = lane_plan_init(&search.plan, index->tile_count, crossed, error);
    if (!status) status = edge_list_init(&search.edges, index, error);
    if (!status && !search_allocate(&search))
        status = error_set(error, TILEPDB_ERROR_MEMORY,
                           "not enough memory for the sets of arrangements");
    if (!status) {
        search_prepare(&search);
        status = levels_run(&search, error);
    }
    search_release(&search, status == TILEPDB_OK);
    return status;
}

void distance_sets_free(struct distance_sets *sets) {
    for (unsigned p = 0; p < DISTANCE_PLANES; p++) {
        memory_pages_free(sets->plane[p], sets->plane_bytes);
        sets->plane[p] = NULL;
    }
}

/* The deepest level is not known beforehand. A distance whose excess over Manhattan fits a nibble
 * is at most 30 above the largest Manhattan distance, which limits the planes that are touched.
 */
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
    unsigned planes = 0;
    while ((1 + largest / 2) >> planes) planes++;
    return planes;
}

uint64_t distance_sets_kept(const struct index *index, tilepdb_kind kind) {
    const uint64_t set = lanes_for_places(index->tile_count) * (uint64_t)sizeof(uint32_t);
    if (kind.encoding == TILEPDB_ENCODING_BIT) return set * index->cohort_count;
    const bool aware = kind.blank == TILEPDB_BLANK_AWARE;
    return planes_touched(index) * set * (aware ? index->cohort_count : index->mask_count);
}

uint64_t distance_sets_need(const struct index *index, tilepdb_kind kind, int threads) {
    const uint64_t set = lanes_for_places(index->tile_count) * (uint64_t)sizeof(uint32_t);
    const uint64_t sides = 2 * set * index->cohort_count;
    const uint64_t scratch = SCRATCH_SETS * set * (uint64_t)threads_resolve(threads);
    const uint64_t planes =
        kind.encoding == TILEPDB_ENCODING_BIT ? 0 : distance_sets_kept(index, kind);
    return sides + scratch + planes + edge_list_need(index);
}
