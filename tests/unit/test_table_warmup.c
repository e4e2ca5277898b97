/*
 * Unit tests of src/search/table_warmup: the expected length of a search decides whether the
 * remaining rows are loaded and moved while others read them; a bad frame is left to its readers.
 */
#include "container_fixture.h"

#include "base/clock.h"
#include "search/table_warmup.h"
#include "table/table.h"

#define LONG_SEARCH UINT64_C(1000000000000)

/* Several memory units, so that something can move. */
static const tilepdb_pattern SIX = {.width = 4, .height = 4, .goal_blank = 15, .tiles = 0x7E};

static tilepdb_table *saved_open(int level) {
    tilepdb_table *opened;
    tilepdb_table_close(table_of(SIX, NIBBLES, level));
    assert_int_equal(tilepdb_table_open(FILE_NAME, NULL, &opened, NULL), TILEPDB_OK);
    return opened;
}

/* Waits at most a minute until another thread makes the condition true. */
static bool comes_true(bool (*is_true)(const tilepdb_table *), const tilepdb_table *table) {
    for (int i = 0; i < 60000 && !is_true(table); i++) clock_sleep(0.001);
    return is_true(table);
}

static bool last_row_ready(const tilepdb_table *table) {
    return table_row_ready(table, 719);
}

static void long_searches_load_the_rest(void **state) {
    (void)state;
    for (int level = 0; level < 2; level++) {
        tilepdb_table *made = table_of(SIX, NIBBLES, level), *opened;
        assert_int_equal(tilepdb_table_open(FILE_NAME, NULL, &opened, NULL), TILEPDB_OK);
        const tilepdb_table *const tables[] = {NULL, opened, made};
        struct table_warmup *warmup = table_warmup_create(tables, 3);
        assert_non_null(warmup);
        assert_true(table_rest_seconds(opened) > 0);
        for (int i = 0; i < 100; i++) table_warmup_consider(warmup, 1000);
        clock_sleep(0.01);
        assert_false(table_row_ready(opened, 0) || table_row_ready(opened, 719));
        for (int i = 0; i < 100; i++) table_warmup_consider(warmup, LONG_SEARCH);
        assert_true(table_row(opened, 719) != NULL);
        assert_true(comes_true(table_all_ready, opened));
        assert_true(table_rest_seconds(opened) == 0);
        assert_int_equal(table_failure(opened, NULL), TILEPDB_OK);
        assert_memory_equal(opened->entries, made->entries, made->info.table_bytes);
        table_warmup_free(warmup);
        assert_memory_equal(opened->entries, made->entries, made->info.table_bytes);
        tilepdb_table_close(opened);
        tilepdb_table_close(made);
    }
}

/* Inflating rows costs more than checking them. */
static void cheap_work_comes_first(void **state) {
    (void)state;
    tilepdb_table *stored = saved_open(0), *compressed = saved_open(1);
    assert_true(table_rest_seconds(compressed) > 2 * table_rest_seconds(stored));
    assert_true(table_promote_seconds(stored) > 2 * table_rest_seconds(stored));
    tilepdb_table_close(stored);
    tilepdb_table_close(compressed);
}

/* A warm-up can be freed at any moment; nothing runs afterwards. */
static void an_end_waits_for_a_piece_only(void **state) {
    (void)state;
    for (int round = 0; round < 20; round++) {
        tilepdb_table *opened = saved_open(round % 2);
        const tilepdb_table *const tables[] = {opened};
        struct table_warmup *warmup = table_warmup_create(tables, 1);
        assert_non_null(warmup);
        table_warmup_consider(warmup, LONG_SEARCH);
        if (round >= 10) clock_sleep(0.0001 * round);
        table_warmup_free(warmup);
        tilepdb_table_close(opened);
    }
    table_warmup_free(NULL);
}

static void a_bad_frame_fails_who_needs_it(void **state) {
    (void)state;
    tilepdb_error error;
    tilepdb_table_close(table_of(SIX, NIBBLES, 0));
    first_frame_spoil();
    tilepdb_table *opened;
    assert_int_equal(tilepdb_table_open(FILE_NAME, NULL, &opened, NULL), TILEPDB_OK);
    const tilepdb_table *const tables[] = {opened};
    struct table_warmup *warmup = table_warmup_create(tables, 1);
    assert_non_null(warmup);
    table_warmup_consider(warmup, LONG_SEARCH);
    assert_true(comes_true(last_row_ready, opened));
    table_warmup_free(warmup);
    assert_int_equal(table_failure(opened, NULL), TILEPDB_OK);
    assert_false(table_row_ready(opened, 0));
    assert_null(table_row(opened, 0));
    assert_int_equal(table_failure(opened, &error), TILEPDB_ERROR_CHECKSUM);
    assert_non_null(strstr(error.message, "frame 0 was altered"));
    assert_false(table_all_ready(opened));
    tilepdb_table_close(opened);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(long_searches_load_the_rest),
        TEST(cheap_work_comes_first),
        TEST(an_end_waits_for_a_piece_only),
        TEST(a_bad_frame_fails_who_needs_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
