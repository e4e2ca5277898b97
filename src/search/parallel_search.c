#include "search/parallel_search.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/threads.h"
#include "search/frontier_sink.h"
#include "search/work_queue.h"

/* Idle workers sleep between polls, longer with a communicator. Without one, the main thread
 * runs the check at every NAPS_PER_CHECK-th poll. */
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
    struct unit_split split; /* unit that this worker expanded last, to split it or to take
                              * subunits */
    size_t place;            /* place on the split list */
    double begun;            /* start of the job, as clock_seconds */
    bool splits;             /* the job's unit was put on the split list */
    bool unsplittable;       /* the job's unit cannot be split */
    struct tally counted;    /* nodes of the job that parallel->done includes */
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

/* Adds this rank's new nodes to the shared counters, and reads the totals. */
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

/* Does nothing while another thread runs the check. */
static void parallel_check(struct parallel_search *parallel, bool main) {
    struct bound_search *search = parallel->search;
    if (__atomic_test_and_set(&parallel->checking, __ATOMIC_ACQUIRE)) return;
    counts_poll(parallel);
    parallel_search_send(parallel);
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

/* Updates progress.in_order, which only a single thread has, for limits of nodes. */
static void worker_follow(struct worker *worker, const struct pass *pass) {
    struct parallel_search *parallel = worker->parallel;
    struct bound_search *search = parallel->search;
    if (search->request.threads > 1 || search->request.comm) return;
    search->progress.in_order = pass->in_order;
    search->progress.in_order.generated += parallel->done.generated - worker->counted.generated;
    search->progress.in_order.expanded += parallel->done.expanded - worker->counted.expanded;
}

/* ---- a job ----------------------------------------------------------------------------------- */

/* A unit that has reported a solution is not split, since its subunits would report the solution
 * again. */
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
    if (!parallel_search_keep(parallel, work_key(worker->job.run, worker->split.subunit_count),
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
    if (!parallel_search_keep(parallel, job->key,
                              job->is_subunit ? worker->split.subunit_count + 1 : 0,
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

/* ---- the next job ---------------------------------------------------------------------------- */

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
    } while (parallel_search_knows(parallel, work_key(number, subunit)));
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
    while (!parallel_search_send(parallel)) clock_sleep(REMOTE_NAP_SECONDS);
    while (!work_queue_meet(&parallel->queue)) {
        clock_sleep(REMOTE_NAP_SECONDS);
        parallel_check(parallel, true);
    }
}

void parallel_search_run(struct parallel_search *parallel) {
    struct bound_search *search = parallel->search;
    parallel->best = WORK_KEY_NONE;
    parallel->pause = search->progress.pause;
    parallel->width = search->progress.width;
    parallel->busy = search->request.threads;
    search->result.end = PASS_NO_MEMORY;
    if (parallel_search_begin(parallel)) {
        threads_search(parallel);
        if (search->request.comm) ranks_await(parallel);
        parallel_search_conclude(parallel);
    }
    parallel_search_end(parallel);
}
