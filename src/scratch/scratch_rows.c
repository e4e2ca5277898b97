/*
 * Rows, got from chunks in a file. See scratch_rows.h.
 *
 * Writers get few rows at a time, in ascending order, each thread from a place of its own. So rows
 * are read in batches: the pieces of some rows of each chunk. The batches are shared by the threads
 * and given up in the order of their last use.
 */
#include "scratch/scratch_rows.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/threads.h"
#include "scratch/chunks.h"

/* A batch is at least so large, as far as memory allows, and then there may be more of them. */
#define BATCH_WANTED ((uint64_t)32 << 20)

struct row_batch {
    uint32_t number; /* rows number * batch_rows and on; SCRATCH_NONE: none */
    uint32_t users;
    uint64_t used; /* when, counted */
    bool ready, failed;
    uint8_t *pieces;
};

struct scratch_rows {
    struct scratch_file *file;
    struct chunks chunks;
    uint32_t batch_rows;
    uint64_t batch_bytes;
    pthread_mutex_t lock; /* of the batches but their pieces */
    pthread_cond_t changed;
    uint64_t now;
    unsigned batch_count;
    struct row_batch *batches;
    uint8_t *pieces;
};

/* ---- a batch --------------------------------------------------------------------------------- */

/* The bytes that rows of a chunk take, wherever they begin. */
static uint64_t part_bytes(const struct chunks *chunks, uint32_t chunk, uint32_t rows) {
    return chunk_aligned(rows * chunk_piece(chunks, chunk)) + SCRATCH_ALIGNMENT;
}

static uint64_t batch_bytes(const struct chunks *chunks, uint32_t rows) {
    uint64_t bytes = 0;
    for (uint32_t chunk = 0; chunk < chunks->count; chunk++)
        bytes += part_bytes(chunks, chunk, rows);
    return bytes;
}

static bool batch_read(struct scratch_rows *rows, struct row_batch *batch) {
    const struct chunks *chunks = &rows->chunks;
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
    const struct chunks *chunks = &rows->chunks;
    const uint64_t first = batch->number * (uint64_t)rows->batch_rows;
    const uint8_t *from = batch->pieces;
    for (uint32_t chunk = 0; chunk < chunks->count; chunk++) {
        const uint64_t piece = chunk_piece(chunks, chunk);
        memcpy(to, from + first * piece % SCRATCH_ALIGNMENT + (row - first) * piece, piece);
        to += piece;
        from += part_bytes(chunks, chunk, rows->batch_rows);
    }
}

/* ---- sharing them ---------------------------------------------------------------------------- */

/* The batch of a number if it is there, otherwise the one to be given up; NULL: all are in use. */
static struct row_batch *batch_find(struct scratch_rows *rows, uint32_t number) {
    struct row_batch *oldest = NULL;
    for (unsigned i = 0; i < rows->batch_count; i++) {
        struct row_batch *batch = rows->batches + i;
        if (batch->number == number) return batch;
        if (batch->users == 0 && (!oldest || batch->used < oldest->used)) oldest = batch;
    }
    return oldest;
}

/* Under the lock, which it drops while it reads. */
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

/* ---- open and close -------------------------------------------------------------------------- */

/* One batch more than threads, so that none waits for a batch that others keep; as many rows in
 * each as memory allows. */
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
                                 const struct index *index, tilepdb_kind kind,
                                 uint32_t chunk_columns, int threads, uint64_t memory,
                                 tilepdb_error *error) {
    struct scratch_rows *made = calloc(1, sizeof *made);
    if (made) {
        made->file = file;
        made->chunks = chunks_make(index, kind, chunk_columns);
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

/* A chunk's end is rounded up, and there may be one for each block of the encoder. */
uint64_t scratch_rows_max_bytes(const struct index *index, tilepdb_kind kind) {
    const uint64_t columns = index_columns(index, kind.blank), unit = chunk_unit(kind);
    return index->code_count * table_row_bytes(index, kind) +
           (columns + unit - 1) / unit * SCRATCH_ALIGNMENT;
}
