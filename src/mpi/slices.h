/*
 * A table in slices: each rank encodes some columns of all rows, and receives whole rows from all
 * ranks. So a store over ranks (store_ranks.h) is transposed into a file. If two ranks share a
 * strip of 32 columns, each has zeros in the other's columns.
 */
#ifndef TILEPDB_MPI_SLICES_H
#define TILEPDB_MPI_SLICES_H

#include "mpi/ranks.h"
#include "table/rows.h"
#include "table/store.h"

/* Bytes at .. at + bytes - 1 of each row. */
struct slice {
    uint64_t at, bytes;
    uint64_t begin; /* offset in slices.buffer */
};

struct slices {
    const struct ranks *ranks;
    uint64_t rows, row_bytes;
    unsigned strip_bytes;
    struct slice *slice; /* [rank] */
    uint8_t *own;        /* [row][slice[own rank].bytes] */
    size_t own_bytes;
    uint8_t *buffer; /* [rank][row][slice[rank].bytes] rows that are ready */
    size_t buffer_bytes;
    uint64_t first;
    MPI_Datatype row;
    int *count, *at;     /* [2 * ranks] for sending, then for receiving */
    uint64_t *requested; /* [2 * ranks] first row and number of rows, for each rank */
    struct row_writers writers;
};

/* Makes slices for the columns that `store` owns. `ranks` must outlive the slices, and *slices must
 * not move. Collective: all ranks return OK or ERROR_MEMORY. */
tilepdb_status slices_init(struct slices *slices, const struct ranks *ranks,
                           const struct store *store, const struct index *index, tilepdb_kind kind,
                           tilepdb_error *error);

void slices_free(struct slices *slices);

struct row_sink slices_sink(struct slices *slices);
struct row_source slices_source(struct slices *slices);

uint64_t slices_need(const struct index *index, tilepdb_kind kind, int ranks);

#endif
