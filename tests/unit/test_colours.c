/*
 * Unit tests of src/pattern/colour, src/pattern/colouring and src/table/colour_table. The twins are
 * plain: sequences are listed and sorted, and the minimum of moves of every coloured board, with a
 * forced axis of the next slide, is computed by passes over all boards until nothing changes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "pattern/colour.h"
#include "puzzle/board.h"
#include "puzzle/move_set.h"
#include "table/colour_table.h"
#include "tilepdb_tables.h"

#define MULTI tilepdb_kind_default(TILEPDB_METRIC_MULTI)

static tilepdb_pattern colouring_of(const char *text, int width, int height, int blank) {
    tilepdb_pattern colouring;
    tilepdb_error error;
    if (tilepdb_colouring_parse(text, width, height, blank, &colouring, &error))
        fail_msg("%s", error.message);
    return colouring;
}

/* ---- colourings ------------------------------------------------------------------------------ */

static void drawings_are_read(void **state) {
    (void)state;
    const tilepdb_pattern colouring = colouring_of("b a a / a . b / c c b", 3, 3, 4);
    const uint8_t should[] = {0, 1, 1, 1, 0, 2, 2, 0}; /* colours of tiles 1 .. 8 */
    assert_int_equal(colouring.colours, 3);
    assert_int_equal(colouring.goal_blank, 4);
    assert_memory_equal(colouring.colour + 1, should, sizeof should);
}

static void names_are_read(void **state) {
    (void)state;
    uint64_t before = 0;
    for (size_t i = 0; i < tilepdb_colouring_count(); i++) {
        const tilepdb_colouring_entry *entry = tilepdb_colouring_at(i);
        const int last = entry->width * entry->height - 1;
        const tilepdb_pattern drawn =
            colouring_of(entry->drawing, entry->width, entry->height, last);
        const tilepdb_pattern named = colouring_of(entry->name, entry->width, entry->height, last);
        tilepdb_generate_need need;
        assert_true(tilepdb_pattern_equal(&named, &drawn));
        assert_int_equal(tilepdb_table_need(&named, MULTI, NULL, &need, NULL), TILEPDB_OK);
        if (i > 0 && entry->width == entry[-1].width && entry->height == entry[-1].height)
            assert_true(need.entries > before);
        before = need.entries;
    }
}

/* The message for a known name lists colourings that serve the goal. Unknown names are drawings
 * that are too short. */
static void names_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *name;
        int side, blank;
        const char *says;
    } cases[] = {{"large", 4, 0, "not 0; its table serves goals with the blank in any corner"},
                 {"large", 4, 12, "in any corner"},
                 {"small", 4, 5, "not 5; draw a colouring"},
                 {"small", 4, 14, "draw a colouring"},
                 {"large", 3, 8, "no colouring of 3x3 boards has this name"},
                 {"lagre", 4, 15, "no colouring of 4x4 boards has this name"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tilepdb_pattern colouring;
        tilepdb_error error;
        assert_int_equal(tilepdb_colouring_parse(cases[i].name, cases[i].side, cases[i].side,
                                                 cases[i].blank, &colouring, &error),
                         TILEPDB_ERROR_PARSE);
        if (!strstr(error.message, cases[i].says))
            fail_msg("%s, blank on %d: %s", cases[i].name, cases[i].blank, error.message);
    }
}

static void bad_drawings_are_refused(void **state) {
    (void)state;
    static const char *const bad[] = {"1112223 3", "11122233.1", "111222.33", "1112223?.", "", "."};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        tilepdb_pattern colouring;
        tilepdb_error error;
        assert_int_equal(tilepdb_colouring_parse(bad[i], 3, 3, 8, &colouring, &error),
                         TILEPDB_ERROR_PARSE);
        assert_true(strlen(error.message) > 20);
        assert_int_equal(error.code, TILEPDB_MESSAGE_COLOURING_UNKNOWN);
        assert_true(error.number[0] == 3 && error.number[1] == 3);
        assert_string_equal(error.text, bad[i]);
    }
    tilepdb_pattern colouring;
    assert_int_equal(tilepdb_colouring_parse("1.", 1, 2, 1, &colouring, NULL),
                     TILEPDB_ERROR_ARGUMENT);
    assert_int_equal(tilepdb_colouring_parse("111222333", 3, 3, 9, &colouring, NULL),
                     TILEPDB_ERROR_ARGUMENT);
}

static tilepdb_status need_of(const tilepdb_pattern *colouring) {
    tilepdb_generate_need need;
    return tilepdb_table_need(colouring, MULTI, NULL, &need, NULL);
}

static void colourings_are_checked(void **state) {
    (void)state;
    tilepdb_generate_need need;
    tilepdb_pattern colouring = colouring_of("11122233.", 3, 3, 8);
    assert_int_equal(tilepdb_table_need(&colouring, MULTI, NULL, &need, NULL), TILEPDB_OK);
    assert_int_equal(need.entries, 8 * 7 * 6 * 5 * 4 / 6 / 2 * 6); /* 8! / (3! 3! 2!) * 6 lines */
    colouring.colours = 4;                                         /* one colour has no tile */
    assert_int_equal(need_of(&colouring), TILEPDB_ERROR_ARGUMENT);
    colouring.colours = 2;
    assert_int_equal(need_of(&colouring), TILEPDB_ERROR_ARGUMENT);
    colouring = colouring_of("11122233.", 3, 3, 8);
    colouring.tiles ^= 1u << 5;
    assert_int_equal(need_of(&colouring), TILEPDB_ERROR_ARGUMENT);
    colouring = colouring_of("1234/5678/9abc/def.", 4, 4, 15); /* 15! sequences */
    assert_int_equal(need_of(&colouring), TILEPDB_ERROR_TOO_LARGE);
    colouring = colouring_of("11111/11111/11111/22233/4567.", 5, 5, 24); /* 7^12 words */
    assert_int_equal(need_of(&colouring), TILEPDB_ERROR_TOO_LARGE);
}

static void every_size_has_a_default(void **state) {
    (void)state;
    for (int width = 2; width <= 6; width++)
        for (int height = 2; width + height <= 8; height++) {
            tilepdb_pattern colouring;
            tilepdb_generate_need need;
            for (int blank = 0; blank < width * height; blank++) {
                assert_int_equal(tilepdb_colouring_default(width, height, blank, &colouring, NULL),
                                 TILEPDB_OK);
                assert_int_equal(tilepdb_table_need(&colouring, MULTI, NULL, &need, NULL),
                                 TILEPDB_OK);
                assert_true(need.memory_bytes < (64u << 20));
            }
            assert_int_equal(tilepdb_colouring_default(width, 9 - width, 0, &colouring, NULL),
                             TILEPDB_ERROR_ARGUMENT);
            if (width * height <= 9) assert_int_equal(colouring.colours, width * height - 1);
        }
}

/* ---- the index ------------------------------------------------------------------------------- */

struct sorted {
    uint64_t *codes; /* halves exchanged, so that numeric order is the order of ranks */
    size_t count;
};

static uint64_t exchanged(uint64_t code) {
    return code << 32 | code >> 32;
}

static void sequences_list(const struct colour_index *index, uint8_t *left, unsigned place,
                           uint64_t code, struct sorted *sorted) {
    if (place == index->tiles) sorted->codes[sorted->count++] = exchanged(code);
    for (unsigned colour = 0; place < index->tiles && colour < index->pattern.colours; colour++) {
        if (!left[colour]) continue;
        left[colour]--;
        sequences_list(index, left, place + 1, code + index->weight[place] * colour, sorted);
        left[colour]++;
    }
}

static int code_compare(const void *a, const void *b) {
    const uint64_t first = *(const uint64_t *)a, second = *(const uint64_t *)b;
    return (first > second) - (first < second);
}

static const struct {
    const char *text;
    int width, height, blank;
} samples[] = {
    {"11122233.", 3, 3, 8},        {"12345678.", 3, 3, 8},
    {".11122233", 3, 3, 0},        {"1223/311./2233", 4, 3, 7},
    {"112/233/344/44.", 3, 4, 11}, {"1122/334.", 4, 2, 7},
    {"12/34/5.", 2, 3, 5},         {"1.", 2, 2, 3},
};

static void ranks_are_the_order_of_sequences(void **state) {
    (void)state;
    for (size_t i = 0; i + 1 < sizeof samples / sizeof *samples; i++) {
        struct colour_index index;
        const tilepdb_pattern colouring =
            colouring_of(samples[i].text, samples[i].width, samples[i].height, samples[i].blank);
        assert_int_equal(colour_index_init(&index, &colouring, NULL), TILEPDB_OK);
        uint8_t left[TILEPDB_TABLE_MAX_CELLS];
        colouring_sizes(&colouring, left);
        struct sorted sorted = {malloc(index.size.sequences * sizeof(uint64_t)), 0};
        assert_non_null(sorted.codes);
        sequences_list(&index, left, 0, 0, &sorted);
        assert_int_equal(sorted.count, index.size.sequences);
        qsort(sorted.codes, sorted.count, sizeof *sorted.codes, code_compare);
        for (uint32_t rank = 0; rank < sorted.count; rank++) {
            const uint64_t code = exchanged(sorted.codes[rank]);
            assert_int_equal(colour_rank(&index, code), rank);
            assert_int_equal(colour_unrank(&index, rank), code);
        }
        free(sorted.codes);
        colour_index_free(&index);
    }
}

static void line_states_are_what_slides_keep(void **state) {
    (void)state;
    struct colour_index index;
    struct move_set moves;
    const tilepdb_pattern colouring = colouring_of("1223/311./2233", 4, 3, 7);
    assert_int_equal(colour_index_init(&index, &colouring, NULL), TILEPDB_OK);
    move_set_init(&moves, 4, 3, TILEPDB_METRIC_MULTI, NULL);
    tilepdb_board board;
    tilepdb_goal(4, 3, 7, &board, NULL);
    uint8_t blank = 7, cells[2][TILEPDB_TABLE_MAX_CELLS];
    for (unsigned turn = 0; turn < 10000; turn++) {
        const uint8_t before = blank;
        const unsigned move = turn * 7919u / 3u % moves.count;
        for (unsigned cell = 0; cell < 12; cell++) cells[0][cell] = (uint8_t)board.cells[cell];
        if (!move_set_play(&moves, &board, &blank, move)) continue;
        for (unsigned cell = 0; cell < 12; cell++) cells[1][cell] = (uint8_t)board.cells[cell];
        const bool across =
            moves.move[move].direction == BLANK_LEFT || moves.move[move].direction == BLANK_RIGHT;
        const enum colour_order order = across ? COLOUR_ROWS : COLOUR_COLUMNS;
        const enum colour_order other = colour_order_other(order);
        assert_int_equal(colour_state(&index, order, colour_pack(&index, order, cells[0]), before),
                         colour_state(&index, order, colour_pack(&index, order, cells[1]), blank));
        assert_int_not_equal(
            colour_state(&index, other, colour_pack(&index, other, cells[0]), before),
            colour_state(&index, other, colour_pack(&index, other, cells[1]), blank));
    }
    colour_index_free(&index);
}

/* ---- tables against a plain twin ------------------------------------------------------------- */

#define UNKNOWN 200

/* Every coloured board, numbered by its colours as digits; the last digit is the blank's place. */
struct twin {
    struct move_set moves;
    tilepdb_pattern colouring;
    unsigned cells;
    uint32_t numbers;
    uint8_t *left[COLOUR_ORDERS]; /* [number]: fewest moves if the next slide is along the axis */
};

static void twin_board(const struct twin *twin, uint32_t number, tilepdb_board *board,
                       uint8_t *blank) {
    *board = (tilepdb_board){.width = twin->colouring.width, .height = twin->colouring.height};
    for (unsigned cell = 0; cell < twin->cells; cell++) {
        board->cells[cell] = (uint16_t)(number % (twin->colouring.colours + 1u));
        number /= twin->colouring.colours + 1u;
        if (board->cells[cell] == twin->colouring.colours) *blank = (uint8_t)cell;
    }
}

static uint32_t twin_number(const struct twin *twin, const tilepdb_board *board, unsigned blank) {
    uint32_t number = 0;
    for (unsigned cell = twin->cells; cell-- > 0;) {
        const unsigned colour = cell == blank ? twin->colouring.colours : board->cells[cell];
        number = number * (twin->colouring.colours + 1u) + colour;
    }
    return number;
}

static void twin_relax(struct twin *twin, uint32_t number, bool *changed) {
    tilepdb_board board;
    uint8_t blank = 0;
    twin_board(twin, number, &board, &blank);
    for (unsigned m = 0; m < twin->moves.count; m++) {
        const unsigned d = twin->moves.move[m].direction;
        const enum colour_order axis =
            d == BLANK_LEFT || d == BLANK_RIGHT ? COLOUR_ROWS : COLOUR_COLUMNS;
        tilepdb_board next = board;
        uint8_t at = blank;
        if (!move_set_play(&twin->moves, &next, &at, m)) continue;
        const uint8_t after = twin->left[colour_order_other(axis)][twin_number(twin, &next, at)];
        uint8_t *left = &twin->left[axis][number];
        if (after < UNKNOWN && after + 1 < *left) {
            *left = (uint8_t)(after + 1);
            *changed = true;
        }
    }
}

static bool is_board(const struct twin *twin, uint32_t number, const uint8_t *sizes) {
    uint8_t count[TILEPDB_TABLE_MAX_CELLS] = {0};
    for (unsigned cell = 0; cell < twin->cells; cell++) {
        count[number % (twin->colouring.colours + 1u)]++;
        number /= twin->colouring.colours + 1u;
    }
    return count[twin->colouring.colours] == 1 && !memcmp(count, sizes, twin->colouring.colours);
}

static void twin_make(struct twin *twin, const uint8_t *sizes) {
    twin->numbers = 1;
    for (unsigned cell = 0; cell < twin->cells; cell++)
        twin->numbers *= twin->colouring.colours + 1u;
    tilepdb_board goal;
    tilepdb_goal(twin->colouring.width, twin->colouring.height, twin->colouring.goal_blank, &goal,
                 NULL);
    for (unsigned cell = 0; cell < twin->cells; cell++)
        goal.cells[cell] = twin->colouring.colour[goal.cells[cell]];
    for (unsigned order = 0; order < COLOUR_ORDERS; order++) {
        twin->left[order] = malloc(twin->numbers);
        assert_non_null(twin->left[order]);
        memset(twin->left[order], UNKNOWN, twin->numbers);
        twin->left[order][twin_number(twin, &goal, twin->colouring.goal_blank)] = 0;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t number = 0; number < twin->numbers; number++)
            if (is_board(twin, number, sizes)) twin_relax(twin, number, &changed);
    }
}

static void tiles_choose(const struct twin *twin, const tilepdb_board *board, unsigned blank,
                         uint8_t *cells) {
    bool used[TILEPDB_TABLE_MAX_CELLS] = {0};
    for (unsigned cell = 0; cell < twin->cells; cell++) {
        unsigned tile = 1;
        while (cell != blank && (used[tile] || twin->colouring.colour[tile] != board->cells[cell]))
            tile++;
        cells[cell] = cell == blank ? 0 : (uint8_t)tile;
        used[cells[cell]] = true;
    }
}

/* An entry is the fewest moves with a forced axis, at most one more than the fewest moves with
 * any axis. */
static void entries_compare(const struct twin *twin, const tilepdb_table *table,
                            const uint8_t *sizes) {
    const uint8_t *const *left = (const uint8_t *const *)twin->left;
    for (uint32_t number = 0; number < twin->numbers; number++) {
        if (!is_board(twin, number, sizes)) continue;
        tilepdb_board board;
        uint8_t blank = 0, cells[TILEPDB_TABLE_MAX_CELLS];
        twin_board(twin, number, &board, &blank);
        tiles_choose(twin, &board, blank, cells);
        const int least = left[0][number] < left[1][number] ? left[0][number] : left[1][number];
        for (unsigned order = 0; order < COLOUR_ORDERS; order++) {
            const int forced = left[order][number];
            const int should = least == UNKNOWN ? 0 : forced > least + 1 ? least + 1 : forced;
            const int entry = colour_table_slides(table->colours, (enum colour_order)order, cells);
            if (least == 0)
                assert_int_equal(entry, 0); /* the goal */
            else
                assert_int_equal(entry + 1, should);
        }
    }
}

static void entries_are_the_clipped_moves(void **state) {
    (void)state;
    static const char *const texts[] = {"11122233.", "12131213.", "1122/334.",
                                        "12/34/5.",  ".11122233", "1112/1222/221."};
    static const int sizes_of[][3] = {{3, 3, 8}, {3, 3, 8}, {4, 2, 7},
                                      {2, 3, 5}, {3, 3, 0}, {4, 3, 11}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct twin twin = {0};
        uint8_t sizes[TILEPDB_TABLE_MAX_CELLS];
        tilepdb_table *table;
        twin.colouring = colouring_of(texts[i], sizes_of[i][0], sizes_of[i][1], sizes_of[i][2]);
        twin.cells = (unsigned)(sizes_of[i][0] * sizes_of[i][1]);
        move_set_init(&twin.moves, sizes_of[i][0], sizes_of[i][1], TILEPDB_METRIC_MULTI, NULL);
        colouring_sizes(&twin.colouring, sizes);
        twin_make(&twin, sizes);
        assert_int_equal(tilepdb_table_generate(&twin.colouring, MULTI, NULL, &table, NULL),
                         TILEPDB_OK);
        entries_compare(&twin, table, sizes);
        tilepdb_table_close(table);
        for (unsigned order = 0; order < COLOUR_ORDERS; order++) free(twin.left[order]);
    }
}

/* ---- generation ------------------------------------------------------------------------------ */

/* Returns the number of threads of this process; 0 if the system does not report it. */
static int threads_count(void) {
    DIR *tasks = opendir("/proc/self/task");
    int count = 0;
    while (tasks && readdir(tasks)) count++;
    if (tasks) closedir(tasks);
    return count;
}

/* Runs before any test starts threads: one thread makes a small table. */
static void small_tables_take_one_thread(void **state) {
    (void)state;
    tilepdb_pattern pattern;
    tilepdb_table *table;
    const int before = threads_count();
    assert_int_equal(tilepdb_colouring_default(3, 3, 8, &pattern, NULL), TILEPDB_OK);
    assert_int_equal(tilepdb_table_generate(&pattern, MULTI, NULL, &table, NULL), TILEPDB_OK);
    assert_int_equal(threads_count(), before);
    tilepdb_table_close(table);
}

static void bytes_do_not_depend_on_threads(void **state) {
    (void)state;
    const tilepdb_pattern colouring = colouring_of("1112/2233/344.", 4, 3, 11);
    tilepdb_table_info first = {0};
    for (int threads = 1; threads <= 7; threads += 2) {
        const tilepdb_generate_options options = {.threads = threads};
        tilepdb_table *table;
        tilepdb_table_info info;
        assert_int_equal(tilepdb_table_generate(&colouring, MULTI, &options, &table, NULL),
                         TILEPDB_OK);
        tilepdb_table_info_get(table, &info);
        tilepdb_table_close(table);
        uint64_t settled = 0;
        for (int level = 0; level < info.levels; level++)
            settled += info.axis_histogram[0][level] + info.axis_histogram[1][level];
        assert_int_equal(info.entries, info.axis_entries[0] + info.axis_entries[1]);
        assert_int_equal(settled, info.entries); /* all can reach the goal */
        assert_int_equal(settled, info.reachable);
        if (threads == 1) first = info;
        assert_memory_equal(&info, &first, sizeof info);
    }
}

static bool stop(const tilepdb_progress *progress, void *user) {
    int *reports = user;
    assert_int_equal(progress->stage, TILEPDB_STAGE_GENERATE);
    return ++*reports < 3;
}

static void generation_can_be_refused(void **state) {
    (void)state;
    const tilepdb_pattern colouring = colouring_of("1112/2233/344.", 4, 3, 11);
    tilepdb_generate_options options = {.memory_limit = 1000};
    tilepdb_table *table;
    int reports = 0;
    tilepdb_error error;
    assert_int_equal(tilepdb_table_generate(&colouring, MULTI, &options, &table, &error),
                     TILEPDB_ERROR_TOO_LARGE);
    assert_non_null(strstr(error.message, "raise it or use fewer colours"));
    options = (tilepdb_generate_options){.threads = -1};
    assert_int_equal(tilepdb_table_generate(&colouring, MULTI, &options, &table, NULL),
                     TILEPDB_ERROR_ARGUMENT);
    options = (tilepdb_generate_options){.threads = 1, .progress = stop, .user = &reports};
    assert_int_equal(tilepdb_table_generate(&colouring, MULTI, &options, &table, NULL),
                     TILEPDB_CANCELLED);
    assert_int_equal(reports, 3);
    tilepdb_table_close(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_tables_take_one_thread),
        cmocka_unit_test(drawings_are_read),
        cmocka_unit_test(names_are_read),
        cmocka_unit_test(names_are_refused),
        cmocka_unit_test(bad_drawings_are_refused),
        cmocka_unit_test(colourings_are_checked),
        cmocka_unit_test(every_size_has_a_default),
        cmocka_unit_test(ranks_are_the_order_of_sequences),
        cmocka_unit_test(line_states_are_what_slides_keep),
        cmocka_unit_test(entries_are_the_clipped_moves),
        cmocka_unit_test(bytes_do_not_depend_on_threads),
        cmocka_unit_test(generation_can_be_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
