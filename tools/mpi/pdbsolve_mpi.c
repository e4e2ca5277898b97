/* pdbsolve-mpi: solves boards on several ranks; see dispatcher.h. */
#include <mpi.h>

#include "cli/console.h"
#include "cli/parse.h"
#include "mpi/dispatcher.h"
#include "mpi/mpi_main.h"
#include "pdbsolve/modes.h"
#include "tilepdb_mpi.h"

#define TOOL "pdbsolve-mpi"

static int argument_count;
static char **arguments;

/* Reads the command line, which is the same on every rank. */
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

/* Makes the communicator, and the node whose ranks share tables; the caller zeroes *node. `opened`
 * is true if this rank has its session. If any rank fails, all fail, and rank 0 reports it. */
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

static int session_run(struct session *session, tilepdb_node *node) {
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
        code = session_run(&session, &node);
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
