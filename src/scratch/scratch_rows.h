/*
 * Rows in a scratch file: the transposition of a table larger than memory.
 *
 * Sets are columns, and a table lies row by row. The columns are cut into chunks. The columns of
 * one chunk are read from the pages of a scratch store, encoded in memory (table/encode.h), and
 * written to the rows file: of every row one piece. A page has one checksum, so it is read whole
 * for each chunk that has columns of it. A writer of table files then gets rows from all chunks.
 *
 * The rows have no checksums: only the process that wrote them believes them. A generation that is
 * resumed encodes again, from the sets.
 *
 * The file has one chunk after another, each at a multiple of SCRATCH_ALIGNMENT, and in each the
 * pieces of rows 0, 1, 2 ... A piece has the entries of `each` columns; in the last chunk it has
 * the remaining columns.
 *
 * Thread safety: any number of threads may get rows at the same time.
 */
#ifndef TILEPDB_SCRATCH_SCRATCH_ROWS_H
#define TILEPDB_SCRATCH_SCRATCH_ROWS_H

#include "scratch/scratch_store.h"
#include "table/rows.h"

/* How a table is cut into chunks. */
struct scratch_chunks {
    uint32_t columns; /* of the table */
    uint32_t each;    /* columns of a chunk, except the last */
    uint32_t count;
    uint32_t rows;
    uint64_t row_bytes;
    uint64_t piece_bytes; /* of a row in a chunk, except the last */
};

/* The chunks that can be encoded in `memory` bytes. A chunk has whole blocks of the encoder, and at
 * least one, however small `memory` is. */
struct scratch_chunks scratch_chunks_make(const struct index *index, tilepdb_kind kind,
                                          const struct scratch_plan *plan, int threads,
                                          uint64_t memory);

/* Encodes all columns of a finished store into a rows file, whose contents are replaced. The
 * statuses of entries_encode and of both files. */
tilepdb_status scratch_rows_encode(struct scratch_store *store, struct scratch_file *file,
                                   const struct scratch_chunks *chunks,
                                   const tilepdb_generate_options *options, tilepdb_error *error);

struct scratch_rows;

/* Opens the rows that were encoded into a file, which is borrowed. They are read with at most
 * `memory` bytes, but at least one row for each thread. ERROR_MEMORY. */
tilepdb_status scratch_rows_open(struct scratch_rows **rows, struct scratch_file *file,
                                 const struct scratch_chunks *chunks, int threads, uint64_t memory,
                                 tilepdb_error *error);

/* Accepts NULL. */
void scratch_rows_close(struct scratch_rows *rows);

struct row_source scratch_rows_source(struct scratch_rows *rows);

/* The largest size of a rows file, whatever its chunks. */
uint64_t scratch_rows_max_bytes(const struct index *index, tilepdb_kind kind);

#endif
