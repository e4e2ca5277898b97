/* Lists of far boards, compared with estimates of every board of a small size. */
#include "plain.h"

#include <limits.h>

#include "antipodes/candidate_boards.h"
#include "tilepdb_tables.h"

/* The expected list: counts of boards by estimate; each board once, with its image. */
struct naive {
    struct plain plain;
    tilepdb_partition partition;
    int least, least_reflected;
    uint64_t wanted; /* boards, including images */
    uint64_t listed;
};

static void naive_open(struct naive *naive, int width, int height, int blank, const char *partition,
                       int least) {
    const struct search_case c = {.width = width,
                                  .height = height,
                                  .table_width = width,
                                  .table_height = height,
                                  .table_blank = blank,
                                  .goal_blank = blank,
                                  .partitions = {partition},
                                  .reflection = true};
    *naive = (struct naive){.least = least};
    assert_int_equal(tilepdb_goal(width, height, blank, &naive->plain.goal, NULL), 0);
    assert_int_equal(geometry_init(&naive->plain.geometry, width, height, NULL), 0);
    tables_make(&naive->plain, &c);
    naive->plain.view_count = 1; /* view 0 is the board as it is */
    assert_int_equal(
        tilepdb_partition_parse(partition, width, height, blank, &naive->partition, NULL), 0);
}

static int estimate(struct naive *naive, const tilepdb_board *board, unsigned view) {
    naive->plain.view[0] = view;
    return plain_h(&naive->plain, board);
}

/* Checks the estimates of the listed boards and their order, and counts the boards and their
 * images. */
static void listed_boards_hold(struct naive *naive, const struct candidate_list *list) {
    const struct board_candidate *boards = list->boards;
    unsigned reflection = 0;
    const uint8_t blank = (uint8_t)board_blank(&naive->plain.goal);
    const bool reflects = symmetry_reflection(&naive->plain.geometry, blank, &reflection);
    for (size_t i = 0; i < list->count; i++) {
        tilepdb_board board = naive->plain.goal;
        const unsigned cells = naive->plain.geometry.cells;
        for (unsigned cell = 0; cell < cells; cell++)
            board.cells[cell] = boards[i].key >> 4 * (cells - 1 - cell) & 15;
        assert_int_equal(tilepdb_board_solvable(&board, &naive->plain.goal, NULL), TILEPDB_OK);
        assert_int_equal(boards[i].estimate, estimate(naive, &board, 0));
        assert_true(boards[i].estimate >= naive->least);
        naive->listed++;
        if (i > 0) assert_true(memcmp(&boards[i - 1], &boards[i], sizeof *boards) != 0);
        if (i > 0) assert_true(boards[i - 1].estimate >= boards[i].estimate);
        if (!reflects) {
            assert_int_equal(boards[i].reflected, 0);
            continue;
        }
        assert_int_equal(boards[i].reflected, estimate(naive, &board, reflection));
        assert_true(boards[i].reflected <= boards[i].estimate);
        assert_true(boards[i].reflected >= naive->least_reflected);
        const tilepdb_board image = seen_in(&naive->plain, &board, reflection);
        naive->listed += !board_equal(&image, &board);
    }
}

static void count_all(struct naive *naive) {
    const unsigned cells = naive->plain.geometry.cells;
    unsigned reflection = 0;
    const bool reflects = symmetry_reflection(
        &naive->plain.geometry, (uint8_t)board_blank(&naive->plain.goal), &reflection);
    tilepdb_board board = naive->plain.goal;
    for (unsigned cell = 0; cell < cells; cell++) board.cells[cell] = (uint8_t)cell;
    for (;;) {
        if (!tilepdb_board_solvable(&board, &naive->plain.goal, NULL)) {
            const int h = estimate(naive, &board, 0);
            const int other = reflects ? estimate(naive, &board, reflection) : 0;
            naive->wanted += (h > other ? h : other) >= naive->least &&
                             (!reflects || (h < other ? h : other) >= naive->least_reflected);
        }
        unsigned i = cells - 1, j = cells - 1;
        while (i > 0 && board.cells[i - 1] > board.cells[i]) i--;
        if (i == 0) return;
        while (board.cells[j] < board.cells[i - 1]) j--;
        const uint16_t cell = board.cells[i - 1];
        board.cells[i - 1] = board.cells[j];
        board.cells[j] = cell;
        for (j = cells - 1; i < j; i++, j--) {
            const uint16_t kept = board.cells[i];
            board.cells[i] = board.cells[j];
            board.cells[j] = kept;
        }
    }
}

static void lists_are_complete(void **state) {
    (void)state;
    static const struct {
        int width, height, blank;
        const char *partition;
        int least, least_reflected;
    } cases[] = {
        {3, 2, 5, "1,2,3/4,5", 0, 0}, {3, 2, 1, "1,2/3,4,5", 9, 0},
        {2, 2, 0, "1/2,3", 0, 0},     {3, 3, 8, "1-4/5-8", 18, 0},
        {3, 3, 4, "1-3/4-8", 17, 0},  {3, 3, 1, "1-4/5-8", 18, 0},
        {3, 3, 1, "1-4/5-8", 18, 18}, {3, 3, 2, "1,4,7/2,3,5,6,8", 17, 0},
        {3, 3, 8, "1-4/5-8", 17, 15}, {3, 3, 2, "1,4,7/2,3,5,6,8", 16, 16},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct naive naive;
        struct candidate_list list;
        tilepdb_error error;
        naive_open(&naive, cases[i].width, cases[i].height, cases[i].blank, cases[i].partition,
                   cases[i].least);
        naive.least_reflected = cases[i].least_reflected;
        if (high_estimates_list(&naive.partition, cases[i].least, cases[i].least_reflected, NULL,
                                &list, &error))
            fail_msg("%s", error.message);
        listed_boards_hold(&naive, &list);
        count_all(&naive);
        assert_true(naive.wanted > 0);
        assert_int_equal(naive.listed, naive.wanted);
        free(list.boards);
        tables_close(&naive.plain);
    }
}

static void threads_list_alike(void **state) {
    (void)state;
    tilepdb_partition partition;
    assert_int_equal(tilepdb_partition_parse("1-4/5-8", 3, 3, 8, &partition, NULL), 0);
    tilepdb_verify_options options;
    tilepdb_verify_options_init(&options);
    struct candidate_list lists[2];
    for (int i = 0; i < 2; i++) {
        options.threads = 1 + 4 * i;
        assert_int_equal(high_estimates_list(&partition, 19, 0, &options, &lists[i], NULL), 0);
    }
    assert_int_equal(lists[0].count, lists[1].count);
    for (size_t i = 0; i < lists[0].count; i++) { /* padding may differ */
        const struct board_candidate *one = &lists[0].boards[i], *other = &lists[1].boards[i];
        assert_int_equal(one->key, other->key);
        assert_int_equal(one->estimate, other->estimate);
        assert_int_equal(one->reflected, other->reflected);
    }
    for (int i = 0; i < 2; i++) free(lists[i].boards);
}

static bool stop_listing(const tilepdb_progress *progress, void *user) {
    (void)user;
    return progress->stage != TILEPDB_STAGE_LIST;
}

static void expect(tilepdb_status status, const tilepdb_partition *partition, int least,
                   const tilepdb_verify_options *options) {
    struct candidate_list list;
    assert_int_equal(high_estimates_list(partition, least, 0, options, &list, NULL), status);
    assert_null(list.boards);
    assert_int_equal(list.count, 0);
}

static void lists_are_refused_and_stopped(void **state) {
    (void)state;
    tilepdb_partition partition, three, large;
    tilepdb_partition_parse("1,2/3,4/5-8", 3, 3, 8, &three, NULL);
    tilepdb_partition_parse("1-4/5-8", 3, 3, 8, &partition, NULL);
    tilepdb_partition_parse("1-8/9-19", 5, 4, 19, &large, NULL);
    expect(TILEPDB_ERROR_ARGUMENT, &three, 19, NULL);
    expect(TILEPDB_ERROR_ARGUMENT, &large, 0, NULL);
    for (unsigned i = 0; i < 4; i++) {
        static const uint32_t pairs[][2] = {{0x1E, 0xE0}, {0x1E, 0x1E}, {0x1FE, 0}, {0x1E, 0x3E0}};
        tilepdb_partition wrong = partition;
        wrong.tiles[0] = pairs[i][0];
        wrong.tiles[1] = pairs[i][1];
        expect(TILEPDB_ERROR_ARGUMENT, &wrong, 0, NULL);
    }
    tilepdb_verify_options options;
    tilepdb_verify_options_init(&options);
    options.threads = -1;
    expect(TILEPDB_ERROR_ARGUMENT, &partition, 19, &options);
    options.threads = INT_MIN;
    expect(TILEPDB_ERROR_ARGUMENT, &partition, 19, &options);
    options.threads = 0;
    options.memory_limit = 1 << 20;
    expect(TILEPDB_ERROR_TOO_LARGE, &partition, 0, &options);
    options.memory_limit = 0;
    options.progress = stop_listing;
    expect(TILEPDB_CANCELLED, &partition, 19, &options);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_are_complete),
        cmocka_unit_test(threads_list_alike),
        cmocka_unit_test(lists_are_refused_and_stopped),
    };
    return cmocka_run_group_tests_name("antipodes_list", tests, NULL, NULL);
}
