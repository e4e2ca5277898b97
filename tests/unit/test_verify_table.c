/* Proofs of tables: sound tables pass, and any single alteration is found and named. */
#include "cohorts.h"
#include "plain.h"

#include <stdio.h>
#include <unistd.h>

#include "base/random.h"
#include "tilepdb_tables.h"
#include "verify/placements.h"

#define PATTERN(w, h, blank, set)                                                                  \
    { .width = w, .height = h, .goal_blank = blank, .tiles = set }

#define KINDS 3

static const tilepdb_kind *const kinds[KINDS] = {&AWARE_BIT, &AWARE_NIBBLE, &PROJECTED};

/* Whole puzzles, half of whose entries are unreachable; patterns with several regions; tiles
 * before and after their goal cells; goals with the blank in a corner, on an edge and inside. */
static const tilepdb_pattern patterns[] = {
    PATTERN(2, 2, 3, 0xE),  PATTERN(2, 2, 0, 0x2),    PATTERN(3, 2, 5, 0x3E),
    PATTERN(2, 3, 1, 0x16), PATTERN(3, 3, 8, 0xF0),   PATTERN(3, 3, 4, 0x1E),
    PATTERN(3, 3, 0, 0xFE), PATTERN(4, 3, 11, 0xCC2), PATTERN(4, 4, 15, 0x222),
    PATTERN(5, 2, 9, 0x1E), PATTERN(6, 2, 11, 0x8C2), PATTERN(5, 5, 24, 0x22),
    PATTERN(4, 4, 5, 0x70),
};
#define PATTERNS (sizeof patterns / sizeof *patterns)

static tilepdb_proof proof; /* result of the last call of expect */
static tilepdb_error error;

static tilepdb_table *made(const tilepdb_pattern *pattern, tilepdb_kind kind) {
    tilepdb_table *table = NULL;
    if (tilepdb_table_generate(pattern, kind, NULL, &table, &error)) fail_msg("%s", error.message);
    return table;
}

static void expect(tilepdb_status status, const tilepdb_table *table,
                   const tilepdb_verify_options *options) {
    error = (tilepdb_error){0};
    assert_int_equal(tilepdb_table_prove(table, options, &proof, &error), status);
}

static void sound_tables_are_proven(void **state) {
    (void)state;
    for (size_t p = 0; p < PATTERNS; p++) {
        for (size_t k = 0; k < KINDS; k++) {
            tilepdb_table *table = made(&patterns[p], *kinds[k]);
            expect(TILEPDB_OK, table, NULL);
            assert_true(proof.histogram_holds);
            assert_int_equal(proof.false_entries, 0);
            assert_int_equal(proof.first_count, 0);
            assert_int_equal(proof.levels, table->info.levels);
            assert_int_equal(proof.entries, table->info.entries);
            assert_int_equal(proof.reachable, table->info.reachable);
            assert_memory_equal(proof.histogram, table->info.histogram, sizeof proof.histogram);
            tilepdb_table_close(table);
        }
    }
}

static uint8_t *rows_of(tilepdb_table *table) {
    return table->pages;
}

static void alter(tilepdb_table *table, uint64_t row, uint64_t column, unsigned value) {
    uint8_t *bytes = rows_of(table) + row * table->row_bytes;
    if (table->info.kind.encoding == TILEPDB_ENCODING_BIT)
        bytes[column / 8] =
            (uint8_t)((bytes[column / 8] & ~(1u << column % 8)) | value << column % 8);
    else
        bytes[column / 2] =
            (uint8_t)((bytes[column / 2] & ~(15u << 4 * (column & 1))) | value << 4 * (column & 1));
}

static unsigned entry(const tilepdb_table *table, uint64_t row, uint64_t column) {
    return table->info.kind.encoding == TILEPDB_ENCODING_BIT
               ? table_bit(table, (uint32_t)row, (uint32_t)column)
               : table_nibble(table, (uint32_t)row, (uint32_t)column);
}

/* Alters one entry: only that entry is named, with mask, region and both values. */
static void expect_named(tilepdb_table *table, uint64_t row, uint64_t column, unsigned value) {
    const unsigned before = entry(table, row, column);
    alter(table, row, column, value);
    expect(TILEPDB_REFUTED, table, NULL);
    assert_int_equal(proof.false_entries, 1);
    assert_int_equal(proof.first_count, 1);
    const tilepdb_false_entry *named = &proof.first[0];
    assert_int_equal(named->row, row);
    assert_int_equal(named->column, column);
    assert_int_equal(named->found, value);
    assert_int_equal(named->expected, before);
    const struct index *index = table->index;
    const bool aware = table->info.kind.blank == TILEPDB_BLANK_AWARE;
    const uint32_t rank = aware ? index_rank_of_cohort(index, (uint32_t)column) : (uint32_t)column;
    assert_int_equal(named->mask, index->mask_of_rank[rank]);
    assert_int_equal(named->mask & named->region, 0);
    const unsigned cell = bits_lowest32(named->region);
    if (aware) assert_int_equal(index_cohort(index, rank, cell), column);
    assert_non_null(strstr(named->text, "should be"));
    assert_non_null(strstr(error.message, named->text));
    alter(table, row, column, before);
    if (named->distance >= 0)
        assert_int_equal(named->distance,
                         aware ? table_distance(table, named->mask, (uint32_t)row, cell)
                               : (int)(index_manhattan(index, named->mask, (uint32_t)row) +
                                       2 * entry(table, row, column)));
}

/* Flips bits; changes nibbles by one or two, or sets zeros. */
static void each_of_a_thousand_alterations_is_named(void **state) {
    (void)state;
    tilepdb_random random;
    tilepdb_random_seed(&random, 6);
    unsigned count = 0;
    while (count < 1000) {
        for (size_t p = 0; p < PATTERNS; p++) {
            if (patterns[p].width * patterns[p].height > 12) continue;
            tilepdb_table *table = made(&patterns[p], *kinds[p % KINDS]);
            const bool bit = table->info.kind.encoding == TILEPDB_ENCODING_BIT;
            const uint32_t rows = table->index->code_count;
            const uint32_t columns = (uint32_t)(table->info.entries / rows);
            for (unsigned i = 0; i < 25; i++) {
                const uint64_t row = random_below(&random, rows);
                const uint64_t column = random_below(&random, columns);
                const unsigned now = entry(table, row, column);
                static const int steps[] = {1, 2, -1, -2};
                const int wanted = i % 5 == 4 ? 0 : (int)now + steps[i % 5];
                const unsigned value = bit ? now ^ 1u : (unsigned)wanted;
                if (!bit && (wanted < 0 || wanted > 15 || value == now)) continue;
                expect_named(table, row, column, value);
                count++;
            }
            tilepdb_table_close(table);
        }
    }
    printf("%u alterations\n", count);
}

static uint64_t false_count(const tilepdb_table *table) {
    const tilepdb_status status = tilepdb_table_prove(table, NULL, &proof, &error);
    assert_int_equal(status, proof.false_entries > 0 || !proof.histogram_holds ? TILEPDB_REFUTED
                                                                               : TILEPDB_OK);
    for (size_t i = 1; i < proof.first_count; i++)
        assert_true(proof.first[i - 1].row < proof.first[i].row ||
                    proof.first[i - 1].column < proof.first[i].column);
    assert_int_equal(proof.first_count, proof.false_entries < TILEPDB_MAX_FALSE
                                            ? proof.false_entries
                                            : TILEPDB_MAX_FALSE);
    return proof.false_entries;
}

static uint64_t differing(const tilepdb_table *a, const tilepdb_table *b) {
    uint64_t count = 0;
    const uint64_t rows = a->index->code_count;
    for (uint64_t row = 0; row < rows; row++)
        for (uint64_t column = 0; column < a->info.entries / rows; column++)
            count += entry(a, row, column) != entry(b, row, column);
    return count;
}

/* Swapped rows, rows shifted as in a frame with a wrong offset, and rows of zeros: the number of
 * false entries is the number of entries that differ. */
static void rows_in_wrong_places_are_found(void **state) {
    (void)state;
    for (size_t i = 0; i < KINDS * 3; i++) {
        const size_t k = i % KINDS;
        static const tilepdb_pattern several[] = {PATTERN(3, 3, 8, 0xF0), PATTERN(4, 4, 15, 0xE2),
                                                  PATTERN(3, 4, 4, 0xF2)};
        const tilepdb_pattern pattern = several[i / KINDS];
        tilepdb_table *sound = made(&pattern, *kinds[k]);
        tilepdb_table *table = made(&pattern, *kinds[k]);
        const size_t row = table->row_bytes, all = table->index->code_count * row;
        uint8_t *rows = rows_of(table), *kept = rows_of(sound);
        memcpy(rows + 3 * row, kept + 17 * row, row);
        memcpy(rows + 17 * row, kept + 3 * row, row);
        assert_true(differing(table, sound) > 0);
        assert_int_equal(false_count(table), differing(table, sound));
        memcpy(rows + row, kept, all - row);
        assert_int_equal(false_count(table), differing(table, sound));
        memset(rows, 0, all);
        assert_int_equal(false_count(table), differing(table, sound));
        memcpy(rows, kept, all);
        assert_int_equal(false_count(table), 0);
        tilepdb_table_close(table);
        tilepdb_table_close(sound);
    }
}

static void padding_that_is_not_zero_is_found(void **state) {
    (void)state;
    tilepdb_table *table = made(&(tilepdb_pattern)PATTERN(3, 3, 8, 0x2), AWARE_NIBBLE);
    const uint64_t columns = table->info.entries / table->index->code_count;
    assert_true(columns % 2 == 1);
    rows_of(table)[table->row_bytes - 1] |= 0x80;
    expect(TILEPDB_REFUTED, table, NULL);
    assert_int_equal(proof.false_entries, 1);
    assert_true(proof.first[0].column >= columns);
    assert_non_null(strstr(proof.first[0].text, "after the last"));
    tilepdb_table_close(table);
}

static void a_false_histogram_is_found(void **state) {
    (void)state;
    tilepdb_table *table = made(&patterns[4], AWARE_BIT);
    table->info.histogram[3]--;
    table->info.histogram[5]++;
    expect(TILEPDB_REFUTED, table, NULL);
    assert_false(proof.histogram_holds);
    assert_int_equal(proof.false_entries, 0);
    assert_non_null(strstr(error.message, "histogram"));
    tilepdb_table_close(table);
}

static void a_table_of_another_pattern_is_found(void **state) {
    (void)state;
    tilepdb_table *table = made(&(tilepdb_pattern)PATTERN(3, 3, 8, 0x1E), AWARE_BIT);
    table->info.pattern.tiles = 0x3C;
    assert_true(false_count(table) > 0);
    table->info.pattern.tiles = 0x1E;
    table->info.pattern.goal_blank = 0;
    assert_true(false_count(table) > 0);
    table->info.pattern.goal_blank = 8;
    assert_int_equal(false_count(table), 0);
    tilepdb_table_close(table);
}

static void threads_agree(void **state) {
    (void)state;
    static tilepdb_proof one;
    tilepdb_table *table = made(&(tilepdb_pattern)PATTERN(4, 4, 15, 0xCC6), AWARE_NIBBLE);
    for (uint64_t i = 0; i < 40; i++) alter(table, 7 * i % 720, 31 * i % 900, 15);
    expect(TILEPDB_REFUTED, table, &(tilepdb_verify_options){.threads = 1});
    one = proof;
    expect(TILEPDB_REFUTED, table, &(tilepdb_verify_options){.threads = 5});
    assert_int_equal(one.false_entries, proof.false_entries);
    assert_memory_equal(one.histogram, proof.histogram, sizeof one.histogram);
    assert_int_equal(one.first_count, TILEPDB_MAX_FALSE);
    assert_int_equal(proof.first_count, TILEPDB_MAX_FALSE);
    for (size_t i = 0; i < TILEPDB_MAX_FALSE; i++)
        assert_string_equal(one.first[i].text, proof.first[i].text);
    tilepdb_table_close(table);
}

/* A false table in a file with correct checksums passes integrity; only the proof refutes it. */
static void resealed_files_are_refuted(void **state) {
    (void)state;
    char path[] = "/tmp/tilepdb_forgery_XXXXXX";
    const int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    tilepdb_random random;
    tilepdb_random_seed(&random, 61);
    for (unsigned i = 0; i < 120; i++) {
        const tilepdb_pattern *pattern = &patterns[i % 7]; /* the small ones */
        tilepdb_table *table = made(pattern, *kinds[i % KINDS]), *read = NULL;
        const uint32_t rows = table->index->code_count;
        const uint64_t row = random_below(&random, rows);
        const uint64_t column = random_below(&random, (uint32_t)(table->info.entries / rows));
        const unsigned now = entry(table, row, column);
        const bool bit = table->info.kind.encoding == TILEPDB_ENCODING_BIT;
        alter(table, row, column, bit ? now ^ 1u : (now + 1 + i % 2) & 15);
        if (tilepdb_table_save(table, path, NULL, &error)) fail_msg("%s", error.message);
        if (tilepdb_table_open(path, NULL, &read, &error)) fail_msg("%s", error.message);
        assert_int_equal(tilepdb_table_check(read, NULL, NULL, NULL), TILEPDB_OK);
        expect(TILEPDB_REFUTED, read, NULL);
        assert_int_equal(proof.false_entries, 1);
        assert_int_equal(proof.first[0].row, row);
        assert_int_equal(proof.first[0].column, column);
        assert_int_equal(proof.first[0].expected, now);
        tilepdb_table_close(read);
        tilepdb_table_close(table);
    }
    unlink(path);
}

static bool stop_at_three(const tilepdb_progress *progress, void *user) {
    (void)user;
    return progress->stage != TILEPDB_STAGE_PROVE || progress->level < 3;
}

static void a_proof_can_be_stopped_and_limited(void **state) {
    (void)state;
    tilepdb_table *table = made(&patterns[4], AWARE_BIT);
    expect(TILEPDB_CANCELLED, table, &(tilepdb_verify_options){.progress = stop_at_three});
    expect(TILEPDB_ERROR_TOO_LARGE, table, &(tilepdb_verify_options){.memory_limit = 1000});
    tilepdb_table_close(table);
}

static bool keep_first(const tilepdb_progress *progress, void *user) {
    tilepdb_progress *first = user;
    if (progress->stage == TILEPDB_STAGE_PROVE && first->stage != TILEPDB_STAGE_PROVE)
        *first = *progress;
    return true;
}

static void a_proof_reports_the_goal_first(void **state) {
    (void)state;
    tilepdb_table *table = made(&patterns[4], AWARE_BIT);
    tilepdb_progress first = {0};
    expect(TILEPDB_OK, table, &(tilepdb_verify_options){.progress = keep_first, .user = &first});
    assert_int_equal(first.level, 0);
    assert_int_equal(first.fresh, 1);
    assert_int_equal(first.done, 1);
    assert_true(first.memory > 0);
    tilepdb_table_close(table);
}

/* The two indices were written independently and must agree. */
static void the_plain_index_is_that_of_the_format(void **state) {
    (void)state;
    for (size_t p = 0; p < PATTERNS; p++) {
        struct placements placements;
        struct index *index;
        assert_int_equal(placements_create(&placements, &patterns[p], NULL), TILEPDB_OK);
        assert_int_equal(index_create(&index, &patterns[p], NULL), TILEPDB_OK);
        assert_int_equal(placements.mask_count, index->mask_count);
        assert_int_equal(placements.cohort_count, index->cohort_count);
        assert_int_equal(placements.code_count, index->code_count);
        assert_memory_equal(placements.masks, index->mask_of_rank,
                            index->mask_count * sizeof *placements.masks);
        for (uint32_t code = 0; code < index->code_count; code++) {
            uint8_t plain[INDEX_MAX_TILES], fast[INDEX_MAX_TILES];
            placements_labels(&placements, code, plain);
            index_labels(index, code, fast);
            assert_memory_equal(plain, fast, index->tile_count);
            assert_int_equal(placements_code(&placements, plain), code);
        }
        index_free(index);
        placements_free(&placements);
    }
}

static void integrity_names_a_table(void **state) {
    (void)state;
    uint64_t hash[2] = {0};
    tilepdb_table *table = made(&patterns[4], AWARE_BIT);
    assert_int_equal(tilepdb_table_check(table, NULL, &hash[0], NULL), TILEPDB_OK);
    alter(table, 5, 5, entry(table, 5, 5) ^ 1u);
    assert_int_equal(tilepdb_table_check(table, NULL, &hash[1], NULL), TILEPDB_OK);
    assert_true(hash[0] != hash[1]);
    tilepdb_table_close(table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_plain_index_is_that_of_the_format),
        cmocka_unit_test(sound_tables_are_proven),
        cmocka_unit_test(each_of_a_thousand_alterations_is_named),
        cmocka_unit_test(rows_in_wrong_places_are_found),
        cmocka_unit_test(padding_that_is_not_zero_is_found),
        cmocka_unit_test(a_false_histogram_is_found),
        cmocka_unit_test(a_table_of_another_pattern_is_found),
        cmocka_unit_test(resealed_files_are_refuted),
        cmocka_unit_test(threads_agree),
        cmocka_unit_test(a_proof_can_be_stopped_and_limited),
        cmocka_unit_test(a_proof_reports_the_goal_first),
        cmocka_unit_test(integrity_names_a_table),
    };
    return cmocka_run_group_tests_name("verify_table", tests, NULL, NULL);
}
