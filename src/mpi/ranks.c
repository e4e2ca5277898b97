#include "mpi/ranks.h"

#include <time.h>
#include <unistd.h>

#include "base/error.h"
#include "base/threads.h"
#include "tilepdb_mpi.h"

/* polls before the first pause, and length of a pause; short compared with a level */
#define POLLS_WITHOUT_PAUSE 200
#define PAUSE_NANOSECONDS   20000

void ranks_open(struct ranks *ranks, MPI_Comm comm) {
    MPI_Comm_dup(comm, &ranks->comm);
    MPI_Comm_rank(ranks->comm, &ranks->rank);
    MPI_Comm_size(ranks->comm, &ranks->count);
}

void ranks_close(struct ranks *ranks) {
    MPI_Comm_free(&ranks->comm);
}

void ranks_wait(int count, MPI_Request *requests) {
    const struct timespec pause = {.tv_nsec = PAUSE_NANOSECONDS};
    int done = 0;
    for (unsigned polls = 0;; polls++) {
        MPI_Testall(count, requests, &done, MPI_STATUSES_IGNORE);
        if (done) return;
        if (polls > POLLS_WITHOUT_PAUSE) nanosleep(&pause, NULL);
    }
}

bool ranks_all(const struct ranks *ranks, bool here) {
    int all, own = here;
    MPI_Allreduce(&own, &all, 1, MPI_INT, MPI_LAND, ranks->comm);
    return all;
}

int ranks_threads(const struct ranks *ranks, int requested) {
    const int node = ranks_on_node(ranks);
    const int threads = threads_resolve(requested);
    if (requested > 0 || threads < sysconf(_SC_NPROCESSORS_ONLN)) return threads;
    return threads / node > 0 ? threads / node : 1;
}

int ranks_on_node(const struct ranks *ranks) {
    MPI_Comm node;
    int count;
    MPI_Comm_split_type(ranks->comm, MPI_COMM_TYPE_SHARED, ranks->rank, MPI_INFO_NULL, &node);
    MPI_Comm_size(node, &count);
    MPI_Comm_free(&node);
    return count;
}

/* Returns a precedence; all ranks adopt the status with the lowest. */
static int precedence(tilepdb_status status, int rank, int ranks) {
    if (status == TILEPDB_OK) return 2 * ranks;
    return status == TILEPDB_CANCELLED ? ranks + rank : rank;
}

tilepdb_status tilepdb_mpi_agree(MPI_Comm comm, tilepdb_status status, tilepdb_error *error) {
    int rank, ranks, first;
    MPI_Request request;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &ranks);
    const int own = precedence(status, rank, ranks);
    MPI_Iallreduce(&own, &first, 1, MPI_INT, MPI_MIN, comm, &request);
    ranks_wait(1, &request);
    if (first == 2 * ranks) return TILEPDB_OK;
    tilepdb_error agreed = {.status = status};
    if (first == own && error)
        agreed = *error;
    else if (first == own)
        error_set(&agreed, status, "%s", tilepdb_status_message(status));
    MPI_Bcast(&agreed, (int)sizeof agreed, MPI_BYTE, first % ranks, comm);
    if (error) *error = agreed;
    if (ranks == 1 || agreed.status == TILEPDB_CANCELLED) return agreed.status;
    return error_set(error, agreed.status, "rank %d: %s", first % ranks, agreed.message);
}
