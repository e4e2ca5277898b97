/*
 * Unit tests of src/pattern/colouring: numbering and reflection of colours. A reflected colouring
 * must be the colouring that a search sees in its second view; for all goal cells, both give the
 * same estimates.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "tilepdb_tables.h"

#define MULTI tilepdb_kind_default(TILEPDB_METRIC_MULTI)

static tilepdb_solver *solver_of(const tilepdb_pattern *colouring, tilepdb_table **table) {
    tilepdb_board goal;
    tilepdb_solver *solver;
    tilepdb_error error;
    tilepdb_solver_options options;
    tilepdb_solver_options_init(&options);
    if (tilepdb_table_generate(colouring, MULTI, NULL, table, &error))
        fail_msg("%s", error.message);
    options.metric = TILEPDB_METRIC_MULTI;
    options.tables = (const tilepdb_table *const *)table;
    options.table_count = 1;
    tilepdb_goal(colouring->width, colouring->height, colouring->goal_blank, &goal, NULL);
    if (tilepdb_solver_create(&goal, &options, &solver, &error)) fail_msg("%s", error.message);
    return solver;
}

static void estimates_compare(const tilepdb_pattern *one, const tilepdb_pattern *other) {
    tilepdb_table *tables[2];
    tilepdb_solver *solvers[2] = {solver_of(one, &tables[0]), solver_of(other, &tables[1])};
    tilepdb_board goal, board;
    tilepdb_random random;
    tilepdb_goal(one->width, one->height, one->goal_blank, &goal, NULL);
    tilepdb_random_seed(&random, 22);
    for (int i = 0; i < 60; i++) {
        int a, b;
        assert_int_equal(tilepdb_board_scramble(&random, &goal, &board), TILEPDB_OK);
        assert_int_equal(tilepdb_solver_estimate(solvers[0], &board, &a, NULL), TILEPDB_OK);
        assert_int_equal(tilepdb_solver_estimate(solvers[1], &board, &b, NULL), TILEPDB_OK);
        assert_int_equal(a, b);
    }
    for (int i = 0; i < 2; i++) {
        tilepdb_solver_free(solvers[i]);
        tilepdb_table_close(tables[i]);
    }
}

/* A colouring that no reflection maps to itself. */
static tilepdb_pattern lopsided(int side, int blank) {
    tilepdb_pattern colouring = {.width = (uint8_t)side, .height = (uint8_t)side, .colours = 2};
    colouring.goal_blank = (uint8_t)blank;
    colouring.tiles = (1u << side * side) - 2;
    for (int tile = 1; tile < side * side; tile++) colouring.colour[tile] = tile > side;
    return colouring;
}

static void reflections_are_what_searches_see(void **state) {
    (void)state;
    for (int side = 2; side <= 4; side++)
        for (int blank = 0; blank < side * side; blank++) {
            const int x = blank % side, y = blank / side;
            const tilepdb_pattern colouring = lopsided(side, blank);
            tilepdb_pattern reflected, again;
            const tilepdb_status status = tilepdb_colouring_reflect(&colouring, &reflected, NULL);
            if (x != y && x + y != side - 1) {
                assert_int_equal(status, TILEPDB_ERROR_ARGUMENT);
                continue;
            }
            assert_int_equal(status, TILEPDB_OK);
            if (side > 2) assert_false(tilepdb_pattern_equal(&reflected, &colouring));
            estimates_compare(&colouring, &reflected);
            assert_int_equal(tilepdb_colouring_reflect(&reflected, &again, NULL), TILEPDB_OK);
            assert_true(tilepdb_pattern_equal(&again, &colouring));
        }
}

static void reflected_by_hand(void **state) {
    (void)state;
    static const struct {
        const char *text, *image;
        int side, blank;
    } cases[] = {{"112/233/33.", "123 133 23.", 3, 8},
                 {"112/2.3/333", "123 1.3 233", 3, 4},
                 {"3321/32.1/3221/3211", "1111 12.2 2223 3333", 4, 6},
                 {"1111/1112/2.22/2222", "1112 1122 1.22 1122", 4, 9}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tilepdb_pattern colouring, reflected;
        char drawing[TILEPDB_COLOURING_TEXT];
        assert_int_equal(tilepdb_colouring_parse(cases[i].text, cases[i].side, cases[i].side,
                                                 cases[i].blank, &colouring, NULL),
                         TILEPDB_OK);
        assert_int_equal(tilepdb_colouring_reflect(&colouring, &reflected, NULL), TILEPDB_OK);
        tilepdb_colouring_draw(&reflected, drawing);
        assert_string_equal(drawing, cases[i].image);
    }
    tilepdb_pattern oblong, reflected;
    tilepdb_colouring_parse("112/23.", 3, 2, 5, &oblong, NULL);
    assert_int_equal(tilepdb_colouring_reflect(&oblong, &reflected, NULL), TILEPDB_ERROR_ARGUMENT);
}

/* Colours have numbers in the order in which they appear; otherwise one colouring would have two
 * names. */
static void colours_are_numbered_as_they_appear(void **state) {
    (void)state;
    static const struct {
        uint8_t colours, colour[8];
        bool valid;
    } cases[] = {{2, {0, 0, 0, 0, 1, 1, 1, 1}, true},  {2, {1, 1, 1, 1, 0, 0, 0, 0}, false},
                 {3, {0, 2, 1, 1, 1, 1, 1, 1}, false}, {3, {0, 1, 0, 2, 1, 1, 0, 0}, true},
                 {3, {0, 1, 0, 1, 1, 1, 0, 0}, false}, {2, {0, 1, 0, 2, 1, 1, 0, 0}, false},
                 {1, {0, 0, 0, 0, 0, 0, 0, 0}, true},  {0, {0, 0, 0, 0, 0, 0, 0, 0}, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tilepdb_pattern colouring = {.width = 3, .height = 3, .goal_blank = 8, .tiles = 0x1FE};
        colouring.colours = cases[i].colours;
        tilepdb_generate_need need;
        char name[TILEPDB_FILE_NAME];
        memcpy(colouring.colour + 1, cases[i].colour, 8);
        assert_int_equal(tilepdb_table_need(&colouring, MULTI, NULL, &need, NULL),
                         cases[i].valid ? TILEPDB_OK : TILEPDB_ERROR_ARGUMENT);
        assert_true((tilepdb_table_file_name(&colouring, MULTI, name) > 0) == cases[i].valid);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reflections_are_what_searches_see),
        cmocka_unit_test(reflected_by_hand),
        cmocka_unit_test(colours_are_numbered_as_they_appear),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
