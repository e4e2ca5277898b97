/*
 * Unit tests of src/verify/colours_prove: true tables are proven; each changed entry, padding or
 * count is refuted; the proof's index agrees with the library's.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "table/colour_table.h"
#include "table/container.h"
#include "tilepdb_tables.h"
#include "verify/colours_prove.h"

#define MULTI tilepdb_kind_default(TILEPDB_METRIC_MULTI)

static const struct {
    const char *text;
    int width, height, blank;
} samples[] = {
    {"123.", 2, 2, 3},      {"12345678.", 3, 3, 8},      {"11122233.", 3, 3, 8},
    {".11122233", 3, 3, 0}, {"1223/311./2233", 4, 3, 7}, {"112/233/344/44.", 3, 4, 11},
    {"1122/334.", 4, 2, 7}, {"12/34/5.", 2, 3, 5},       {"11122/2233.", 5, 2, 9},
};

static tilepdb_table *table_of(size_t i) {
    tilepdb_pattern colouring;
    tilepdb_table *table = NULL;
    tilepdb_error error;
    if (tilepdb_colouring_parse(samples[i].text, samples[i].width, samples[i].height,
                                samples[i].blank, &colouring, &error) ||
        tilepdb_table_generate(&colouring, MULTI, NULL, &table, &error))
        fail_msg("%s", error.message);
    return table;
}

static void the_index_is_the_library_s(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        tilepdb_table *table = table_of(i);
        const struct colour_index *index = &table->colours->index;
        struct sequences sequences;
        sequences_init(&sequences, &index->pattern);
        assert_int_equal(sequences.count, index->size.sequences);
        for (unsigned kind = 0; kind < 2; kind++)
            assert_int_equal(sequences.goal[kind], table->colours->goal[kind]);
        for (uint32_t rank = 0; rank < index->size.sequences; rank += 1 + rank / 997) {
            uint8_t sequence[TILEPDB_TABLE_MAX_CELLS];
            uint64_t code = 0;
            sequences_unrank(&sequences, rank, sequence);
            for (unsigned place = 0; place < index->tiles; place++)
                code += index->weight[place] * sequence[place];
            assert_int_equal(code, colour_unrank(index, rank));
            assert_int_equal(sequences_rank(&sequences, sequence), rank);
        }
        tilepdb_table_close(table);
    }
}

static void true_tables_are_proven(void **state) {
    (void)state;
    static tilepdb_proof proof;
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        tilepdb_table *table = table_of(i);
        tilepdb_table_info info;
        tilepdb_error error = {0};
        uint64_t hash;
        tilepdb_table_info_get(table, &info);
        for (int threads = 1; threads <= 3; threads += 2) {
            const tilepdb_verify_options options = {.threads = threads};
            tilepdb_table_prove(table, &options, &proof, &error);
            assert_string_equal(error.message, "");
            assert_int_equal(proof.levels, info.levels);
            assert_int_equal(proof.false_entries, 0);
            assert_true(proof.histogram_holds);
            assert_int_equal(proof.entries, info.axis_entries[0] + info.axis_entries[1]);
        }
        assert_int_equal(tilepdb_table_check(table, NULL, &hash, NULL), TILEPDB_OK);
        assert_int_equal(hash, info.content_hash);
        tilepdb_table_close(table);
    }
}

static void rehash(tilepdb_table *table) {
    const struct row_source source = table_source(table);
    assert_int_equal(container_content_hash(&source, 1, &table->info.content_hash, NULL),
                     TILEPDB_OK);
}

/* Changes every entry of 2x3, and some padding, one at a time. */
static void false_entries_are_found(void **state) {
    (void)state;
    static tilepdb_proof proof;
    tilepdb_table *table = table_of(7);
    for (unsigned kind = 0; kind < 2; kind++) {
        const uint64_t states = table->info.axis_entries[kind];
        for (uint64_t i = 0; i < states + 40; i++) {
            uint8_t *byte = (uint8_t *)table->colours->filled[kind] + i / 4, kept = *byte;
            const unsigned was = (unsigned)kept >> i % 4 * 2 & 3u;
            tilepdb_error error;
            *byte = (uint8_t)(kept ^ 1 << i % 4 * 2);
            rehash(table);
            assert_int_equal(tilepdb_table_prove(table, NULL, &proof, &error), TILEPDB_REFUTED);
            assert_int_equal(proof.false_entries, 1);
            assert_int_equal(proof.first_count, 1);
            assert_int_equal(proof.first[0].expected, was);
            assert_int_equal(proof.first[0].found, was ^ 1);
            assert_int_equal(proof.first[0].row, kind);
            assert_int_equal(proof.first[0].column, i);
            assert_non_null(strstr(error.message, "1 of"));
            *byte = kept;
        }
    }
    rehash(table);
    table->info.axis_histogram[0][3]++;
    table->info.axis_histogram[1][3]--;
    assert_int_equal(tilepdb_table_prove(table, NULL, &proof, NULL), TILEPDB_REFUTED);
    assert_false(proof.histogram_holds);
    assert_int_equal(proof.false_entries, 0);
    table->info.content_hash ^= 1;
    assert_int_equal(tilepdb_table_prove(table, NULL, &proof, NULL), TILEPDB_ERROR_CHECKSUM);
    tilepdb_table_close(table);
}

/* A table without a way down is refused by the search, and is no internal error. */
static void searches_refuse_what_leads_nowhere(void **state) {
    (void)state;
    tilepdb_table *table = table_of(1);
    tilepdb_board goal, board;
    tilepdb_solver *solver;
    tilepdb_solver_options options;
    int h;
    for (unsigned kind = 0; kind < 2; kind++)
        memset(table->colours->filled[kind], 0, table->colours->bytes[kind]);
    tilepdb_solver_options_init(&options);
    options.metric = TILEPDB_METRIC_MULTI;
    options.tables = (const tilepdb_table *const *)&table;
    options.table_count = 1;
    tilepdb_goal(3, 3, 8, &goal, NULL);
    board = goal;
    assert_int_equal(tilepdb_board_play(&board, "DRDRUULLD", NULL), TILEPDB_OK);
    assert_int_equal(tilepdb_solver_create(&goal, &options, &solver, NULL), TILEPDB_OK);
    assert_int_equal(tilepdb_solver_estimate(solver, &board, &h, NULL), TILEPDB_ERROR_FORMAT);
    tilepdb_solver_free(solver);
    tilepdb_table_close(table);
}

static void the_first_are_told_in_order(void **state) {
    (void)state;
    static tilepdb_proof proof, again;
    tilepdb_table *table = table_of(1);
    for (uint64_t i = 0; i < 100; i++) {
        ((uint8_t *)table->colours->filled[0])[8 * (20 + 7 * i)] ^= 1;
        ((uint8_t *)table->colours->filled[1])[8 * 5 * i] ^= 4;
    }
    rehash(table);
    tilepdb_verify_options options = {.threads = 1};
    assert_int_equal(tilepdb_table_prove(table, &options, &proof, NULL), TILEPDB_REFUTED);
    assert_int_equal(proof.false_entries, 200);
    assert_int_equal(proof.first_count, TILEPDB_MAX_FALSE);
    for (size_t i = 0; i < proof.first_count; i++) {
        assert_int_equal(proof.first[i].row, 0);
        assert_int_equal(proof.first[i].column, 32 * (20 + 7 * i));
    }
    options.threads = 3;
    assert_int_equal(tilepdb_table_prove(table, &options, &again, NULL), TILEPDB_REFUTED);
    assert_memory_equal(again.first, proof.first, sizeof proof.first);
    options.memory_limit = 1000;
    assert_int_equal(tilepdb_table_prove(table, &options, &again, NULL), TILEPDB_ERROR_TOO_LARGE);
    options.threads = -1;
    assert_int_equal(tilepdb_table_prove(table, &options, &again, NULL), TILEPDB_ERROR_ARGUMENT);
    tilepdb_table_close(table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_index_is_the_library_s),
        cmocka_unit_test(true_tables_are_proven),
        cmocka_unit_test(false_entries_are_found),
        cmocka_unit_test(searches_refuse_what_leads_nowhere),
        cmocka_unit_test(the_first_are_told_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
