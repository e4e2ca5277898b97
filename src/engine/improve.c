#include "engine/improve.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/threads.h"

/* On boards of up to SMALL_CELLS cells, beams start after the first SMALL_HEAD seconds. */
#define SMALL_CELLS 16
#define SMALL_HEAD  0.2

/* least seconds of beams: after the search, and otherwise (0 would be no limit) */
#define GRACE_SECONDS 0.05
#define NO_TIME       1e-9

/* slices of time, in seconds */
#define BEAM_SLICE         0.1
#define SEARCH_SLICE       0.1
#define SEARCH_SLICE_SMALL 2.0

/* Without a second thread, the first beams have ALONE_WIDTH boards. */
#define ALONE_WIDTH 256

/* Least bytes of beams beside searches. */
#define BEAM_MEMORY ((uint64_t)4 << 20)

struct job {
    struct board_search *search;
    const tilepdb_engine_request *request;
    tilepdb_anytime_result *best;
    double start; /* clock_seconds */
    uint64_t memory;
    int threads; /* of each beam */
    bool running;
    pthread_t thread;
    int proven; /* lower bound of the searches; atomic */

    /* Without a thread, beams run in the progress callback of the search, each wider than the ones
     * before. */
    bool alone;
    uint64_t width;              /* of the next beams; 0: memory does not suffice */
    tilepdb_anytime_result *run; /* of the last beams; owned */
    int told;                    /* highest reported lower bound, also with a thread */
    bool unwanted;               /* on_solution has returned false, also with a thread */

    pthread_mutex_t lock; /* protects the members below */
    pthread_cond_t changed;
    double search_slice; /* seconds; 0 without slices */
    bool stopped;
    bool ended;
    bool has_slice;
    bool search_waits;
    double slice_end; /* clock_seconds */
    tilepdb_status status;
    tilepdb_error error;
};

static bool has_result(tilepdb_status status) {
    return !status || status == TILEPDB_LIMIT || status == TILEPDB_CANCELLED;
}

static bool is_out_of_time(const struct job *job) {
    const double limit = job->request->search.timeout;
    return limit > 0 && clock_seconds() - job->start >= limit;
}

/* ---- slices of time: under the lock ---------------------------------------------------------- */

/* For beams: lets a waiting search run, and waits for the next slice. */
static void slice_yield(struct job *job) {
    if (job->search_slice <= 0 || !job->search_waits || job->stopped ||
        clock_seconds() < job->slice_end)
        return;
    job->has_slice = false;
    pthread_cond_broadcast(&job->changed);
    while (!job->has_slice && !job->stopped) pthread_cond_wait(&job->changed, &job->lock);
}

/* For the search: at the end of its slice, lets the beams run, and waits for the next slice. */
static void slice_grant(struct job *job) {
    if (job->search_slice <= 0 || job->ended || clock_seconds() < job->slice_end) return;
    job->search_waits = job->has_slice = true;
    job->slice_end = clock_seconds() + BEAM_SLICE;
    pthread_cond_broadcast(&job->changed);
    while (job->has_slice && !job->ended) pthread_cond_wait(&job->changed, &job->lock);
    job->search_waits = false;
    job->slice_end = clock_seconds() + job->search_slice;
}

/* ---- beams ----------------------------------------------------------------------------------- */

/* Without a thread each run begins anew: only solutions shorter than all before are passed on. */
static bool on_beam_event(const tilepdb_anytime_event *event, void *user) {
    struct job *job = user;
    const tilepdb_engine_request *request = job->request;
    tilepdb_anytime_event told = *event;
    const int best = job->best->length;
    if (!request->on_solution) return true;
    if (job->alone && (!event->shorter || (best >= 0 && event->length >= best))) return true;
    if (told.lower_bound < job->told) told.lower_bound = job->told;
    job->told = told.lower_bound;
    told.seconds = clock_seconds() - job->start;
    job->unwanted = !request->on_solution(&told, request->user);
    return !job->unwanted;
}

static int proven_bound(void *user) {
    return __atomic_load_n(&((struct job *)user)->proven, __ATOMIC_RELAXED);
}

static bool beam_progress(const tilepdb_progress *report, void *user) {
    struct job *job = user;
    const tilepdb_engine_request *request = job->request;
    const bool wanted =
        !request->search.progress || request->search.progress(report, request->search.user);
    pthread_mutex_lock(&job->lock);
    slice_yield(job);
    const bool goes_on = !job->stopped;
    pthread_mutex_unlock(&job->lock);
    return wanted && goes_on && !(request->cancel && tilepdb_cancel_requested(request->cancel));
}

/* `width` 0: any number of boards. Runs for at least `least` seconds. */
static tilepdb_status beams_solve(struct job *job, uint64_t width, double least,
                                  tilepdb_anytime_result *result) {
    const tilepdb_engine_request *request = job->request;
    tilepdb_anytime_options options;
    tilepdb_anytime_options_init(&options);
    options.metric = request->metric;
    options.memory_limit = job->memory;
    options.threads = job->threads;
    options.max_width = width;
    if (request->search.timeout > 0) {
        options.timeout = request->search.timeout - (clock_seconds() - job->start);
        if (options.timeout < least) options.timeout = least;
    }
    options.within = request->within;
    options.within_share = request->within_share;
    options.solution = job->best->length < 0 ? request->solution : NULL;
    options.lower_bound = proven_bound;
    options.on_event = on_beam_event;
    options.progress = beam_progress;
    options.user = job;
    return tilepdb_anytime_solve(&job->search->board, &job->search->goal, &options, result,
                                 &job->error);
}

/* ---- beams without a thread ------------------------------------------------------------------ */

static void alone_take(struct job *job) {
    tilepdb_anytime_result *best = job->best, *run = job->run;
    const uint64_t expanded = best->expanded + run->expanded;
    const uint64_t memory = best->memory > run->memory ? best->memory : run->memory;
    const uint64_t width = best->width > run->width ? best->width : run->width;
    const int bound = best->lower_bound > run->lower_bound ? best->lower_bound : run->lower_bound;
    if (run->length >= 0 && (best->length < 0 || run->length < best->length)) *best = *run;
    best->expanded = expanded;
    best->memory = memory;
    best->width = width;
    best->lower_bound = bound;
}

static void alone_end(struct job *job, tilepdb_status status) {
    job->ended = true;
    job->status = status;
}

/* Runs the next beams. The search then gets as much time as they took, at least a slice. */
static void alone_step(struct job *job) {
    const uint64_t most = job->request->max_width;
    const bool last = most > 0 && job->width >= most;
    const double began = clock_seconds();
    if (last) job->width = most;
    const tilepdb_status status = beams_solve(job, job->width, NO_TIME, job->run);
    if (has_result(status)) alone_take(job);
    const double now = clock_seconds();
    job->slice_end = now + (now - began > SEARCH_SLICE ? now - began : SEARCH_SLICE);
    const bool narrow = job->run->width < job->width;
    if (status != TILEPDB_LIMIT || job->unwanted || is_out_of_time(job) || (last && !narrow))
        alone_end(job, status);
    else
        job->width = narrow ? 0 : 2 * job->width;
}

/* Reports a higher bound of the search. Ends the beams if the best solution is near enough to
 * it. */
static void alone_tell(struct job *job) {
    const tilepdb_engine_request *request = job->request;
    const tilepdb_anytime_result *best = job->best;
    const int proven = proven_bound(job);
    if (best->length < 0 || proven <= job->told) return;
    const tilepdb_anytime_event event = {.length = best->length,
                                         .lower_bound = proven,
                                         .moves = best->moves,
                                         .seconds = clock_seconds() - job->start};
    job->told = proven;
    job->unwanted = request->on_solution && !request->on_solution(&event, request->user);
    if (job->unwanted)
        alone_end(job, TILEPDB_LIMIT);
    else if (limits_near(best->length, proven, request->within, request->within_share))
        alone_end(job, TILEPDB_OK);
}

static void alone_start(struct job *job) {
    job->run = calloc(1, sizeof *job->run);
    if (!job->run) return; /* beams run after the search */
    job->alone = true;
    job->width = ALONE_WIDTH;
    alone_step(job);
}

/* `status` is LIMIT or CANCELLED if the search ended so, or OK if it failed. After a failure or
 * without a solution, beams run until a limit. */
static void alone_finish(struct job *job, tilepdb_status status) {
    if (!status || job->best->length < 0) {
        status = beams_solve(job, job->request->max_width, GRACE_SECONDS, job->run);
        if (has_result(status)) alone_take(job);
    }
    alone_end(job, status);
}

static void alone_poll(struct job *job) {
    if (!job->ended) alone_tell(job);
    if (!job->ended && job->width > 0 && clock_seconds() >= job->slice_end) alone_step(job);
}

/* ---- beams in a thread ----------------------------------------------------------------------- */

static void beams_run(struct job *job, double least) {
    const tilepdb_status status = beams_solve(job, job->request->max_width, least, job->best);
    pthread_mutex_lock(&job->lock);
    job->status = status;
    job->ended = true;
    pthread_cond_broadcast(&job->changed);
    pthread_mutex_unlock(&job->lock);
}

static void *worker_thread(void *user) {
    beams_run(user, NO_TIME);
    return NULL;
}

static void worker_start(struct job *job) {
    job->has_slice = true;
    job->slice_end = clock_seconds() + BEAM_SLICE;
    job->running = thread_start(&job->thread, worker_thread, job);
    if (!job->running) alone_start(job);
}

static void worker_finish(struct job *job, bool stop) {
    pthread_mutex_lock(&job->lock);
    job->stopped = stop;
    job->search_slice = 0;
    job->has_slice = true;
    pthread_cond_broadcast(&job->changed);
    pthread_mutex_unlock(&job->lock);
    pthread_join(job->thread, NULL);
    job->running = false;
}

/* ---- the search ------------------------------------------------------------------------------ */

static bool is_small(const struct job *job) {
    return job->search->board.width * job->search->board.height <= SMALL_CELLS;
}

/* Beams that end because wider ones lack memory give no answer. */
static bool beams_answer(const struct job *job) {
    if (!job->ended || !has_result(job->status)) return false;
    return job->status != TILEPDB_LIMIT || job->unwanted || is_out_of_time(job) ||
           job->best->width >= job->request->max_width;
}

/* Returns false once the result of the beams is the answer. */
static bool worker_poll(struct job *job, const tilepdb_progress *report) {
    if (report->level > proven_bound(job))
        __atomic_store_n(&job->proven, report->level, __ATOMIC_RELAXED);
    if (job->alone) {
        alone_poll(job);
        return !beams_answer(job);
    }
    pthread_mutex_lock(&job->lock);
    slice_grant(job);
    const bool goes_on = !beams_answer(job);
    pthread_mutex_unlock(&job->lock);
    return goes_on;
}

static bool progress_of_search(const tilepdb_progress *report, void *user) {
    struct job *job = user;
    const tilepdb_engine_request *request = job->request;
    if (request->search.progress && !request->search.progress(report, request->search.user))
        return false;
    if (report->stage != TILEPDB_STAGE_SEARCH) return true;
    if (!job->running && !job->alone && !job->ended && clock_seconds() - job->start > SMALL_HEAD)
        worker_start(job);
    return (!job->running && !job->alone) || worker_poll(job, report);
}

static bool has_search(const struct board_search *search) {
    const int cells = search->board.width * search->board.height;
    return !tilepdb_size_check(search->board.width, search->board.height, NULL) &&
           (search->metric == TILEPDB_METRIC_SINGLE || cells <= SMALL_CELLS);
}

static void search_prepare(struct job *job) {
    struct board_search *search = job->search;
    const int threads = threads_resolve(search->options.threads);
    const bool shares = threads == 1 || is_small(job);
    search->best = false;
    search->options.threads = shares ? threads : threads - 1;
    search->at_a_time = search->options.threads > 1 ? 2 : 1; /* 2: first on one core */
    search->call.progress = progress_of_search;
    search->call.user = job;
    if (shares) job->search_slice = is_small(job) ? SEARCH_SLICE_SMALL : SEARCH_SLICE;
}

/* Searches beside beams. Returns false if named tables are missing. */
static bool both_run(struct job *job) {
    struct board_search *search = job->search;
    search_prepare(job);
    if (!is_small(job)) worker_start(job);
    pthread_mutex_lock(&job->lock);
    const bool ended = beams_answer(job);
    pthread_mutex_unlock(&job->lock);
    if (!ended) board_search_run(search);
    const bool refused = search->no_tables && search->engine->partition;
    const bool answered = !search->no_tables && !search->status;
    const bool late = search->status == TILEPDB_LIMIT || search->status == TILEPDB_CANCELLED;
    if (job->running)
        worker_finish(job, answered || refused);
    else if (answered || refused || job->ended)
        return !refused;
    else if (job->alone)
        alone_finish(job, late ? search->status : TILEPDB_OK);
    else
        beams_run(job, GRACE_SECONDS);
    return !refused;
}

/* ---- the answer ------------------------------------------------------------------------------ */

/* Returns false if search and beams contradict each other. */
static bool results_join(struct job *job) {
    const tilepdb_anytime_result *best = job->best;
    tilepdb_result *result = &job->search->result;
    if (result->lower_bound < best->lower_bound) result->lower_bound = best->lower_bound;
    if (result->root_h < best->root_h) result->root_h = best->root_h;
    result->solvable = true;
    result->any = true;
    result->length = result->upper_bound = best->length;
    result->optimal = result->lower_bound == best->length;
    result->seconds = clock_seconds() - job->start;
    return best->length < 0 || result->lower_bound <= best->length;
}

static void contradict(struct job *job) {
    struct board_search *search = job->search;
    const struct error_code code = {.code = TILEPDB_MESSAGE_TABLE_FALSE};
    search->status =
        error_set_code(&search->error, TILEPDB_ERROR_INTERNAL, code,
                       "there is a solution of %d moves, and %d are said to be needed: a table is "
                       "false; generate the tables again",
                       job->best->length, search->result.lower_bound);
}

static void end_describe(struct job *job) {
    struct board_search *search = job->search;
    const tilepdb_result *result = &search->result;
    const struct error_code code = {.code = TILEPDB_MESSAGE_ANYTIME,
                                    .number = {result->length, result->lower_bound}};
    const bool cancelled = job->status == TILEPDB_CANCELLED;
    search->status = TILEPDB_OK;
    if (!job->status) return;
    search->status = error_set_code(&search->error, cancelled ? TILEPDB_CANCELLED : TILEPDB_LIMIT,
                                    code, "%s: %d moves, and at least %d are needed",
                                    cancelled ? "interrupted" : "the limit is reached",
                                    result->length, result->lower_bound);
}

static void answer_make(struct job *job, struct improvement *found) {
    struct board_search *search = job->search;
    const tilepdb_anytime_result *best = job->best;
    const tilepdb_status searched = search->status;
    const bool joined = searched != TILEPDB_OK;
    if (joined && !has_result(searched) && !search->no_tables) found->failure = search->error;
    if (job->ended && !has_result(job->status)) found->failure = job->error;
    if (!joined && (best->length < 0 || best->length >= search->result.length)) return;
    if (!joined || !results_join(job)) {
        contradict(job);
    } else if (best->length < 0) {
        search->status = job->status;
        search->error = job->error;
    } else {
        if (search->result.optimal)
            search->status = TILEPDB_OK;
        else
            end_describe(job);
        found->moves = best->moves;
        search->no_tables = false;
    }
    search->reached = true;
}

void improve_run(struct board_search *search, const tilepdb_engine_request *request,
                 struct improvement *found) {
    struct job job = {.search = search, .request = request, .start = clock_seconds()};
    *found = (struct improvement){.best = calloc(1, sizeof *found->best)};
    job.best = found->best;
    if (!job.best) {
        search->status = error_set(&search->error, TILEPDB_ERROR_MEMORY, "not enough memory");
        return;
    }
    job.best->length = job.best->lower_bound = -1;
    job.status = TILEPDB_CANCELLED;
    pthread_mutex_init(&job.lock, NULL);
    pthread_cond_init(&job.changed, NULL);
    const uint64_t memory = search->engine->memory, part = memory / MEMORY_PARTS;
    job.threads = 1;
    job.memory = memory == 0 ? 0 : part < BEAM_MEMORY ? BEAM_MEMORY : part;
    bool answered = true;
    if (has_search(search)) {
        answered = both_run(&job);
    } else {
        job.threads = threads_resolve(search->options.threads);
        job.memory = memory;
        beams_run(&job, NO_TIME);
    }
    pthread_cond_destroy(&job.changed);
    pthread_mutex_destroy(&job.lock);
    free(job.run);
    if (answered) answer_make(&job, found);
}
