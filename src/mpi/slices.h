/*
 * A table in slices: each rank has encoded some columns of all rows, and receives whole rows, of
 * its choice, from all ranks. So a store over ranks (store_ranks.h) is transposed into a file, code
 * by code.
 *
 * Where columns of two ranks share a strip of 32, each has the strip, with zeros in the other's
 * columns.
 */
#ifndef TILEPDB_MPI_SLICES_H
#define TILEPDB_MPI_SLICES_H

#include "mpi/ranks.h"
#include "table/rows.h"
#include "table/store.h"

/* The bytes of a row that a rank has: at .. at + bytes - 1. */
struct slice {
    uint64_t at, bytes;
    uint64_t begin; /* where its pieces begin in the buffer */
};

struct slices {
    const struct ranks *ranks;
    uint64_t rows, row_bytes;
    unsigned strip_bytes;
    struct slice *slice; /* [rank] */
    uint8_t *own;        /* [row][slice[own rank].bytes] */
    size_t own_bytes;
    uint8_t *buffer; /* [rank][row][slice[rank].bytes], of the rows that are ready */
    size_t buffer_bytes;
    uint64_t first;      /* of the rows that are ready */
    MPI_Datatype row;    /* an own slice */
    int *count, *at;     /* [2 * ranks] for exchanges */
    uint64_t *requested; /* [2 * ranks] first and count */
    struct row_writers writers;
};

/* Makes zeroed slices for the columns that a store over these ranks owns; collective. `ranks` must
 * outlive them, and *slices must stay where it is. All ranks return the same status. ERROR_MEMORY.
 */
tilepdb_status slices_init(struct slices *slices, const struct ranks *ranks,
                           const struct store *store, const struct index *index, tilepdb_kind kind,
                           tilepdb_error *error);

/* Accepts zeroed slices. */
void slices_free(struct slices *slices);

/* The sink of this rank's encoder, and the source of the rows to write. */
struct row_sink slices_sink(struct slices *slices);
struct row_source slices_source(struct slices *slices);

/* About how many bytes a rank's slices take. A measured index is enough. */
uint64_t slices_need(const struct index *index, tilepdb_kind kind, int ranks);

#endif
