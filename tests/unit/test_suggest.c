/*
 * Suggested partitions are complete, connected, within the limit and reproducible for every board
 * and goal cell, and no worse than the limit allows.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "pattern/index.h"
#include "tilepdb_tables.h"

#define LIMIT UINT64_C(500000000)

static uint64_t entries_of(uint32_t tiles, const tilepdb_partition *partition) {
    const tilepdb_pattern pattern = {.width = partition->width,
                                     .height = partition->height,
                                     .goal_blank = partition->goal_blank,
                                     .tiles = tiles};
    const tilepdb_kind kind = {TILEPDB_BLANK_AWARE, TILEPDB_ENCODING_BIT, TILEPDB_METRIC_SINGLE};
    tilepdb_generate_need need;
    assert_int_equal(tilepdb_table_need(&pattern, kind, NULL, &need, NULL), TILEPDB_OK);
    return need.entries;
}

static uint64_t all_entries(const tilepdb_partition *partition) {
    uint64_t sum = 0;
    for (unsigned i = 0; i < partition->count; i++)
        sum += entries_of(partition->tiles[i], partition);
    return sum;
}

/* Fills a pattern in the drawing from its first cell. Returns the number of cells reached. */
static unsigned flood(const char *drawing, unsigned width, unsigned height, unsigned cell,
                      char letter, bool *seen) {
    if (seen[cell] || drawing[2 * cell] != letter) return 0;
    unsigned count = 1;
    seen[cell] = true;
    const unsigned x = cell % width, y = cell / width;
    if (x > 0) count += flood(drawing, width, height, cell - 1, letter, seen);
    if (x + 1 < width) count += flood(drawing, width, height, cell + 1, letter, seen);
    if (y > 0) count += flood(drawing, width, height, cell - width, letter, seen);
    if (y + 1 < height) count += flood(drawing, width, height, cell + width, letter, seen);
    return count;
}

static void assert_sound(const tilepdb_partition *partition) {
    const unsigned cells = (unsigned)partition->width * partition->height;
    char drawing[TILEPDB_DRAWING_TEXT];
    tilepdb_partition_draw(partition, drawing);
    uint32_t all = 0;
    for (unsigned i = 0; i < partition->count; i++) {
        const unsigned size = (unsigned)__builtin_popcount(partition->tiles[i]);
        assert_true(size > 0);
        assert_int_equal(all & partition->tiles[i], 0);
        all |= partition->tiles[i];
        const char letter = (char)('a' + i);
        const unsigned first = (unsigned)(strchr(drawing, letter) - drawing) / 2;
        bool seen[TILEPDB_TABLE_MAX_CELLS] = {false};
        if (flood(drawing, partition->width, partition->height, first, letter, seen) != size)
            fail_msg("pattern %c is in pieces:\n%s", letter, drawing);
    }
    assert_int_equal(all, (1u << cells) - 2u);
}

static void suggest(int width, int height, int blank, uint64_t limit,
                    tilepdb_partition *partition) {
    tilepdb_error error;
    if (tilepdb_partition_suggest(width, height, blank, limit, partition, &error))
        fail_msg("%dx%d, cell %d: %s", width, height, blank, error.message);
    assert_int_equal(partition->width, width);
    assert_int_equal(partition->height, height);
    assert_int_equal(partition->goal_blank, blank);
    assert_string_equal(partition->name, "");
}

static void every_board_has_one(void **state) {
    (void)state;
    for (int width = TILEPDB_MIN_SIDE; width <= TILEPDB_TABLE_MAX_SIDE; width++)
        for (int height = TILEPDB_MIN_SIDE; height <= TILEPDB_TABLE_MAX_SIDE; height++)
            for (int blank = 0; width * height <= TILEPDB_TABLE_MAX_CELLS && blank < width * height;
                 blank++) {
                tilepdb_partition partition;
                suggest(width, height, blank, LIMIT, &partition);
                assert_sound(&partition);
                suggest(width, height, blank, LIMIT / 25, &partition);
                assert_sound(&partition);
            }
}

static void corners_are_kept_together(void **state) {
    (void)state;
    for (int width = 3; width <= TILEPDB_TABLE_MAX_SIDE; width++)
        for (int height = 3; width * height <= TILEPDB_TABLE_MAX_CELLS; height++)
            for (int corner = 0; corner < 4; corner++) {
                const int x = corner & 1 ? width - 1 : 0, y = corner & 2 ? height - 1 : 0;
                const int beside = y * width + (x == 0 ? 1 : x - 1);
                const int below = (y == 0 ? 1 : y - 1) * width + x;
                tilepdb_partition partition;
                char drawing[TILEPDB_DRAWING_TEXT];
                suggest(width, height, y * width + x, LIMIT / 25, &partition);
                tilepdb_partition_draw(&partition, drawing);
                if (drawing[2 * beside] != drawing[2 * below])
                    fail_msg("the corner is in pieces:\n%s", drawing);
            }
}

static void the_usual_limit_is_used(void **state) {
    (void)state;
    for (int width = TILEPDB_MIN_SIDE; width <= TILEPDB_TABLE_MAX_SIDE; width++)
        for (int height = TILEPDB_MIN_SIDE; height <= TILEPDB_TABLE_MAX_SIDE; height++) {
            if (width * height > TILEPDB_TABLE_MAX_CELLS) continue;
            tilepdb_partition partition, again;
            suggest(width, height, width * height - 1, LIMIT, &partition);
            suggest(width, height, width * height - 1, LIMIT, &again);
            assert_memory_equal(&partition, &again, sizeof partition);
            assert_sound(&partition);
            const uint64_t sum = all_entries(&partition);
            assert_true(sum <= LIMIT);
            suggest(width, height, 1, LIMIT / 100, &partition);
            assert_true(all_entries(&partition) <= LIMIT / 100);
            if (width * height <= 11) assert_int_equal(again.count, 1);
            if (width * height >= 20) assert_true(sum >= LIMIT / 4);
        }
}

static void entries_are_those_of_the_index(void **state) {
    (void)state;
    for (int width = TILEPDB_MIN_SIDE; width <= TILEPDB_TABLE_MAX_SIDE; width++)
        for (int height = TILEPDB_MIN_SIDE; height <= TILEPDB_TABLE_MAX_SIDE; height++) {
            struct geometry geometry;
            if (geometry_init(&geometry, width, height, NULL)) continue;
            uint64_t regions[TILEPDB_TABLE_MAX_CELLS + 1], codes = 1;
            assert_int_equal(regions_count(&geometry, regions, NULL), TILEPDB_OK);
            for (unsigned size = 1; size < geometry.cells && size <= 5; size++) {
                const tilepdb_partition board = {.width = geometry.width,
                                                 .height = geometry.height};
                codes *= size;
                assert_int_equal(regions[size] * codes, entries_of((2u << size) - 2u, &board));
            }
        }
}

/* Known good sizes: as few patterns as possible, the largest first. */
static void sizes_are_few_and_large(void **state) {
    (void)state;
    static const struct {
        int width, height;
        unsigned count, sizes[8];
    } expected[] = {
        {7, 3, 4, {6, 6, 6, 2}},    {3, 7, 4, {6, 6, 6, 2}}, {6, 4, 4, {6, 6, 6, 5}},
        {5, 5, 5, {6, 6, 5, 5, 2}}, {3, 3, 1, {8}},
    };
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        tilepdb_partition partition;
        suggest(expected[i].width, expected[i].height, 0, LIMIT, &partition);
        assert_int_equal(partition.count, expected[i].count);
        for (unsigned j = 0; j < partition.count; j++)
            assert_int_equal(__builtin_popcount(partition.tiles[j]), expected[i].sizes[j]);
    }
}

static void what_cannot_be_is_refused(void **state) {
    (void)state;
    tilepdb_partition partition;
    tilepdb_error error;
    assert_int_equal(tilepdb_partition_suggest(1, 9, 0, LIMIT, &partition, &error),
                     TILEPDB_ERROR_ARGUMENT);
    assert_int_equal(tilepdb_partition_suggest(4, 4, 16, LIMIT, &partition, &error),
                     TILEPDB_ERROR_ARGUMENT);
    assert_int_equal(tilepdb_partition_suggest(4, 4, -1, LIMIT, &partition, &error),
                     TILEPDB_ERROR_ARGUMENT);
    assert_int_equal(tilepdb_partition_suggest(4, 4, 15, 200, &partition, &error),
                     TILEPDB_ERROR_TOO_LARGE);
    assert_non_null(strstr(error.message, "at most 200 entries"));
    assert_int_equal(tilepdb_partition_suggest(4, 4, 15, 0, &partition, NULL),
                     TILEPDB_ERROR_TOO_LARGE);
    /* A single tile never splits the free cells: 15 tiles have 15 * 16 entries. */
    suggest(4, 4, 15, 240, &partition);
    assert_int_equal(partition.count, 15);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_board_has_one),     cmocka_unit_test(corners_are_kept_together),
        cmocka_unit_test(the_usual_limit_is_used), cmocka_unit_test(entries_are_those_of_the_index),
        cmocka_unit_test(sizes_are_few_and_large), cmocka_unit_test(what_cannot_be_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
