/* Without nameless files in memory, the ranks of a machine share no memory. */
#include "tilepdb_mpi.h"

static void *node_share(uint64_t key, size_t bytes, void *user) {
    (void)key;
    (void)bytes;
    (void)user;
    return NULL;
}

tilepdb_status tilepdb_mpi_node_create(MPI_Comm comm, struct tilepdb_node *node,
                                       tilepdb_error *error) {
    MPI_Comm machine;
    int rank;
    *node = (struct tilepdb_node){.share = node_share};
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &machine);
    MPI_Comm_rank(machine, &node->rank);
    MPI_Comm_size(machine, &node->ranks);
    MPI_Comm_free(&machine);
    (void)error;
    return TILEPDB_OK;
}

void tilepdb_mpi_node_free(struct tilepdb_node *node) {
    *node = (struct tilepdb_node){0};
}
