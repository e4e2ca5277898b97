/*
 * --anytime: a solution at once, better ones as long as there is time, and what is proven.
 *
 * An anytime worker runs beams (tilepdb_anytime.h) beside the searches of a driver, which prove
 * lower bounds. With several threads the worker has one of its own; with one, both have slices of
 * time. On boards that IDA* solves in a moment the worker starts later, or not at all, and its
 * slices are short.
 */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answers/report.h"
#include "base/clock.h"
#include "base/message_text.h"
#include "cli/console.h"
#include "cli/signals.h"
#include "pdbsolve/modes.h"

/* On boards of at most so many cells the driver searches alone for that time. */
#define SMALL_CELLS 16
#define SMALL_HEAD  0.2 /* seconds */

/* Seconds for beams that had not begun when the limit of time came. */
#define GRACE_SECONDS 0.05
#define NO_TIME       1e-9

/* On boards of at most so many cells beams prove lengths. */
#define PROVEN_CELLS 12

/* Seconds of slices. */
#define WORKER_SLICE       0.1
#define DRIVER_SLICE       0.1
#define DRIVER_SLICE_SMALL 2.0

/* The beams of one board. The caller sets the first members; the rest is zeroed. */
struct anytime_worker {
    struct session *session;
    const tilepdb_board *board, *goal;
    const char *name; /* what messages call the board */
    struct events *events;
    bool alone;          /* there is no other board */
    uint64_t memory;     /* bytes for beams; 0: as the library has it */
    int threads;         /* of each beam */
    double driver_slice; /* seconds, once beams have had a slice; 0: there are no slices */
    double start;        /* on the clock */

    bool running;
    pthread_t thread;
    pthread_mutex_t lock; /* of the members below */
    pthread_cond_t slice_changed;
    bool stopped;      /* the worker is to end */
    bool ended;        /* the worker has ended */
    bool has_slice;    /* the worker has the time */
    bool driver_waits; /* the driver waits for its slice */
    double slice_end;  /* on the clock */
    int proven;        /* the lower bound by the driver; atomic */
    tilepdb_status status;
    tilepdb_error error;
    tilepdb_anytime_result result; /* length -1: nothing yet */
};

/* One board and all about it; large, so it is kept from board to board. */
struct anytime_job {
    struct session *session;
    bool alone; /* there is one board */
    tilepdb_task task;
    tilepdb_board board, goal;
    struct solve_driver driver;
    struct anytime_worker worker;
    struct events events;
};

/* ---- slices of time: under the lock ---------------------------------------------------------- */

/* Gives the time to a driver that waits for it, and waits for the worker's next slice. */
static void slice_yield(struct anytime_worker *worker) {
    if (worker->driver_slice <= 0 || !worker->driver_waits || worker->stopped ||
        clock_seconds() < worker->slice_end)
        return;
    worker->has_slice = false;
    pthread_cond_broadcast(&worker->slice_changed);
    while (!worker->has_slice && !worker->stopped)
        pthread_cond_wait(&worker->slice_changed, &worker->lock);
}

/* Gives the time to the worker when the driver's slice is over, and waits for the driver's next
 * one.
 */
static void slice_grant(struct anytime_worker *worker) {
    if (worker->driver_slice <= 0 || worker->ended || clock_seconds() < worker->slice_end) return;
    worker->driver_waits = worker->has_slice = true;
    worker->slice_end = clock_seconds() + WORKER_SLICE;
    pthread_cond_broadcast(&worker->slice_changed);
    while (worker->has_slice && !worker->ended)
        pthread_cond_wait(&worker->slice_changed, &worker->lock);
    worker->driver_waits = false;
    worker->slice_end = clock_seconds() + worker->driver_slice;
}

/* ---- what the beams report ------------------------------------------------------------------- */

/* "112 moves, at least 107, 3 s". A line on a terminal is left out while the driver has the
 * console, which may be as long as tables take. */
static void line_show(struct anytime_worker *worker, int length, int lower_bound, bool news) {
    struct session *session = worker->session;
    if (cli_on_terminal() && pthread_mutex_trylock(&session->console) != 0) return;
    cli_progress_line(&session->progress, news, "%s%s%d move%s, at least %d, %.*f s",
                      worker->alone ? "" : worker->name, worker->alone ? "" : ": ", length,
                      plural((uint64_t)length), lower_bound,
                      clock_seconds() - worker->start < 10 ? 1 : 0,
                      clock_seconds() - worker->start);
    if (cli_on_terminal()) pthread_mutex_unlock(&session->console);
}

static bool on_beam_event(const tilepdb_anytime_event *event, void *user) {
    struct anytime_worker *worker = user;
    if (cli_events())
        events_forward(event, worker->events);
    else
        line_show(worker, event->length, event->lower_bound, true);
    return !session_stopped(worker->session);
}

static int proven_bound(void *user) {
    return __atomic_load_n(&((struct anytime_worker *)user)->proven, __ATOMIC_RELAXED);
}

static bool beam_progress(const tilepdb_progress *report, void *user) {
    struct anytime_worker *worker = user;
    (void)report;
    line_show(worker, worker->result.length, worker->result.lower_bound, false);
    pthread_mutex_lock(&worker->lock);
    slice_yield(worker);
    const bool go_on = !worker->stopped;
    pthread_mutex_unlock(&worker->lock);
    return go_on && cli_signal() == 0;
}

/* ---- the worker ------------------------------------------------------------------------------ */

/* Runs beams. A limit of time leaves at least `least` seconds. */
static void beams_search(struct anytime_worker *worker, double least) {
    const struct solve_options *options = worker->session->options;
    tilepdb_anytime_options anytime;
    tilepdb_anytime_options_init(&anytime);
    anytime.metric = (tilepdb_metric)options->metric;
    anytime.memory_limit = worker->memory;
    anytime.threads = worker->threads;
    if (options->timeout > 0) {
        anytime.timeout = options->timeout - (clock_seconds() - worker->start);
        if (anytime.timeout < least) anytime.timeout = least;
    }
    anytime.within = options->tolerance.moves;
    anytime.within_share = options->tolerance.fraction;
    anytime.lower_bound = proven_bound;
    anytime.on_event = on_beam_event;
    anytime.progress = beam_progress;
    anytime.user = worker;
    worker->status = tilepdb_anytime_solve(worker->board, worker->goal, &anytime, &worker->result,
                                           &worker->error);
    pthread_mutex_lock(&worker->lock);
    worker->ended = true;
    pthread_cond_broadcast(&worker->slice_changed);
    pthread_mutex_unlock(&worker->lock);
}

static void *worker_thread(void *user) {
    beams_search(user, NO_TIME);
    return NULL;
}

static void locks_make(struct anytime_worker *worker) {
    pthread_mutex_init(&worker->lock, NULL);
    pthread_cond_init(&worker->slice_changed, NULL);
    worker->result.length = worker->result.lower_bound = -1;
}

static void locks_free(struct anytime_worker *worker) {
    pthread_mutex_destroy(&worker->lock);
    pthread_cond_destroy(&worker->slice_changed);
}

/* Starts the worker in a thread of its own. If none can be started it complains, and has ended. */
static void worker_start(struct anytime_worker *worker) {
    sigset_t interrupts, before;
    locks_make(worker);
    worker->has_slice = true;
    worker->slice_end = clock_seconds() + WORKER_SLICE;
    cli_signals(&interrupts);
    pthread_sigmask(SIG_BLOCK, &interrupts, &before);
    worker->running = pthread_create(&worker->thread, NULL, worker_thread, worker) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (worker->running) return;
    locks_free(worker);
    worker->ended = true;
    cli_complain("%s: no thread can be started for beams", worker->name);
}

/* Runs the worker in the calling thread to its end. */
static void worker_run(struct anytime_worker *worker, double least) {
    locks_make(worker);
    beams_search(worker, least);
    locks_free(worker);
}

/* Takes what the driver's searches have proven, and may wait for the driver's slice. False: the
 * bounds are near enough, or met, or the time is up: the search is to end. */
static bool worker_poll(struct anytime_worker *worker, const tilepdb_progress *report) {
    if (report->stage == TILEPDB_STAGE_SEARCH && report->level > worker->proven)
        __atomic_store_n(&worker->proven, report->level, __ATOMIC_RELAXED);
    pthread_mutex_lock(&worker->lock);
    slice_grant(worker);
    const bool go_on = !worker->ended || !status_has_result(worker->status);
    pthread_mutex_unlock(&worker->lock);
    return go_on;
}

/* Waits for the end of the worker, when the driver's searches are over. `stop`: no solution is
 * wanted any more. */
static void worker_finish(struct anytime_worker *worker, bool stop) {
    pthread_mutex_lock(&worker->lock);
    worker->stopped = stop;
    worker->driver_slice = 0;
    worker->has_slice = true;
    pthread_cond_broadcast(&worker->slice_changed);
    pthread_mutex_unlock(&worker->lock);
    pthread_join(worker->thread, NULL);
    locks_free(worker);
}

/* ---- the driver beside the worker ------------------------------------------------------------ */

static bool is_small(const struct anytime_job *job) {
    return job->board.width * job->board.height <= SMALL_CELLS;
}

static bool driver_progress(const tilepdb_progress *report, void *user) {
    struct anytime_job *job = user;
    struct anytime_worker *worker = &job->worker;
    if (cli_signal() != 0 || session_stopped(job->session)) return false;
    if (!driver_continues(&job->driver, report)) return false;
    if (!worker->running && !worker->ended && clock_seconds() - worker->start > SMALL_HEAD)
        worker_start(worker);
    return !worker->running || worker_poll(worker, report);
}

/* Whether there are searches that prove bounds for the board. */
static bool has_search(const struct anytime_job *job) {
    const bool multi = job->session->options->metric == TILEPDB_METRIC_MULTI;
    const int cells = job->board.width * job->board.height;
    return !tilepdb_size_check(job->board.width, job->board.height, NULL) &&
           (!multi || cells <= SMALL_CELLS);
}

/* Beams have all of --memory, or a part of it beside a search. */
static uint64_t beam_memory(const struct anytime_job *job) {
    const uint64_t memory = job->session->options->memory, part = memory / MEMORY_PARTS;
    if (!has_search(job) || memory == 0) return memory;
    return part < BEAM_MEMORY ? BEAM_MEMORY : part;
}

static void driver_fill(struct anytime_job *job) {
    const struct solve_options *options = job->session->options;
    const int jobs = cli_jobs(&options->common);
    const bool shares = jobs == 1 || is_small(job);
    struct solve_driver *driver = &job->driver;
    *driver = session_driver(job->session, &job->goal);
    driver->search.threads = shares ? jobs : jobs - 1;
    driver->jobs =
        driver->search.threads > 1 ? 2 : 1; /* first on one core: enough for most boards */
    driver->search.progress = driver_progress;
    driver->search.user = job;
    if (shares) job->worker.driver_slice = is_small(job) ? DRIVER_SLICE_SMALL : DRIVER_SLICE;
}

/* Says that beams alone may never end. */
static void endless_note(const struct anytime_job *job, const char *why) {
    const struct solve_options *options = job->session->options;
    if (options->timeout > 0 || options->within || cli_signal() ||
        job->board.width * job->board.height <= PROVEN_CELLS)
        return;
    cli_note("%s: a proof may never come, since %s: --timeout, --within or an interrupt ends the "
             "search",
             job->worker.name, why);
}

/* Runs the searches of the driver with the worker beside them. False: the tables that were asked
 * for are missing, which was reported. */
static bool both_search(struct anytime_job *job) {
    tilepdb_task *task = &job->task;
    struct anytime_worker *worker = &job->worker;
    driver_fill(job);
    if (!is_small(job)) worker_start(worker);
    if (worker->ended) { /* for lack of a thread: beams alone, since they have a solution at once */
        worker_run(worker, GRACE_SECONDS);
        return true;
    }
    driver_run(&job->driver, task);
    if (!status_has_result(task->status)) {
        pthread_mutex_lock(&job->session->console);
        driver_explain(&job->driver, worker->name, task);
        pthread_mutex_unlock(&job->session->console);
    }
    const bool missing = driver_lacks_tables(&job->driver);
    const bool refused = missing && job->session->options->partition;
    const bool answered = !missing && !task->status;
    if (!answered && !refused && !worker->ended) {
        pthread_mutex_lock(&job->session->console);
        endless_note(job, "there are no tables for a search");
        pthread_mutex_unlock(&job->session->console);
    }
    if (worker->running)
        worker_finish(worker, answered || refused);
    else if (!answered && !refused)
        worker_run(worker, GRACE_SECONDS);
    return !refused;
}

/* Joins the results of both, if the driver has no answer. False: they contradict each other. */
static bool result_join(struct anytime_job *job) {
    const tilepdb_anytime_result *best = &job->worker.result;
    tilepdb_result *result = &job->task.result;
    if (result->lower_bound < best->lower_bound) result->lower_bound = best->lower_bound;
    if (result->root_h < best->root_h) result->root_h = best->root_h;
    result->solvable = true;
    result->any = true;
    result->length = result->upper_bound = best->length;
    result->optimal = result->lower_bound == best->length;
    result->seconds = clock_seconds() - job->worker.start;
    return best->length < 0 || result->lower_bound <= best->length;
}

static json_t *extra_fields(const struct anytime_job *job) {
    const tilepdb_anytime_result *best = &job->worker.result;
    return json_pack("{so}", "beams", beams_json(best->width, best->expanded, best->memory));
}

/* Why the solution is not proven to be the shortest. */
static void reason_write(const struct anytime_job *job, char *reason, size_t size) {
    const tilepdb_result *result = &job->task.result;
    const bool limited = job->worker.status == TILEPDB_LIMIT;
    snprintf(reason, size, "%s%d move%s, and at least %d are needed",
             cli_signal() ? "interrupted: "
             : limited    ? "the limit is reached: "
                          : "",
             result->length, plural((uint64_t)result->length), result->lower_bound);
}

static void job_print(struct anytime_job *job, const struct input_entry *entry) {
    const tilepdb_result *result = &job->task.result;
    const bool own = job->task.status == TILEPDB_OK;
    char reason[128] = "";
    if (!result->optimal) reason_write(job, reason, sizeof reason);
    struct answer answer = session_entry_answer(entry, &job->goal);
    answer.status = result->optimal ? TILEPDB_OK : TILEPDB_LIMIT;
    answer.solvable = true;
    answer.result = result;
    answer.solver = job->task.solver;
    answer.database = driver_database(&job->driver, job->task.solver);
    answer.moves = own ? result->moves : job->worker.result.moves;
    answer.message = reason;
    answer.choice = job->driver.choice;
    answer.candidates = job->driver.candidates;
    answer.extra = extra_fields(job);
    cli_progress_clear();
    events_emit(&job->events, answer.moves, result->length, result->lower_bound, 0);
    if (!result->optimal) cli_note("%s: %s", entry->name, reason);
    session_print(job->session, &answer);
    json_decref(answer.extra);
}

/* A board without a solution: it could not be read, none exists, or something failed. */
static int job_refuse(struct anytime_job *job, const struct input_entry *entry,
                      tilepdb_status status, const char *message) {
    const tilepdb_result none = {.length = -1, .lower_bound = -1, .upper_bound = -1};
    struct answer answer = session_entry_answer(entry, &job->goal);
    answer.result = status == TILEPDB_UNSOLVABLE ? &none : NULL;
    answer.status = status;
    answer.message = message;
    session_print(job->session, &answer);
    return entry->readable ? cli_exit_code(status) : CLI_USAGE;
}

static int job_complain(struct anytime_job *job, const struct input_entry *entry,
                        tilepdb_status status, const tilepdb_error *error) {
    cli_complain("%s: %s", entry->name, error->message);
    return job_refuse(job, entry, status, error->message);
}

/* The exit code of a solution beside which something may have failed. A shortage of memory is a
 * limit. */
static int failure_code(tilepdb_status status) {
    return cli_exit_code(status) == CLI_FAILURE ? CLI_FAILURE : CLI_SUCCESS;
}

/* What was found beside each other, or why nothing was. */
static int found_answer(struct anytime_job *job, const struct input_entry *entry) {
    const struct anytime_worker *worker = &job->worker;
    const bool joined = job->task.status != TILEPDB_OK;
    tilepdb_error error = {.status = TILEPDB_ERROR_INTERNAL};
    const bool shorter =
        !joined && worker->result.length >= 0 && worker->result.length < job->task.result.length;
    if (shorter || (joined && !result_join(job))) {
        snprintf(error.message, sizeof error.message,
                 "there is a solution of %d moves, and %d are said to be needed: a table is false; "
                 "generate the tables again with pdbgen --force",
                 worker->result.length, job->task.result.lower_bound);
        return job_complain(job, entry, error.status, &error);
    }
    if (joined && worker->result.length < 0)
        return job_complain(job, entry, worker->status, &worker->error);
    if (!status_has_result(worker->status))
        cli_complain("%s: %s", entry->name, worker->error.message);
    job_print(job, entry);
    return cli_worse(failure_code(job->task.status), failure_code(worker->status));
}

static int board_solve(struct anytime_job *job, const struct input_entry *entry) {
    tilepdb_error error;
    struct anytime_worker *worker = &job->worker;
    job->goal = session_entry_goal(job->session, entry);
    const tilepdb_status status = tilepdb_board_solvable(&job->board, &job->goal, &error);
    const bool explains = session_explains(job->session, entry->name, &job->board, status);
    if (status && explains) return job_complain(job, entry, status, &error);
    if (status) return job_refuse(job, entry, status, error.message);
    *worker = (struct anytime_worker){.session = job->session,
                                      .board = &job->board,
                                      .goal = &job->goal,
                                      .name = entry->name,
                                      .events = &job->events,
                                      .alone = job->alone,
                                      .memory = beam_memory(job),
                                      .threads = 1,
                                      .start = clock_seconds()};
    worker->result.length = -1;
    events_begin(&job->events, job->session->options, &job->board, entry->file, entry->number);
    cli_progress_title(&job->session->progress, "%s", entry->name);
    job->task.board = job->board;
    job->task.status = TILEPDB_CANCELLED; /* unless it is searched */
    job->task.result = (tilepdb_result){.solvable = true, .length = -1, .lower_bound = -1};
    if (has_search(job)) {
        if (!both_search(job)) {
            job_refuse(job, entry, TILEPDB_ERROR_NOT_FOUND, driver_missing_text(&job->driver));
            return job->driver.code;
        }
    } else {
        worker->threads = cli_jobs(&job->session->options->common);
        endless_note(job, "boards of this size are too large for a search");
        worker_run(worker, NO_TIME);
    }
    return found_answer(job, entry);
}

static int anytime_entry(struct session *session, struct input_entry *entry, void *user) {
    struct anytime_job *job = user;
    int code = CLI_USAGE;
    const bool alone = job->alone;
    memset(job, 0, sizeof *job);
    job->session = session;
    job->alone = alone;
    job->board = entry->item.board;
    if (entry->readable)
        code = board_solve(job, entry);
    else
        job_complain(job, entry, entry->item.error.status, &entry->item.error);
    pthread_mutex_lock(&session->console);
    driver_free(&job->driver);
    pthread_mutex_unlock(&session->console);
    session_answer(session);
    return code;
}

static int run(struct session *session) {
    struct anytime_job *job = cli_allocated(calloc(1, sizeof *job));
    struct board_input boards;
    session_boards(session, &boards);
    session_head(session, report_columns(session->options));
    job->alone = board_input_count(&boards) == 1;
    const int code = session_each(session, &boards, anytime_entry, job);
    free(job);
    return code;
}

const struct mode anytime_mode = {"anytime", run};
