/*
 * The halo of a rank: the sets of cohorts of other ranks that its own cohorts are entered from.
 *
 * A rank goes through its masks in chunks, and receives the sets of the next chunk while it works
 * on one. For each chunk it has a list of the foreign cohorts that enter the chunk. The owner of a
 * foreign cohort has the same list, which it finds by itself: every move can be undone, so the
 * cohorts that a foreign chunk is entered from are those that its cohorts enter. Only fresh cohorts
 * of a list travel. Both ranks know which these are, so no message needs a length.
 *
 * Masks are numbered so that neighbours in the graph are mostly near each other (pattern/index.h),
 * and ranks own consecutive masks: of 5x5 with seven tiles, two ranks need a third of each other's
 * cohorts, four nearly as many as they own, 64 three times as many. Short chunks need small buffers
 * and some sets twice (docs/cluster.md).
 *
 * Threads: halo_place by any number, the rest by the thread that called MPI_Init_thread.
 */
#ifndef TILEPDB_MPI_HALO_H
#define TILEPDB_MPI_HALO_H

#include "mpi/ranks.h"
#include "table/edges.h"
#include "table/store.h"

/* A list of cohorts for each other rank, parity of the level, and chunk: see halo_list. */
struct halo_lists {
    uint32_t *first; /* [(rank * 2 + parity) * chunks + chunk], one more at the end */
    uint32_t *cohort;
};

struct halo {
    const struct ranks *ranks;
    const struct store *store;
    uint32_t chunks;    /* the same on all ranks */
    uint32_t *end_mask; /* [chunk] the end of its masks, where the next chunk's masks begin */
    struct halo_lists incoming;  /* from each rank, for own chunks */
    struct halo_lists outgoing;  /* to each rank, for its chunks */
    MPI_Datatype set;            /* one set, with its stride */
    uint32_t *receive_buffer[2]; /* the sets of even and of odd chunks */
    size_t receive_bytes;        /* of one */
    uint32_t *send_buffer;       /* the sets that leave, of one chunk */
    size_t send_bytes;
    MPI_Request *request[2]; /* [2 * ranks] what arrives and what leaves */
    uint32_t *place;         /* [cohort] its number in the receive buffer, for the current chunk */
    uint32_t begun, reached; /* chunks of this level whose exchange was begun, and ended */
    unsigned side, parity;   /* of the level */
};

/* The first mask of a rank, so that all own nearly the same number of cohorts; of rank
 * `ranks->count` the number of masks. */
uint32_t halo_first_mask(const struct index *index, const struct ranks *ranks, int rank);

/* Makes the lists and allocates the buffers. `ranks` and `store`, whose shape is set, must outlive
 * the halo. False: this rank has not enough memory. */
bool halo_init(struct halo *halo, const struct ranks *ranks, const struct store *store,
               const struct index *index, const struct move_set *moves);

/* Accepts a zeroed halo. */
void halo_free(struct halo *halo);

/* Begins the exchange of a level, after which the sets that it reads do not change. `fresh` of the
 * store is known on all ranks for all cohorts. */
void halo_begin(struct halo *halo, int level);

/* Waits for the sets of the chunk that `mask` is in, and begins the exchange of the next chunk.
 * Masks ascend within a level. Returns the mask after the chunk. */
uint32_t halo_reach(struct halo *halo, uint32_t mask);

/* Ends the exchange of a level, if masks were left out. */
void halo_end(struct halo *halo);

/* A fresh set of the current chunk. */
static inline const uint32_t *halo_place(const struct halo *halo, uint32_t cohort) {
    return halo->receive_buffer[(halo->reached - 1) & 1u] +
           (size_t)halo->place[cohort] * halo->store->stride;
}

/* About how many bytes a halo takes if a rank owns `own_sets` sets of `set_bytes` bytes each. */
uint64_t halo_need(uint64_t own_sets, uint64_t set_bytes, int ranks);

#endif
