/* Pictures (tilepdb_picture): what is drawn, what is refused. cli_svg compares whole pictures with
 * the moves that they show. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tilepdb.h"
#include "tilepdb_text.h"

static tilepdb_picture *picture;
static tilepdb_error error;

static tilepdb_board board_of(const char *text) {
    tilepdb_board board;
    assert_int_equal(tilepdb_board_parse(text, strlen(text), 0, 0, &board, NULL), TILEPDB_OK);
    return board;
}

static int create(void **state) {
    (void)state;
    return tilepdb_picture_create(&picture, &error);
}

static int destroy(void **state) {
    (void)state;
    tilepdb_picture_free(picture);
    return 0;
}

static size_t occurrences(const char *text, const char *words) {
    size_t count = 0;
    for (const char *at = text; (at = strstr(at, words)); at++) count++;
    return count;
}

static const char *document(void) {
    size_t length;
    const char *text = tilepdb_picture_text(picture, &length);
    assert_non_null(text);
    assert_int_equal(length, strlen(text));
    return text;
}

static void expect(const char *words, size_t count) {
    const char *text = document();
    if (occurrences(text, words) != count)
        fail_msg("%zu instead of %zu times '%s' in:\n%s", occurrences(text, words), count, words,
                 text);
}

static void add(tilepdb_picture_entry entry) {
    if (tilepdb_picture_add(picture, &entry, &error)) fail_msg("%s", error.message);
}

static void test_empty(void **state) {
    (void)state;
    assert_string_equal(document(), "");
    tilepdb_picture_free(NULL);
}

static void test_board(void **state) {
    (void)state;
    const tilepdb_board board = board_of("8 6 7 / 2 5 4 / 3 0 1");
    add((tilepdb_picture_entry){.board = &board});
    expect("<use href", 8);
    expect("tp-moved\"", 0);
    expect("<title>Sliding-tile puzzle</title>", 1);
    expect("<desc>8 6 7 / 2 5 4 / 3 0 1\n</desc>", 1);
    expect("id=\"tp-1-0\"", 1); /* the colours of 1 2 3 ... */
    expect("id=\"tp-6-9\"", 1);
}

static void test_strip(void **state) {
    (void)state;
    const tilepdb_board board = board_of("1 2 3 / 4 5 6 / 0 7 8");
    add((tilepdb_picture_entry){.board = &board, .moves = "LL"});
    expect("tp-board\"", 3);
    expect("tp-moved\"", 2);
    expect(": LL\n</desc>", 1);
    add((tilepdb_picture_entry){.board = &board, .moves = "LL", .metric = TILEPDB_METRIC_MULTI});
    expect("tp-board\"", 3 + 2);
    expect("tp-moved\"", 2 + 2);
    expect("<title>2 sliding-tile puzzles</title>", 1);
}

/* Each tile rests at its start, where it arrives, and until the end. */
static void test_animation(void **state) {
    (void)state;
    const tilepdb_board board = board_of("1 2 3 / 4 5 6 / 0 7 8");
    add((tilepdb_picture_entry){.board = &board, .moves = "LL", .speed = 2});
    expect("@keyframes", 2);
    expect("@keyframes tp-1-7{0%,22.2222%{transform:translate(0px,0px)}26.6666%,100%"
           "{transform:translate(-40px,0px)}}",
           1);
    expect("infinite}", 2);
    expect("tp-board\"", 1);
}

static void test_colours(void **state) {
    (void)state;
    const tilepdb_board board = board_of("3 1 / 2 0");
    tilepdb_board open;
    assert_int_equal(tilepdb_goal_parse("* 1 / * *", 9, 0, 0, &open, NULL), TILEPDB_OK);
    add((tilepdb_picture_entry){.board = &board, .goal = &open});
    expect("id=\"tp-1-6\"", 1);
    expect("id=\"tp-2-13\"", 1); /* not in the goal */
    expect("id=\"tp-3-13\"", 1);
}

static void test_words(void **state) {
    (void)state;
    const tilepdb_board board = board_of("1 2 / 3 0");
    add((tilepdb_picture_entry){.board = &board,
                                .name = "a<b",
                                .caption = "x & \xFF\xEF\xBF\xBF\xED\xA0\x80 \xC3\xA9\x01",
                                .description = "<!--"});
    expect("<title>Sliding-tile puzzle: x &#38; ????? \xC3\xA9 </title>", 1);
    expect("<desc>&#60;!--\n</desc>", 1);
    expect("a&#60;b", 0);
    add((tilepdb_picture_entry){.caption = "no board"});
    expect(">a&#60;b: x &#38;", 1);
    expect(">no board</text>", 1);
}

/* A strip of more than 300,000 tiles leaves boards out. */
static void test_long_strip(void **state) {
    (void)state;
    const tilepdb_board board = board_of("1 2 / 3 0");
    char *moves = malloc(150001);
    assert_non_null(moves);
    for (size_t i = 0; i < 150000; i++) moves[i] = i % 2 == 0 ? 'R' : 'L';
    moves[150000] = '\0';
    add((tilepdb_picture_entry){.board = &board, .moves = moves, .caption = "there and back"});
    expect("tp-board\"", 50001);
    expect(">there and back; 1 board in 3 is drawn</text>", 1);
    free(moves);
}

static void refuse(tilepdb_status status, tilepdb_picture_entry entry, const char *words) {
    assert_int_equal(tilepdb_picture_add(picture, &entry, &error), status);
    if (!strstr(error.message, words)) fail_msg("%s", error.message);
}

static void test_refused(void **state) {
    (void)state;
    const tilepdb_board board = board_of("1 2 / 3 0");
    tilepdb_board wrong = board;
    wrong.cells[0] = 9;
    refuse(TILEPDB_ERROR_ARGUMENT, (tilepdb_picture_entry){.board = &wrong}, "9");
    refuse(TILEPDB_ERROR_ARGUMENT, (tilepdb_picture_entry){.board = &board, .goal = &wrong}, "9");
    refuse(TILEPDB_ERROR_ARGUMENT, (tilepdb_picture_entry){.moves = "U"}, "no board");
    refuse(TILEPDB_ERROR_ARGUMENT, (tilepdb_picture_entry){.board = &board, .speed = -1}, "speed");
    refuse(TILEPDB_ERROR_ARGUMENT, (tilepdb_picture_entry){.board = &board, .speed = (double)NAN},
           "speed");
    refuse(TILEPDB_ERROR_PARSE, (tilepdb_picture_entry){.board = &board, .moves = "RX"}, "move 2");
    refuse(TILEPDB_ERROR_PARSE, (tilepdb_picture_entry){.board = &board, .moves = "RR"}, "move 2");
    assert_string_equal(document(), "");
    for (int i = 0; i < TILEPDB_PICTURE_ENTRIES; i++) add((tilepdb_picture_entry){.board = &board});
    refuse(TILEPDB_ERROR_TOO_LARGE, (tilepdb_picture_entry){.board = &board}, "1000");
    expect("tp-board\"", TILEPDB_PICTURE_ENTRIES);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, create, destroy)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_empty),   TEST(test_board), TEST(test_strip),      TEST(test_animation),
        TEST(test_colours), TEST(test_words), TEST(test_long_strip), TEST(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
