/*
 * Bidirectional searches with many limits and levels: every solvable 3x3 board against
 * breadth-first search, and random boards of other sizes against unidirectional searches. All must
 * return the first optimal moves. With the argument `all` every board, otherwise a sample.
 */
#include <stdlib.h>
#include <string.h>

#include "search/solver.h"
#include "tilepdb_choice.h"
#include "whole.h"

/* Tested in addition to the limits from sampling. At both ends nearly all nodes are on one side. */
static const int offsets[] = {-200, -8, -4, -2, 0, 2, 4, 8, 200};
static const int levels[] = {1, 4, 8, 13, 20, 30, 300};

/* Only one in this many boards uses sampling, which takes longer than the search of a small
 * board. */
#define SAMPLED 16

#define OFFSETS (sizeof offsets / sizeof *offsets)
#define LEVELS  (sizeof levels / sizeof *levels)

/* Solvers of one partition, for each blank cell of the goal. */
struct family {
    int width, height;
    struct solving at[TILEPDB_TABLE_MAX_CELLS];
};

static void family_open(struct family *family, int width, int height, const char *partition) {
    family->width = width;
    family->height = height;
    for (int cell = 0; cell < width * height; cell++) {
        tilepdb_board goal;
        if (tilepdb_goal(width, height, cell, &goal, NULL)) exit(1);
        solving_open(&family->at[cell], NULL, partition, AWARE_BIT, &goal, cell, true);
    }
}

static void family_close(struct family *family) {
    for (int cell = 0; cell < family->width * family->height; cell++)
        solving_close(&family->at[cell]);
}

/* Makes a solver for searches backward from `board`. */
static tilepdb_solver *backward_make(const struct family *family, const tilepdb_board *board) {
    int cell = 0;
    while (board->cells[cell]) cell++;
    const struct solving *own = &family->at[cell];
    tilepdb_solver_options options;
    tilepdb_solver *solver;
    tilepdb_solver_options_init(&options);
    options.tables = (const tilepdb_table *const *)own->tables;
    options.table_count = own->partition.count;
    options.backward = true;
    if (tilepdb_solver_create(board, &options, &solver, NULL)) exit(1);
    return solver;
}

/* `should` is the first optimal solution. */
static void answer_check(const tilepdb_solver *solver, const tilepdb_board *board, bool any,
                         const char *should) {
    tilepdb_result result;
    tilepdb_solve_options options;
    tilepdb_solve_options_init(&options);
    options.any = any;
    const tilepdb_status status = tilepdb_solve(solver, board, &options, &result, NULL);
    const bool well = !status && result.optimal && result.length == (int)strlen(should);
    expect(well && (any || !strcmp(result.moves, should)),
           "offset %d, level %d: %d moves %s, should be %zu, %s", solver->bidirectional->offset,
           solver->bidirectional->level, result.length, result.moves, strlen(should), should);
}

static size_t given; /* boards whose solver has the given pair */

/* Creates a bidirectional solver: for one in SAMPLED boards with pair, limits and level from
 * sampling, otherwise with a given pair. */
static tilepdb_solver *creation(const tilepdb_solver *forward, const tilepdb_solver *backward,
                                size_t number) {
    const tilepdb_bidirectional_plan plan = {
        .pair = {(unsigned)(number % forward->setup.group_count),
                 (unsigned)(number / SAMPLED % backward->setup.group_count)}};
    tilepdb_solver *solver;
    tilepdb_status status = TILEPDB_ERROR_ARGUMENT; /* this pair does not fit */
    if (number % SAMPLED)
        status = tilepdb_solver_create_from_plan(forward, backward, &plan, &solver, NULL);
    if (status == TILEPDB_ERROR_ARGUMENT)
        status =
            tilepdb_solver_create_bidirectional(forward, backward, 0, NULL, NULL, &solver, NULL);
    if (status) exit(1);
    if (number % SAMPLED) {
        unsigned pair[2];
        tilepdb_solver_view_pair(solver, pair);
        if (memcmp(pair, plan.pair, sizeof pair) == 0)
            __atomic_fetch_add(&given, 1, __ATOMIC_RELAXED);
    }
    return solver;
}

/* Tests one board with several limits and levels, which change from board to board. */
static void board_check(const struct family *family, const struct solving *forward,
                        const tilepdb_board *board, size_t number, const char *should) {
    tilepdb_solver *backward = backward_make(family, board);
    tilepdb_solver *solver = creation(forward->solver, backward, number);
    if (number % SAMPLED == 0) answer_check(solver, board, false, should);
    for (size_t i = 0; i < 3; i++) {
        solver->bidirectional->offset = offsets[(number + 2 * i) % OFFSETS];
        solver->bidirectional->level = levels[(number / OFFSETS + 3 * i) % LEVELS];
        answer_check(solver, board, i == 2, should);
    }
    tilepdb_solver_free(solver);
    tilepdb_solver_free(backward);
}

static void eight(int goal_blank, size_t step) {
    static struct family family;
    static struct whole whole;
    const double start = seconds_now();
    family_open(&family, 3, 3, "1-4/5-8");
    const struct solving *forward = &family.at[goal_blank];
    whole_find(&whole, &forward->goal);
#pragma omp parallel for schedule(dynamic, 64)
    for (size_t i = 0; i < whole.count; i += step) {
        char moves[WHOLE_MAX_MOVES];
        const tilepdb_board board = whole_board(&whole, i);
        whole_moves(&whole, &board, moves);
        board_check(&family, forward, &board, i / step, moves);
    }
    printf("3x3, blank %d: %zu boards, %.1f s\n", goal_blank, (whole.count + step - 1) / step,
           seconds_now() - start);
    whole_free(&whole);
    family_close(&family);
}

static void others(int width, int height, const char *partition, int walk, int count) {
    static struct family family;
    const double start = seconds_now();
    family_open(&family, width, height, partition);
    const struct solving *forward = &family.at[0];
    tilepdb_random random;
    tilepdb_random_seed(&random, (uint64_t)(width * 100 + height));
    tilepdb_board *boards = calloc((size_t)count, sizeof *boards);
    if (!boards) exit(1);
    for (int i = 0; i < count; i++) {
        boards[i] = forward->goal;
        if (tilepdb_board_walk(&random, i * walk / count + 1, &boards[i])) exit(1);
    }
#pragma omp parallel for schedule(dynamic, 4)
    for (int i = 0; i < count; i++) {
        tilepdb_result plain;
        const tilepdb_status status =
            tilepdb_solve(forward->solver, &boards[i], NULL, &plain, NULL);
        expect(!status, "%dx%d: status %d", width, height, (int)status);
        board_check(&family, forward, &boards[i], (size_t)i, plain.moves);
    }
    printf("%dx%d: %d boards, %.1f s\n", width, height, count, seconds_now() - start);
    free(boards);
    family_close(&family);
}

int main(int count, char **words) {
    const bool all = count == 2 && strcmp(words[1], "all") == 0;
    if (count > 1 && !all) return 2;
    eight(0, all ? 1 : 997);
    eight(4, all ? 11 : 4999);
    others(4, 4, "1-5/6-10/11-15", 90, all ? 3000 : 60);
    others(5, 4, "1-5/6-10/11-15/16-19", 70, all ? 200 : 4);
    others(5, 5, "1-4/5-8/9-12/13-16/17-20/21-24", 60, all ? 200 : 3);
    expect(given > 150, "only %zu boards were searched by a given pair", given);
    return failures() != 0;
}
