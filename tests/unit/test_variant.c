/*
 * Variants by request: which exist, that a solver uses the requested one, that unavailable ones are
 * refused, and that tables have the same bytes with each. test_search compares searches of all
 * kernels; test_kernel_bits4x4 has a setup for vectors.
 */
#include "plain.h"

#include "search/solver.h"
#include "tilepdb_tables.h"

/* A number that is no variant of any build. */
#define NO_VARIANT ((tilepdb_variant)99)

static const tilepdb_pattern five = {.width = 4, .height = 4, .goal_blank = 15, .tiles = 0x3E};

static bool is_built(tilepdb_variant variant) {
    for (size_t i = 0; i < tilepdb_variant_count(); i++)
        if (tilepdb_variant_at(i) == variant) return true;
    return false;
}

static void variants_are_listed(void **state) {
    (void)state;
    assert_int_equal(tilepdb_variant_at(0), TILEPDB_VARIANT_PORTABLE);
    assert_true(tilepdb_variant_available(TILEPDB_VARIANT_PORTABLE));
    for (size_t i = 0; i < tilepdb_variant_count(); i++) {
        const char *name = tilepdb_variant_name(tilepdb_variant_at(i));
        assert_string_not_equal(name, "unknown");
        assert_string_not_equal(name, "best");
        for (size_t j = 0; j < i; j++)
            assert_string_not_equal(name, tilepdb_variant_name(tilepdb_variant_at(j)));
    }
    for (const struct kernel_row *row = kernel_rows; row->name; row++)
        assert_true(is_built(row->variant));
    assert_string_equal(tilepdb_variant_name(TILEPDB_VARIANT_BEST), "best");
    assert_string_equal(tilepdb_variant_name(NO_VARIANT), "unknown");
    assert_false(tilepdb_variant_available(TILEPDB_VARIANT_BEST));
    assert_false(tilepdb_variant_available(NO_VARIANT));
    assert_false(is_built(TILEPDB_VARIANT_NEON) && is_built(TILEPDB_VARIANT_AVX2));
}

/* ---- refusals -------------------------------------------------------------------------------- */

static tilepdb_status solver_with(tilepdb_variant variant, tilepdb_solver **solver,
                                  tilepdb_error *error) {
    tilepdb_board goal;
    tilepdb_solver_options options;
    tilepdb_goal(4, 4, 15, &goal, NULL);
    tilepdb_solver_options_init(&options);
    assert_int_equal(options.variant, TILEPDB_VARIANT_BEST);
    options.heuristic = TILEPDB_HEURISTIC_MANHATTAN;
    options.variant = variant;
    return tilepdb_solver_create(&goal, &options, solver, error);
}

static tilepdb_status table_with(tilepdb_variant variant, tilepdb_table **table,
                                 tilepdb_error *error) {
    tilepdb_generate_options options;
    tilepdb_generate_options_init(&options);
    assert_int_equal(options.variant, TILEPDB_VARIANT_BEST);
    options.variant = variant;
    return tilepdb_table_generate(&five, AWARE_BIT, &options, table, error);
}

static void what_is_not_available_is_refused(void **state) {
    (void)state;
    const tilepdb_variant all[] = {TILEPDB_VARIANT_PORTABLE, TILEPDB_VARIANT_AVX2,
                                   TILEPDB_VARIANT_AVX512, TILEPDB_VARIANT_NEON, NO_VARIANT};
    unsigned refused = 0;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        tilepdb_solver *solver = NULL;
        tilepdb_table *table = NULL;
        tilepdb_error error;
        const bool available = tilepdb_variant_available(all[i]);
        const tilepdb_status expected = available ? TILEPDB_OK : TILEPDB_ERROR_ARGUMENT;
        assert_int_equal(solver_with(all[i], &solver, &error), expected);
        if (!available) assert_non_null(strstr(error.message, ": portable"));
        assert_int_equal(table_with(all[i], &table, &error), expected);
        if (!available) assert_non_null(strstr(error.message, ": portable"));
        refused += !available;
        tilepdb_solver_free(solver);
        tilepdb_table_close(table);
    }
    assert_true(refused >= 2); /* no processor has all */
}

/* ---- what is used ---------------------------------------------------------------------------- */

static void heuristics_without_tables_are_portable(void **state) {
    (void)state;
    for (size_t i = 0; i < tilepdb_variant_count(); i++) {
        tilepdb_solver *solver;
        tilepdb_solver_info info;
        if (!tilepdb_variant_available(tilepdb_variant_at(i))) continue;
        assert_int_equal(solver_with(tilepdb_variant_at(i), &solver, NULL), TILEPDB_OK);
        tilepdb_solver_info_get(solver, &info);
        assert_int_equal(info.variant, TILEPDB_VARIANT_PORTABLE);
        assert_string_equal(info.kernel, "direct");
        tilepdb_solver_free(solver);
    }
}

static void tables_are_the_same(void **state) {
    (void)state;
    tilepdb_table *table;
    uint64_t hash, first;
    assert_int_equal(table_with(TILEPDB_VARIANT_BEST, &table, NULL), TILEPDB_OK);
    assert_int_equal(tilepdb_table_check(table, NULL, &first, NULL), TILEPDB_OK);
    tilepdb_table_close(table);
    for (size_t i = 0; i < tilepdb_variant_count(); i++) {
        if (!tilepdb_variant_available(tilepdb_variant_at(i))) continue;
        assert_int_equal(table_with(tilepdb_variant_at(i), &table, NULL), TILEPDB_OK);
        assert_int_equal(tilepdb_table_check(table, NULL, &hash, NULL), TILEPDB_OK);
        assert_true(hash == first);
        tilepdb_table_close(table);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(variants_are_listed),
        cmocka_unit_test(what_is_not_available_is_refused),
        cmocka_unit_test(heuristics_without_tables_are_portable),
        cmocka_unit_test(tables_are_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
