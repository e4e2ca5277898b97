/*
 * Memory shared by the ranks of one machine: all ranks read what one writes, and each key has its
 * own memory. Run with mpirun -n N test_node.
 */
#include <stdio.h>
#include <stdlib.h>

#include "tilepdb_mpi.h"

#define KEYS  5
#define WORDS ((size_t)1 << 20)

/* Writes this rank's words of every key. Each rank shares the keys in another order. */
static int keys_write(const tilepdb_node *node, uint64_t **memory) {
    int failures = 0;
    for (int i = 0; i < KEYS; i++) {
        const int key = (i + node->rank) % KEYS;
        memory[key] = node->share((uint64_t)key, WORDS * sizeof **memory, node->user);
        if (!memory[key]) {
            failures++;
            continue;
        }
        failures += ((uintptr_t)memory[key] & (((size_t)2 << 20) - 1)) != 0;
        for (size_t w = (size_t)node->rank; w < WORDS; w += (size_t)node->ranks * 997)
            memory[key][w] = w * KEYS + (size_t)key + 1;
    }
    return failures;
}

static int keys_read(const tilepdb_node *node, uint64_t *const *memory) {
    int failures = 0;
    for (int key = 0; key < KEYS; key++)
        for (size_t w = 0; memory[key] && w < WORDS; w++) {
            const bool written = w % ((size_t)node->ranks * 997) < (size_t)node->ranks;
            failures += memory[key][w] != (written ? w * KEYS + (size_t)key + 1 : 0);
        }
    return failures;
}

/* Replaces the function of MPI, to fail on one rank as if memory were short. */
static int failing_rank = -1;

int MPI_Win_allocate_shared(MPI_Aint size, int unit, MPI_Info info, MPI_Comm comm, void *memory,
                            MPI_Win *window) {
    int rank;
    MPI_Comm_rank(comm, &rank);
    const int code = PMPI_Win_allocate_shared(size, unit, info, comm, memory, window);
    return rank == failing_rank ? MPI_ERR_NO_MEM : code;
}

/* If shared memory cannot be allocated on one rank, `share` fails on all. */
static int one_fails(int rank) {
    tilepdb_node node;
    failing_rank = rank;
    if (tilepdb_mpi_node_create(MPI_COMM_WORLD, &node, NULL)) return 1;
    const int failures = node.share(1, WORDS, node.user) != NULL;
    tilepdb_mpi_node_free(&node);
    failing_rank = -1;
    return failures;
}

int main(int argc, char **argv) {
    int provided, ranks;
    tilepdb_node node;
    uint64_t *memory[KEYS];
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (tilepdb_mpi_node_create(MPI_COMM_WORLD, &node, NULL)) return EXIT_FAILURE;
    int failures = keys_write(&node, memory);
    failures += node.ranks != ranks; /* this test runs on one machine */
    MPI_Barrier(MPI_COMM_WORLD);
    failures += keys_read(&node, memory);
    failures += node.share(1, WORDS, node.user) != NULL;                        /* another size */
    failures += node.share(1, WORDS * sizeof **memory, node.user) != memory[1]; /* a second time */
    MPI_Barrier(MPI_COMM_WORLD);
    failures += one_fails(0) + one_fails(ranks - 1);
    printf("rank %d of %d: %d failures\n", node.rank, node.ranks, failures);
    tilepdb_mpi_node_free(&node);
    MPI_Finalize();
    return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
