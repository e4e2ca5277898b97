/*
 * Boards in, answers out, in order.
 *
 * The main thread reads, and receives signals while it waits for a line; workers solve, each one
 * board at a time, and whoever completes the oldest answer prints it and those that wait for it. A
 * board that turns out to be hard is started again with all cores, one such board at a time, so
 * that neither a single board nor the end of a batch leaves cores idle.
 */
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "cli/console.h"
#include "cli/progress.h"
#include "cli/question.h"
#include "cli/screen.h"
#include "cli/units.h"
#include "pdbsolve/jobs.h"
#include "pdbsolve/modes.h"
#include "pdbsolve/notation.h"
#include "pdbsolve/report.h"
#include "pdbsolve/solvers.h"
#include "pdbsolve/source.h"

/* A board is hard when it takes more nodes than one core generates in about a tenth of a second. */
#define HARD_NODES 4000000

struct batch {
    const struct solve_options *options;
    const struct goal_choice *goal;
    int jobs; /* cores to use */
    struct board_source source;
    struct solver_cache solvers;
    struct cli_progress progress;
    struct cli_output *output;
    struct job_queue queue;
    pthread_mutex_t console; /* of output, messages, progress and solvers */
    pthread_mutex_t hard;
    bool counts;     /* answers are not seen on a terminal: show their number */
    size_t answered; /* of the console */
    size_t read;     /* boards; atomic, and so below */
    double share;    /* that these are of all; below 0: not known */
    bool stopped;    /* the output takes nothing more; atomic */
    int code;        /* the worst so far; of the console */
};

/* A board's way to its answer. */
struct workplace {
    size_t number;
    tilepdb_board board;
    tilepdb_board goal;
    tilepdb_result result;
    tilepdb_error error;
    struct move_list solutions; /* with --all, in the notation asked for */
    struct solver_slot *slot;   /* of the cache; NULL: not needed */
    bool readable, lacks_database;
    tilepdb_status status;
    int code;
    char name[SOURCE_NAME]; /* what messages call the board, such as "line 3" */
};

/* ---- solving --------------------------------------------------------------------------------- */

/* What the callbacks of a search look at. */
struct watch {
    struct batch *batch;
    struct workplace *place;
    bool hard; /* it took too long for one core */
    bool give_up_when_hard;
};

static bool watch_progress(const tilepdb_progress *report, void *user) {
    struct watch *watch = user;
    struct batch *batch = watch->batch;
    if (cli_signal() != 0 || __atomic_load_n(&batch->stopped, __ATOMIC_RELAXED)) return false;
    if (watch->give_up_when_hard && report->done > HARD_NODES) {
        watch->hard = true;
        return false;
    }
    /* Whoever prints at this moment is not waited for. */
    if (!job_queue_is_oldest(&batch->queue, watch->place)) return true;
    if (pthread_mutex_trylock(&batch->console) != 0) return true;
    cli_progress_title(&batch->progress, "%s", watch->place->name);
    const bool go_on = cli_progress_report(report, &batch->progress);
    pthread_mutex_unlock(&batch->console);
    return go_on;
}

static bool watch_solution(const char *moves, void *user) {
    struct watch *watch = user;
    const struct solve_options *options = watch->batch->options;
    move_list_add(&watch->place->solutions, moves_write(options, &watch->place->board, moves));
    return true;
}

static tilepdb_solve_options search_options(const struct solve_options *options,
                                            struct watch *watch) {
    tilepdb_solve_options search;
    tilepdb_solve_options_init(&search);
    search.max_length = options->max_length;
    search.max_nodes = options->max_nodes;
    search.timeout = options->timeout;
    search.plain = options->plain;
    search.solutions = options->all     ? TILEPDB_SOLUTIONS_ALL
                       : options->count ? TILEPDB_SOLUTIONS_COUNT
                                        : TILEPDB_SOLUTIONS_FIRST;
    search.max_solutions = options->max_solutions;
    search.on_solution = watch_solution;
    search.progress = watch_progress;
    search.user = watch;
    return search;
}

static tilepdb_status solve_together(struct batch *batch, const tilepdb_solver *solver,
                                     struct workplace *place, tilepdb_solve_options *search) {
    pthread_mutex_lock(&batch->hard);
    search->threads = batch->options->common.jobs;
    const tilepdb_status status =
        tilepdb_solve(solver, &place->board, search, &place->result, &place->error);
    pthread_mutex_unlock(&batch->hard);
    return status;
}

/* The slot for the place's goal, with tables if `build`. NULL: there is no database, or an
 * interrupt came. */
static struct solver_slot *slot_get(struct batch *batch, struct workplace *place, bool build) {
    pthread_mutex_lock(&batch->console);
    struct solver_slot *slot = (build ? solver_build : solver_for)(&batch->solvers, &place->goal);
    pthread_mutex_unlock(&batch->console);
    if (cli_signal() != 0) {
        place->code = cli_exit_code(TILEPDB_CANCELLED);
        return NULL;
    }
    place->slot = slot;
    place->lacks_database = slot->code != CLI_SUCCESS;
    place->code = slot->code;
    return place->lacks_database ? NULL : slot;
}

/* The best solver of the slot; before a hard board, one that the user was asked for. */
static const tilepdb_solver *solver_get(struct batch *batch, struct workplace *place, bool hard,
                                        bool *can_offer) {
    pthread_mutex_lock(&batch->console);
    if (hard) solver_offer(&batch->solvers, place->slot, &place->goal);
    *can_offer = solver_can_offer(&batch->solvers, place->slot);
    const tilepdb_solver *solver = place->slot->best->solver;
    pthread_mutex_unlock(&batch->console);
    return solver;
}

/* Forgets what a search that does not count has found. */
static double place_restart(struct workplace *place) {
    const double spent = place->result.seconds;
    move_list_free(&place->solutions);
    place->solutions = (struct move_list){0};
    place->status = TILEPDB_OK;
    place->result = (tilepdb_result){.length = -1, .lower_bound = -1, .upper_bound = -1};
    return spent;
}

/* With tables: begun on one core, and again with all if the board is hard. */
static tilepdb_status solve_with_tables(struct batch *batch, struct workplace *place,
                                        tilepdb_solve_options *search) {
    struct watch *watch = search->user;
    bool can_offer;
    const tilepdb_solver *solver = solver_get(batch, place, false, &can_offer);
    watch->give_up_when_hard = (batch->jobs > 1 || can_offer) && search->max_nodes == 0;
    const tilepdb_status status =
        tilepdb_solve(solver, &place->board, search, &place->result, &place->error);
    if (!watch->hard) return status;
    watch->give_up_when_hard = false;
    const double spent = place_restart(place);
    solver_time_spent(search, spent);
    solver = solver_get(batch, place, true, &can_offer);
    const tilepdb_status again = solve_together(batch, solver, place, search);
    place->result.seconds += spent;
    return again;
}

static void place_solve(struct batch *batch, struct workplace *place) {
    struct solver_slot *slot = slot_get(batch, place, false);
    if (slot == NULL) return;
    struct watch watch = {.batch = batch, .place = place};
    tilepdb_solve_options search = search_options(batch->options, &watch);
    double spent = 0;
    if (slot->scout != NULL) {
        if (solver_scout(slot, &place->board, &search, &place->result, &place->error,
                         &place->status)) {
            place->code = cli_exit_code(place->status);
            return;
        }
        spent = place_restart(place);
        if (slot_get(batch, place, true) == NULL) return;
        solver_time_spent(&search, spent);
    }
    place->status = solve_with_tables(batch, place, &search);
    place->result.seconds += spent;
    place->code = cli_exit_code(place->status);
}

static void board_solve(struct batch *batch, struct workplace *place) {
    place->result = (tilepdb_result){.length = -1, .lower_bound = -1, .upper_bound = -1};
    place->code = CLI_USAGE;
    if (!place->readable) return;
    place->goal = goal_for(batch->goal, place->board.width, place->board.height);
    /* No database is opened or built for an unsolvable board. */
    place->status = tilepdb_board_solvable(&place->board, &place->goal, &place->error);
    place->code = cli_exit_code(place->status);
    if (place->status == TILEPDB_OK) place_solve(batch, place);
}

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
                     place->result.lower_bound, cli_plural((uint64_t)place->result.lower_bound));
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
                            .moves = "",
                            .message = place->error.message,
                            .counted = batch->options->count || batch->options->all,
                            .solutions = batch->options->all ? &place->solutions : NULL};
    if (!solved) explain(place);
    if (place->lacks_database) answer.message = "no database for boards of this size";
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
        board_solve(batch, place);
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
