/*
 * One status for all ranks. See tilepdb_mpi.h.
 */
#include "base/error.h"
#include "cluster/ranks.h"
#include "tilepdb_mpi.h"

/* The smaller, the more a rank's status counts. */
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
