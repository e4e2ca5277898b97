/* Boards that are searched without tables, and comparisons of two searches. */
#ifndef TILEPDB_TESTS_SEARCH_FIXTURE_H
#define TILEPDB_TESTS_SEARCH_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tilepdb_tables.h"

/* By Manhattan distance, 19 million nodes; 9 million in the last bound, of 52 moves. */
static const char BOARD[] = "3 4 12 11 / 6 9 10 5 / 7 8 13 15 / 1 0 14 2";

static inline tilepdb_solve_options solve_defaults(void) {
    tilepdb_solve_options options;
    tilepdb_solve_options_init(&options);
    return options;
}

static inline tilepdb_random random_of(uint64_t seed) {
    tilepdb_random random;
    tilepdb_random_seed(&random, seed);
    return random;
}

static inline tilepdb_board standard_goal(int width, int height, int blank) {
    tilepdb_board goal;
    assert_int_equal(tilepdb_goal(width, height, blank, &goal, NULL), TILEPDB_OK);
    return goal;
}

static inline tilepdb_board walk_from(const tilepdb_board *from, tilepdb_random *random,
                                      int moves) {
    tilepdb_board board = *from;
    assert_int_equal(tilepdb_board_walk(random, moves, &board), TILEPDB_OK);
    return board;
}

#define assert_solves(solver, board, options, result)                                              \
    assert_int_equal(tilepdb_solve(solver, board, options, result, NULL), TILEPDB_OK)

static inline tilepdb_solver *solver_make(const tilepdb_board *goal, bool backward,
                                          tilepdb_heuristic heuristic) {
    tilepdb_solver_options options;
    tilepdb_solver *solver;
    tilepdb_solver_options_init(&options);
    options.heuristic = heuristic;
    options.backward = backward;
    assert_int_equal(tilepdb_solver_create(goal, &options, &solver, NULL), TILEPDB_OK);
    return solver;
}

static inline void assert_same(const tilepdb_result *a, const tilepdb_result *b) {
    assert_int_equal(a->length, b->length);
    assert_int_equal(a->lower_bound, b->lower_bound);
    assert_string_equal(a->moves, b->moves);
    assert_int_equal(a->generated, b->generated);
    assert_int_equal(a->expanded, b->expanded);
    assert_int_equal(a->solution_count, b->solution_count);
    assert_true(a->optimal == b->optimal);
    assert_int_equal(a->iteration_count, b->iteration_count);
    for (size_t i = 0; i < a->iteration_count; i++) {
        assert_int_equal(a->iterations[i].bound, b->iterations[i].bound);
        assert_int_equal(a->iterations[i].generated, b->iterations[i].generated);
        assert_int_equal(a->iterations[i].expanded, b->iterations[i].expanded);
        assert_int_equal(a->iterations[i].backward, b->iterations[i].backward);
        assert_int_equal(a->iterations[i].limit, b->iterations[i].limit);
        assert_int_equal(a->iterations[i].level, b->iterations[i].level);
    }
}

#endif
