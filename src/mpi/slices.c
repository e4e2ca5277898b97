#include "mpi/slices.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "table/encoding.h"
#include "table/table.h"
#include "tilepdb_mpi.h"

#define STRIP_COLUMNS 32 /* the encoder puts whole strips of this many columns */

/* ---- the sink -------------------------------------------------------------------------------- */

static void put(void *user, const struct row_pieces *pieces) {
    const struct slices *slices = user;
    const struct slice *own = &slices->slice[slices->ranks->rank];
    for (uint32_t i = 0; i < pieces->count && own->bytes; i++)
        memcpy(slices->own + pieces->codes[i] * own->bytes + (pieces->at - own->at),
               pieces->pieces + i * pieces->stride, pieces->bytes);
}

struct row_sink slices_sink(struct slices *slices) {
    return (struct row_sink){.put = put, .user = slices};
}

/* ---- the source ------------------------------------------------------------------------------ */

/* The first strip of a slice may share columns with the previous slice. */
static void piece_add(const struct slices *slices, const struct slice *slice, const uint8_t *piece,
                      uint8_t *row) {
    const uint64_t shared = slice->bytes < slices->strip_bytes ? slice->bytes : slices->strip_bytes;
    for (uint64_t i = 0; i < shared; i++) row[slice->at + i] |= piece[i];
    memcpy(row + slice->at + shared, piece + shared, slice->bytes - shared);
}

static tilepdb_status get(void *user, uint64_t first, uint64_t count, uint8_t *buffer) {
    const struct slices *slices = user;
    memset(buffer, 0, count * slices->row_bytes);
    for (uint64_t row = first; row < first + count; row++, buffer += slices->row_bytes)
        for (int rank = 0; rank < slices->ranks->count; rank++) {
            const struct slice *slice = &slices->slice[rank];
            piece_add(slices, slice,
                      slices->buffer + slice->begin + (row - slices->first) * slice->bytes, buffer);
        }
    return TILEPDB_OK;
}

static bool buffer_make(struct slices *slices, uint64_t rows) {
    uint64_t bytes = 0;
    for (int rank = 0; rank < slices->ranks->count; rank++) {
        slices->slice[rank].begin = bytes;
        bytes += rows * slices->slice[rank].bytes;
    }
    if (bytes <= slices->buffer_bytes) return true;
    free(slices->buffer);
    slices->buffer = malloc(bytes);
    slices->buffer_bytes = slices->buffer ? bytes : 0;
    return slices->buffer != NULL;
}

static void rows_exchange(struct slices *slices, uint64_t rows) {
    const int ranks = slices->ranks->count;
    const bool any = slices->slice[slices->ranks->rank].bytes != 0;
    int *send_count = slices->count, *send_at = slices->at;
    int *count = send_count + ranks, *at = send_at + ranks;
    for (int rank = 0; rank < ranks; rank++) {
        send_at[rank] = (int)slices->requested[2 * rank];
        send_count[rank] = any ? (int)slices->requested[2 * rank + 1] : 0;
        at[rank] = (int)slices->slice[rank].begin;
        count[rank] = (int)(rows * slices->slice[rank].bytes);
    }
    MPI_Request request;
    MPI_Ialltoallv(slices->own, send_count, send_at, slices->row, slices->buffer, count, at,
                   MPI_BYTE, slices->ranks->comm, &request);
    ranks_wait(1, &request);
}

static tilepdb_status writers_ready(void *user, uint64_t first, uint64_t count) {
    struct slices *slices = user;
    const uint64_t own[2] = {first, count};
    MPI_Request request;
    MPI_Iallgather(own, 2, MPI_UINT64_T, slices->requested, 2, MPI_UINT64_T, slices->ranks->comm,
                   &request);
    ranks_wait(1, &request);
    slices->first = first;
    const bool ok = buffer_make(slices, count);
    if (ranks_all(slices->ranks, ok)) rows_exchange(slices, count);
    return ok ? TILEPDB_OK : TILEPDB_ERROR_MEMORY;
}

static void writers_gather(void *user, void *items, size_t item_bytes, uint64_t count) {
    struct slices *slices = user;
    struct row_writers part = slices->writers;
    for (part.index = 0; part.index < part.count; part.index++) {
        uint64_t begin, end;
        row_part(&part, count, &begin, &end);
        slices->at[part.index] = (int)(begin * item_bytes);
        slices->count[part.index] = (int)((end - begin) * item_bytes);
    }
    MPI_Request request;
    MPI_Iallgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, items, slices->count, slices->at, MPI_BYTE,
                    slices->ranks->comm, &request);
    ranks_wait(1, &request);
}

static void writers_broadcast(void *user, void *bytes, size_t size) {
    const struct slices *slices = user;
    MPI_Request request;
    MPI_Ibcast(bytes, (int)size, MPI_BYTE, 0, slices->ranks->comm, &request);
    ranks_wait(1, &request);
}

static tilepdb_status writers_agree(void *user, tilepdb_status status, tilepdb_error *error) {
    const struct slices *slices = user;
    return tilepdb_mpi_agree(slices->ranks->comm, status, error);
}

struct row_source slices_source(struct slices *slices) {
    return (struct row_source){.rows = slices->rows,
                               .row_bytes = slices->row_bytes,
                               .get = get,
                               .user = slices,
                               .writers = &slices->writers};
}

/* Returns the slice of columns first .. end - 1, rounded to whole strips. */
static struct slice slice_of(const struct slices *slices, uint32_t first, uint32_t end) {
    const uint64_t at = (uint64_t)(first / STRIP_COLUMNS) * slices->strip_bytes;
    const uint64_t stop = ((uint64_t)end + STRIP_COLUMNS - 1) / STRIP_COLUMNS * slices->strip_bytes;
    if (first == end) return (struct slice){0};
    return (struct slice){.at = at,
                          .bytes = (stop < slices->row_bytes ? stop : slices->row_bytes) - at};
}

static bool slices_allocate(struct slices *slices) {
    const size_t ranks = (size_t)slices->ranks->count;
    slices->slice = calloc(ranks, sizeof *slices->slice);
    slices->count = malloc(2 * ranks * sizeof *slices->count);
    slices->at = malloc(2 * ranks * sizeof *slices->at);
    slices->requested = malloc(2 * ranks * sizeof *slices->requested);
    return slices->slice && slices->count && slices->at && slices->requested;
}

static bool own_allocate(struct slices *slices) {
    slices->own_bytes = slices->rows * slices->slice[slices->ranks->rank].bytes;
    return (slices->own = memory_pages(slices->own_bytes)) != NULL;
}

static void slices_share(struct slices *slices, const struct store *store) {
    const struct slice own = slice_of(slices, store->first_column, store->end_column);
    MPI_Allgather(&own, (int)sizeof own, MPI_BYTE, slices->slice, (int)sizeof own, MPI_BYTE,
                  slices->ranks->comm);
    MPI_Type_contiguous((int)own.bytes, MPI_BYTE, &slices->row);
    MPI_Type_commit(&slices->row);
}

tilepdb_status slices_init(struct slices *slices, const struct ranks *ranks,
                           const struct store *store, const struct index *index, tilepdb_kind kind,
                           tilepdb_error *error) {
    *slices = (struct slices){.ranks = ranks,
                              .rows = index->code_count,
                              .row_bytes = table_row_bytes(index, kind),
                              .row = MPI_DATATYPE_NULL,
                              .writers = {.index = (unsigned)ranks->rank,
                                          .count = (unsigned)ranks->count,
                                          .ready = writers_ready,
                                          .gather = writers_gather,
                                          .broadcast = writers_broadcast,
                                          .agree = writers_agree,
                                          .user = slices}};
    slices->strip_bytes = STRIP_COLUMNS * encoding_find(kind.encoding)->bits / 8;
    if (ranks_all(ranks, slices_allocate(slices))) {
        slices_share(slices, store);
        if (ranks_all(ranks, own_allocate(slices))) return TILEPDB_OK;
    }
    slices_free(slices);
    return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for the rows of the table");
}

void slices_free(struct slices *slices) {
    memory_pages_free(slices->own, slices->own_bytes);
    free(slices->slice);
    free(slices->buffer);
    free(slices->count);
    free(slices->at);
    free(slices->requested);
    if (slices->ranks && slices->row != MPI_DATATYPE_NULL) MPI_Type_free(&slices->row);
    *slices = (struct slices){0};
}

uint64_t slices_need(const struct index *index, tilepdb_kind kind, int ranks) {
    return index->code_count * (table_row_bytes(index, kind) / (unsigned)ranks + 1);
}
