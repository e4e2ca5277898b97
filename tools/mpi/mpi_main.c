/* See mpi_main.h. */
#include "mpi/mpi_main.h"

#include <mpi.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "cli/console.h"
#include "cli/signals.h"

#define POLL_SECONDS 5e-4

/* A rank that exits early, such as without memory, would leave the other ranks waiting. */
static void abort_job(void) {
    int finalized;
    MPI_Finalized(&finalized);
    if (!finalized) MPI_Abort(MPI_COMM_WORLD, CLI_NO);
}

static void next_send(int call) {
    MPI_Request request;
    MPI_Ibcast(&call, 1, MPI_INT, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static bool next_await(void) {
    int call = false, came = false;
    MPI_Request request;
    MPI_Ibcast(&call, 1, MPI_INT, 0, MPI_COMM_WORLD, &request);
    while (MPI_Test(&request, &came, MPI_STATUS_IGNORE), !came) clock_sleep(POLL_SECONDS);
    return call;
}

void mpi_call(void) {
    next_send(true);
}

/* The build runs --completion, perhaps on a front end where no job may begin. */
static bool is_completion(int argc, char **argv) {
    return argc == 3 && strcmp(argv[1], "--completion") == 0;
}

int mpi_main(const char *name, int argc, char **argv, mpi_lead_fn lead, mpi_serve_fn serve) {
    if (is_completion(argc, argv)) return lead(argc, argv);
    int provided, rank, code = CLI_SUCCESS;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    atexit(abort_job);
    if (rank == 0) {
        cli_output_is_relayed();
        code = lead(argc, argv);
        next_send(false);
    } else {
        cli_start(name);
        while (next_await()) serve();
    }
    MPI_Finalize();
    return code;
}
