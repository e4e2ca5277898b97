/*
 * Proofs of lower bounds as pdbverify writes them: bounds that an estimate rules out, what a search
 * has shown, and which tables are the same.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "pdbverify/proof.h"

static void iteration_add(tilepdb_result *result, int bound, uint64_t generated) {
    result->iterations[result->iteration_count++] =
        (tilepdb_iteration){.bound = bound, .generated = generated, .expanded = generated / 2};
}

/* The i-th of a list is this bound, by this candidate. */
static void bound_check(const json_t *bounds, size_t i, int bound, int generated,
                        const struct proof_candidate *by) {
    const json_t *object = json_array_get(bounds, i);
    assert_int_equal(json_integer_value(json_object_get(object, "bound")), bound);
    assert_int_equal(json_integer_value(json_object_get(object, "generated")), generated);
    assert_int_equal(json_integer_value(json_object_get(object, "expanded")), generated / 2);
    assert_true(proof_is_named(object, by));
}

/* The first searches 10 and 12, the estimate of the second is 18, that of the third 24. */
static void estimates_close_gaps(void **state) {
    (void)state;
    static tilepdb_result result = {.root_h = 10, .length = 26};
    static struct proof_trail trail = {.candidates = {{"a", false}, {"b", true}, {"a", true}}};
    const struct proof_candidate *all = trail.candidates;
    iteration_add(&result, 10, 4);
    iteration_add(&result, 12, 40);
    iteration_add(&result, 18, 8);
    trail.by[2] = 1;
    trail.by[3] = 2;
    for (int found = 0; found <= 1; found++) { /* or the search ends below the length */
        if (found) iteration_add(&result, 26, 99);
        json_t *bounds = proof_bounds(&result, &trail, 26);
        assert_int_equal(json_array_size(bounds), 8);
        bound_check(bounds, 0, 10, 4, &all[0]);
        bound_check(bounds, 1, 12, 40, &all[0]);
        bound_check(bounds, 2, 14, 0, &all[1]);
        bound_check(bounds, 3, 16, 0, &all[1]);
        bound_check(bounds, 4, 18, 8, &all[1]);
        for (int i = 5; i < 8; i++) bound_check(bounds, (size_t)i, 10 + 2 * i, 0, &all[2]);
        json_decref(bounds);
    }
    json_t *none = proof_bounds(&result, &trail, 10);
    assert_int_equal(json_array_size(none), 0);
    json_decref(none);
}

static void names_are_partition_and_direction(void **state) {
    (void)state;
    const struct proof_candidate named = {"7-8", true}, same = {"7-8", false}, other = {"8", true};
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

static void searches_prove_or_refute(void **state) {
    (void)state;
    static tilepdb_result result = {.length = -1, .lower_bound = 20};
    tilepdb_error error = {.status = TILEPDB_LIMIT};
    assert_int_equal(proof_limit(20), 19);
    assert_int_equal(proof_limit(2), 1);
    assert_int_equal(proof_limit(1), 0);
    assert_int_equal(proof_limit(0), 0);
    assert_int_equal(proof_conclude(TILEPDB_LIMIT, 20, false, &result, &error), TILEPDB_OK);
    assert_int_equal(proof_conclude(TILEPDB_LIMIT, 22, false, &result, &error), TILEPDB_LIMIT);
    assert_int_equal(proof_conclude(TILEPDB_CANCELLED, 22, false, &result, &error),
                     TILEPDB_CANCELLED);
    strcpy(result.moves, "LU");
    result.length = 2;
    assert_int_equal(proof_conclude(TILEPDB_OK, 2, false, &result, &error), TILEPDB_OK);
    assert_int_equal(proof_conclude(TILEPDB_OK, 4, false, &result, &error), TILEPDB_REFUTED);
    assert_int_equal(error.status, TILEPDB_REFUTED);
    assert_string_equal(error.message, "there is a solution of 2 moves: LU");
    assert_int_equal(proof_conclude(TILEPDB_OK, 4, true, &result, &error), TILEPDB_REFUTED);
    assert_string_equal(error.message, "there is a solution of 2 moves");
}

/* ---- tables ---------------------------------------------------------------------------------- */

/* A list of one. `direction`: NULL as in version 1. */
static json_t *table(int cell, const char *direction, int first, int last) {
    json_t *object = json_pack("{si s[]}", "goal_blank", cell, "tiles");
    if (direction) json_object_set_new(object, "direction", json_string(direction));
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
    share(table(8, NULL, 1, 4), table(8, NULL, 1, 4), true);
    share(table(8, NULL, 1, 4), table(8, NULL, 5, 8), false);
    share(table(8, NULL, 1, 4), table(0, NULL, 1, 4), true);
    share(table(8, "forward", 1, 4), table(0, "forward", 1, 4), true);
    share(table(8, "forward", 1, 4), table(8, "backward", 1, 4), true);
    share(table(8, "forward", 1, 4), table(5, "backward", 1, 4), false);
    share(table(5, "backward", 1, 4), table(3, "backward", 1, 4), true);
}

static void false_tiles_are_none(void **state) {
    (void)state;
    json_t *list = table(8, NULL, 1, 4), *object = json_array_get(list, 0);
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

/* Neither in the direction of the tables nor in the other is one shared. */
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(estimates_close_gaps),
        cmocka_unit_test(names_are_partition_and_direction),
        cmocka_unit_test(searches_prove_or_refute),
        cmocka_unit_test(tables_are_shared),
        cmocka_unit_test(false_tiles_are_none),
        cmocka_unit_test(a_second_partition_shares_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
