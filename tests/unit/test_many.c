/*
 * Many boards at once: the answers are those of one board at a time, in order, for any number of
 * threads, and callbacks stop a batch.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "tilepdb.h"

#define BOARDS 300

struct listener {
    const tilepdb_solver *solver;
    const tilepdb_board *boards;
    size_t heard;
    size_t stop_at;
    size_t wrong;
    int inside; /* callbacks at this moment */
};

static tilepdb_solver *solver_make(void) {
    tilepdb_board goal;
    tilepdb_solver_options options;
    tilepdb_solver *solver;
    assert_int_equal(tilepdb_goal(3, 3, 8, &goal, NULL), TILEPDB_OK);
    tilepdb_solver_options_init(&options);
    options.heuristic = TILEPDB_HEURISTIC_MANHATTAN;
    assert_int_equal(tilepdb_solver_create(&goal, &options, &solver, NULL), TILEPDB_OK);
    return solver;
}

/* Random boards; the fifth is unsolvable, the ninth is none. */
static void boards_make(tilepdb_board boards[BOARDS]) {
    tilepdb_board goal;
    tilepdb_random random;
    tilepdb_random_seed(&random, 17);
    assert_int_equal(tilepdb_goal(3, 3, 8, &goal, NULL), TILEPDB_OK);
    for (size_t i = 0; i < BOARDS; i++)
        assert_int_equal(tilepdb_board_scramble(&random, &goal, &boards[i]), TILEPDB_OK);
    boards[5] = goal;
    boards[5].cells[0] = 2;
    boards[5].cells[1] = 1;
    boards[9].cells[0] = boards[9].cells[1];
}

static bool answer_hear(size_t i, tilepdb_status status, const tilepdb_result *result,
                        const tilepdb_error *error, void *user) {
    struct listener *listener = user;
    static tilepdb_result alone; /* callbacks come one at a time */
    tilepdb_error alone_error = {0};
    listener->wrong += listener->inside++ != 0 || i != listener->heard;
    const tilepdb_status alone_status =
        tilepdb_solve(listener->solver, &listener->boards[i], NULL, &alone, &alone_error);
    listener->wrong += status != alone_status || strcmp(error->message, alone_error.message) != 0;
    listener->wrong += status == TILEPDB_OK && (strcmp(result->moves, alone.moves) != 0 ||
                                                result->generated != alone.generated);
    listener->inside--;
    return ++listener->heard != listener->stop_at;
}

static bool progress_refuse(const tilepdb_progress *progress, void *user) {
    (void)progress;
    (*(int *)user)++;
    return false;
}

static void answers_come_in_order(void **state) {
    (void)state;
    static tilepdb_board boards[BOARDS];
    tilepdb_solver *solver = solver_make();
    tilepdb_solve_options options;
    boards_make(boards);
    tilepdb_solve_options_init(&options);
    for (int threads = 0; threads <= 7; threads++) {
        struct listener listener = {.solver = solver, .boards = boards};
        options.threads = threads;
        assert_int_equal(
            tilepdb_solve_many(solver, boards, BOARDS, &options, answer_hear, &listener, NULL),
            TILEPDB_OK);
        assert_int_equal(listener.heard, BOARDS);
        assert_int_equal(listener.wrong, 0);
    }
    struct listener none = {0};
    assert_int_equal(tilepdb_solve_many(solver, boards, 0, NULL, answer_hear, &none, NULL),
                     TILEPDB_OK);
    assert_int_equal(none.heard, 0);
    tilepdb_solver_free(solver);
}

static void callbacks_stop_a_batch(void **state) {
    (void)state;
    static tilepdb_board boards[BOARDS];
    tilepdb_solver *solver = solver_make();
    tilepdb_solve_options options;
    tilepdb_error error;
    boards_make(boards);
    tilepdb_solve_options_init(&options);
    for (options.threads = 1; options.threads <= 4; options.threads++) {
        struct listener listener = {.solver = solver, .boards = boards, .stop_at = 50};
        assert_int_equal(
            tilepdb_solve_many(solver, boards, BOARDS, &options, answer_hear, &listener, &error),
            TILEPDB_CANCELLED);
        assert_string_equal(error.message, "the batch was stopped after 50 of 300 boards");
        assert_int_equal(listener.heard, 50);
        assert_int_equal(listener.wrong, 0);
    }
    tilepdb_solver_free(solver);
}

static void progress_stops_a_batch(void **state) {
    (void)state;
    static const char *text = "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1"; /* 80 moves */
    tilepdb_board board[3], goal;
    tilepdb_solver_options solver_options;
    tilepdb_solve_options options;
    tilepdb_solver *solver;
    int asked = 0;
    assert_int_equal(tilepdb_board_parse(text, strlen(text), 4, 4, &board[0], NULL), TILEPDB_OK);
    board[1] = board[2] = board[0];
    assert_int_equal(tilepdb_goal(4, 4, 15, &goal, NULL), TILEPDB_OK);
    tilepdb_solver_options_init(&solver_options);
    solver_options.heuristic = TILEPDB_HEURISTIC_MANHATTAN;
    assert_int_equal(tilepdb_solver_create(&goal, &solver_options, &solver, NULL), TILEPDB_OK);
    tilepdb_solve_options_init(&options);
    options.threads = 3;
    options.progress = progress_refuse;
    options.user = &asked;
    struct listener listener = {.solver = solver, .boards = board};
    assert_int_equal(tilepdb_solve_many(solver, board, 3, &options, answer_hear, &listener, NULL),
                     TILEPDB_CANCELLED);
    assert_int_equal(asked, 1);
    assert_int_equal(listener.heard, 0);
    options.solutions = TILEPDB_SOLUTIONS_ALL;
    assert_int_equal(tilepdb_solve_many(solver, board, 3, &options, answer_hear, &listener, NULL),
                     TILEPDB_ERROR_ARGUMENT);
    tilepdb_solver_free(solver);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_come_in_order),
        cmocka_unit_test(callbacks_stop_a_batch),
        cmocka_unit_test(progress_stops_a_batch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
