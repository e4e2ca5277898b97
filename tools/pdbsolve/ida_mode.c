/*
 * Reads boards and prints answers in order, by IDA*.
 *
 * The main thread reads, and handles signals while it waits for a line. Each thread of a queue
 * solves one board; the thread that completes the oldest answer prints it and the answers behind
 * it. A hard board is searched again with all cores, one at a time, so that no cores idle at the
 * end of a batch.
 */
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answers/report.h"
#include "base/message_text.h"
#include "cli/console.h"
#include "cli/signals.h"
#include "pdbsolve/modes.h"
#include "tilepdb_engine.h"

/* Waiting boards are counted up to this number. If more wait, their number is taken to be this
 * number or the number of earlier boards, whichever is larger. */
#define WAITING_SEEN ((size_t)512)

/* Boards before the first upgrade: they show whether the batch is hard. */
#define FIRST_BOARDS 8

/* Answers from the checkpoint, which a crash cannot lose, are flushed once for this many boards. */
#define FLUSH_BOARDS 64

struct batch {
    struct session *session;
    struct board_input boards;
    tilepdb_queue *queue;
    int jobs;
    bool counts;
    size_t saved;    /* answers of earlier runs in the checkpoint */
    size_t read;     /* atomic */
    double fraction; /* share of the input that was read; negative if unknown; atomic */
    size_t answered; /* boards answered; atomic, written under the console's lock */

    /* The console's lock protects the members below. */
    int code;
    bool ends;      /* a board has no answer, so later boards get none */
    bool unsettled; /* a readable, solvable board has no saved answer */
    bool unkept;    /* an answer could not be saved, so later answers are not */

    /* The first `passes` boards may pass the barrier. Once all these boards are answered, the next
     * board may upgrade the tables, and `passes` grows. So tables change only while no earlier
     * board lacks its answer, for any number of threads. */
    size_t passes;
    pthread_cond_t barrier_moved;
};

struct board_job {
    tilepdb_task task; /* first member: a task pointer is a job pointer */
    struct batch *batch;
    size_t number;
    const char *file;
    char name[INPUT_NAME];
    char id[TILEPDB_ID_TEXT];
    bool readable;
    tilepdb_board goal;
    tilepdb_answer *answer; /* owned; NULL before the search, and after an error of arguments */
    int code;
    size_t before; /* boards read before this one */
    struct events events;
    struct move_list solutions; /* of --all, in the notation of --moves */
    char *text;                 /* text for the checkpoint; owned; may be NULL */
    size_t length;
    bool kept; /* `text` is from the checkpoint; nothing is searched */
    bool solvable;
    bool reached; /* job_solve took the board */
};

/* ---- printing: under the console's lock ------------------------------------------------------ */

static struct answer answer_of(const struct board_job *job) {
    const tilepdb_task *task = &job->task;
    const struct solve_options *options = job->batch->session->options;
    struct answer answer = {.number = job->number,
                            .file = job->file,
                            .id = job->id,
                            .name = job->name,
                            .board = job->readable ? &task->board : NULL,
                            .goal = job->readable ? &job->goal : NULL,
                            .solvable = job->solvable,
                            .resumes = options->checkpoint != NULL,
                            .solutions = options->all ? &job->solutions : NULL};
    session_answer_fill(job->batch->session, &answer, task->status, job->answer, &task->result,
                        &task->error);
    return answer;
}

static void job_print(struct batch *batch, struct board_job *job) {
    const struct solve_options *options = batch->session->options;
    const struct answer answer = answer_of(job);
    const bool explains = !job->readable || session_explains(batch->session, job->name,
                                                             &job->task.board, job->task.status);
    if (!answer_is_solved(&answer) && explains)
        session_explain_answer(batch->session, &answer, &job->task.error);
    if (!job->kept && answer_has_moves(&answer))
        events_emit(&job->events, answer.moves, answer.result->upper_bound,
                    answer.result->lower_bound, 0);
    if (!job->text) {
        session_print(batch->session, &answer);
        return;
    }
    cli_progress_clear();
    fwrite(job->text, 1, job->length, batch->session->output->stream);
    if (options->stats && !job->kept) print_stats(options, &answer);
}

/* ---- answers in the checkpoint --------------------------------------------------------------- */

/* Key of the entry that identifies the command line. */
#define COMMAND_LINE "command line"

static char *key_of(const struct board_job *job) {
    char board[TILEPDB_BOARD_TEXT], goal[TILEPDB_BOARD_TEXT];
    tilepdb_board_format(&job->task.board, true, board);
    tilepdb_board_format(&job->goal, true, goal);
    return cli_text("%zu, %s, '%s': %s to %s\n", job->number, job->name, job->id, board, goal);
}

/* Reports only the first failure. Called under the console's lock. */
static void answer_save(struct batch *batch, const char *key, const void *text, size_t length) {
    const struct checkpoint_saver *saver = &batch->session->saver;
    tilepdb_error error;
    if (batch->unkept || !tilepdb_checkpoint_put(saver->checkpoint, key, text, length, &error))
        return;
    cli_complain("%s: answers are not kept: %s", saver->path, error.message);
    batch->unkept = true;
    batch->code = cli_worse(batch->code, CLI_FAILURE);
}

static void job_keep(struct board_job *job) {
    struct batch *batch = job->batch;
    const struct solve_options *options = batch->session->options;
    const struct answer answer = answer_of(job);
    if (!batch->session->keeps_answers || !answer_is_solved(&answer) || !answer.result->optimal)
        return;
    pthread_mutex_lock(&batch->session->console);
    FILE *stream = cli_allocated(open_memstream(&job->text, &job->length));
    record_fill(&batch->session->record, options, &answer);
    answer_print(stream, options, &answer, &batch->session->record);
    fclose(stream);
    cli_allocated(job->text);
    char *key = key_of(job);
    answer_save(batch, key, job->text, job->length);
    free(key);
    pthread_mutex_unlock(&batch->session->console);
}

static void job_take(struct board_job *job) {
    char text[4096];
    struct batch *batch = job->batch;
    if (!job->readable || !batch->saved) return;
    char *key = key_of(job);
    tilepdb_checkpoint *checkpoint = batch->session->saver.checkpoint;
    job->length = tilepdb_checkpoint_get(checkpoint, key, text, sizeof text);
    job->kept = job->length > 0;
    if (job->kept) job->text = cli_allocated(malloc(job->length));
    if (job->kept && job->length <= sizeof text)
        memcpy(job->text, text, job->length);
    else if (job->kept)
        job->kept = tilepdb_checkpoint_get(checkpoint, key, job->text, job->length) == job->length;
    if (!job->kept) {
        free(job->text);
        job->text = NULL;
    }
    free(key);
}

/* Answers are saved for a regular output file without --bounds. */
static int answers_open(struct batch *batch) {
    struct session *session = batch->session;
    const struct solve_options *options = session->options;
    struct checkpoint_saver *saver = &session->saver;
    char mine[17], saved[17] = "";
    tilepdb_checkpoint_info info;
    tilepdb_error error;
    if (!saver->checkpoint || options->bounds || !cli_output_is_file(session->output))
        return CLI_SUCCESS;
    snprintf(mine, sizeof mine, "%016" PRIx64, options->common.fingerprint);
    const bool begun =
        tilepdb_checkpoint_get(saver->checkpoint, COMMAND_LINE, saved, sizeof saved) > 0;
    const bool goes_on = begun && strcmp(mine, saved) == 0;
    tilepdb_checkpoint_info_get(saver->checkpoint, &info);
    if (begun && !goes_on && info.entries == 0 &&
        tilepdb_checkpoint_forget(saver->checkpoint, &error))
        return cli_fail(NULL, &error);
    if (!goes_on && info.entries > 0) {
        cli_complain("%s has the answers of another command line: repeat that one, or remove the "
                     "file to begin anew",
                     saver->path);
        return CLI_USAGE;
    }
    session->output->file.goes_on = goes_on;
    batch->saved = info.entries;
    if (info.entries > 0)
        cli_note("%s: %s answer%s taken up", saver->path, GROUPED(info.entries),
                 info.entries == 1 ? " is" : "s are");
    session->keeps_answers = true;
    if (!goes_on) answer_save(batch, COMMAND_LINE, mine, sizeof mine);
    return CLI_SUCCESS;
}

/* ---- answering: under the console's lock ----------------------------------------------------- */

/* Returns false for boards taken after an interrupt. */
static bool job_has_answer(const struct board_job *job) {
    return job->kept || job->task.status != TILEPDB_CANCELLED ||
           (job->answer && job->answer->searched);
}

static void count_show(struct batch *batch) {
    size_t read;
    double fraction;
    __atomic_load(&batch->fraction, &fraction, __ATOMIC_RELAXED);
    __atomic_load(&batch->read, &read, __ATOMIC_RELAXED);
    if (fraction >= 0 && read > 0) fraction *= (double)batch->answered / (double)read;
    cli_progress_count(&batch->session->progress, "board", batch->answered, fraction);
}

/* Takes ownership of `moves`, of `length` moves of the metric. */
static void move_list_add(struct move_list *list, char *moves, int length) {
    if (list->count == list->capacity) {
        list->capacity = list->capacity ? 2 * list->capacity : 16;
        list->moves = cli_allocated(realloc(list->moves, list->capacity * sizeof *list->moves));
        list->lengths =
            cli_allocated(realloc(list->lengths, list->capacity * sizeof *list->lengths));
    }
    list->lengths[list->count] = length;
    list->moves[list->count++] = moves;
}

static void move_list_free(struct move_list *list) {
    for (size_t i = 0; i < list->count; i++) free(list->moves[i]);
    free(list->moves);
    free(list->lengths);
    *list = (struct move_list){0};
}

static void job_free(struct board_job *job) {
    move_list_free(&job->solutions);
    tilepdb_answer_free(job->answer);
    free(job->text);
    free(job);
}

static bool job_answer(tilepdb_task *task, void *user) {
    struct batch *batch = user;
    struct board_job *job = (struct board_job *)task;
    pthread_mutex_lock(&batch->session->console);
    if (job->reached) batch->code = cli_worse(batch->code, job->code);
    batch->ends = batch->ends || (job->reached && !job_has_answer(job));
    batch->unsettled =
        batch->unsettled || (job->readable && !job->text && job->task.status != TILEPDB_UNSOLVABLE);
    if (job->reached && !session_stopped(batch->session)) {
        if (!batch->ends) job_print(batch, job);
        if (!job->kept || batch->answered % FLUSH_BOARDS == 0) session_answer(batch->session);
    }
    job_free(job);
    if (__atomic_add_fetch(&batch->answered, 1, __ATOMIC_RELAXED) == batch->passes)
        pthread_cond_broadcast(&batch->barrier_moved);
    if (batch->counts) count_show(batch);
    pthread_mutex_unlock(&batch->session->console);
    return true;
}

/* ---- searching ------------------------------------------------------------------------------- */

static bool job_progress(const tilepdb_progress *report, void *user) {
    struct board_job *job = user;
    struct session *session = job->batch->session;
    if (cli_signal() || session_stopped(session)) return false;
    if (report->stage == TILEPDB_STAGE_WAIT) return true;
    if (report->stage != TILEPDB_STAGE_SEARCH) { /* tables, whose title an event has set */
        pthread_mutex_lock(&session->console);
        const bool go_on = cli_progress_report(report, &session->progress);
        pthread_mutex_unlock(&session->console);
        return go_on;
    }
    checkpoint_saver_save(&session->saver);
    /* Shows only the oldest board, and not while another thread prints. */
    if (__atomic_load_n(&job->batch->answered, __ATOMIC_RELAXED) != job->before) return true;
    if (pthread_mutex_trylock(&session->console) != 0) return true;
    cli_progress_title(&session->progress, "%s", job->name);
    const bool go_on = cli_progress_report(report, &session->progress);
    pthread_mutex_unlock(&session->console);
    return go_on;
}

static bool job_solution(const char *moves, void *user) {
    struct board_job *job = user;
    const struct solve_options *options = job->batch->session->options;
    move_list_add(&job->solutions, moves_write(options, &job->task.board, moves),
                  (int)tilepdb_moves_length(moves, (tilepdb_metric)options->metric));
    return true;
}

/* A search lists its solutions anew. */
static tilepdb_status job_search(size_t number, const tilepdb_searcher *searcher, void *user,
                                 tilepdb_error *error) {
    struct board_job *job = user;
    (void)number;
    (void)searcher;
    (void)error;
    move_list_free(&job->solutions);
    return TILEPDB_OK;
}

static bool events_of_job(const tilepdb_anytime_event *event, void *user) {
    struct board_job *job = user;
    return events_forward(event, &job->events);
}

static tilepdb_engine_request job_request(struct board_job *job) {
    struct session *session = job->batch->session;
    const struct solve_options *options = session->options;
    tilepdb_engine_request request = session_request(session, &job->task.board, &job->goal);
    tilepdb_solve_options *search = &request.search;
    request.at_a_time = job->batch->jobs;
    request.before = job->before;
    request.best = true;
    if (options->all) request.on_search = job_search;
    request.on_solution = events_of_job;
    request.user = job;
    search->solutions = options->all     ? TILEPDB_SOLUTIONS_ALL
                        : options->count ? TILEPDB_SOLUTIONS_COUNT
                                         : TILEPDB_SOLUTIONS_FIRST;
    search->max_solutions = options->max_solutions;
    request.beyond = options->beyond;
    search->on_solution = job_solution;
    search->checkpoint = job->batch->session->saver.checkpoint;
    search->progress = job_progress;
    search->user = job;
    return request;
}

static bool job_check(struct board_job *job) {
    tilepdb_task *task = &job->task;
    job->code = CLI_USAGE;
    if (!job->readable) return false;
    task->status = tilepdb_board_solvable(&task->board, &job->goal, &task->error);
    job->code = cli_exit_code(task->status);
    job->solvable = task->status == TILEPDB_OK;
    return job->solvable;
}

/* The first board behind the barrier upgrades the tables if that pays off; an unsolvable board
 * leaves this to the next. */
static void job_wait(struct board_job *job) {
    struct batch *batch = job->batch;
    const size_t before = job->before;
    pthread_mutex_lock(&batch->session->console);
    while (before > batch->passes || (before == batch->passes && batch->answered < before))
        pthread_cond_wait(&batch->barrier_moved, &batch->session->console);
    const bool first = before == batch->passes;
    pthread_mutex_unlock(&batch->session->console);
    if (!first) return;
    size_t waiting = __atomic_load_n(&batch->read, __ATOMIC_RELAXED) - before;
    if (waiting >= WAITING_SEEN) waiting = before > WAITING_SEEN ? before : WAITING_SEEN;
    if (job->solvable && !cli_signal()) {
        const tilepdb_engine_request request = job_request(job);
        tilepdb_engine_upgrade(batch->session->engine, &request, before, waiting);
    }
    pthread_mutex_lock(&batch->session->console);
    batch->passes += job->solvable ? before : 1;
    pthread_cond_broadcast(&batch->barrier_moved);
    pthread_mutex_unlock(&batch->session->console);
}

/* Returns false, since the engine runs the searches. */
static bool job_solve(tilepdb_task *task, void *user) {
    struct batch *batch = user;
    struct board_job *job = (struct board_job *)task;
    job->reached = true;
    if (job->kept) {
        task->status = TILEPDB_OK;
        task->result.optimal = true;
        return false;
    }
    task->result = (tilepdb_result){.length = -1, .lower_bound = -1, .upper_bound = -1};
    events_begin(&job->events, batch->session->options, &task->board, job->file, job->number);
    const bool solvable = job_check(job);
    job_wait(job);
    if (!solvable) return false;
    const tilepdb_engine_request request = job_request(job);
    task->status = session_solve(batch->session, &request, &job->answer, &task->error);
    job->code = cli_exit_code(task->status);
    job_keep(job);
    return false;
}

/* ---- reading --------------------------------------------------------------------------------- */

static struct board_job *job_make(struct batch *batch, const struct input_entry *entry) {
    struct board_job *job = cli_allocated(calloc(1, sizeof *job));
    job->batch = batch;
    job->before = batch->read;
    job->number = entry->number;
    job->file = entry->file;
    memcpy(job->name, entry->name, sizeof job->name);
    memcpy(job->id, entry->item.id, sizeof job->id);
    job->readable = entry->readable;
    job->goal = session_entry_goal(batch->session, entry);
    job->task.board = entry->item.board;
    job->task.status = entry->item.error.status;
    job->task.error = entry->item.error;
    return job;
}

static int job_put(struct session *session, struct input_entry *entry, void *user) {
    (void)session;
    struct batch *batch = user;
    struct board_job *job = job_make(batch, entry);
    job_take(job);
    double fraction = board_input_fraction(&batch->boards);
    __atomic_store(&batch->fraction, &fraction, __ATOMIC_RELAXED);
    __atomic_fetch_add(&batch->read, 1, __ATOMIC_RELAXED);
    if (job->kept && __atomic_load_n(&batch->answered, __ATOMIC_RELAXED) == job->before) {
        /* Without earlier boards this is quicker than waking a thread. */
        job_solve(&job->task, batch);
        job_answer(&job->task, batch);
    } else {
        tilepdb_queue_put(batch->queue, &job->task); /* takes every board, since the queue is
                                                      * stopped only after the last board */
    }
    return CLI_SUCCESS;
}

/* Only the calling thread handles signals. */
static int queue_make(struct batch *batch, size_t most) {
    sigset_t interrupts, before;
    tilepdb_queue_options options;
    tilepdb_error error;
    tilepdb_queue_options_init(&options);
    if (most > 0 && most < (size_t)batch->jobs) batch->jobs = (int)most;
    options.threads = batch->jobs;
    options.capacity = WAITING_SEEN; /* a waiting board takes about 45 kB */
    options.next = job_solve;
    options.answer = job_answer;
    options.user = batch;
    cli_signals(&interrupts);
    pthread_sigmask(SIG_BLOCK, &interrupts, &before);
    const tilepdb_status status = tilepdb_queue_create(&options, &batch->queue, &error);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return status ? cli_fail(NULL, &error) : CLI_SUCCESS;
}

int mode_ida(struct session *session) {
    struct batch batch = {.session = session,
                          .jobs = session->ranks > 0 ? session->ranks
                                                     : cli_jobs(&session->options->common),
                          .counts = !cli_is_terminal(session->output->stream)};
    const struct solve_options *options = session->options;
    int code = checkpoint_saver_open(&session->saver, options->checkpoint, options->every);
    if (code == CLI_SUCCESS) code = answers_open(&batch);
    if (code != CLI_SUCCESS) return code;
    const tilepdb_engine_request request = session_request(session, NULL, NULL);
    batch.passes = tilepdb_engine_may_upgrade(session->engine, &request) ? FIRST_BOARDS : SIZE_MAX;
    pthread_cond_init(&batch.barrier_moved, NULL);
    session_boards(session, &batch.boards);
    session_head(session, report_columns(session->options));
    code = queue_make(&batch, board_input_count(&batch.boards));
    if (code != CLI_SUCCESS) session_stop(session);
    code = cli_worse(code, session_each(session, &batch.boards, job_put, &batch));
    if (batch.queue && (cli_signal() || session_stopped(session))) tilepdb_queue_stop(batch.queue);
    tilepdb_queue_free(batch.queue);
    pthread_cond_destroy(&batch.barrier_moved);
    session->answered = !batch.unsettled && !batch.ends && !session_stopped(session);
    return cli_worse(code, batch.code);
}
