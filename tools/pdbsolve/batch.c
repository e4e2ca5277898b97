/*
 * Boards in, answers out, in order.
 *
 * The main thread reads, and receives signals while it waits for a line; workers solve, each one
 * board at a time, and whoever completes the oldest answer prints it and those that wait for it. A
 * board that turns out to be hard is started again with all cores, one such board at a time, so
 * that neither a single board nor the end of a batch leaves cores idle.
 */
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "cli/console.h"
#include "cli/question.h"
#include "cli/screen.h"
#include "pdbsolve/batch.h"
#include "pdbsolve/modes.h"
#include "pdbsolve/report.h"
#include "util/number.h"

/* ---- printing: under the console's lock ------------------------------------------------------ */

/* Whether a status comes with a result. */
static bool is_result(tilepdb_status status) {
    return status == TILEPDB_OK || status == TILEPDB_UNSOLVABLE || status == TILEPDB_LIMIT ||
           status == TILEPDB_CANCELLED;
}

/* Whether what failed is a table, so that it also fails for the next board. */
static bool table_failed(const struct workplace *place) {
    return place->slot != NULL && !is_result(place->status) &&
           cli_exit_code(place->status) == CLI_FAILURE;
}

/* Says on stderr why there is no solution; what holds for all boards of a size, once. */
static void explain(const struct workplace *place) {
    if (place->lacks_database) {
        if (solver_tell(place->slot, "no database"))
            cli_complain("%s: not solved: no database", place->name);
    } else if (table_failed(place)) {
        if (!solver_tell(place->slot, place->error.message)) return;
        cli_complain("%s: %s", place->name, place->error.message);
        database_advise(&place->slot->best->database, &place->error);
    } else if (place->status == TILEPDB_CANCELLED)
        cli_complain("%s: interrupted; the board needs at least %d move%s", place->name,
                     place->result.lower_bound, plural((uint64_t)place->result.lower_bound));
    else
        cli_complain("%s: %s", place->name, place->error.message);
}

static void answer_print(struct batch *batch, const struct workplace *place,
                         struct answer *answer) {
    const struct solve_options *options = batch->options;
    FILE *stream = batch->output->stream;
    cli_progress_clear();
    report_for((enum solve_format)options->format)->answer(stream, answer);
    if (answer->result == NULL) return;
    if (place->status == TILEPDB_OK && options->show)
        show_solution(stream, options, &place->board, place->result.moves);
    if (place->status == TILEPDB_OK && options->animate)
        animate_solution(stream, options, &place->board, place->result.moves);
    if (options->stats) print_stats(place->name, &place->result);
}

static void place_print(struct batch *batch, const struct workplace *place) {
    const bool solved = place->status == TILEPDB_OK && !place->lacks_database;
    struct answer answer = {.number = place->number,
                            .board = place->readable ? &place->board : NULL,
                            .goal = place->readable ? &place->goal : NULL,
                            .status = place->status,
                            .solvable = place->solvable,
                            .moves = "",
                            .message = place->error.message,
                            .counted = batch->options->count || batch->options->all,
                            .solutions = batch->options->all ? &place->solutions : NULL};
    if (!solved) explain(place);
    if (place->lacks_database) answer.message = "no usable database for boards of this size";
    if (place->status == TILEPDB_CANCELLED) answer.message = "interrupted";
    if (is_result(place->status) && !place->lacks_database) answer.result = &place->result;
    char *moves = solved ? moves_write(batch->options, &place->board, place->result.moves) : NULL;
    if (moves != NULL) answer.moves = moves;
    answer_print(batch, place, &answer);
    free(moves);
}

static void place_free(struct workplace *place) {
    move_list_free(&place->solutions);
    free(place);
}

/* An interrupt while the database was generated leaves a board without an answer. */
static bool place_has_answer(const struct workplace *place) {
    return place->status != TILEPDB_OK || place->lacks_database || place->result.optimal;
}

static void count_show(struct batch *batch) {
    size_t read;
    double share;
    __atomic_load(&batch->share, &share, __ATOMIC_RELAXED);
    __atomic_load(&batch->read, &read, __ATOMIC_RELAXED);
    if (share >= 0 && read > 0) share *= (double)batch->answered / (double)read;
    cli_progress_count(&batch->progress, "board", batch->answered, share);
}

/* Prints all answers that are next in order. */
static void answers_print(struct batch *batch) {
    struct workplace *place;
    pthread_mutex_lock(&batch->console);
    while ((place = job_queue_next_done(&batch->queue)) != NULL) {
        batch->code = cli_worse(batch->code, place->code);
        if (!batch->stopped) {
            if (place_has_answer(place)) place_print(batch, place);
            if (!cli_output_flush(batch->output))
                __atomic_store_n(&batch->stopped, true, __ATOMIC_RELAXED);
        }
        place_free(place);
        batch->answered++;
    }
    if (batch->counts) count_show(batch);
    pthread_mutex_unlock(&batch->console);
}

/* ---- threads --------------------------------------------------------------------------------- */

static void *worker(void *user) {
    struct batch *batch = user;
    struct workplace *place;
    while ((place = job_queue_take(&batch->queue)) != NULL) {
        place_solve(batch, place);
        job_queue_done(&batch->queue, place);
        answers_print(batch);
    }
    return NULL;
}

static struct workplace *place_make(const struct source_entry *entry) {
    struct workplace *place = cli_allocated(calloc(1, sizeof *place));
    place->number = entry->number;
    place->readable = entry->readable;
    place->board = entry->item.board;
    place->status = entry->item.error.status;
    place->error = entry->item.error;
    memcpy(place->name, entry->name, sizeof place->name);
    return place;
}

static bool goes_on(const struct batch *batch) {
    return cli_signal() == 0 && !__atomic_load_n(&batch->stopped, __ATOMIC_RELAXED);
}

/* Threads that could be started; they leave interrupts to the main thread. */
static int workers_start(struct batch *batch, pthread_t *threads) {
    const size_t most = board_source_most(&batch->source);
    sigset_t interrupts, before;
    int started = 0, wanted = batch->jobs;
    if (most < (size_t)wanted) wanted = (int)most;
    cli_signals(&interrupts);
    pthread_sigmask(SIG_BLOCK, &interrupts, &before);
    while (started < wanted && pthread_create(&threads[started], NULL, worker, batch) == 0)
        started++;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

/* Boards that are typed are read one by one as long as the next line may be an answer. */
static void stdin_share(struct batch *batch) {
    if (!board_source_reads_stdin(&batch->source) || !batch->solvers.asks) return;
    job_queue_wait(&batch->queue);
    pthread_mutex_lock(&batch->console);
    batch->solvers.asks = solver_may_ask(&batch->solvers);
    pthread_mutex_unlock(&batch->console);
}

static int batch_run(struct batch *batch) {
    pthread_t *threads = cli_allocated(malloc((size_t)batch->jobs * sizeof *threads));
    const int started = workers_start(batch, threads);
    int code = CLI_SUCCESS;
    struct source_entry entry;
    while (goes_on(batch) && board_source_next(&batch->source, &entry, &code)) {
        double share = board_source_share(&batch->source);
        __atomic_store(&batch->share, &share, __ATOMIC_RELAXED);
        __atomic_fetch_add(&batch->read, 1, __ATOMIC_RELAXED);
        job_queue_put(&batch->queue, place_make(&entry));
        if (started > 0) stdin_share(batch);
        if (started == 0) { /* no threads at all: one by one */
            job_queue_end(&batch->queue, false);
            worker(batch);
        }
    }
    job_queue_end(&batch->queue, !goes_on(batch));
    for (int i = 0; i < started; i++) pthread_join(threads[i], NULL);
    free(threads);
    struct workplace *left;
    while ((left = job_queue_rest(&batch->queue)) != NULL) place_free(left);
    return cli_worse(code, batch->code);
}

int mode_batch(const struct solve_options *options, const struct goal_choice *goal,
               char *const *arguments, size_t count, struct cli_output *output) {
    struct batch batch = {.options = options,
                          .goal = goal,
                          .jobs = cli_jobs(&options->common),
                          .solvers = {.options = options, .asks = cli_can_ask()},
                          .counts = !cli_is_terminal(output->stream),
                          .output = output};
    batch.solvers.progress = &batch.progress;
    cli_progress_init(&batch.progress, &options->common);
    board_source_init(&batch.source, arguments, count, options, goal);
    pthread_mutex_init(&batch.console, NULL);
    pthread_mutex_init(&batch.hard, NULL);
    job_queue_init(&batch.queue);
    const struct report *report = report_for((enum solve_format)options->format);
    if (report->begin != NULL) report->begin(output->stream, options->all || options->count);
    batch.stopped = !cli_output_heading(output);

    int code = batch_run(&batch);
    if (cli_signal() != 0) code = cli_worse(code, cli_exit_code(TILEPDB_CANCELLED));
    cli_progress_clear();
    job_queue_free(&batch.queue);
    pthread_mutex_destroy(&batch.hard);
    pthread_mutex_destroy(&batch.console);
    board_source_free(&batch.source);
    solver_cache_free(&batch.solvers);
    return code;
}
