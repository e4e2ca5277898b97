/*
 * Boards too large for tables, in every public function that takes a board, a size or a pattern.
 * Functions for any board work; all others refuse the board before they read its cells. The address
 * sanitizer finds accesses beyond arrays.
 */
#include "search_fixture.h"

#include <stdlib.h>
#include <string.h>

#include "puzzle/board.h"
#include "puzzle/symmetry.h"
#include "tilepdb_methods.h"
#include "tilepdb_tables.h"
#include "tilepdb_text.h"

/* Sizes just above 25 cells or a side of 12, the largest sizes, and some between. */
static const int sizes[][2] = {{13, 2}, {2, 13}, {9, 3},   {3, 9},  {7, 4},  {4, 7},  {6, 5},
                               {5, 6},  {6, 6},  {16, 16}, {20, 2}, {2, 20}, {20, 20}};

static const uint8_t wrong[][2] = {{0, 0},  {1, 1},  {25, 1}, {1, 25},    {13, 1},
                                   {33, 2}, {2, 33}, {0, 25}, {255, 255}, {255, 2}};

static tilepdb_method_result method_result; /* too large for the stack */
static tilepdb_result result;
static tilepdb_error error;

static void both_make(size_t i, tilepdb_board *goal, tilepdb_board *board) {
    tilepdb_random random;
    const int width = sizes[i][0], height = sizes[i][1];
    assert_int_equal(tilepdb_goal(width, height, width * height - 1, goal, &error), TILEPDB_OK);
    tilepdb_random_seed(&random, i + 1);
    *board = *goal;
    assert_int_equal(tilepdb_board_walk(&random, 40, board), TILEPDB_OK);
}

#define SIZES (sizeof sizes / sizeof *sizes)

/* ---- what takes any board -------------------------------------------------------------------- */

static void boards_are_made_and_moved(void **state) {
    (void)state;
    static char moves[TILEPDB_MOVES_TEXT], text[TILEPDB_MOVES_TEXT];
    for (size_t i = 0; i < SIZES; i++) {
        tilepdb_board goal, board, drawn, played;
        tilepdb_random random;
        char line[TILEPDB_BOARD_TEXT];
        size_t count;
        both_make(i, &goal, &board);
        tilepdb_random_seed(&random, i);
        assert_int_equal(tilepdb_board_scramble(&random, &goal, &drawn), TILEPDB_OK);
        assert_int_equal(tilepdb_board_solvable(&drawn, &goal, NULL), TILEPDB_OK);
        const unsigned blank = board_blank(&drawn), a = blank == 0, b = blank <= 1 ? 2 : 1;
        const uint16_t tile = drawn.cells[a];
        drawn.cells[a] = drawn.cells[b];
        drawn.cells[b] = tile;
        assert_int_equal(tilepdb_board_solvable(&drawn, &goal, &error), TILEPDB_UNSOLVABLE);
        const size_t length = tilepdb_board_format(&board, true, line);
        assert_true(length > 0 && length == strlen(line) && length < TILEPDB_BOARD_TEXT);
        played = board;
        const tilepdb_status parsed = tilepdb_moves_parse("DRUL", 4, TILEPDB_NOTATION_TILE, &played,
                                                          moves, sizeof moves, &count, &error);
        assert_true(parsed == TILEPDB_OK || parsed == TILEPDB_REFUTED);
        if (count == 0) continue;
        assert_true(tilepdb_moves_format(moves, TILEPDB_NOTATION_NUMBERS, false, &board, text,
                                         sizeof text) > 0);
        played = board;
        assert_int_equal(tilepdb_moves_parse(text, strlen(text), TILEPDB_NOTATION_NUMBERS, &played,
                                             NULL, 0, NULL, &error),
                         TILEPDB_OK);
        assert_int_equal(tilepdb_board_play(&board, moves, &error), TILEPDB_OK);
        assert_true(board_equal(&board, &played));
    }
}

static void reader_is_made(const tilepdb_reader_options *options, bool allowed) {
    tilepdb_reader *reader;
    assert_int_equal(tilepdb_reader_create(options, &reader, &error),
                     allowed ? TILEPDB_OK : TILEPDB_ERROR_ARGUMENT);
    if (allowed) tilepdb_reader_free(reader);
}

/* The longest line: 32x32 with rows. */
static void boards_are_read_back(void **state) {
    (void)state;
    for (size_t i = 0; i < SIZES; i++) {
        tilepdb_reader_options options;
        tilepdb_reader *reader;
        tilepdb_item item;
        tilepdb_board goal, board;
        char line[TILEPDB_BOARD_TEXT];
        both_make(i, &goal, &board);
        const size_t length = tilepdb_board_format(&board, true, line);
        for (int large = 0; large < 2; large++) {
            tilepdb_reader_options_init(&options);
            options.large = large;
            assert_int_equal(tilepdb_reader_create(&options, &reader, &error), TILEPDB_OK);
            tilepdb_reader_feed(reader, line, length);
            tilepdb_reader_end(reader);
            assert_true(tilepdb_reader_next(reader, &item));
            assert_int_equal(item.kind, large ? TILEPDB_ITEM_BOARD : TILEPDB_ITEM_ERROR);
            if (large) assert_true(board_equal(&item.board, &board));
            assert_false(tilepdb_reader_next(reader, &item));
            tilepdb_reader_free(reader);
            options.goal = &goal;
            reader_is_made(&options, large);
            options.goal = NULL;
            options.width = goal.width;
            options.height = goal.height;
            reader_is_made(&options, large);
        }
        tilepdb_board parsed;
        assert_int_equal(tilepdb_board_parse(line, length, 0, 0, &parsed, &error), TILEPDB_OK);
        assert_true(board_equal(&parsed, &board));
        assert_int_equal(
            tilepdb_board_parse(line, length, goal.width, goal.height, &parsed, &error),
            TILEPDB_OK);
        assert_true(board_equal(&parsed, &board));
    }
}

static void layered_solves_them(void **state) {
    (void)state;
    tilepdb_method_options options;
    tilepdb_method_options_init(&options, TILEPDB_METHOD_LAYERED);
    for (size_t i = 0; i < SIZES; i++) {
        tilepdb_board goal, board;
        both_make(i, &goal, &board);
        assert_int_equal(tilepdb_method_solve(&board, &goal, &options, &method_result, &error),
                         TILEPDB_OK);
        assert_int_equal(tilepdb_board_play(&board, method_result.moves, NULL), TILEPDB_OK);
        assert_true(board_equal(&board, &goal));
    }
}

/* ---- what refuses them ----------------------------------------------------------------------- */

static bool write_nothing(const char *text, size_t length, void *user) {
    (void)text, (void)length, (void)user;
    return true;
}

static bool hear_nothing(size_t i, tilepdb_status status, const tilepdb_result *answer,
                         const tilepdb_error *cause, void *user) {
    (void)i, (void)answer, (void)cause;
    *(tilepdb_status *)user = status;
    return true;
}

static void refuses(const tilepdb_board *board, const tilepdb_board *goal,
                    const tilepdb_solver *solver) {
    tilepdb_solver_options options;
    tilepdb_solver *made;
    tilepdb_status heard = TILEPDB_OK;
    int h;
    for (int heuristic = 0; heuristic <= TILEPDB_HEURISTIC_LINEAR_CONFLICT; heuristic++) {
        tilepdb_solver_options_init(&options);
        options.heuristic = (tilepdb_heuristic)heuristic;
        assert_int_equal(tilepdb_solver_create(goal, &options, &made, &error),
                         TILEPDB_ERROR_ARGUMENT);
        assert_non_null(strstr(error.message, "is not a valid board size"));
    }
    assert_int_equal(tilepdb_solve(solver, board, NULL, &result, &error), TILEPDB_ERROR_ARGUMENT);
    assert_int_equal(tilepdb_solver_estimate(solver, board, &h, &error), TILEPDB_ERROR_ARGUMENT);
    assert_int_equal(tilepdb_solve_many(solver, board, 1, NULL, hear_nothing, &heard, &error),
                     TILEPDB_OK);
    assert_int_equal(heard, TILEPDB_ERROR_ARGUMENT);
    for (size_t i = 0; i < tilepdb_method_count(); i++) {
        const tilepdb_method_info *info = tilepdb_method_at(i);
        tilepdb_method_options method;
        tilepdb_method_options_init(&method, info->method);
        if (info->large || !tilepdb_method_available(info->method)) continue;
        assert_int_equal(tilepdb_method_solve(board, goal, &method, &method_result, &error),
                         TILEPDB_ERROR_ARGUMENT);
    }
    for (int form = 0; form <= TILEPDB_PROGRAM_PENALTY; form++)
        assert_int_equal(tilepdb_program_write(board, goal, (tilepdb_program_form)form, 200,
                                               write_nothing, NULL, &error),
                         TILEPDB_ERROR_ARGUMENT);
}

static void refuses_size(uint8_t width, uint8_t height) {
    const tilepdb_pattern pattern = {.width = width, .height = height, .goal_blank = 0, .tiles = 6};
    tilepdb_partition partition;
    tilepdb_generate_need need;
    tilepdb_table *table;
    struct geometry geometry;
    assert_int_equal(tilepdb_size_check(width, height, &error), TILEPDB_ERROR_ARGUMENT);
    assert_int_equal(geometry_init(&geometry, width, height, NULL), TILEPDB_ERROR_ARGUMENT);
    for (int encoding = 0; encoding < 2; encoding++) {
        const tilepdb_kind kind = {.encoding = (tilepdb_encoding)encoding};
        assert_int_equal(tilepdb_table_need(&pattern, kind, NULL, &need, &error),
                         TILEPDB_ERROR_ARGUMENT);
        assert_int_equal(tilepdb_table_generate(&pattern, kind, NULL, &table, &error),
                         TILEPDB_ERROR_ARGUMENT);
    }
    assert_int_equal(tilepdb_partition_suggest(width, height, 0, 1 << 20, &partition, &error),
                     TILEPDB_ERROR_ARGUMENT);
    assert_int_equal(tilepdb_partition_parse("1-5/6", width, height, 0, &partition, &error),
                     TILEPDB_ERROR_ARGUMENT);
}

static void searches_and_tables_refuse_them(void **state) {
    (void)state;
    tilepdb_board goal, board;
    struct view_map map;
    tilepdb_goal(5, 5, 24, &goal, NULL);
    tilepdb_solver *solver = solver_make(&goal, false, TILEPDB_HEURISTIC_MANHATTAN);
    for (size_t i = 0; i < SIZES; i++) {
        both_make(i, &goal, &board);
        refuses(&board, &goal, solver);
        refuses_size(goal.width, goal.height);
        assert_int_equal(board_check(&board, NULL), TILEPDB_OK);
        assert_int_equal(board_check_table(&board, &error), TILEPDB_ERROR_ARGUMENT);
        assert_false(view_map_init(&map, &goal, goal.width, goal.height, 0));
        assert_false(view_map_init(&map, &goal, 4, 4, 15));
    }
    tilepdb_solver_free(solver);
}

/* ---- what is no board ------------------------------------------------------------------------ */

static void wrong_sizes_are_refused(void **state) {
    (void)state;
    tilepdb_board goal;
    tilepdb_goal(3, 3, 8, &goal, NULL);
    tilepdb_solver *solver = solver_make(&goal, false, TILEPDB_HEURISTIC_MANHATTAN);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        tilepdb_board board = {.width = wrong[i][0], .height = wrong[i][1]}, drawn;
        tilepdb_random random;
        char line[TILEPDB_BOARD_TEXT];
        for (int cell = 0; cell < TILEPDB_MAX_CELLS; cell++) board.cells[cell] = (uint16_t)cell;
        refuses(&board, &board, solver);
        refuses_size(board.width, board.height);
        tilepdb_random_seed(&random, i);
        assert_int_equal(tilepdb_goal(board.width, board.height, 0, &drawn, NULL),
                         TILEPDB_ERROR_ARGUMENT);
        assert_int_equal(tilepdb_board_solvable(&board, &board, NULL), TILEPDB_ERROR_ARGUMENT);
        assert_int_equal(tilepdb_board_scramble(&random, &board, &drawn), TILEPDB_ERROR_ARGUMENT);
        assert_int_equal(tilepdb_board_walk(&random, 9, &board), TILEPDB_ERROR_ARGUMENT);
        assert_int_equal(tilepdb_board_play(&board, "U", NULL), TILEPDB_ERROR_ARGUMENT);
        assert_int_equal(tilepdb_board_format(&board, true, line), 0);
        assert_int_equal(
            tilepdb_moves_parse("U", 1, TILEPDB_NOTATION_TILE, &board, NULL, 0, NULL, &error),
            TILEPDB_ERROR_ARGUMENT);
        assert_int_equal(
            tilepdb_moves_format("U", TILEPDB_NOTATION_NUMBERS, false, &board, line, sizeof line),
            0);
    }
    tilepdb_solver_free(solver);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boards_are_made_and_moved),
        cmocka_unit_test(boards_are_read_back),
        cmocka_unit_test(layered_solves_them),
        cmocka_unit_test(searches_and_tables_refuse_them),
        cmocka_unit_test(wrong_sizes_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
