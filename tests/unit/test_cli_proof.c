/*
 * Proofs of lower bounds as pdbverify writes them: bounds that an estimate rules out, conclusions
 * from a search, and equality of tables.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "pdbverify/proof.h"
#include "tilepdb_tables.h"

static void iteration_add(tilepdb_result *result, int bound, uint64_t generated) {
    result->iterations[result->iteration_count++] =
        (tilepdb_iteration){.bound = bound, .generated = generated, .expanded = generated / 2};
}

static void bound_check(const json_t *bounds, size_t i, int bound, int generated,
                        const struct proof_candidate *searcher) {
    const json_t *object = json_array_get(bounds, i);
    assert_int_equal(json_integer_value(json_object_get(object, "bound")), bound);
    assert_int_equal(json_integer_value(json_object_get(object, "generated")), generated);
    assert_int_equal(json_integer_value(json_object_get(object, "expanded")), generated / 2);
    assert_true(proof_is_named(object, searcher));
}

/* The first candidate searches 10 and 12; the estimates of the others are 18 and 24. */
static void estimates_close_gaps(void **state) {
    (void)state;
    static tilepdb_result result = {.root_h = 10, .length = 26};
    static struct proof_history history = {
        .candidates = {{.partition = "a"},
                       {.partition = "b", .direction = TILEPDB_DIRECTION_BACKWARD},
                       {.partition = "a", .direction = TILEPDB_DIRECTION_BACKWARD}}};
    const struct proof_candidate *all = history.candidates;
    iteration_add(&result, 10, 4);
    iteration_add(&result, 12, 40);
    iteration_add(&result, 18, 8);
    history.searcher[2] = 1;
    history.searcher[3] = 2;
    for (int found = 0; found <= 1; found++) { /* if not found, the search ended below the length */
        if (found) iteration_add(&result, 26, 99);
        json_t *bounds = proof_bounds(&result, &history, 26);
        assert_int_equal(json_array_size(bounds), 8);
        bound_check(bounds, 0, 10, 4, &all[0]);
        bound_check(bounds, 1, 12, 40, &all[0]);
        bound_check(bounds, 2, 14, 0, &all[1]);
        bound_check(bounds, 3, 16, 0, &all[1]);
        bound_check(bounds, 4, 18, 8, &all[1]);
        for (int i = 5; i < 8; i++) bound_check(bounds, (size_t)i, 10 + 2 * i, 0, &all[2]);
        json_decref(bounds);
    }
    json_t *none = proof_bounds(&result, &history, 10);
    assert_int_equal(json_array_size(none), 0);
    json_decref(none);
}

/* In the metric multi bounds keep no parity. With a checkpoint, each bound has the number of
 * resumed nodes. */
static void slides_have_all_bounds(void **state) {
    (void)state;
    static tilepdb_result result = {.root_h = 10, .length = 14};
    static struct proof_history history = {
        .metric = TILEPDB_METRIC_MULTI, .resumes = true, .candidates = {{.partition = "large"}}};
    iteration_add(&result, 10, 4);
    iteration_add(&result, 12, 40);
    result.iterations[1].resumed = 30;
    json_t *bounds = proof_bounds(&result, &history, 14);
    assert_int_equal(json_array_size(bounds), 4);
    bound_check(bounds, 0, 10, 4, &history.candidates[0]);
    bound_check(bounds, 1, 11, 0, &history.candidates[0]);
    bound_check(bounds, 2, 12, 40, &history.candidates[0]);
    bound_check(bounds, 3, 13, 0, &history.candidates[0]);
    const int resumed[] = {0, 0, 30, 0};
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(json_integer_value(json_object_get(json_array_get(bounds, i), "resumed")),
                         resumed[i]);
    json_decref(bounds);
    history.resumes = false;
    bounds = proof_bounds(&result, &history, 14);
    assert_null(json_object_get(json_array_get(bounds, 2), "resumed"));
    json_decref(bounds);
}

static void names_are_partition_and_direction(void **state) {
    (void)state;
    const struct proof_candidate named = {.partition = "7-8",
                                          .direction = TILEPDB_DIRECTION_BACKWARD},
                                 same = {.partition = "7-8", .direction = TILEPDB_DIRECTION_BOTH},
                                 other = {.partition = "8",
                                          .direction = TILEPDB_DIRECTION_BACKWARD};
    json_t *object = json_object();
    assert_false(proof_is_named(object, &named));
    proof_name(object, &named);
    assert_true(proof_is_named(object, &named));
    assert_false(proof_is_named(object, &same));
    assert_false(proof_is_named(object, &other));
    json_object_set_new(object, "partition", json_integer(7));
    assert_false(proof_is_named(object, &named));
    json_decref(object);
}

static tilepdb_status conclude(tilepdb_status status, int length, bool backward,
                               const tilepdb_result *result, tilepdb_error *error) {
    return proof_conclude(status, length, TILEPDB_METRIC_SINGLE, backward, result, error);
}

static void searches_prove_or_refute(void **state) {
    (void)state;
    static tilepdb_result result = {.length = -1, .lower_bound = 20};
    tilepdb_error error = {.status = TILEPDB_LIMIT};
    const int limits[] = {0, 0, 1, 2};
    for (int length = 0; length < 4; length++)
        assert_int_equal(proof_limit(length), limits[length]);
    assert_int_equal(conclude(TILEPDB_LIMIT, 20, false, &result, &error), TILEPDB_OK);
    assert_int_equal(conclude(TILEPDB_LIMIT, 22, false, &result, &error), TILEPDB_LIMIT);
    assert_int_equal(conclude(TILEPDB_CANCELLED, 22, false, &result, &error), TILEPDB_CANCELLED);
    strcpy(result.moves, "LU");
    result.length = 2;
    assert_int_equal(conclude(TILEPDB_OK, 2, false, &result, &error), TILEPDB_OK);
    assert_int_equal(conclude(TILEPDB_OK, 4, false, &result, &error), TILEPDB_REFUTED);
    assert_int_equal(error.status, TILEPDB_REFUTED);
    assert_string_equal(error.message, "there is a solution of 2 moves: LU");
    assert_int_equal(conclude(TILEPDB_OK, 4, true, &result, &error), TILEPDB_REFUTED);
    assert_string_equal(error.message, "there is a solution of 2 moves");
    strcpy(result.moves, "LLLUU"); /* two slides */
    proof_conclude(TILEPDB_OK, 4, TILEPDB_METRIC_MULTI, false, &result, &error);
    assert_string_equal(error.message, "there is a solution of 2 multi-tile moves: LLLUU");
}

/* ---- tables ---------------------------------------------------------------------------------- */

static json_t *table(int cell, const char *direction, int first, int last) {
    json_t *object = json_pack("{si si si ss s[]}", "width", 3, "height", 3, "goal_blank", cell,
                               "direction", direction, "tiles");
    for (int tile = first; tile <= last; tile++)
        json_array_append_new(json_object_get(object, "tiles"), json_integer(tile));
    return json_pack("[o]", object);
}

static void share(json_t *some, json_t *others, bool expected) {
    assert_true(proof_shares(some, others) == expected);
    assert_true(proof_shares(others, some) == expected);
    json_decref(some);
    json_decref(others);
}

static void tables_are_shared(void **state) {
    (void)state;
    static const char forward[] = "forward", backward[] = "backward";
    const struct {
        int cell, first, last;
        const char *direction;
        bool shared;
    } cases[] = {{8, 1, 4, forward, true},   {8, 5, 8, forward, false},
                 {0, 1, 4, forward, true},   {8, 1, 4, backward, true},
                 {5, 1, 4, backward, false}, {0, 5, 8, forward, true}, /* half a turn */
                 {0, 5, 8, backward, true},  {0, 1, 4, backward, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        share(table(8, forward, 1, 4),
              table(cases[i].cell, cases[i].direction, cases[i].first, cases[i].last),
              cases[i].shared);
    share(table(5, backward, 1, 4), table(3, backward, 1, 4), true);
}

static void false_tiles_are_none(void **state) {
    (void)state;
    json_t *list = table(8, "forward", 1, 4), *object = json_array_get(list, 0);
    assert_int_equal(proof_tiles(object), 0x1e);
    assert_int_equal(proof_cell(object), 8);
    json_array_append_new(json_object_get(object, "tiles"), json_integer(25));
    assert_int_equal(proof_tiles(object), 0);
    json_object_set_new(object, "tiles", json_string("1-4"));
    assert_int_equal(proof_tiles(object), 0);
    json_object_set_new(object, "goal_blank", json_integer(25));
    assert_int_equal(proof_cell(object), -1);
    json_object_set_new(object, "goal_blank", json_string("8"));
    assert_int_equal(proof_cell(object), -1);
    json_decref(list);
}

static json_t *square_tables(int side, int cell, const char *const *drawings, size_t count) {
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(list, json_pack("{si si si ss}", "width", side, "height", side,
                                              "goal_blank", cell, "colouring", drawings[i]));
    return list;
}

/* As long as a search can use another table, a different colouring is proposed. */
static void second_colourings_do_not_run_out(void **state) {
    (void)state;
    char texts[5][TILEPDB_COLOURING_TEXT];
    const char *drawings[5] = {texts[0], texts[1], texts[2], texts[3], texts[4]};
    tilepdb_board goal;
    for (int side = 3; side <= 4; side++)
        for (int cell = 0; cell < side * side; cell++) {
            tilepdb_goal(side, side, cell, &goal, NULL);
            snprintf(texts[0], sizeof texts[0], "%s", "1111222222222222");
            texts[0][side * side] = '\0';
            texts[0][cell] = '.';
            for (size_t count = 1; count < 5; count++) {
                json_t *tables = square_tables(side, cell, drawings, count);
                char *name = proof_second(tables, &goal);
                assert_non_null(name);
                tilepdb_pattern colouring;
                assert_int_equal(tilepdb_colouring_parse(name, side, side, cell, &colouring, NULL),
                                 TILEPDB_OK);
                tilepdb_colouring_draw(&colouring, texts[count]);
                json_t *other = square_tables(side, cell, drawings + count, 1);
                assert_false(proof_shares(tables, other));
                json_decref(other);
                json_decref(tables);
                free(name);
            }
        }
}

static void a_second_partition_shares_none(void **state) {
    (void)state;
    tilepdb_board goal;
    tilepdb_partition partition;
    assert_int_equal(tilepdb_goal(4, 4, 15, &goal, NULL), TILEPDB_OK);
    json_t *tables = table(15, "forward", 9, 15), *more = table(5, "backward", 1, 8);
    json_array_extend(tables, more);
    char *name = proof_second(tables, &goal);
    assert_non_null(name);
    for (int cell = 5; cell <= 15; cell += 10) {
        assert_int_equal(tilepdb_partition_parse(name, 4, 4, cell, &partition, NULL), TILEPDB_OK);
        for (unsigned i = 0; i < partition.count; i++) {
            assert_int_not_equal(partition.tiles[i], 0xfe00);
            assert_int_not_equal(partition.tiles[i], 0x1fe);
        }
    }
    free(name);
    json_decref(tables);
    json_decref(more);
    tables = table(3, "forward", 1, 3);
    for (int tile = 1; tile <= 3; tile++) {
        more = table(3, "forward", tile, tile);
        json_array_extend(tables, more);
        json_decref(more);
    }
    assert_int_equal(tilepdb_goal(2, 2, 3, &goal, NULL), TILEPDB_OK);
    assert_null(proof_second(tables, &goal));
    json_decref(tables);
}

/* A table of a 6x2 board is of 2x6. */
static json_t *wide_table(int cell, uint32_t tiles) {
    json_t *object = json_pack("{si si si ss s[]}", "width", 2, "height", 6, "goal_blank", cell,
                               "direction", "forward", "tiles");
    for (int tile = 1; tile < 12; tile++)
        if (tiles >> tile & 1u)
            json_array_append_new(json_object_get(object, "tiles"), json_integer(tile));
    return json_pack("[o]", object);
}

static void tables_of_wide_boards_are_transposed(void **state) {
    (void)state;
    tilepdb_board goal;
    tilepdb_table_set set;
    assert_int_equal(tilepdb_goal(6, 2, 11, &goal, NULL), TILEPDB_OK);
    assert_int_equal(tilepdb_table_set_parse(
                         "5-6", 6, 2, 11, tilepdb_kind_default(TILEPDB_METRIC_SINGLE), &set, NULL),
                     TILEPDB_OK);
    json_t *tables = wide_table(11, set.patterns[0].tiles);
    json_t *more = wide_table(11, set.patterns[1].tiles);
    assert_int_equal(proof_board_cell(json_array_get(tables, 0), &goal), 11);
    json_array_extend(tables, more);
    char *name = proof_second(tables, &goal);
    assert_non_null(name);
    assert_string_not_equal(name, "5-6");
    free(name);
    json_decref(tables);
    json_decref(more);
    tables = wide_table(4, 2); /* row 2, column 0 of 2x6 */
    assert_int_equal(proof_board_cell(json_array_get(tables, 0), &goal), 2);
    json_decref(tables);
}

/* ---- colour tables --------------------------------------------------------------------------- */

static json_t *coloured(int width, int height, const char *drawing) {
    return json_pack("[{si si si ss}]", "width", width, "height", height, "goal_blank",
                     width * height - 1, "colouring", drawing);
}

static void colourings_are_shared(void **state) {
    (void)state;
    share(coloured(3, 3, "112 233 44."), coloured(3, 3, "112 233 44."), true);
    share(coloured(3, 3, "112 233 44."), coloured(3, 3, "124 134 23."), true); /* reflected */
    share(coloured(3, 3, "112 233 44."), coloured(3, 3, "111 222 33."), false);
    share(coloured(4, 2, "1122 334."), coloured(4, 2, "1122 334."), true);
    share(coloured(3, 3, "112 233 44."), table(8, "forward", 1, 8), false);
    share(coloured(3, 3, "112 233"), coloured(3, 3, "112 233"), false); /* no drawing */
}

static void second_check(int width, int height, const char *drawing, const char *second) {
    tilepdb_board goal;
    assert_int_equal(tilepdb_goal(width, height, width * height - 1, &goal, NULL), TILEPDB_OK);
    json_t *tables = coloured(width, height, drawing);
    char *name = proof_second(tables, &goal);
    if (second)
        assert_string_equal(name, second);
    else
        assert_null(name);
    free(name);
    json_decref(tables);
}

static void a_second_colouring_shares_none(void **state) {
    (void)state;
    const size_t count = tilepdb_colouring_count(); /* all are for 4x4, from small to large */
    assert_true(count > 1);
    const tilepdb_colouring_entry *small = tilepdb_colouring_at(0);
    second_check(4, 4, small->drawing, tilepdb_colouring_at(1)->name);
    for (size_t i = 1; i < count; i++)
        second_check(4, 4, tilepdb_colouring_at(i)->drawing, tilepdb_colouring_at(i - 1)->name);
    second_check(4, 4, "1111 1111 2222 222.", small->name);
    second_check(3, 3, "123 456 78.", "111/112/22.");
    second_check(3, 3, "111 122 22.", "123/456/78.");
    second_check(4, 3, "1122 3445 667.", "1234/1567/234."); /* a default colouring by columns */
    second_check(2, 2, "12 3.", "11/2.");
    second_check(3, 3, "8", NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(estimates_close_gaps),
        cmocka_unit_test(slides_have_all_bounds),
        cmocka_unit_test(names_are_partition_and_direction),
        cmocka_unit_test(searches_prove_or_refute),
        cmocka_unit_test(tables_are_shared),
        cmocka_unit_test(second_colourings_do_not_run_out),
        cmocka_unit_test(false_tiles_are_none),
        cmocka_unit_test(a_second_partition_shares_none),
        cmocka_unit_test(tables_of_wide_boards_are_transposed),
        cmocka_unit_test(colourings_are_shared),
        cmocka_unit_test(a_second_colouring_shares_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
