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

#include "tilepdb.h"

/* The same stretch of columns of many rows, as the encoder makes it. Piece i, at
 * pieces + i * stride, becomes the bytes at .. at + bytes - 1 of the row of codes[i]. */
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

/* Those who have the rows of a source together, each in a process of its own, and write one file:
 * its members call each of these at the same point, each by one thread. */
struct row_team {
    unsigned member, members;

    /* From now until the next call this member gets only rows first .. first + count - 1 (count may
     * be 0). The status is this member's; ERROR_MEMORY. */
    tilepdb_status (*ready)(void *user, uint64_t first, uint64_t count);

    /* Items, of which each member has made its part (row_part), become those of all. */
    void (*gather)(void *user, void *items, size_t item_bytes, uint64_t count);

    /* Bytes of member 0 become those of all. */
    void (*share)(void *user, void *bytes, size_t size);

    /* One status for all: OK only if all have that. */
    tilepdb_status (*agree)(void *user, tilepdb_status status, tilepdb_error *error);

    void *user;
};

/* The part of `count` things that is this member's, *begin .. *end - 1; all, if there is no team.
 */
static inline void row_part(const struct row_team *team, uint64_t count, uint64_t *begin,
                            uint64_t *end) {
    *begin = team ? count * team->member / team->members : 0;
    *end = team ? count * (team->member + 1) / team->members : count;
}

/* The status of all: that of this process, if there is no team. */
static inline tilepdb_status row_agree(const struct row_team *team, tilepdb_status status,
                                       tilepdb_error *error) {
    return team ? team->agree(team->user, status, error) : status;
}

/* Gives rows 0 .. rows - 1, which have `row_bytes` bytes each. */
struct row_source {
    uint64_t rows;
    uint64_t row_bytes;
    const uint8_t *memory; /* row 0, if all rows lie in memory one after another; else NULL and: */
    tilepdb_status (*get)(void *user, uint64_t first, uint64_t count, uint8_t *buffer);
    void *user;
    const struct row_team *team; /* NULL: this process has all rows */
};

/* Rows in memory, one after another. */
struct row_memory {
    uint8_t *entries;
    uint64_t row_bytes;
};

/* The sink that puts rows into memory, which must be zeroed and outlive it. */
struct row_sink row_memory_sink(struct row_memory *memory);

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
