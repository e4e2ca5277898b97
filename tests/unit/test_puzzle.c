/*
 * Unit tests of src/puzzle: geometry and boards. The oracle for solvability is breadth-first search
 * over every board of 2x2, 3x2 and 2x3. Texts are in test_board_text.c, symmetries and view maps in
 * test_symmetry.c.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "base/random.h"
#include "puzzle/board.h"
#include "puzzle/geometry.h"

/* ---- geometry -------------------------------------------------------------------------------- */

static void geometry_takes_exactly_the_sizes(void **state) {
    (void)state;
    for (int width = -2; width <= 30; width++) {
        for (int height = -2; height <= 30; height++) {
            struct geometry geometry;
            tilepdb_error error;
            bool valid =
                width >= 2 && height >= 2 && width <= 12 && height <= 12 && width * height <= 25;
            tilepdb_status status = geometry_init(&geometry, width, height, &error);
            assert_int_equal(status, valid ? TILEPDB_OK : TILEPDB_ERROR_ARGUMENT);
            if (!valid) assert_non_null(strstr(error.message, "not a valid board size"));
        }
    }
    assert_int_equal(geometry_init(NULL, 1 << 30, 1 << 30, NULL), TILEPDB_ERROR_ARGUMENT);
    assert_int_equal(geometry_init(NULL, INT32_MIN, 4, NULL), TILEPDB_ERROR_ARGUMENT);
}

static void geometry_neighbours_are_next_to_each_other(void **state) {
    (void)state;
    for (int size = 0; size < 13 * 13; size++) {
        struct geometry geometry;
        if (geometry_init(&geometry, size / 13, size % 13, NULL) != TILEPDB_OK) continue;
        assert_int_equal(geometry.cells, geometry.width * geometry.height);
        for (unsigned cell = 0; cell < geometry.cells; cell++) {
            unsigned near = 0;
            for (unsigned other = 0; other < geometry.cells; other++) {
                near += geometry_distance(&geometry, cell, other) == 1;
            }
            for (unsigned d = 0; d < DIRECTIONS; d++) {
                uint8_t next = geometry.neighbour[cell][d];
                if (next == NO_CELL) continue;
                near--;
                assert_true(next < geometry.cells);
                assert_int_equal(geometry_distance(&geometry, cell, next), 1);
                assert_int_equal(geometry.neighbour[next][direction_opposite((enum direction)d)],
                                 cell);
                assert_int_not_equal(geometry_cell_parity(&geometry, cell),
                                     geometry_cell_parity(&geometry, next));
            }
            assert_int_equal(near, 0);
        }
    }
}

static void geometry_is_that_of_4x3(void **state) {
    (void)state;
    struct geometry geometry;
    assert_int_equal(geometry_init(&geometry, 4, 3, NULL), TILEPDB_OK);
    static const uint8_t middle[DIRECTIONS] = {1, 4, 6, 9};
    static const uint8_t corner[DIRECTIONS] = {NO_CELL, NO_CELL, 1, 4};
    static const uint8_t last[DIRECTIONS] = {7, 10, NO_CELL, NO_CELL};
    assert_memory_equal(geometry.neighbour[5], middle, DIRECTIONS);
    assert_memory_equal(geometry.neighbour[0], corner, DIRECTIONS);
    assert_memory_equal(geometry.neighbour[11], last, DIRECTIONS);
    assert_int_equal(geometry_distance(&geometry, 3, 8), 5);
    assert_int_equal(geometry_distance(&geometry, 8, 3), 5);
    assert_int_equal(geometry_distance(&geometry, 7, 7), 0);
    assert_int_equal(geometry_cell_parity(&geometry, 0), 0);
    assert_int_equal(geometry_cell_parity(&geometry, 4), 1);
}

static void letters_name_the_way_of_the_tile(void **state) {
    (void)state;
    assert_int_equal(direction_letter(BLANK_UP), 'D');
    assert_int_equal(direction_letter(BLANK_LEFT), 'R');
    assert_int_equal(direction_letter(BLANK_RIGHT), 'L');
    assert_int_equal(direction_letter(BLANK_DOWN), 'U');
    int known = 0;
    for (int letter = -128; letter < 256; letter++) {
        enum direction direction;
        if (!direction_parse((char)letter, &direction)) continue;
        known += letter >= 0 && letter < 128;
        assert_int_equal(direction_letter(direction), (char)letter);
    }
    assert_int_equal(known, 4);
}

/* ---- boards ---------------------------------------------------------------------------------- */

static void assert_cells(const tilepdb_board *board, const uint16_t *cells) {
    assert_memory_equal(board->cells, cells,
                        (size_t)(board->width * board->height) * sizeof *cells);
}

static void goal_runs_over_the_other_cells(void **state) {
    (void)state;
    tilepdb_board goal;
    assert_int_equal(tilepdb_goal(3, 2, 5, &goal, NULL), TILEPDB_OK);
    assert_int_equal(goal.width, 3);
    assert_int_equal(goal.height, 2);
    assert_cells(&goal, (const uint16_t[]){1, 2, 3, 4, 5, 0});
    assert_int_equal(tilepdb_goal(3, 2, 0, &goal, NULL), TILEPDB_OK);
    assert_cells(&goal, (const uint16_t[]){0, 1, 2, 3, 4, 5});
    assert_int_equal(tilepdb_goal(2, 3, 3, &goal, NULL), TILEPDB_OK);
    assert_cells(&goal, (const uint16_t[]){1, 2, 3, 0, 4, 5});
    assert_int_equal(board_blank(&goal), 3);

    tilepdb_error error;
    assert_int_equal(tilepdb_goal(3, 2, 6, &goal, &error), TILEPDB_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "cells are 0 to 5"));
    assert_int_equal(tilepdb_goal(3, 2, -1, &goal, &error), TILEPDB_ERROR_ARGUMENT);
    assert_int_equal(tilepdb_goal(1, 5, 0, &goal, &error), TILEPDB_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "1x5 is not a valid board size"));
}

static void check_finds_what_is_wrong(void **state) {
    (void)state;
    static const struct {
        tilepdb_board board;
        const char *reason;
    } cases[] = {
        {{2, 2, {3, 1, 0, 2}}, NULL},
        {{2, 2, {3, 1, 0, 4}}, "cell 3 holds 4, which is not a tile of a 2x2 board"},
        {{2, 2, {3, 255, 0, 1}}, "cell 1 holds 255"},
        {{2, 2, {3, 1, 0, 1}}, "1 is on cell 1 and on cell 3"},
        {{0, 0, {0}}, "0x0 is not a valid board size"},
        {{255, 255, {0}}, "255x255 is not a valid board size"},
        {{5, 33, {0}}, "5x33 is not a valid board size"},
        {{5, 6, {0}}, "0 is on cell 0 and on cell 1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        tilepdb_error error;
        tilepdb_status status = board_check(&cases[i].board, &error);
        assert_int_equal(status, cases[i].reason == NULL ? TILEPDB_OK : TILEPDB_ERROR_ARGUMENT);
        if (cases[i].reason != NULL) assert_non_null(strstr(error.message, cases[i].reason));
    }
    assert_int_equal(board_blank(&(tilepdb_board){2, 2, {1, 2, 3, 4}}), 4);
}

static void equality_ignores_cells_beyond(void **state) {
    (void)state;
    tilepdb_board a = {2, 2, {1, 2, 3, 0, 7}};
    tilepdb_board b = {2, 2, {1, 2, 3, 0, 8}};
    assert_true(board_equal(&a, &b));
    b.cells[1] = 0;
    assert_false(board_equal(&a, &b));
    tilepdb_goal(2, 3, 5, &a, NULL);
    tilepdb_goal(3, 2, 5, &b, NULL);
    assert_false(board_equal(&a, &b));
}

/* ---- every board of a size ------------------------------------------------------------------- */

enum { MOST_BOARDS = 720 };

static unsigned board_rank(const tilepdb_board *board) {
    unsigned cells = (unsigned)board->width * board->height;
    unsigned rank = 0;
    for (unsigned i = 0; i < cells; i++) {
        unsigned smaller = 0;
        for (unsigned j = i + 1; j < cells; j++) smaller += board->cells[j] < board->cells[i];
        rank = rank * (cells - i) + smaller;
    }
    return rank;
}

static tilepdb_board board_of_rank(unsigned rank, const tilepdb_board *goal) {
    unsigned cells = (unsigned)goal->width * goal->height;
    tilepdb_board board = *goal;
    unsigned digits[TILEPDB_TABLE_MAX_CELLS];
    for (unsigned i = cells; i-- > 0; rank /= cells - i) digits[i] = rank % (cells - i);
    uint32_t left = (1u << cells) - 1;
    for (unsigned i = 0; i < cells; i++) {
        uint8_t tile = 0;
        for (unsigned skip = digits[i]; skip > 0 || !(left >> tile & 1); tile++) {
            skip -= left >> tile & 1;
        }
        left &= ~(1u << tile);
        board.cells[i] = tile;
    }
    return board;
}

/* Marks the boards that the goal reaches; returns their number. */
static unsigned reach(const tilepdb_board *goal, bool reached[MOST_BOARDS]) {
    tilepdb_board queue[MOST_BOARDS];
    unsigned end = 1;
    queue[0] = *goal;
    memset(reached, 0, MOST_BOARDS * sizeof reached[0]);
    reached[board_rank(goal)] = true;
    for (unsigned begin = 0; begin < end; begin++) {
        for (unsigned d = 0; d < DIRECTIONS; d++) {
            tilepdb_board next = queue[begin];
            unsigned blank = board_blank(&next);
            if (!board_move(&next, &blank, (enum direction)d)) {
                assert_true(board_equal(&next, &queue[begin]));
                continue;
            }
            assert_int_equal(blank, board_blank(&next));
            assert_int_not_equal(board_parity(&next, goal), board_parity(&queue[begin], goal));
            if (reached[board_rank(&next)]) continue;
            reached[board_rank(&next)] = true;
            queue[end++] = next;
        }
    }
    return end;
}

static void solvable_means_reachable(void **state) {
    (void)state;
    static const int sizes[][3] = {{2, 2, 24}, {3, 2, 720}, {2, 3, 720}};
    for (int s = 0; s < 3; s++) {
        unsigned count = (unsigned)sizes[s][2];
        tilepdb_board standard;
        tilepdb_goal(sizes[s][0], sizes[s][1], 0, &standard, NULL);
        for (unsigned g = 0; g < count; g += count == 24 ? 1 : 37) {
            bool reached[MOST_BOARDS];
            tilepdb_board goal = board_of_rank(g, &standard);
            assert_int_equal(board_check(&goal, NULL), TILEPDB_OK);
            assert_int_equal(board_rank(&goal), g);
            assert_int_equal(reach(&goal, reached), count / 2);
            for (unsigned b = 0; b < count; b++) {
                tilepdb_board board = board_of_rank(b, &standard);
                assert_int_equal(tilepdb_board_solvable(&board, &goal, NULL),
                                 reached[b] ? TILEPDB_OK : TILEPDB_UNSOLVABLE);
            }
        }
    }
}

static void named_goals(void **state) {
    (void)state;
    static const struct {
        const char *name;
        int width, height;
        const char *cells;
    } cases[] = {
        {"blank-last", 2, 3, "1 2 / 3 4 / 5 0"},
        {"blank-first", 3, 2, "0 1 2 / 3 4 5"},
        {"spiral", 2, 2, "1 2 / 0 3"},
        {"spiral", 3, 3, "1 2 3 / 8 0 4 / 7 6 5"},
        {"snail", 4, 4, "1 2 3 4 / 12 13 14 5 / 11 0 15 6 / 10 9 8 7"},
        {"spiral", 5, 3, "1 2 3 4 5 / 12 13 14 0 6 / 11 10 9 8 7"},
        {"spiral", 2, 4, "1 2 / 0 3 / 7 4 / 6 5"},
        {"spiral", 3, 5, "1 2 3 / 12 13 4 / 11 14 5 / 10 0 6 / 9 8 7"},
    };
    tilepdb_board goal;
    tilepdb_error error;
    char text[TILEPDB_BOARD_TEXT];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(
            tilepdb_goal_named(cases[i].name, cases[i].width, cases[i].height, &goal, &error),
            TILEPDB_OK);
        tilepdb_board_format(&goal, true, text);
        assert_string_equal(text, cases[i].cells);
    }
    size_t names = 0;
    for (; tilepdb_goal_name(names); names++)
        for (int width = 2; width <= TILEPDB_MAX_SIDE; width++)
            for (int height = 2; height <= TILEPDB_MAX_SIDE; height++) {
                tilepdb_goal_named(tilepdb_goal_name(names), width, height, &goal, NULL);
                assert_int_equal(tilepdb_board_solvable(&goal, &goal, NULL), TILEPDB_OK);
            }
    assert_in_range(names, 4, 20);
    assert_int_equal(tilepdb_goal_named("spirals", 3, 3, &goal, &error), TILEPDB_ERROR_PARSE);
    assert_non_null(strstr(error.message, "not one of blank-last, blank-first, spiral, snail"));
    assert_int_equal(tilepdb_goal_named("spiral", 1, 3, &goal, &error), TILEPDB_ERROR_ARGUMENT);
}

/* The error of an unsolvable board names a goal exactly if the board can reach that goal. */
static void other_goals_are_named(void **state) {
    (void)state;
    tilepdb_board goal, board;
    tilepdb_error error;
    for (int size = 2; size <= 6; size++) {
        tilepdb_goal(size, 3, size * 3 - 1, &goal, NULL);
        board = goal;
        board.cells[0] = 2;
        board.cells[1] = 1;
        assert_int_equal(tilepdb_board_solvable(&board, &goal, &error), TILEPDB_UNSOLVABLE);
        for (size_t i = 0; i < 3; i++) {
            const char *name = tilepdb_goal_name(i);
            tilepdb_goal_named(name, size, 3, &goal, NULL);
            assert_int_equal(strstr(error.message, name) != NULL,
                             tilepdb_board_solvable(&board, &goal, NULL) == TILEPDB_OK);
        }
        assert_null(strstr(error.message, "snail"));
    }
}

static void solvable_explains(void **state) {
    (void)state;
    tilepdb_error error;
    tilepdb_board goal;
    tilepdb_goal(4, 4, 15, &goal, NULL);
    tilepdb_board board = goal;
    board.cells[13] = 15;
    board.cells[14] = 14;
    assert_int_equal(tilepdb_board_solvable(&board, &goal, &error), TILEPDB_UNSOLVABLE);
    assert_int_equal(error.status, TILEPDB_UNSOLVABLE);
    assert_non_null(strstr(error.message, "unsolvable: 15 and 14 are exchanged"));
    assert_non_null(strstr(error.message, "odd permutation"));
    assert_non_null(strstr(error.message, "even number of steps"));
    board.cells[15] = 14;
    assert_int_equal(tilepdb_board_solvable(&board, &goal, &error), TILEPDB_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "14 is on cell 14 and on cell 15"));
    assert_int_equal(tilepdb_board_solvable(&goal, &board, &error), TILEPDB_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "the goal has no cell for the blank"));
    tilepdb_goal(3, 3, 8, &board, NULL);
    assert_int_equal(tilepdb_board_solvable(&board, &goal, &error), TILEPDB_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "the board is 3x3, but the goal is 4x4"));
}

/* ---- playing --------------------------------------------------------------------------------- */

static void play_moves_tiles(void **state) {
    (void)state;
    tilepdb_board board;
    tilepdb_goal(3, 3, 8, &board, NULL);
    assert_int_equal(tilepdb_board_play(&board, "", NULL), TILEPDB_OK);
    assert_int_equal(tilepdb_board_play(&board, "DRUL", NULL), TILEPDB_OK);
    assert_cells(&board, (const uint16_t[]){1, 2, 3, 4, 8, 5, 7, 6, 0});
}

static void play_stops_before_the_bad_move(void **state) {
    (void)state;
    static const struct {
        const char *moves;
        size_t column;
        const char *reason;
    } cases[] = {
        {"DRL?", 4, "move 4, '?', is not U, D, L or R"},
        {"DRLd", 4, "'d'"},
        {"DRL\xFF", 4, "'\\xFF'"},
        {"DRL\xF0\x9F\xA7\xA9", 4, "'\xF0\x9F\xA7\xA9'"},
        {"DRL\n", 4, "'\\x0A'"},
        {"DRLL", 4, "move 4, 'L', is not possible"},
        {"U", 1, "row 3, column 3"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        tilepdb_error error;
        tilepdb_board board;
        tilepdb_goal(3, 3, 8, &board, NULL);
        assert_int_equal(tilepdb_board_play(&board, cases[i].moves, &error), TILEPDB_ERROR_PARSE);
        assert_int_equal(error.column, cases[i].column);
        assert_non_null(strstr(error.message, cases[i].reason));
        const uint16_t after[] = {1, 2, 3, 4, 5, 0, 7, 8, 6};
        const uint16_t before[] = {1, 2, 3, 4, 5, 6, 7, 8, 0};
        assert_cells(&board, cases[i].column == 4 ? after : before);
    }
    tilepdb_board none = {3, 3, {0}};
    assert_int_equal(tilepdb_board_play(&none, "U", NULL), TILEPDB_ERROR_ARGUMENT);
}

/* ---- scrambling ------------------------------------------------------------------------------ */

/* Chi-square over all boards: solvable boards are equally frequent, others never occur. */
static void scramble_is_uniform(void **state) {
    (void)state;
    /* size, goal's rank, boards; bound: mean of chi-square plus five standard deviations */
    static const struct {
        int width, height;
        unsigned goal, boards;
        double bound;
    } cases[] = {{2, 2, 5, 24, 35}, {3, 2, 719, 720, 493}, {2, 3, 100, 720, 493}};
    tilepdb_random random;
    tilepdb_random_seed(&random, 20);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        enum { EACH = 300 };
        unsigned count[MOST_BOARDS] = {0};
        tilepdb_board goal;
        tilepdb_board board;
        tilepdb_goal(cases[i].width, cases[i].height, 0, &goal, NULL);
        goal = board_of_rank(cases[i].goal, &goal);
        for (unsigned draw = 0; draw < EACH * cases[i].boards / 2; draw++) {
            assert_int_equal(tilepdb_board_scramble(&random, &goal, &board), TILEPDB_OK);
            assert_int_equal(tilepdb_board_solvable(&board, &goal, NULL), TILEPDB_OK);
            count[board_rank(&board)]++;
        }
        double chi_square = 0;
        unsigned drawn = 0;
        for (unsigned b = 0; b < cases[i].boards; b++) {
            if (count[b] == 0) continue;
            double excess = (double)count[b] - EACH;
            chi_square += excess * excess / EACH;
            drawn++;
        }
        assert_int_equal(drawn, cases[i].boards / 2);
        assert_true(chi_square < cases[i].bound);
    }
}

static void scramble_depends_on_the_seed_alone(void **state) {
    (void)state;
    tilepdb_random a;
    tilepdb_random b;
    tilepdb_board goal;
    tilepdb_board of_a;
    tilepdb_board of_b;
    tilepdb_goal(4, 4, 15, &goal, NULL);
    tilepdb_random_seed(&a, 1);
    tilepdb_random_seed(&b, 1);
    tilepdb_board_scramble(&a, &goal, &of_a);
    tilepdb_board_scramble(&b, &goal, &of_b);
    assert_true(board_equal(&of_a, &of_b));
    tilepdb_board_scramble(&a, &goal, &of_a);
    assert_false(board_equal(&of_a, &of_b));

    tilepdb_random unseeded = {{0}};
    assert_int_equal(tilepdb_board_scramble(&unseeded, &goal, &of_a), TILEPDB_ERROR_ARGUMENT);
    goal.cells[3] = 99;
    assert_int_equal(tilepdb_board_scramble(&a, &goal, &of_a), TILEPDB_ERROR_ARGUMENT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(geometry_takes_exactly_the_sizes),
        cmocka_unit_test(geometry_neighbours_are_next_to_each_other),
        cmocka_unit_test(geometry_is_that_of_4x3),
        cmocka_unit_test(letters_name_the_way_of_the_tile),
        cmocka_unit_test(goal_runs_over_the_other_cells),
        cmocka_unit_test(check_finds_what_is_wrong),
        cmocka_unit_test(equality_ignores_cells_beyond),
        cmocka_unit_test(solvable_means_reachable),
        cmocka_unit_test(named_goals),
        cmocka_unit_test(other_goals_are_named),
        cmocka_unit_test(solvable_explains),
        cmocka_unit_test(play_moves_tiles),
        cmocka_unit_test(play_stops_before_the_bad_move),
        cmocka_unit_test(scramble_is_uniform),
        cmocka_unit_test(scramble_depends_on_the_seed_alone),
    };
    return cmocka_run_group_tests_name("puzzle", tests, NULL, NULL);
}
