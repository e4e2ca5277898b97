/* How threads search the runs of a bound. See share.h. */
#include "bound/share.h"

#include <stdlib.h>
#include <string.h>

#include "base/threads.h"
#include "bound/watch.h"
#include "bound/work_queue.h"
#include "util/clock.h"

/* Who has nothing to do waits for the others in naps, and sometimes asks the check. */
#define NAP_SECONDS     1e-4
#define FAR_NAP_SECONDS 2e-3 /* for what other ranks do */
#define NAPS_PER_CHECK  20

/* How often a rank tells its counts. */
#define EXCHANGE_SECONDS 0.02

/* A unit lasts longer than asking for its subunits does, of which there are some hundreds. */
#define LATENCIES_PER_UNIT 2048

/* What a thread searches: a run, or a subunit of it. */
struct share_job {
    size_t run;
    uint64_t key;
    bool is_subunit;
};

struct worker {
    struct share *share;
    struct share_job job;
    struct watch watch;      /* of this job */
    struct unit_split split; /* of the unit whose subunits it searched last */
    size_t place;            /* on the list of split units */
    double begun;            /* this job: clock_seconds */
    bool splits;             /* this job, to be searched in subunits ... */
    bool unsplittable;       /* ... which was tried, and does not pay */
    struct tally counted;    /* of this job, in share->raw already */
    uint64_t pause;          /* when it asks next, counted from the beginning of this job */
    bool main;
};

static void share_stop(struct share *share, enum pass_end why) {
    int well = PASS_EXHAUSTED;
    __atomic_compare_exchange_n(&share->stopped, &well, (int)why, false, __ATOMIC_RELAXED,
                                __ATOMIC_RELAXED);
    work_queue_stop(&share->queue);
}

static bool share_stops(struct share *share) {
    return __atomic_load_n(&share->stopped, __ATOMIC_RELAXED) != PASS_EXHAUSTED ||
           work_queue_is_stopped(&share->queue);
}

/* ---- counts ---------------------------------------------------------------------------------- */

/* What all ranks did so far: each tells what it did since it did so last. */
static void counts_exchange(struct share *share) {
    struct bound_search *search = share->search;
    struct tally raw = {__atomic_load_n(&share->raw.generated, __ATOMIC_RELAXED),
                        __atomic_load_n(&share->raw.expanded, __ATOMIC_RELAXED)};
    if (search->comm) {
        const struct tally more = {raw.generated - share->told.generated,
                                   raw.expanded - share->told.expanded};
        share->told = raw;
        raw.generated = more.generated + work_queue_change(&share->queue, COUNTER_GENERATED,
                                                           TILEPDB_COUNTER_ADD, more.generated);
        raw.expanded = more.expanded + work_queue_change(&share->queue, COUNTER_EXPANDED,
                                                         TILEPDB_COUNTER_ADD, more.expanded);
    }
    search->raw = raw;
}

/* Exchanges counts, if it is time. */
static void counts_poll(struct share *share) {
    const double now = clock_seconds();
    if (share->search->comm && now < share->exchange) return;
    counts_exchange(share);
    share->exchange = now + poll_interval(EXCHANGE_SECONDS, clock_seconds() - now);
}

/* Asks the search's check, with the counts of all threads. One thread at a time does; the others
 * continue. */
static void share_check(struct share *share, bool main) {
    struct bound_search *search = share->search;
    if (__atomic_test_and_set(&share->checking, __ATOMIC_ACQUIRE)) return;
    counts_poll(share);
    share_send(share);
    work_queue_poll(&share->queue);
    if (!share_stops(share) && !search->check(search, main)) share_stop(share, PASS_STOPPED);
    __atomic_clear(&share->checking, __ATOMIC_RELEASE);
}

static void counts_add(struct share *share, uint64_t generated, uint64_t expanded) {
    __atomic_fetch_add(&share->raw.generated, generated, __ATOMIC_RELAXED);
    __atomic_fetch_add(&share->raw.expanded, expanded, __ATOMIC_RELAXED);
}

static void counts_share(struct worker *worker, const struct pass *pass) {
    counts_add(worker->share, pass->raw.generated - worker->counted.generated,
               pass->raw.expanded - worker->counted.expanded);
    worker->counted = pass->raw;
}

/* One thread alone keeps to limits of nodes: what it counted is what the search's order counts. */
static void worker_follow(struct worker *worker, const struct pass *pass) {
    struct share *share = worker->share;
    struct bound_search *search = share->search;
    if (search->threads > 1 || search->comm) return;
    search->left = pass->left;
    search->left.generated += share->raw.generated - worker->counted.generated;
    search->left.expanded += share->raw.expanded - worker->counted.expanded;
}

/* ---- a job ----------------------------------------------------------------------------------- */

/* Whether a unit has lasted, and is to be searched in subunits from now on. A solution that was
 * reported must not be found again. */
static bool worker_splits(struct worker *worker, const struct pass *pass) {
    struct share *share = worker->share;
    const struct bound_search *search = share->search;
    if (search->split_timeout <= 0 || worker->job.is_subunit || worker->unsplittable || pass->found)
        return false;
    const double lasted = clock_seconds() - worker->begun;
    if (lasted < search->split_timeout ||
        lasted < LATENCIES_PER_UNIT * work_queue_latency(&share->queue))
        return false;
    const struct subtree_run *run = &share->runs[worker->job.run];
    worker->splits = unit_split_make(&worker->split, search, share->wide, worker->job.run,
                                     run->first, run->count) &&
                     work_queue_split(&share->queue, worker->job.run);
    worker->unsplittable = !worker->splits;
    return worker->splits;
}

static bool worker_check(struct pass *pass) {
    struct worker *worker = pass->user;
    struct share *share = worker->share;
    counts_share(worker, pass);
    worker_follow(worker, pass);
    share_check(share, worker->main);
    if (share->search->threads == 1) {
        share->pause = share->search->pause;
        pass->width = share->width = share->search->width;
    }
    pass->pause = worker->pause = pass->raw.expanded + share->pause;
    if (share_stops(share) || worker->watch.open) return false;
    if (work_queue_best(&share->queue) < worker->job.key) return false;
    return !worker_splits(worker, pass);
}

static void worker_solution(struct pass *pass) {
    const struct worker *worker = pass->user;
    struct bound_search *search = worker->share->search;
    pthread_mutex_lock(search->lock);
    search->solution(search, pass->path);
    pthread_mutex_unlock(search->lock);
}

/* For what lasts while a node is expanded. */
static bool worker_goes_on(void *user) {
    const struct worker *worker = user;
    share_check(worker->share, worker->main);
    return !share_stops(worker->share);
}

static void solution_keep(struct share *share, uint64_t key, const struct pass *pass) {
    pthread_mutex_lock(share->search->lock);
    if (key < share->best) {
        share->best = key;
        memcpy(share->search->path, pass->path, sizeof pass->path);
    }
    pthread_mutex_unlock(share->search->lock);
    work_queue_found(&share->queue, key);
}

/* What was done is done again, in subunits, but for what follows the last subunit. */
static void job_split(struct worker *worker, const struct pass *pass) {
    struct share *share = worker->share;
    const size_t subunit_count = worker->split.subunit_count + 1;
    counts_add(share, 0 - pass->raw.generated, 0 - pass->raw.expanded);
    if (!share_keep(share, work_key(worker->job.run, worker->split.subunit_count), subunit_count,
                    worker->split.rest, true, NULL))
        share_stop(share, PASS_NO_MEMORY);
}

static void job_conclude(struct worker *worker, const struct pass *pass, enum pass_end end) {
    struct share *share = worker->share;
    const struct share_job *job = &worker->job;
    if (end == PASS_NO_MEMORY) share_stop(share, end);
    if (worker->watch.open) share_stop(share, PASS_STOPPED);
    if (end == PASS_FOUND) solution_keep(share, job->key, pass);
    if (end == PASS_STOPPED && worker->splits) job_split(worker, pass);
    if (end != PASS_EXHAUSTED && end != PASS_FOUND) return;
    const bool exhausted = end == PASS_EXHAUSTED && !pass->found && !worker->watch.met &&
                           !solver_failure(share->search->solver, NULL);
    if (!share_keep(share, job->key, job->is_subunit ? worker->split.subunit_count + 1 : 0,
                    pass_total(pass), exhausted, &worker->watch.kept) ||
        !watch_deliver(&worker->watch))
        share_stop(share, PASS_NO_MEMORY);
}

static bool job_adopt(struct worker *worker, struct pass *pass) {
    const struct subtree_run *run = &worker->share->runs[worker->job.run];
    if (!worker->job.is_subunit)
        return pass_adopt(pass, worker->share->wide, run->first, run->count);
    size_t first, count;
    unit_split_subunit(&worker->split, work_key_subunit(worker->job.key), &first, &count);
    return pass_adopt(pass, worker->split.wide, first, count);
}

static void job_search(struct worker *worker, struct pass *pass) {
    struct share *share = worker->share;
    const struct bound_search *search = share->search;
    bound_pass_ready(pass, search, worker->pause, share->width);
    pass->user = worker;
    pass->check = worker_check;
    pass->on_solution = worker_solution;
    worker->counted = (struct tally){0};
    worker->splits = worker->unsplittable = false;
    if (search->split_timeout > 0) worker->begun = clock_seconds();
    watch_begin(&worker->watch, worker->share->search, pass,
                (struct bound_pulse){worker_goes_on, worker});
    enum pass_end end = job_adopt(worker, pass) ? pass_run(pass) : PASS_NO_MEMORY;
    if (search->side) end = watch_end(&worker->watch, pass, end);
    counts_share(worker, pass);
    worker->pause -= worker->pause < pass->raw.expanded ? worker->pause : pass->raw.expanded;
    job_conclude(worker, pass, end);
}

/* ---- which job is next ----------------------------------------------------------------------- */

/* A subunit of the unit at the worker's place. False: none is left there. */
static bool subunit_take(struct worker *worker, size_t number) {
    struct share *share = worker->share;
    const struct subtree_run *run = &share->runs[number];
    size_t subunit;
    if (!unit_split_make(&worker->split, share->search, share->wide, number, run->first,
                         run->count)) {
        share_stop(share, PASS_NO_MEMORY);
        return false;
    }
    do {
        if (!work_queue_subunit(&share->queue, worker->place, worker->split.subunit_count,
                                &subunit))
            return false;
    } while (share_knows(share, work_key(number, subunit)));
    worker->job =
        (struct share_job){.run = number, .key = work_key(number, subunit), .is_subunit = true};
    return worker->job.key <= work_queue_best(&share->queue);
}

static bool split_take(struct worker *worker) {
    struct share *share = worker->share;
    for (size_t number;
         !share_stops(share) && work_queue_find_split(&share->queue, &worker->place, &number);
         worker->place++)
        if (subunit_take(worker, number)) return true;
    return false;
}

static bool unit_take(struct worker *worker) {
    struct share *share = worker->share;
    size_t number;
    while (work_queue_next(&share->queue, &number)) {
        if (share->runs[number].known || share->runs[number].is_split) continue;
        worker->job = (struct share_job){.run = number, .key = work_key(number, 0)};
        return true;
    }
    return false;
}

/* ---- workers --------------------------------------------------------------------------------- */

/* Until all units are taken. */
static void units_search(struct worker *worker, struct pass *pass) {
    while (!share_stops(worker->share) && (split_take(worker) || unit_take(worker)))
        job_search(worker, pass);
}

/* Those that others are searching may be given up, and searched in subunits. */
static void splits_search(struct worker *worker, struct pass *pass) {
    struct share *share = worker->share;
    const bool far = share->search->comm != NULL;
    bool open = true;
    for (unsigned naps = 1; open && !share_stops(share); naps++) {
        const double begun = clock_seconds();
        open = work_queue_is_open(&share->queue);
        work_queue_poll_now(&share->queue);
        const double nap = poll_interval(FAR_NAP_SECONDS, clock_seconds() - begun);
        while (!share_stops(share) && split_take(worker)) job_search(worker, pass);
        if (!open) break;
        clock_sleep(far ? nap : NAP_SECONDS);
        if (worker->main && (far || naps % NAPS_PER_CHECK == 0)) share_check(share, true);
    }
}

/* The user's callback may stop them meanwhile. */
static void others_await(struct share *share) {
    for (unsigned naps = 1; __atomic_load_n(&share->busy, __ATOMIC_ACQUIRE) > 0; naps++) {
        clock_sleep(NAP_SECONDS);
        if (naps % NAPS_PER_CHECK == 0) share_check(share, true);
    }
}

static void worker_run(struct share *share, bool main) {
    const struct tilepdb_solver *solver = share->search->solver;
    struct worker worker = {.share = share, .pause = share->pause, .main = main};
    struct pass *pass = solver_pass_take(solver, share->search->bound);
    if (!pass) share_stop(share, PASS_NO_MEMORY);
    if (pass) units_search(&worker, pass);
    work_queue_close(&share->queue, 1);
    if (pass && share->search->split_timeout > 0) splits_search(&worker, pass);
    watch_free(&worker.watch);
    unit_split_free(&worker.split, solver);
    solver_pass_give(solver, pass);
    __atomic_fetch_sub(&share->busy, 1, __ATOMIC_RELEASE);
    if (main) others_await(share);
}

/* Of those that were planned, some could not be started. */
static void threads_count(struct share *share, int threads) {
    __atomic_store_n(&share->busy, threads, __ATOMIC_RELAXED);
    if (threads < share->search->threads)
        work_queue_close(&share->queue, (size_t)(share->search->threads - threads));
}

static void threads_search(struct share *share) {
#pragma omp parallel num_threads(share->search->threads)
    {
#pragma omp single
        threads_count(share, threads_team());
        worker_run(share, threads_index() == 0);
    }
}

/* The other ranks; rank 0 writes down what they exhaust. */
static void ranks_await(struct share *share) {
    while (!share_send(share)) clock_sleep(FAR_NAP_SECONDS);
    while (!work_queue_meet(&share->queue)) {
        clock_sleep(FAR_NAP_SECONDS);
        share_check(share, true);
    }
}

void share_search(struct share *share) {
    struct bound_search *search = share->search;
    share->best = WORK_KEY_NONE;
    share->pause = search->pause;
    share->width = search->width;
    share->busy = search->threads;
    search->end = PASS_NO_MEMORY;
    if (share_begin(share)) {
        threads_search(share);
        if (search->comm) ranks_await(share);
        share_conclude(share);
    }
    share_end(share);
}
