#include "table/generate.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/progress.h"
#include "base/threads.h"
#include "table/edges.h"
#include "table/encoding.h"
#include "table/lanes.h"
#include "table/table.h"

struct generation {
    const struct index *index;
    tilepdb_kind kind;
    struct store *store;
    struct lane_plan plan;
    const struct lane_kernels *kernels;
    struct edge_list edges;
    struct worklist work;
    uint32_t *missing; /* [cohort] reachable arrangements not reached yet */
    uint32_t *scratch; /* [thread][scratch_sets * set] */
    unsigned scratch_sets;
    size_t scratch_bytes;
    int threads;
    struct distances *distances;
    uint64_t reached; /* arrangements reached before the level */
    uint64_t reachable;
    unsigned blocks_done;
    struct progress progress;
};

/* Blocks between reads of the clock, which take longer than a block of small sets. */
#define CLOCK_INTERVAL 16

/* All sources of a block are prefetched before its first mask is pulled. The processor itself
 * prefetches sets of over SMALL_LANES lanes, so there a block is one mask. */
#define BLOCK_MASKS 4
#define SMALL_LANES 32

/* Most edges into one mask: four for each tile. */
#define MAX_EDGES (INDEX_MAX_TILES * DIRECTIONS)

/* Of a thread: new entries of a cohort, their union over a mask, two sets for shuffles. */
#define SCRATCH_SETS 4

static size_t set_lanes(const struct lane_plan *plan) {
    return plan->stride + (size_t)LANES_PADDING;
}

/* ---- one block of masks, one level ----------------------------------------------------------- */

struct mask_block {
    int level;
    uint32_t *sum, *mask_union, *shuffle;
    uint32_t *buffer; /* space for the next fetched set */
    unsigned cohort_count, source_count;
    /* [cohort of the block] number of its `sources`, which follow each other */
    uint8_t entering[BLOCK_MASKS * TILEPDB_TABLE_MAX_CELLS];
    struct lane_source sources[BLOCK_MASKS * MAX_EDGES];
};

static void block_begin(const struct generation *search, int level, struct mask_block *block) {
    const size_t set = set_lanes(&search->plan);
    uint32_t *first = search->scratch + (size_t)threads_index() * search->scratch_sets * set;
    block->level = level;
    block->sum = first;
    block->mask_union = first + set;
    block->shuffle = first + 2 * set;
    block->buffer = first + SCRATCH_SETS * set;
    block->cohort_count = block->source_count = 0;
}

static inline void set_prefetch(const uint32_t *set) {
    __builtin_prefetch(set);
    __builtin_prefetch(set + 16);
}

/* Edges from fresh cohorts, without a branch, which would often be mispredicted. */
static unsigned edges_collect(const struct generation *search, uint32_t cohort,
                              uint32_t edges[MAX_EDGES]) {
    const uint32_t *edge = search->edges.edge + search->edges.first[cohort];
    const uint32_t *end = search->edges.edge + search->edges.first[cohort + 1];
    unsigned count = 0;
    for (; edge < end; edge++) {
        edges[count] = *edge;
        count += worklist_fresh(&search->work, edge_source(*edge));
    }
    return count;
}

static void sources_collect(const struct generation *search, uint32_t cohort,
                            struct mask_block *block) {
    struct store *store = search->store;
    const unsigned side = (unsigned)(block->level - 1) >> 1 & 1u;
    uint32_t edges[MAX_EDGES];
    const unsigned edge_count = edges_collect(search, cohort, edges);
    struct lane_source *first = block->sources + block->source_count, *source = first;
    for (unsigned i = 0; i < edge_count; i++) {
        const uint32_t *set = store_get(store, side, edge_source(edges[i]), block->buffer);
        if (!set) continue; /* level_end returns the failure */
        if (set == block->buffer) block->buffer += set_lanes(&search->plan);
        set_prefetch(set);
        *source++ = (struct lane_source){set, edge_from(edges[i]), edge_to(edges[i])};
    }
    if (source == first) return;
    set_prefetch(store_set(store, 0, cohort));
    set_prefetch(store_set(store, 1, cohort));
    block->entering[block->cohort_count] = (uint8_t)(source - first);
    block->source_count += (unsigned)(source - first);
}

static void block_collect(const struct generation *search, const uint32_t *ranks, uint32_t count,
                          struct mask_block *block) {
    const uint32_t *first_cohort = search->index->first_cohort;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t cohort = first_cohort[ranks[i]]; cohort < first_cohort[ranks[i] + 1];
             cohort++, block->cohort_count++) {
            block->entering[block->cohort_count] = 0;
            if (search->missing[cohort] && search->work.due[cohort])
                sources_collect(search, cohort, block);
        }
}

/* Writes the new entries of a cohort to block->sum, and returns their number. */
static uint64_t cohort_pull(const struct generation *search, uint32_t cohort,
                            const struct lane_source *sources, unsigned count,
                            const struct mask_block *block) {
    const unsigned side = (unsigned)block->level >> 1 & 1u;
    if (count == 0) return 0;
    return search->kernels->pull(
        &search->plan, sources, count, store_set(search->store, side, cohort),
        store_set(search->store, 1 - side, cohort), block->shuffle, block->sum);
}

/* Keeps only the members of `fresh` that are new in the column, and records `level` for them.
 * Returns their number. */
static uint64_t column_record(const struct generation *search, uint32_t column, int level,
                              uint32_t *fresh) {
    const unsigned count = distance_planes(level);
    uint32_t *planes[DISTANCE_PLANES];
    for (unsigned p = 0; p < count; p++) planes[p] = store_column(search->store, p, column);
    return search->kernels->record(fresh, planes, count, 1u + (unsigned)level / 2,
                                   search->plan.lanes);
}

static uint64_t mask_pull(struct generation *search, uint32_t rank, const struct mask_block *block,
                          const uint8_t *entering, const struct lane_source **sources,
                          uint64_t *reached) {
    const bool projected = search->kind.blank == TILEPDB_BLANK_PROJECTED;
    const bool recorded = encoding_has_distances(search->kind);
    const size_t set_bytes = search->plan.lanes * sizeof(uint32_t);
    uint64_t aware = 0;
    for (uint32_t cohort = search->index->first_cohort[rank];
         cohort < search->index->first_cohort[rank + 1]; cohort++, entering++) {
        const uint64_t count = cohort_pull(search, cohort, *sources, *entering, block);
        *sources += *entering;
        search->store->fresh[cohort] = count != 0;
        search->missing[cohort] -= (uint32_t)count;
        if (count && projected) {
            if (aware == 0) memset(block->mask_union, 0, set_bytes);
            search->kernels->merge(block->mask_union, block->sum, search->plan.lanes);
        } else if (count && recorded) {
            column_record(search, cohort, block->level, block->sum);
        }
        aware += count;
    }
    *reached += aware;
    return aware && projected ? column_record(search, rank, block->level, block->mask_union)
                              : aware;
}

static uint64_t block_pull(struct generation *search, const uint32_t *ranks, uint32_t count,
                           int level, uint64_t *reached) {
    const uint32_t *first_cohort = search->index->first_cohort;
    struct mask_block block;
    block_begin(search, level, &block);
    block_collect(search, ranks, count, &block);
    const struct lane_source *sources = block.sources;
    const uint8_t *entering = block.entering;
    uint64_t entries = 0;
    for (uint32_t i = 0; i < count; i++) {
        entries += mask_pull(search, ranks[i], &block, entering, &sources, reached);
        entering += first_cohort[ranks[i] + 1] - first_cohort[ranks[i]];
    }
    return entries;
}

static void masks_pull(struct generation *search, const uint32_t *ranks, uint32_t count, int level,
                       struct store_counts *counts) {
    const uint32_t most = search->plan.lanes <= SMALL_LANES ? BLOCK_MASKS : 1;
    const int chunk = count > 2048 ? 16 / (int)most : 1;
    uint64_t entries = 0, reached = 0;
    (void)chunk;
#pragma omp parallel for schedule(dynamic, chunk) reduction(+ : entries, reached)                  \
    num_threads(search->threads)
    for (uint32_t first = 0; first < count; first += most) {
        if (progress_cancelled(&search->progress)) continue;
        const uint32_t left = count - first;
        entries += block_pull(search, ranks + first, left < most ? left : most, level, &reached);
        if (threads_index() != 0 || ++search->blocks_done % CLOCK_INTERVAL != 0) continue;
        search->progress.now.fresh = counts->entries + entries;
        progress_report_sometimes(&search->progress);
    }
    counts->entries += entries;
    counts->reached += reached;
}

static tilepdb_status work_pull(struct generation *search, int level, struct store_counts *counts,
                                tilepdb_error *error) {
    struct store *store = search->store;
    const uint32_t *ranks = search->work.ranks;
    uint32_t left = search->work.count;
    while (left && !progress_cancelled(&search->progress)) {
        uint32_t staged = left;
        tilepdb_status status = TILEPDB_OK;
        if (store->methods->stage)
            status = store->methods->stage(store, level, ranks, left, &staged, error);
        if (status) return status;
        masks_pull(search, ranks, staged, level, counts);
        ranks += staged;
        left -= staged;
    }
    return TILEPDB_OK;
}

static struct store_snapshot snapshot_of(const struct generation *search, int level) {
    return (struct store_snapshot){.level = level,
                                   .reached = search->reached,
                                   .distances = search->distances,
                                   .missing = search->missing};
}

static tilepdb_status snapshot_save(const struct generation *search, int level,
                                    tilepdb_error *error) {
    if (!search->store->methods->save) return TILEPDB_OK;
    const struct store_snapshot snapshot = snapshot_of(search, level);
    return search->store->methods->save(search->store, &snapshot, error);
}

static tilepdb_status level_run(struct generation *search, int level, struct store_counts *counts,
                                tilepdb_error *error) {
    struct store *store = search->store;
    search->progress.now.level = level;
    search->progress.now.fresh = 0;
    const struct store_methods *methods = store->methods;
    tilepdb_status status = TILEPDB_OK;
    if (methods->level_begin) status = methods->level_begin(store, level, error);
    if (status) return status;
    worklist_begin(&search->work, level, store->fresh);
    status = work_pull(search, level, counts, error);
    if (status) return status;
    const uint64_t own = counts->reached;
    search->progress.now.fresh = counts->entries;
    progress_add(&search->progress, own);
    counts->cancelled = !progress_report(&search->progress);
    if (methods->level_end) status = methods->level_end(store, level, counts, error);
    if (status) return status;
    atomic_fetch_add(&search->progress.done, counts->reached - own);
    search->reached += counts->reached;
    if (counts->entries) {
        search->distances->histogram[level] = counts->entries;
        search->distances->levels = level + 1;
    }
    if (!counts->cancelled) return snapshot_save(search, level, error);
    return error_set(error, TILEPDB_CANCELLED, "generation was stopped at distance %d", level);
}

/* ---- the whole search ------------------------------------------------------------------------ */

static tilepdb_status goal_enter(struct generation *search, tilepdb_error *error) {
    struct store *store = search->store;
    const uint32_t rank = index_rank(search->index, search->index->goal_mask);
    const uint32_t cohort = index_cohort(search->index, rank, search->index->pattern.goal_blank);
    search->reached = 1;
    atomic_store(&search->progress.done, 1);
    search->distances->histogram[0] = 1;
    search->distances->levels = 1;
    store->fresh[cohort] = 1;
    if (rank < store->first_mask || rank >= store->end_mask) return TILEPDB_OK;
    uint32_t staged;
    tilepdb_status status = TILEPDB_OK;
    if (store->methods->stage) status = store->methods->stage(store, 0, &rank, 1, &staged, error);
    if (status) return status;
    search->missing[cohort]--;
    lanes_add_ascending(store_set(store, 0, cohort));
    const bool projected = search->kind.blank == TILEPDB_BLANK_PROJECTED;
    if (encoding_has_distances(search->kind))
        lanes_add_ascending(store_column(store, 0, projected ? rank : cohort));
    return snapshot_save(search, 0, error);
}

static tilepdb_status levels_begin(struct generation *search, int *level, tilepdb_error *error) {
    struct store *store = search->store;
    struct store_snapshot snapshot = snapshot_of(search, 0);
    *level = 0;
    if (!store->methods->resume || !store->methods->resume(store, &snapshot))
        return goal_enter(search, error);
    *level = snapshot.level;
    search->reached = snapshot.reached;
    atomic_store(&search->progress.done, snapshot.reached);
    return TILEPDB_OK;
}

static tilepdb_status levels_run(struct generation *search, tilepdb_error *error) {
    int level;
    tilepdb_status status = levels_begin(search, &level, error);
    if (status) return status;
    /* The resumed search has reached all entries. */
    if (level > 0 && search->reached == search->reachable) return TILEPDB_OK;
    for (level++; level < TILEPDB_MAX_LEVELS; level++) {
        struct store_counts counts = {0};
        status = level_run(search, level, &counts, error);
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

static tilepdb_status search_prepare(struct generation *search, const struct move_set *moves,
                                     tilepdb_error *error) {
    const struct index *index = search->index;
    const unsigned crossed = index->geometry.width - 1u;
    tilepdb_status status = lane_plan_init(&search->plan, index->tile_count, crossed, error);
    const struct store *store = search->store;
    if (!status)
        status = edge_list_init(&search->edges, index, moves, store->first_mask, store->end_mask,
                                &search->progress, error);
    if (!status) status = worklist_init(&search->work, index, &search->edges, store, error);
    if (status) return status;
    search->missing = malloc(index->cohort_count * sizeof *search->missing);
    search->scratch_sets = SCRATCH_SETS;
    if (store->methods->fetch) search->scratch_sets += BLOCK_MASKS * MAX_EDGES;
    search->scratch_bytes = set_lanes(&search->plan) * search->scratch_sets * sizeof(uint32_t) *
                            (size_t)search->threads;
    search->scratch = memory_pages(search->scratch_bytes);
    if (!search->missing || !search->scratch)
        return error_set(error, TILEPDB_ERROR_MEMORY,
                         "not enough memory for the sets of arrangements");
    const uint64_t each = search->reachable / index->cohort_count;
    for (uint32_t cohort = 0; cohort < index->cohort_count; cohort++)
        search->missing[cohort] = (uint32_t)each;
    if (store->methods->stage) search->work.missing = search->missing;
    return TILEPDB_OK;
}

static void search_release(struct generation *search) {
    free(search->missing);
    memory_pages_free(search->scratch, search->scratch_bytes);
    worklist_free(&search->work);
    edge_list_free(&search->edges);
    lane_plan_free(&search->plan);
}

tilepdb_status distances_generate(struct store *store, const struct move_set *moves,
                                  const tilepdb_generate_options *options,
                                  struct distances *distances, tilepdb_error *error) {
    *distances = (struct distances){0};
    struct generation search = {.index = store->index,
                                .kind = store->kind,
                                .store = store,
                                .kernels = lane_kernels_select(options->variant),
                                .threads = threads_prepare(options->threads),
                                .distances = distances};
    const uint32_t cohorts = store->index->cohort_count;
    search.reachable = index_reachable(store->index, TILEPDB_BLANK_AWARE) / cohorts * cohorts;
    progress_init(&search.progress, options->progress, options->user, TILEPDB_STAGE_GENERATE,
                  search.reachable);
    search.progress.now.memory =
        (store->memory ? store->memory : store_memory_need(store->index, store->kind)) +
        distances_need(store->index, options->threads);
    tilepdb_status status = search_prepare(&search, moves, error);
    if (!status) status = levels_run(&search, error);
    search_release(&search);
    store->methods->finish(store);
    return status;
}

uint64_t distances_need(const struct index *index, int threads) {
    const uint64_t set = lanes_stride(index->tile_count) * (uint64_t)sizeof(uint32_t);
    return SCRATCH_SETS * set * (uint64_t)threads_resolve(threads) + edge_list_need(index) +
           worklist_need(index) + index->cohort_count * (uint64_t)sizeof(uint32_t);
}

/* ---- encoding -------------------------------------------------------------------------------- */

#define BLOCK_LANES   16
#define BLOCK_ROWS    (BLOCK_LANES * LANE_ARRANGEMENTS)
#define STRIP_COLUMNS 32
#define BLOCK_BYTES   64 /* of a block in each row */

typedef uint32_t lane_vector __attribute__((vector_size(4 * BLOCK_LANES)));

struct encoder {
    const struct index *index;
    const struct store *store;
    bool nibble;
    unsigned planes;
    struct lane_order order;
    uint64_t row_bytes;
    const struct row_sink *sink;
    uint8_t *manhattan; /* nibble: [place][label][column] */
    size_t padded_columns;
    uint64_t spread[256]; /* [byte] bit b of the byte becomes byte b */
    atomic_bool overflow;
    struct progress progress;
};

/* ---- transposition --------------------------------------------------------------------------- */

/* Exchanges bit c of x[r] with bit r of x[c], in all lanes. */
static void strip_transpose(lane_vector x[STRIP_COLUMNS]) {
    uint32_t keep = 0x0000FFFFu;
    for (unsigned step = 16; step; step >>= 1, keep ^= keep << step)
        for (unsigned r = 0; r < STRIP_COLUMNS; r = (r + step + 1) & ~step) {
            const lane_vector moved = ((x[r] >> step) ^ x[r + step]) & keep;
            x[r + step] ^= moved;
            x[r] ^= moved << step;
        }
}

/* Bit c of x[q] becomes arrangement q of column `column` + c. */
static void strip_read(const struct encoder *encoder, unsigned plane, uint32_t lane,
                       uint32_t column, lane_vector x[STRIP_COLUMNS]) {
    const struct store *store = encoder->store;
    for (uint32_t i = 0; i < STRIP_COLUMNS; i++, column++)
        if (column >= store->first_column && column < store->end_column)
            memcpy(&x[i], store_column(store, plane, column) + lane, sizeof x[i]);
        else
            memset(&x[i], 0, sizeof x[i]);
    strip_transpose(x);
}

/* ---- nibbles --------------------------------------------------------------------------------- */

/* manhattan[place][label][column] is the Manhattan distance of a label on a place of the column's
 * mask. Place 0 adds 2 - p, for the parity p of distance and mask: half the sum over all places is
 * 1 + (Manhattan distance - p) / 2, and 1 + distance / 2 minus this half is the entry. */
static bool manhattan_fill(struct encoder *encoder, tilepdb_blank_policy blank) {
    const struct index *index = encoder->index;
    const unsigned k = index->tile_count;
    const uint32_t columns = index_columns(index, blank);
    encoder->padded_columns = (columns + STRIP_COLUMNS - 1) / STRIP_COLUMNS * STRIP_COLUMNS;
    encoder->manhattan = calloc(encoder->padded_columns, (size_t)k * k);
    if (!encoder->manhattan) return false;
    uint32_t rank = 0;
    for (uint32_t column = 0; column < columns; column++) {
        if (blank == TILEPDB_BLANK_PROJECTED)
            rank = column;
        else
            rank += column == index->first_cohort[rank + 1];
        uint32_t mask = index->mask_of_rank[rank];
        const unsigned extra = 2 - index_parity(index, mask);
        for (unsigned place = 0; place < k; place++, mask &= mask - 1)
            for (unsigned label = 0; label < k; label++)
                encoder->manhattan[(place * k + label) * encoder->padded_columns + column] =
                    (uint8_t)(geometry_distance(&index->geometry, bits_lowest32(mask),
                                                index->goal_cell[label]) +
                              (place ? 0 : extra));
    }
    return true;
}

static void manhattan_add(const struct encoder *encoder, unsigned place, unsigned label,
                          uint32_t column, uint64_t sum[STRIP_COLUMNS / 8]) {
    const size_t row = place * (size_t)encoder->index->tile_count + label;
    const uint8_t *manhattan = encoder->manhattan + row * encoder->padded_columns + column;
    for (unsigned i = 0; i < STRIP_COLUMNS / 8; i++) sum[i] += load_le64(manhattan + 8 * (size_t)i);
}

/* Packs eight entries. Byte i of `numbers` is 1 + distance / 2, or 0 if unreachable, and byte i of
 * `sum` the sum of manhattan_fill. Sets bits of *overflow if an entry exceeds 15. */
static uint32_t nibbles_pack(uint64_t numbers, uint64_t sum, uint64_t *overflow) {
    const uint64_t reached = (numbers + 0x7F7F7F7F7F7F7F7Fu) >> 7 & 0x0101010101010101u;
    const uint64_t half = sum >> 1 & 0x7F7F7F7F7F7F7F7Fu & reached * 0xFF;
    uint64_t entry = numbers - half;
    *overflow |= entry & 0xF0F0F0F0F0F0F0F0u;
    entry = (entry | entry >> 4) & 0x00FF00FF00FF00FFu;
    entry = (entry | entry >> 8) & 0x0000FFFF0000FFFFu;
    return (uint32_t)(entry | entry >> 16);
}

struct encode_block {
    uint32_t lane;
    uint32_t lane_count;
    uint32_t codes[BLOCK_ROWS];
    uint8_t labels[BLOCK_ROWS][INDEX_MAX_TILES];
};

static void numbers_unpack(const struct encoder *encoder, const lane_vector *planes, uint32_t lane,
                           unsigned q, uint64_t numbers[STRIP_COLUMNS / 8]) {
    for (unsigned i = 0; i < STRIP_COLUMNS / 8; i++) numbers[i] = 0;
    for (unsigned p = 0; p < encoder->planes; p++) {
        const uint32_t word = planes[p * STRIP_COLUMNS + q][lane];
        for (unsigned i = 0; i < STRIP_COLUMNS / 8; i++)
            numbers[i] |= encoder->spread[word >> 8 * i & 0xFF] << p;
    }
}

static void strip_nibbles(const struct encoder *encoder, const struct encode_block *block,
                          uint32_t column, const lane_vector *planes, uint8_t *out,
                          uint64_t *overflow) {
    const struct lane_order *order = &encoder->order;
    const unsigned k = encoder->index->tile_count;
    for (uint32_t lane = 0; lane < block->lane_count; lane++) {
        const uint32_t first = lane * LANE_ARRANGEMENTS;
        uint64_t base[STRIP_COLUMNS / 8] = {0};
        for (unsigned place = 0; place < order->fixed; place++)
            manhattan_add(encoder, place, block->labels[first][place], column, base);
        for (unsigned q = 0; q < order->arrangements; q++) {
            uint64_t sum[STRIP_COLUMNS / 8], numbers[STRIP_COLUMNS / 8];
            memcpy(sum, base, sizeof sum);
            for (unsigned place = order->fixed; place < k; place++)
                manhattan_add(encoder, place, block->labels[first + q][place], column, sum);
            numbers_unpack(encoder, planes, lane, q, numbers);
            uint8_t *row = out + (size_t)(first + q) * BLOCK_BYTES;
            for (unsigned i = 0; i < STRIP_COLUMNS / 8; i++) {
                const uint32_t packed = nibbles_pack(numbers[i], sum[i], overflow);
                store_le32(row + 4 * (size_t)i, packed);
            }
        }
    }
}

/* ---- blocks ---------------------------------------------------------------------------------- */

static void strip_bits(const struct encoder *encoder, const struct encode_block *block,
                       const lane_vector *plane, uint8_t *out) {
    for (uint32_t lane = 0; lane < block->lane_count; lane++)
        for (unsigned q = 0; q < encoder->order.arrangements; q++)
            store_le32(out + (size_t)(lane * LANE_ARRANGEMENTS + q) * BLOCK_BYTES, plane[q][lane]);
}

/* Only patterns of fewer than LANE_PLACES labels leave gaps in a lane, and have one lane, so
 * `codes` has no gaps. */
static void encode_block_begin(const struct encoder *encoder, struct encode_block *block,
                               uint32_t lane) {
    const uint32_t left = encoder->store->lanes - lane;
    block->lane = lane;
    block->lane_count = left < BLOCK_LANES ? left : BLOCK_LANES;
    for (uint32_t i = 0; i < block->lane_count; i++)
        lane_order_read(&encoder->order, lane + i, block->codes + i * LANE_ARRANGEMENTS,
                        encoder->nibble ? block->labels + i * LANE_ARRANGEMENTS : NULL);
}

static void block_encode(struct encoder *encoder, uint32_t lane, uint32_t first_column) {
    const struct store *store = encoder->store;
    const unsigned strip_bytes = STRIP_COLUMNS * (encoder->nibble ? 4u : 1u) / 8;
    _Alignas(64) lane_vector x[DISTANCE_PLANES * STRIP_COLUMNS];
    uint8_t rows[BLOCK_ROWS * BLOCK_BYTES];
    struct encode_block block;
    uint64_t overflow = 0;
    encode_block_begin(encoder, &block, lane);
    uint32_t filled = 0, column = first_column;
    for (; filled < BLOCK_BYTES && column < store->end_column; column += STRIP_COLUMNS) {
        for (unsigned p = 0; p < encoder->planes; p++)
            strip_read(encoder, p, lane, column, x + p * STRIP_COLUMNS);
        if (encoder->nibble)
            strip_nibbles(encoder, &block, column, x, rows + filled, &overflow);
        else
            strip_bits(encoder, &block, x, rows + filled);
        filled += strip_bytes;
    }
    const uint64_t at = first_column / STRIP_COLUMNS * (uint64_t)strip_bytes;
    const struct row_pieces pieces = {
        .codes = block.codes,
        .count = block.lane_count * encoder->order.arrangements,
        .at = at,
        .bytes = encoder->row_bytes - at < filled ? encoder->row_bytes - at : filled,
        .pieces = rows,
        .stride = BLOCK_BYTES};
    encoder->sink->put(encoder->sink->user, &pieces);
    if (overflow) atomic_store(&encoder->overflow, true);
    if (first_column < store->first_column) first_column = store->first_column;
    if (column > store->end_column) column = store->end_column;
    progress_add(&encoder->progress, pieces.count * (uint64_t)(column - first_column));
}

static void blocks_run(struct encoder *encoder, int threads) {
    const struct store *store = encoder->store;
    const uint32_t first = store->first_column / STRIP_COLUMNS * STRIP_COLUMNS;
    const uint32_t lane_blocks = (store->lanes + BLOCK_LANES - 1) / BLOCK_LANES;
    const uint32_t wide = encoder->nibble ? BLOCK_BYTES * 2 : BLOCK_BYTES * 8;
    const uint32_t column_blocks = (store->end_column - first + wide - 1) / wide;
    const uint64_t tasks = (uint64_t)lane_blocks * column_blocks;
    (void)threads;
#pragma omp parallel for schedule(dynamic, 16) num_threads(threads_prepare(threads))
    for (uint64_t task = 0; task < tasks; task++)
        if (!progress_cancelled(&encoder->progress))
            block_encode(encoder, (uint32_t)(task / column_blocks) * BLOCK_LANES,
                         first + (uint32_t)(task % column_blocks) * wide);
}

tilepdb_status entries_encode(const struct store *store, int levels, const struct row_sink *sink,
                              const tilepdb_generate_options *options, tilepdb_error *error) {
    const struct index *index = store->index;
    const tilepdb_kind kind = store->kind;
    struct encoder encoder = {.index = index,
                              .store = store,
                              .nibble = kind.encoding == TILEPDB_ENCODING_NIBBLE,
                              .planes =
                                  encoding_has_distances(kind) ? distance_planes(levels - 1) : 1,
                              .row_bytes = table_row_bytes(index, kind),
                              .sink = sink};
    lane_order_init(&encoder.order, index);
    for (unsigned byte = 0; byte < 256; byte++)
        for (unsigned bit = 0; bit < 8; bit++)
            encoder.spread[byte] |= (uint64_t)(byte >> bit & 1u) << 8 * bit;
    if (encoder.nibble && !manhattan_fill(&encoder, kind.blank))
        return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory to encode the table");
    progress_begin(&encoder.progress, options->progress, options->user, TILEPDB_STAGE_ENCODE,
                   (uint64_t)(store->end_column - store->first_column) * index->code_count);
    blocks_run(&encoder, options->threads);
    free(encoder.manhattan);
    if (progress_cancelled(&encoder.progress))
        return error_set(error, TILEPDB_CANCELLED, "generation was stopped while encoding");
    if (atomic_load(&encoder.overflow))
        return error_set(error, TILEPDB_ERROR_ENCODING,
                         "the distances of this pattern exceed the Manhattan distance by more than "
                         "30 and do not fit the encoding nibble: use %s",
                         kind.blank == TILEPDB_BLANK_AWARE
                             ? "the encoding bit"
                             : "blank-aware distances with the encoding bit");
    return TILEPDB_OK;
}
