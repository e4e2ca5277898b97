#include <stdlib.h>

#include "base/clock.h"
#include "cli/console.h"
#include "cli/signals.h"
#include "mpi/dispatcher.h"

struct worker {
    struct solver_cache *cache;
    MPI_Comm mpi_comm;
    const tilepdb_comm *comm;
    struct solver_tier *tier;
    struct candidates *candidates; /* for `board` and `goal`; may be NULL */
    tilepdb_board board, goal;
    bool lacks_tables; /* this rank could not make the tables of rank 0 */
};

static void message_await(struct worker *worker, struct message *message) {
    int came = false;
    while (MPI_Iprobe(0, MESSAGE_TAG, worker->mpi_comm, &came, MPI_STATUS_IGNORE), !came)
        clock_sleep(MESSAGE_POLL_SECONDS);
    MPI_Recv(message, (int)sizeof *message, MPI_BYTE, 0, MESSAGE_TAG, worker->mpi_comm,
             MPI_STATUS_IGNORE);
}

/* ---- alone ----------------------------------------------------------------------------------- */

static bool alone_goes_on(const tilepdb_progress *report, void *user) {
    struct solve_driver *driver = user;
    return !cli_signal() && driver_continues(driver, report);
}

static void search_alone(struct worker *worker, const struct message *message) {
    struct solve_driver driver = {
        .cache = worker->cache, .goal = message->goal, .jobs = worker->comm->ranks, .defers = true};
    tilepdb_task *task = cli_allocated(calloc(1, sizeof *task));
    struct reply *reply = cli_allocated(calloc(1, sizeof *reply));
    driver_limits(&driver.search, worker->cache->options);
    if (worker->cache->options->count) driver.search.solutions = TILEPDB_SOLUTIONS_COUNT;
    driver.search.progress = alone_goes_on;
    driver.search.user = &driver;
    task->board = message->board;
    if (!worker->lacks_tables) driver_run(&driver, task);
    *reply = (struct reply){.status = task->status,
                            .error = task->error,
                            .result = task->result,
                            .reached = driver.step != STEP_NONE || driver.hard,
                            .hard = driver.hard,
                            .step = driver.step,
                            .spent = driver.spent,
                            .proven = driver.proven};
    if (driver.entry && driver.entry->best) reply->tables = solver_entry_fingerprint(driver.entry);
    MPI_Send(reply, (int)sizeof *reply, MPI_BYTE, 0, REPLY_TAG, worker->mpi_comm);
    driver_free(&driver);
    free(reply);
    free(task);
}

/* ---- together -------------------------------------------------------------------------------- */

static bool together_goes_on(const tilepdb_progress *report, void *user) {
    (void)report;
    (void)user;
    return !cli_signal();
}

static bool boards_equal(const tilepdb_board *a, const tilepdb_board *b) {
    if (a->width != b->width || a->height != b->height) return false;
    for (int i = 0; i < a->width * a->height; i++)
        if (a->cells[i] != b->cells[i]) return false;
    return true;
}

static void candidates_drop(struct worker *worker) {
    candidates_free(worker->candidates);
    worker->candidates = NULL;
}

/* Keeps the candidates while the board stays the same. */
static void candidates_prepare(struct worker *worker, struct solver_tier *tier,
                               const struct message *message) {
    if (worker->candidates && worker->tier == tier &&
        boards_equal(&worker->board, &message->board) &&
        boards_equal(&worker->goal, &message->goal))
        return;
    candidates_drop(worker);
    worker->tier = tier;
    worker->board = message->board;
    worker->goal = message->goal;
    worker->candidates = candidates_create(&worker->cache->config, &worker->cache->backward, tier,
                                           &worker->board, &worker->goal);
}

static const tilepdb_solver *solver_find(struct worker *worker, const struct message *message) {
    struct solver_entry *entry = solver_entry_build(worker->cache, &message->goal);
    if (entry->code != CLI_SUCCESS || !entry->best || worker->lacks_tables) return NULL;
    if (message->candidate == MESSAGE_NO_CANDIDATE) return entry->best->solver;
    candidates_prepare(worker, entry->best, message);
    if (!worker->candidates) return NULL;
    /* All ranks need the same pair of views, so the solver is made for rank 0's bound. */
    if (candidates_bound(worker->candidates, message->candidate) != message->joined_for)
        candidates_drop_bidirectional(worker->candidates, message->candidate);
    return candidates_solver(worker->candidates, message->candidate, message->joined_for);
}

static void search_together(struct worker *worker, const struct message *message) {
    tilepdb_solve_options options = message->options;
    tilepdb_result *earlier = cli_allocated(calloc(1, sizeof *earlier));
    tilepdb_result *result = cli_allocated(calloc(1, sizeof *result));
    if (message->goes_on) {
        MPI_Recv(earlier, (int)sizeof *earlier, MPI_BYTE, 0, RESULT_TAG, worker->mpi_comm,
                 MPI_STATUS_IGNORE);
        options.earlier = earlier;
    }
    const tilepdb_solver *solver = solver_find(worker, message);
    if (!solver) {
        cli_complain(
            "rank %d cannot take part: it lacks a database that rank 0 uses, or was interrupted",
            worker->comm->rank);
        MPI_Abort(worker->mpi_comm, cli_signal() ? cli_exit_code(TILEPDB_CANCELLED) : CLI_FAILURE);
    }
    options.comm = worker->comm;
    options.progress = together_goes_on;
    tilepdb_error error;
    tilepdb_solve(solver, &message->searched, &options, result, &error);
    free(result);
    free(earlier);
}

static void tables_improve(struct worker *worker, const struct message *message) {
    const bool undone = !*message->tables;
    if (undone) solver_entry_revert(worker->cache, &message->goal);
    worker->lacks_tables = !undone && !solver_entry_upgrade(worker->cache, &message->goal,
                                                            message->tables, message->done);
}

void worker_run(struct solver_cache *cache, MPI_Comm mpi_comm, const tilepdb_comm *comm) {
    struct worker worker = {.cache = cache, .mpi_comm = mpi_comm, .comm = comm};
    struct message message;
    for (message_await(&worker, &message); message.kind != MESSAGE_END;
         message_await(&worker, &message)) {
        if (message.kind == MESSAGE_ALONE)
            search_alone(&worker, &message);
        else if (message.kind == MESSAGE_TOGETHER)
            search_together(&worker, &message);
        else
            tables_improve(&worker, &message);
    }
    candidates_drop(&worker);
}
