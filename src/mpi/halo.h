/*
 * The halo of a rank: the sets of foreign cohorts that enter the rank's own cohorts.
 *
 * A rank goes through its masks in chunks, and receives the sets of the next chunk while it works
 * on the current chunk. For each chunk it lists the foreign cohorts that enter the chunk. Their
 * owner makes an equal list without messages: every move can be undone, so a chunk is entered from
 * the cohorts that it enters. Only fresh cohorts are sent, and all ranks know which cohorts are
 * fresh, so no message needs a length.
 *
 * On 5x5 with seven tiles, the halo has a third of the size of a rank's own part with two ranks,
 * and three times the size with 64.
 *
 * Any thread may call halo_place; only the thread that called MPI_Init_thread may call other
 * functions.
 */
#ifndef TILEPDB_MPI_HALO_H
#define TILEPDB_MPI_HALO_H

#include "mpi/ranks.h"
#include "table/edges.h"
#include "table/store.h"

/* Lists of cohorts for each other rank, parity of the level, and chunk. */
struct halo_lists {
    /* [(rank * 2 + parity) * chunks + chunk] start of a list, which ends where the next starts */
    uint32_t *first;
    uint32_t *cohort;
};

struct halo {
    const struct ranks *ranks;
    const struct store *store;
    uint32_t chunks;    /* equal on all ranks */
    uint32_t *end_mask; /* [chunk] first mask of the next chunk */
    struct halo_lists incoming;
    struct halo_lists outgoing;
    MPI_Datatype set;
    uint32_t *receive_buffer[2]; /* [chunk & 1] */
    size_t receive_bytes;
    uint32_t *send_buffer;
    size_t send_bytes;
    MPI_Request *request[2]; /* [2 * ranks] receives, then sends */
    uint32_t *place;         /* [cohort] number of its set in the receive buffer */
    uint32_t begun, reached; /* chunks whose exchange has begun; chunks whose exchange has ended */
    unsigned side, parity;
};

/* Returns the first mask of `rank`; for ranks->count, the number of masks. */
uint32_t halo_first_mask(const struct index *index, const struct ranks *ranks, int rank);

/* `store` needs its shape (store_shape); `ranks` and `store` must outlive the halo. halo_free must
 * follow. Returns false without memory or for too many cohorts (edge_list_init). */
bool halo_init(struct halo *halo, const struct ranks *ranks, const struct store *store,
               const struct index *index, const struct move_set *moves);

void halo_free(struct halo *halo);

/* Begins the exchange of a level. The sets that the level reads must not change from here on;
 * store->fresh must be complete. */
void halo_begin(struct halo *halo, int level);

/* Waits for the sets of the chunk of `mask`. Masks must ascend within a level. Returns the first
 * mask after the chunk. */
uint32_t halo_reach(struct halo *halo, uint32_t mask);

/* Completes the exchange, even if masks were left out. */
void halo_end(struct halo *halo);

/* Returns the set of a fresh foreign cohort that enters the current chunk. */
static inline const uint32_t *halo_place(const struct halo *halo, uint32_t cohort) {
    return halo->receive_buffer[(halo->reached - 1) & 1u] +
           (size_t)halo->place[cohort] * halo->store->stride;
}

/* Estimates the bytes for a rank with `own_sets` sets of `set_bytes` bytes. */
uint64_t halo_need(uint64_t own_sets, uint64_t set_bytes, int ranks);

#endif
