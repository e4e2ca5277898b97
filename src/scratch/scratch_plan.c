#include "scratch/scratch_plan.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "table/edges.h"
#include "table/encoding.h"
#include "table/lanes.h"

/* This number of blocks per parity makes windows tight; the limits in bytes suit a disk. */
#define BLOCKS_WANTED 256
#define BLOCK_LEAST   ((size_t)32 << 10)
#define BLOCK_MOST    ((size_t)4 << 20)

#define SUMS (INDEX_MAX_TILES * TILEPDB_TABLE_MAX_CELLS)

static unsigned mask_key(const struct index *index, uint32_t rank) {
    const uint32_t mask = index->mask_of_rank[rank];
    unsigned sum = 0;
    for (uint32_t rest = mask; rest; rest &= rest - 1) sum += bits_lowest32(rest);
    return index_parity(index, mask) * SUMS + sum;
}

static void order_fill(struct scratch_plan *plan, const struct index *index) {
    uint32_t next[2 * SUMS + 1] = {0};
    for (uint32_t rank = 0; rank < index->mask_count; rank++) next[mask_key(index, rank) + 1]++;
    for (unsigned key = 0; key < 2 * SUMS; key++) next[key + 1] += next[key];
    for (uint32_t rank = 0; rank < index->mask_count; rank++)
        plan->order[next[mask_key(index, rank)]++] = rank;
}

/* ---- blocks ---------------------------------------------------------------------------------- */

static uint32_t cohorts_of(const struct index *index, uint32_t rank) {
    return index->first_cohort[rank + 1] - index->first_cohort[rank];
}

/* Returns the most sets of a block. Every mask fits, since masks are not cut. */
static uint32_t block_sets(const struct index *index) {
    const size_t set = lanes_stride(index->tile_count) * sizeof(uint32_t);
    size_t bytes = set * index->cohort_count / 2 / BLOCKS_WANTED;
    if (bytes < BLOCK_LEAST) bytes = BLOCK_LEAST;
    if (bytes > BLOCK_MOST) bytes = BLOCK_MOST;
    const size_t sets = bytes / set;
    return sets > index->max_regions ? (uint32_t)sets : index->max_regions;
}

static uint32_t blocks_cut(struct scratch_plan *plan, const struct index *index) {
    const uint32_t most = block_sets(index), stride = lanes_stride(index->tile_count);
    uint32_t sets = 0, largest = 0;
    unsigned parity = 0;
    for (uint32_t i = 0; i < index->mask_count; i++) {
        const uint32_t rank = plan->order[i], cohorts = cohorts_of(index, rank);
        const unsigned now = index_parity(index, index->mask_of_rank[rank]);
        if (i == 0 || sets + cohorts > most || now != parity) {
            plan->blocks[plan->block_count++].first = i;
            sets = 0;
        }
        struct scratch_block *block = plan->blocks + plan->block_count - 1;
        for (uint32_t c = 0; c < cohorts; c++)
            plan->place[index->first_cohort[rank] + c] =
                (struct store_place){plan->block_count - 1, (sets + c) * stride};
        if (plan->columns)
            plan->columns[rank] =
                (struct store_place){plan->block_count - 1, (i - block->first) * stride};
        block->end = i + 1;
        sets += cohorts;
        if (sets > largest) largest = sets;
        parity = now;
    }
    return largest;
}

/* ---- windows --------------------------------------------------------------------------------- */

static void window_widen(struct scratch_block *block, uint32_t source) {
    if (source < block->window_first) block->window_first = source;
    if (source >= block->window_end) block->window_end = source + 1;
}

static void windows_find(struct scratch_plan *plan, const struct index *index,
                         const struct edge_list *edges) {
    for (uint32_t b = 0; b < plan->block_count; b++) {
        struct scratch_block *block = plan->blocks + b;
        block->window_first = plan->block_count;
        for (uint32_t i = block->first; i < block->end; i++) {
            const uint32_t rank = plan->order[i];
            const uint32_t first = edges->first[index->first_cohort[rank]];
            const uint32_t end = edges->first[index->first_cohort[rank + 1]];
            for (uint32_t e = first; e < end; e++)
                window_widen(block, plan->place[edge_source(edges->edge[e])].block);
        }
        if (block->window_end == 0) block->window_first = 0;
        const uint32_t window = block->window_end - block->window_first;
        if (window > plan->window_max) plan->window_max = window;
    }
}

static void parities_count(struct scratch_plan *plan, const struct index *index) {
    uint32_t count[2] = {0};
    for (uint32_t b = 0; b < plan->block_count; b++)
        count[index_parity(index, index->mask_of_rank[plan->order[plan->blocks[b].first]])]++;
    plan->parity_max = count[0] > count[1] ? count[0] : count[1];
}

static bool plan_allocate(struct scratch_plan *plan, const struct index *index, tilepdb_kind kind) {
    const uint32_t sets = block_sets(index);
    /* Two consecutive blocks have over `sets` sets, except at the end of a parity. */
    const size_t most = 2 * ((size_t)index->cohort_count / sets + 2);
    plan->blocks = calloc(most, sizeof *plan->blocks);
    plan->order = malloc(index->mask_count * sizeof *plan->order);
    plan->place = malloc(index->cohort_count * sizeof *plan->place);
    const bool projected = kind.blank == TILEPDB_BLANK_PROJECTED;
    if (projected) plan->columns = malloc(index->mask_count * sizeof *plan->columns);
    return plan->blocks && plan->order && plan->place && (!projected || plan->columns);
}

tilepdb_status scratch_plan_init(struct scratch_plan *plan, const struct index *index,
                                 const struct move_set *moves, tilepdb_kind kind,
                                 tilepdb_error *error) {
    *plan = (struct scratch_plan){.arrays = encoding_has_distances(kind) ? SCRATCH_ARRAYS : 2};
    struct edge_list edges;
    if (!plan_allocate(plan, index, kind)) {
        scratch_plan_free(plan);
        return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for the order of masks");
    }
    const tilepdb_status status =
        edge_list_init(&edges, index, moves, 0, index->mask_count, NULL, error);
    if (status) {
        scratch_plan_free(plan);
        return status;
    }
    order_fill(plan, index);
    const size_t sets = blocks_cut(plan, index);
    const size_t lanes = sets * lanes_stride(index->tile_count) + LANES_PADDING;
    plan->page_bytes =
        (lanes * sizeof(uint32_t) + SCRATCH_ALIGNMENT - 1) / SCRATCH_ALIGNMENT * SCRATCH_ALIGNMENT;
    windows_find(plan, index, &edges);
    parities_count(plan, index);
    edge_list_free(&edges);
    return TILEPDB_OK;
}

void scratch_plan_free(struct scratch_plan *plan) {
    free(plan->blocks);
    free(plan->order);
    free(plan->place);
    free(plan->columns);
    *plan = (struct scratch_plan){0};
}

uint64_t scratch_plan_need(const struct index *index, tilepdb_kind kind) {
    const uint64_t columns = kind.blank == TILEPDB_BLANK_PROJECTED ? index->mask_count : 0;
    return index->mask_count * (uint64_t)sizeof(uint32_t) +
           (index->cohort_count + columns) * sizeof(struct store_place);
}
