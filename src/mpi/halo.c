#include "mpi/halo.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "table/lanes.h"

/* approximate bytes of a rank's own sets in a chunk */
#define CHUNK_BYTES ((uint64_t)4 << 20)

#define SETS_TAG 1

uint32_t halo_first_mask(const struct index *index, const struct ranks *ranks, int rank) {
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

static uint32_t rank_cohort(const struct halo *halo, const struct index *index, int rank) {
    return index->first_cohort[halo_first_mask(index, halo->ranks, rank)];
}

struct places {
    uint32_t *owner; /* [cohort] */
    uint32_t *chunk; /* [cohort] parity * chunks + chunk */
};

static void rank_cut(struct halo *halo, const struct index *index, int rank,
                     struct places *places) {
    const uint32_t begin = rank_cohort(halo, index, rank);
    const uint64_t cohorts = rank_cohort(halo, index, rank + 1) - begin;
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
            rank_cohort(halo, index, rank + 1) - rank_cohort(halo, index, rank);
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

/* Returns the most cohorts that one chunk exchanges. */
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

bool halo_init(struct halo *halo, const struct ranks *ranks, const struct store *store,
               const struct index *index, const struct move_set *moves) {
    *halo = (struct halo){.ranks = ranks, .store = store, .set = MPI_DATATYPE_NULL};
    const bool ok = lists_find(halo, index, moves) && buffers_make(halo, index);
    if (!ok) return false;
    MPI_Type_contiguous((int)store->stride, MPI_UINT32_T, &halo->set);
    MPI_Type_commit(&halo->set);
    return true;
}

void halo_free(struct halo *halo) {
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

/* As counted on 5x5, each doubling of the ranks adds foreign sets of three quarters of a chunk. */
uint64_t halo_need(uint64_t own_sets, uint64_t set_bytes, int ranks) {
    const uint64_t bytes = own_sets * set_bytes;
    uint64_t quarters = 2;
    for (int doubled = 1; doubled < ranks; doubled *= 2) quarters += 3;
    const uint64_t buffer = (bytes < CHUNK_BYTES ? bytes : CHUNK_BYTES) * quarters / 4;
    const uint64_t lists = own_sets * 2 * sizeof(uint32_t) * quarters / 4;
    return 3 * buffer + lists;
}

/* ---- the exchange of a level ----------------------------------------------------------------- */

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

void halo_begin(struct halo *halo, int level) {
    halo->side = (unsigned)(level - 1) >> 1 & 1u;
    halo->parity = (unsigned)level & 1u;
    halo->begun = halo->reached = 0;
    chunk_begin(halo);
}

uint32_t halo_reach(struct halo *halo, uint32_t mask) {
    while (!halo->reached || halo->end_mask[halo->reached - 1] <= mask) chunk_end(halo);
    return halo->end_mask[halo->reached - 1];
}

void halo_end(struct halo *halo) {
    while (halo->reached < halo->chunks) chunk_end(halo);
}
