/* A communicator over MPI, whose counters are in a window of rank 0. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "tilepdb_mpi.h"

#define MESSAGE_TAG 1

struct communicator {
    MPI_Comm mpi_comm;
    int rank, ranks;
    MPI_Win window;
    uint64_t *counters; /* the window's counters on rank 0 */
    MPI_Request barrier;
    bool in_barrier;
    MPI_Request sending;
    uint8_t message[TILEPDB_COMM_MESSAGE];
};

static uint64_t comm_update(size_t counter, tilepdb_counter_op op, uint64_t value, void *user) {
    const MPI_Op ops[] = {[TILEPDB_COUNTER_ADD] = MPI_SUM,
                          [TILEPDB_COUNTER_MIN] = MPI_MIN,
                          [TILEPDB_COUNTER_SET] = MPI_REPLACE};
    struct communicator *comm = user;
    uint64_t before = 0;
    MPI_Fetch_and_op(&value, &before, MPI_UINT64_T, 0, (MPI_Aint)counter, ops[op], comm->window);
    MPI_Win_flush(0, comm->window);
    return before;
}

/* Aborts the job without memory, since functions of a communicator return no status. */
static void *comm_memory(const struct communicator *comm, size_t bytes) {
    void *memory = malloc(bytes + 1);
    if (!memory) MPI_Abort(comm->mpi_comm, TILEPDB_ERROR_MEMORY);
    return memory;
}

static void *comm_allgather(const void *bytes, size_t size, size_t *all, void *user) {
    struct communicator *comm = user;
    const size_t ranks = (size_t)comm->ranks;
    int *sizes = comm_memory(comm, ranks * sizeof *sizes);
    int *first = comm_memory(comm, ranks * sizeof *first);
    const int own = size <= INT_MAX ? (int)size : -1;
    MPI_Allgather(&own, 1, MPI_INT, sizes, 1, MPI_INT, comm->mpi_comm);
    *all = 0;
    for (size_t i = 0; i < ranks; i++) {
        first[i] = (int)*all;
        *all += (size_t)sizes[i];
        if (sizes[i] < 0 || *all > INT_MAX) MPI_Abort(comm->mpi_comm, TILEPDB_ERROR_TOO_LARGE);
    }
    void *joined = comm_memory(comm, *all);
    MPI_Allgatherv(bytes, own, MPI_BYTE, joined, sizes, first, MPI_BYTE, comm->mpi_comm);
    free(first);
    free(sizes);
    return joined;
}

static bool comm_barrier(void *user) {
    struct communicator *comm = user;
    int passed = false;
    if (!comm->in_barrier) MPI_Ibarrier(comm->mpi_comm, &comm->barrier);
    MPI_Test(&comm->barrier, &passed, MPI_STATUS_IGNORE);
    comm->in_barrier = !passed;
    return passed;
}

/* A synchronous send completes once the message was received. */
static bool comm_send(const void *bytes, size_t size, void *user) {
    struct communicator *comm = user;
    int sent = true;
    if (comm->sending != MPI_REQUEST_NULL) MPI_Test(&comm->sending, &sent, MPI_STATUS_IGNORE);
    if (!sent) return false;
    if (!size) return true;
    memcpy(comm->message, bytes, size);
    MPI_Issend(comm->message, (int)size, MPI_BYTE, 0, MESSAGE_TAG, comm->mpi_comm, &comm->sending);
    return true;
}

static size_t comm_receive(void *bytes, void *user) {
    struct communicator *comm = user;
    int there, size;
    MPI_Status status;
    MPI_Iprobe(MPI_ANY_SOURCE, MESSAGE_TAG, comm->mpi_comm, &there, &status);
    if (!there) return 0;
    MPI_Recv(bytes, TILEPDB_COMM_MESSAGE, MPI_BYTE, status.MPI_SOURCE, MESSAGE_TAG, comm->mpi_comm,
             &status);
    MPI_Get_count(&status, MPI_BYTE, &size);
    return (size_t)size;
}

static void counters_create(struct communicator *comm) {
    const MPI_Aint bytes = comm->rank == 0 ? TILEPDB_COMM_COUNTERS * (MPI_Aint)sizeof(uint64_t) : 0;
    MPI_Win_allocate(bytes, sizeof(uint64_t), MPI_INFO_NULL, comm->mpi_comm, &comm->counters,
                     &comm->window);
    MPI_Win_lock_all(MPI_MODE_NOCHECK, comm->window);
    if (comm->rank == 0) memset(comm->counters, 0, (size_t)bytes);
    MPI_Win_sync(comm->window);
    MPI_Barrier(comm->mpi_comm);
}

tilepdb_status tilepdb_mpi_comm_create(MPI_Comm mpi_comm, struct tilepdb_comm *comm,
                                       tilepdb_error *error) {
    int level;
    MPI_Query_thread(&level);
    tilepdb_status status = TILEPDB_OK;
    struct communicator *made = calloc(1, sizeof *made);
    if (!made)
        status = error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for a communicator");
    if (level < MPI_THREAD_SERIALIZED)
        status = error_set(error, TILEPDB_ERROR_ARGUMENT,
                           "this MPI does not allow calls from several threads, one at a time");
    status = tilepdb_mpi_agree(mpi_comm, status, error);
    if (status) {
        free(made);
        return status;
    }
    MPI_Comm_dup(mpi_comm, &made->mpi_comm);
    MPI_Comm_rank(made->mpi_comm, &made->rank);
    MPI_Comm_size(made->mpi_comm, &made->ranks);
    made->sending = MPI_REQUEST_NULL;
    counters_create(made);
    *comm = (tilepdb_comm){.rank = made->rank,
                           .ranks = made->ranks,
                           .update = comm_update,
                           .allgather = comm_allgather,
                           .barrier = comm_barrier,
                           .send = comm_send,
                           .receive = comm_receive,
                           .user = made};
    return TILEPDB_OK;
}

void tilepdb_mpi_comm_free(struct tilepdb_comm *comm) {
    struct communicator *made = comm->user;
    MPI_Win_unlock_all(made->window);
    MPI_Win_free(&made->window);
    MPI_Comm_free(&made->mpi_comm);
    free(made);
}
