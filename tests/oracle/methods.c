/*
 * The textbook methods against the whole 8-puzzle, and limits on their speed and memory.
 *
 *   oracle_methods             samples of the 8-puzzle; the layered method on all sizes to 10x10
 *   oracle_methods all [NAME]  every 3x3 board by every optimal method, or by methods named NAME...
 *   oracle_methods bars        speed and memory: layered, and bfs on 4x4
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tilepdb_methods.h"
#include "whole.h"

static struct whole whole;
static tilepdb_board goal;
static const char *only = ""; /* prefix of the samples to run */

static double cpu_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static bool leads_to(const tilepdb_board *board, const char *moves, const tilepdb_board *to) {
    tilepdb_board played = *board;
    return tilepdb_board_play(&played, moves, NULL) == TILEPDB_OK &&
           memcmp(played.cells, to->cells, sizeof *to->cells * to->width * to->height) == 0;
}

/* Solves every `step`-th board of those at distance `nearest` to `farthest`. With `first`, the
 * solution must be the first optimal one. */
static void sample(const char *what, const tilepdb_method_options *options, size_t step,
                   int nearest, int farthest, bool first) {
    const double start = seconds_now();
    size_t count = 0;
    if (strncmp(what, only, strlen(only)) != 0) return;
#pragma omp parallel for schedule(dynamic, 16) reduction(+ : count)
    for (size_t i = 0; i < whole.count; i += step) {
        const tilepdb_board board = whole_board(&whole, i);
        const int distance = whole_distance(&whole, &board);
        if (distance < nearest || distance > farthest) continue;
        tilepdb_method_result *result = malloc(sizeof *result);
        tilepdb_error error = {.message = ""};
        char moves[WHOLE_MAX_MOVES];
        count++;
        const tilepdb_status status = tilepdb_method_solve(&board, &goal, options, result, &error);
        expect(!status && result->optimal && result->length == distance &&
                   result->lower_bound == distance && result->upper_bound == distance,
               "%s: length %d, should be %d: %s", what, result->length, distance, error.message);
        expect(leads_to(&board, result->moves, &goal), "%s: moves %s", what, result->moves);
        whole_moves(&whole, &board, moves);
        expect(!first || !strcmp(moves, result->moves), "%s: moves %s, should be %s", what,
               result->moves, moves);
        free(result);
    }
    expect(count > 0, "%s: no boards", what);
    printf("%-44s %6zu boards, %.2f s\n", what, count, seconds_now() - start);
    fflush(stdout);
}

static void eight(bool all) {
    tilepdb_method_options options;
    tilepdb_goal(3, 3, 8, &goal, NULL);
    whole_find(&whole, &goal);
    tilepdb_method_options_init(&options, TILEPDB_METHOD_BFS);
    sample("bfs", &options, all ? 1 : 499, 0, 31, true);
    tilepdb_method_options_init(&options, TILEPDB_METHOD_ASTAR);
    sample("astar, Manhattan distance", &options, all ? 1 : 97, 0, 31, false);
    options.heuristic = TILEPDB_HEURISTIC_LINEAR_CONFLICT;
    sample("astar, linear conflict", &options, all ? 1 : 97, 0, 31, false);
    tilepdb_method_options_init(&options, TILEPDB_METHOD_IDDFS);
    sample("iddfs", &options, all ? 1 : 61, 0, 18, true);
    if (tilepdb_method_available(TILEPDB_METHOD_ILP)) {
        tilepdb_method_options_init(&options, TILEPDB_METHOD_ILP);
        sample("ilp, fixed horizon", &options, all ? 37 : 631, 0, 14, false);
        options.form = TILEPDB_PROGRAM_PENALTY;
        sample("ilp, penalty", &options, all ? 149 : 631, 0, 10, false);
    } else {
        printf("ilp: the program cbc is missing\n");
    }
    whole_free(&whole);
}

/* Random boards of a size, with goals that have the blank on each cell in turn and the tiles in
 * any order. */
static void layered_size(int width, int height, int count) {
    tilepdb_random random;
    tilepdb_method_options options;
    tilepdb_method_result *result = malloc(sizeof *result);
    tilepdb_method_options_init(&options, TILEPDB_METHOD_LAYERED);
    tilepdb_random_seed(&random, (uint64_t)(width * 100 + height));
    for (int i = 0; i < count; i++) {
        tilepdb_board standard, to, board;
        tilepdb_error error = {.message = ""};
        tilepdb_goal(width, height, i % 2 ? width * height - 1 : i / 2 % (width * height),
                     &standard, NULL);
        to = standard;
        if (i % 4 == 3) tilepdb_board_scramble(&random, &standard, &to);
        tilepdb_board_scramble(&random, &to, &board);
        const tilepdb_status status = tilepdb_method_solve(&board, &to, &options, result, &error);
        expect(!status, "layered, %dx%d: %s", width, height, error.message);
        if (status) continue;
        expect((int)strlen(result->moves) == result->length && leads_to(&board, result->moves, &to),
               "layered, %dx%d: the moves do not lead to the goal", width, height);
    }
    free(result);
}

static void layered_sizes(void) {
    const double start = seconds_now();
#pragma omp parallel for schedule(dynamic, 1)
    for (int size = 0; size < 81; size++) layered_size(size / 9 + 2, size % 9 + 2, 1000);
    for (int side = 11; side <= 20; side++) {
        layered_size(side, side, 10);
        layered_size(side, 2, 20);
        layered_size(3, side, 20);
    }
    printf("layered: 1000 random boards of each size from 2x2 to 10x10, %.2f s\n",
           seconds_now() - start);
}

/* All 3x3 boards contain every awkward order of the last tiles. */
static void layered_eight(void) {
    tilepdb_method_options options;
    tilepdb_method_result *result = malloc(sizeof *result);
    tilepdb_goal(3, 3, 8, &goal, NULL);
    whole_find(&whole, &goal);
    tilepdb_method_options_init(&options, TILEPDB_METHOD_LAYERED);
    long long sum = 0;
    int most = 0;
    for (size_t i = 0; i < whole.count; i++) {
        const tilepdb_board board = whole_board(&whole, i);
        const int distance = whole_distance(&whole, &board);
        const tilepdb_status status = tilepdb_method_solve(&board, &goal, &options, result, NULL);
        expect(!status && leads_to(&board, result->moves, &goal), "layered: board %zu", i);
        expect(result->length >= distance && result->lower_bound <= distance &&
                   (!result->optimal || result->length == distance),
               "layered: length %d of a board at distance %d", result->length, distance);
        sum += result->length;
        if (result->length > most) most = result->length;
    }
    printf("layered: all %zu boards of 3x3, mean length %.1f, most %d\n", whole.count,
           (double)sum / (double)whole.count, most);
    whole_free(&whole);
    free(result);
}

static void bar_layered(void) {
    enum { COUNT = 100000 };
    tilepdb_random random;
    tilepdb_method_options options;
    tilepdb_method_result *result = malloc(sizeof *result);
    tilepdb_board to, *boards = malloc(COUNT * sizeof *boards);
    long long sum = 0;
    int most = 0;
    tilepdb_method_options_init(&options, TILEPDB_METHOD_LAYERED);
    tilepdb_random_seed(&random, 1);
    tilepdb_goal(4, 4, 15, &to, NULL);
    for (int i = 0; i < COUNT; i++) tilepdb_board_scramble(&random, &to, &boards[i]);
    const double start = cpu_now();
    for (int i = 0; i < COUNT; i++) {
        if (tilepdb_method_solve(&boards[i], &to, &options, result, NULL)) exit(1);
        sum += result->length;
        if (result->length > most) most = result->length;
    }
    const double seconds = cpu_now() - start;
    printf("layered: %d random boards of 4x4 in %.2f s, mean length %.1f, most %d\n", COUNT,
           seconds, (double)sum / COUNT, most);
    expect(seconds < 2, "layered: 100,000 boards took %.2f s", seconds);
    free(boards);
    free(result);
}

static void bar_bfs(void) {
    tilepdb_board board;
    tilepdb_method_options options;
    tilepdb_method_result *result = malloc(sizeof *result);
    tilepdb_error error = {.message = ""};
    tilepdb_goal(4, 4, 15, &goal, NULL);
    const long long hardest[] = {0, 12, 9, 13, 15, 11, 10, 14, 3, 7, 2, 5, 4, 8, 6, 1};
    board = board_of(hardest);
    tilepdb_method_options_init(&options, TILEPDB_METHOD_BFS);
    options.memory_limit = (uint64_t)1 << 30;
    const double start = cpu_now();
    const tilepdb_status status = tilepdb_method_solve(&board, &goal, &options, result, &error);
    const double rate = (double)result->states / (cpu_now() - start);
    const double bytes = (double)result->memory / (double)result->states;
    printf("bfs: %s\nbfs: %.1f million states a second, %.1f bytes a state\n", error.message,
           rate / 1e6, bytes);
    expect(status == TILEPDB_LIMIT, "bfs of an 80-move board ended otherwise");
    expect(bytes <= 24, "bfs: %.1f bytes a state", bytes);
    free(result);
}

int main(int argc, char **argv) {
    const char *part = argc > 1 ? argv[1] : "";
    if (!strcmp(part, "bars")) {
        bar_layered();
        bar_bfs();
    } else {
        if (argc > 2) only = argv[2];
        eight(!strcmp(part, "all"));
        if (argc > 2) return failures() != 0;
        layered_eight();
        layered_sizes();
    }
    return failures() != 0;
}
