/*
 * Rows in a scratch file: the transposition of a table larger than memory. Any number of threads
 * may get rows.
 *
 * The columns of a chunk are read from the pages of a scratch store, encoded in memory
 * (table/encode.h), and written to the rows file as one piece of every row. A page is read once for
 * each chunk that has columns of it.
 *
 * Rows have no checksums, since only the process that wrote them reads them: a resumed generation
 * encodes again.
 *
 * The file has the chunks one after another, each at a multiple of SCRATCH_ALIGNMENT: the pieces of
 * rows 0, 1, 2 ...
 */
#ifndef TILEPDB_SCRATCH_SCRATCH_ROWS_H
#define TILEPDB_SCRATCH_SCRATCH_ROWS_H

#include "scratch/scratch_store.h"
#include "table/rows.h"

struct scratch_chunks {
    uint32_t columns;
    uint32_t each; /* columns of a chunk, except in the last chunk */
    uint32_t count;
    uint32_t rows;
    uint64_t row_bytes;
    uint64_t piece_bytes; /* bytes of a piece, except in the last chunk */
};

/* Cuts columns into chunks that can be encoded in `memory` bytes, but of at least one block of the
 * encoder. */
struct scratch_chunks scratch_chunks_make(const struct index *index, tilepdb_kind kind,
                                          const struct scratch_plan *plan, int threads,
                                          uint64_t memory);

/* Encodes a finished store and replaces the contents of `file`. Returns the statuses of
 * entries_encode, and the failures of `file` and of the scratch file of `store`. */
tilepdb_status scratch_rows_encode(struct scratch_store *store, struct scratch_file *file,
                                   const struct scratch_chunks *chunks,
                                   const tilepdb_generate_options *options, tilepdb_error *error);

struct scratch_rows;

/* Borrows `file`. Uses at most `memory` bytes, but at least a row for each thread and one more.
 * Returns ERROR_MEMORY. */
tilepdb_status scratch_rows_open(struct scratch_rows **rows, struct scratch_file *file,
                                 const struct scratch_chunks *chunks, int threads, uint64_t memory,
                                 tilepdb_error *error);

void scratch_rows_close(struct scratch_rows *rows);

struct row_source scratch_rows_source(struct scratch_rows *rows);

uint64_t scratch_rows_max_bytes(const struct index *index, tilepdb_kind kind);

#endif
