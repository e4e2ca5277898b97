/*
 * From the pages of a scratch store to chunks of rows. See scratch_rows.h.
 */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/threads.h"
#include "scratch/chunks.h"
#include "scratch/scratch_rows.h"
#include "table/encode.h"
#include "table/encoding.h"
#include "table/lanes.h"

/* A chunk that is encoded: the sets of its columns, and what becomes of them. */
struct chunk {
    struct scratch_store *scratch;
    struct store store; /* what the encoder sees */
    unsigned array;     /* of the store's plane 0 */
    unsigned planes;
    size_t plane_bytes;
    uint8_t *rows; /* [code][piece] */
    size_t rows_bytes;
    uint64_t piece, at; /* bytes of a piece, and where it begins in a row */
    uint8_t *buffers;   /* [thread][page and alignment] */
    int threads;
};

static size_t buffer_bytes(const struct scratch_plan *plan) {
    return plan->page_bytes + SCRATCH_ALIGNMENT;
}

static uint64_t column_bytes(const struct index *index, unsigned planes) {
    return planes * lanes_stride(index->tile_count) * (uint64_t)sizeof(uint32_t);
}

static unsigned planes_max(tilepdb_kind kind) {
    return encoding_has_distances(kind) ? DISTANCE_PLANES : 1;
}

uint32_t scratch_chunk_columns(const struct index *index, tilepdb_kind kind,
                               const struct scratch_plan *plan, int threads, uint64_t memory) {
    const uint32_t unit = chunk_unit(kind), columns = index_columns(index, kind.blank);
    const uint64_t buffers = (uint64_t)threads_resolve(threads) * buffer_bytes(plan);
    const uint64_t each =
        unit * column_bytes(index, planes_max(kind)) + index->code_count * (uint64_t)64;
    const uint64_t units = memory > buffers ? (memory - buffers) / each : 0;
    const uint64_t all = (columns + unit - 1) / unit;
    return unit * (uint32_t)(units < 1 ? 1 : units < all ? units : all);
}

/* ---- reading columns ------------------------------------------------------------------------- */

/* Calls for each column of the chunk in a block, in its order: the column and where its set lies.
 */
typedef void (*column_visit)(void *user, uint32_t column, uint32_t at);

static void columns_visit(const struct chunk *chunk, uint32_t block, column_visit visit,
                          void *user) {
    const struct scratch_store *scratch = chunk->scratch;
    const struct scratch_block *about = scratch->plan.blocks + block;
    const uint32_t *first_cohort = scratch->index->first_cohort;
    const bool projected = scratch->plan.columns != NULL;
    for (uint32_t i = about->first; i < about->end; i++) {
        const uint32_t rank = scratch->plan.order[i];
        const uint32_t first = projected ? rank : first_cohort[rank];
        const uint32_t end = projected ? rank + 1 : first_cohort[rank + 1];
        for (uint32_t column = first; column < end; column++)
            if (column >= chunk->store.first_column && column < chunk->store.end_column)
                visit(user, column, scratch->store.column_place[column].at);
    }
}

static void column_count(void *user, uint32_t column, uint32_t at) {
    uint32_t *count = user;
    (void)column, (void)at;
    ++*count;
}

struct copying {
    const struct chunk *chunk;
    unsigned plane;
    const uint8_t *page;
};

static void column_copy(void *user, uint32_t column, uint32_t at) {
    const struct copying *copying = user;
    const struct store *store = &copying->chunk->store;
    memcpy(store_column(store, copying->plane, column), copying->page + at * sizeof(uint32_t),
           store->stride * sizeof(uint32_t));
}

/* Reads what the chunk has of a page: the whole page, whose checksum is known. False: the file
 * failed, or was altered. */
static bool page_read(const struct chunk *chunk, unsigned plane, uint32_t block) {
    const struct scratch_store *scratch = chunk->scratch;
    const struct scratch_plan *plan = &scratch->plan;
    const struct scratch_page *page =
        scratch->pages.page + (chunk->array + plane) * plan->block_count + block;
    uint32_t columns = 0;
    if (page->slot != SCRATCH_NONE) columns_visit(chunk, block, column_count, &columns);
    if (columns == 0) return true;
    uint8_t *buffer = chunk->buffers + (size_t)threads_index() * buffer_bytes(plan);
    if (!scratch_file_read_checked(scratch->file, buffer, plan->page_bytes,
                                   page->slot * (uint64_t)plan->page_bytes, page->request.checksum))
        return false;
    struct copying copying = {chunk, plane, buffer};
    columns_visit(chunk, block, column_copy, &copying);
    return true;
}

static tilepdb_status columns_read(const struct chunk *chunk, tilepdb_error *error) {
    const struct scratch_store *scratch = chunk->scratch;
    const uint32_t blocks = scratch->plan.block_count;
    for (unsigned plane = 0; plane < chunk->planes; plane++)
        memset(chunk->store.plane[plane], 0, chunk->plane_bytes);
#pragma omp parallel for schedule(dynamic) num_threads(chunk->threads)
    for (uint32_t i = 0; i < blocks * chunk->planes; i++) page_read(chunk, i / blocks, i % blocks);
    return scratch_file_failure(scratch->file, error);
}

/* ---- one chunk ------------------------------------------------------------------------------- */

static void chunk_put(void *user, const struct row_pieces *pieces) {
    const struct chunk *chunk = user;
    for (uint32_t i = 0; i < pieces->count; i++)
        memcpy(chunk->rows + pieces->codes[i] * chunk->piece + (pieces->at - chunk->at),
               pieces->pieces + i * pieces->stride, pieces->bytes);
}

/* Progress of one chunk, told as that of all. */
struct chunk_progress {
    const tilepdb_generate_options *options;
    uint64_t before, total;
};

static bool chunk_progress_tell(const tilepdb_progress *now, void *user) {
    const struct chunk_progress *part = user;
    tilepdb_progress all = *now;
    all.done += part->before;
    all.total = part->total;
    return part->options->progress(&all, part->options->user);
}

static tilepdb_status chunk_encode(struct chunk *chunk, const struct chunks *chunks,
                                   uint32_t number, const tilepdb_generate_options *options,
                                   tilepdb_error *error) {
    struct scratch_store *scratch = chunk->scratch;
    struct store *store = &chunk->store;
    store->first_column = number * chunks->each;
    store->end_column = chunks->columns - store->first_column < chunks->each
                            ? chunks->columns
                            : store->first_column + chunks->each;
    chunk->at = chunk_at(chunks, number);
    chunk->piece = chunk_piece(chunks, number);
    tilepdb_status status = columns_read(chunk, error);
    if (status) return status;
    memset(chunk->rows, 0, chunk->rows_bytes);
    struct chunk_progress part = {options, store->first_column * (uint64_t)chunks->rows,
                                  chunks->columns * (uint64_t)chunks->rows};
    tilepdb_generate_options mine = *options;
    if (options->progress) mine.progress = chunk_progress_tell;
    mine.user = &part;
    const struct row_sink sink = {.put = chunk_put, .user = chunk};
    return entries_encode(store, scratch->index, scratch->state.kind,
                          scratch->state.distances.levels, &sink, &mine, error);
}

/* ---- all chunks ------------------------------------------------------------------------------ */

static bool chunk_allocate(struct chunk *chunk, const struct chunks *chunks) {
    const struct store *shape = &chunk->scratch->store;
    const uint32_t columns = chunks->each < chunks->columns ? chunks->each : chunks->columns;
    const size_t lanes = columns * (size_t)shape->stride + LANES_PADDING;
    chunk->plane_bytes = lanes * sizeof(uint32_t);
    bool ok = true;
    for (unsigned plane = 0; plane < chunk->planes && ok; plane++)
        ok = (chunk->store.plane[plane] = memory_pages(chunk->plane_bytes)) != NULL;
    const uint64_t piece = chunks->count == 1 ? chunks->row_bytes : chunks->piece_bytes;
    chunk->rows_bytes = chunk_aligned(chunks->rows * piece);
    chunk->rows = memory_pages(chunk->rows_bytes);
    chunk->buffers = scratch_memory((size_t)chunk->threads * buffer_bytes(&chunk->scratch->plan));
    return ok && chunk->rows && chunk->buffers;
}

static void chunk_free(struct chunk *chunk) {
    for (unsigned plane = 0; plane < chunk->planes; plane++)
        memory_pages_free(chunk->store.plane[plane], chunk->plane_bytes);
    memory_pages_free(chunk->rows, chunk->rows_bytes);
    memory_aligned_free(chunk->buffers);
}

static void chunk_begin(struct chunk *chunk, struct scratch_store *scratch, int threads) {
    const bool bits = !encoding_has_distances(scratch->state.kind);
    *chunk = (struct chunk){.scratch = scratch,
                            .store = scratch->store,
                            .array = bits ? 1 : 2, /* of bits, side 1 is the plane */
                            .planes = 1,
                            .threads = threads_prepare(threads)};
    chunk->store.place = chunk->store.column_place = NULL;
    while (!bits && (1u + (unsigned)(scratch->state.distances.levels - 1) / 2) >> chunk->planes)
        chunk->planes++;
}

tilepdb_status scratch_rows_encode(struct scratch_store *scratch, struct scratch_file *rows,
                                   uint32_t chunk_columns, const tilepdb_generate_options *options,
                                   tilepdb_error *error) {
    const struct chunks chunks = chunks_make(scratch->index, scratch->state.kind, chunk_columns);
    struct chunk chunk;
    chunk_begin(&chunk, scratch, options->threads);
    scratch_file_truncate(rows, 0);
    tilepdb_status status = TILEPDB_OK;
    if (!chunk_allocate(&chunk, &chunks))
        status = error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory to encode the table");
    for (uint32_t i = 0; i < chunks.count && !status; i++) {
        status = chunk_encode(&chunk, &chunks, i, options, error);
        if (status) break;
        scratch_file_write(rows, chunk.rows, chunk_aligned(chunks.rows * chunk.piece),
                           chunk_offset(&chunks, i));
        status = scratch_file_failure(rows, error);
    }
    if (!status) status = scratch_file_sync(rows, error);
    chunk_free(&chunk);
    return status;
}
