/* Which tables pay off for many boards, decided by entries and nodes alone; and tables of the
 * transposed board. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "engine/tables.h"
#include "search/solver.h"
#include "table/locator.h"
#include "tilepdb_tables.h"

static double rate;
static const struct tables_config config = {
    .directory = "test_engine_tables_none", .threads = 1, .rate = &rate};
static struct engine_call call;

/* Checks the upgrade after `nodes` nodes with a colouring's table; NULL for none. */
static void assert_upgrade(const struct tables_request *request, const char *colouring,
                           double nodes, const char *expected) {
    tilepdb_pattern pattern;
    tilepdb_board goal;
    tilepdb_table *table;
    assert_int_equal(tilepdb_goal(4, 4, 15, &goal, NULL), TILEPDB_OK);
    assert_int_equal(tilepdb_colouring_parse(colouring, 4, 4, 15, &pattern, NULL), TILEPDB_OK);
    assert_int_equal(tilepdb_table_generate(&pattern, tilepdb_kind_default(TILEPDB_METRIC_MULTI),
                                            NULL, &table, NULL),
                     TILEPDB_OK);
    const tilepdb_table *tables[] = {table};
    struct tables now = {.first = {.tables = tables, .count = 1}};
    char *name = tables_upgrade(&now, request, &goal, nodes);
    if (expected)
        assert_string_equal(name, expected);
    else
        assert_null(name);
    free(name);
    tilepdb_table_close(table);
}

static const struct tables_request multi = {
    .config = &config, .call = &call, .metric = TILEPDB_METRIC_MULTI};

/* The middle table has 378,378,000 entries and leaves 1/22 of the nodes, so it pays off from 396
 * million nodes on. The large one has 2,270,268,000 entries and leaves 1/131; it is better from
 * 49,662 million nodes on. */
static void test_sizes(void **state) {
    (void)state;
    assert_upgrade(&multi, "small", 0, NULL);
    assert_upgrade(&multi, "small", 390e6, NULL);
    assert_upgrade(&multi, "small", 400e6, "middle");
    assert_upgrade(&multi, "small", 49e9, "middle");
    assert_upgrade(&multi, "small", 51e9, "large");
}

static void test_not_asked(void **state) {
    (void)state;
    struct tables_config refusing = config;
    struct tables_request named = multi, refused = multi, single = multi;
    named.names = "small";
    refusing.missing = TILEPDB_MISSING_REFUSE;
    refused.config = &refusing;
    single.metric = TILEPDB_METRIC_SINGLE;
    assert_upgrade(&named, "1111 1111 1222 222.", 1e15, NULL);
    assert_upgrade(&refused, "1111 1111 1222 222.", 1e15, NULL);
    assert_upgrade(&single, "1111 1111 1222 222.", 1e15, NULL);
    assert_upgrade(&multi, "1111 1111 1222 222.", 1e15, "large");
}

/* ---- boards of more than five columns -------------------------------------------------------- */

#define WIDE "1-3,7-8/4-6,9-11"

static void wide_goal(tilepdb_board *goal) {
    assert_int_equal(tilepdb_goal(6, 2, 11, goal, NULL), TILEPDB_OK);
}

static void test_transposed_twice(void **state) {
    (void)state;
    for (unsigned blank = 0; blank < 18; blank++) {
        tilepdb_partition partition;
        assert_int_equal(tilepdb_partition_suggest(6, 3, (int)blank, 100000, &partition, NULL),
                         TILEPDB_OK);
        for (unsigned i = 0; i < partition.count; i++) {
            const tilepdb_pattern pattern = tilepdb_partition_pattern(&partition, i);
            const tilepdb_pattern once = pattern_transposed(&pattern);
            const tilepdb_pattern twice = pattern_transposed(&once);
            assert_int_equal(once.width, 3);
            assert_int_equal(once.height, 6);
            assert_int_equal(once.goal_blank, blank % 6 * 3 + blank / 6);
            assert_true(tilepdb_pattern_equal(&pattern, &twice));
        }
    }
}

/* Makes the tables of the partition as tables of 6x2, or of 2x6 if `transposed` is true. */
static void wide_make(tilepdb_table *tables[2], bool transposed) {
    tilepdb_partition partition;
    assert_int_equal(tilepdb_partition_parse(WIDE, 6, 2, 11, &partition, NULL), TILEPDB_OK);
    assert_int_equal(partition.count, 2);
    for (unsigned i = 0; i < 2; i++) {
        tilepdb_pattern pattern = tilepdb_partition_pattern(&partition, i);
        if (transposed) pattern = pattern_transposed(&pattern);
        assert_int_equal(tilepdb_table_generate(&pattern,
                                                tilepdb_kind_default(TILEPDB_METRIC_SINGLE), NULL,
                                                &tables[i], NULL),
                         TILEPDB_OK);
    }
}

/* Solves 50 boards of 6x2. Returns a hash of their nodes and moves. */
static uint64_t wide_solve(const tilepdb_table *const *tables) {
    tilepdb_board goal, board;
    tilepdb_solver_options options;
    tilepdb_solver *solver;
    tilepdb_random random;
    uint64_t hash = 0;
    wide_goal(&goal);
    tilepdb_solver_options_init(&options);
    options.tables = tables;
    options.table_count = 2;
    assert_int_equal(tilepdb_solver_create(&goal, &options, &solver, NULL), TILEPDB_OK);
    tilepdb_random_seed(&random, 1);
    for (int i = 0; i < 50; i++) {
        static tilepdb_result result;
        assert_int_equal(tilepdb_board_scramble(&random, &goal, &board), TILEPDB_OK);
        assert_int_equal(tilepdb_solve(solver, &board, NULL, &result, NULL), TILEPDB_OK);
        hash = hash * 31 + result.generated;
        for (const char *at = result.moves; *at; at++) hash = hash * 31 + (uint64_t)*at;
    }
    tilepdb_solver_free(solver);
    return hash;
}

static uint64_t wide_open(const char *directory, tilepdb_missing missing, uint64_t *file_bytes) {
    const struct tables_config here = {
        .directory = directory, .missing = missing, .threads = 1, .rate = &rate};
    const struct tables_request request = {.config = &here, .call = &call, .names = WIDE};
    struct tables tables = {0};
    tilepdb_board goal;
    wide_goal(&goal);
    assert_int_equal(tables_open(&tables, &request, &goal, NULL), TILEPDB_OK);
    assert_string_equal(tables.name, WIDE);
    assert_int_equal(tables.first.count, 2);
    assert_int_equal(tables.first.tables[0]->info.pattern.width, 2);
    *file_bytes = tables.first.tables[0]->info.file_bytes;
    const uint64_t hash = wide_solve(tables.first.tables);
    tables_close(&tables);
    return hash;
}

/* Tables of 6x2 and of 2x6 give the same nodes and moves; files of 2x6 are found for 6x2. */
static void test_transposed_tables(void **state) {
    (void)state;
    char directory[] = "test_engine_tables_XXXXXX";
    char *paths[2];
    tilepdb_table *as_is[2], *transposed[2];
    uint64_t file_bytes;
    assert_non_null(mkdtemp(directory));
    wide_make(as_is, false);
    wide_make(transposed, true);
    const uint64_t expected = wide_solve((const tilepdb_table *const *)as_is);
    assert_int_equal(wide_open(directory, TILEPDB_MISSING_BUILD, &file_bytes), expected);
    assert_int_equal(file_bytes, 0);
    for (int i = 0; i < 2; i++) {
        paths[i] = locator_path(directory, &transposed[i]->info.pattern, transposed[i]->info.kind);
        assert_int_equal(tilepdb_table_save(transposed[i], paths[i], NULL, NULL), TILEPDB_OK);
    }
    assert_int_equal(wide_open(directory, TILEPDB_MISSING_REFUSE, &file_bytes), expected);
    assert_true(file_bytes > 0);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(unlink(paths[i]), 0);
        free(paths[i]);
        tilepdb_table_close(as_is[i]);
        tilepdb_table_close(transposed[i]);
    }
    assert_int_equal(rmdir(directory), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_not_asked),
        cmocka_unit_test(test_transposed_twice),
        cmocka_unit_test(test_transposed_tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
