/*
 * The content hash of a table. See container.h.
 */
#include <stdatomic.h>
#include <stdlib.h>

#include "base/bytes.h"
#include "base/error.h"
#include "base/threads.h"
#include "table/container.h"
#include "table/container_layout.h"

/* How many blocks each of several writers hashes at once, since their rows come together. */
#define WRITER_BLOCKS 16

struct hasher {
    const struct row_source *source;
    uint64_t bytes, blocks;
    int threads;
    uint8_t *hashes;  /* [block][8] */
    uint8_t *buffers; /* one a thread, for rows that do not lie in memory */
    _Atomic int failure;
};

#define HASH_BUFFER_BYTES(source) (CONTENT_BLOCK + 2 * (source)->row_bytes)

/* A block begins and ends inside rows: *first is that of its beginning; returns how many there
 * are. */
static uint64_t block_rows(const struct hasher *hasher, uint64_t block, uint64_t *first,
                           uint64_t *size) {
    const uint64_t begin = block * CONTENT_BLOCK, left = hasher->bytes - begin;
    const uint64_t row_bytes = hasher->source->row_bytes;
    *size = left < CONTENT_BLOCK ? left : CONTENT_BLOCK;
    *first = begin / row_bytes;
    return (begin + *size - 1) / row_bytes - *first + 1;
}

static void block_hash(struct hasher *hasher, uint64_t block) {
    const struct row_source *source = hasher->source;
    uint8_t *buffer = hasher->buffers
                          ? hasher->buffers + (size_t)threads_index() * HASH_BUFFER_BYTES(source)
                          : NULL;
    tilepdb_status status = TILEPDB_OK;
    uint64_t first, size;
    const uint64_t count = block_rows(hasher, block, &first, &size);
    const uint8_t *rows = rows_get(source, first, count, buffer, &status);
    if (rows)
        store_le64(hasher->hashes + 8 * block,
                   hash_bytes(rows + (block * CONTENT_BLOCK - first * source->row_bytes), size));
    else
        atomic_store(&hasher->failure, (int)status);
}

/* The blocks first .. last - 1, of several writers those of this one. */
static void blocks_hash(struct hasher *hasher, uint64_t first, uint64_t last) {
    const struct row_writers *writers = hasher->source->writers;
    uint64_t begin, end;
    row_part(writers, last - first, &begin, &end);
    if (writers) {
        uint64_t row = 0, last_row = 0, size, rows = 0;
        if (begin < end) {
            block_rows(hasher, first + begin, &row, &size);
            rows = block_rows(hasher, first + end - 1, &last_row, &size);
        }
        const tilepdb_status status = writers->ready(writers->user, row, last_row + rows - row);
        if (status) atomic_store(&hasher->failure, (int)status);
    }
#pragma omp parallel for num_threads(hasher->threads)
    for (uint64_t block = first + begin; block < first + end; block++)
        if (!atomic_load(&hasher->failure)) block_hash(hasher, block);
    if (writers) writers->gather(writers->user, hasher->hashes + 8 * first, 8, last - first);
}

tilepdb_status container_content_hash(const struct row_source *source, int threads, uint64_t *hash,
                                      tilepdb_error *error) {
    const struct row_writers *writers = source->writers;
    const uint64_t bytes = source->rows * source->row_bytes;
    struct hasher hasher = {.source = source,
                            .bytes = bytes,
                            .blocks = (bytes + CONTENT_BLOCK - 1) / CONTENT_BLOCK,
                            .threads = threads_prepare(threads)};
    hasher.hashes = malloc(8 * hasher.blocks + 1);
    if (!source->memory)
        hasher.buffers = malloc(HASH_BUFFER_BYTES(source) * (size_t)hasher.threads);
    tilepdb_status status =
        hasher.hashes && (source->memory || hasher.buffers) ? TILEPDB_OK : TILEPDB_ERROR_MEMORY;
    status = row_agree(writers, status, NULL);
    const uint64_t wave = writers ? (uint64_t)WRITER_BLOCKS * writers->count : hasher.blocks;
    for (uint64_t first = 0, last; first < hasher.blocks && !status; first = last) {
        last = hasher.blocks - first < wave ? hasher.blocks : first + wave;
        blocks_hash(&hasher, first, last);
        status = row_agree(writers, (tilepdb_status)atomic_load(&hasher.failure), NULL);
    }
    if (!status) *hash = hash_bytes(hasher.hashes, 8 * hasher.blocks);
    free(hasher.hashes);
    free(hasher.buffers);
    if (!status) return TILEPDB_OK;
    return error_set(error, status, "the table's rows could not be hashed: %s",
                     tilepdb_status_message(status));
}
