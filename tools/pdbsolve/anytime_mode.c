/*
 * --anytime: a quick solution, then shorter ones, and lower bounds. --improve: the same from a
 * given solution, and where it loses moves.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answers/report.h"
#include "base/clock.h"
#include "base/message_text.h"
#include "cli/console.h"
#include "cli/signals.h"
#include "pdbsolve/modes.h"

/* most cells for which a beam can prove the optimum */
#define PROVEN_CELLS 12

/* most cells for which the metric multi has tables */
#define MULTI_CELLS 16

/* Losses are measured by exact distances on boards of up to LOSS_CELLS cells, unless all searches
 * together take more than LOSS_NODES; otherwise against the answer. */
#define LOSS_CELLS 16
#define LOSS_NODES 50000000

#define LOSSES_NAMED 8

struct losses {
    tilepdb_loss *list; /* owned */
    size_t count;
    int given;  /* moves of the solution */
    int excess; /* moves by which the given solution is longer than the answer */
};

/* One board. */
struct anytime_job {
    struct session *session;
    bool alone;
    const struct input_entry *entry;
    const char *solution; /* letters of the given solution, or NULL */
    tilepdb_board goal;
    struct events events;
    double start;           /* clock_seconds */
    tilepdb_answer *answer; /* owned */
    tilepdb_error error;
    int length, lower_bound; /* of the last event; atomic */
    bool noted;              /* endless_note has printed its note */
};

/* ---- while it runs: two threads call the callbacks ------------------------------------------- */

/* On a terminal, prints nothing while another thread holds the console. */
static void line_show(struct anytime_job *job, bool news) {
    struct session *session = job->session;
    const int length = __atomic_load_n(&job->length, __ATOMIC_RELAXED);
    const int lower_bound = __atomic_load_n(&job->lower_bound, __ATOMIC_RELAXED);
    if (length < 0) return;
    if (cli_on_terminal() && pthread_mutex_trylock(&session->console) != 0) return;
    cli_progress_line(&session->progress, news, "%s%s%d move%s, at least %d, %.*f s",
                      job->alone ? "" : job->entry->name, job->alone ? "" : ": ", length,
                      plural((uint64_t)length), lower_bound,
                      clock_seconds() - job->start < 10 ? 1 : 0, clock_seconds() - job->start);
    if (cli_on_terminal()) pthread_mutex_unlock(&session->console);
}

static bool on_improvement(const tilepdb_anytime_event *event, void *user) {
    struct anytime_job *job = user;
    __atomic_store_n(&job->length, event->length, __ATOMIC_RELAXED);
    __atomic_store_n(&job->lower_bound, event->lower_bound, __ATOMIC_RELAXED);
    if (cli_events())
        events_forward(event, &job->events);
    else
        line_show(job, true);
    return !session_stopped(job->session);
}

/* Prints once that the search may never end. No other thread may use the console meanwhile. */
static void endless_note(struct anytime_job *job, const char *why) {
    const struct solve_options *options = job->session->options;
    const tilepdb_board *board = &job->entry->item.board;
    if (job->noted || options->timeout > 0 || options->within || cli_signal() ||
        board->width * board->height <= PROVEN_CELLS)
        return;
    job->noted = true;
    cli_note("%s: this may never be proven optimal, since %s; --timeout, --within or an interrupt "
             "ends the search",
             job->entry->name, why);
}

static bool on_progress(const tilepdb_progress *report, void *user) {
    struct anytime_job *job = user;
    struct session *session = job->session;
    if (cli_signal() != 0 || session_stopped(session)) return false;
    const bool lacks_tables = __atomic_load_n(&session->lacks_tables, __ATOMIC_RELAXED);
    if (report->stage == TILEPDB_STAGE_SEARCH && !lacks_tables) {
        line_show(job, false);
        return true;
    }
    pthread_mutex_lock(&session->console);
    if (report->stage != TILEPDB_STAGE_SEARCH) /* an event has set the title */
        cli_progress_report(report, &session->progress);
    else if (!session->options->partition)
        endless_note(job, "there are no tables for a search");
    pthread_mutex_unlock(&session->console);
    if (report->stage == TILEPDB_STAGE_SEARCH) line_show(job, false);
    return true;
}

/* ---- the answer ------------------------------------------------------------------------------ */

static bool has_search(const struct anytime_job *job) {
    const tilepdb_board *board = &job->entry->item.board;
    return !tilepdb_size_check(board->width, board->height, NULL) &&
           (job->session->options->metric == TILEPDB_METRIC_SINGLE ||
            board->width * board->height <= MULTI_CELLS);
}

/* Returns false if some distances are not known. */
static bool losses_measure(struct anytime_job *job, struct losses *losses) {
    const tilepdb_board *board = &job->entry->item.board;
    const struct solve_options *options = job->session->options;
    tilepdb_engine_request request = session_request(job->session, board, &job->goal);
    int *distances = cli_allocated(malloc(((size_t)losses->given + 1) * sizeof *distances));
    size_t known;
    request.search.max_nodes = LOSS_NODES;
    if (options->timeout > 0)
        request.search.timeout = options->timeout - (clock_seconds() - job->start);
    const bool measured = job->answer->result->optimal &&
                          board->width * board->height <= LOSS_CELLS &&
                          (options->timeout <= 0 || request.search.timeout > 0) &&
                          !tilepdb_engine_distances(job->session->engine, &request, job->solution,
                                                    distances, &known, NULL);
    if (measured)
        losses->count = tilepdb_losses_of_distances(distances, (size_t)losses->given + 1,
                                                    losses->list, (size_t)losses->given);
    free(distances);
    return measured;
}

/* The caller frees the list. */
static struct losses losses_find(struct anytime_job *job) {
    const tilepdb_metric metric = (tilepdb_metric)job->session->options->metric;
    struct losses losses = {.given = (int)tilepdb_moves_length(job->solution, metric)};
    losses.excess = losses.given - job->answer->result->length;
    losses.list = cli_allocated(calloc((size_t)losses.given + 1, sizeof *losses.list));
    if (losses.excess > 0 && !losses_measure(job, &losses))
        tilepdb_losses_between(&job->entry->item.board, job->solution, job->answer->moves, metric,
                               losses.list, (size_t)losses.given, &losses.count, NULL);
    return losses;
}

static void losses_note(const struct anytime_job *job, const struct losses *losses) {
    char *text = losses->excess > 0
                     ? cli_text("%d more than %s:", losses->excess,
                                job->answer->result->optimal ? "needed" : "the answer")
                 : job->answer->result->optimal ? cli_text("which is optimal")
                                                : cli_text("and no shorter solution was found");
    for (size_t i = 0; i < losses->count && i < LOSSES_NAMED; i++) {
        const tilepdb_loss *loss = &losses->list[i];
        const bool one = loss->first == loss->last;
        cli_append(&text, "%s %d in move%s %zu", i ? "," : "", loss->moves, one ? "" : "s",
                   loss->first);
        if (!one) cli_append(&text, " to %zu", loss->last);
    }
    cli_note("%s: the given solution has %d move%s, %s%s", job->entry->name, losses->given,
             plural((uint64_t)losses->given), text, losses->count > LOSSES_NAMED ? ", ..." : "");
    free(text);
}

static json_t *losses_json(const struct losses *losses) {
    json_t *list = json_array();
    for (size_t i = 0; i < losses->count; i++) {
        const tilepdb_loss *loss = &losses->list[i];
        json_array_append_new(list, json_pack("{sIsIsi}", "first", (json_int_t)loss->first, "last",
                                              (json_int_t)loss->last, "moves", loss->moves));
    }
    return list;
}

static json_t *extra_fields(const struct anytime_job *job, const struct losses *losses) {
    const tilepdb_beams *beams = &job->answer->beams;
    json_t *fields =
        json_pack("{so}", "beams", beams_json(beams->width, beams->expanded, beams->memory));
    if (job->solution) {
        json_object_set_new(fields, "given_length", json_integer(losses->given));
        json_object_set_new(fields, "losses", losses_json(losses));
    }
    return fields;
}

static void reason_write(const struct anytime_job *job, char *reason, size_t size) {
    const tilepdb_result *result = job->answer->result;
    const bool limited = job->answer->status == TILEPDB_LIMIT;
    snprintf(reason, size, "%s%d move%s, and at least %d are needed",
             cli_signal() ? "interrupted: "
             : limited    ? "the limit is reached: "
                          : "",
             result->length, plural((uint64_t)result->length), result->lower_bound);
}

static void job_print(struct anytime_job *job) {
    const tilepdb_result *result = job->answer->result;
    struct losses losses = {0};
    char reason[128] = "";
    if (job->solution) losses = losses_find(job);
    if (!result->optimal) reason_write(job, reason, sizeof reason);
    struct answer answer = session_entry_answer(job->entry, &job->goal);
    answer.status = result->optimal ? TILEPDB_OK : TILEPDB_LIMIT;
    answer.solvable = true;
    answer.result = result;
    answer.search = job->answer;
    answer.moves = job->answer->moves;
    answer.message = reason;
    answer.extra = extra_fields(job, &losses);
    cli_progress_clear();
    events_emit(&job->events, answer.moves, result->length, result->lower_bound, 0);
    if (!result->optimal) cli_note("%s: %s", job->entry->name, reason);
    if (job->solution) losses_note(job, &losses);
    session_print(job->session, &answer);
    json_decref(answer.extra);
    free(losses.list);
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

static int answer_report(struct anytime_job *job, tilepdb_status status) {
    struct session *session = job->session;
    const tilepdb_answer *answer = job->answer;
    if (answer && answer->no_tables) {
        job_refuse(job, TILEPDB_ERROR_NOT_FOUND, session_missing_text(session));
        return cli_exit_code(status);
    }
    if (!answer || !answer->moves) return job_complain(job, status, &job->error);
    if (answer->failure.status) {
        pthread_mutex_lock(&session->console);
        session_explain(session, job->entry->name, answer, &answer->failure);
        pthread_mutex_unlock(&session->console);
    }
    job_print(job);
    return failure_code(answer->failure.status);
}

static tilepdb_engine_request request_make(struct anytime_job *job) {
    const struct solve_options *options = job->session->options;
    tilepdb_engine_request request =
        session_request(job->session, &job->entry->item.board, &job->goal);
    request.improve = true;
    request.solution = job->solution;
    request.within = options->tolerance.moves;
    request.within_share = options->tolerance.fraction;
    request.search.progress = on_progress;
    request.search.user = job;
    request.on_solution = on_improvement;
    request.user = job;
    return request;
}

static int board_solve(struct anytime_job *job) {
    struct session *session = job->session;
    const tilepdb_board *board = &job->entry->item.board;
    tilepdb_error error;
    if (!job->solution) job->goal = session_entry_goal(session, job->entry);
    const tilepdb_status status = tilepdb_board_solvable(board, &job->goal, &error);
    const bool explains = session_explains(session, job->entry->name, board, status);
    if (status && explains) return job_complain(job, status, &error);
    if (status) return job_refuse(job, status, error.message);
    job->start = clock_seconds();
    job->length = job->lower_bound = -1;
    events_begin(&job->events, session->options, board, job->entry->file, job->entry->number);
    cli_progress_title(&session->progress, "%s", job->entry->name);
    if (!has_search(job)) endless_note(job, "boards of this size are too large for a search");
    const tilepdb_engine_request request = request_make(job);
    return answer_report(job, session_solve(session, &request, &job->answer, &job->error));
}

static int anytime_entry(struct session *session, struct input_entry *entry, void *user) {
    struct anytime_job *job = user;
    const bool alone = job->alone;
    memset(job, 0, sizeof *job);
    job->session = session;
    job->alone = alone;
    job->entry = entry;
    const int code =
        entry->readable ? board_solve(job) : session_refuse(session, entry, &entry->item.error);
    tilepdb_answer_free(job->answer);
    session_answer(session);
    return code;
}

int solution_improve(struct session *session, const struct input_entry *entry, const char *moves,
                     size_t length, const tilepdb_error *unread) {
    struct anytime_job *job = cli_allocated(calloc(1, sizeof *job));
    char *letters;
    job->session = session;
    job->entry = entry;
    int code =
        solution_read(session, entry, moves, length, unread, &letters, &job->goal, &job->error);
    job->solution = letters;
    if (letters)
        code = board_solve(job);
    else
        job_complain(job, job->error.status, &job->error);
    tilepdb_answer_free(job->answer);
    free(letters);
    free(job);
    session_answer(session);
    return code;
}

int mode_anytime(struct session *session) {
    struct anytime_job *job = cli_allocated(calloc(1, sizeof *job));
    struct board_input boards;
    session_boards(session, &boards);
    session_head(session, report_columns(session->options));
    job->alone = board_input_count(&boards) == 1;
    const int code = session_each(session, &boards, anytime_entry, job);
    free(job);
    return code;
}
