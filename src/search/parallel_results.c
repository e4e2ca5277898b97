#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "search/consensus.h"
#include "search/parallel_search.h"
#include "search/work_queue.h"

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

bool parallel_search_knows(const struct parallel_search *parallel, uint64_t key) {
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

/* Forgets subunits if the unit is now split in another way. Otherwise records the nodes after
 * the last subunit, which no worker searches. */
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

bool parallel_search_begin(struct parallel_search *parallel) {
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

bool parallel_search_keep(struct parallel_search *parallel, uint64_t key, size_t subunit_count,
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

bool parallel_search_send(struct parallel_search *parallel) {
    if (!parallel->search->request.comm || !parallel->recorded) return true;
    if (!parallel->leads) return outbox_send(parallel);
    notes_receive(parallel);
    return true;
}

struct rank_end {
    int32_t end; /* enum pass_end */
    int32_t ended;
    struct tally total;   /* nodes of this rank up to the best solution of all ranks */
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

/* Sets *best to the least key of all ranks' solutions. Returns false without memory. */
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

/* Joins the ends of all ranks: missing memory outweighs a stop, and the first status that is not
 * OK counts. */
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

void parallel_search_conclude(struct parallel_search *parallel) {
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

void parallel_search_end(struct parallel_search *parallel) {
    work_queue_end(&parallel->queue);
    free(parallel->subunits.all);
    free(parallel->known_subunits.all);
    free(parallel->outbox);
}
