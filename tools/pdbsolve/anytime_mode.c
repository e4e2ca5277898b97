/*
 * --anytime: a quick solution, then shorter ones, and lower bounds.
 *
 * A worker runs beams (tilepdb_anytime.h) beside the driver, whose searches prove lower bounds.
 * With one thread, and on small boards, worker and driver take turns in slices of time. On small
 * boards the worker starts late or not at all.
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

/* On boards of up to SMALL_CELLS cells, beams start after SMALL_HEAD seconds. */
#define SMALL_CELLS 16
#define SMALL_HEAD  0.2

/* seconds for beams that start after the time limit */
#define GRACE_SECONDS 0.05
#define NO_TIME       1e-9

/* most cells for which a beam can prove the optimum */
#define PROVEN_CELLS 12

/* slices of time, in seconds */
#define WORKER_SLICE       0.1
#define DRIVER_SLICE       0.1
#define DRIVER_SLICE_SMALL 2.0

/* The state of one board; too large for the stack. */
struct anytime_job {
    struct session *session;
    bool alone;
    const struct input_entry *entry;
    tilepdb_board board, goal;
    struct events events;
    double start; /* clock_seconds */

    tilepdb_task task;
    struct solve_driver driver;

    uint64_t memory; /* bytes; 0 for the default */
    int threads;
    double driver_slice; /* seconds; 0 without slices */
    bool running;
    pthread_t thread;
    pthread_mutex_t lock; /* protects the members below */
    pthread_cond_t slice_changed;
    bool stopped;
    bool ended;
    bool has_slice;
    bool driver_waits;
    double slice_end; /* clock_seconds */
    int proven;       /* lower bound of the driver; atomic */
    tilepdb_status beam_status;
    tilepdb_error beam_error;
    tilepdb_anytime_result best; /* length -1 without a solution */
};

/* ---- slices of time: under the lock ---------------------------------------------------------- */

/* Worker: lets a waiting driver run, then waits for the next slice. */
static void slice_yield(struct anytime_job *job) {
    if (job->driver_slice <= 0 || !job->driver_waits || job->stopped ||
        clock_seconds() < job->slice_end)
        return;
    job->has_slice = false;
    pthread_cond_broadcast(&job->slice_changed);
    while (!job->has_slice && !job->stopped) pthread_cond_wait(&job->slice_changed, &job->lock);
}

/* Driver: at the end of its slice, lets the worker run, and waits for the next slice. */
static void slice_grant(struct anytime_job *job) {
    if (job->driver_slice <= 0 || job->ended || clock_seconds() < job->slice_end) return;
    job->driver_waits = job->has_slice = true;
    job->slice_end = clock_seconds() + WORKER_SLICE;
    pthread_cond_broadcast(&job->slice_changed);
    while (job->has_slice && !job->ended) pthread_cond_wait(&job->slice_changed, &job->lock);
    job->driver_waits = false;
    job->slice_end = clock_seconds() + job->driver_slice;
}

/* ---- events of beams ------------------------------------------------------------------------- */

/* On a terminal, prints nothing while the driver holds the console. */
static void line_show(struct anytime_job *job, int length, int lower_bound, bool news) {
    struct session *session = job->session;
    if (cli_on_terminal() && pthread_mutex_trylock(&session->console) != 0) return;
    cli_progress_line(&session->progress, news, "%s%s%d move%s, at least %d, %.*f s",
                      job->alone ? "" : job->entry->name, job->alone ? "" : ": ", length,
                      plural((uint64_t)length), lower_bound,
                      clock_seconds() - job->start < 10 ? 1 : 0, clock_seconds() - job->start);
    if (cli_on_terminal()) pthread_mutex_unlock(&session->console);
}

static bool on_beam_event(const tilepdb_anytime_event *event, void *user) {
    struct anytime_job *job = user;
    if (cli_events())
        events_forward(event, &job->events);
    else
        line_show(job, event->length, event->lower_bound, true);
    return !session_stopped(job->session);
}

static int proven_bound(void *user) {
    return __atomic_load_n(&((struct anytime_job *)user)->proven, __ATOMIC_RELAXED);
}

static bool beam_progress(const tilepdb_progress *report, void *user) {
    struct anytime_job *job = user;
    (void)report;
    line_show(job, job->best.length, job->best.lower_bound, false);
    pthread_mutex_lock(&job->lock);
    slice_yield(job);
    const bool go_on = !job->stopped;
    pthread_mutex_unlock(&job->lock);
    return go_on && cli_signal() == 0;
}

/* ---- the worker ------------------------------------------------------------------------------ */

static void beams_search(struct anytime_job *job, double least) {
    const struct solve_options *options = job->session->options;
    tilepdb_anytime_options anytime;
    tilepdb_anytime_options_init(&anytime);
    anytime.metric = (tilepdb_metric)options->metric;
    anytime.memory_limit = job->memory;
    anytime.threads = job->threads;
    if (options->timeout > 0) {
        anytime.timeout = options->timeout - (clock_seconds() - job->start);
        if (anytime.timeout < least) anytime.timeout = least;
    }
    anytime.within = options->tolerance.moves;
    anytime.within_share = options->tolerance.fraction;
    anytime.lower_bound = proven_bound;
    anytime.on_event = on_beam_event;
    anytime.progress = beam_progress;
    anytime.user = job;
    job->beam_status =
        tilepdb_anytime_solve(&job->board, &job->goal, &anytime, &job->best, &job->beam_error);
    pthread_mutex_lock(&job->lock);
    job->ended = true;
    pthread_cond_broadcast(&job->slice_changed);
    pthread_mutex_unlock(&job->lock);
}

static void *worker_thread(void *user) {
    beams_search(user, NO_TIME);
    return NULL;
}

static void locks_make(struct anytime_job *job) {
    pthread_mutex_init(&job->lock, NULL);
    pthread_cond_init(&job->slice_changed, NULL);
    job->best.length = job->best.lower_bound = -1;
}

static void locks_free(struct anytime_job *job) {
    pthread_mutex_destroy(&job->lock);
    pthread_cond_destroy(&job->slice_changed);
}

/* On failure, prints a message and sets `ended`. */
static void worker_start(struct anytime_job *job) {
    sigset_t interrupts, before;
    locks_make(job);
    job->has_slice = true;
    job->slice_end = clock_seconds() + WORKER_SLICE;
    cli_signals(&interrupts);
    pthread_sigmask(SIG_BLOCK, &interrupts, &before);
    job->running = pthread_create(&job->thread, NULL, worker_thread, job) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (job->running) return;
    locks_free(job);
    job->ended = true;
    cli_complain("%s: no thread can be started for beams", job->entry->name);
}

static void worker_run(struct anytime_job *job, double least) {
    locks_make(job);
    beams_search(job, least);
    locks_free(job);
}

/* Passes the driver's bound to the beams, and may give the worker a slice. Returns false once
 * the beams have ended with a result. */
static bool worker_poll(struct anytime_job *job, const tilepdb_progress *report) {
    if (report->stage == TILEPDB_STAGE_SEARCH && report->level > job->proven)
        __atomic_store_n(&job->proven, report->level, __ATOMIC_RELAXED);
    pthread_mutex_lock(&job->lock);
    slice_grant(job);
    const bool go_on = !job->ended || !status_has_result(job->beam_status);
    pthread_mutex_unlock(&job->lock);
    return go_on;
}

static void worker_finish(struct anytime_job *job, bool stop) {
    pthread_mutex_lock(&job->lock);
    job->stopped = stop;
    job->driver_slice = 0;
    job->has_slice = true;
    pthread_cond_broadcast(&job->slice_changed);
    pthread_mutex_unlock(&job->lock);
    pthread_join(job->thread, NULL);
    locks_free(job);
}

/* ---- the driver ------------------------------------------------------------------------------ */

static bool is_small(const struct anytime_job *job) {
    return job->board.width * job->board.height <= SMALL_CELLS;
}

static bool driver_progress(const tilepdb_progress *report, void *user) {
    struct anytime_job *job = user;
    if (cli_signal() != 0 || session_stopped(job->session)) return false;
    if (!driver_continues(&job->driver, report)) return false;
    if (!job->running && !job->ended && clock_seconds() - job->start > SMALL_HEAD)
        worker_start(job);
    return !job->running || worker_poll(job, report);
}

static bool has_search(const struct anytime_job *job) {
    const bool multi = job->session->options->metric == TILEPDB_METRIC_MULTI;
    const int cells = job->board.width * job->board.height;
    return !tilepdb_size_check(job->board.width, job->board.height, NULL) &&
           (!multi || cells <= SMALL_CELLS);
}

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
    driver->jobs = driver->search.threads > 1 ? 2 : 1; /* 2: tries one core first */
    driver->search.progress = driver_progress;
    driver->search.user = job;
    if (shares) job->driver_slice = is_small(job) ? DRIVER_SLICE_SMALL : DRIVER_SLICE;
}

static void endless_note(const struct anytime_job *job, const char *why) {
    const struct solve_options *options = job->session->options;
    if (options->timeout > 0 || options->within || cli_signal() ||
        job->board.width * job->board.height <= PROVEN_CELLS)
        return;
    cli_note("%s: this may never be proven optimal, since %s; --timeout, --within or an interrupt "
             "ends the search",
             job->entry->name, why);
}

/* Returns false, after an error message, if named tables are missing. */
static bool both_search(struct anytime_job *job) {
    tilepdb_task *task = &job->task;
    driver_fill(job);
    if (!is_small(job)) worker_start(job);
    if (job->ended) {
        worker_run(job, GRACE_SECONDS);
        return true;
    }
    driver_run(&job->driver, task);
    if (!status_has_result(task->status)) {
        pthread_mutex_lock(&job->session->console);
        driver_explain(&job->driver, job->entry->name, task);
        pthread_mutex_unlock(&job->session->console);
    }
    const bool missing = driver_lacks_tables(&job->driver);
    const bool refused = missing && job->session->options->partition;
    const bool answered = !missing && !task->status;
    if (!answered && !refused && !job->ended) {
        pthread_mutex_lock(&job->session->console);
        endless_note(job, "there are no tables for a search");
        pthread_mutex_unlock(&job->session->console);
    }
    if (job->running)
        worker_finish(job, answered || refused);
    else if (!answered && !refused)
        worker_run(job, GRACE_SECONDS);
    return !refused;
}

/* Merges both results. Returns false if they contradict each other. */
static bool result_join(struct anytime_job *job) {
    const tilepdb_anytime_result *best = &job->best;
    tilepdb_result *result = &job->task.result;
    if (result->lower_bound < best->lower_bound) result->lower_bound = best->lower_bound;
    if (result->root_h < best->root_h) result->root_h = best->root_h;
    result->solvable = true;
    result->any = true;
    result->length = result->upper_bound = best->length;
    result->optimal = result->lower_bound == best->length;
    result->seconds = clock_seconds() - job->start;
    return best->length < 0 || result->lower_bound <= best->length;
}

static json_t *extra_fields(const struct anytime_job *job) {
    const tilepdb_anytime_result *best = &job->best;
    return json_pack("{so}", "beams", beams_json(best->width, best->expanded, best->memory));
}

static void reason_write(const struct anytime_job *job, char *reason, size_t size) {
    const tilepdb_result *result = &job->task.result;
    const bool limited = job->beam_status == TILEPDB_LIMIT;
    snprintf(reason, size, "%s%d move%s, and at least %d are needed",
             cli_signal() ? "interrupted: "
             : limited    ? "the limit is reached: "
                          : "",
             result->length, plural((uint64_t)result->length), result->lower_bound);
}

static void job_print(struct anytime_job *job) {
    const tilepdb_result *result = &job->task.result;
    const bool own = job->task.status == TILEPDB_OK;
    char reason[128] = "";
    if (!result->optimal) reason_write(job, reason, sizeof reason);
    struct answer answer = session_entry_answer(job->entry, &job->goal);
    answer.status = result->optimal ? TILEPDB_OK : TILEPDB_LIMIT;
    answer.solvable = true;
    answer.result = result;
    answer.solver = job->task.solver;
    answer.database = driver_database(&job->driver, job->task.solver);
    answer.moves = own ? result->moves : job->best.moves;
    answer.message = reason;
    answer.choice = job->driver.choice;
    answer.candidates = job->driver.candidates;
    answer.extra = extra_fields(job);
    cli_progress_clear();
    events_emit(&job->events, answer.moves, result->length, result->lower_bound, 0);
    if (!result->optimal) cli_note("%s: %s", job->entry->name, reason);
    session_print(job->session, &answer);
    json_decref(answer.extra);
}

static int job_refuse(struct anytime_job *job, tilepdb_status status, const char *message) {
    const tilepdb_result none = {.length = -1, .lower_bound = -1, .upper_bound = -1};
    struct answer answer = session_entry_answer(job->entry, &job->goal);
    answer.result = status == TILEPDB_UNSOLVABLE ? &none : NULL;
    answer.status = status;
    answer.message = message;
    session_print(job->session, &answer);
    return job->entry->readable ? cli_exit_code(status) : CLI_USAGE;
}

static int job_complain(struct anytime_job *job, tilepdb_status status,
                        const tilepdb_error *error) {
    cli_complain("%s: %s", job->entry->name, error->message);
    return job_refuse(job, status, error->message);
}

static int failure_code(tilepdb_status status) {
    return cli_exit_code(status) == CLI_FAILURE ? CLI_FAILURE : CLI_SUCCESS;
}

static int found_answer(struct anytime_job *job) {
    const bool joined = job->task.status != TILEPDB_OK;
    tilepdb_error error = {.status = TILEPDB_ERROR_INTERNAL};
    const bool shorter =
        !joined && job->best.length >= 0 && job->best.length < job->task.result.length;
    if (shorter || (joined && !result_join(job))) {
        snprintf(error.message, sizeof error.message,
                 "there is a solution of %d moves, and %d are said to be needed: a table is false; "
                 "generate the tables again with pdbgen --force",
                 job->best.length, job->task.result.lower_bound);
        return job_complain(job, error.status, &error);
    }
    if (joined && job->best.length < 0)
        return job_complain(job, job->beam_status, &job->beam_error);
    if (!status_has_result(job->beam_status))
        cli_complain("%s: %s", job->entry->name, job->beam_error.message);
    job_print(job);
    return cli_worse(failure_code(job->task.status), failure_code(job->beam_status));
}

static int board_solve(struct anytime_job *job) {
    tilepdb_error error;
    job->goal = session_entry_goal(job->session, job->entry);
    const tilepdb_status status = tilepdb_board_solvable(&job->board, &job->goal, &error);
    const bool explains = session_explains(job->session, job->entry->name, &job->board, status);
    if (status && explains) return job_complain(job, status, &error);
    if (status) return job_refuse(job, status, error.message);
    job->memory = beam_memory(job);
    job->threads = 1;
    job->start = clock_seconds();
    job->best.length = -1;
    events_begin(&job->events, job->session->options, &job->board, job->entry->file,
                 job->entry->number);
    cli_progress_title(&job->session->progress, "%s", job->entry->name);
    job->task.board = job->board;
    job->task.status = TILEPDB_CANCELLED;
    job->task.result = (tilepdb_result){.solvable = true, .length = -1, .lower_bound = -1};
    if (has_search(job)) {
        if (!both_search(job)) {
            job_refuse(job, TILEPDB_ERROR_NOT_FOUND, driver_missing_text(&job->driver));
            return job->driver.code;
        }
    } else {
        job->threads = cli_jobs(&job->session->options->common);
        endless_note(job, "boards of this size are too large for a search");
        worker_run(job, NO_TIME);
    }
    return found_answer(job);
}

static int anytime_entry(struct session *session, struct input_entry *entry, void *user) {
    struct anytime_job *job = user;
    int code = CLI_USAGE;
    const bool alone = job->alone;
    memset(job, 0, sizeof *job);
    job->session = session;
    job->alone = alone;
    job->entry = entry;
    job->board = entry->item.board;
    if (entry->readable)
        code = board_solve(job);
    else
        job_complain(job, entry->item.error.status, &entry->item.error);
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
