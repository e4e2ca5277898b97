/*
 * One bound of IDA*, alone or shared by threads. See bound.h.
 */
#include "search/bound.h"

#include <stdlib.h>
#include <string.h>

#include "base/threads.h"
#include "util/clock.h"

/* Subtrees per thread, and how many are taken at a time. */
#define SUBTREES_PER_THREAD 1024
#define SUBTREES_PER_RUN    8

/* At its end the calling thread waits for the others in naps, and sometimes asks the check. */
#define NAP_SECONDS    1e-4
#define NAPS_PER_CHECK 20

/* ---- one thread ------------------------------------------------------------------------------ */

static void solution_forward(struct pass *pass) {
    struct bound_search *search = pass->user;
    search->solution(search, pass->path);
}

static bool check_forward(struct pass *pass) {
    struct bound_search *search = pass->user;
    search->raw = pass->raw;
    search->left = pass->left;
    const bool go_on = search->check(search, true);
    pass->pause = pass->raw.expanded + search->pause;
    pass->width = search->width;
    return go_on;
}

static bool pass_begin(struct pass *pass, struct bound_search *search) {
    pass_reset(pass, search->automaton, search->bound);
    pass->all = search->all;
    pass->user = search;
    pass->pause = search->pause;
    pass->width = search->width;
    pass->check = check_forward;
    pass->on_solution = solution_forward;
    return pass_root(pass, search->root, search->entry);
}

static void pass_conclude(struct bound_search *search, const struct pass *pass, enum pass_end end) {
    const bool whole = end == PASS_EXHAUSTED || end == PASS_FOUND;
    search->end = end;
    search->total = whole ? pass_total(pass) : pass->raw;
    if (end == PASS_FOUND) memcpy(search->path, pass->path, sizeof search->path);
}

static void search_alone(struct bound_search *search) {
    struct pass *pass = solver_pass_take(search->solver, search->bound);
    search->end = PASS_NO_MEMORY;
    if (pass && pass_begin(pass, search)) pass_conclude(search, pass, pass_run(pass));
    solver_pass_give(search->solver, pass);
}

/* ---- several threads ------------------------------------------------------------------------- */

/* Subtrees [first, first + count) of the wide pass, and their result. */
struct run {
    size_t first, count;
    size_t unit; /* of the checkpoint */
    bool known;  /* from there, and not to be searched */
    struct tally total;
};

/* What the threads share. `next`, `best`, `busy`, `stopped` and the counts are atomic. */
struct share {
    struct bound_search *search;
    const struct pass *wide;
    uint64_t pause; /* the search's own is changed by `check`; one thread follows it */
    size_t width;
    struct run *runs;
    size_t run_count;
    struct tally before; /* what was tested before all runs */
    size_t next;
    size_t best; /* the first run with a solution so far; run_count: none */
    int busy;
    int stopped; /* enum pass_end, PASS_EXHAUSTED while all is well */
    bool checking;
    bool recorded; /* runs are units of the search's record */
    struct tally raw;
};

struct worker {
    struct share *share;
    size_t run;
    struct tally counted; /* of this run, in share->raw already */
    uint64_t pause;       /* when it asks next, counted from the beginning of this run */
    bool main;
};

static void share_stop(struct share *share, enum pass_end why) {
    int well = PASS_EXHAUSTED;
    __atomic_compare_exchange_n(&share->stopped, &well, (int)why, false, __ATOMIC_RELAXED,
                                __ATOMIC_RELAXED);
}

static bool share_stops(struct share *share) {
    return __atomic_load_n(&share->stopped, __ATOMIC_RELAXED) != PASS_EXHAUSTED;
}

/* Asks the search's check, with the counts of all threads. One thread at a time does; the others
 * continue. */
static void share_check(struct share *share, bool main) {
    struct bound_search *search = share->search;
    if (__atomic_test_and_set(&share->checking, __ATOMIC_ACQUIRE)) return;
    search->raw.generated = __atomic_load_n(&share->raw.generated, __ATOMIC_RELAXED);
    search->raw.expanded = __atomic_load_n(&share->raw.expanded, __ATOMIC_RELAXED);
    if (!share_stops(share) && !search->check(search, main)) share_stop(share, PASS_STOPPED);
    __atomic_clear(&share->checking, __ATOMIC_RELEASE);
}

static void counts_share(struct worker *worker, const struct pass *pass) {
    struct tally *raw = &worker->share->raw;
    __atomic_fetch_add(&raw->generated, pass->raw.generated - worker->counted.generated,
                       __ATOMIC_RELAXED);
    __atomic_fetch_add(&raw->expanded, pass->raw.expanded - worker->counted.expanded,
                       __ATOMIC_RELAXED);
    worker->counted = pass->raw;
}

/* One thread alone keeps to limits of nodes: what it counted is what the search's order counts. */
static void worker_follow(struct worker *worker, const struct pass *pass) {
    struct share *share = worker->share;
    struct bound_search *search = share->search;
    if (search->threads > 1) return;
    search->left = pass->left;
    search->left.generated += share->raw.generated - worker->counted.generated;
    search->left.expanded += share->raw.expanded - worker->counted.expanded;
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
    if (share_stops(share)) return false;
    return __atomic_load_n(&share->best, __ATOMIC_RELAXED) >= worker->run;
}

static void worker_solution(struct pass *pass) {
    const struct worker *worker = pass->user;
    struct bound_search *search = worker->share->search;
#pragma omp critical(tilepdb_bound_solution)
    search->solution(search, pass->path);
}

static void solution_keep(struct share *share, size_t number, const struct pass *pass) {
#pragma omp critical(tilepdb_bound_solution)
    if (number < __atomic_load_n(&share->best, __ATOMIC_RELAXED)) {
        __atomic_store_n(&share->best, number, __ATOMIC_RELAXED);
        memcpy(share->search->path, pass->path, sizeof pass->path);
    }
}

static void run_search(struct worker *worker, struct pass *pass) {
    struct share *share = worker->share;
    const struct bound_search *search = share->search;
    struct run *run = &share->runs[worker->run];
    pass_reset(pass, search->automaton, search->bound);
    pass->all = search->all;
    pass->user = worker;
    pass->pause = worker->pause;
    pass->width = share->width;
    pass->check = worker_check;
    pass->on_solution = worker_solution;
    worker->counted = (struct tally){0};
    enum pass_end end = PASS_NO_MEMORY;
    if (pass_adopt(pass, share->wide, run->first, run->count)) end = pass_run(pass);
    counts_share(worker, pass);
    worker->pause -= worker->pause < pass->raw.expanded ? worker->pause : pass->raw.expanded;
    run->total = pass_total(pass);
    if (end == PASS_FOUND) solution_keep(share, worker->run, pass);
    if (end == PASS_NO_MEMORY) share_stop(share, end);
    if (share->recorded && end == PASS_EXHAUSTED && !pass->found &&
        !solver_failure(search->solver, NULL))
        checkpoint_keep(search->checkpoint, search->record, run->unit, run->total);
}

/* The user's callback may stop them meanwhile. */
static void others_await(struct share *share) {
    for (unsigned naps = 1; __atomic_load_n(&share->busy, __ATOMIC_ACQUIRE) > 0; naps++) {
        clock_sleep(NAP_SECONDS);
        if (naps % NAPS_PER_CHECK == 0) share_check(share, true);
    }
}

static void worker_run(struct share *share, bool main) {
    struct worker worker = {.share = share, .pause = share->pause, .main = main};
    struct pass *pass = solver_pass_take(share->search->solver, share->search->bound);
    if (!pass) share_stop(share, PASS_NO_MEMORY);
    while (pass && !share_stops(share)) {
        worker.run = __atomic_fetch_add(&share->next, 1, __ATOMIC_RELAXED);
        if (worker.run >= share->run_count ||
            worker.run > __atomic_load_n(&share->best, __ATOMIC_RELAXED))
            break;
        if (!share->runs[worker.run].known) run_search(&worker, pass);
    }
    solver_pass_give(share->search->solver, pass);
    __atomic_fetch_sub(&share->busy, 1, __ATOMIC_RELEASE);
    if (main) others_await(share);
}

/* Those of the first `count` runs that were not searched. */
static void runs_count_known(struct share *share, size_t count) {
    struct tally *resumed = &share->search->resumed;
    for (size_t i = 0; i < count; i++) {
        if (!share->runs[i].known) continue;
        resumed->generated += share->runs[i].total.generated;
        resumed->expanded += share->runs[i].total.expanded;
    }
}

static void runs_join(struct share *share) {
    struct bound_search *search = share->search;
    const bool found = share->best < share->run_count;
    const size_t count = found ? share->best + 1 : share->run_count;
    search->end = (enum pass_end)share->stopped;
    search->total = share->raw;
    runs_count_known(share, search->end == PASS_EXHAUSTED ? count : share->run_count);
    if (search->end != PASS_EXHAUSTED) return;
    search->end = found ? PASS_FOUND : PASS_EXHAUSTED;
    search->total = share->before;
    for (size_t i = 0; i < count; i++) {
        search->total.generated += share->runs[i].total.generated;
        search->total.expanded += share->runs[i].total.expanded;
    }
    if (!found) tally_add(&search->total, share->wide->weight[share->wide->floor - 1]);
}

/* Takes over the runs that are known. */
static void runs_resume(struct share *share) {
    struct bound_search *search = share->search;
    share->recorded =
        search->in_units && checkpoint_units(search->checkpoint, search->record, share->run_count);
    for (size_t i = 0; share->recorded && i < share->run_count; i++) {
        struct run *run = &share->runs[i];
        run->known = checkpoint_known(search->checkpoint, search->record, run->unit, &run->total);
        if (!run->known) continue;
        share->raw.generated += run->total.generated;
        share->raw.expanded += run->total.expanded;
    }
}

static void runs_search(struct share *share) {
    share->best = share->run_count;
    share->busy = share->search->threads;
    share->raw = share->wide->raw;
    runs_resume(share);
#ifdef _OPENMP
#pragma omp parallel num_threads(share->search->threads)
    {
#pragma omp single
        __atomic_store_n(&share->busy, omp_get_num_threads(), __ATOMIC_RELAXED);
        worker_run(share, threads_index() == 0);
    }
#else
    share->busy = 1;
    worker_run(share, true);
#endif
    runs_join(share);
}

/* ---- in the order of the plain search -------------------------------------------------------- */

/* The subtrees of a wide pass, the first in the plain search's order first: from the top. */
static void subtrees_share(struct share *share) {
    const struct pass *wide = share->wide;
    share->run_count = (wide->top - wide->floor + SUBTREES_PER_RUN - 1) / SUBTREES_PER_RUN;
    share->runs = calloc(share->run_count + 1, sizeof *share->runs);
    if (!share->runs) return;
    size_t above = wide->top;
    for (size_t i = 0; i < share->run_count; i++) {
        const size_t left = above - wide->floor;
        share->runs[i].count = left < SUBTREES_PER_RUN ? left : SUBTREES_PER_RUN;
        share->runs[i].first = above -= share->runs[i].count;
        share->runs[i].unit = i;
    }
    runs_search(share);
    free(share->runs);
}

/* ---- for any solution ------------------------------------------------------------------------ */

/* What was tested to widen a pass is left of all its entries, in whatever order they follow. */
static void weights_clear(struct pass *wide) {
    for (size_t i = wide->floor - 1; i < wide->top; i++) wide->weight[i] = 0;
}

/* The subtrees of a wide pass one by one, the most promising first. */
static void front_share(struct share *share, struct front_subtree *subtrees) {
    const struct pass *wide = share->wide;
    struct bound_search *search = share->search;
    share->before = wide->raw;
    share->run_count = wide->top - wide->floor;
    share->runs = calloc(share->run_count + 1, sizeof *share->runs);
    if (!share->runs) return;
    for (size_t i = 0; i < share->run_count; i++)
        share->runs[i] = (struct run){
            .first = subtrees[i].entry, .count = 1, .unit = subtrees[i].entry - wide->floor};
    runs_search(share);
    for (size_t i = 0; i < share->run_count; i++)
        subtrees[i].nodes = share->runs[i].total.generated;
    free(share->runs);
    if (search->end == PASS_EXHAUSTED && !front_learn(search->front, wide, subtrees))
        search->end = PASS_NO_MEMORY;
}

/* ---- together -------------------------------------------------------------------------------- */

static void wide_search(struct bound_search *search, struct pass *wide) {
    struct share share = {
        .search = search, .wide = wide, .pause = search->pause, .width = search->width};
    search->end = PASS_NO_MEMORY;
    if (!search->front) {
        subtrees_share(&share);
        return;
    }
    struct front_subtree *subtrees = front_order(search->front, wide);
    weights_clear(wide);
    if (subtrees) front_share(&share, subtrees);
    free(subtrees);
}

static void search_together(struct bound_search *search, size_t target) {
    struct pass *wide = solver_pass_take(search->solver, search->bound);
    struct pass *spare = solver_pass_take(search->solver, search->bound);
    search->end = PASS_NO_MEMORY;
    if (wide && spare && pass_begin(wide, search) && pass_widen(wide, spare, target)) {
        if (wide->found && !wide->all) /* so small a tree needs no company */
            pass_conclude(search, wide, pass_run(wide));
        else
            wide_search(search, wide);
    }
    solver_pass_give(search->solver, spare);
    solver_pass_give(search->solver, wide);
}

void bound_search(struct bound_search *search) {
    search->raw = search->left = (struct tally){0};
    if (search->front || search->in_units)
        search_together(search, search->subtrees);
    else if (search->threads > 1)
        search_together(search, (size_t)search->threads * SUBTREES_PER_THREAD);
    else
        search_alone(search);
}
