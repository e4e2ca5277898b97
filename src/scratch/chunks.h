/*
 * The chunks of a rows file: which columns each has, and where it lies. See scratch_rows.h.
 */
#ifndef TILEPDB_SCRATCH_CHUNKS_H
#define TILEPDB_SCRATCH_CHUNKS_H

#include "scratch/scratch_plan.h"
#include "table/encoding.h"
#include "table/table.h"

/* The columns that a block of the encoder fills 64 bytes of a row with: chunks begin there. */
static inline uint32_t chunk_unit(tilepdb_kind kind) {
    return 512 / encoding_find(kind.encoding)->bits;
}

struct chunks {
    uint32_t columns; /* of the table */
    uint32_t each;    /* of a chunk, but the last */
    uint32_t count;
    uint32_t rows;
    uint64_t row_bytes;
    uint64_t piece_bytes; /* of a row, in a chunk but the last */
};

static inline struct chunks chunks_make(const struct index *index, tilepdb_kind kind,
                                        uint32_t each) {
    const uint32_t columns = index_columns(index, kind.blank);
    return (struct chunks){.columns = columns,
                           .each = each,
                           .count = (columns + each - 1) / each,
                           .rows = index->code_count,
                           .row_bytes = table_row_bytes(index, kind),
                           .piece_bytes = each / chunk_unit(kind) * (uint64_t)64};
}

/* Where a chunk's piece begins in a row, and its bytes. */
static inline uint64_t chunk_at(const struct chunks *chunks, uint32_t chunk) {
    return chunk * chunks->piece_bytes;
}

static inline uint64_t chunk_piece(const struct chunks *chunks, uint32_t chunk) {
    const uint64_t left = chunks->row_bytes - chunk_at(chunks, chunk);
    return chunk + 1 < chunks->count ? chunks->piece_bytes : left;
}

static inline uint64_t chunk_aligned(uint64_t bytes) {
    return (bytes + SCRATCH_ALIGNMENT - 1) / SCRATCH_ALIGNMENT * SCRATCH_ALIGNMENT;
}

/* Where a chunk begins in the file. */
static inline uint64_t chunk_offset(const struct chunks *chunks, uint32_t chunk) {
    return chunk * chunk_aligned(chunks->rows * chunks->piece_bytes);
}

#endif
