/* Which tables pay off for many boards, decided by entries and nodes alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "engine/tables.h"
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
    char *name;
    assert_int_equal(tables_upgrade(&now, request, &goal, nodes, &name, NULL), TILEPDB_OK);
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_not_asked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
