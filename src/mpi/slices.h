/*
 * A table that is made in slices: each rank has some columns of all rows, which it has encoded, and
 * gets whole rows of its choice, piece by piece, from all ranks. That is the transpose of a store
 * over ranks (store_ranks.h) to a file, code by code.
 *
 * Where columns of two ranks share a strip of 32, each has the strip with zeros for the other's.
 */
#ifndef TILEPDB_MPI_SLICES_H
#define TILEPDB_MPI_SLICES_H

#include "mpi/ranks.h"
#include "table/rows.h"
#include "table/store.h"

/* One slice of a row. */
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

/* The slices of what a store over these ranks owns, all 0; collective. `ranks` must outlive them,
 * and *slices must stay where it is. The status is the same on all ranks. ERROR_MEMORY. */
tilepdb_status slices_init(struct slices *slices, const struct ranks *ranks,
                           const struct store *store, const struct index *index, tilepdb_kind kind,
                           tilepdb_error *error);

/* Accepts zeroed slices. */
void slices_free(struct slices *slices);

/* Where this rank's pieces go, and where rows come from. */
struct row_sink slices_sink(struct slices *slices);
struct row_source slices_source(struct slices *slices);

/* The bytes of a rank's slices, nearly. A measured index is enough. */
uint64_t slices_need(const struct index *index, tilepdb_kind kind, int ranks);

#endif
