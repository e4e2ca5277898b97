/*
 * All ranks agree on one status: every combination of three statuses, on any number of ranks. Run
 * with mpirun -n N test_agree.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tilepdb_mpi.h"

static const tilepdb_status statuses[] = {TILEPDB_OK, TILEPDB_CANCELLED, TILEPDB_ERROR_IO};

/* Returns the rank whose status all should get, when rank r has statuses[digit r of `number`];
 * -1 if no rank failed. */
static int heard(int number, int ranks) {
    int cancelled = -1;
    for (int rank = 0; rank < ranks; rank++, number /= 3) {
        if (number % 3 == 2) return rank;
        if (number % 3 == 1 && cancelled < 0) cancelled = rank;
    }
    return cancelled;
}

static int digit(int number, int rank) {
    while (rank--) number /= 3;
    return number % 3;
}

int main(int argc, char **argv) {
    int rank, ranks, provided, failures = 0, numbers = 1;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int i = 0; i < ranks; i++) numbers *= 3;
    for (int number = 0; number < numbers; number++) {
        tilepdb_error error = {0};
        const tilepdb_status own = statuses[digit(number, rank)];
        snprintf(error.message, sizeof error.message, "number %d of rank %d", number, rank);
        const int first = heard(number, ranks);
        const tilepdb_status expected = first < 0 ? TILEPDB_OK : statuses[digit(number, first)];
        error.status = own;
        char prefix[32] = "", message[sizeof error.message];
        if (ranks > 1 && expected != TILEPDB_CANCELLED)
            snprintf(prefix, sizeof prefix, "rank %d: ", first);
        snprintf(message, sizeof message, "%snumber %d of rank %d", prefix, number, first);
        const tilepdb_status status = tilepdb_mpi_agree(MPI_COMM_WORLD, own, &error);
        failures += status != expected;
        failures += expected != TILEPDB_OK &&
                    (error.status != expected || strcmp(error.message, message) != 0);
        failures += tilepdb_mpi_agree(MPI_COMM_WORLD, own, rank ? &error : NULL) != expected;
    }
    printf("rank %d of %d: %d failures in %d cases\n", rank, ranks, failures, numbers);
    MPI_Finalize();
    return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
