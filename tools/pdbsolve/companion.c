/* See companion.h. */
#include "pdbsolve/companion.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "answers/report.h"
#include "cli/console.h"
#include "cli/signals.h"
#include "util/clock.h"
#include "util/number.h"

#define SLICE      0.1 /* seconds of a turn */
#define MOVES_MOST 6   /* digits of --within */

bool closeness_read(const char *text, struct closeness *closeness) {
    const size_t digits = strspn(text, "0123456789");
    size_t end = digits;
    *closeness = (struct closeness){0};
    if (digits > 0 && text[digits] == '.') end += 1 + strspn(text + digits + 1, "0123456789");
    if (digits == 0 || digits > MOVES_MOST) return false;
    if (strcmp(text + end, "%") == 0)
        closeness->share = strtod(text, NULL) / 100;
    else
        closeness->moves = atoi(text);
    return strcmp(text + end, "%") == 0 || text[digits] == '\0';
}

/* ---- turns: under the lock ------------------------------------------------------------------- */

static bool must_wait(const struct companion *companion) {
    return companion->patience > 0 && companion->waits && !companion->stopped;
}

/* The companion's turn is over, if the driver waits for its own; then it waits for the next. */
static void turn_give(struct companion *companion) {
    if (!must_wait(companion) || clock_seconds() < companion->changes) return;
    companion->turn = false;
    pthread_cond_broadcast(&companion->turned);
    while (!companion->turn && !companion->stopped)
        pthread_cond_wait(&companion->turned, &companion->lock);
}

/* The driver's turn is over: it waits for the next. */
static void turn_take(struct companion *companion) {
    if (companion->patience <= 0 || companion->ended || clock_seconds() < companion->changes)
        return;
    companion->waits = companion->turn = true;
    companion->changes = clock_seconds() + SLICE;
    pthread_cond_broadcast(&companion->turned);
    while (companion->turn && !companion->ended)
        pthread_cond_wait(&companion->turned, &companion->lock);
    companion->waits = false;
    companion->changes = clock_seconds() + companion->patience;
}

/* ---- what the beams report ------------------------------------------------------------------- */

/* "112 moves, at least 107, 3 s". The driver may have the console for as long as tables take: on a
 * terminal the next line will do. */
static void line_show(struct companion *companion, int length, int lower_bound, bool news) {
    struct session *session = companion->session;
    if (cli_on_terminal() && pthread_mutex_trylock(&session->console) != 0) return;
    cli_progress_line(&session->progress, news, "%s%s%d move%s, at least %d, %.*f s",
                      companion->alone ? "" : companion->name, companion->alone ? "" : ": ", length,
                      plural((uint64_t)length), lower_bound,
                      clock_seconds() - companion->start < 10 ? 1 : 0,
                      clock_seconds() - companion->start);
    if (cli_on_terminal()) pthread_mutex_unlock(&session->console);
}

static bool event_take(const tilepdb_anytime_event *event, void *user) {
    struct companion *companion = user;
    if (cli_events())
        events_take(event, companion->events);
    else
        line_show(companion, event->length, event->lower_bound, true);
    return !session_stopped(companion->session);
}

static int bound_take(void *user) {
    return __atomic_load_n(&((struct companion *)user)->proven, __ATOMIC_RELAXED);
}

static bool beam_progress(const tilepdb_progress *report, void *user) {
    struct companion *companion = user;
    (void)report;
    line_show(companion, companion->result.length, companion->result.lower_bound, false);
    pthread_mutex_lock(&companion->lock);
    turn_give(companion);
    const bool go_on = !companion->stopped;
    pthread_mutex_unlock(&companion->lock);
    return go_on && cli_signal() == 0;
}

/* ---- the search ------------------------------------------------------------------------------ */

static void search(struct companion *companion, double least) {
    const struct solve_options *options = companion->session->options;
    struct closeness closeness = {0};
    tilepdb_anytime_options anytime;
    tilepdb_anytime_options_init(&anytime);
    if (options->within) closeness_read(options->within, &closeness);
    anytime.metric = (tilepdb_metric)options->metric;
    anytime.memory_limit = companion->memory;
    anytime.threads = companion->threads;
    if (options->timeout > 0) {
        anytime.timeout = options->timeout - (clock_seconds() - companion->start);
        if (anytime.timeout < least) anytime.timeout = least;
    }
    anytime.within = closeness.moves;
    anytime.within_share = closeness.share;
    anytime.lower_bound = bound_take;
    anytime.on_event = event_take;
    anytime.progress = beam_progress;
    anytime.user = companion;
    companion->status = tilepdb_anytime_solve(companion->board, companion->goal, &anytime,
                                              &companion->result, &companion->error);
    pthread_mutex_lock(&companion->lock);
    companion->ended = true;
    pthread_cond_broadcast(&companion->turned);
    pthread_mutex_unlock(&companion->lock);
}

static void *search_thread(void *user) {
    search(user, 1e-9);
    return NULL;
}

static void locks_make(struct companion *companion) {
    pthread_mutex_init(&companion->lock, NULL);
    pthread_cond_init(&companion->turned, NULL);
    companion->result.length = companion->result.lower_bound = -1;
}

static void locks_free(struct companion *companion) {
    pthread_mutex_destroy(&companion->lock);
    pthread_cond_destroy(&companion->turned);
}

void companion_begin(struct companion *companion) {
    sigset_t interrupts, before;
    locks_make(companion);
    companion->turn = true;
    companion->changes = clock_seconds() + SLICE;
    cli_signals(&interrupts);
    pthread_sigmask(SIG_BLOCK, &interrupts, &before);
    companion->running = pthread_create(&companion->thread, NULL, search_thread, companion) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (companion->running) return;
    locks_free(companion);
    companion->ended = true;
    cli_complain("%s: no thread can be started for beams", companion->name);
}

void companion_run(struct companion *companion, double least) {
    locks_make(companion);
    search(companion, least);
    locks_free(companion);
}

bool companion_hears(struct companion *companion, const tilepdb_progress *report) {
    if (report->stage == TILEPDB_STAGE_SEARCH && report->level > companion->proven)
        __atomic_store_n(&companion->proven, report->level, __ATOMIC_RELAXED);
    pthread_mutex_lock(&companion->lock);
    turn_take(companion);
    const bool go_on = !companion->ended || !status_has_result(companion->status);
    pthread_mutex_unlock(&companion->lock);
    return go_on;
}

void companion_end(struct companion *companion, bool stop) {
    pthread_mutex_lock(&companion->lock);
    companion->stopped = stop;
    companion->patience = 0;
    companion->turn = true;
    pthread_cond_broadcast(&companion->turned);
    pthread_mutex_unlock(&companion->lock);
    pthread_join(companion->thread, NULL);
    locks_free(companion);
}
