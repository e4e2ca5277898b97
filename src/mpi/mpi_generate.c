/* A table that all ranks generate, encode in slices, and write together. */
#include <mpi.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/threads.h"
#include "puzzle/move_set.h"
#include "table/container.h"
#include "table/edges.h"
#include "table/encoding.h"
#include "table/generate.h"
#include "table/lanes.h"
#include "table/rows.h"
#include "table/store.h"
#include "table/table.h"
#include "tilepdb_mpi.h"

/* ---- ranks ----------------------------------------------------------------------------------- */

/*
 * The ranks of a job. Most MPI libraries wait by spinning, which takes a core from ranks that still
 * work. So long operations start without blocking, and ranks_wait polls. Functions except
 * ranks_wait are collective.
 */

/* This rank in a duplicate of a communicator. */
struct ranks {
    MPI_Comm comm;
    int rank;
    int count;
};

/* polls before the first pause, and length of a pause; short compared with a level */
#define POLLS_WITHOUT_PAUSE 200
#define PAUSE_NANOSECONDS   20000

static void ranks_open(struct ranks *ranks, MPI_Comm comm) {
    MPI_Comm_dup(comm, &ranks->comm);
    MPI_Comm_rank(ranks->comm, &ranks->rank);
    MPI_Comm_size(ranks->comm, &ranks->count);
}

static void ranks_close(struct ranks *ranks) {
    MPI_Comm_free(&ranks->comm);
}

/* Polls until all `count` requests are complete. Allows MPI_REQUEST_NULL. */
static void ranks_wait(int count, MPI_Request *requests) {
    const struct timespec pause = {.tv_nsec = PAUSE_NANOSECONDS};
    int done = 0;
    for (unsigned polls = 0;; polls++) {
        MPI_Testall(count, requests, &done, MPI_STATUSES_IGNORE);
        if (done) return;
        if (polls > POLLS_WITHOUT_PAUSE) nanosleep(&pause, NULL);
    }
}

static bool ranks_all(const struct ranks *ranks, bool here) {
    int all, own = here;
    MPI_Allreduce(&own, &all, 1, MPI_INT, MPI_LAND, ranks->comm);
    return all;
}

static int ranks_on_node(const struct ranks *ranks) {
    MPI_Comm node;
    int count;
    MPI_Comm_split_type(ranks->comm, MPI_COMM_TYPE_SHARED, ranks->rank, MPI_INFO_NULL, &node);
    MPI_Comm_size(node, &count);
    MPI_Comm_free(&node);
    return count;
}

/* Returns `requested`, or if it is 0, the threads that the rank's binding allows. Ranks without a
 * binding share the cores of a node. */
static int ranks_threads(const struct ranks *ranks, int requested) {
    const int node = ranks_on_node(ranks);
    const int threads = threads_resolve(requested);
    if (requested > 0 || threads < sysconf(_SC_NPROCESSORS_ONLN)) return threads;
    return threads / node > 0 ? threads / node : 1;
}

/* All ranks adopt the status with the lowest precedence. */
static int precedence(tilepdb_status status, int rank, int ranks) {
    if (status == TILEPDB_OK) return 2 * ranks;
    return status == TILEPDB_CANCELLED ? ranks + rank : rank;
}

tilepdb_status tilepdb_mpi_agree(MPI_Comm comm, tilepdb_status status, tilepdb_error *error) {
    int rank, ranks, first;
    MPI_Request request;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &ranks);
    const int own = precedence(status, rank, ranks);
    MPI_Iallreduce(&own, &first, 1, MPI_INT, MPI_MIN, comm, &request);
    ranks_wait(1, &request);
    if (first == 2 * ranks) return TILEPDB_OK;
    tilepdb_error agreed = {.status = status};
    if (first == own && error)
        agreed = *error;
    else if (first == own)
        error_set(&agreed, status, "%s", tilepdb_status_message(status));
    MPI_Bcast(&agreed, (int)sizeof agreed, MPI_BYTE, first % ranks, comm);
    if (error) *error = agreed;
    if (ranks == 1 || agreed.status == TILEPDB_CANCELLED) return agreed.status;
    return error_set(error, agreed.status, "rank %d: %s", first % ranks, agreed.message);
}

/* ---- halo ------------------------------------------------------------------------------------ */

/*
 * The halo of a rank: the sets of foreign cohorts that enter the rank's own cohorts.
 *
 * A rank goes through its masks in chunks, and receives the sets of the next chunk while it works
 * on the current one. For each chunk it lists the foreign cohorts that enter the chunk. Their owner
 * makes an equal list without messages, since every move can be undone. Only fresh cohorts are
 * sent, and all ranks know which cohorts are fresh, so no message needs a length.
 *
 * Any thread may call halo_place; only the thread that called MPI_Init_thread may call other
 * functions.
 */

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
    uint32_t begun, reached; /* chunks whose exchange has begun, has ended */
    unsigned side, parity;
};

/* Returns the set of a fresh foreign cohort that enters the current chunk. */
static const uint32_t *halo_place(const struct halo *halo, uint32_t cohort) {
    return halo->receive_buffer[(halo->reached - 1) & 1u] +
           (size_t)halo->place[cohort] * halo->store->stride;
}

/* approximate bytes of a rank's own sets in a chunk */
#define CHUNK_BYTES ((uint64_t)4 << 20)

#define SETS_TAG 1

/* Returns the first mask of `rank`; for ranks->count, the number of masks. */
static uint32_t halo_first_mask(const struct index *index, const struct ranks *ranks, int rank) {
    const uint64_t cohort = (uint64_t)index->cohort_count * (unsigned)rank / (unsigned)ranks->count;
    uint32_t low = 0, high = index->mask_count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (index->first_cohort[middle] < cohort)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Finds a list: cohort[*begin .. *end - 1]. */
static void halo_list(const struct halo *halo, const struct halo_lists *lists, int rank,
                      uint32_t chunk, uint32_t *begin, uint32_t *end) {
    const size_t list = ((size_t)rank * 2 + halo->parity) * halo->chunks + chunk;
    *begin = lists->first[list];
    *end = lists->first[list + 1];
}

/* may have duplicates */
struct pairs {
    uint64_t *pair; /* list << 32 | cohort; owned */
    size_t count, capacity;
};

static bool pair_add(struct pairs *pairs, size_t list, uint32_t cohort) {
    uint64_t *grown = memory_grown(pairs->pair, pairs->count, &pairs->capacity, sizeof *grown);
    if (!grown) return false;
    pairs->pair = grown;
    pairs->pair[pairs->count++] = (uint64_t)list << 32 | cohort;
    return true;
}

static int pair_compare(const void *a, const void *b) {
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Sorts `pairs` into `lists`, without duplicates, and frees them. */
static bool lists_fill(const struct halo *halo, struct halo_lists *lists, struct pairs *pairs) {
    const size_t count = (size_t)halo->ranks->count * 2 * halo->chunks;
    lists->first = malloc((count + 1) * sizeof *lists->first);
    lists->cohort = malloc((pairs->count + 1) * sizeof *lists->cohort);
    const bool ok = lists->first && lists->cohort;
    if (ok && pairs->count) qsort(pairs->pair, pairs->count, sizeof *pairs->pair, pair_compare);
    uint32_t at = 0;
    for (size_t list = 0, i = 0; ok && list <= count; list++) {
        lists->first[list] = at;
        for (; i < pairs->count && pairs->pair[i] >> 32 == list; i++)
            if (i == 0 || pairs->pair[i] != pairs->pair[i - 1])
                lists->cohort[at++] = (uint32_t)pairs->pair[i];
    }
    free(pairs->pair);
    return ok;
}

static uint32_t rank_first_cohort(const struct halo *halo, const struct index *index, int rank) {
    return index->first_cohort[halo_first_mask(index, halo->ranks, rank)];
}

struct places {
    uint32_t *owner; /* [cohort] */
    uint32_t *chunk; /* [cohort] parity * chunks + chunk */
};

static void rank_cut(struct halo *halo, const struct index *index, int rank,
                     struct places *places) {
    const uint32_t begin = rank_first_cohort(halo, index, rank);
    const uint64_t cohorts = rank_first_cohort(halo, index, rank + 1) - begin;
    uint32_t mask = halo_first_mask(index, halo->ranks, rank);
    for (uint32_t chunk = 0; chunk < halo->chunks; chunk++) {
        const uint64_t end = begin + cohorts * (chunk + 1) / halo->chunks;
        for (; mask < index->mask_count && index->first_cohort[mask] < end; mask++) {
            const unsigned parity = index_parity(index, index->mask_of_rank[mask]);
            for (uint32_t i = index->first_cohort[mask]; i < index->first_cohort[mask + 1]; i++) {
                places->owner[i] = (uint32_t)rank;
                places->chunk[i] = parity * halo->chunks + chunk;
            }
        }
        if (rank == halo->ranks->rank) halo->end_mask[chunk] = mask;
    }
}

/* The rank with most sets determines the number. */
static uint32_t chunks_count(const struct halo *halo, const struct index *index) {
    uint64_t most = 0;
    for (int rank = 0; rank < halo->ranks->count; rank++) {
        const uint64_t cohorts =
            rank_first_cohort(halo, index, rank + 1) - rank_first_cohort(halo, index, rank);
        if (cohorts > most) most = cohorts;
    }
    return (uint32_t)(most * halo->store->stride * sizeof(uint32_t) / CHUNK_BYTES) + 1;
}

/* Every edge has a reverse edge, so the foreign cohort is received and the own cohort sent. */
static bool pairs_find(const struct halo *halo, const struct edge_list *edges,
                       const struct places *places, struct pairs *incoming,
                       struct pairs *outgoing) {
    const struct store *store = halo->store;
    for (uint32_t own = store->first_cohort; own < store->end_cohort; own++)
        for (uint32_t i = edges->first[own]; i < edges->first[own + 1]; i++) {
            const uint32_t other = edge_source(edges->edge[i]);
            const size_t lists = (size_t)places->owner[other] * 2 * halo->chunks;
            if (places->owner[other] == (uint32_t)halo->ranks->rank) continue;
            if (!pair_add(incoming, lists + places->chunk[own], other) ||
                !pair_add(outgoing, lists + places->chunk[other], own))
                return false;
        }
    return true;
}

static bool lists_find(struct halo *halo, const struct index *index, const struct move_set *moves) {
    const struct store *store = halo->store;
    struct pairs incoming = {0}, outgoing = {0};
    struct edge_list edges = {0};
    struct places places = {malloc(index->cohort_count * sizeof *places.owner),
                            malloc(index->cohort_count * sizeof *places.chunk)};
    halo->chunks = chunks_count(halo, index);
    halo->end_mask = malloc(halo->chunks * sizeof *halo->end_mask);
    bool ok = places.owner && places.chunk && halo->end_mask &&
              !edge_list_init(&edges, index, moves, store->first_mask, store->end_mask, NULL, NULL);
    for (int rank = 0; ok && rank < halo->ranks->count; rank++)
        rank_cut(halo, index, rank, &places);
    ok = ok && pairs_find(halo, &edges, &places, &incoming, &outgoing);
    edge_list_free(&edges);
    free(places.owner);
    free(places.chunk);
    ok = lists_fill(halo, &halo->incoming, &incoming) && ok;
    return lists_fill(halo, &halo->outgoing, &outgoing) && ok;
}

static size_t most_of_chunk(struct halo *halo, const struct halo_lists *lists) {
    size_t most = 0;
    for (halo->parity = 0; halo->parity < 2; halo->parity++)
        for (uint32_t chunk = 0; chunk < halo->chunks; chunk++) {
            size_t count = 0;
            for (int rank = 0; rank < halo->ranks->count; rank++) {
                uint32_t begin, end;
                halo_list(halo, lists, rank, chunk, &begin, &end);
                count += end - begin;
            }
            if (count > most) most = count;
        }
    return most;
}

static bool buffers_make(struct halo *halo, const struct index *index) {
    const size_t sets = most_of_chunk(halo, &halo->incoming);
    const size_t given = most_of_chunk(halo, &halo->outgoing);
    halo->receive_bytes = (sets * halo->store->stride + LANES_PADDING) * sizeof(uint32_t);
    halo->send_bytes = (given * halo->store->stride + 1) * sizeof(uint32_t);
    bool ok = true;
    for (unsigned i = 0; i < 2; i++) {
        halo->receive_buffer[i] = memory_pages(halo->receive_bytes);
        halo->request[i] = malloc(2 * (size_t)halo->ranks->count * sizeof *halo->request[i]);
        ok = ok && halo->receive_buffer[i] && halo->request[i];
    }
    halo->place = malloc(index->cohort_count * sizeof *halo->place);
    halo->send_buffer = memory_pages(halo->send_bytes);
    return ok && halo->place && halo->send_buffer;
}

/* `store` needs its shape (store_shape); `ranks` and `store` must outlive the halo. halo_free must
 * follow. Returns false without memory or for too many cohorts (edge_list_init). */
static bool halo_init(struct halo *halo, const struct ranks *ranks, const struct store *store,
                      const struct index *index, const struct move_set *moves) {
    *halo = (struct halo){.ranks = ranks, .store = store, .set = MPI_DATATYPE_NULL};
    const bool ok = lists_find(halo, index, moves) && buffers_make(halo, index);
    if (!ok) return false;
    MPI_Type_contiguous((int)store->stride, MPI_UINT32_T, &halo->set);
    MPI_Type_commit(&halo->set);
    return true;
}

static void halo_free(struct halo *halo) {
    for (unsigned i = 0; i < 2; i++) {
        memory_pages_free(halo->receive_buffer[i], halo->receive_bytes);
        free(halo->request[i]);
    }
    memory_pages_free(halo->send_buffer, halo->send_bytes);
    free(halo->end_mask);
    free(halo->incoming.first);
    free(halo->incoming.cohort);
    free(halo->outgoing.first);
    free(halo->outgoing.cohort);
    free(halo->place);
    if (halo->ranks && halo->set != MPI_DATATYPE_NULL) MPI_Type_free(&halo->set);
    *halo = (struct halo){0};
}

/* Estimates the bytes for a rank with `own_sets` sets of `set_bytes` bytes. As counted on 5x5, each
 * doubling of the ranks adds foreign sets of three quarters of a chunk. */
static uint64_t halo_need(uint64_t own_sets, uint64_t set_bytes, int ranks) {
    const uint64_t bytes = own_sets * set_bytes;
    uint64_t quarters = 2;
    for (int doubled = 1; doubled < ranks; doubled *= 2) quarters += 3;
    const uint64_t buffer = (bytes < CHUNK_BYTES ? bytes : CHUNK_BYTES) * quarters / 4;
    const uint64_t lists = own_sets * 2 * sizeof(uint32_t) * quarters / 4;
    return 3 * buffer + lists;
}

/* `at` is the first free set of the receive buffer. Returns the number of sets. */
static uint32_t receive_begin(struct halo *halo, int rank, uint32_t chunk, uint32_t at) {
    uint32_t begin, end, count = 0;
    halo_list(halo, &halo->incoming, rank, chunk, &begin, &end);
    for (uint32_t i = begin; i < end; i++) count += halo->store->fresh[halo->incoming.cohort[i]];
    if (count)
        MPI_Irecv(halo->receive_buffer[chunk & 1u] + (size_t)at * halo->store->stride, (int)count,
                  halo->set, rank, SETS_TAG, halo->ranks->comm, &halo->request[chunk & 1u][rank]);
    return count;
}

/* Copies the sets together: MPI sends scattered sets in pieces, each of which both ranks must poll
 * for. */
static uint32_t send_begin(struct halo *halo, int rank, uint32_t chunk, uint32_t at) {
    const struct store *store = halo->store;
    const size_t stride = store->stride;
    uint32_t *const send_buffer = halo->send_buffer + at * stride;
    uint32_t begin, end, count = 0;
    halo_list(halo, &halo->outgoing, rank, chunk, &begin, &end);
    for (uint32_t i = begin; i < end; i++) {
        const uint32_t cohort = halo->outgoing.cohort[i];
        if (!store->fresh[cohort]) continue;
        memcpy(send_buffer + count++ * stride,
               store->side[halo->side] + (cohort - store->first_cohort) * stride,
               stride * sizeof *send_buffer);
    }
    if (count)
        MPI_Isend(send_buffer, (int)count, halo->set, rank, SETS_TAG, halo->ranks->comm,
                  &halo->request[chunk & 1u][halo->ranks->count + rank]);
    return count;
}

static void chunk_begin(struct halo *halo) {
    const uint32_t chunk = halo->begun++;
    const int ranks = halo->ranks->count;
    MPI_Request *requests = halo->request[chunk & 1u];
    uint32_t at = 0, given = 0;
    for (int i = 0; i < 2 * ranks; i++) requests[i] = MPI_REQUEST_NULL;
    for (int rank = 0; rank < ranks; rank++) at += receive_begin(halo, rank, chunk, at);
    /* Each rank begins with a different receiver. */
    for (int i = 1; i < ranks; i++) {
        const int rank = (halo->ranks->rank + i) % ranks;
        given += send_begin(halo, rank, chunk, given);
    }
}

static void places_note(struct halo *halo, uint32_t chunk) {
    uint32_t at = 0;
    for (int rank = 0; rank < halo->ranks->count; rank++) {
        uint32_t begin, end;
        halo_list(halo, &halo->incoming, rank, chunk, &begin, &end);
        for (uint32_t i = begin; i < end; i++) {
            const uint32_t cohort = halo->incoming.cohort[i];
            halo->place[cohort] = at;
            at += halo->store->fresh[cohort];
        }
    }
}

/* The next chunk reuses the send buffer, and the receive buffer of the chunk before this one. */
static void chunk_end(struct halo *halo) {
    const uint32_t chunk = halo->reached++;
    ranks_wait(2 * halo->ranks->count, halo->request[chunk & 1u]);
    if (halo->begun < halo->chunks) chunk_begin(halo);
    places_note(halo, chunk);
}

/* Begins the exchange of a level. The sets that the level reads must not change from here on;
 * store->fresh must be complete. */
static void halo_begin(struct halo *halo, int level) {
    halo->side = (unsigned)(level - 1) >> 1 & 1u;
    halo->parity = (unsigned)level & 1u;
    halo->begun = halo->reached = 0;
    chunk_begin(halo);
}

/* Waits for the sets of the chunk of `mask`. Masks must ascend within a level. Returns the first
 * mask after the chunk. */
static uint32_t halo_reach(struct halo *halo, uint32_t mask) {
    while (!halo->reached || halo->end_mask[halo->reached - 1] <= mask) chunk_end(halo);
    return halo->end_mask[halo->reached - 1];
}

/* Completes the exchange, even if masks were left out. */
static void halo_end(struct halo *halo) {
    while (halo->reached < halo->chunks) chunk_end(halo);
}

/* ---- sets over ranks ------------------------------------------------------------------------- */

/*
 * A store (table/store.h) over the ranks of a job: each rank has consecutive masks in memory, and
 * receives the sets of other ranks through its halo.
 */

struct store_ranks {
    struct store store; /* first member */
    const struct ranks *ranks;
    struct halo halo;
    int *fresh_count, *fresh_at;
    bool begun;
};

static struct store_ranks *store_ranks_of(struct store *store) {
    return (struct store_ranks *)store;
}

/* Collects `fresh` of all ranks, which determines the sets to send. */
static tilepdb_status level_begin(struct store *store, int level, tilepdb_error *error) {
    struct store_ranks *over = store_ranks_of(store);
    over->begun = true;
    const tilepdb_status status = tilepdb_mpi_agree(over->ranks->comm, TILEPDB_OK, error);
    if (status) return status;
    MPI_Request request;
    MPI_Iallgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, store->fresh, over->fresh_count,
                    over->fresh_at, MPI_UINT8_T, over->ranks->comm, &request);
    ranks_wait(1, &request);
    halo_begin(&over->halo, level);
    return TILEPDB_OK;
}

/* Level 0 is the goal, which nothing enters. */
static tilepdb_status stage(struct store *store, int level, const uint32_t *ranks, uint32_t count,
                            uint32_t *staged, tilepdb_error *error) {
    (void)error;
    *staged = 1;
    if (level == 0) return TILEPDB_OK;
    const uint32_t end = halo_reach(&store_ranks_of(store)->halo, ranks[0]);
    while (*staged < count && ranks[*staged] < end) ++*staged;
    return TILEPDB_OK;
}

static const uint32_t *fetch(struct store *store, unsigned side, uint32_t cohort, uint32_t *room) {
    (void)side;
    (void)room;
    return halo_place(&store_ranks_of(store)->halo, cohort);
}

static tilepdb_status level_end(struct store *store, int level, struct store_counts *counts,
                                tilepdb_error *error) {
    (void)level;
    (void)error;
    struct store_ranks *over = store_ranks_of(store);
    halo_end(&over->halo);
    uint64_t sums[3] = {counts->entries, counts->reached, counts->cancelled};
    MPI_Request request;
    MPI_Iallreduce(MPI_IN_PLACE, sums, 3, MPI_UINT64_T, MPI_SUM, over->ranks->comm, &request);
    ranks_wait(1, &request);
    *counts = (struct store_counts){sums[0], sums[1], sums[2] != 0};
    return TILEPDB_OK;
}

static void finish(struct store *store) {
    halo_free(&store_ranks_of(store)->halo);
    store_memory_finish(store);
}

static void release(struct store *store) {
    struct store_ranks *over = store_ranks_of(store);
    halo_free(&over->halo);
    free(over->fresh_count);
    free(over->fresh_at);
    store_memory_empty(store);
    free(over);
}

static const struct store_methods over_ranks = {.stage = stage,
                                                .level_begin = level_begin,
                                                .fetch = fetch,
                                                .level_end = level_end,
                                                .finish = finish,
                                                .release = release};

static bool parts_note(struct store_ranks *over, const struct index *index) {
    const int ranks = over->ranks->count;
    over->fresh_count = malloc((size_t)ranks * sizeof *over->fresh_count);
    over->fresh_at = malloc((size_t)ranks * sizeof *over->fresh_at);
    if (!over->fresh_count || !over->fresh_at) return false;
    for (int rank = 0; rank < ranks; rank++) {
        const uint32_t first = index->first_cohort[halo_first_mask(index, over->ranks, rank)];
        const uint32_t end = index->first_cohort[halo_first_mask(index, over->ranks, rank + 1)];
        over->fresh_at[rank] = (int)first;
        over->fresh_count[rank] = (int)(end - first);
    }
    return true;
}

/* `ranks`, `index` and `moves` must outlive the store. Collective: all ranks return OK or
 * ERROR_MEMORY. */
static tilepdb_status store_ranks_create(struct store **store, const struct ranks *ranks,
                                         const struct index *index, const struct move_set *moves,
                                         tilepdb_kind kind, tilepdb_error *error) {
    struct store_ranks *made = calloc(1, sizeof *made);
    if (ranks_all(ranks, made != NULL)) {
        made->store.methods = &over_ranks;
        made->ranks = ranks;
        store_shape(&made->store, index, kind, halo_first_mask(index, ranks, ranks->rank),
                    halo_first_mask(index, ranks, ranks->rank + 1));
        bool ok = store_memory_fill(&made->store) && parts_note(made, index);
        if (ranks_all(ranks, ok)) ok = halo_init(&made->halo, ranks, &made->store, index, moves);
        *store = &made->store;
        if (ranks_all(ranks, ok)) return TILEPDB_OK;
    }
    if (made) release(&made->store);
    return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for the sets of arrangements");
}

/* Once a level has begun, all ranks get one status of distances_generate. */
static bool store_ranks_begun(const struct store *store) {
    return ((const struct store_ranks *)store)->begun;
}

static uint64_t part_of(uint64_t whole, int ranks) {
    return whole / (unsigned)ranks + 1;
}

/* Estimate the bytes of a rank's part, during the search and after `finish`. */
static uint64_t store_ranks_need(const struct index *index, tilepdb_kind kind, int ranks) {
    const uint64_t set = lanes_stride(index->tile_count) * (uint64_t)sizeof(uint32_t);
    return part_of(store_memory_need(index, kind), ranks) +
           halo_need(part_of(index->cohort_count, ranks), set, ranks) +
           2 * sizeof(uint32_t) * (uint64_t)index->cohort_count;
}

static uint64_t store_ranks_kept(const struct index *index, tilepdb_kind kind, int ranks) {
    return part_of(store_memory_kept(index, kind), ranks);
}

/* ---- rows over ranks ------------------------------------------------------------------------- */

/*
 * A table in slices: each rank encodes some columns of all rows, and receives whole rows from all
 * ranks. So a store over ranks is transposed into a file. If two ranks share a strip of 32 columns,
 * each has zeros in the other's columns.
 */

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

#define STRIP_COLUMNS 32 /* the encoder puts whole strips of this many columns */

static void slices_put(void *user, const struct row_pieces *pieces) {
    const struct slices *slices = user;
    const struct slice *own = &slices->slice[slices->ranks->rank];
    for (uint32_t i = 0; i < pieces->count && own->bytes; i++)
        memcpy(slices->own + pieces->codes[i] * own->bytes + (pieces->at - own->at),
               pieces->pieces + i * pieces->stride, pieces->bytes);
}

static struct row_sink slices_sink(struct slices *slices) {
    return (struct row_sink){.put = slices_put, .user = slices};
}

/* The first strip of a slice may share columns with the previous slice. */
static void piece_add(const struct slices *slices, const struct slice *slice, const uint8_t *piece,
                      uint8_t *row) {
    const uint64_t shared = slice->bytes < slices->strip_bytes ? slice->bytes : slices->strip_bytes;
    for (uint64_t i = 0; i < shared; i++) row[slice->at + i] |= piece[i];
    memcpy(row + slice->at + shared, piece + shared, slice->bytes - shared);
}

static tilepdb_status slices_get(void *user, uint64_t first, uint64_t count, uint8_t *buffer) {
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

static struct row_source slices_source(struct slices *slices) {
    return (struct row_source){.rows = slices->rows,
                               .row_bytes = slices->row_bytes,
                               .get = slices_get,
                               .user = slices,
                               .writers = &slices->writers};
}

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

static void slices_free(struct slices *slices) {
    memory_pages_free(slices->own, slices->own_bytes);
    free(slices->slice);
    free(slices->buffer);
    free(slices->count);
    free(slices->at);
    free(slices->requested);
    if (slices->ranks && slices->row != MPI_DATATYPE_NULL) MPI_Type_free(&slices->row);
    *slices = (struct slices){0};
}

/* Makes slices for the columns that `store` owns. `ranks` must outlive the slices, and *slices must
 * not move. Collective: all ranks return OK or ERROR_MEMORY. */
static tilepdb_status slices_init(struct slices *slices, const struct ranks *ranks,
                                  const struct store *store, const struct index *index,
                                  tilepdb_kind kind, tilepdb_error *error) {
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

static uint64_t slices_need(const struct index *index, tilepdb_kind kind, int ranks) {
    return index->code_count * (table_row_bytes(index, kind) / (unsigned)ranks + 1);
}

/* ---- the table ------------------------------------------------------------------------------- */

tilepdb_status tilepdb_mpi_table_need(int ranks, const tilepdb_pattern *pattern, tilepdb_kind kind,
                                      const tilepdb_generate_options *options,
                                      tilepdb_generate_need *need, tilepdb_error *error) {
    if (ranks < 1)
        return error_set(error, TILEPDB_ERROR_ARGUMENT,
                         "the number of ranks is %d; it must be at least 1", ranks);
    struct index index;
    tilepdb_status status = table_pattern_need(pattern, kind, options, need, error);
    if (!status) status = index_measure(&index, pattern, error);
    if (status || ranks == 1) return status;
    const uint64_t foreign_edges = edge_list_need(&index) / (unsigned)ranks * (unsigned)(ranks - 1);
    const uint64_t search = store_ranks_need(&index, kind, ranks) - foreign_edges +
                            distances_need(&index, options ? options->threads : 0);
    const uint64_t encode =
        store_ranks_kept(&index, kind, ranks) + slices_need(&index, kind, ranks);
    need->memory_bytes = search > encode ? search : encode;
    return TILEPDB_OK;
}

static tilepdb_status memory_check(const struct ranks *ranks, const tilepdb_generate_need *need,
                                   uint64_t limit, tilepdb_error *error) {
    const double mebi = 1 << 20;
    const uint64_t available = memory_available(), here = (unsigned)ranks_on_node(ranks);
    tilepdb_status status = table_memory_check(need, limit, "choose smaller patterns", error);
    if (!status && need->memory_bytes > available / here)
        status = error_set(error, TILEPDB_ERROR_TOO_LARGE,
                           "generation needs %.0f MiB on each of the %llu ranks of this node, and "
                           "%.0f MiB are available: use more nodes",
                           (double)need->memory_bytes / mebi, (unsigned long long)here,
                           (double)available / mebi);
    return tilepdb_mpi_agree(ranks->comm, status, error);
}

static tilepdb_status slices_make(struct slices *slices, const struct ranks *ranks,
                                  struct store *store, const struct tilepdb_table *table,
                                  const tilepdb_generate_options *options, tilepdb_error *error) {
    const tilepdb_kind kind = table->info.kind;
    tilepdb_status status = slices_init(slices, ranks, store, table->index, kind, error);
    if (!status) {
        const struct row_sink sink = slices_sink(slices);
        status = entries_encode(store, table->info.levels, &sink, options, error);
        status = tilepdb_mpi_agree(ranks->comm, status, error);
    }
    store->methods->release(store);
    return status;
}

static tilepdb_status search(const struct ranks *ranks, struct tilepdb_table *table,
                             const tilepdb_generate_options *options, struct store **store,
                             tilepdb_error *error) {
    const tilepdb_kind kind = table->info.kind;
    struct distances distances;
    tilepdb_status status =
        store_ranks_create(store, ranks, table->index, &table->moves, kind, error);
    if (status) return status;
    status = distances_generate(*store, &table->moves, options, &distances, error);
    /* A rank that could not begin informs the ranks that wait in their first level. */
    if (!store_ranks_begun(*store)) status = tilepdb_mpi_agree(ranks->comm, status, error);
    if (status) (*store)->methods->release(*store);
    table->info.levels = distances.levels;
    memcpy(table->info.histogram, distances.histogram, sizeof distances.histogram);
    return status;
}

static tilepdb_status table_make(const struct ranks *ranks, struct tilepdb_table *table,
                                 const char *path, const tilepdb_generate_options *generate,
                                 const tilepdb_save_options *save, tilepdb_error *error) {
    struct store *store = NULL;
    struct slices slices = {0};
    tilepdb_status status = search(ranks, table, generate, &store, error);
    if (!status) status = slices_make(&slices, ranks, store, table, generate, error);
    if (!status) {
        const struct row_source source = slices_source(&slices);
        status = container_write(path, &table->info, &source, save, error);
    }
    slices_free(&slices);
    return status;
}

static void options_choose(const struct ranks *ranks, const tilepdb_generate_options *generate,
                           const tilepdb_save_options *save, tilepdb_generate_options *generate_own,
                           tilepdb_save_options *save_own) {
    tilepdb_generate_options_init(generate_own);
    tilepdb_save_options_init(save_own);
    if (generate) *generate_own = *generate;
    if (save) *save_own = *save;
    generate_own->threads = ranks_threads(ranks, generate_own->threads);
    save_own->threads = ranks_threads(ranks, save_own->threads);
}

static tilepdb_status table_prepare(const struct ranks *ranks, const tilepdb_pattern *pattern,
                                    tilepdb_kind kind, struct tilepdb_table **table,
                                    tilepdb_error *error) {
    *table = calloc(1, sizeof **table);
    const tilepdb_status status =
        *table ? table_begin(*table, pattern, kind, error)
               : error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for a table");
    return tilepdb_mpi_agree(ranks->comm, status, error);
}

tilepdb_status tilepdb_mpi_table_make(MPI_Comm comm, const tilepdb_pattern *pattern,
                                      tilepdb_kind kind, const char *path,
                                      const tilepdb_generate_options *generate,
                                      const tilepdb_save_options *save, tilepdb_table_info *info,
                                      tilepdb_error *error) {
    struct ranks ranks;
    tilepdb_error own;
    if (!error) error = &own;
    ranks_open(&ranks, comm);
    tilepdb_generate_options generate_own;
    tilepdb_save_options save_own;
    options_choose(&ranks, generate, save, &generate_own, &save_own);
    tilepdb_generate_need need;
    tilepdb_status status =
        tilepdb_mpi_table_need(ranks.count, pattern, kind, &generate_own, &need, error);
    status = tilepdb_mpi_agree(ranks.comm, status, error);
    if (!status) status = memory_check(&ranks, &need, generate_own.memory_limit, error);
    struct tilepdb_table *table = NULL;
    if (!status) status = table_prepare(&ranks, pattern, kind, &table, error);
    if (!status) status = table_make(&ranks, table, path, &generate_own, &save_own, error);
    if (!status) *info = table->info;
    tilepdb_table_close(table);
    ranks_close(&ranks);
    return status;
}
