/* See anytime_worker.h. */
#include "pdbsolve/anytime_worker.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "answers/report.h"
#include "base/clock.h"
#include "base/message_text.h"
#include "cli/console.h"
#include "cli/signals.h"

#define WORKER_SLICE 0.1 /* seconds of a turn */
#define MOVES_MOST   6   /* digits of --within */

bool tolerance_read(const char *text, struct tolerance *tolerance) {
    const size_t digits = strspn(text, "0123456789");
    size_t end = digits;
    *tolerance = (struct tolerance){0};
    if (digits > 0 && text[digits] == '.') end += 1 + strspn(text + digits + 1, "0123456789");
    if (digits == 0 || digits > MOVES_MOST) return false;
    if (strcmp(text + end, "%") == 0)
        tolerance->fraction = strtod(text, NULL) / 100;
    else
        tolerance->moves = atoi(text);
    return strcmp(text + end, "%") == 0 || text[digits] == '\0';
}

/* ---- turns: under the lock ------------------------------------------------------------------- */

static bool must_wait(const struct anytime_worker *worker) {
    return worker->driver_slice > 0 && worker->driver_waits && !worker->stopped;
}

/* The worker's turn is over, if the driver waits for its own; then it waits for the next. */
static void slice_yield(struct anytime_worker *worker) {
    if (!must_wait(worker) || clock_seconds() < worker->slice_end) return;
    worker->has_slice = false;
    pthread_cond_broadcast(&worker->slice_changed);
    while (!worker->has_slice && !worker->stopped)
        pthread_cond_wait(&worker->slice_changed, &worker->lock);
}

/* The driver's turn is over: it waits for the next. */
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

/* "112 moves, at least 107, 3 s". The driver may have the console for as long as tables take: on a
 * terminal the next line will do. */
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

/* ---- the search ------------------------------------------------------------------------------ */

static void search(struct anytime_worker *worker, double least) {
    const struct solve_options *options = worker->session->options;
    struct tolerance tolerance = {0};
    tilepdb_anytime_options anytime;
    tilepdb_anytime_options_init(&anytime);
    if (options->within) tolerance_read(options->within, &tolerance);
    anytime.metric = (tilepdb_metric)options->metric;
    anytime.memory_limit = worker->memory;
    anytime.threads = worker->threads;
    if (options->timeout > 0) {
        anytime.timeout = options->timeout - (clock_seconds() - worker->start);
        if (anytime.timeout < least) anytime.timeout = least;
    }
    anytime.within = tolerance.moves;
    anytime.within_share = tolerance.fraction;
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

static void *search_thread(void *user) {
    search(user, 1e-9);
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

void anytime_worker_start(struct anytime_worker *worker) {
    sigset_t interrupts, before;
    locks_make(worker);
    worker->has_slice = true;
    worker->slice_end = clock_seconds() + WORKER_SLICE;
    cli_signals(&interrupts);
    pthread_sigmask(SIG_BLOCK, &interrupts, &before);
    worker->running = pthread_create(&worker->thread, NULL, search_thread, worker) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (worker->running) return;
    locks_free(worker);
    worker->ended = true;
    cli_complain("%s: no thread can be started for beams", worker->name);
}

void anytime_worker_run(struct anytime_worker *worker, double least) {
    locks_make(worker);
    search(worker, least);
    locks_free(worker);
}

bool anytime_worker_poll(struct anytime_worker *worker, const tilepdb_progress *report) {
    if (report->stage == TILEPDB_STAGE_SEARCH && report->level > worker->proven)
        __atomic_store_n(&worker->proven, report->level, __ATOMIC_RELAXED);
    pthread_mutex_lock(&worker->lock);
    slice_grant(worker);
    const bool go_on = !worker->ended || !status_has_result(worker->status);
    pthread_mutex_unlock(&worker->lock);
    return go_on;
}

void anytime_worker_finish(struct anytime_worker *worker, bool stop) {
    pthread_mutex_lock(&worker->lock);
    worker->stopped = stop;
    worker->driver_slice = 0;
    worker->has_slice = true;
    pthread_cond_broadcast(&worker->slice_changed);
    pthread_mutex_unlock(&worker->lock);
    pthread_join(worker->thread, NULL);
    locks_free(worker);
}
