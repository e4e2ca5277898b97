/*
 * Manhattan distance, linear conflict and cuts: known values, a naive twin that tries every subset
 * of a line, and admissibility and consistency on every 3x3 board.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "puzzle/board.h"
#include "puzzle/conflict.h"

static tilepdb_board board_from(const char *text) {
    tilepdb_board board;
    tilepdb_error error;
    if (tilepdb_board_parse(text, strlen(text), 0, 0, &board, &error))
        fail_msg("%s", error.message);
    return board;
}

static void expect_bounds(const char *text, const char *goal_text, int manhattan, int conflict) {
    const tilepdb_board board = board_from(text), goal = board_from(goal_text);
    assert_int_equal(manhattan_distance(&board, &goal), manhattan);
    assert_int_equal(linear_conflict(&board, &goal), conflict);
}

static void test_known(void **state) {
    (void)state;
    expect_bounds("1 2 3/4 5 6/7 8 0", "1 2 3/4 5 6/7 8 0", 0, 0);
    expect_bounds("2 1 3/4 5 6/8 7 0", "1 2 3/4 5 6/7 8 0", 4, 8);
    expect_bounds("3 2 1/4 5 6/7 8 0", "1 2 3/4 5 6/7 8 0", 4, 8); /* two must leave */
    expect_bounds("4 2 3/1 5 6/7 8 0", "1 2 3/4 5 6/7 8 0", 2, 4); /* a column */
    expect_bounds("3 1 2/4 5 6/7 8 0", "1 2 3/4 5 6/7 8 0", 4, 6); /* two conflicts, one leaves */
    expect_bounds("1 2 0/5 4 3", "1 2 3/4 5 0", 3, 5);
    expect_bounds("1 0 2/3 4 5/6 7 8", "0 1 2/3 4 5/6 7 8", 1, 1); /* the blank has no conflict */
    expect_bounds("14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3", "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15",
                  41, 43); /* Korf's first board */
}

/* Returns the fewest tiles to remove from a line, by trying every subset. */
static int twin_line(const int *places, int count) {
    int best = count;
    for (unsigned kept = 0; kept < 1u << count; kept++) {
        int removed = 0, last = -1, sorted = 1;
        for (int i = 0; i < count; i++) {
            if (!(kept >> i & 1u)) {
                removed++;
            } else {
                sorted &= places[i] > last;
                last = places[i];
            }
        }
        if (sorted && removed < best) best = removed;
    }
    return best;
}

static int twin_conflict(const tilepdb_board *board, const tilepdb_board *goal) {
    int removed = 0;
    for (int line = 0; line < board->width + board->height; line++) {
        int places[TILEPDB_TABLE_MAX_SIDE], count = 0;
        const bool is_row = line < board->height;
        for (int i = 0; i < (is_row ? board->width : board->height); i++) {
            const int row = is_row ? line : i, column = is_row ? i : line - board->height;
            const int tile = board->cells[row * board->width + column];
            int goal_cell = 0;
            while (goal->cells[goal_cell] != tile) goal_cell++;
            if (tile && is_row && goal_cell / board->width == row)
                places[count++] = goal_cell % board->width;
            if (tile && !is_row && goal_cell % board->width == column)
                places[count++] = goal_cell / board->width;
        }
        removed += twin_line(places, count);
    }
    return manhattan_distance(board, goal) + 2 * removed;
}

static void test_twin(void **state) {
    (void)state;
    const int sizes[][2] = {{2, 2}, {3, 2}, {3, 3}, {2, 4}, {4, 3},
                            {4, 4}, {5, 5}, {8, 2}, {2, 12}};
    tilepdb_random random;
    tilepdb_random_seed(&random, 17);
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        tilepdb_board standard, goal, board;
        assert_int_equal(tilepdb_goal(sizes[s][0], sizes[s][1], 0, &standard, NULL), TILEPDB_OK);
        for (int i = 0; i < 300; i++) {
            assert_int_equal(tilepdb_board_scramble(&random, &standard, &goal), TILEPDB_OK);
            assert_int_equal(tilepdb_board_scramble(&random, &goal, &board), TILEPDB_OK);
            assert_int_equal(linear_conflict(&board, &goal), twin_conflict(&board, &goal));
        }
    }
}

/* A move changes the bound by at most 1 and always its parity. With 0 at the goal, the bound is
 * admissible. */
static void test_consistent(void **state) {
    (void)state;
    const int sizes[][2] = {{3, 3}, {4, 2}, {4, 4}, {5, 5}};
    tilepdb_random random;
    tilepdb_random_seed(&random, 4);
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        tilepdb_board goal, board;
        struct geometry geometry;
        assert_int_equal(geometry_init(&geometry, sizes[s][0], sizes[s][1], NULL), TILEPDB_OK);
        assert_int_equal(tilepdb_goal(sizes[s][0], sizes[s][1], 0, &goal, NULL), TILEPDB_OK);
        for (int i = 0; i < 5000; i++) {
            assert_int_equal(tilepdb_board_scramble(&random, &goal, &board), TILEPDB_OK);
            const int before = linear_conflict(&board, &goal);
            for (int d = 0; d < DIRECTIONS; d++) {
                tilepdb_board next = board;
                unsigned blank = board_blank(&board);
                if (!board_move(&next, &blank, (enum direction)d)) continue;
                assert_int_equal(abs(linear_conflict(&next, &goal) - before), 1);
            }
        }
    }
}

/* The tiles that must cross a cut, by a look at each of them. */
static int twin_cut(const tilepdb_board *board, const tilepdb_board *goal, bool rows, int cut) {
    const int width = board->width, cells = width * board->height;
    int count = 0;
    for (int from = 0; from < cells; from++)
        for (int to = 0; to < cells; to++) {
            if (board->cells[from] == 0 || board->cells[from] != goal->cells[to]) continue;
            const int a = rows ? from / width : from % width, b = rows ? to / width : to % width;
            count += (a <= cut && b > cut) || (b <= cut && a > cut);
        }
    return count;
}

/* On any size and goal the bound is that of a plain count. */
static void test_cuts(void **state) {
    (void)state;
    const int sizes[][2] = {{2, 2}, {3, 3},  {4, 2},
                            {5, 5}, {3, 12}, {TILEPDB_MAX_SIDE, TILEPDB_MAX_SIDE}};
    tilepdb_random random;
    tilepdb_random_seed(&random, 5);
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (int i = 0; i < (s < 5 ? 100 : 1); i++) {
            tilepdb_board standard, goal, board;
            assert_int_equal(tilepdb_goal(sizes[s][0], sizes[s][1], 0, &standard, NULL),
                             TILEPDB_OK);
            assert_int_equal(tilepdb_board_scramble(&random, &standard, &goal), TILEPDB_OK);
            assert_int_equal(cut_bound(&goal, &goal), 0);
            assert_int_equal(tilepdb_board_scramble(&random, &goal, &board), TILEPDB_OK);
            int most[2] = {0, 0};
            for (int axis = 0; axis < 2; axis++)
                for (int cut = 0; cut + 1 < sizes[s][axis]; cut++) {
                    const int count = twin_cut(&board, &goal, axis == 1, cut);
                    if (count > most[axis]) most[axis] = count;
                }
            const int more = most[0] > most[1] ? most[0] : most[1];
            assert_int_equal(cut_bound(&board, &goal), 2 * more - (most[0] != most[1]));
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known),
        cmocka_unit_test(test_twin),
        cmocka_unit_test(test_consistent),
        cmocka_unit_test(test_cuts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
