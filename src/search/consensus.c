#include "search/consensus.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "search/work_queue.h"

/* ---- exchange -------------------------------------------------------------------------------- */

void *consensus_gather(const tilepdb_comm *comm, const void *mine, size_t bytes, size_t *size) {
    if (comm) {
        void *all = comm->allgather(mine, bytes, size, comm->user);
        /* allgather returns NULL if no rank sends bytes. */
        return all || *size > 0 ? all : malloc(1);
    }
    void *copy = malloc(bytes + 1);
    if (copy && bytes) memcpy(copy, mine, bytes);
    *size = bytes;
    return copy;
}

bool consensus_all(const tilepdb_comm *comm, bool mine) {
    if (!comm) return mine;
    const uint8_t own = mine;
    size_t size;
    uint8_t *all = consensus_gather(comm, &own, sizeof own, &size);
    const bool agreed = all && !memchr(all, false, size);
    free(all);
    return agreed;
}

/* ---- bounds ---------------------------------------------------------------------------------- */

#define ENDED (-1)

struct rank_state {
    int32_t bound;  /* or ENDED */
    int32_t status; /* only with ENDED */
    uint64_t identity[2];
    int32_t limit, level; /* of a bidirectional side, otherwise 0 */
    uint64_t done;
    uint64_t subtrees;
    uint64_t order; /* subtree_order_hash, or 0 */
    int32_t threads;
    int32_t end; /* enum pass_end, if `known` */
    uint8_t known;
    double split_timeout;
    struct tally total, resumed;
    uint8_t path[TILEPDB_MAX_MOVES + 1];
    tilepdb_error error;
};

/* Returns the first rank whose `bytes` differ from rank 0; 0 if all agree, or without memory. */
static int mismatched_size(const tilepdb_comm *comm, size_t bytes) {
    const uint64_t mine = bytes;
    size_t size;
    uint64_t *sizes = consensus_gather(comm, &mine, sizeof mine, &size);
    int mismatched = 1;
    if (!sizes) return 0;
    if (size == sizeof mine * (size_t)comm->ranks)
        while (mismatched < comm->ranks && sizes[mismatched] == sizes[0]) mismatched++;
    free(sizes);
    return mismatched < comm->ranks ? mismatched : 0;
}

/* Returns one struct per rank, which the caller frees. Returns NULL if rank *mismatched has structs
 * of another size, or if *mismatched is 0, without memory. */
static void *all_gather(const tilepdb_comm *comm, const void *mine, size_t bytes, int *mismatched) {
    size_t size;
    const int other = mismatched_size(comm, bytes);
    *mismatched = other;
    return other ? NULL : consensus_gather(comm, mine, bytes, &size);
}

static tilepdb_status failure_report(const struct rank_state *all, int rank, tilepdb_error *error) {
    return error_set(error, (tilepdb_status)all[rank].status, "rank %d: %s", rank,
                     all[rank].error.message);
}

static bool states_equal(const struct rank_state *a, const struct rank_state *b) {
    return a->bound == b->bound && a->done == b->done && a->subtrees == b->subtrees &&
           a->limit == b->limit && a->level == b->level && a->identity[0] == b->identity[0] &&
           a->identity[1] == b->identity[1];
}

static tilepdb_status states_check(const tilepdb_comm *comm, const struct rank_state *all,
                                   int mismatched, tilepdb_error *error) {
    if (!all && !mismatched)
        return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for the search");
    if (!all)
        return error_set_code(error, TILEPDB_ERROR_INTERNAL,
                              (struct error_code){.code = TILEPDB_MESSAGE_RANKS_DIFFER},
                              "the ranks run different versions of tilepdb: start all with one");
    for (int i = 0; i < comm->ranks; i++)
        if (all[i].bound == ENDED && all[i].status) return failure_report(all, i, error);
    for (int i = 1; i < comm->ranks; i++)
        if (!states_equal(&all[i], &all[0]))
            return error_set_code(
                error, TILEPDB_ERROR_INTERNAL,
                (struct error_code){.code = TILEPDB_MESSAGE_RANKS_DIFFER, .number = {i}},
                "rank %d does not search what rank 0 does: it has another board, or "
                "other tables or options",
                i);
    return TILEPDB_OK;
}

/* All ranks must number the subtrees alike, so unequal orders are forgotten. They are unequal if
 * rank 0 took a bound from its checkpoint that other ranks searched alone. A continued search still
 * gets the order of an uninterrupted search, from the checkpoint's counts of the last exhausted
 * bound. */
static void orders_agree(struct bound_search *search, const struct rank_state *all) {
    bool equal = true;
    for (int i = 1; i < search->request.comm->ranks; i++)
        equal = equal && all[i].order == all[0].order;
    if (!equal && search->request.order) subtree_order_free(search->request.order);
}

static void states_adopt(struct bound_search *search, const struct rank_state *all, bool *known) {
    search->request.workers = 0;
    for (int i = 0; i < search->request.comm->ranks; i++)
        search->request.workers += (size_t)all[i].threads;
    search->request.split_timeout = all[0].split_timeout;
    orders_agree(search, all);
    *known = all[0].known;
    if (!*known) return;
    search->result.end = (enum pass_end)all[0].end;
    search->result.total = all[0].total;
    search->result.resumed = all[0].resumed;
    memcpy(search->result.path, all[0].path, sizeof search->result.path);
}

tilepdb_status consensus_bound(struct bound_search *search, uint64_t done, bool *known,
                               tilepdb_error *error) {
    const tilepdb_comm *comm = search->request.comm;
    struct rank_state mine = {
        .bound = search->request.bound,
        .identity = {search->request.identity[0], search->request.identity[1]},
        .limit = search->request.side ? search->request.limit : 0,
        .level = search->request.side ? search->request.level : 0,
        .done = done,
        .subtrees = search->request.subtrees,
        .order = search->request.order ? subtree_order_hash(search->request.order) : 0,
        .threads = search->request.threads,
        .end = (int32_t)search->result.end,
        .known = *known,
        .split_timeout = search->request.split_timeout,
        .total = search->result.total,
        .resumed = search->result.resumed};
    memcpy(mine.path, search->result.path, sizeof mine.path);
    if (comm->rank == 0) work_queue_clear(comm);
    int mismatched;
    struct rank_state *all = all_gather(comm, &mine, sizeof mine, &mismatched);
    const tilepdb_status status = states_check(comm, all, mismatched, error);
    if (!status) states_adopt(search, all, known);
    free(all);
    return status;
}

/* Ranks that were only stopped do not count: another rank's failure may have stopped them. */
static int failure_first(const tilepdb_comm *comm, const struct rank_state *all) {
    for (int i = 0; all && i < comm->ranks; i++)
        if (all[i].status && all[i].status != TILEPDB_LIMIT && all[i].status != TILEPDB_CANCELLED)
            return i;
    return -1;
}

tilepdb_status consensus_end(const tilepdb_comm *comm, tilepdb_status status,
                             tilepdb_error *error) {
    struct rank_state mine = {.bound = ENDED, .status = (int32_t)status};
    if (status && error) mine.error = *error;
    int mismatched;
    struct rank_state *all = all_gather(comm, &mine, sizeof mine, &mismatched);
    const int failed = failure_first(comm, all);
    tilepdb_status agreed = status;
    if (failed >= 0 && failed != comm->rank)
        agreed = failure_report(all, failed, error);
    else if (!status)
        agreed = states_check(comm, all, mismatched, error);
    free(all);
    return agreed;
}

/* ---- subtrees -------------------------------------------------------------------------------- */

struct expansion {
    uint64_t subtrees;
    struct tally done;
    uint8_t found;
    int32_t end; /* enum pass_end */
};

static bool expansions_equal(const struct expansion *a, const struct expansion *b) {
    return a->subtrees == b->subtrees && a->done.generated == b->done.generated &&
           a->done.expanded == b->done.expanded && a->found == b->found;
}

static bool any_expansion_ended(const struct bound_search *search, const struct expansion *all,
                                enum pass_end end) {
    for (int i = 0; i < search->request.comm->ranks; i++)
        if (all[i].end == (int32_t)end) return true;
    return false;
}

static bool mismatch_report(struct bound_search *search, int mismatched_rank) {
    search->result.end = PASS_STOPPED;
    search->result.status = TILEPDB_ERROR_INTERNAL;
    search->result.mismatched_rank = mismatched_rank;
    return false;
}

static bool expansions_check(struct bound_search *search, const struct expansion *all) {
    search->result.end = PASS_STOPPED;
    if (any_expansion_ended(search, all, PASS_STOPPED)) {
        if (!search->result.status) search->result.status = TILEPDB_LIMIT;
        return false;
    }
    search->result.end = PASS_NO_MEMORY;
    if (any_expansion_ended(search, all, PASS_NO_MEMORY)) return false;
    for (int i = 1; i < search->request.comm->ranks; i++)
        if (!expansions_equal(&all[i], &all[0])) return mismatch_report(search, i);
    return true;
}

bool consensus_subtrees(struct bound_search *search, const struct pass *roots, enum pass_end end) {
    const tilepdb_comm *comm = search->request.comm;
    int mismatched;
    search->result.end = PASS_NO_MEMORY;
    /* In a single process, failed rows need no check here: the threads stop soon. */
    if (!comm) return end != PASS_NO_MEMORY;
    struct expansion mine = {.end = (int32_t)end};
    if (end == PASS_EXHAUSTED)
        mine =
            (struct expansion){roots->top - roots->floor, roots->done, roots->found, (int32_t)end};
    struct expansion *all = all_gather(comm, &mine, sizeof mine, &mismatched);
    const bool agreed = all          ? expansions_check(search, all)
                        : mismatched ? mismatch_report(search, mismatched)
                                     : false;
    free(all);
    return agreed;
}

struct gathered {
    uint64_t count, kept;
    uint8_t full;
};

/* Even a rank without memory takes part in all rounds. */
static void paths_gather(const tilepdb_comm *comm, const struct solutions *own, size_t per_round,
                         uint64_t most_kept, struct solutions *sum) {
    for (uint64_t from = 0; from < most_kept; from += per_round) {
        const size_t at = from < own->kept ? (size_t)from : own->kept;
        const size_t count = own->kept - at < per_round ? own->kept - at : per_round;
        const uint8_t *mine = own->paths ? own->paths + at * own->length : own->paths;
        size_t size;
        uint8_t *paths = consensus_gather(comm, mine, count * own->length, &size);
        for (size_t i = 0; paths && i < size; i += own->length) solutions_add(sum, paths + i);
        sum->full = sum->full || !paths;
        free(paths);
    }
}

void consensus_solutions(const tilepdb_comm *comm, size_t most_bytes, struct solutions *solutions) {
    const struct gathered mine = {solutions->count, solutions->kept, solutions->full};
    int mismatched;
    struct gathered *all = all_gather(comm, &mine, sizeof mine, &mismatched);
    struct solutions sum = {.length = solutions->length, .most = solutions->most};
    uint64_t count = 0, most_kept = 0;
    bool full = !all;
    for (int i = 0; all && i < comm->ranks; i++) {
        count += all[i].count;
        if (all[i].kept > most_kept) most_kept = all[i].kept;
        full = full || all[i].full;
    }
    free(all);
    const size_t at_once = sum.length * (size_t)comm->ranks;
    if (!full && sum.length)
        paths_gather(comm, solutions, most_bytes < at_once ? 1 : most_bytes / at_once, most_kept,
                     &sum);
    sum.count = count;
    sum.full = sum.full || full;
    free(solutions->paths);
    *solutions = sum;
}

struct keys_head {
    uint64_t count;
    int32_t cut;
};

static bool keys_round(const tilepdb_comm *comm, const struct frontier_keys *mine, size_t at,
                       size_t count, struct frontier_keys *all) {
    size_t size, left_size;
    uint64_t *keys =
        consensus_gather(comm, count ? mine->keys + at : NULL, count * sizeof *keys, &size);
    uint16_t *left =
        consensus_gather(comm, count ? mine->left + at : NULL, count * sizeof *left, &left_size);
    const bool well = keys && left && size / sizeof *keys == left_size / sizeof *left &&
                      frontier_keys_add(all, keys, left, size / sizeof *keys);
    free(keys);
    free(left);
    return well;
}

bool consensus_keys(const tilepdb_comm *comm, size_t most_bytes, struct frontier_keys *emitted) {
    const struct keys_head mine = {.count = emitted->count, .cut = emitted->cut};
    const size_t at_once = most_bytes / sizeof *emitted->keys / (size_t)comm->ranks;
    const size_t per_round = at_once > 0 ? at_once : 1;
    struct frontier_keys all = {.most = emitted->most};
    uint64_t most = 0;
    size_t size;
    struct keys_head *heads = consensus_gather(comm, &mine, sizeof mine, &size);
    bool well = heads != NULL;
    for (size_t i = 0; heads && i < size / sizeof *heads; i++) {
        frontier_keys_cut(&all, heads[i].cut);
        if (heads[i].count > most) most = heads[i].count;
    }
    free(heads);
    for (uint64_t from = 0; from < most; from += per_round) {
        const size_t at = from < emitted->count ? (size_t)from : emitted->count;
        const size_t count = emitted->count - at < per_round ? emitted->count - at : per_round;
        well = keys_round(comm, emitted, at, count, &all) && well;
    }
    frontier_keys_free(emitted);
    *emitted = all;
    return well;
}
