/*
 * src/table: every entry of many small tables against a search state by state; refusals, memory,
 * cancellation, files.
 */
#include "twin.h"

#include <stdio.h>
#include <unistd.h>

#include "table/table.h"

#define PATTERN(w, h, blank, set)                                                                  \
    { .width = w, .height = h, .goal_blank = blank, .tiles = set }

static const tilepdb_kind kinds[] = {
    {TILEPDB_BLANK_AWARE, TILEPDB_ENCODING_BIT, TILEPDB_METRIC_SINGLE},
    {TILEPDB_BLANK_AWARE, TILEPDB_ENCODING_NIBBLE, TILEPDB_METRIC_SINGLE},
    {TILEPDB_BLANK_PROJECTED, TILEPDB_ENCODING_NIBBLE, TILEPDB_METRIC_SINGLE},
};
#define AWARE_BIT    kinds[0]
#define AWARE_NIBBLE kinds[1]
#define PROJECTED    kinds[2]

static tilepdb_table *table_of(const tilepdb_pattern *pattern, tilepdb_kind kind, int threads) {
    tilepdb_error error;
    tilepdb_table *table;
    const tilepdb_generate_options options = {.threads = threads};
    if (tilepdb_table_generate(pattern, kind, &options, &table, &error))
        fail_msg("%s", error.message);
    return table;
}

/* ---- entries --------------------------------------------------------------------------------- */

/* Returns the distance that a table should have for a column; -1 for none. */
static int expected_of(const struct index *index, const int16_t *distance, tilepdb_kind kind,
                       uint32_t column, uint32_t code) {
    if (kind.blank == TILEPDB_BLANK_AWARE)
        return distance[(size_t)column * index->code_count + code];
    int least = -1;
    for (uint32_t c = index->first_cohort[column]; c < index->first_cohort[column + 1]; c++) {
        const int h = distance[(size_t)c * index->code_count + code];
        if (h >= 0 && (least < 0 || h < least)) least = h;
    }
    return least;
}

/* The bits of each row after its last column are 0. */
static void padding_check(const tilepdb_table *table, uint32_t columns) {
    const uint64_t used =
        (uint64_t)columns * (table->info.kind.encoding == TILEPDB_ENCODING_BIT ? 1 : 4);
    assert_true(table->row_bytes * 8 >= used);
    for (uint32_t code = 0; code < table->index->code_count; code++)
        for (uint64_t bit = used; bit < table->row_bytes * 8; bit++)
            if (table->entries[code * table->row_bytes + bit / 8] >> bit % 8 & 1)
                fail_msg("row %u has a bit behind its columns", code);
}

static void entries_check(const tilepdb_pattern *pattern, const int16_t *distance,
                          tilepdb_kind kind) {
    tilepdb_table *table = table_of(pattern, kind, 2);
    const struct index *index = table->index;
    uint64_t histogram[TILEPDB_MAX_LEVELS] = {0}, reachable = 0;
    const uint32_t columns = index_columns(index, kind.blank);
    for (uint32_t code = 0; code < index->code_count; code++)
        for (uint32_t column = 0; column < columns; column++) {
            const int h = expected_of(index, distance, kind, column, code);
            const uint32_t rank =
                kind.blank == TILEPDB_BLANK_AWARE ? index_rank_of_cohort(index, column) : column;
            const uint32_t mask = index->mask_of_rank[rank];
            unsigned entry = 0;
            if (h >= 0) {
                histogram[h]++;
                reachable++;
                entry = kind.encoding == TILEPDB_ENCODING_BIT
                            ? (unsigned)h >> 1 & 1u
                            : ((unsigned)h - index_manhattan(index, mask, code)) / 2;
            }
            assert_int_equal(kind.encoding == TILEPDB_ENCODING_BIT
                                 ? table_bit(table, code, column)
                                 : table_nibble(table, code, column),
                             entry);
        }
    padding_check(table, columns);
    assert_int_equal(table->info.table_bytes, table->row_bytes * index->code_count);
    assert_int_equal(table->info.entries, (uint64_t)columns * index->code_count);
    assert_int_equal(reachable, table->info.reachable);
    assert_memory_equal(histogram, table->info.histogram, sizeof histogram);
    assert_true(histogram[table->info.levels - 1] > 0);
    tilepdb_table_close(table);
}

/* Walks down from every reachable entry and every cell of its region; compares the distances. */
static void walks_check(const tilepdb_pattern *pattern, const int16_t *distance) {
    tilepdb_table *table = table_of(pattern, AWARE_BIT, 1);
    const struct index *index = table->index;
    for (uint32_t rank = 0; rank < index->mask_count; rank++)
        for (uint32_t code = 0; code < index->code_count; code++)
            for (unsigned cell = 0; cell < index->geometry.cells; cell++) {
                const uint32_t mask = index->mask_of_rank[rank];
                if (mask >> cell & 1u) continue;
                const int h =
                    distance[(size_t)index_cohort(index, rank, cell) * index->code_count + code];
                if (h >= 0) assert_int_equal(table_distance(table, mask, code, cell), h);
            }
    tilepdb_table_close(table);
}

static void pattern_check(int width, int height, int goal_blank, uint32_t tiles) {
    const tilepdb_pattern pattern = {.width = (uint8_t)width,
                                     .height = (uint8_t)height,
                                     .goal_blank = (uint8_t)goal_blank,
                                     .tiles = tiles};
    struct index *index = twin_index(width, height, goal_blank, tiles);
    int16_t *distance = twin_distances(index);
    for (int k = 0; k < 3; k++) entries_check(&pattern, distance, kinds[k]);
    walks_check(&pattern, distance);
    free(distance);
    index_free(index);
}

static void all_patterns_of_the_smallest(void **state) {
    (void)state;
    for (int goal_blank = 0; goal_blank < 4; goal_blank++)
        for (uint32_t tiles = 2; tiles < 16; tiles += 2) pattern_check(2, 2, goal_blank, tiles);
    for (int goal_blank = 0; goal_blank < 6; goal_blank++)
        for (uint32_t tiles = 2; tiles < 64; tiles += 2) {
            pattern_check(3, 2, goal_blank, tiles);
            pattern_check(2, 3, goal_blank, tiles);
        }
}

static void patterns_of_three_by_three(void **state) {
    (void)state;
    for (uint32_t tiles = 2; tiles < 512; tiles += 2)
        if (bits_count32(tiles) <= 4 || tiles % 62 == 0) pattern_check(3, 3, 8, tiles);
    pattern_check(3, 3, 4, 0x0FE);
    pattern_check(3, 3, 0, 0x1FE);
}

static void patterns_of_larger_boards(void **state) {
    (void)state;
    const struct {
        int width, height, goal_blank;
        uint32_t tiles;
    } chosen[] = {{4, 3, 11, 0x0F2},   {3, 4, 11, 0x01E},  {5, 2, 9, 0x0D6},    {2, 5, 4, 0x03E},
                  {4, 4, 15, 0x00F0},  {4, 4, 0, 0x8004},  {4, 4, 5, 0x0442},   {8, 2, 15, 0x0312},
                  {5, 5, 24, 0x20084}, {6, 3, 17, 0x00C2}, {3, 7, 20, 0x80042}, {2, 9, 6, 0x10204},
                  {5, 4, 7, 0x00404}};
    for (size_t i = 0; i < sizeof chosen / sizeof *chosen; i++)
        pattern_check(chosen[i].width, chosen[i].height, chosen[i].goal_blank, chosen[i].tiles);
}

/* ---- refusals, cancellation ------------------------------------------------------------------ */

static void what_does_not_fit_is_refused(void **state) {
    (void)state;
    tilepdb_error error;
    tilepdb_table *table;
    const tilepdb_pattern whole = {.width = 5, .height = 2, .goal_blank = 9, .tiles = 0x3FE},
                          eight = {.width = 4, .height = 4, .goal_blank = 15, .tiles = 0x1FE};
    assert_int_equal(tilepdb_table_generate(&whole, AWARE_NIBBLE, NULL, &table, &error),
                     TILEPDB_ERROR_ENCODING);
    assert_non_null(strstr(error.message, "bit"));
    const tilepdb_kind wrong = {TILEPDB_BLANK_PROJECTED, TILEPDB_ENCODING_BIT,
                                TILEPDB_METRIC_SINGLE};
    assert_int_equal(tilepdb_table_generate(&whole, wrong, NULL, &table, &error),
                     TILEPDB_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "nibble"));
    const tilepdb_generate_options options = {.memory_limit = 100 << 20};
    assert_int_equal(tilepdb_table_generate(&eight, AWARE_BIT, &options, &table, &error),
                     TILEPDB_ERROR_TOO_LARGE);
    tilepdb_generate_need need;
    assert_int_equal(tilepdb_table_need(&eight, AWARE_BIT, NULL, &need, &error), TILEPDB_OK);
    assert_int_equal(need.entries, 1425191040);
    assert_in_range(need.memory_bytes, 450u << 20, 600u << 20);
    const tilepdb_pattern none = {.width = 4, .height = 4, .goal_blank = 15, .tiles = 0},
                          foreign = {.width = 4, .height = 4, .goal_blank = 15, .tiles = 1u << 16};
    assert_int_equal(tilepdb_table_need(&none, AWARE_BIT, NULL, &need, &error),
                     TILEPDB_ERROR_ARGUMENT);
    assert_int_equal(tilepdb_table_generate(&foreign, AWARE_BIT, NULL, &table, &error),
                     TILEPDB_ERROR_ARGUMENT);
    const tilepdb_pattern beyond = {.width = 5, .height = 5, .goal_blank = 24, .tiles = 0x1FFE};
    assert_int_not_equal(tilepdb_table_generate(&beyond, AWARE_BIT, NULL, &table, &error),
                         TILEPDB_OK);
}

static void the_need_is_the_limit(void **state) {
    (void)state;
    const tilepdb_pattern pattern = {.width = 4, .height = 4, .goal_blank = 15, .tiles = 0x3E};
    for (int k = 0; k < 3; k++)
        for (int threads = 1; threads <= 8; threads *= 2) {
            tilepdb_error error;
            tilepdb_table *table;
            tilepdb_generate_need need;
            tilepdb_generate_options options = {.threads = threads};
            assert_int_equal(tilepdb_table_need(&pattern, kinds[k], &options, &need, &error), 0);
            options.memory_limit = need.memory_bytes - 1;
            assert_int_equal(tilepdb_table_generate(&pattern, kinds[k], &options, &table, &error),
                             TILEPDB_ERROR_TOO_LARGE);
            assert_non_null(strstr(error.message, "limit"));
            options.memory_limit = need.memory_bytes;
            if (tilepdb_table_generate(&pattern, kinds[k], &options, &table, &error))
                fail_msg("%s", error.message);
            assert_int_equal(table->info.table_bytes, need.table_bytes);
            assert_int_equal(table->info.entries, need.entries);
            assert_true(need.memory_bytes >= need.table_bytes);
            tilepdb_table_close(table);
        }
}

struct stopper {
    int calls;
    int stop_at;
};

static bool stop_at(const tilepdb_progress *progress, void *user) {
    struct stopper *stopper = user;
    assert_true(progress->done <= progress->total);
    return ++stopper->calls < stopper->stop_at;
}

/* Cancels in each report; each level has several reports. */
static void callbacks_can_cancel(void **state) {
    (void)state;
    const tilepdb_pattern pattern = {.width = 4, .height = 4, .goal_blank = 15, .tiles = 0x7E};
    tilepdb_error error;
    tilepdb_table *table;
    tilepdb_generate_options options = {.threads = 1, .progress = stop_at};
    for (int at = 1;; at += 7) {
        struct stopper stopper = {0, at};
        options.user = &stopper;
        const tilepdb_status status =
            tilepdb_table_generate(&pattern, AWARE_BIT, &options, &table, &error);
        if (status == TILEPDB_OK) {
            assert_true(stopper.calls < at && at > 20);
            tilepdb_table_close(table);
            return;
        }
        assert_int_equal(status, TILEPDB_CANCELLED);
        assert_int_equal(stopper.calls, at);
    }
}

struct listener {
    tilepdb_progress first, last; /* first and last report of the generation */
};

static bool listen(const tilepdb_progress *progress, void *user) {
    struct listener *listener = user;
    if (progress->stage != TILEPDB_STAGE_GENERATE) return true;
    if (listener->first.level == 0) listener->first = *progress;
    assert_int_not_equal(progress->level, 0);
    listener->last = *progress;
    return true;
}

/* Reports range from the first level to the last entry. */
static void reports_are_whole(void **state) {
    (void)state;
    const tilepdb_pattern pattern = {.width = 3, .height = 3, .goal_blank = 8, .tiles = 0x7E};
    struct listener listener = {0};
    tilepdb_table *table;
    const tilepdb_generate_options options = {.threads = 1, .progress = listen, .user = &listener};
    assert_int_equal(tilepdb_table_generate(&pattern, AWARE_BIT, &options, &table, NULL),
                     TILEPDB_OK);
    assert_int_equal(listener.first.level, 1);
    assert_true(listener.first.memory > 0 && listener.first.done > 1);
    assert_int_equal(listener.last.done, listener.last.total);
    tilepdb_table_close(table);
}

/* ---- threads and files ----------------------------------------------------------------------- */

static void threads_give_the_same_bytes(void **state) {
    (void)state;
    const tilepdb_pattern patterns[] = {PATTERN(4, 4, 15, 0x7E), PATTERN(3, 3, 8, 0x1FE),
                                        PATTERN(5, 5, 24, 0x1E)};
    for (int p = 0; p < 3; p++)
        for (int k = 0; k < 3; k++) {
            if (p == 2 && k == 1) continue;
            tilepdb_table *one = table_of(&patterns[p], kinds[k], 1);
            for (int threads = 2; threads <= 8; threads *= 4) {
                tilepdb_table *many = table_of(&patterns[p], kinds[k], threads);
                assert_int_equal(one->info.table_bytes, many->info.table_bytes);
                assert_memory_equal(one->entries, many->entries, one->info.table_bytes);
                tilepdb_table_close(many);
            }
            tilepdb_table_close(one);
        }
}

static void files_hold_the_table(void **state) {
    (void)state;
    const tilepdb_pattern pattern = {.width = 4, .height = 4, .goal_blank = 15, .tiles = 0x23E};
    char dir[] = "/tmp/tilepdb-test-XXXXXX", name[TILEPDB_FILE_NAME], path[512];
    assert_non_null(mkdtemp(dir));
    for (int k = 0; k < 3; k++)
        for (int level = 0; level <= 3; level += 3) {
            tilepdb_error error;
            tilepdb_table *table = table_of(&pattern, kinds[k], 2), *opened = NULL;
            const tilepdb_save_options options = {.level = level};
            tilepdb_table_file_name(&pattern, kinds[k], name);
            snprintf(path, sizeof path, "%s/%s", dir, name);
            if (tilepdb_table_save(table, path, &options, &error) ||
                tilepdb_table_open(path, &(tilepdb_open_options){.preload = true}, &opened, &error))
                fail_msg("%s", error.message);
            assert_memory_equal(table->entries, opened->entries, table->info.table_bytes);
            assert_memory_equal(table->info.histogram, opened->info.histogram,
                                sizeof table->info.histogram);
            assert_int_equal(opened->info.pattern.width, pattern.width);
            assert_int_equal(opened->info.pattern.height, pattern.height);
            assert_int_equal(opened->info.pattern.goal_blank, pattern.goal_blank);
            assert_int_equal(opened->info.pattern.tiles, pattern.tiles);
            tilepdb_table_close(opened);
            tilepdb_table_close(table);
            unlink(path);
        }
    assert_int_equal(rmdir(dir), 0); /* nothing else was left */
}

static uint8_t *file_bytes(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    *size = (size_t)ftell(file);
    rewind(file);
    uint8_t *bytes = malloc(*size);
    assert_non_null(bytes);
    assert_int_equal(fread(bytes, 1, *size, file), *size);
    fclose(file);
    return bytes;
}

static void memory_holds_the_table(void **state) {
    (void)state;
    const tilepdb_pattern pattern = {.width = 4, .height = 4, .goal_blank = 15, .tiles = 0x23E};
    for (int level = 0; level <= 3; level += 3) {
        tilepdb_error error;
        const tilepdb_save_options options = {.level = level};
        tilepdb_table *table = table_of(&pattern, AWARE_NIBBLE, 1), *opened = NULL;
        char path[] = "/tmp/tilepdb-test-XXXXXX";
        close(mkstemp(path));
        assert_int_equal(tilepdb_table_save(table, path, &options, &error), TILEPDB_OK);
        size_t size;
        uint8_t *bytes = file_bytes(path, &size);
        unlink(path);
        const tilepdb_open_options open = {.preload = true};
        if (tilepdb_table_open_memory(bytes, size, "dropped", &open, &opened, &error))
            fail_msg("%s", error.message);
        const bool stop = false;
        table_promote(opened, &stop);
        assert_memory_equal(table->entries, opened->entries, table->info.table_bytes);
        assert_false(tilepdb_table_maps(opened, bytes));
        tilepdb_table_close(opened);

        bytes[size - 1] ^= 1;
        assert_int_equal(tilepdb_table_open_memory(bytes, size, "dropped", &open, &opened, &error),
                         TILEPDB_ERROR_CHECKSUM);
        assert_non_null(strstr(error.message, "'dropped'"));
        assert_int_equal(tilepdb_table_open_memory(bytes, size - 1, "cut", NULL, &opened, &error),
                         TILEPDB_ERROR_FORMAT);
        assert_int_equal(tilepdb_table_open_memory(bytes, 0, "none", NULL, &opened, &error),
                         TILEPDB_ERROR_FORMAT);
        assert_string_equal(error.message, "'none' is empty");
        free(bytes);
        tilepdb_table_close(table);
    }
}

/* Returns the bytes of a table's file at the end of allocated memory, which begins `shift` bytes
 * earlier. */
static uint8_t *bytes_at(const tilepdb_table *table, size_t shift, size_t *size) {
    char path[] = "/tmp/tilepdb-test-XXXXXX";
    close(mkstemp(path));
    assert_int_equal(tilepdb_table_save(table, path, NULL, NULL), TILEPDB_OK);
    uint8_t *file = file_bytes(path, size), *bytes = malloc(shift + *size);
    assert_non_null(bytes);
    memcpy(bytes + shift, file, *size);
    free(file);
    unlink(path);
    return bytes;
}

/* A solver reads no byte beyond the table, wherever it lies; the address sanitizer checks this.
 * Rows of small tables have any number of bytes. */
static void searches_read_the_bytes_alone(void **state) {
    (void)state;
    const uint32_t patterns[] = {0x00E, 0x070, 0x180};
    tilepdb_table *made[3], *opened[3];
    uint8_t *bytes[3];
    tilepdb_board goal, board;
    assert_int_equal(tilepdb_goal(3, 3, 8, &goal, NULL), TILEPDB_OK);
    for (size_t p = 0; p < 3; p++) {
        const tilepdb_pattern pattern = {
            .width = 3, .height = 3, .goal_blank = 8, .tiles = patterns[p]};
        made[p] = table_of(&pattern, AWARE_BIT, 1);
    }
    for (size_t shift = 0; shift < 8; shift += 3) {
        for (size_t p = 0; p < 3; p++) {
            size_t size;
            bytes[p] = bytes_at(made[p], shift, &size);
            assert_int_equal(
                tilepdb_table_open_memory(bytes[p] + shift, size, "bytes", NULL, &opened[p], NULL),
                TILEPDB_OK);
        }
        for (size_t v = 0; v < tilepdb_variant_count(); v++) {
            if (!tilepdb_variant_available(tilepdb_variant_at(v))) continue;
            tilepdb_solver *solver;
            tilepdb_solver_options options;
            tilepdb_solver_options_init(&options);
            options.tables = (const tilepdb_table *const *)opened;
            options.table_count = 3;
            options.variant = tilepdb_variant_at(v);
            assert_int_equal(tilepdb_solver_create(&goal, &options, &solver, NULL), TILEPDB_OK);
            tilepdb_random random;
            tilepdb_random_seed(&random, 4);
            for (int i = 0; i < 20; i++) {
                static tilepdb_result result;
                assert_int_equal(tilepdb_board_scramble(&random, &goal, &board), TILEPDB_OK);
                assert_int_equal(tilepdb_solve(solver, &board, NULL, &result, NULL), TILEPDB_OK);
            }
            tilepdb_solver_free(solver);
        }
        for (size_t p = 0; p < 3; p++) {
            tilepdb_table_close(opened[p]);
            free(bytes[p]);
        }
    }
    for (size_t p = 0; p < 3; p++) tilepdb_table_close(made[p]);
}

/* Tables of patterns are for single-tile moves. */
static void other_metrics_are_refused(void **state) {
    (void)state;
    const tilepdb_pattern pattern = {.width = 3, .height = 3, .goal_blank = 8, .tiles = 0x1E};
    tilepdb_error error;
    tilepdb_generate_need need;
    tilepdb_table *table = NULL;
    const int metrics[] = {TILEPDB_METRIC_MULTI, 200, -1};
    const char *const says[] = {"multi-tile moves", "unknown metric 200", "unknown metric -1"};
    for (int i = 0; i < 3; i++) {
        const tilepdb_kind kind = {.metric = (tilepdb_metric)metrics[i]};
        const char *words = says[i];
        assert_int_equal(tilepdb_table_need(&pattern, kind, NULL, &need, &error),
                         TILEPDB_ERROR_ARGUMENT);
        assert_non_null(strstr(error.message, words));
        assert_int_equal(tilepdb_table_generate(&pattern, kind, NULL, &table, &error),
                         TILEPDB_ERROR_ARGUMENT);
        assert_non_null(strstr(error.message, words));
    }
}

static void names_tell_the_content(void **state) {
    (void)state;
    char name[TILEPDB_FILE_NAME];
    const tilepdb_pattern runs = {.width = 4, .height = 4, .goal_blank = 15, .tiles = 0x1FE},
                          dots = {.width = 5,
                                  .height = 5,
                                  .goal_blank = 0,
                                  .tiles = 1u << 1 | 1u << 3 | 3u << 6};
    tilepdb_table_file_name(&runs, AWARE_BIT, name);
    assert_string_equal(name, "4x4_blank15_tiles1-8_aware_bit.tpdb");
    tilepdb_table_file_name(&dots, PROJECTED, name);
    assert_string_equal(name, "5x5_blank0_tiles1.3.6-7_projected_nibble.tpdb");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_patterns_of_the_smallest),
        cmocka_unit_test(patterns_of_three_by_three),
        cmocka_unit_test(patterns_of_larger_boards),
        cmocka_unit_test(what_does_not_fit_is_refused),
        cmocka_unit_test(the_need_is_the_limit),
        cmocka_unit_test(callbacks_can_cancel),
        cmocka_unit_test(reports_are_whole),
        cmocka_unit_test(threads_give_the_same_bytes),
        cmocka_unit_test(files_hold_the_table),
        cmocka_unit_test(memory_holds_the_table),
        cmocka_unit_test(searches_read_the_bytes_alone),
        cmocka_unit_test(other_metrics_are_refused),
        cmocka_unit_test(names_tell_the_content),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
