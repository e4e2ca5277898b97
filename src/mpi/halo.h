/*
 * The halo of a rank: the sets of cohorts of other ranks that it needs.
 *
 * The graph of cohorts does not change, so what a level needs is known once and for all: the
 * sources of its edges. A rank goes through its masks in chunks; for each it has a list of the
 * foreign cohorts that enter it, and each owner has the same list of what it gives. Of a list only
 * the cohorts that are fresh travel, which both sides know, so that no message says how many there
 * are. While one chunk is worked on, the sets of the next arrive.
 *
 * Masks are numbered so that neighbours in the graph are mostly near each other (pattern/index.h).
 * So ranks own consecutive masks: of 5x5 with seven tiles, two ranks need a third of each other's
 * cohorts, four nearly as many as they own, 64 three times as many. Short chunks need little
 * room and some sets twice (docs/cluster.md).
 *
 * Threads: halo_place by any number, the rest by the thread that called MPI_Init_thread.
 */
#ifndef TILEPDB_MPI_HALO_H
#define TILEPDB_MPI_HALO_H

#include "mpi/ranks.h"
#include "table/edges.h"
#include "table/store.h"

/* Lists of cohorts, one for each other rank, parity of the level and chunk: see halo_list. */
struct halo_lists {
    uint32_t *first; /* [(rank * 2 + parity) * chunks + chunk], one more at the end */
    uint32_t *cohort;
};

struct halo {
    const struct ranks *ranks;
    const struct store *store;
    uint32_t chunks;             /* the same on all ranks */
    uint32_t *end_mask;          /* [chunk] its masks begin where those of the one before end */
    struct halo_lists incoming;  /* from each rank, for own chunks */
    struct halo_lists outgoing;  /* to each rank, for its chunks */
    MPI_Datatype set;            /* one set, with its stride */
    uint32_t *receive_buffer[2]; /* the sets of even and of odd chunks */
    size_t receive_bytes;        /* of one */
    uint32_t *send_buffer;       /* the sets that leave: of one chunk, before those of the next */
    size_t send_bytes;
    MPI_Request *request[2]; /* [2 * ranks] what arrives and what leaves */
    uint32_t *place;         /* [cohort] its number in the receive buffer, for the current chunk */
    uint32_t begun, reached; /* chunks of this level whose exchange was begun, and ended */
    unsigned side, parity;   /* of the level */
};

/* The first mask of a rank, so that all own nearly the same number of cohorts; of rank
 * `ranks->count` the number of masks. */
uint32_t halo_first_mask(const struct index *index, const struct ranks *ranks, int rank);

/* Finds out what is needed, tells the owners, and allocates; collective. `ranks` and `store`, whose
 * shape is set, must outlive the halo. False if this rank has no memory left. */
bool halo_init(struct halo *halo, const struct ranks *ranks, const struct store *store,
               const struct index *index, const struct move_set *moves);

/* Accepts a zeroed halo. */
void halo_free(struct halo *halo);

/* Begins a level: from now on the sets that it reads do not change. `fresh` is known on all ranks
 * for all cohorts. */
void halo_begin(struct halo *halo, int level);

/* Waits for the sets of the chunk that a mask is in, and begins the exchange of the next. Masks
 * ascend within a level. Returns the end of the chunk. */
uint32_t halo_reach(struct halo *halo, uint32_t mask);

/* Takes part in the rest of the level's exchange. */
void halo_end(struct halo *halo);

/* A fresh set of the current chunk. */
static inline const uint32_t *halo_place(const struct halo *halo, uint32_t cohort) {
    return halo->receive_buffer[(halo->reached - 1) & 1u] +
           (size_t)halo->place[cohort] * halo->store->stride;
}

/* About what a halo takes, in bytes, if a rank owns so many sets of so many bytes. */
uint64_t halo_need(uint64_t own_sets, uint64_t set_bytes, int ranks);

#endif
