/*
 * Bidirectional searches with many limits and levels: every solvable 3x3 board against
 * breadth-first search, and random boards of other sizes against unidirectional searches. All must
 * return the first optimal moves. With the argument `all` every board, otherwise a sample.
 *
 * The proofs of a length also begin just below it, without the bounds before: from both sides,
 * forward and backward, for lengths that are too long by 0 to MOST_LONGER moves. None may miss a
 * shorter solution.
 *
 * Some searches have memory for few frontier keys, so that their level rises.
 */
#include <stdlib.h>
#include <string.h>

#include "search/bidirectional.h"
#include "search/solver.h"
#include "tilepdb_tables.h"
#include "whole.h"

/* Tested in addition to the limits from sampling. At both ends nearly all nodes are on one side. */
static const int offsets[] = {-200, -8, -4, -2, 0, 2, 4, 8, 200};
static const int levels[] = {-30, 1, -3, 8, 13, -6, 20, 30, 300};

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

/* Returns the memory for 1 to 32 frontier keys; 0: for any number. */
static uint64_t memory_for(size_t number) {
    return number % 3 ? UINT64_C(24) << number / 3 % 6 : 0;
}

static size_t raised; /* bounds whose level rose */

static void raised_count(const tilepdb_solver *solver, const tilepdb_result *result) {
    for (size_t i = 0; i < result->iteration_count; i++) {
        const tilepdb_iteration *bound = &result->iterations[i];
        if (bound->level > 1 && bound->level > solver->bidirectional->level + bound->bound / 2)
            __atomic_fetch_add(&raised, 1, __ATOMIC_RELAXED);
    }
}

/* `should` is the first optimal solution. */
static void answer_check(const tilepdb_solver *solver, const tilepdb_board *board, bool any,
                         uint64_t memory_limit, const char *should) {
    tilepdb_result result;
    tilepdb_solve_options options;
    tilepdb_solve_options_init(&options);
    options.any = any;
    options.memory_limit = memory_limit;
    const tilepdb_status status = tilepdb_solve(solver, board, &options, &result, NULL);
    const bool well = !status && result.optimal && result.length == (int)strlen(should);
    expect(well && (any || !strcmp(result.moves, should)),
           "offset %d, level %d: %d moves %s, should be %zu, %s", solver->bidirectional->offset,
           solver->bidirectional->level, result.length, result.moves, strlen(should), should);
    if (memory_limit) raised_count(solver, &result);
}

/* ---- proofs that begin below a length -------------------------------------------------------- */

#define MOST_LONGER 8

/* Boards of FAR or more moves take long in bounds beyond their optimum. */
#define FAR 40

/* Nodes of the bounds before, as an earlier result may report them: too few for several threads
 * and for a subtree order, enough, and enough for samples. */
static const uint64_t nodes_before[] = {0, 60000, 1 << 20};

static size_t shorter; /* solutions below their bound */

/* Makes an earlier result of two bounds below the estimate, which prove nothing. */
static tilepdb_result earlier_make(int root_h, uint64_t nodes) {
    tilepdb_result earlier = {.solvable = true, .length = -1, .lower_bound = root_h};
    for (int bound = root_h - 4; bound < root_h; bound += 2)
        if (bound >= 0)
            earlier.iterations[earlier.iteration_count++] =
                (tilepdb_iteration){.bound = bound, .generated = nodes};
    return earlier;
}

static bool is_solution(const tilepdb_solver *solver, const tilepdb_board *board,
                        const char *moves) {
    tilepdb_board end = *board;
    return !tilepdb_board_play(&end, moves, NULL) && memcmp(&end, &solver->goal, sizeof end) == 0;
}

/* Searches from bound `length` - 2 down to a proof, as after a solution of `length` moves. */
static void proof_check(const tilepdb_solver *solver, const tilepdb_board *board, int length,
                        int optimum, int threads, uint64_t nodes, uint64_t memory_limit,
                        const char *way) {
    static _Thread_local tilepdb_result result, earlier;
    tilepdb_solve_options options;
    tilepdb_solve_options_init(&options);
    tilepdb_solver_estimate(solver, board, &result.root_h, NULL);
    earlier = earlier_make(result.root_h, nodes);
    options.any = true;
    options.threads = threads;
    options.memory_limit = memory_limit;
    if (nodes) options.earlier = &earlier;
    const int began = length;
    for (bool proven = false; !proven && length > result.root_h;) {
        const int bound = length - 2;
        options.first_bound = options.max_length = bound;
        const tilepdb_status status = tilepdb_solve(solver, board, &options, &result, NULL);
        if (status == TILEPDB_OK) {
            const bool well = result.length <= bound && result.length >= optimum &&
                              (result.length - optimum) % 2 == 0 &&
                              is_solution(solver, board, result.moves);
            expect(well, "%s: bound %d, optimum %d: %d moves %s", way, bound, optimum,
                   result.length, result.moves);
            if (!well) return;
            if (result.length < bound) __atomic_fetch_add(&shorter, 1, __ATOMIC_RELAXED);
            length = result.length;
            proven = result.optimal;
        } else {
            proven = status == TILEPDB_LIMIT &&
                     (result.lower_bound == length || result.root_h >= length);
            expect(proven, "%s: bound %d, optimum %d: status %d, lower bound %d", way, bound,
                   optimum, (int)status, result.lower_bound);
            if (!proven) return;
        }
    }
    expect(length == optimum, "%s: %d moves proven after %d, optimum %d", way, length, began,
           optimum);
}

static void proofs_check(const tilepdb_solver *solver, const tilepdb_board *board, int optimum,
                         size_t number, const char *way) {
    const int most = optimum < FAR ? MOST_LONGER : 2;
    for (int longer = 0; longer <= most; longer += 2) {
        const size_t kind = number % SAMPLED == 0 ? 2 : number % 4 == 1;
        proof_check(solver, board, optimum + longer, optimum, 1 + (int)(number / 4 % 2),
                    nodes_before[kind], memory_for(number + (size_t)longer), way);
    }
}

/* ---- boards ---------------------------------------------------------------------------------- */

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
        status = solver_create_bidirectional(forward, backward, 0, 1, 0, NULL, NULL, &solver, NULL);
    if (status) exit(1);
    if (number % SAMPLED) {
        unsigned pair[2];
        solver_view_pair(solver, pair);
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
    if (number % SAMPLED == 0) answer_check(solver, board, false, 0, should);
    for (size_t i = 0; i < 3; i++) {
        solver->bidirectional->offset = offsets[(number + 2 * i) % OFFSETS];
        solver->bidirectional->level = levels[(number / OFFSETS + 3 * i) % LEVELS];
        answer_check(solver, board, i == 2, memory_for(number + i), should);
        proofs_check(solver, board, (int)strlen(should), number + i, "from both sides");
    }
    proofs_check(forward->solver, board, (int)strlen(should), number, "forward");
    proofs_check(backward, &forward->goal, (int)strlen(should), number, "backward");
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
    printf("%zu solutions were shorter than their bound\n", shorter);
    expect(shorter > 100, "only %zu solutions were shorter than their bound", shorter);
    printf("%zu levels rose\n", raised);
    expect(raised > 60, "only %zu levels rose", raised);
    expect(given > 150, "only %zu boards were searched by a given pair", given);
    return failures() != 0;
}
