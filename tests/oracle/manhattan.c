/*
 * The node counts of Korf 1985: IDA* with Manhattan distance, blank moves in the order up, left,
 * right, down, no move taken back, the root counted once. Solves the boards below 100 million
 * nodes, or with the argument `all` all 100 boards (36.3 billion nodes).
 */
#include <string.h>

#include "oracle.h"

#define MOST_BOARDS 100

int main(int argc, char **argv) {
    const bool all = argc > 1 && !strcmp(argv[1], "all");
    FILE *file = data_open("korf100.txt");
    long long numbers[MOST_BOARDS][20];
    int count = 0;
    while (count < MOST_BOARDS && data_numbers(file, numbers[count], 20) == 20)
        if (all || numbers[count][19] < 100000000) count++;
    fclose(file);
    tilepdb_error error;
    tilepdb_board goal;
    tilepdb_solver *solver;
    tilepdb_solver_options options;
    tilepdb_solver_options_init(&options);
    options.heuristic = TILEPDB_HEURISTIC_MANHATTAN;
    tilepdb_goal(4, 4, 0, &goal, &error);
    if (tilepdb_solver_create(&goal, &options, &solver, &error)) {
        printf("%s\n", error.message);
        return 1;
    }
    const double start = seconds_now();
    long long nodes = 0;
    tilepdb_solve_options plain;
    tilepdb_solve_options_init(&plain);
    plain.plain = true;
#pragma omp parallel for schedule(dynamic, 1) reduction(+ : nodes)
    for (int i = 0; i < count; i++) {
        tilepdb_result result;
        const tilepdb_board board = board_of(numbers[i] + 1);
        const tilepdb_status status = tilepdb_solve(solver, &board, &plain, &result, NULL);
        expect(!status && result.length == numbers[i][17], "board %lld: length %d, should be %lld",
               numbers[i][0], result.length, numbers[i][17]);
        expect(result.root_h == numbers[i][18], "board %lld: h %d, should be %lld", numbers[i][0],
               result.root_h, numbers[i][18]);
        expect((long long)result.generated == numbers[i][19],
               "board %lld: %llu nodes, should be %lld", numbers[i][0],
               (unsigned long long)result.generated, numbers[i][19]);
        nodes += (long long)result.generated;
    }
    expect(count == (all ? 100 : 60), "%d boards were read", count);
    printf("%d boards, %lld nodes as in 1985, %.1f s\n", count, nodes, seconds_now() - start);
    tilepdb_solver_free(solver);
    return failures() != 0;
}
