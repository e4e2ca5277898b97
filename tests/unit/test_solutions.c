/*
 * One bound with several threads and with one, for every kernel; all solutions against numbers of
 * shortest paths by breadth-first search; symmetric roots.
 */
#include "search_fixture.h"

#include "bound_fixture.h"
#include "plain.h"

#include "base/random.h"
#include "search/solutions.h"
#include "search/solver.h"

/* ---- several threads ------------------------------------------------------------------------- */

static void count_solution(struct bound_search *search, const uint8_t *path) {
    (void)path;
    ++*(int *)search->hooks.user;
}

static int solutions_at(tilepdb_solver *solver, const struct kernel_root *root, int bound,
                        int threads) {
    int count = 0;
    struct bound_search search = bound_make(solver, &solver->plain, root, bound, threads);
    search.request.all = true;
    search.hooks.solution = count_solution;
    search.hooks.user = &count;
    bound_search(&search);
    assert_int_equal(search.result.end, PASS_EXHAUSTED);
    return count;
}

static struct bound_search one_bound(const struct plain *plain, tilepdb_solver *solver,
                                     const struct kernel_root *root, int bound, int threads) {
    (void)plain;
    struct bound_search search = bound_make(solver, &solver->plain, root, bound, threads);
    bound_search(&search);
    return search;
}

/* Searches random boards at every bound up to the solution, with 1, 2, 3 and 7 threads. */
static void threads_agree_on(const struct search_case *c) {
    struct plain plain = {0};
    tilepdb_random random = random_of(5);
    geometry_init(&plain.geometry, c->width, c->height, NULL);
    tilepdb_goal(c->width, c->height, c->goal_blank, &plain.goal, NULL);
    tables_make(&plain, c);
    tilepdb_solver *solver = plain_solver(&plain, c->reflection);
    for (int i = 0; i < c->boards; i++) {
        tilepdb_board board;
        struct kernel_root root;
        int h;
        assert_int_equal(tilepdb_board_scramble(&random, &plain.goal, &board), TILEPDB_OK);
        assert_int_equal(solver_root(solver, &board, &root, &h, NULL), TILEPDB_OK);
        for (int bound = h;; bound += 2) {
            const struct bound_search alone = one_bound(&plain, solver, &root, bound, 1);
            const int teams[] = {2, 3, 7};
            for (int t = 0; t < 3; t++) {
                const struct bound_search team = one_bound(&plain, solver, &root, bound, teams[t]);
                assert_int_equal(team.result.end, alone.result.end);
                assert_int_equal(team.result.total.generated, alone.result.total.generated);
                assert_int_equal(team.result.total.expanded, alone.result.total.expanded);
                assert_memory_equal(team.result.path, alone.result.path,
                                    alone.result.end == PASS_FOUND ? (size_t)bound : 0);
            }
            const int solutions = solutions_at(solver, &root, bound, 1);
            assert_int_equal(solutions > 0, alone.result.end == PASS_FOUND);
            assert_int_equal(solutions_at(solver, &root, bound, 3), solutions);
            if (alone.result.end == PASS_FOUND) break;
            assert_int_equal(alone.result.end, PASS_EXHAUSTED);
        }
    }
    tilepdb_solver_free(solver);
    tables_close(&plain);
}

static void threads_agree(void **state) {
    (void)state;
    threads_agree_on(
        &(struct search_case){3, 3, 3, 3, 8, 8, {"1-4/5-8"}, {AWARE_BIT}, true, 40, 0, false});
    threads_agree_on(
        &(struct search_case){3, 3, 3, 3, 8, 8, {"1-4/5-8"}, {PROJECTED}, false, 20, 0, false});
    threads_agree_on(&(struct search_case){
        4, 3, 4, 3, 11, 11, {"1-4/5-8/9-11"}, {AWARE_NIBBLE}, true, 4, 0, false});
    threads_agree_on(
        &(struct search_case){3, 3, 3, 3, 8, 8, {NULL}, {AWARE_BIT}, true, 20, 0, false});
}

/* ---- all solutions --------------------------------------------------------------------------- */

/* Shortest paths from the goal to every 3x3 board, layer by layer. */
struct paths {
    struct {
        uint8_t cells[9];
        int depth; /* -1 for a free slot */
        uint64_t count;
    } * slots;
    size_t *order, boards;
};

#define SLOTS (1u << 19)

static tilepdb_board slot_board(const struct paths *paths, size_t slot) {
    tilepdb_board board = {.width = 3, .height = 3};
    for (int i = 0; i < 9; i++) board.cells[i] = paths->slots[slot].cells[i];
    return board;
}

static size_t slot_find(const struct paths *paths, const tilepdb_board *board) {
    uint64_t hash = 0;
    for (int i = 0; i < board->width * board->height; i++)
        hash = (hash + board->cells[i] + 1) * UINT64_C(0x9E3779B97F4A7C15);
    size_t slot = (size_t)(hash >> 40) % SLOTS;
    for (; paths->slots[slot].depth >= 0; slot = (slot + 1) % SLOTS) {
        const tilepdb_board found = slot_board(paths, slot);
        if (board_equal(&found, board)) break;
    }
    return slot;
}

static void slot_fill(struct paths *paths, size_t slot, const tilepdb_board *board, int depth,
                      uint64_t count) {
    for (int i = 0; i < 9; i++) paths->slots[slot].cells[i] = (uint8_t)board->cells[i];
    paths->slots[slot].depth = depth;
    paths->slots[slot].count = count;
    paths->order[paths->boards++] = slot;
}

static void paths_count(struct paths *paths, const tilepdb_board *goal) {
    paths->slots = malloc(SLOTS * sizeof *paths->slots);
    paths->order = malloc(SLOTS * sizeof *paths->order);
    for (size_t i = 0; i < SLOTS; i++) paths->slots[i].depth = -1;
    slot_fill(paths, slot_find(paths, goal), goal, 0, 1);
    for (size_t i = 0; i < paths->boards; i++)
        for (unsigned d = 0; d < DIRECTIONS; d++) {
            const size_t from = paths->order[i];
            tilepdb_board board = slot_board(paths, from);
            unsigned blank = board_blank(&board);
            if (!board_move(&board, &blank, (enum direction)d)) continue;
            const size_t to = slot_find(paths, &board);
            if (paths->slots[to].depth < 0)
                slot_fill(paths, to, &board, paths->slots[from].depth + 1, 0);
            if (paths->slots[to].depth == paths->slots[from].depth + 1)
                paths->slots[to].count += paths->slots[from].count;
        }
}

/* The solutions that on_solution received. */
struct heard {
    const tilepdb_board *board, *goal;
    uint64_t count;
    char last[TILEPDB_MAX_MOVES + 1], first[TILEPDB_MAX_MOVES + 1];
};

static int letter_order(char letter) {
    enum direction direction = BLANK_UP;
    direction_parse(letter, &direction);
    return (int)direction;
}

static bool comes_after(const char *a, const char *b) {
    while (*a && *a == *b) a++, b++;
    return *a && letter_order(*a) > letter_order(*b);
}

static bool hear(const char *moves, void *user) {
    struct heard *heard = user;
    tilepdb_board played = *heard->board;
    assert_int_equal(tilepdb_board_play(&played, moves, NULL), TILEPDB_OK);
    assert_true(board_equal(&played, heard->goal));
    if (heard->count++)
        assert_true(comes_after(moves, heard->last));
    else
        strcpy(heard->first, moves);
    strcpy(heard->last, moves);
    return true;
}

static void solutions_are_all_told(void **state) {
    (void)state;
    struct plain plain = {0};
    struct paths paths = {0};
    tilepdb_solve_options options;
    tilepdb_result result, single;
    const struct search_case c = {3, 3, 3, 3, 8, 8, {"1-4/5-8"}, {AWARE_BIT}, true, 0, 0, false};
    geometry_init(&plain.geometry, 3, 3, NULL);
    tilepdb_goal(3, 3, 8, &plain.goal, NULL);
    tables_make(&plain, &c);
    tilepdb_solver *solver = plain_solver(&plain, true);
    paths_count(&paths, &plain.goal);
    assert_int_equal(paths.boards, 181440);
    for (size_t i = 0; i < paths.boards; i += i < 500 ? 1 : 37) {
        const size_t slot = paths.order[i];
        const tilepdb_board board = slot_board(&paths, slot);
        struct heard heard = {.board = &board, .goal = &plain.goal};
        tilepdb_solve_options_init(&options);
        assert_solves(solver, &board, &options, &single);
        options.solutions = TILEPDB_SOLUTIONS_ALL;
        options.on_solution = hear;
        options.user = &heard;
        assert_solves(solver, &board, &options, &result);
        assert_int_equal(result.length, paths.slots[slot].depth);
        assert_int_equal(result.solution_count, paths.slots[slot].count);
        assert_int_equal(heard.count, paths.slots[slot].count);
        assert_string_equal(heard.first, single.moves);
        assert_string_equal(result.moves, single.moves);
        heard.count = 0;
        options.max_solutions = 1 + i % 3;
        assert_solves(solver, &board, &options, &result);
        const uint64_t most =
            paths.slots[slot].count < 1 + i % 3 ? paths.slots[slot].count : 1 + i % 3;
        assert_int_equal(heard.count, most);
        assert_string_equal(heard.first, single.moves);
        options.solutions = TILEPDB_SOLUTIONS_COUNT;
        assert_solves(solver, &board, &options, &result);
        assert_int_equal(result.solution_count, paths.slots[slot].count);
    }
    free(paths.slots);
    free(paths.order);
    tilepdb_solver_free(solver);
    tables_close(&plain);
}

/* The optimal solutions of a 4x4 board begin with each move to a nearer neighbour. */
static uint64_t solutions_of(const tilepdb_solver *solver, const tilepdb_board *board,
                             int *length) {
    tilepdb_solve_options options = solve_defaults();
    tilepdb_result result;
    options.solutions = TILEPDB_SOLUTIONS_COUNT;
    assert_solves(solver, board, &options, &result);
    *length = result.length;
    return result.solution_count;
}

static void counts_add_up_over_neighbours(void **state) {
    (void)state;
    struct plain plain = {0};
    const struct search_case c = {4, 4, 4, 4, 15, 15, {"5-5-5"}, {AWARE_BIT}, true, 0, 0, false};
    geometry_init(&plain.geometry, 4, 4, NULL);
    tilepdb_goal(4, 4, 15, &plain.goal, NULL);
    tables_make(&plain, &c);
    tilepdb_solver *solver = plain_solver(&plain, true);
    tilepdb_random random = random_of(3);
    for (int i = 0; i < 30; i++) {
        tilepdb_board board = plain.goal;
        unsigned blank = board_blank(&board);
        for (int moves = 0; moves < 60;)
            moves += board_move(&board, &blank, (enum direction)random_below(&random, DIRECTIONS));
        int length, other;
        uint64_t sum = 0;
        const uint64_t count = solutions_of(solver, &board, &length);
        for (unsigned d = 0; d < DIRECTIONS; d++) {
            tilepdb_board next = board;
            unsigned cell = blank;
            if (!board_move(&next, &cell, (enum direction)d)) continue;
            const uint64_t through = solutions_of(solver, &next, &other);
            if (other == length - 1) sum += through;
        }
        assert_int_equal(count, length ? sum : 1);
    }
    tilepdb_solver_free(solver);
    tables_close(&plain);
}

/* ---- symmetric roots ------------------------------------------------------------------------- */

static unsigned mirrored(const char *goal_text, const char *text) {
    tilepdb_board goal, board;
    tilepdb_solver *solver;
    tilepdb_solver_options options;
    tilepdb_solver_options_init(&options);
    options.heuristic = TILEPDB_HEURISTIC_MANHATTAN;
    assert_int_equal(tilepdb_board_parse(goal_text, strlen(goal_text), 0, 0, &goal, NULL), 0);
    assert_int_equal(tilepdb_board_parse(text, strlen(text), 0, 0, &board, NULL), 0);
    assert_int_equal(tilepdb_solver_create(&goal, &options, &solver, NULL), TILEPDB_OK);
    const unsigned set = solver_mirrored_moves(solver, &board);
    tilepdb_solver_free(solver);
    return set;
}

static void symmetric_roots_are_seen(void **state) {
    (void)state;
    const char *goal = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0";
    /* a diagonal board: left is the image of up, down of right */
    assert_int_equal(mirrored(goal, "0 15 8 3 12 11 7 4 14 10 6 5 9 13 2 1"),
                     1u << BLANK_LEFT | 1u << BLANK_DOWN);
    assert_int_equal(mirrored(goal, goal), 1u << BLANK_LEFT | 1u << BLANK_DOWN);
    assert_int_equal(mirrored(goal, "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1"), 0);
    /* all eight symmetries of the square keep this goal */
    const char *middle = "1 2 3/4 0 5/6 7 8";
    assert_int_equal(mirrored(middle, middle),
                     1u << BLANK_LEFT | 1u << BLANK_RIGHT | 1u << BLANK_DOWN);
    assert_int_equal(mirrored("1 2 0/3 4 5", "1 2 0/3 4 5"), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_agree),
        cmocka_unit_test(solutions_are_all_told),
        cmocka_unit_test(counts_add_up_over_neighbours),
        cmocka_unit_test(symmetric_roots_are_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
