/*
 * Means over seeded uniform random boards against figures that other programs published or
 * measured: the root's h over a million boards, and generated nodes over 20,000.
 */
#include <math.h>
#include <stdlib.h>

#include "oracle.h"

#define BOARDS 1000000
#define SOLVED 20000

static uint8_t (*cells)[16]; /* cells of the boards */

static void boards_draw(const tilepdb_board *goal) {
    tilepdb_random random;
    tilepdb_random_seed(&random, 1985);
    cells = malloc(BOARDS * sizeof *cells);
    for (long i = 0; i < BOARDS; i++) {
        tilepdb_board board;
        tilepdb_board_scramble(&random, goal, &board);
        for (int cell = 0; cell < 16; cell++) cells[i][cell] = (uint8_t)board.cells[cell];
    }
}

static tilepdb_board board_at(long i) {
    tilepdb_board board = {.width = 4, .height = 4};
    for (int cell = 0; cell < 16; cell++) board.cells[cell] = cells[i][cell];
    return board;
}

static double mean_of(const tilepdb_solver *solver) {
    long long sum = 0;
    int failed = 0;
#pragma omp parallel for schedule(static) reduction(+ : sum, failed)
    for (long i = 0; i < BOARDS; i++) {
        int h = 0;
        const tilepdb_board board = board_at(i);
        failed += tilepdb_solver_estimate(solver, &board, &h, NULL) != TILEPDB_OK;
        sum += h;
    }
    expect(failed == 0, "%d boards have no estimate", failed);
    return (double)sum / BOARDS;
}

/* If `expected` is 0, the mean is only printed and must be at least `least`. Returns the mean. */
static double mean_h(const char *dir, const char *partition, tilepdb_kind kind, bool reflection,
                     double expected, double tolerance, double least) {
    struct solving solving;
    const double start = seconds_now();
    solving_open_4x4(&solving, dir, partition, kind, 15, reflection);
    const double mean = mean_of(solving.solver);
    printf("%-5s %-9s %-13s mean h %.4f", partition,
           kind.blank == TILEPDB_BLANK_AWARE ? "aware" : "projected",
           reflection ? "reflected" : "one view", mean);
    if (expected > 0) printf(" (%.3f +- %.2f)", expected, tolerance);
    printf(", %.1f s\n", seconds_now() - start);
    if (expected > 0)
        expect(fabs(mean - expected) <= tolerance, "%s: mean h %.4f", partition, mean);
    expect(mean >= least, "%s: mean h %.4f is below %.4f", partition, mean, least);
    solving_close(&solving);
    return mean;
}

/* The mean is exactly 37: over all boards a tile is equally often on each cell, two random cells
 * of 4x4 are 2.5 apart on average, 16 * 2.5 = 40, and the blank's mean distance to its corner,
 * 3, does not count. */
static void mean_manhattan(const tilepdb_board *goal) {
    tilepdb_solver *solver;
    tilepdb_solver_options options;
    tilepdb_solver_options_init(&options);
    options.heuristic = TILEPDB_HEURISTIC_MANHATTAN;
    if (tilepdb_solver_create(goal, &options, &solver, NULL)) exit(1);
    const double mean = mean_of(solver);
    printf("Manhattan distance: mean h %.4f (37 +- 0.03)\n", mean);
    expect(fabs(mean - 37) <= 0.03, "Manhattan distance: mean h %.4f", mean);
    tilepdb_solver_free(solver);
}

static void mean_nodes(const char *dir) {
    struct solving solving;
    solving_open_4x4(&solving, dir, "7-8", AWARE_BIT, 15, true);
    const double start = seconds_now();
    long long nodes = 0, moves = 0;
    tilepdb_solve_options plain;
    tilepdb_solve_options_init(&plain);
    plain.plain = true;
#pragma omp parallel for schedule(dynamic, 16) reduction(+ : nodes, moves)
    for (long i = 0; i < SOLVED; i++) {
        tilepdb_result result;
        const tilepdb_board board = board_at(i);
        expect(!tilepdb_solve(solving.solver, &board, &plain, &result, NULL),
               "board %ld is not solved", i);
        nodes += (long long)result.generated;
        moves += result.length;
    }
    const double mean = (double)nodes / SOLVED, length = (double)moves / SOLVED;
    printf(
        "7-8, aware: mean nodes %.0f (20160 +- 6 %%), mean length %.3f (52.59 +- 0.15), %.1f s\n",
        mean, length, seconds_now() - start);
    expect(fabs(mean - 20160) <= 0.06 * 20160, "7-8: mean nodes %.0f", mean);
    expect(fabs(length - 52.59) <= 0.15, "7-8: mean length %.3f", length);
    solving_close(&solving);
}

/* Compares one view with two, and projected with blank-aware tables; each step raises the
 * heuristic. The published means of 6-6-3 and 5-5-5 are from projected tables with patterns of
 * other shapes, hence the wide tolerance. */
static void mean_of_kinds(const char *dir, const char *partition, double published) {
    const double one = mean_h(dir, partition, PROJECTED_NIBBLE, false, 0, 0, 37);
    const double two = mean_h(dir, partition, PROJECTED_NIBBLE, true, published, 0.7, one);
    const double aware = mean_h(NULL, partition, AWARE_NIBBLE, false, 0, 0, one);
    mean_h(NULL, partition, AWARE_NIBBLE, true, 0, 0, aware > two ? aware : two);
}

int main(int argc, char **argv) {
    const char *dir = argc > 1 ? argv[1] : ".";
    tilepdb_board goal;
    if (tilepdb_goal(4, 4, 15, &goal, NULL)) return 1;
    boards_draw(&goal);
    mean_manhattan(&goal);
    mean_h(dir, "7-8", AWARE_BIT, true, 46.445, 0.03, 0);
    mean_h(dir, "7-8", PROJECTED_NIBBLE, true, 45.727, 0.03, 0);
    mean_of_kinds(dir, "6-6-3", 42.92);
    mean_of_kinds(dir, "5-5-5", 41.56);
    mean_nodes(dir);
    free(cells);
    return failures() != 0;
}
