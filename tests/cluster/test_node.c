/*
 * Memory that the ranks of one machine share: what one writes all read, under each key its own.
 * mpirun -n N test_node
 */
#include <stdio.h>
#include <stdlib.h>

#include "tilepdb_company.h"
#include "tilepdb_mpi.h"

#define KEYS  5
#define WORDS ((size_t)1 << 20)

/* Every rank writes its words of every key, which it asks for in an order of its own. */
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
    failures += node.share(1, WORDS, node.user) != NULL; /* of another size */
    failures += node.share(1, WORDS * sizeof **memory, node.user) != memory[1]; /* once more */
    MPI_Barrier(MPI_COMM_WORLD);
    printf("rank %d of %d: %d failures\n", node.rank, node.ranks, failures);
    tilepdb_mpi_node_free(&node);
    MPI_Finalize();
    return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
