/*
 * Rows on their way: where the encoder puts them, and where a writer of files gets them.
 *
 * A table in memory is both a sink and a source, and its rows are not copied. So that a table need
 * not lie in one address space, the encoder and the container know no more of it than is said here:
 * rows in scratch files, or in the processes that own them, are another sink and another source.
 *
 * Thread safety: any number of threads may put and get at the same time, but no two of them put the
 * same bytes.
 */
#ifndef TILEPDB_TABLE_ROWS_H
#define TILEPDB_TABLE_ROWS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "tilepdb.h"

/* The same run of columns of many rows, as the encoder makes it. Piece i, at pieces + i * stride,
 * becomes the bytes at .. at + bytes - 1 of the row of codes[i]. */
struct row_pieces {
    const uint32_t *codes;
    uint32_t count;
    uint64_t at;
    uint64_t bytes;
    const uint8_t *pieces;
    size_t stride;
};

/* Takes pieces. Bytes that are never put are 0. A sink that can fail keeps the failure for whoever
 * made it. */
struct row_sink {
    void (*put)(void *user, const struct row_pieces *pieces);
    void *user;
};

/* The processes that have the rows of a source together, and write one file: all of them call each
 * function below at the same point, from one thread. */
struct row_writers {
    unsigned index, count;

    /* From now until the next call this writer gets only rows first .. first + count - 1 (count may
     * be 0). The status is this writer's; ERROR_MEMORY. */
    tilepdb_status (*ready)(void *user, uint64_t first, uint64_t count);

    /* Gives all writers all items, of which each has made its part (row_part). */
    void (*gather)(void *user, void *items, size_t item_bytes, uint64_t count);

    /* Gives the bytes of writer 0 to all. */
    void (*broadcast)(void *user, void *bytes, size_t size);

    /* One status for all: OK only if all have that. */
    tilepdb_status (*agree)(void *user, tilepdb_status status, tilepdb_error *error);

    void *user;
};

/* The part of `count` things that is this writer's, *begin .. *end - 1; all, if `writers` is NULL.
 */
static inline void row_part(const struct row_writers *writers, uint64_t count, uint64_t *begin,
                            uint64_t *end) {
    *begin = writers ? count * writers->index / writers->count : 0;
    *end = writers ? count * (writers->index + 1) / writers->count : count;
}

/* The status of all: that of this process, if `writers` is NULL. */
static inline tilepdb_status row_agree(const struct row_writers *writers, tilepdb_status status,
                                       tilepdb_error *error) {
    return writers ? writers->agree(writers->user, status, error) : status;
}

/* Gives rows 0 .. rows - 1, which have `row_bytes` bytes each. */
struct row_source {
    uint64_t rows;
    uint64_t row_bytes;
    const uint8_t *memory; /* row 0, if all rows lie in memory one after another; else NULL and: */
    tilepdb_status (*get)(void *user, uint64_t first, uint64_t count, uint8_t *buffer);
    void *user;
    const struct row_writers *writers; /* NULL: this process has all rows */
};

/* Rows in memory, one after another. */
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

/* The sink that puts rows into memory, which must be zeroed and outlive it. */
static inline struct row_sink row_memory_sink(struct row_memory *memory) {
    return (struct row_sink){.put = row_memory_put, .user = memory};
}

/* The source of rows in memory, which must outlive it. */
static inline struct row_source row_memory_source(const uint8_t *entries, uint64_t rows,
                                                  uint64_t row_bytes) {
    return (struct row_source){.rows = rows, .row_bytes = row_bytes, .memory = entries};
}

/* Rows first .. first + count - 1: where they lie in memory, otherwise in `buffer`, which has space
 * for them. NULL: they could not be had, and *status says why. */
static inline const uint8_t *rows_get(const struct row_source *source, uint64_t first,
                                      uint64_t count, uint8_t *buffer, tilepdb_status *status) {
    if (source->memory) return source->memory + first * source->row_bytes;
    *status = source->get(source->user, first, count, buffer);
    return *status ? NULL : buffer;
}

#endif
