/* The other ranks. See crew.h. */
#include <stdlib.h>

#include "cli/console.h"
#include "cli/signals.h"
#include "pdbsolve-mpi/crew.h"
#include "pdbsolve-mpi/orders.h"
#include "util/clock.h"

/* What a rank keeps from one order to the next. */
struct server {
    struct solver_cache *cache;
    MPI_Comm mpi_comm;
    const tilepdb_comm *comm;
    struct solver_tier *tier;      /* of the candidates; */
    struct candidates *candidates; /* for this board and goal, NULL: for none */
    tilepdb_board board, goal;
    bool lacks; /* tables that rank 0 has made */
};

static void order_await(struct server *server, struct order *order) {
    int came = false;
    while (MPI_Iprobe(0, ORDER_TAG, server->mpi_comm, &came, MPI_STATUS_IGNORE), !came)
        clock_sleep(ORDER_LOOK_SECONDS);
    MPI_Recv(order, (int)sizeof *order, MPI_BYTE, 0, ORDER_TAG, server->mpi_comm,
             MPI_STATUS_IGNORE);
}

/* ---- alone ----------------------------------------------------------------------------------- */

static bool alone_goes_on(const tilepdb_progress *report, void *user) {
    struct solve_driver *driver = user;
    return !cli_signal() && driver_continues(driver, report);
}

static void serve_alone(struct server *server, const struct order *order) {
    struct solve_driver driver = {
        .cache = server->cache, .goal = order->goal, .jobs = server->comm->ranks, .defers = true};
    tilepdb_task *task = cli_allocated(calloc(1, sizeof *task));
    struct reply *reply = cli_allocated(calloc(1, sizeof *reply));
    driver_limits(&driver.search, server->cache->options);
    if (server->cache->options->count) driver.search.solutions = TILEPDB_SOLUTIONS_COUNT;
    driver.search.progress = alone_goes_on;
    driver.search.user = &driver;
    task->board = order->board;
    if (!server->lacks) driver_run(&driver, task);
    *reply = (struct reply){.status = task->status,
                            .error = task->error,
                            .result = task->result,
                            .reached = driver.step != STEP_NONE || driver.hard,
                            .hard = driver.hard,
                            .step = driver.step,
                            .spent = driver.spent,
                            .proven = driver.proven};
    if (driver.entry && driver.entry->best) reply->tables = solver_entry_fingerprint(driver.entry);
    MPI_Send(reply, (int)sizeof *reply, MPI_BYTE, 0, REPLY_TAG, server->mpi_comm);
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

static void candidates_drop(struct server *server) {
    candidates_free(server->candidates);
    server->candidates = NULL;
}

/* As rank 0 has them: for as long as searches are of one board. */
static void candidates_prepare(struct server *server, struct solver_tier *tier,
                               const struct order *order) {
    if (server->candidates && server->tier == tier && boards_equal(&server->board, &order->board) &&
        boards_equal(&server->goal, &order->goal))
        return;
    candidates_drop(server);
    server->tier = tier;
    server->board = order->board;
    server->goal = order->goal;
    server->candidates = candidates_create(&server->cache->config, &server->cache->backward, tier,
                                           &server->board, &server->goal);
}

/* NULL: its tables cannot be had here. */
static const tilepdb_solver *solver_find(struct server *server, const struct order *order) {
    struct solver_entry *entry = solver_entry_build(server->cache, &order->goal);
    if (entry->code != CLI_SUCCESS || !entry->best || server->lacks) return NULL;
    if (order->candidate == ORDER_NO_CANDIDATE) return entry->best->solver;
    candidates_prepare(server, entry->best, order);
    if (!server->candidates) return NULL;
    /* All ranks have the same pair of views. Rank 0 may have met this board before. */
    if (candidates_bound(server->candidates, order->candidate) != order->joined_for)
        candidates_drop_bidirectional(server->candidates, order->candidate);
    return candidates_solver(server->candidates, order->candidate, order->joined_for);
}

static void serve_together(struct server *server, const struct order *order) {
    tilepdb_solve_options options = order->options;
    tilepdb_result *earlier = cli_allocated(calloc(1, sizeof *earlier));
    tilepdb_result *result = cli_allocated(calloc(1, sizeof *result));
    if (order->goes_on) {
        MPI_Recv(earlier, (int)sizeof *earlier, MPI_BYTE, 0, RESULT_TAG, server->mpi_comm,
                 MPI_STATUS_IGNORE);
        options.earlier = earlier;
    }
    const tilepdb_solver *solver = solver_find(server, order);
    if (!solver) {
        cli_complain("rank %d cannot join in: it has no database of rank 0's, or was interrupted",
                     server->comm->rank);
        MPI_Abort(server->mpi_comm, cli_signal() ? cli_exit_code(TILEPDB_CANCELLED) : CLI_FAILURE);
    }
    options.comm = server->comm;
    options.progress = together_goes_on;
    tilepdb_error error;
    tilepdb_solve(solver, &order->searched, &options, result, &error);
    free(result);
    free(earlier);
}

/* ---- better tables --------------------------------------------------------------------------- */

static void serve_improve(struct server *server, const struct order *order) {
    const bool undone = !*order->tables;
    if (undone) solver_entry_revert(server->cache, &order->goal);
    server->lacks =
        !undone && !solver_entry_upgrade(server->cache, &order->goal, order->tables, order->done);
}

void crew_serve(struct solver_cache *cache, MPI_Comm mpi_comm, const tilepdb_comm *comm) {
    struct server server = {.cache = cache, .mpi_comm = mpi_comm, .comm = comm};
    struct order order;
    for (order_await(&server, &order); order.kind != ORDER_END; order_await(&server, &order)) {
        if (order.kind == ORDER_ALONE)
            serve_alone(&server, &order);
        else if (order.kind == ORDER_TOGETHER)
            serve_together(&server, &order);
        else
            serve_improve(&server, &order);
    }
    candidates_drop(&server);
}
