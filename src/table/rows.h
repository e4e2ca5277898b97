/*
 * Sinks, into which the encoder puts rows, and sources, from which a file writer gets rows. A table
 * in memory is both. Any number of threads may put and get; no two may put the same bytes.
 */
#ifndef TILEPDB_TABLE_ROWS_H
#define TILEPDB_TABLE_ROWS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "tilepdb.h"

/* The same columns of many rows. Piece i, at pieces + i * stride, becomes the bytes at .. at +
 * bytes - 1 of the row of codes[i]. */
struct row_pieces {
    const uint32_t *codes;
    uint32_t count;
    uint64_t at;
    uint64_t bytes;
    const uint8_t *pieces;
    size_t stride;
};

/* Bytes that are never put are 0. A sink records its failures for its owner. */
struct row_sink {
    void (*put)(void *user, const struct row_pieces *pieces);
    void *user;
};

/* Processes that share the rows of a source and write one file. All call each function at the same
 * point, from one thread. */
struct row_writers {
    unsigned index, count;

    /* Until the next call this writer gets only rows first .. first + count - 1. Returns OK or
     * ERROR_MEMORY, which other writers may not share. */
    tilepdb_status (*ready)(void *user, uint64_t first, uint64_t count);

    /* Gives all items to all writers. Each writer has set the items of its row_part. */
    void (*gather)(void *user, void *items, size_t item_bytes, uint64_t count);

    /* Copies bytes from writer 0 to all. */
    void (*broadcast)(void *user, void *bytes, size_t size);

    /* Returns OK in all writers if `status` is OK in all, otherwise one failure in all. */
    tilepdb_status (*agree)(void *user, tilepdb_status status, tilepdb_error *error);

    void *user;
};

/* This writer's part of `count` is *begin .. *end - 1; all if `writers` is NULL. */
static inline void row_part(const struct row_writers *writers, uint64_t count, uint64_t *begin,
                            uint64_t *end) {
    *begin = writers ? count * writers->index / writers->count : 0;
    *end = writers ? count * (writers->index + 1) / writers->count : count;
}

static inline tilepdb_status row_agree(const struct row_writers *writers, tilepdb_status status,
                                       tilepdb_error *error) {
    return writers ? writers->agree(writers->user, status, error) : status;
}

struct row_source {
    uint64_t rows;
    uint64_t row_bytes;
    const uint8_t *memory; /* row 0, if rows lie in memory one after another; otherwise NULL */
    /* writes the rows to `buffer` */
    tilepdb_status (*get)(void *user, uint64_t first, uint64_t count, uint8_t *buffer);
    void *user;
    const struct row_writers *writers; /* NULL if this process has all rows */
};

struct row_memory {
    uint8_t *entries;
    uint64_t row_bytes;
};

static inline void row_memory_put(void *user, const struct row_pieces *pieces) {
    const struct row_memory *memory = user;
    for (uint32_t i = 0; i < pieces->count; i++)
        memcpy(memory->entries + pieces->codes[i] * memory->row_bytes + pieces->at,
               pieces->pieces + i * pieces->stride, pieces->bytes);
}

/* memory->entries must be zeroed; `memory` must outlive the sink. */
static inline struct row_sink row_memory_sink(struct row_memory *memory) {
    return (struct row_sink){.put = row_memory_put, .user = memory};
}

static inline struct row_source row_memory_source(const uint8_t *entries, uint64_t rows,
                                                  uint64_t row_bytes) {
    return (struct row_source){.rows = rows, .row_bytes = row_bytes, .memory = entries};
}

/* Returns rows first .. first + count - 1, in place or in `buffer`; NULL, with *status, on
 * failure. */
static inline const uint8_t *rows_get(const struct row_source *source, uint64_t first,
                                      uint64_t count, uint8_t *buffer, tilepdb_status *status) {
    if (source->memory) return source->memory + first * source->row_bytes;
    *status = source->get(source->user, first, count, buffer);
    return *status ? NULL : buffer;
}

#endif
