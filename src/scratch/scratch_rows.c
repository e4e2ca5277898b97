/*
 * Writers get a few consecutive rows at a time, so rows are read in batches: runs of rows, with
 * their pieces from all chunks. A new batch replaces the least recently used idle batch.
 */
#include "scratch/scratch_rows.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/threads.h"
#include "table/encode.h"
#include "table/encoding.h"
#include "table/lanes.h"
#include "table/table.h"

/* ---- where chunks lie ------------------------------------------------------------------------ */

/* Returns the columns that fill 64 bytes of a row, a block of the encoder. */
static uint32_t chunk_unit(tilepdb_kind kind) {
    return 512 / encoding_find(kind.encoding)->bits;
}

static size_t buffer_bytes(const struct scratch_plan *plan) {
    return plan->page_bytes + SCRATCH_ALIGNMENT;
}

struct scratch_chunks scratch_chunks_make(const struct index *index, tilepdb_kind kind,
                                          const struct scratch_plan *plan, int threads,
                                          uint64_t memory) {
    const uint32_t unit = chunk_unit(kind), columns = index_columns(index, kind.blank);
    const unsigned planes = encoding_has_distances(kind) ? DISTANCE_PLANES : 1;
    const uint64_t column_bytes =
        planes * lanes_stride(index->tile_count) * (uint64_t)sizeof(uint32_t);
    const uint64_t unit_bytes = unit * column_bytes + index->code_count * (uint64_t)64;
    const uint64_t buffers = (uint64_t)threads_resolve(threads) * buffer_bytes(plan);
    const uint64_t units = memory > buffers ? (memory - buffers) / unit_bytes : 0;
    const uint64_t all = (columns + unit - 1) / unit;
    const uint32_t each = unit * (uint32_t)(units < 1 ? 1 : units < all ? units : all);
    return (struct scratch_chunks){.columns = columns,
                                   .each = each,
                                   .count = (columns + each - 1) / each,
                                   .rows = index->code_count,
                                   .row_bytes = table_row_bytes(index, kind),
                                   .piece_bytes = each / unit * (uint64_t)64};
}

/* Each chunk is padded, and has at least one block. */
uint64_t scratch_rows_max_bytes(const struct index *index, tilepdb_kind kind) {
    const uint64_t columns = index_columns(index, kind.blank), unit = chunk_unit(kind);
    return index->code_count * table_row_bytes(index, kind) +
           (columns + unit - 1) / unit * SCRATCH_ALIGNMENT;
}

static uint64_t chunk_at(const struct scratch_chunks *chunks, uint32_t chunk) {
    return chunk * chunks->piece_bytes;
}

static uint64_t chunk_piece(const struct scratch_chunks *chunks, uint32_t chunk) {
    const uint64_t left = chunks->row_bytes - chunk_at(chunks, chunk);
    return chunk + 1 < chunks->count ? chunks->piece_bytes : left;
}

static uint64_t chunk_aligned(uint64_t bytes) {
    return (bytes + SCRATCH_ALIGNMENT - 1) / SCRATCH_ALIGNMENT * SCRATCH_ALIGNMENT;
}

static uint64_t chunk_offset(const struct scratch_chunks *chunks, uint32_t chunk) {
    return chunk * chunk_aligned(chunks->rows * chunks->piece_bytes);
}

/* ---- encoding a chunk ------------------------------------------------------------------------ */

struct chunk {
    struct scratch_store *scratch;
    struct store store;
    unsigned array;
    unsigned planes;
    size_t plane_bytes;
    uint8_t *rows; /* [code][piece] */
    size_t rows_bytes;
    uint64_t piece, at; /* bytes of a piece, and its offset in a row */
    uint8_t *buffers;   /* [thread] buffer_bytes each */
    int threads;
};

/* Copies the chunk's columns of a block from `page`. Returns their number, also if `page` is
 * NULL. */
static uint32_t columns_copy(const struct chunk *chunk, unsigned plane, uint32_t block,
                             const uint8_t *page) {
    const struct scratch_store *scratch = chunk->scratch;
    const struct store *store = &chunk->store;
    const uint32_t *first_cohort = scratch->store.index->first_cohort;
    const bool projected = scratch->plan.columns != NULL;
    uint32_t count = 0;
    for (uint32_t i = scratch->plan.blocks[block].first; i < scratch->plan.blocks[block].end; i++) {
        const uint32_t rank = scratch->plan.order[i];
        const uint32_t first = projected ? rank : first_cohort[rank];
        const uint32_t end = projected ? rank + 1 : first_cohort[rank + 1];
        for (uint32_t column = first; column < end; column++) {
            if (column < store->first_column || column >= store->end_column) continue;
            count++;
            if (page)
                memcpy(store_column(store, plane, column),
                       page + scratch->store.column_place[column].at * sizeof(uint32_t),
                       store->stride * sizeof(uint32_t));
        }
    }
    return count;
}

static bool page_read(const struct chunk *chunk, unsigned plane, uint32_t block) {
    const struct scratch_store *scratch = chunk->scratch;
    const struct scratch_plan *plan = &scratch->plan;
    const struct scratch_page *page =
        scratch->pages.page + (chunk->array + plane) * plan->block_count + block;
    if (page->slot == SCRATCH_NONE || columns_copy(chunk, plane, block, NULL) == 0) return true;
    uint8_t *buffer = chunk->buffers + (size_t)threads_index() * buffer_bytes(plan);
    if (!scratch_file_read_checked(scratch->file, buffer, plan->page_bytes,
                                   page->slot * (uint64_t)plan->page_bytes, page->request.checksum))
        return false;
    columns_copy(chunk, plane, block, buffer);
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

static void chunk_put(void *user, const struct row_pieces *pieces) {
    const struct chunk *chunk = user;
    for (uint32_t i = 0; i < pieces->count; i++)
        memcpy(chunk->rows + pieces->codes[i] * chunk->piece + (pieces->at - chunk->at),
               pieces->pieces + i * pieces->stride, pieces->bytes);
}

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

static tilepdb_status chunk_encode(struct chunk *chunk, const struct scratch_chunks *chunks,
                                   uint32_t number, const tilepdb_generate_options *options,
                                   tilepdb_error *error) {
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
    return entries_encode(store, chunk->scratch->state.distances.levels, &sink, &mine, error);
}

static bool chunk_allocate(struct chunk *chunk, const struct scratch_chunks *chunks) {
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
    *chunk =
        (struct chunk){.scratch = scratch,
                       .store = scratch->store,
                       .array = bits ? 1 : 2, /* with the encoding bit, array 1 is the plane */
                       .planes = bits ? 1 : distance_planes(scratch->state.distances.levels - 1),
                       .threads = threads_prepare(threads)};
    chunk->store.place = chunk->store.column_place = NULL;
}

tilepdb_status scratch_rows_encode(struct scratch_store *scratch, struct scratch_file *file,
                                   const struct scratch_chunks *chunks,
                                   const tilepdb_generate_options *options, tilepdb_error *error) {
    struct chunk chunk;
    chunk_begin(&chunk, scratch, options->threads);
    scratch_file_truncate(file, 0);
    tilepdb_status status = TILEPDB_OK;
    if (!chunk_allocate(&chunk, chunks))
        status = error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory to encode the table");
    for (uint32_t i = 0; i < chunks->count && !status; i++) {
        status = chunk_encode(&chunk, chunks, i, options, error);
        if (status) break;
        scratch_file_write(file, chunk.rows, chunk_aligned(chunks->rows * chunk.piece),
                           chunk_offset(chunks, i));
        status = scratch_file_failure(file, error);
    }
    if (!status) status = scratch_file_sync(file, error);
    chunk_free(&chunk);
    return status;
}

/* ---- reading rows ---------------------------------------------------------------------------- */

#define BATCH_WANTED ((uint64_t)32 << 20)

struct row_batch {
    uint32_t number; /* rows start at number * batch_rows; SCRATCH_NONE: empty */
    uint32_t users;
    uint64_t used; /* `now` at the last use */
    bool ready, failed;
    uint8_t *pieces;
};

struct scratch_rows {
    struct scratch_file *file;
    struct scratch_chunks chunks;
    uint32_t batch_rows;
    uint64_t batch_bytes;
    pthread_mutex_t lock; /* guards the members below, except the contents of `pieces` */
    pthread_cond_t changed;
    uint64_t now;
    unsigned batch_count;
    struct row_batch *batches;
    uint8_t *pieces;
};

/* ---- a batch --------------------------------------------------------------------------------- */

/* Returns the memory for `rows` rows of a chunk, from any row on. */
static uint64_t part_bytes(const struct scratch_chunks *chunks, uint32_t chunk, uint32_t rows) {
    return chunk_aligned(rows * chunk_piece(chunks, chunk)) + SCRATCH_ALIGNMENT;
}

static uint64_t batch_bytes(const struct scratch_chunks *chunks, uint32_t rows) {
    uint64_t bytes = 0;
    for (uint32_t chunk = 0; chunk < chunks->count; chunk++)
        bytes += part_bytes(chunks, chunk, rows);
    return bytes;
}

static bool batch_read(struct scratch_rows *rows, struct row_batch *batch) {
    const struct scratch_chunks *chunks = &rows->chunks;
    const uint64_t first = batch->number * (uint64_t)rows->batch_rows;
    const uint64_t left = chunks->rows - first;
    const uint64_t count = left < rows->batch_rows ? left : rows->batch_rows;
    uint8_t *to = batch->pieces;
    for (uint32_t chunk = 0; chunk < chunks->count; chunk++) {
        const uint64_t piece = chunk_piece(chunks, chunk);
        const uint64_t from = first * piece / SCRATCH_ALIGNMENT * SCRATCH_ALIGNMENT;
        const uint64_t end = chunk_aligned((first + count) * piece);
        if (!scratch_file_read(rows->file, to, end - from, chunk_offset(chunks, chunk) + from))
            return false;
        to += part_bytes(chunks, chunk, rows->batch_rows);
    }
    return true;
}

static void row_assemble(const struct scratch_rows *rows, const struct row_batch *batch,
                         uint64_t row, uint8_t *to) {
    const struct scratch_chunks *chunks = &rows->chunks;
    const uint64_t first = batch->number * (uint64_t)rows->batch_rows;
    const uint8_t *from = batch->pieces;
    for (uint32_t chunk = 0; chunk < chunks->count; chunk++) {
        const uint64_t piece = chunk_piece(chunks, chunk);
        memcpy(to, from + first * piece % SCRATCH_ALIGNMENT + (row - first) * piece, piece);
        to += piece;
        from += part_bytes(chunks, chunk, rows->batch_rows);
    }
}

/* Returns batch `number`, or else the least recently used idle batch, or NULL if all are in use. */
static struct row_batch *batch_find(struct scratch_rows *rows, uint32_t number) {
    struct row_batch *oldest = NULL;
    for (unsigned i = 0; i < rows->batch_count; i++) {
        struct row_batch *batch = rows->batches + i;
        if (batch->number == number) return batch;
        if (batch->users == 0 && (!oldest || batch->used < oldest->used)) oldest = batch;
    }
    return oldest;
}

static void batch_fill(struct scratch_rows *rows, struct row_batch *batch, uint32_t number) {
    batch->number = number;
    batch->ready = false;
    pthread_mutex_unlock(&rows->lock);
    const bool ok = batch_read(rows, batch);
    pthread_mutex_lock(&rows->lock);
    batch->ready = true;
    batch->failed = !ok;
    pthread_cond_broadcast(&rows->changed);
}

static struct row_batch *batch_take(struct scratch_rows *rows, uint32_t number) {
    pthread_mutex_lock(&rows->lock);
    struct row_batch *batch;
    while (!(batch = batch_find(rows, number))) pthread_cond_wait(&rows->changed, &rows->lock);
    batch->users++;
    batch->used = ++rows->now;
    if (batch->number != number) batch_fill(rows, batch, number);
    while (!batch->ready) pthread_cond_wait(&rows->changed, &rows->lock);
    pthread_mutex_unlock(&rows->lock);
    return batch;
}

static void batch_drop(struct scratch_rows *rows, struct row_batch *batch) {
    pthread_mutex_lock(&rows->lock);
    batch->users--;
    if (batch->failed) batch->number = SCRATCH_NONE;
    pthread_cond_broadcast(&rows->changed);
    pthread_mutex_unlock(&rows->lock);
}

static tilepdb_status rows_read(void *user, uint64_t first, uint64_t count, uint8_t *buffer) {
    struct scratch_rows *rows = user;
    for (uint64_t row = first; row < first + count;) {
        const uint64_t number = row / rows->batch_rows;
        const uint64_t end = (number + 1) * rows->batch_rows;
        struct row_batch *batch = batch_take(rows, (uint32_t)number);
        const bool failed = batch->failed;
        for (; !failed && row < end && row < first + count; row++, buffer += rows->chunks.row_bytes)
            row_assemble(rows, batch, row, buffer);
        batch_drop(rows, batch);
        if (failed) return TILEPDB_ERROR_IO;
    }
    return TILEPDB_OK;
}

struct row_source scratch_rows_source(struct scratch_rows *rows) {
    return (struct row_source){.rows = rows->chunks.rows,
                               .row_bytes = rows->chunks.row_bytes,
                               .get = rows_read,
                               .user = rows};
}

/* One batch more than threads, so that a thread always finds an idle batch. */
static void batches_plan(struct scratch_rows *rows, int threads, uint64_t memory) {
    rows->batch_count = (unsigned)threads_resolve(threads) + 1;
    const uint64_t one = batch_bytes(&rows->chunks, 1);
    uint64_t each = memory / rows->batch_count;
    if (each > BATCH_WANTED + one) each = BATCH_WANTED + one;
    rows->batch_rows = 1;
    for (uint32_t step = 1u << 30; step; step >>= 1)
        if (step <= rows->chunks.rows && rows->batch_rows + step <= rows->chunks.rows &&
            batch_bytes(&rows->chunks, rows->batch_rows + step) <= each)
            rows->batch_rows += step;
    rows->batch_bytes = batch_bytes(&rows->chunks, rows->batch_rows);
}

tilepdb_status scratch_rows_open(struct scratch_rows **rows, struct scratch_file *file,
                                 const struct scratch_chunks *chunks, int threads, uint64_t memory,
                                 tilepdb_error *error) {
    struct scratch_rows *made = calloc(1, sizeof *made);
    if (made) {
        made->file = file;
        made->chunks = *chunks;
        pthread_mutex_init(&made->lock, NULL);
        pthread_cond_init(&made->changed, NULL);
        batches_plan(made, threads, memory);
        made->batches = calloc(made->batch_count, sizeof *made->batches);
        made->pieces = scratch_memory(made->batch_count * made->batch_bytes);
    }
    if (!made || !made->batches || !made->pieces) {
        scratch_rows_close(made);
        return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for rows");
    }
    for (unsigned i = 0; i < made->batch_count; i++) {
        made->batches[i].number = SCRATCH_NONE;
        made->batches[i].pieces = made->pieces + i * made->batch_bytes;
    }
    *rows = made;
    return TILEPDB_OK;
}

void scratch_rows_close(struct scratch_rows *rows) {
    if (!rows) return;
    pthread_cond_destroy(&rows->changed);
    pthread_mutex_destroy(&rows->lock);
    free(rows->batches);
    memory_aligned_free(rows->pieces);
    free(rows);
}
