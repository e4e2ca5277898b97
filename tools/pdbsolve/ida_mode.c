/*
 * Boards in, answers out, in order, by IDA*.
 *
 * The main thread reads, and receives signals while it waits for a line; the threads of a queue
 * search, each one board at a time, and whoever completes the oldest answer prints it and those
 * that wait for it. A board that turns out to be hard is started again with all cores, one such
 * board at a time, so that neither a single board nor the end of a batch leaves cores idle.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answers/events.h"
#include "answers/record.h"
#include "answers/report.h"
#include "base/clock.h"
#include "base/message_text.h"
#include "cli/checkpoint_saver.h"
#include "cli/console.h"
#include "cli/paths.h"
#include "cli/signals.h"
#include "pdbsolve/batch_barrier.h"
#include "pdbsolve/journal.h"
#include "pdbsolve/modes.h"
#include "tables/beams.h"
#include "tilepdb_many.h"

/* Boards that are counted as waiting. If there are so many, as many come as there have been. */
#define WAITING_SEEN ((size_t)512)

struct batch {
    struct session *session;
    struct board_input boards;
    tilepdb_queue *queue;
    struct checkpoint_saver saver;
    struct journal journal; /* of the console */
    struct batch_barrier barrier;
    int jobs;        /* boards at the same time */
    bool counts;     /* answers go where they are not seen: tell how many there are */
    size_t answered; /* atomic, as is all below; changed under the console's lock */
    size_t read;     /* boards */
    double fraction; /* that these are of all; below 0: not known */
    int code;        /* the worst so far; of the console, as is the next */
    bool ends;       /* a board has no answer: those behind it have none, either */
    bool unsettled;  /* a board has no answer that is kept, such as at a limit of time */
};

/* A board's way to its answer. */
struct board_job {
    tilepdb_task task; /* the first member, so that it leads to the job */
    struct batch *batch;
    struct solve_driver driver;
    size_t before; /* boards that were read before it */
    size_t number;
    const char *file; /* as an answer has it */
    struct events events;
    char id[TILEPDB_ID_TEXT];
    tilepdb_board goal;
    struct move_list solutions; /* with --all, in the notation asked for */
    struct incumbent incumbent;
    char *text;              /* of the answer, with a journal, owned; NULL: not yet */
    size_t length;           /* of that */
    bool kept;               /* it is from the journal, and nothing is searched */
    bool readable, solvable; /* known to be */
    bool reached;            /* a thread has taken it */
    char name[INPUT_NAME];   /* what messages call the board, such as "line 3" */
};

/* ---- printing: under the console's lock ------------------------------------------------------ */

/* Says on stderr why there is no solution. */
static void explain(const struct board_job *job) {
    const tilepdb_task *task = &job->task;
    if (task->status == TILEPDB_CANCELLED && !driver_lacks_tables(&job->driver))
        cli_complain("%s: interrupted; the board needs at least %d move%s", job->name,
                     task->result.lower_bound, plural((uint64_t)task->result.lower_bound));
    else
        driver_explain(&job->driver, job->name, task);
}

static struct answer answer_of(const struct board_job *job) {
    const tilepdb_task *task = &job->task;
    const struct solve_options *options = job->batch->session->options;
    const bool missing = driver_lacks_tables(&job->driver);
    struct answer answer = {.number = job->number,
                            .file = job->file,
                            .id = job->id,
                            .name = job->name,
                            .board = job->readable ? &task->board : NULL,
                            .goal = job->readable ? &job->driver.goal : NULL,
                            .status = task->status,
                            .solvable = job->solvable,
                            .solver = task->solver,
                            .database = driver_database(&job->driver, task->solver),
                            .resumes = options->checkpoint != NULL,
                            .choice = job->driver.choice,
                            .candidates = job->driver.candidates,
                            .beams = job->driver.beams.width ? &job->driver.beams : NULL,
                            .moves = task->status ? job->incumbent.moves : task->result.moves,
                            .message = task->error.message,
                            .solutions = options->all ? &job->solutions : NULL};
    if (missing) answer.message = driver_missing_text(&job->driver);
    if (task->status == TILEPDB_CANCELLED) answer.message = "interrupted";
    if (status_has_result(task->status) && !missing) answer.result = &task->result;
    return answer;
}

static void job_print(struct batch *batch, struct board_job *job) {
    const struct solve_options *options = batch->session->options;
    const struct answer answer = answer_of(job);
    const bool explains = !job->readable || session_explains(batch->session, job->name,
                                                             &job->task.board, job->task.status);
    if (!answer_is_solved(&answer) && explains) explain(job);
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

/* ---- the journal ----------------------------------------------------------------------------- */

static struct journal_key key_of(const struct board_job *job) {
    return (struct journal_key){.name = job->name,
                                .number = job->number,
                                .id = job->id,
                                .board = &job->task.board,
                                .goal = &job->goal};
}

/* A board that is solved is never searched again, also where it waits for those before it. */
static void job_keep(struct board_job *job) {
    struct batch *batch = job->batch;
    struct solve_options options = *batch->session->options;
    const struct journal_key key = key_of(job);
    const struct answer answer = answer_of(job);
    if (!batch->journal.path || !answer_is_solved(&answer) || !answer.result->optimal) return;
    options.stats = false; /* for stderr, in order */
    pthread_mutex_lock(&batch->session->console);
    FILE *stream = cli_allocated(open_memstream(&job->text, &job->length));
    record_fill(&batch->session->record, &options, &answer);
    answer_print(stream, &options, &answer, &batch->session->record);
    fclose(stream);
    cli_allocated(job->text);
    journal_add(&batch->journal, &key, job->text, job->length);
    pthread_mutex_unlock(&batch->session->console);
}

/* The answer that an earlier run has kept, if there is one. */
static void job_take(struct board_job *job) {
    struct batch *batch = job->batch;
    if (!job->readable) return;
    const struct journal_key key = key_of(job);
    const char *text = journal_find(&batch->journal, &key, &job->length);
    job->kept = text != NULL;
    if (!text) return;
    job->text = cli_allocated(malloc(job->length + 1));
    memcpy(job->text, text, job->length);
}

static void job_settle(struct board_job *job) {
    job->reached = true;
    job->task.status = TILEPDB_OK;
    job->task.result.optimal = true;
}

/* In a journal are the answers to a list of boards that is written to a file. They have no rows for
 * --bounds. */
static int batch_journal_open(struct batch *batch, bool fresh) {
    struct session *session = batch->session;
    const struct solve_options *options = session->options;
    if (!options->checkpoint || options->bounds ||
        !cli_replacement_is_under_way(&session->output->file))
        return CLI_SUCCESS;
    char *path = journal_path(options->checkpoint);
    int code = cli_output_differ(options->output, path);
    free(path);
    if (code == CLI_SUCCESS)
        code =
            journal_open(&batch->journal, options->checkpoint, fresh, options->common.fingerprint);
    session->output->file.goes_on = batch->journal.goes_on;
    return code;
}

/* ---- answering: under the console's lock ----------------------------------------------------- */

/* A board that is reached after an interrupt has no answer. */
static bool job_has_answer(const struct board_job *job) {
    return job->task.status || driver_lacks_tables(&job->driver) || job->task.result.optimal;
}

static void count_show(struct batch *batch) {
    size_t read;
    double fraction;
    __atomic_load(&batch->fraction, &fraction, __ATOMIC_RELAXED);
    __atomic_load(&batch->read, &read, __ATOMIC_RELAXED);
    if (fraction >= 0 && read > 0) fraction *= (double)batch->answered / (double)read;
    cli_progress_count(&batch->session->progress, "board", batch->answered, fraction);
}

static void job_free(struct board_job *job) {
    move_list_free(&job->solutions);
    driver_free(&job->driver);
    incumbent_free(&job->incumbent);
    free(job->text);
    free(job);
}

/* The queue's answer: the next in order. */
static bool job_answer(tilepdb_task *task, void *user) {
    struct batch *batch = user;
    struct board_job *job = (struct board_job *)task;
    pthread_mutex_lock(&batch->session->console);
    if (job->reached) batch->code = cli_worse(batch->code, job->driver.code);
    batch->ends = batch->ends || (job->reached && !job_has_answer(job));
    batch->unsettled =
        batch->unsettled || (job->readable && !job->text && job->task.status != TILEPDB_UNSOLVABLE);
    if (job->reached && !session_stopped(batch->session)) {
        if (!batch->ends) job_print(batch, job);
        session_answer(batch->session);
    }
    if (job->reached) driver_count_nodes(&job->driver, task);
    batch_barrier_answered(&batch->barrier);
    job_free(job);
    __atomic_fetch_add(&batch->answered, 1, __ATOMIC_RELAXED);
    if (batch->counts) count_show(batch);
    pthread_mutex_unlock(&batch->session->console);
    return true;
}

/* ---- searching ------------------------------------------------------------------------------- */

static bool job_progress(const tilepdb_progress *report, void *user) {
    struct board_job *job = user;
    struct session *session = job->batch->session;
    if (cli_signal() || session_stopped(session)) return false;
    if (!driver_continues(&job->driver, report)) return false;
    if (report->stage == TILEPDB_STAGE_SEARCH && driver_keeps_incumbent(&job->driver)) {
        job->incumbent.deadline = job->driver.deadline;
        incumbent_poll(&job->incumbent, report->level);
    }
    checkpoint_saver_save(&job->batch->saver);
    /* Of the oldest board; whoever prints at this moment is not waited for. */
    if (__atomic_load_n(&job->batch->answered, __ATOMIC_RELAXED) != job->before) return true;
    if (pthread_mutex_trylock(&session->console) != 0) return true;
    cli_progress_title(&session->progress, "%s", job->name);
    const bool go_on = cli_progress_report(report, &session->progress);
    pthread_mutex_unlock(&session->console);
    return go_on;
}

static bool job_solution(const char *moves, void *user) {
    struct board_job *job = user;
    move_list_add(&job->solutions,
                  moves_write(job->batch->session->options, &job->task.board, moves));
    return true;
}

static void search_fill(struct board_job *job, tilepdb_solve_options *search) {
    const struct solve_options *options = job->batch->session->options;
    driver_limits(search, options);
    search->threads = options->common.jobs;
    search->solutions = options->all     ? TILEPDB_SOLUTIONS_ALL
                        : options->count ? TILEPDB_SOLUTIONS_COUNT
                                         : TILEPDB_SOLUTIONS_FIRST;
    search->max_solutions = options->max_solutions;
    search->on_solution = job_solution;
    search->checkpoint = job->batch->saver.checkpoint;
    search->progress = job_progress;
    search->user = job;
}

/* Whether the board can be solved. */
static bool job_check(struct board_job *job) {
    tilepdb_task *task = &job->task;
    job->driver.code = CLI_USAGE;
    if (!job->readable) return false;
    /* No database is opened or built for a board that none can help. */
    job->driver.goal = job->goal;
    task->status = tilepdb_board_solvable(&task->board, &job->driver.goal, &task->error);
    job->driver.code = cli_exit_code(task->status);
    job->solvable = task->status == TILEPDB_OK;
    return job->solvable;
}

/* Waits for the boards before it, if what they took may change the tables for this one and for
 * those behind it. */
static void job_wait(struct board_job *job, bool solvable) {
    struct batch *batch = job->batch;
    if (!batch_barrier_wait(&batch->barrier, job->before)) return;
    size_t waiting = __atomic_load_n(&batch->read, __ATOMIC_RELAXED) - job->before;
    if (waiting >= WAITING_SEEN) waiting = WAITING_SEEN;
    if (waiting == WAITING_SEEN && waiting < job->before) waiting = job->before;
    if (solvable && !cli_signal()) driver_upgrade(&job->driver, job->before, waiting);
    batch_barrier_open(&batch->barrier, !solvable);
}

/* Whether a search that ended early has an incumbent that is wanted. */
static bool job_is_saved(const struct board_job *job) {
    const struct solve_options *options = job->batch->session->options;
    const tilepdb_task *task = &job->task;
    const bool ended = task->status == TILEPDB_LIMIT || task->status == TILEPDB_CANCELLED;
    const bool longer = options->max_length > 0 && task->result.lower_bound > options->max_length;
    return ended && !longer && !driver_lacks_tables(&job->driver) &&
           driver_keeps_incumbent(&job->driver);
}

/* The incumbent is the answer if the bounds prove it. */
static void incumbent_prove(struct board_job *job) {
    struct incumbent *incumbent = &job->incumbent;
    tilepdb_result *result = &job->task.result;
    if (result->lower_bound < incumbent->lower_bound) result->lower_bound = incumbent->lower_bound;
    if (!incumbent->moves) return;
    const size_t letters = strlen(incumbent->moves);
    result->upper_bound = incumbent->length;
    if (result->lower_bound < result->upper_bound || letters >= sizeof result->moves) return;
    result->length = result->upper_bound;
    result->optimal = result->any = true;
    memcpy(result->moves, incumbent->moves, letters + 1);
    job->task.status = TILEPDB_OK;
    job->driver.code = CLI_SUCCESS;
}

/* After a search that ended early. */
static void job_save(struct board_job *job) {
    const int longest = job->batch->session->options->max_length;
    struct incumbent *incumbent = &job->incumbent;
    if (!job_is_saved(job)) return;
    incumbent->deadline = job->driver.deadline;
    incumbent_finish(incumbent, job->task.result.lower_bound);
    incumbent_update(incumbent, job->driver.found);
    job->driver.found = NULL;
    if (longest > 0 && incumbent->length > longest) incumbent_free(incumbent);
    incumbent_prove(job);
}

static bool large_progress(const tilepdb_progress *report, void *user) {
    const struct board_job *job = user;
    (void)report;
    return !cli_signal() && !session_stopped(job->batch->session);
}

/* A board that is too large for tables: beams until a limit. */
static void large_search(struct board_job *job) {
    tilepdb_task *task = &job->task;
    const int longest = job->batch->session->options->max_length;
    struct incumbent *incumbent = &job->incumbent;
    task->result.solvable = true;
    task->result.root_h = incumbent_search(incumbent, large_progress, job);
    task->status = cli_signal() ? TILEPDB_CANCELLED : TILEPDB_LIMIT;
    job->driver.code = cli_exit_code(task->status);
    if (longest > 0 && incumbent->length > longest) incumbent_free(incumbent);
    incumbent_prove(job);
    snprintf(task->error.message, sizeof task->error.message,
             "the limit is reached; the board needs at least %d moves", task->result.lower_bound);
}

/* The board of a job is about to be searched. */
static void job_begin(struct board_job *job) {
    const struct solve_options *options = job->batch->session->options;
    job->incumbent = (struct incumbent){.board = job->task.board,
                                        .goal = job->driver.goal,
                                        .metric = (tilepdb_metric)options->metric,
                                        .timeout = options->timeout,
                                        .max_nodes = options->max_nodes,
                                        .memory = options->memory / MEMORY_PARTS,
                                        .on_event = events_forward,
                                        .event_user = &job->events,
                                        .start = clock_seconds()};
}

/* The queue's next: prepares the first search, or another one. */
static bool job_next(tilepdb_task *task, void *user) {
    struct batch *batch = user;
    struct board_job *job = (struct board_job *)task;
    if (job->kept) {
        job_settle(job);
        return false;
    }
    if (!job->reached) {
        job->reached = true;
        task->result = (tilepdb_result){.length = -1, .lower_bound = -1, .upper_bound = -1};
        job->driver.cache = &batch->session->solvers;
        job->driver.jobs = batch->jobs;
        job->driver.on_event = events_forward;
        job->driver.event_user = &job->events;
        events_begin(&job->events, batch->session->options, &task->board, job->file, job->number);
        search_fill(job, &job->driver.search);
        const bool solvable = job_check(job);
        job_wait(job, solvable);
        if (!solvable) return false;
        job_begin(job);
        if (tilepdb_size_check(task->board.width, task->board.height, NULL)) {
            large_search(job);
            return false;
        }
    }
    const bool again = driver_next(&job->driver, task);
    if (again) move_list_free(&job->solutions); /* of a search that does not count */
    if (!again) job_save(job);
    if (!again) job_keep(job);
    return again;
}

/* ---- reading --------------------------------------------------------------------------------- */

static struct board_job *job_make(struct batch *batch, const struct input_entry *entry) {
    struct board_job *job = cli_allocated(calloc(1, sizeof *job));
    job->batch = batch;
    job->before = batch->read;
    job->number = entry->number;
    job->file = entry->file;
    job->goal = session_entry_goal(batch->session, entry);
    memcpy(job->id, entry->item.id, sizeof job->id);
    job->readable = entry->readable;
    job->task.board = entry->item.board;
    job->task.status = entry->item.error.status;
    job->task.error = entry->item.error;
    memcpy(job->name, entry->name, sizeof job->name);
    return job;
}

/* Boards that are typed are read one by one as long as the next line may be an answer. */
static void stdin_release(struct batch *batch) {
    struct session *session = batch->session;
    if (!board_input_reads_stdin(&batch->boards) || !session->solvers.may_prompt) return;
    tilepdb_queue_wait(batch->queue);
    pthread_mutex_lock(&session->console);
    session->solvers.may_prompt = solver_cache_may_prompt(&session->solvers);
    pthread_mutex_unlock(&session->console);
}

static int job_put(struct session *session, struct input_entry *entry, void *user) {
    (void)session;
    struct batch *batch = user;
    struct board_job *job = job_make(batch, entry);
    job_take(job);
    double fraction = board_input_fraction(&batch->boards);
    __atomic_store(&batch->fraction, &fraction, __ATOMIC_RELAXED);
    __atomic_fetch_add(&batch->read, 1, __ATOMIC_RELAXED);
    tilepdb_queue_put(batch->queue, &job->task); /* which is stopped only when all are put */
    stdin_release(batch);
    return CLI_SUCCESS;
}

/* Its threads leave interrupts to this one. */
static int queue_make(struct batch *batch, size_t most) {
    sigset_t interrupts, before;
    tilepdb_queue_options options;
    tilepdb_error error;
    tilepdb_queue_options_init(&options);
    if (most > 0 && most < (size_t)batch->jobs) batch->jobs = (int)most;
    options.threads = batch->jobs;
    options.next = job_next;
    options.answer = job_answer;
    options.user = batch;
    cli_signals(&interrupts);
    pthread_sigmask(SIG_BLOCK, &interrupts, &before);
    const tilepdb_status status = tilepdb_queue_create(&options, &batch->queue, &error);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return status ? cli_fail(NULL, &error) : CLI_SUCCESS;
}

static int run(struct session *session) {
    const struct solver_dispatcher *dispatcher = session->solvers.dispatcher;
    struct batch batch = {.session = session,
                          .jobs =
                              dispatcher ? dispatcher->ranks : cli_jobs(&session->options->common),
                          .counts = !cli_is_terminal(session->output->stream)};
    const char *checkpoint = session->options->checkpoint;
    const bool fresh = checkpoint && !cli_file_exists(checkpoint);
    int code = checkpoint_saver_open(&batch.saver, checkpoint, session->options->every);
    if (code == CLI_SUCCESS) code = batch_journal_open(&batch, fresh);
    if (code != CLI_SUCCESS) return cli_worse(code, checkpoint_saver_close(&batch.saver));
    session->solvers.may_prompt = !dispatcher && cli_can_ask();
    batch_barrier_init(&batch.barrier, &session->console, !driver_may_upgrade(&session->solvers));
    session_boards(session, &batch.boards);
    session_head(session, report_columns(session->options));
    code = queue_make(&batch, board_input_count(&batch.boards));
    if (code != CLI_SUCCESS) session_stop(session);
    code = cli_worse(code, session_each(session, &batch.boards, job_put, &batch));
    if (batch.queue && (cli_signal() || session_stopped(session))) tilepdb_queue_stop(batch.queue);
    tilepdb_queue_free(batch.queue);
    batch_barrier_free(&batch.barrier);
    const bool complete = !batch.unsettled && !batch.ends && !session_stopped(session);
    code = cli_worse(code, journal_close(&batch.journal, complete && !cli_signal()));
    code = cli_worse(code, checkpoint_saver_close(&batch.saver));
    return cli_worse(code, batch.code);
}

const struct mode ida_mode = {"ida", run};
