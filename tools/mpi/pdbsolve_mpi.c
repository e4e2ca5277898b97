/*
 * pdbsolve-mpi: solves boards on several ranks, by messages between rank 0, the dispatcher, and the
 * other ranks, the workers.
 *
 * Rank 0 is pdbsolve. Its engine decides which messages go to other ranks (tilepdb_ranks), whose
 * engines serve them: alone for each board of a batch until the board proves hard, and all together
 * for hard boards, one after the other (base/comm.h).
 */
#include <mpi.h>
#include <pthread.h>
#include <stdlib.h>

#include "base/clock.h"
#include "cli/console.h"
#include "cli/options.h"
#include "cli/signals.h"
#include "mpi/mpi_main.h"
#include "pdbsolve/modes.h"
#include "tilepdb_mpi.h"

#define TOOL "pdbsolve-mpi"

enum { MESSAGE_TAG = 1, REPLY_TAG };

#define MESSAGE_POLL_SECONDS 5e-4

/* ---- the dispatcher -------------------------------------------------------------------------- */

struct dispatcher {
    tilepdb_ranks ranks; /* of the engine of rank 0 */
    MPI_Comm mpi_comm;
    const tilepdb_comm *comm;
    pthread_mutex_t lock; /* protects MPI and the members below */
    pthread_cond_t changed;
    bool *busy; /* [rank] owned */
    int searching;
    bool together; /* all ranks search together, or will */
};

static void message_send(const struct dispatcher *dispatcher, int rank, const void *message,
                         size_t size) {
    MPI_Send(message, (int)size, MPI_BYTE, rank, MESSAGE_TAG, dispatcher->mpi_comm);
}

static void message_send_all(const struct dispatcher *dispatcher, const void *message,
                             size_t size) {
    for (int rank = 1; rank < dispatcher->ranks.count; rank++)
        message_send(dispatcher, rank, message, size);
}

/* Returns a free rank, now busy, or 0. */
static int rank_take(struct dispatcher *dispatcher) {
    int rank = dispatcher->together ? 0 : dispatcher->ranks.count - 1;
    while (rank > 0 && dispatcher->busy[rank]) rank--;
    if (rank > 0) {
        dispatcher->busy[rank] = true;
        dispatcher->searching++;
    }
    return rank;
}

static void rank_give(struct dispatcher *dispatcher, int rank) {
    dispatcher->busy[rank] = false;
    dispatcher->searching--;
    pthread_cond_broadcast(&dispatcher->changed);
}

static bool reply_came(struct dispatcher *dispatcher, int rank, void *reply) {
    int came;
    pthread_mutex_lock(&dispatcher->lock);
    MPI_Iprobe(rank, REPLY_TAG, dispatcher->mpi_comm, &came, MPI_STATUS_IGNORE);
    if (came) {
        MPI_Recv(reply, RANK_REPLY, MPI_BYTE, rank, REPLY_TAG, dispatcher->mpi_comm,
                 MPI_STATUS_IGNORE);
        rank_give(dispatcher, rank);
    }
    pthread_mutex_unlock(&dispatcher->lock);
    return came;
}

static bool dispatch_alone(const void *message, size_t size, void *reply, void *user) {
    struct dispatcher *dispatcher = user;
    pthread_mutex_lock(&dispatcher->lock);
    const int rank = rank_take(dispatcher);
    if (rank > 0) message_send(dispatcher, rank, message, size);
    pthread_mutex_unlock(&dispatcher->lock);
    if (rank == 0) return false;
    while (!reply_came(dispatcher, rank, reply)) clock_sleep(MESSAGE_POLL_SECONDS);
    return true;
}

static const tilepdb_comm *dispatch_together(const void *message, size_t size, void *user) {
    struct dispatcher *dispatcher = user;
    pthread_mutex_lock(&dispatcher->lock);
    while (dispatcher->together) pthread_cond_wait(&dispatcher->changed, &dispatcher->lock);
    dispatcher->together = true;
    while (dispatcher->searching > 0) pthread_cond_wait(&dispatcher->changed, &dispatcher->lock);
    message_send_all(dispatcher, message, size);
    pthread_mutex_unlock(&dispatcher->lock);
    return dispatcher->comm;
}

static void dispatch_end(void *user) {
    struct dispatcher *dispatcher = user;
    pthread_mutex_lock(&dispatcher->lock);
    dispatcher->together = false;
    pthread_cond_broadcast(&dispatcher->changed);
    pthread_mutex_unlock(&dispatcher->lock);
}

static void dispatch_all(const void *message, size_t size, void *user) {
    struct dispatcher *dispatcher = user;
    pthread_mutex_lock(&dispatcher->lock);
    message_send_all(dispatcher, message, size);
    pthread_mutex_unlock(&dispatcher->lock);
}

/* `comm` must outlive the dispatcher. */
static void dispatcher_begin(struct dispatcher *dispatcher, MPI_Comm mpi_comm,
                             const tilepdb_comm *comm) {
    *dispatcher = (struct dispatcher){.ranks = {.count = comm->ranks,
                                                .alone = dispatch_alone,
                                                .together = dispatch_together,
                                                .together_end = dispatch_end,
                                                .all = dispatch_all,
                                                .user = dispatcher},
                                      .mpi_comm = mpi_comm,
                                      .comm = comm};
    dispatcher->busy = cli_allocated(calloc((size_t)comm->ranks, sizeof *dispatcher->busy));
    pthread_mutex_init(&dispatcher->lock, NULL);
    pthread_cond_init(&dispatcher->changed, NULL);
}

/* Ends the workers. */
static void dispatcher_end(struct dispatcher *dispatcher) {
    message_send_all(dispatcher, NULL, 0);
    pthread_cond_destroy(&dispatcher->changed);
    pthread_mutex_destroy(&dispatcher->lock);
    free(dispatcher->busy);
}

/* ---- a worker -------------------------------------------------------------------------------- */

/* Returns the bytes of the message; 0: the end. */
static size_t message_await(MPI_Comm mpi_comm, void *message) {
    int came = false, size;
    MPI_Status status;
    while (MPI_Iprobe(0, MESSAGE_TAG, mpi_comm, &came, &status), !came)
        clock_sleep(MESSAGE_POLL_SECONDS);
    MPI_Get_count(&status, MPI_BYTE, &size);
    MPI_Recv(message, size, MPI_BYTE, 0, MESSAGE_TAG, mpi_comm, MPI_STATUS_IGNORE);
    return (size_t)size;
}

static void message_serve(struct session *session, const void *message, size_t size,
                          MPI_Comm mpi_comm, const tilepdb_comm *comm, void *reply) {
    tilepdb_engine_request request = session_request(session, NULL, NULL);
    size_t reply_size;
    tilepdb_error error;
    request.search.threads = 1;
    request.search.progress = cli_progress_silent;
    if (session->options->count) request.search.solutions = TILEPDB_SOLUTIONS_COUNT;
    if (engine_serve(session->engine, &request, message, size, comm, reply, &reply_size, &error)) {
        cli_complain("rank %d cannot take part: %s", comm->rank, error.message);
        MPI_Abort(mpi_comm, cli_signal() ? cli_exit_code(TILEPDB_CANCELLED) : CLI_FAILURE);
    }
    if (reply_size > 0) MPI_Send(reply, (int)reply_size, MPI_BYTE, 0, REPLY_TAG, mpi_comm);
}

static void worker_run(struct session *session, MPI_Comm mpi_comm, const tilepdb_comm *comm) {
    char *message = cli_allocated(malloc(RANK_MESSAGE));
    char *reply = cli_allocated(malloc(RANK_REPLY));
    for (size_t size; (size = message_await(mpi_comm, message)) > 0;)
        message_serve(session, message, size, mpi_comm, comm, reply);
    free(reply);
    free(message);
}

/* ---- the tool -------------------------------------------------------------------------------- */

static int argument_count;
static char **arguments;

/* The command line is the same on every rank. */
static int options_read(struct solve_options *options, int argc, char **argv, int *first) {
    const int code = solve_options_read(options, TOOL, argc, argv, first);
    if (code != CLI_GO_ON) return code;
    const char *mode = options->common.mode ? options->common.mode
                       : options->animate   ? "animate"
                                            : NULL;
    if (mode) {
        cli_complain("--%s: the ranks of a job solve boards by IDA* only; for the rest there is "
                     "pdbsolve",
                     mode);
        return CLI_USAGE;
    }
    if (options->common.jobs == 0) options->common.jobs = 1;
    return CLI_GO_ON;
}

/* Makes the communicator, and the node whose ranks share tables; the caller zeroes *node. `opened`:
 * this rank has its session. If any rank fails, all fail, and rank 0 reports it. */
static int comm_make(bool opened, tilepdb_comm *comm, tilepdb_node *node) {
    tilepdb_error error = {
        .status = TILEPDB_ERROR_ARGUMENT,
        .message = "it could not begin as rank 0 did: start all ranks with one command line"};
    int rank;
    tilepdb_status status =
        tilepdb_mpi_agree(MPI_COMM_WORLD, opened ? TILEPDB_OK : error.status, &error);
    if (!status) status = tilepdb_mpi_node_create(MPI_COMM_WORLD, node, &error);
    if (!status) status = tilepdb_mpi_comm_create(MPI_COMM_WORLD, comm, &error);
    if (!status) return CLI_SUCCESS;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank == 0 ? cli_fail(NULL, &error) : CLI_FAILURE;
}

static int ranks_run(struct session *session, tilepdb_node *node) {
    tilepdb_comm comm;
    struct dispatcher dispatcher;
    int code = comm_make(true, &comm, node);
    if (code != CLI_SUCCESS) return code;
    dispatcher_begin(&dispatcher, MPI_COMM_WORLD, &comm);
    session->ranks = comm.ranks > 1 ? comm.ranks : 0;
    code = session_engine_create(session, node->ranks > 1 ? node : NULL,
                                 comm.ranks > 1 ? &dispatcher.ranks : NULL);
    if (code == CLI_SUCCESS) code = mode_run(session);
    tilepdb_engine_free(session->engine);
    session->engine = NULL;
    dispatcher_end(&dispatcher);
    tilepdb_mpi_comm_free(&comm);
    return code;
}

static int lead(int argc, char **argv) {
    struct solve_options options;
    struct session session;
    struct cli_output output = {0};
    tilepdb_node node = {0};
    int first;
    int code = options_read(&options, argc, argv, &first);
    if (code != CLI_GO_ON) return code;
    code = session_open(&session, &options, argv + first, (size_t)(argc - first), &output);
    if (code != CLI_SUCCESS) return code;
    code = session_outputs_open(&session, (struct document){0});
    if (code == CLI_SUCCESS) {
        mpi_call();
        code = ranks_run(&session, &node);
    }
    code = session_close(&session, code);
    tilepdb_mpi_node_free(&node);
    return code;
}

static void serve(void) {
    struct solve_options options;
    struct session session;
    struct cli_output output = {0};
    tilepdb_comm comm;
    tilepdb_node node = {0};
    int first;
    const bool read = options_read(&options, argument_count, arguments, &first) == CLI_GO_ON;
    cli_set_quiet(options.common.quiet = true);
    const bool opened = read && session_open(&session, &options, NULL, 0, &output) == CLI_SUCCESS;
    if (comm_make(opened, &comm, &node) == CLI_SUCCESS) {
        if (session_engine_create(&session, node.ranks > 1 ? &node : NULL, NULL) != CLI_SUCCESS)
            MPI_Abort(MPI_COMM_WORLD, CLI_NO);
        worker_run(&session, MPI_COMM_WORLD, &comm);
        tilepdb_mpi_comm_free(&comm);
    }
    if (opened) session_close(&session, CLI_SUCCESS);
    tilepdb_mpi_node_free(&node);
}

int main(int argc, char **argv) {
    argument_count = argc;
    arguments = argv;
    return mpi_main(TOOL, argc, argv, lead, serve);
}
