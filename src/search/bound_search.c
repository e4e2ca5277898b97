#include "search/bound.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/threads.h"
#include "search/consensus.h"
#include "search/frontier.h"
#include "search/work_queue.h"

/* ---- frontier nodes -------------------------------------------------------------------------- */

/*
 * Receives the frontier nodes of a side of a bidirectional search. The first side keeps their keys;
 * the second side looks up its keys and decides meetings.
 */

/* Serves one pass at a time. Zeroed before the first. */
struct frontier_sink {
    struct bound_search *search;
    struct frontier_keys kept; /* of the first side */
    struct interrupt_check interrupt;
    bool met;                            /* a solution was found */
    bool undecided;                      /* a meeting is MEETING_UNDECIDED */
    bool failed;                         /* no memory */
    uint8_t path[TILEPDB_MAX_MOVES + 1]; /* without request.all: the shortest solution, the first in
                                          * move order */
};

static void solution_take(struct frontier_sink *sink, const uint8_t *path) {
    const int bound = sink->search->request.bound;
    const size_t length = pass_path_length(path, bound), best = pass_path_length(sink->path, bound);
    if (!sink->met || length < best || (length == best && memcmp(path, sink->path, length) < 0))
        memcpy(sink->path, path, sizeof sink->path);
    sink->met = true;
}

static void solution_found(struct pass *pass) {
    struct frontier_sink *sink = pass->sink;
    struct bound_search *search = sink->search;
    if (!search->request.all) {
        solution_take(sink, pass->path);
        return;
    }
    sink->met = true;
    pthread_mutex_lock(search->lock);
    search->hooks.solution(search, pass->path);
    pthread_mutex_unlock(search->lock);
}

static void keys_keep(struct pass *pass, const struct frontier_node *frontier, size_t count) {
    struct frontier_sink *sink = pass->sink;
    for (size_t i = 0; i < count; i++) {
        const uint16_t left = (uint16_t)frontier[i].left;
        if (!frontier_keys_add(&sink->kept, &frontier[i].key, &left, 1)) sink->failed = true;
    }
}

static void meeting_look(struct pass *pass, const struct frontier_node *frontier_node) {
    struct frontier_sink *sink = pass->sink;
    struct bound_search *search = sink->search;
    uint8_t path[TILEPDB_MAX_MOVES + 1];
    const size_t moves = pass_link_path(pass, frontier_node->link, path);
    const enum bound_meeting meeting = search->hooks.meet(search, path, moves, &sink->interrupt);
    if (meeting == MEETING_UNDECIDED) sink->undecided = true;
    if (meeting != MEETING_CONFIRMED) return;
    if (search->request.all)
        sink->met = true;
    else
        solution_take(sink, path);
}

static void keys_look_up(struct pass *pass, const struct frontier_node *frontier, size_t count) {
    const struct frontier_sink *sink = pass->sink;
    const struct frontier_set *known = sink->search->request.known;
    for (size_t i = 0; i < count; i++) frontier_set_fetch(known, frontier[i].key);
    for (size_t i = 0; i < count; i++)
        if (!sink->undecided && frontier_set_has(known, frontier[i].key))
            meeting_look(pass, &frontier[i]);
}

/* Called after bound_pass_ready. Does nothing in an ordinary search. */
static void frontier_sink_begin(struct frontier_sink *sink, struct bound_search *search,
                                struct pass *pass, struct interrupt_check interrupt) {
    if (!search->request.side) return;
    sink->search = search;
    sink->interrupt = interrupt;
    sink->undecided = false;
    sink->kept.count = 0;
    sink->kept.cut = 0;
    sink->kept.most = search->request.emitted ? search->request.emitted->most : 0;
    sink->met = false;
    pass->side = search->request.side;
    pass->all = true;
    pass->sink = sink;
    pass->on_solution = solution_found;
    pass->on_frontier = search->request.known ? keys_look_up : keys_keep;
}

/* Returns how the side's pass ends if pass_run returned `end`. Sets pass->path with PASS_FOUND. */
static enum pass_end frontier_sink_end(struct frontier_sink *sink, struct pass *pass,
                                       enum pass_end end) {
    if (sink->failed || end == PASS_NO_MEMORY) return PASS_NO_MEMORY;
    if (sink->undecided) return PASS_STOPPED;
    if (end != PASS_EXHAUSTED || !sink->met || sink->search->request.all) return end;
    memcpy(pass->path, sink->path, sizeof pass->path);
    return PASS_FOUND;
}

static bool frontier_sink_deliver(struct frontier_sink *sink) {
    if (!sink->kept.count && !sink->kept.cut) return true;
    pthread_mutex_lock(sink->search->lock);
    const bool well = frontier_keys_join(sink->search->request.emitted, &sink->kept);
    pthread_mutex_unlock(sink->search->lock);
    return well;
}

static void frontier_sink_free(struct frontier_sink *sink) {
    frontier_keys_free(&sink->kept);
}

/* ---- results of all ranks -------------------------------------------------------------------- */

/* Entries first .. first + count - 1 of `roots`. */
struct subtree_run {
    size_t first, count;
    size_t unit;        /* number in the checkpoint */
    bool known;         /* the checkpoint has `total` */
    bool mine;          /* this rank has searched the run */
    bool is_split;      /* the checkpoint has subunits */
    struct tally total; /* set if `known` or `mine` */
};

struct result {
    uint64_t key; /* work_key */
    struct tally total;
};

struct results {
    struct result *all; /* owned */
    size_t count, capacity;
};

/* Shared by the threads of a rank. The caller sets the members up to `after`. */
struct parallel_search {
    struct bound_search *search;
    const struct pass *roots;
    struct subtree_run *runs; /* in search order; may be NULL */
    size_t run_count;
    struct tally before; /* nodes before all runs */
    struct tally after;  /* nodes after all runs */

    struct work_queue queue;
    uint64_t pause; /* copies from `progress` */
    size_t width;
    uint64_t best;         /* least key of a solution of this rank */
    int busy;              /* active threads; atomic */
    int stopped;           /* enum pass_end; atomic */
    struct tally done;     /* of this rank; on rank 0 also of expansion and checkpoint; atomic */
    bool checking;         /* a thread runs the check; atomic */
    double exchange;       /* clock_seconds of the next exchange of counts */
    struct tally reported; /* part of `done` in the shared counters */

    bool leads;                     /* rank 0, or the only process */
    bool recorded;                  /* rank 0 records exhausted units */
    struct results subunits;        /* results of this rank */
    struct results known_subunits;  /* of the checkpoint, sorted */
    struct checkpoint_note *outbox; /* notes for rank 0; owned */
    size_t outbox_count, outbox_capacity;
};

#define NOTES_PER_MESSAGE (TILEPDB_COMM_MESSAGE / sizeof(struct checkpoint_note))

static bool results_add(struct results *results, uint64_t key, struct tally total) {
    struct result *grown =
        memory_grown(results->all, results->count, &results->capacity, sizeof *grown);
    if (!grown) return false;
    results->all = grown;
    results->all[results->count++] = (struct result){key, total};
    return true;
}

static int results_compare(const void *a, const void *b) {
    const struct result *x = a, *y = b;
    return x->key < y->key ? -1 : x->key > y->key;
}

/* ---- the checkpoint -------------------------------------------------------------------------- */

static bool subunit_is_known(const struct parallel_search *parallel, uint64_t key) {
    const struct result wanted = {.key = key};
    const struct results *known = &parallel->known_subunits;
    return known->count &&
           bsearch(&wanted, known->all, known->count, sizeof wanted, results_compare);
}

static size_t *runs_by_unit(const struct parallel_search *parallel) {
    size_t *run = malloc((parallel->run_count + 1) * sizeof *run);
    for (size_t i = 0; run && i < parallel->run_count; i++) run[parallel->runs[i].unit] = i;
    return run;
}

/* Forgets subunits if the unit is now split in another way. Otherwise records the nodes after the
 * last subunit, which no worker searches. */
static void split_check(struct parallel_search *parallel, struct unit_split *split, size_t number,
                        uint64_t subunit_count) {
    struct bound_search *search = parallel->search;
    const struct subtree_run *run = &parallel->runs[number];
    if (!unit_split_make(split, search, parallel->roots, number, run->first, run->count) ||
        subunit_count != split->subunit_count + 1) {
        checkpoint_forget(search->request.checkpoint, search->request.record, run->unit);
        return;
    }
    const struct checkpoint_note rest = {.unit = run->unit,
                                         .subunit = split->subunit_count,
                                         .subunit_count = subunit_count,
                                         .total = split->rest};
    checkpoint_keep(search->request.checkpoint, search->request.record, &rest);
}

static struct checkpoint_note *notes_recall(struct parallel_search *parallel, const size_t *run_of,
                                            size_t *count) {
    struct bound_search *search = parallel->search;
    *count = 0;
    if (!parallel->recorded) return malloc(1);
    struct checkpoint_note *notes =
        checkpoint_notes(search->request.checkpoint, search->request.record, count, NULL);
    if (!notes) return NULL;
    struct unit_split split = {0};
    for (size_t i = 0; i < *count; i++)
        if (notes[i].subunit_count && (i == 0 || notes[i - 1].unit != notes[i].unit))
            split_check(parallel, &split, run_of[notes[i].unit], notes[i].subunit_count);
    unit_split_free(&split, search->request.solver);
    free(notes);
    return checkpoint_notes(search->request.checkpoint, search->request.record, count,
                            search->request.emitted);
}

static bool note_take(struct parallel_search *parallel, const size_t *run_of,
                      const struct checkpoint_note *note) {
    const size_t number = run_of[note->unit];
    struct subtree_run *run = &parallel->runs[number];
    if (parallel->leads) tally_sum(&parallel->done, note->total);
    if (!note->subunit_count) {
        run->known = true;
        run->total = note->total;
        return true;
    }
    if (!run->is_split && parallel->leads && !work_queue_split(&parallel->queue, number))
        return false;
    run->is_split = true;
    return results_add(&parallel->known_subunits, work_key(number, (size_t)note->subunit),
                       note->total);
}

static bool notes_take(struct parallel_search *parallel, const size_t *run_of,
                       const struct checkpoint_note *notes, size_t count) {
    bool well = true;
    for (size_t i = 0; well && i < count; i++) well = note_take(parallel, run_of, &notes[i]);
    if (parallel->known_subunits.count)
        qsort(parallel->known_subunits.all, parallel->known_subunits.count,
              sizeof *parallel->known_subunits.all, results_compare);
    return well;
}

/* Gives all ranks `recorded` and the notes of rank 0; frees `notes`. Returns NULL without memory
 * for notes; without memory for `recorded`, ranks keep their own. */
static struct checkpoint_note *notes_exchange(struct parallel_search *parallel,
                                              struct checkpoint_note *notes, size_t *count) {
    const tilepdb_comm *comm = parallel->search->request.comm;
    size_t ranks, size;
    bool *recorded = consensus_gather(comm, &parallel->recorded, sizeof parallel->recorded, &ranks);
    struct checkpoint_note *all = consensus_gather(comm, notes, *count * sizeof *notes, &size);
    if (recorded) parallel->recorded = *recorded;
    *count = size / sizeof *all;
    free(recorded);
    free(notes);
    return all;
}

/* Loads the checkpoint's units on all ranks. All ranks return false if a rank lacks memory. */
static bool results_begin(struct parallel_search *parallel) {
    struct bound_search *search = parallel->search;
    const tilepdb_comm *comm = search->request.comm;
    const size_t workers = comm ? search->request.workers : (size_t)search->request.threads;
    size_t count = 0;
    parallel->leads = consensus_leads(comm);
    if (parallel->leads) parallel->done = parallel->roots->done;
    parallel->recorded =
        parallel->leads && search->request.in_units && search->request.record &&
        checkpoint_units(search->request.checkpoint, search->request.record, parallel->run_count,
                         search->request.emitted ? search->request.emitted->most : 0);
    const bool ready = work_queue_begin(&parallel->queue, comm, parallel->run_count, workers,
                                        search->request.split_timeout > 0);
    size_t *run_of = parallel->runs ? runs_by_unit(parallel) : NULL;
    struct checkpoint_note *notes = ready && run_of ? notes_recall(parallel, run_of, &count) : NULL;
    bool well = consensus_all(comm, notes != NULL);
    if (well) notes = notes_exchange(parallel, notes, &count);
    if (well) well = consensus_all(comm, notes && notes_take(parallel, run_of, notes, count));
    free(notes);
    free(run_of);
    return well;
}

static bool note_post(struct parallel_search *parallel, const struct checkpoint_note *note) {
    struct bound_search *search = parallel->search;
    if (parallel->leads) {
        checkpoint_keep(search->request.checkpoint, search->request.record, note);
        return true;
    }
    struct checkpoint_note *grown = memory_grown(parallel->outbox, parallel->outbox_count,
                                                 &parallel->outbox_capacity, sizeof *grown);
    if (!grown) return false;
    parallel->outbox = grown;
    parallel->outbox[parallel->outbox_count++] = *note;
    return true;
}

/* Keeps the result of a run or, if `subunit_count` is not 0, of a subunit, and records it if it is
 * `exhausted` without a solution; with frontier keys (`emitted`, may be NULL) only on rank 0. Any
 * thread may call it. Returns false without memory. */
static bool result_keep(struct parallel_search *parallel, uint64_t key, size_t subunit_count,
                        struct tally total, bool exhausted, const struct frontier_keys *emitted) {
    struct subtree_run *run = &parallel->runs[work_key_unit(key)];
    const bool has_keys = emitted && (emitted->count || emitted->cut);
    const struct checkpoint_note note = {.unit = run->unit,
                                         .subunit = work_key_subunit(key),
                                         .subunit_count = subunit_count,
                                         .total = total,
                                         .emitted = has_keys ? emitted : NULL};
    /* Keys do not fit into messages, so only rank 0 records units that have keys. */
    const bool noted = parallel->recorded && exhausted && (parallel->leads || !note.emitted);
    bool well = true;
    if (!subunit_count) {
        run->mine = true;
        run->total = total;
    }
    if (!subunit_count && !noted) return true;
    pthread_mutex_lock(parallel->search->lock);
    if (subunit_count) well = results_add(&parallel->subunits, key, total);
    if (well && noted) well = note_post(parallel, &note);
    pthread_mutex_unlock(parallel->search->lock);
    return well;
}

static void notes_receive(struct parallel_search *parallel) {
    struct bound_search *search = parallel->search;
    struct checkpoint_note notes[NOTES_PER_MESSAGE];
    for (size_t size; (size = work_queue_receive(&parallel->queue, notes)) > 0;)
        for (size_t i = 0; i < size / sizeof *notes; i++)
            checkpoint_keep(search->request.checkpoint, search->request.record, &notes[i]);
}

static bool outbox_send(struct parallel_search *parallel) {
    struct checkpoint_note notes[NOTES_PER_MESSAGE];
    size_t count;
    if (!work_queue_send(&parallel->queue, NULL, 0)) return false;
    pthread_mutex_lock(parallel->search->lock);
    count = parallel->outbox_count < NOTES_PER_MESSAGE ? parallel->outbox_count : NOTES_PER_MESSAGE;
    parallel->outbox_count -= count;
    if (count) memcpy(notes, parallel->outbox, count * sizeof *notes);
    if (parallel->outbox_count)
        memmove(parallel->outbox, parallel->outbox + count,
                parallel->outbox_count * sizeof *parallel->outbox);
    pthread_mutex_unlock(parallel->search->lock);
    if (count) work_queue_send(&parallel->queue, notes, count * sizeof *notes);
    return count == 0;
}

/* Rank 0 receives and records notes; other ranks send the outbox. One thread at a time. Returns
 * false until all notes are sent. */
static bool notes_send(struct parallel_search *parallel) {
    if (!parallel->search->request.comm || !parallel->recorded) return true;
    if (!parallel->leads) return outbox_send(parallel);
    notes_receive(parallel);
    return true;
}

struct rank_end {
    int32_t end; /* enum pass_end */
    int32_t ended;
    struct tally total;   /* of this rank up to the best solution of all ranks */
    struct tally resumed; /* part of `total` from the checkpoint */
    struct tally known;   /* nodes in the checkpoint */
    struct tally done;
    uint64_t best;
    uint8_t path[TILEPDB_MAX_MOVES + 1];
};

static void results_sum(const struct results *results, uint64_t best, struct tally *sum,
                        struct tally *beyond) {
    for (size_t i = 0; i < results->count; i++) {
        if (results->all[i].key <= best) tally_sum(sum, results->all[i].total);
        if (beyond) tally_sum(beyond, results->all[i].total);
    }
}

static void outcome_make(const struct parallel_search *parallel, uint64_t best,
                         struct rank_end *mine) {
    const struct bound_search *search = parallel->search;
    *mine = (struct rank_end){.end = __atomic_load_n(&parallel->stopped, __ATOMIC_RELAXED),
                              .ended = (int32_t)search->result.status,
                              .done = parallel->done,
                              .best = parallel->best};
    /* After a row failed to load, the bound is not exhausted. */
    if (solver_failure(search->request.solver, NULL)) {
        mine->end = PASS_STOPPED;
        mine->ended = TILEPDB_LIMIT;
    }
    if (mine->best != WORK_KEY_NONE) memcpy(mine->path, search->result.path, sizeof mine->path);
    for (size_t i = 0; i < parallel->run_count; i++) {
        const struct subtree_run *run = &parallel->runs[i];
        const bool counts = work_key(i, 0) <= best;
        if (run->mine && counts) tally_sum(&mine->total, run->total);
        if (!run->known || !parallel->leads) continue;
        tally_sum(&mine->known, run->total);
        if (counts) tally_sum(&mine->resumed, run->total);
    }
    results_sum(&parallel->subunits, best, &mine->total, NULL);
    if (parallel->leads) results_sum(&parallel->known_subunits, best, &mine->resumed, &mine->known);
    tally_sum(&mine->total, mine->resumed);
}

static bool best_of_all(const struct parallel_search *parallel, uint64_t *best) {
    const tilepdb_comm *comm = parallel->search->request.comm;
    *best = parallel->best;
    size_t size;
    uint64_t *all = consensus_gather(comm, &parallel->best, sizeof parallel->best, &size);
    for (size_t i = 0; all && i < size / sizeof *all; i++)
        if (all[i] < *best) *best = all[i];
    const bool well = all != NULL;
    free(all);
    return well;
}

/* Joins the ends of all ranks: missing memory outweighs a stop; the first status that is not OK
 * counts. */
static void outcomes_join(struct parallel_search *parallel, const struct rank_end *all,
                          size_t count, uint64_t best) {
    struct bound_search *search = parallel->search;
    struct tally done = {0}, total = parallel->before, resumed = {0}, known = {0};
    enum pass_end end = best == WORK_KEY_NONE ? PASS_EXHAUSTED : PASS_FOUND;
    for (size_t i = 0; i < count; i++) {
        if (all[i].end == PASS_NO_MEMORY || (all[i].end == PASS_STOPPED && end != PASS_NO_MEMORY))
            end = (enum pass_end)all[i].end;
        if (!search->result.status) search->result.status = (tilepdb_status)all[i].ended;
        if (all[i].best == best)
            memcpy(search->result.path, all[i].path, sizeof search->result.path);
        tally_sum(&total, all[i].total);
        tally_sum(&resumed, all[i].resumed);
        tally_sum(&known, all[i].known);
        tally_sum(&done, all[i].done);
    }
    if (end == PASS_EXHAUSTED) tally_sum(&total, parallel->after);
    const bool whole = end == PASS_EXHAUSTED || end == PASS_FOUND;
    search->result.end = end;
    search->progress.done = done;
    search->result.total = whole ? total : done;
    search->result.resumed = whole ? resumed : known;
}

/* ---- with a subtree order -------------------------------------------------------------------- */

static bool results_list(const struct parallel_search *parallel, struct results *list) {
    bool well = true;
    for (size_t i = 0; well && i < parallel->run_count; i++)
        if (parallel->runs[i].mine || (parallel->runs[i].known && parallel->leads))
            well = results_add(list, work_key(i, 0), parallel->runs[i].total);
    for (size_t i = 0; well && i < parallel->subunits.count; i++)
        well = results_add(list, parallel->subunits.all[i].key, parallel->subunits.all[i].total);
    for (size_t i = 0; well && parallel->leads && i < parallel->known_subunits.count; i++)
        well = results_add(list, parallel->known_subunits.all[i].key,
                           parallel->known_subunits.all[i].total);
    return well;
}

static void totals_exchange(struct parallel_search *parallel) {
    struct bound_search *search = parallel->search;
    const tilepdb_comm *comm = search->request.comm;
    struct results list = {0};
    size_t size;
    const bool well = consensus_all(comm, results_list(parallel, &list));
    struct result *all =
        consensus_gather(comm, list.all, well ? list.count * sizeof *all : 0, &size);
    free(list.all);
    for (size_t i = 0; i < parallel->run_count; i++) parallel->runs[i].total = (struct tally){0};
    for (size_t i = 0; all && i < size / sizeof *all; i++)
        tally_sum(&parallel->runs[work_key_unit(all[i].key)].total, all[i].total);
    if (!all || !well) search->result.end = PASS_NO_MEMORY;
    free(all);
}

static void results_conclude(struct parallel_search *parallel) {
    struct bound_search *search = parallel->search;
    uint64_t best;
    struct rank_end mine;
    size_t size;
    const bool well = best_of_all(parallel, &best);
    outcome_make(parallel, best, &mine);
    if (!well) mine.end = PASS_NO_MEMORY;
    struct rank_end *all = consensus_gather(search->request.comm, &mine, sizeof mine, &size);
    search->result.end = PASS_NO_MEMORY;
    if (!all) return;
    outcomes_join(parallel, all, size / sizeof *all, best);
    free(all);
    if (search->request.order && search->result.end == PASS_EXHAUSTED) totals_exchange(parallel);
}

static void results_end(struct parallel_search *parallel) {
    work_queue_end(&parallel->queue);
    free(parallel->subunits.all);
    free(parallel->known_subunits.all);
    free(parallel->outbox);
}

/* ---- runs of subtrees ------------------------------------------------------------------------ */

/* Idle workers sleep between polls, longer with a communicator. Without one, the main thread runs
 * the check at every NAPS_PER_CHECK-th poll. */
#define NAP_SECONDS        1e-4
#define REMOTE_NAP_SECONDS 2e-3
#define NAPS_PER_CHECK     20

/* Least interval between reports of counts to other ranks. */
#define EXCHANGE_SECONDS 0.02

/* A unit is not split until it has taken LATENCIES_PER_UNIT times the latency of a counter
 * change. */
#define LATENCIES_PER_UNIT 2048

struct job {
    size_t run;
    uint64_t key;
    bool is_subunit;
};

struct worker {
    struct parallel_search *parallel;
    struct job job;
    struct frontier_sink sink;
    struct unit_split split; /* unit that this worker expanded last */
    size_t place;            /* on the split list */
    double begun;            /* clock_seconds at the start of the job */
    bool splits;             /* the job's unit is on the split list */
    bool unsplittable;
    struct tally counted; /* nodes of the job in parallel->done */
    uint64_t pause;
    bool main;
};

static void parallel_stop(struct parallel_search *parallel, enum pass_end why) {
    int well = PASS_EXHAUSTED;
    __atomic_compare_exchange_n(&parallel->stopped, &well, (int)why, false, __ATOMIC_RELAXED,
                                __ATOMIC_RELAXED);
    work_queue_stop(&parallel->queue);
}

static bool parallel_stops(struct parallel_search *parallel) {
    return __atomic_load_n(&parallel->stopped, __ATOMIC_RELAXED) != PASS_EXHAUSTED ||
           work_queue_is_stopped(&parallel->queue);
}

/* ---- counts ---------------------------------------------------------------------------------- */

static void counts_exchange(struct parallel_search *parallel) {
    struct bound_search *search = parallel->search;
    struct tally done = {__atomic_load_n(&parallel->done.generated, __ATOMIC_RELAXED),
                         __atomic_load_n(&parallel->done.expanded, __ATOMIC_RELAXED)};
    if (search->request.comm) {
        const struct tally more = {done.generated - parallel->reported.generated,
                                   done.expanded - parallel->reported.expanded};
        parallel->reported = done;
        done.generated = more.generated + work_queue_change(&parallel->queue, COUNTER_GENERATED,
                                                            TILEPDB_COUNTER_ADD, more.generated);
        done.expanded = more.expanded + work_queue_change(&parallel->queue, COUNTER_EXPANDED,
                                                          TILEPDB_COUNTER_ADD, more.expanded);
    }
    search->progress.done = done;
}

static void counts_poll(struct parallel_search *parallel) {
    const double now = clock_seconds();
    if (parallel->search->request.comm && now < parallel->exchange) return;
    counts_exchange(parallel);
    parallel->exchange = now + poll_interval(EXCHANGE_SECONDS, clock_seconds() - now);
}

static void parallel_check(struct parallel_search *parallel, bool main) {
    struct bound_search *search = parallel->search;
    if (__atomic_test_and_set(&parallel->checking, __ATOMIC_ACQUIRE)) return;
    counts_poll(parallel);
    notes_send(parallel);
    work_queue_poll(&parallel->queue);
    if (!parallel_stops(parallel) && !search->hooks.check(search, main))
        parallel_stop(parallel, PASS_STOPPED);
    __atomic_clear(&parallel->checking, __ATOMIC_RELEASE);
}

static void counts_add(struct parallel_search *parallel, uint64_t generated, uint64_t expanded) {
    __atomic_fetch_add(&parallel->done.generated, generated, __ATOMIC_RELAXED);
    __atomic_fetch_add(&parallel->done.expanded, expanded, __ATOMIC_RELAXED);
}

static void counts_publish(struct worker *worker, const struct pass *pass) {
    counts_add(worker->parallel, pass->done.generated - worker->counted.generated,
               pass->done.expanded - worker->counted.expanded);
    worker->counted = pass->done;
}

static void worker_follow(struct worker *worker, const struct pass *pass) {
    struct parallel_search *parallel = worker->parallel;
    struct bound_search *search = parallel->search;
    if (search->request.threads > 1 || search->request.comm) return;
    search->progress.in_order = pass->in_order;
    search->progress.in_order.generated += parallel->done.generated - worker->counted.generated;
    search->progress.in_order.expanded += parallel->done.expanded - worker->counted.expanded;
}

/* ---- a job ----------------------------------------------------------------------------------- */

/* A unit that has reported a solution is not split, since its subunits would report it again. */
static bool worker_splits(struct worker *worker, const struct pass *pass) {
    struct parallel_search *parallel = worker->parallel;
    const struct bound_search *search = parallel->search;
    if (search->request.split_timeout <= 0 || worker->job.is_subunit || worker->unsplittable ||
        pass->found)
        return false;
    const double lasted = clock_seconds() - worker->begun;
    if (lasted < search->request.split_timeout ||
        lasted < LATENCIES_PER_UNIT * work_queue_latency(&parallel->queue))
        return false;
    const struct subtree_run *run = &parallel->runs[worker->job.run];
    worker->splits = unit_split_make(&worker->split, search, parallel->roots, worker->job.run,
                                     run->first, run->count) &&
                     work_queue_split(&parallel->queue, worker->job.run);
    worker->unsplittable = !worker->splits;
    return worker->splits;
}

static bool worker_check(struct pass *pass) {
    struct worker *worker = pass->user;
    struct parallel_search *parallel = worker->parallel;
    counts_publish(worker, pass);
    worker_follow(worker, pass);
    parallel_check(parallel, worker->main);
    if (parallel->search->request.threads == 1) {
        parallel->pause = parallel->search->progress.pause;
        pass->width = parallel->width = parallel->search->progress.width;
    }
    pass->pause = worker->pause = pass->done.expanded + parallel->pause;
    if (parallel_stops(parallel) || worker->sink.undecided) return false;
    if (work_queue_best(&parallel->queue) < worker->job.key) return false;
    return !worker_splits(worker, pass);
}

static void worker_solution(struct pass *pass) {
    const struct worker *worker = pass->user;
    struct bound_search *search = worker->parallel->search;
    pthread_mutex_lock(search->lock);
    search->hooks.solution(search, pass->path);
    pthread_mutex_unlock(search->lock);
}

static bool worker_goes_on(void *user) {
    const struct worker *worker = user;
    parallel_check(worker->parallel, worker->main);
    return !parallel_stops(worker->parallel);
}

static void solution_keep(struct parallel_search *parallel, uint64_t key, const struct pass *pass) {
    pthread_mutex_lock(parallel->search->lock);
    if (key < parallel->best) {
        parallel->best = key;
        memcpy(parallel->search->result.path, pass->path, sizeof pass->path);
    }
    pthread_mutex_unlock(parallel->search->lock);
    work_queue_found(&parallel->queue, key);
}

/* Discards the work on a split unit, except the nodes after its last subunit. */
static void job_split(struct worker *worker, const struct pass *pass) {
    struct parallel_search *parallel = worker->parallel;
    const size_t subunit_count = worker->split.subunit_count + 1;
    counts_add(parallel, 0 - pass->done.generated, 0 - pass->done.expanded);
    if (!result_keep(parallel, work_key(worker->job.run, worker->split.subunit_count),
                     subunit_count, worker->split.rest, true, NULL))
        parallel_stop(parallel, PASS_NO_MEMORY);
}

static void job_conclude(struct worker *worker, const struct pass *pass, enum pass_end end) {
    struct parallel_search *parallel = worker->parallel;
    const struct job *job = &worker->job;
    if (end == PASS_NO_MEMORY) parallel_stop(parallel, end);
    if (worker->sink.undecided) parallel_stop(parallel, PASS_STOPPED);
    if (end == PASS_FOUND) solution_keep(parallel, job->key, pass);
    if (end == PASS_STOPPED && worker->splits) job_split(worker, pass);
    if (end != PASS_EXHAUSTED && end != PASS_FOUND) return;
    const bool exhausted = end == PASS_EXHAUSTED && !pass->found && !worker->sink.met &&
                           !solver_failure(parallel->search->request.solver, NULL);
    if (!result_keep(parallel, job->key, job->is_subunit ? worker->split.subunit_count + 1 : 0,
                     pass_total(pass), exhausted, &worker->sink.kept) ||
        !frontier_sink_deliver(&worker->sink))
        parallel_stop(parallel, PASS_NO_MEMORY);
}

static bool job_adopt(struct worker *worker, struct pass *pass) {
    const struct subtree_run *run = &worker->parallel->runs[worker->job.run];
    if (!worker->job.is_subunit)
        return pass_adopt(pass, worker->parallel->roots, run->first, run->count);
    size_t first, count;
    unit_split_subunit(&worker->split, work_key_subunit(worker->job.key), &first, &count);
    return pass_adopt(pass, worker->split.roots, first, count);
}

static void job_search(struct worker *worker, struct pass *pass) {
    struct parallel_search *parallel = worker->parallel;
    const struct bound_search *search = parallel->search;
    bound_pass_ready(pass, &search->request, worker->pause, parallel->width);
    pass->user = worker;
    pass->check = worker_check;
    pass->on_solution = worker_solution;
    worker->counted = (struct tally){0};
    worker->splits = worker->unsplittable = false;
    if (search->request.split_timeout > 0) worker->begun = clock_seconds();
    frontier_sink_begin(&worker->sink, worker->parallel->search, pass,
                        (struct interrupt_check){worker_goes_on, worker});
    enum pass_end end = job_adopt(worker, pass) ? pass_run(pass) : PASS_NO_MEMORY;
    if (search->request.side) end = frontier_sink_end(&worker->sink, pass, end);
    counts_publish(worker, pass);
    worker->pause -= worker->pause < pass->done.expanded ? worker->pause : pass->done.expanded;
    job_conclude(worker, pass, end);
}

static bool subunit_take(struct worker *worker, size_t number) {
    struct parallel_search *parallel = worker->parallel;
    const struct subtree_run *run = &parallel->runs[number];
    size_t subunit;
    if (!unit_split_make(&worker->split, parallel->search, parallel->roots, number, run->first,
                         run->count)) {
        parallel_stop(parallel, PASS_NO_MEMORY);
        return false;
    }
    do {
        if (!work_queue_subunit(&parallel->queue, worker->place, worker->split.subunit_count,
                                &subunit))
            return false;
    } while (subunit_is_known(parallel, work_key(number, subunit)));
    worker->job = (struct job){.run = number, .key = work_key(number, subunit), .is_subunit = true};
    return worker->job.key <= work_queue_best(&parallel->queue);
}

static bool split_take(struct worker *worker) {
    struct parallel_search *parallel = worker->parallel;
    for (size_t number; !parallel_stops(parallel) &&
                        work_queue_find_split(&parallel->queue, &worker->place, &number);
         worker->place++)
        if (subunit_take(worker, number)) return true;
    return false;
}

static bool unit_take(struct worker *worker) {
    struct parallel_search *parallel = worker->parallel;
    size_t number;
    while (work_queue_next(&parallel->queue, &number)) {
        if (parallel->runs[number].known || parallel->runs[number].is_split) continue;
        worker->job = (struct job){.run = number, .key = work_key(number, 0)};
        return true;
    }
    return false;
}

/* ---- workers --------------------------------------------------------------------------------- */

static void units_search(struct worker *worker, struct pass *pass) {
    while (!parallel_stops(worker->parallel) && (split_take(worker) || unit_take(worker)))
        job_search(worker, pass);
}

/* Waits for subunits while other threads may still split units. */
static void splits_search(struct worker *worker, struct pass *pass) {
    struct parallel_search *parallel = worker->parallel;
    const bool remote = parallel->search->request.comm != NULL;
    bool open = true;
    for (unsigned naps = 1; open && !parallel_stops(parallel); naps++) {
        const double begun = clock_seconds();
        open = work_queue_is_open(&parallel->queue);
        work_queue_poll_now(&parallel->queue);
        const double nap = poll_interval(REMOTE_NAP_SECONDS, clock_seconds() - begun);
        while (!parallel_stops(parallel) && split_take(worker)) job_search(worker, pass);
        if (!open) break;
        clock_sleep(remote ? nap : NAP_SECONDS);
        if (worker->main && (remote || naps % NAPS_PER_CHECK == 0)) parallel_check(parallel, true);
    }
}

/* Runs the check while it waits, since the check may stop the other threads. */
static void others_await(struct parallel_search *parallel) {
    for (unsigned naps = 1; __atomic_load_n(&parallel->busy, __ATOMIC_ACQUIRE) > 0; naps++) {
        clock_sleep(NAP_SECONDS);
        if (naps % NAPS_PER_CHECK == 0) parallel_check(parallel, true);
    }
}

static void worker_run(struct parallel_search *parallel, bool main) {
    const struct tilepdb_solver *solver = parallel->search->request.solver;
    struct worker worker = {.parallel = parallel, .pause = parallel->pause, .main = main};
    struct pass *pass = solver_pass_take(solver, parallel->search->request.bound);
    if (!pass) parallel_stop(parallel, PASS_NO_MEMORY);
    if (pass) units_search(&worker, pass);
    work_queue_close(&parallel->queue, 1);
    if (pass && parallel->search->request.split_timeout > 0) splits_search(&worker, pass);
    frontier_sink_free(&worker.sink);
    unit_split_free(&worker.split, solver);
    solver_pass_give(solver, pass);
    __atomic_fetch_sub(&parallel->busy, 1, __ATOMIC_RELEASE);
    if (main) others_await(parallel);
}

/* Closes the queue for threads that were not started. */
static void threads_count(struct parallel_search *parallel, int threads) {
    __atomic_store_n(&parallel->busy, threads, __ATOMIC_RELAXED);
    if (threads < parallel->search->request.threads)
        work_queue_close(&parallel->queue, (size_t)(parallel->search->request.threads - threads));
}

static void threads_search(struct parallel_search *parallel) {
#pragma omp parallel num_threads(parallel->search->request.threads)
    {
#pragma omp single
        threads_count(parallel, threads_team());
        worker_run(parallel, threads_index() == 0);
    }
}

/* Waits for all ranks. Meanwhile rank 0 records the units of other ranks. */
static void ranks_await(struct parallel_search *parallel) {
    while (!notes_send(parallel)) clock_sleep(REMOTE_NAP_SECONDS);
    while (!work_queue_meet(&parallel->queue)) {
        clock_sleep(REMOTE_NAP_SECONDS);
        parallel_check(parallel, true);
    }
}

/* Sets the result on all ranks. If a bound with a subtree order is exhausted, also sets the totals
 * of all runs. */
static void bound_distribute(struct parallel_search *parallel) {
    struct bound_search *search = parallel->search;
    parallel->best = WORK_KEY_NONE;
    parallel->pause = search->progress.pause;
    parallel->width = search->progress.width;
    parallel->busy = search->request.threads;
    search->result.end = PASS_NO_MEMORY;
    if (results_begin(parallel)) {
        threads_search(parallel);
        if (search->request.comm) ranks_await(parallel);
        results_conclude(parallel);
    }
    results_end(parallel);
}

#define SUBTREES_PER_THREAD 1024
#define SUBTREES_PER_RUN    8

/* ---- one thread ------------------------------------------------------------------------------ */

static void solution_hook(struct pass *pass) {
    struct bound_search *search = pass->user;
    search->hooks.solution(search, pass->path);
}

static bool check_hook(struct pass *pass) {
    struct bound_search *search = pass->user;
    search->progress.done = pass->done;
    search->progress.in_order = pass->in_order;
    const bool go_on = search->hooks.check(search, true);
    pass->pause = pass->done.expanded + search->progress.pause;
    pass->width = search->progress.width;
    return go_on;
}

static bool search_goes_on(void *user) {
    struct bound_search *search = user;
    return search->hooks.check(search, true);
}

static bool pass_begin(struct pass *pass, struct bound_search *search, struct frontier_sink *sink) {
    bound_pass_ready(pass, &search->request, search->progress.pause, search->progress.width);
    pass->user = search;
    pass->check = check_hook;
    pass->on_solution = solution_hook;
    frontier_sink_begin(sink, search, pass, (struct interrupt_check){search_goes_on, search});
    return pass_root(pass, search->request.root, search->request.entry);
}

static void pass_conclude(struct bound_search *search, const struct pass *pass, enum pass_end end) {
    const bool whole = end == PASS_EXHAUSTED || end == PASS_FOUND;
    search->result.end = end;
    search->result.total = whole ? pass_total(pass) : pass->done;
    if (end == PASS_FOUND) memcpy(search->result.path, pass->path, sizeof search->result.path);
}

static void search_alone(struct bound_search *search) {
    struct pass *pass = solver_pass_take(search->request.solver, search->request.bound);
    struct frontier_sink sink = {0};
    search->result.end = PASS_NO_MEMORY;
    if (pass && pass_begin(pass, search, &sink)) {
        const enum pass_end end = frontier_sink_end(&sink, pass, pass_run(pass));
        pass_conclude(search, pass, frontier_sink_deliver(&sink) ? end : PASS_NO_MEMORY);
    }
    frontier_sink_free(&sink);
    solver_pass_give(search->request.solver, pass);
}

/* ---- in the order of the plain search -------------------------------------------------------- */

/* Runs are cut from the top of the stack, which is first in the plain search. */
static void subtrees_search(struct parallel_search *parallel) {
    const struct pass *roots = parallel->roots;
    tally_add(&parallel->after, roots->pending[roots->floor - 1]);
    parallel->run_count = (roots->top - roots->floor + SUBTREES_PER_RUN - 1) / SUBTREES_PER_RUN;
    parallel->runs = calloc(parallel->run_count + 1, sizeof *parallel->runs);
    size_t above = roots->top;
    for (size_t i = 0; parallel->runs && i < parallel->run_count; i++) {
        const size_t left = above - roots->floor;
        parallel->runs[i].count = left < SUBTREES_PER_RUN ? left : SUBTREES_PER_RUN;
        parallel->runs[i].first = above -= parallel->runs[i].count;
        parallel->runs[i].unit = i;
    }
    bound_distribute(parallel);
    free(parallel->runs);
}

/* Clears the pending counts, since ordered_search counts the whole expansion first. */
static void weights_clear(struct pass *roots) {
    for (size_t i = roots->floor - 1; i < roots->top; i++) roots->pending[i] = 0;
}

static void ordered_search(struct parallel_search *parallel, struct ordered_subtree *subtrees) {
    const struct pass *roots = parallel->roots;
    struct bound_search *search = parallel->search;
    parallel->before = roots->done;
    parallel->run_count = roots->top - roots->floor;
    if (subtrees) parallel->runs = calloc(parallel->run_count + 1, sizeof *parallel->runs);
    for (size_t i = 0; parallel->runs && i < parallel->run_count; i++)
        parallel->runs[i] = (struct subtree_run){
            .first = subtrees[i].entry, .count = 1, .unit = subtrees[i].entry - roots->floor};
    bound_distribute(parallel);
    for (size_t i = 0; parallel->runs && i < parallel->run_count; i++)
        subtrees[i].nodes = parallel->runs[i].total.generated;
    free(parallel->runs);
    if (search->result.end == PASS_EXHAUSTED &&
        !subtree_order_learn(search->request.order, roots, subtrees))
        search->result.end = PASS_NO_MEMORY;
}

/* ---- shared ---------------------------------------------------------------------------------- */

static void subtrees_distribute(struct bound_search *search, struct pass *roots) {
    struct parallel_search parallel = {.search = search, .roots = roots};
    if (!search->request.order) {
        subtrees_search(&parallel);
        return;
    }
    /* No checks with ranks: a rank that stopped alone would leave others waiting. */
    struct ordered_subtree *subtrees = subtree_order_list(
        search->request.order, roots, search->request.comm ? NULL : search_goes_on, search);
    if (!subtrees && search->result.status) {
        pass_conclude(search, roots, PASS_STOPPED);
        return;
    }
    weights_clear(roots);
    ordered_search(&parallel, subtrees);
    free(subtrees);
}

/* Every rank expands the root, but only rank 0 reports the solutions and keeps the keys. */
static bool root_expand(struct bound_search *search, struct pass *roots, struct pass *spare,
                        size_t target, struct frontier_sink *sink) {
    if (!pass_begin(roots, search, sink)) return false;
    const bool leads = consensus_leads(search->request.comm);
    if (!leads) roots->on_solution = pass_ignore_solution;
    return pass_make_subtrees(roots, spare, target) && !sink->failed &&
           (!leads || frontier_sink_deliver(sink));
}

static enum pass_end expansion_end(const struct bound_search *search, const struct pass *roots,
                                   const struct frontier_sink *sink, bool well) {
    if (!well) return roots && search->result.status ? PASS_STOPPED : PASS_NO_MEMORY;
    return sink->undecided || solver_failure(search->request.solver, NULL) ? PASS_STOPPED
                                                                           : PASS_EXHAUSTED;
}

static void search_together(struct bound_search *search, size_t target) {
    struct pass *roots = solver_pass_take(search->request.solver, search->request.bound);
    struct pass *spare = solver_pass_take(search->request.solver, search->request.bound);
    struct frontier_sink sink = {0};
    const bool well = roots && spare && root_expand(search, roots, spare, target, &sink);
    search->result.begun =
        consensus_subtrees(search, roots, expansion_end(search, roots, &sink, well));
    if (search->result.begun) {
        if (sink.undecided || search->result.status)
            pass_conclude(search, roots, PASS_STOPPED);
        else if (sink.met && !search->request.all) {
            pass_conclude(search, roots, frontier_sink_end(&sink, roots, PASS_EXHAUSTED));
            search->result.total = roots->done;
            /* After a solution few nodes are left, and each rank searches them alone. */
        } else if (roots->found && !roots->all)
            pass_conclude(search, roots, pass_run(roots));
        else
            subtrees_distribute(search, roots);
    }
    frontier_sink_free(&sink);
    solver_pass_give(search->request.solver, spare);
    solver_pass_give(search->request.solver, roots);
}

void bound_search(struct bound_search *search) {
    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    search->lock = &lock;
    search->progress.done = search->progress.in_order = (struct tally){0};
    search->result.begun = true;
    if (search->request.order || search->request.in_units)
        search_together(search, search->request.subtrees);
    else if (search->request.threads > 1)
        search_together(search, (size_t)search->request.threads * SUBTREES_PER_THREAD);
    else
        search_alone(search);
    search->lock = NULL;
    pthread_mutex_destroy(&lock);
}
