/* See dispatcher.h. */
#include <stdlib.h>

#include "base/clock.h"
#include "cli/console.h"
#include "cli/signals.h"
#include "mpi/dispatcher.h"

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

static bool goes_on(const tilepdb_progress *report, void *user) {
    (void)report;
    (void)user;
    return !cli_signal();
}

static void message_serve(struct session *session, const void *message, size_t size,
                          MPI_Comm mpi_comm, const tilepdb_comm *comm, void *reply) {
    tilepdb_engine_request request = session_request(session, NULL, NULL);
    size_t reply_size;
    tilepdb_error error;
    request.search.threads = 1;
    request.search.progress = goes_on;
    if (session->options->count) request.search.solutions = TILEPDB_SOLUTIONS_COUNT;
    if (engine_serve(session->engine, &request, message, size, comm, reply, &reply_size, &error)) {
        cli_complain("rank %d cannot take part: %s", comm->rank, error.message);
        MPI_Abort(mpi_comm, cli_signal() ? cli_exit_code(TILEPDB_CANCELLED) : CLI_FAILURE);
    }
    if (reply_size > 0) MPI_Send(reply, (int)reply_size, MPI_BYTE, 0, REPLY_TAG, mpi_comm);
}

void worker_run(struct session *session, MPI_Comm mpi_comm, const tilepdb_comm *comm) {
    char *message = cli_allocated(malloc(RANK_MESSAGE));
    char *reply = cli_allocated(malloc(RANK_REPLY));
    for (size_t size; (size = message_await(mpi_comm, message)) > 0;)
        message_serve(session, message, size, mpi_comm, comm, reply);
    free(reply);
    free(message);
}
