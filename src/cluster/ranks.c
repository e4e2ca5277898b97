/*
 * The ranks of a job. See ranks.h.
 */
#include "cluster/ranks.h"

#include <time.h>
#include <unistd.h>

#include "base/threads.h"
#include "tilepdb_mpi.h"

/* What arrives soon is awaited without a pause; then pauses are short beside a level. */
#define LOOKS_WITHOUT_PAUSE 200
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
    for (unsigned looks = 0;; looks++) {
        MPI_Testall(count, requests, &done, MPI_STATUSES_IGNORE);
        if (done) return;
        if (looks > LOOKS_WITHOUT_PAUSE) nanosleep(&pause, NULL);
    }
}

tilepdb_status ranks_agree(const struct ranks *ranks, tilepdb_status status, tilepdb_error *error) {
    return tilepdb_mpi_agree(ranks->comm, status, error);
}

bool ranks_all(const struct ranks *ranks, bool here) {
    int all, own = here;
    MPI_Allreduce(&own, &all, 1, MPI_INT, MPI_LAND, ranks->comm);
    return all;
}

int ranks_threads(const struct ranks *ranks, int requested) {
    const int node = ranks_of_node(ranks);
    const int threads = threads_resolve(requested);
    if (requested > 0 || threads < sysconf(_SC_NPROCESSORS_ONLN)) return threads;
    return threads / node > 0 ? threads / node : 1;
}

int ranks_of_node(const struct ranks *ranks) {
    MPI_Comm node;
    int count;
    MPI_Comm_split_type(ranks->comm, MPI_COMM_TYPE_SHARED, ranks->rank, MPI_INFO_NULL, &node);
    MPI_Comm_size(node, &count);
    MPI_Comm_free(&node);
    return count;
}
