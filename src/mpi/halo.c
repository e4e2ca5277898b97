/*
 * Foreign sets on their way. See halo.h.
 */
#include "mpi/halo.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "table/lanes.h"

/* A chunk has about so many bytes of own sets: large beside a message, small beside the rank. */
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

/* ---- lists ----------------------------------------------------------------------------------- */

/* The cohorts of a list: cohort[*begin .. *end - 1]. */
static void halo_list(const struct halo *halo, const struct halo_lists *lists, int rank,
                      uint32_t chunk, uint32_t *begin, uint32_t *end) {
    const size_t list = ((size_t)rank * 2 + halo->parity) * halo->chunks + chunk;
    *begin = lists->first[list];
    *end = lists->first[list + 1];
}

static size_t list_count(const struct halo *halo) {
    return (size_t)halo->ranks->count * 2 * halo->chunks;
}

/* Cuts the own masks into chunks, as many as the rank that owns most needs. */
static bool chunks_cut(struct halo *halo, const struct index *index) {
    const struct store *store = halo->store;
    const uint64_t cohorts = store->end_cohort - store->first_cohort;
    halo->chunks = (uint32_t)(cohorts * store->stride * sizeof(uint32_t) / CHUNK_BYTES) + 1;
    MPI_Allreduce(MPI_IN_PLACE, &halo->chunks, 1, MPI_UINT32_T, MPI_MAX, halo->ranks->comm);
    halo->end_mask = malloc(halo->chunks * sizeof *halo->end_mask);
    if (!halo->end_mask) return false;
    uint32_t mask = store->first_mask;
    for (uint32_t i = 0; i < halo->chunks; i++) {
        const uint64_t end = store->first_cohort + cohorts * (i + 1) / halo->chunks;
        while (mask < store->end_mask && index->first_cohort[mask] < end) mask++;
        halo->end_mask[i] = mask;
    }
    return true;
}

/* What a rank still adds to its lists. */
struct builder {
    struct halo *halo;
    const struct index *index;
    struct edge_list edges;
    uint32_t *seen;   /* [cohort] the last chunk that it was added to, from 1 */
    uint32_t *starts; /* [rank] its first cohort, one more at the end */
    size_t capacity, count;
    uint64_t *found; /* [count] list << 32 | cohort */
};

static int owner_of(const struct builder *builder, uint32_t cohort) {
    int owner = 0;
    while (cohort >= builder->starts[owner + 1]) owner++;
    return owner;
}

static bool found_add(struct builder *builder, size_t list, uint32_t cohort) {
    uint64_t *found =
        memory_grown(builder->found, builder->count, &builder->capacity, sizeof *found);
    if (!found) return false;
    builder->found = found;
    builder->found[builder->count++] = (uint64_t)list << 32 | cohort;
    return true;
}

/* Adds what enters the cohorts of a mask in a chunk. */
static bool mask_add(struct builder *builder, uint32_t rank, uint32_t chunk) {
    const struct halo *halo = builder->halo;
    const struct index *index = builder->index;
    const struct store *store = halo->store;
    const unsigned parity = index_parity(index, index->mask_of_rank[rank]);
    const uint32_t begin = builder->edges.first[index->first_cohort[rank]];
    const uint32_t end = builder->edges.first[index->first_cohort[rank + 1]];
    for (uint32_t i = begin; i < end; i++) {
        const uint32_t source = edge_source(builder->edges.edge[i]);
        if (source >= store->first_cohort && source < store->end_cohort) continue;
        if (builder->seen[source] == chunk + 1) continue;
        builder->seen[source] = chunk + 1;
        const size_t list = ((size_t)owner_of(builder, source) * 2 + parity) * halo->chunks + chunk;
        if (!found_add(builder, list, source)) return false;
    }
    return true;
}

static int found_compare(const void *a, const void *b) {
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Sorts what was found into lists. */
static bool incoming_fill(struct builder *builder) {
    struct halo *halo = builder->halo;
    const size_t lists = list_count(halo);
    qsort(builder->found, builder->count, sizeof *builder->found, found_compare);
    halo->incoming.first = malloc((lists + 1) * sizeof *halo->incoming.first);
    halo->incoming.cohort = malloc((builder->count + 1) * sizeof *halo->incoming.cohort);
    if (!halo->incoming.first || !halo->incoming.cohort) return false;
    size_t at = 0;
    for (size_t list = 0; list <= lists; list++) {
        halo->incoming.first[list] = (uint32_t)at;
        for (; at < builder->count && builder->found[at] >> 32 == list; at++)
            halo->incoming.cohort[at] = (uint32_t)builder->found[at];
    }
    return true;
}

static bool incoming_find(struct halo *halo, const struct index *index,
                          const struct move_set *moves) {
    const struct store *store = halo->store;
    struct builder builder = {.halo = halo, .index = index};
    builder.seen = calloc(index->cohort_count, sizeof *builder.seen);
    builder.starts = malloc(((size_t)halo->ranks->count + 1) * sizeof *builder.starts);
    bool ok =
        builder.seen && builder.starts && halo->end_mask &&
        !edge_list_init(&builder.edges, index, moves, store->first_mask, store->end_mask, NULL);
    for (int rank = 0; ok && rank <= halo->ranks->count; rank++)
        builder.starts[rank] = index->first_cohort[halo_first_mask(index, halo->ranks, rank)];
    uint32_t mask = store->first_mask;
    for (uint32_t chunk = 0; ok && chunk < halo->chunks; chunk++)
        for (; ok && mask < halo->end_mask[chunk]; mask++) ok = mask_add(&builder, mask, chunk);
    ok = ok && incoming_fill(&builder);
    edge_list_free(&builder.edges);
    free(builder.seen);
    free(builder.starts);
    free(builder.found);
    return ok;
}

/* How many cohorts all lists with a rank have. */
static int rank_count(const struct halo *halo, const struct halo_lists *lists, int rank) {
    const size_t each = 2 * (size_t)halo->chunks;
    return (int)(lists->first[(size_t)(rank + 1) * each] - lists->first[(size_t)rank * each]);
}

/* The lengths of lists become their beginnings. */
static void lengths_add(uint32_t *first, size_t lists) {
    uint32_t sum = 0;
    for (size_t list = 0; list <= lists; list++) {
        const uint32_t length = list < lists ? first[list] : 0;
        first[list] = sum;
        sum += length;
    }
}

/* Tells the owners how long the lists of what is needed are. */
static bool lengths_exchange(struct halo *halo) {
    const size_t lists = list_count(halo);
    uint32_t *lengths = malloc((lists + 1) * sizeof *lengths);
    halo->outgoing.first = malloc((lists + 1) * sizeof *halo->outgoing.first);
    const bool ok = lengths && halo->outgoing.first;
    for (size_t list = 0; ok && list < lists; list++)
        lengths[list] = halo->incoming.first[list + 1] - halo->incoming.first[list];
    if (ranks_all(halo->ranks, ok)) {
        const int each = (int)(2 * halo->chunks);
        MPI_Alltoall(lengths, each, MPI_UINT32_T, halo->outgoing.first, each, MPI_UINT32_T,
                     halo->ranks->comm);
        lengths_add(halo->outgoing.first, lists);
    }
    free(lengths);
    return ok;
}

/* Tells them the lists. */
static bool lists_exchange(struct halo *halo) {
    const int ranks = halo->ranks->count;
    int *counts = malloc(4 * (size_t)ranks * sizeof *counts);
    int *outgoing_counts = counts + ranks, *at = counts + 2 * ranks,
        *outgoing_at = counts + 3 * ranks;
    halo->outgoing.cohort = malloc(((size_t)halo->outgoing.first[list_count(halo)] + 1) *
                                   sizeof *halo->outgoing.cohort);
    const bool ok = counts && halo->outgoing.cohort;
    for (int rank = 0; ok && rank < ranks; rank++) {
        counts[rank] = rank_count(halo, &halo->incoming, rank);
        outgoing_counts[rank] = rank_count(halo, &halo->outgoing, rank);
        at[rank] = rank ? at[rank - 1] + counts[rank - 1] : 0;
        outgoing_at[rank] = rank ? outgoing_at[rank - 1] + outgoing_counts[rank - 1] : 0;
    }
    if (ranks_all(halo->ranks, ok))
        MPI_Alltoallv(halo->incoming.cohort, counts, at, MPI_UINT32_T, halo->outgoing.cohort,
                      outgoing_counts, outgoing_at, MPI_UINT32_T, halo->ranks->comm);
    free(counts);
    return ok;
}

/* ---- buffers --------------------------------------------------------------------------------- */

/* The most cohorts that one chunk of a level has in all lists. */
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
    bool ok = chunks_cut(halo, index);
    ok = incoming_find(halo, index, moves) && ok;
    ok = ranks_all(ranks, ok) && ranks_all(ranks, lengths_exchange(halo)) &&
         ranks_all(ranks, lists_exchange(halo)) && ranks_all(ranks, buffers_make(halo, index));
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

/* With each doubling of the ranks three quarters more of what a chunk has of its own come from
 * elsewhere: rather more than was counted for 5x5 with seven tiles. */
uint64_t halo_need(uint64_t own_sets, uint64_t set_bytes, int ranks) {
    const uint64_t bytes = own_sets * set_bytes;
    uint64_t quarters = 2;
    for (int doubled = 1; doubled < ranks; doubled *= 2) quarters += 3;
    const uint64_t buffer = (bytes < CHUNK_BYTES ? bytes : CHUNK_BYTES) * quarters / 4;
    const uint64_t lists = own_sets * 2 * sizeof(uint32_t) * quarters / 4;
    return 3 * buffer + lists;
}

/* ---- the exchange of a level ----------------------------------------------------------------- */

/* Begins to receive what a rank gives for a chunk, at the set `at` of the receive buffer; returns
 * how much that is. */
static uint32_t receive_begin(struct halo *halo, int rank, uint32_t chunk, uint32_t at) {
    uint32_t begin, end, count = 0;
    halo_list(halo, &halo->incoming, rank, chunk, &begin, &end);
    for (uint32_t i = begin; i < end; i++) count += halo->store->fresh[halo->incoming.cohort[i]];
    if (count)
        MPI_Irecv(halo->receive_buffer[chunk & 1u] + (size_t)at * halo->store->stride, (int)count,
                  halo->set, rank, SETS_TAG, halo->ranks->comm, &halo->request[chunk & 1u][rank]);
    return count;
}

/* Begins to send what a rank needs for its chunk, from the set `at` of the send buffer; returns how
 * much that is. Sets are copied together: from where they lie MPI would send them in pieces, each
 * when both ranks look, which they seldom do at the same time. */
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
    for (int i = 1; i < ranks; i++) { /* not all to the same rank first */
        const int rank = (halo->ranks->rank + i) % ranks;
        given += send_begin(halo, rank, chunk, given);
    }
}

/* Notes where the sets of a chunk are that has arrived. */
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

/* Ends the exchange of a chunk, and begins that of the next, whose buffer is free by then. */
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
