/*
 * Rows in a scratch file: the transposition of a table larger than memory.
 *
 * Sets are columns, and a table lies row by row. Some columns, a chunk, are read from the pages of
 * a scratch store into memory, encoded there (table/encode.h), and written as a whole: all rows, a
 * piece each. A page is read whole, as its checksum is that of all of it, for each chunk that has
 * columns of it. A writer of files then gets some rows from all chunks at a time.
 *
 * The rows have no checksums: they are believed by the process that wrote them, and by no other. A
 * generation that goes on encodes again, from the sets.
 *
 * The file: chunk after chunk, each at a multiple of SCRATCH_ALIGNMENT, of the pieces of rows 0, 1,
 * 2 ... A chunk's piece has chunk_columns columns, the last one what is left of the row.
 *
 * Thread safety: rows may be got by any number of threads at the same time.
 */
#ifndef TILEPDB_SCRATCH_SCRATCH_ROWS_H
#define TILEPDB_SCRATCH_SCRATCH_ROWS_H

#include "scratch/scratch_store.h"
#include "table/rows.h"

struct scratch_rows;

/* The columns of a chunk that is encoded in at most so many bytes: a multiple of what one block of
 * the encoder has, and at least that. */
uint32_t scratch_chunk_columns(const struct index *index, tilepdb_kind kind,
                               const struct scratch_plan *plan, int threads, uint64_t memory);

/* Encodes all columns of a finished store into a rows file, whatever that has. As entries_encode,
 * and the statuses of both files. */
tilepdb_status scratch_rows_encode(struct scratch_store *store, struct scratch_file *rows,
                                   uint32_t chunk_columns, const tilepdb_generate_options *options,
                                   tilepdb_error *error);

/* Opens the rows of a file that was encoded, to be got in at most so many bytes of memory, or what
 * one row for each thread needs. The file is borrowed. ERROR_MEMORY. */
tilepdb_status scratch_rows_open(struct scratch_rows **rows, struct scratch_file *file,
                                 const struct index *index, tilepdb_kind kind,
                                 uint32_t chunk_columns, int threads, uint64_t memory,
                                 tilepdb_error *error);

/* Accepts NULL. */
void scratch_rows_close(struct scratch_rows *rows);

struct row_source scratch_rows_source(struct scratch_rows *rows);

/* The bytes of a rows file at its largest, whatever its chunks. */
uint64_t scratch_rows_max_bytes(const struct index *index, tilepdb_kind kind);

#endif
