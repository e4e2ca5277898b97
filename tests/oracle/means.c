/*
 * Means over seeded uniform random boards, against figures that other programs published or
 * measured: the root's h over a million boards, and generated nodes over 20,000.
 */
#include <math.h>
#include <stdlib.h>

#include "oracle.h"

#define BOARDS 1000000
#define SOLVED 20000

static tilepdb_board *boards;

static void boards_draw(const tilepdb_board *goal) {
    tilepdb_random random;
    tilepdb_random_seed(&random, 1985);
    boards = malloc(BOARDS * sizeof *boards);
    for (long i = 0; i < BOARDS; i++) tilepdb_board_scramble(&random, goal, &boards[i]);
}

static void mean_h(const char *dir, const char *partition, tilepdb_kind kind, double expected,
                   double tolerance) {
    struct solving solving;
    solving_open(&solving, dir, partition, 4, 4, kind, 15, true);
    if (!boards) boards_draw(&solving.goal);
    const double start = seconds_now();
    long long sum = 0;
#pragma omp parallel for schedule(static) reduction(+ : sum)
    for (long i = 0; i < BOARDS; i++) {
        int h = 0;
        tilepdb_solver_estimate(solving.solver, &boards[i], &h, NULL);
        sum += h;
    }
    const double mean = (double)sum / BOARDS;
    const char *blank = kind.blank == TILEPDB_BLANK_AWARE ? "aware" : "projected";
    printf("%s, %s: mean h %.4f (%.3f +- %.2f), %.1f s\n", partition, blank, mean, expected,
           tolerance, seconds_now() - start);
    expect(fabs(mean - expected) <= tolerance, "%s, %s: mean h %.4f", partition, blank, mean);
    solving_close(&solving);
}

static void mean_nodes(const char *dir) {
    struct solving solving;
    solving_open(&solving, dir, "7-8", 4, 4, AWARE_BIT, 15, true);
    const double start = seconds_now();
    long long nodes = 0, moves = 0;
#pragma omp parallel for schedule(dynamic, 16) reduction(+ : nodes, moves)
    for (long i = 0; i < SOLVED; i++) {
        tilepdb_result result;
        expect(!tilepdb_solve(solving.solver, &boards[i], NULL, &result, NULL),
               "board %ld is not solved", i);
        nodes += (long long)result.generated;
        moves += result.length;
    }
    const double mean = (double)nodes / SOLVED;
    printf("7-8, aware: mean nodes %.0f (20160 +- 6 %%), mean length %.3f, %.1f s\n", mean,
           (double)moves / SOLVED, seconds_now() - start);
    expect(fabs(mean - 20160) <= 0.06 * 20160, "7-8: mean nodes %.0f", mean);
    solving_close(&solving);
}

int main(int argc, char **argv) {
    const char *dir = argc > 1 ? argv[1] : ".";
    mean_h(dir, "7-8", AWARE_BIT, 46.445, 0.03);
    mean_h(dir, "7-8", PROJECTED_NIBBLE, 45.727, 0.03);
    mean_h(dir, "6-6-3", PROJECTED_NIBBLE, 42.92, 0.7);
    mean_h(dir, "5-5-5", PROJECTED_NIBBLE, 41.56, 0.7);
    mean_nodes(dir);
    free(boards);
    return failures() != 0;
}
