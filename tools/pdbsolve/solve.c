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
#include "cli/checkpoint_saver.h"
#include "cli/console.h"
#include "cli/paths.h"
#include "cli/signals.h"
#include "pdbsolve/batch_barrier.h"
#include "pdbsolve/journal.h"
#include "pdbsolve/modes.h"
#include "tables/incumbent.h"
#include "tilepdb_many.h"
#include "util/clock.h"
#include "util/number.h"

/* Boards that are counted as waiting. If there are so many, as many come as there have been. */
#define WAITING_SEEN ((size_t)512)

struct batch {
    struct session *session;
    struct board_source boards;
    tilepdb_queue *queue;
    struct checkpoint_saver saver;
    struct journal journal; /* of the console */
    struct batch_barrier barrier;
    int jobs;        /* boards at the same time */
    bool counts;     /* answers go where they are not seen: tell how many there are */
    size_t answered; /* atomic, as is all below; changed under the console's lock */
    size_t read;     /* boards */
    double share;    /* that these are of all; below 0: not known */
    int code;        /* the worst so far; of the console, as is the next */
    bool ends;       /* a board has no answer: those behind it have none, either */
    bool unsettled;  /* a board has no answer that is kept, such as at a limit of time */
};

/* A board's way to its answer. */
struct place {
    tilepdb_task task; /* the first member, so that it leads to the place */
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
    char name[SOURCE_NAME];  /* what messages call the board, such as "line 3" */
};

/* ---- printing: under the console's lock ------------------------------------------------------ */

/* Says on stderr why there is no solution. */
static void explain(const struct place *place) {
    const tilepdb_task *task = &place->task;
    if (task->status == TILEPDB_CANCELLED && !driver_lacks_tables(&place->driver))
        cli_complain("%s: interrupted; the board needs at least %d move%s", place->name,
                     task->result.lower_bound, plural((uint64_t)task->result.lower_bound));
    else
        driver_explain(&place->driver, place->name, task);
}

static struct answer answer_of(const struct place *place) {
    const tilepdb_task *task = &place->task;
    const struct solve_options *options = place->batch->session->options;
    const bool missing = driver_lacks_tables(&place->driver);
    struct answer answer = {.number = place->number,
                            .file = place->file,
                            .id = place->id,
                            .name = place->name,
                            .board = place->readable ? &task->board : NULL,
                            .goal = place->readable ? &place->driver.goal : NULL,
                            .status = task->status,
                            .solvable = place->solvable,
                            .solver = task->solver,
                            .database = driver_database(&place->driver, task->solver),
                            .resumes = options->checkpoint != NULL,
                            .choice = place->driver.choice,
                            .candidates = place->driver.candidates,
                            .beams = place->driver.beams.width ? &place->driver.beams : NULL,
                            .moves = task->status ? place->incumbent.moves : task->result.moves,
                            .message = task->error.message,
                            .solutions = options->all ? &place->solutions : NULL};
    if (missing) answer.message = driver_missing_text(&place->driver);
    if (task->status == TILEPDB_CANCELLED) answer.message = "interrupted";
    if (status_has_result(task->status) && !missing) answer.result = &task->result;
    return answer;
}

static void place_print(struct batch *batch, struct place *place) {
    const struct solve_options *options = batch->session->options;
    const struct answer answer = answer_of(place);
    const bool explains =
        !place->readable ||
        session_explains(batch->session, place->name, &place->task.board, place->task.status);
    if (!answer_is_solved(&answer) && explains) explain(place);
    if (!place->kept && answer_has_moves(&answer))
        events_tell(&place->events, answer.moves, answer.result->upper_bound,
                    answer.result->lower_bound, 0);
    if (!place->text) {
        session_print(batch->session, &answer);
        return;
    }
    cli_progress_clear();
    fwrite(place->text, 1, place->length, batch->session->output->stream);
    if (options->stats && !place->kept) print_stats(options, &answer);
}

/* ---- the journal ----------------------------------------------------------------------------- */

static struct journal_key key_of(const struct place *place) {
    return (struct journal_key){.name = place->name,
                                .number = place->number,
                                .id = place->id,
                                .board = &place->task.board,
                                .goal = &place->goal};
}

/* A board that is solved is never searched again, also where it waits for those before it. */
static void place_keep(struct place *place) {
    struct batch *batch = place->batch;
    struct solve_options options = *batch->session->options;
    const struct journal_key key = key_of(place);
    const struct answer answer = answer_of(place);
    if (!batch->journal.path || !answer_is_solved(&answer) || !answer.result->optimal) return;
    options.stats = false; /* for stderr, in order */
    pthread_mutex_lock(&batch->session->console);
    FILE *stream = cli_allocated(open_memstream(&place->text, &place->length));
    record_fill(&batch->session->record, &options, &answer);
    answer_print(stream, &options, &answer, &batch->session->record);
    fclose(stream);
    cli_allocated(place->text);
    journal_add(&batch->journal, &key, place->text, place->length);
    pthread_mutex_unlock(&batch->session->console);
}

/* The answer that an earlier run has kept, if there is one. */
static void place_take(struct place *place) {
    struct batch *batch = place->batch;
    if (!place->readable) return;
    const struct journal_key key = key_of(place);
    const char *text = journal_take(&batch->journal, &key, &place->length);
    place->kept = text != NULL;
    if (!text) return;
    place->text = cli_allocated(malloc(place->length + 1));
    memcpy(place->text, text, place->length);
}

static void place_settle(struct place *place) {
    place->reached = true;
    place->task.status = TILEPDB_OK;
    place->task.result.optimal = true;
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
static bool place_has_answer(const struct place *place) {
    return place->task.status || driver_lacks_tables(&place->driver) || place->task.result.optimal;
}

static void count_show(struct batch *batch) {
    size_t read;
    double share;
    __atomic_load(&batch->share, &share, __ATOMIC_RELAXED);
    __atomic_load(&batch->read, &read, __ATOMIC_RELAXED);
    if (share >= 0 && read > 0) share *= (double)batch->answered / (double)read;
    cli_progress_count(&batch->session->progress, "board", batch->answered, share);
}

static void place_free(struct place *place) {
    move_list_free(&place->solutions);
    driver_free(&place->driver);
    incumbent_free(&place->incumbent);
    free(place->text);
    free(place);
}

/* The queue's answer: the next in order. */
static bool place_answer(tilepdb_task *task, void *user) {
    struct batch *batch = user;
    struct place *place = (struct place *)task;
    pthread_mutex_lock(&batch->session->console);
    if (place->reached) batch->code = cli_worse(batch->code, place->driver.code);
    batch->ends = batch->ends || (place->reached && !place_has_answer(place));
    batch->unsettled = batch->unsettled || (place->readable && !place->text &&
                                            place->task.status != TILEPDB_UNSOLVABLE);
    if (place->reached && !session_stopped(batch->session)) {
        if (!batch->ends) place_print(batch, place);
        session_answer(batch->session);
    }
    if (place->reached) driver_count_nodes(&place->driver, task);
    batch_barrier_answered(&batch->barrier);
    place_free(place);
    __atomic_fetch_add(&batch->answered, 1, __ATOMIC_RELAXED);
    if (batch->counts) count_show(batch);
    pthread_mutex_unlock(&batch->session->console);
    return true;
}

/* ---- searching ------------------------------------------------------------------------------- */

static bool place_progress(const tilepdb_progress *report, void *user) {
    struct place *place = user;
    struct session *session = place->batch->session;
    if (cli_signal() || session_stopped(session)) return false;
    if (!driver_continues(&place->driver, report)) return false;
    if (report->stage == TILEPDB_STAGE_SEARCH && driver_keeps_incumbent(&place->driver)) {
        place->incumbent.deadline = place->driver.deadline;
        incumbent_poll(&place->incumbent, report->level);
    }
    checkpoint_saver_save(&place->batch->saver);
    /* Of the oldest board; whoever prints at this moment is not waited for. */
    if (__atomic_load_n(&place->batch->answered, __ATOMIC_RELAXED) != place->before) return true;
    if (pthread_mutex_trylock(&session->console) != 0) return true;
    cli_progress_title(&session->progress, "%s", place->name);
    const bool go_on = cli_progress_report(report, &session->progress);
    pthread_mutex_unlock(&session->console);
    return go_on;
}

static bool place_solution(const char *moves, void *user) {
    struct place *place = user;
    move_list_add(&place->solutions,
                  moves_write(place->batch->session->options, &place->task.board, moves));
    return true;
}

static void search_fill(struct place *place, tilepdb_solve_options *search) {
    const struct solve_options *options = place->batch->session->options;
    driver_limits(search, options);
    search->threads = options->common.jobs;
    search->solutions = options->all     ? TILEPDB_SOLUTIONS_ALL
                        : options->count ? TILEPDB_SOLUTIONS_COUNT
                                         : TILEPDB_SOLUTIONS_FIRST;
    search->max_solutions = options->max_solutions;
    search->on_solution = place_solution;
    search->checkpoint = place->batch->saver.checkpoint;
    search->progress = place_progress;
    search->user = place;
}

/* Whether the board can be solved. */
static bool place_check(struct place *place) {
    tilepdb_task *task = &place->task;
    place->driver.code = CLI_USAGE;
    if (!place->readable) return false;
    /* No database is opened or built for a board that none can help. */
    place->driver.goal = place->goal;
    task->status = tilepdb_board_solvable(&task->board, &place->driver.goal, &task->error);
    place->driver.code = cli_exit_code(task->status);
    place->solvable = task->status == TILEPDB_OK;
    return place->solvable;
}

/* Waits for the boards before it, if what they took may change the tables for this one and for
 * those behind it. */
static void place_wait(struct place *place, bool solvable) {
    struct batch *batch = place->batch;
    if (!batch_barrier_wait(&batch->barrier, place->before)) return;
    size_t waiting = __atomic_load_n(&batch->read, __ATOMIC_RELAXED) - place->before;
    if (waiting >= WAITING_SEEN) waiting = WAITING_SEEN;
    if (waiting == WAITING_SEEN && waiting < place->before) waiting = place->before;
    if (solvable && !cli_signal()) driver_upgrade(&place->driver, place->before, waiting);
    batch_barrier_open(&batch->barrier, !solvable);
}

/* Whether a search that ended early has an incumbent that is wanted. */
static bool place_is_saved(const struct place *place) {
    const struct solve_options *options = place->batch->session->options;
    const tilepdb_task *task = &place->task;
    const bool ended = task->status == TILEPDB_LIMIT || task->status == TILEPDB_CANCELLED;
    const bool longer = options->max_length > 0 && task->result.lower_bound > options->max_length;
    return ended && !longer && !driver_lacks_tables(&place->driver) &&
           driver_keeps_incumbent(&place->driver);
}

/* The incumbent is the answer if the bounds prove it. */
static void incumbent_prove(struct place *place) {
    struct incumbent *incumbent = &place->incumbent;
    tilepdb_result *result = &place->task.result;
    if (result->lower_bound < incumbent->lower_bound) result->lower_bound = incumbent->lower_bound;
    if (!incumbent->moves) return;
    const size_t letters = strlen(incumbent->moves);
    result->upper_bound = incumbent->length;
    if (result->lower_bound < result->upper_bound || letters >= sizeof result->moves) return;
    result->length = result->upper_bound;
    result->optimal = result->any = true;
    memcpy(result->moves, incumbent->moves, letters + 1);
    place->task.status = TILEPDB_OK;
    place->driver.code = CLI_SUCCESS;
}

/* After a search that ended early. */
static void place_save(struct place *place) {
    const int longest = place->batch->session->options->max_length;
    struct incumbent *incumbent = &place->incumbent;
    if (!place_is_saved(place)) return;
    incumbent->deadline = place->driver.deadline;
    incumbent_finish(incumbent, place->task.result.lower_bound);
    incumbent_update(incumbent, place->driver.found);
    place->driver.found = NULL;
    if (longest > 0 && incumbent->length > longest) incumbent_free(incumbent);
    incumbent_prove(place);
}

static bool large_progress(const tilepdb_progress *report, void *user) {
    const struct place *place = user;
    (void)report;
    return !cli_signal() && !session_stopped(place->batch->session);
}

/* A board that is too large for tables: beams until a limit. */
static void large_search(struct place *place) {
    tilepdb_task *task = &place->task;
    const int longest = place->batch->session->options->max_length;
    struct incumbent *incumbent = &place->incumbent;
    task->result.solvable = true;
    task->result.root_h = incumbent_search(incumbent, large_progress, place);
    task->status = cli_signal() ? TILEPDB_CANCELLED : TILEPDB_LIMIT;
    place->driver.code = cli_exit_code(task->status);
    if (longest > 0 && incumbent->length > longest) incumbent_free(incumbent);
    incumbent_prove(place);
    snprintf(task->error.message, sizeof task->error.message,
             "the limit is reached; the board needs at least %d moves", task->result.lower_bound);
}

/* The board of a place is about to be searched. */
static void place_begin(struct place *place) {
    const struct solve_options *options = place->batch->session->options;
    place->incumbent = (struct incumbent){.board = place->task.board,
                                          .goal = place->driver.goal,
                                          .metric = (tilepdb_metric)options->metric,
                                          .timeout = options->timeout,
                                          .max_nodes = options->max_nodes,
                                          .memory = options->memory / MEMORY_SHARE,
                                          .on_event = events_take,
                                          .event_user = &place->events,
                                          .start = clock_seconds()};
}

/* The queue's next: prepares the first search, or another one. */
static bool place_next(tilepdb_task *task, void *user) {
    struct batch *batch = user;
    struct place *place = (struct place *)task;
    if (place->kept) {
        place_settle(place);
        return false;
    }
    if (!place->reached) {
        place->reached = true;
        task->result = (tilepdb_result){.length = -1, .lower_bound = -1, .upper_bound = -1};
        place->driver.cache = &batch->session->solvers;
        place->driver.jobs = batch->jobs;
        place->driver.on_event = events_take;
        place->driver.event_user = &place->events;
        events_begin(&place->events, batch->session->options, &task->board, place->file,
                     place->number);
        search_fill(place, &place->driver.search);
        const bool solvable = place_check(place);
        place_wait(place, solvable);
        if (!solvable) return false;
        place_begin(place);
        if (tilepdb_size_check(task->board.width, task->board.height, NULL)) {
            large_search(place);
            return false;
        }
    }
    const bool again = driver_next(&place->driver, task);
    if (again) move_list_free(&place->solutions); /* of a search that does not count */
    if (!again) place_save(place);
    if (!again) place_keep(place);
    return again;
}

/* ---- reading --------------------------------------------------------------------------------- */

static struct place *place_make(struct batch *batch, const struct source_entry *entry) {
    struct place *place = cli_allocated(calloc(1, sizeof *place));
    place->batch = batch;
    place->before = batch->read;
    place->number = entry->number;
    place->file = entry->file;
    place->goal = session_entry_goal(batch->session, entry);
    memcpy(place->id, entry->item.id, sizeof place->id);
    place->readable = entry->readable;
    place->task.board = entry->item.board;
    place->task.status = entry->item.error.status;
    place->task.error = entry->item.error;
    memcpy(place->name, entry->name, sizeof place->name);
    return place;
}

/* Boards that are typed are read one by one as long as the next line may be an answer. */
static void stdin_share(struct batch *batch) {
    struct session *session = batch->session;
    if (!board_source_reads_stdin(&batch->boards) || !session->solvers.may_prompt) return;
    tilepdb_queue_wait(batch->queue);
    pthread_mutex_lock(&session->console);
    session->solvers.may_prompt = solver_cache_may_prompt(&session->solvers);
    pthread_mutex_unlock(&session->console);
}

static int place_put(struct session *session, struct source_entry *entry, void *user) {
    (void)session;
    struct batch *batch = user;
    struct place *place = place_make(batch, entry);
    place_take(place);
    double share = board_source_share(&batch->boards);
    __atomic_store(&batch->share, &share, __ATOMIC_RELAXED);
    __atomic_fetch_add(&batch->read, 1, __ATOMIC_RELAXED);
    tilepdb_queue_put(batch->queue, &place->task); /* which is stopped only when all are put */
    stdin_share(batch);
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
    options.next = place_next;
    options.answer = place_answer;
    options.user = batch;
    cli_signals(&interrupts);
    pthread_sigmask(SIG_BLOCK, &interrupts, &before);
    const tilepdb_status status = tilepdb_queue_create(&options, &batch->queue, &error);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return status ? cli_fail(NULL, &error) : CLI_SUCCESS;
}

static int run(struct session *session) {
    const struct solver_crew *crew = session->solvers.crew;
    struct batch batch = {.session = session,
                          .jobs = crew ? crew->ranks : cli_jobs(&session->options->common),
                          .counts = !cli_is_terminal(session->output->stream)};
    const char *checkpoint = session->options->checkpoint;
    const bool fresh = checkpoint && !cli_file_exists(checkpoint);
    int code = checkpoint_saver_open(&batch.saver, checkpoint, session->options->every);
    if (code == CLI_SUCCESS) code = batch_journal_open(&batch, fresh);
    if (code != CLI_SUCCESS) return cli_worse(code, checkpoint_saver_close(&batch.saver));
    session->solvers.may_prompt = !crew && cli_can_ask();
    batch_barrier_init(&batch.barrier, &session->console, !driver_may_upgrade(&session->solvers));
    session_boards(session, &batch.boards);
    session_head(session, report_columns(session->options));
    code = queue_make(&batch, board_source_most(&batch.boards));
    if (code != CLI_SUCCESS) session_stop(session);
    code = cli_worse(code, session_each(session, &batch.boards, place_put, &batch));
    if (batch.queue && (cli_signal() || session_stopped(session))) tilepdb_queue_stop(batch.queue);
    tilepdb_queue_free(batch.queue);
    batch_barrier_free(&batch.barrier);
    const bool complete = !batch.unsettled && !batch.ends && !session_stopped(session);
    code = cli_worse(code, journal_close(&batch.journal, complete && !cli_signal()));
    code = cli_worse(code, checkpoint_saver_close(&batch.saver));
    return cli_worse(code, batch.code);
}

const struct mode ida_mode = {"ida", run};
