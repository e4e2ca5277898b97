/* Links to boards (text/link.h), through the reader and through moves. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tilepdb.h"
#include "tilepdb_text.h"

/* ["LUL",5000,"1 2 3/0 4 6/7 5 8",[0,120,300]], as slidysim packs it. */
#define REPLAY "eNqLVvIJ9VHSMTUwMNBRMlQwUjDWN1AwUTDTN1cwVbBQ0ok20DE0MtAxNjCIjQUAxPkIzw=="
#define PAGE   "https://tiles.example/"

static tilepdb_item item;
static char text[TILEPDB_BOARD_TEXT];

/* Reads the only item of a line. */
static tilepdb_item_kind read_line(const char *line, tilepdb_reader_options options) {
    tilepdb_reader *reader;
    tilepdb_item more;
    item = (tilepdb_item){.kind = TILEPDB_ITEM_ERROR};
    assert_int_equal(tilepdb_reader_create(&options, &reader, NULL), TILEPDB_OK);
    tilepdb_reader_feed(reader, line, strlen(line));
    tilepdb_reader_end(reader);
    assert_true(tilepdb_reader_next(reader, &item));
    assert_false(tilepdb_reader_next(reader, &more));
    tilepdb_reader_free(reader);
    text[0] = '\0';
    if (item.kind != TILEPDB_ITEM_ERROR) tilepdb_board_format(&item.board, true, text);
    return item.kind;
}

static void expect_board(const char *line, tilepdb_reader_options options, const char *board) {
    assert_int_equal(read_line(line, options), TILEPDB_ITEM_BOARD);
    assert_string_equal(text, board);
}

static void expect_error(const char *line, const char *words) {
    const tilepdb_reader_options options = {.width = 0};
    assert_int_equal(read_line(line, options), TILEPDB_ITEM_ERROR);
    assert_int_equal(item.error.status, TILEPDB_ERROR_PARSE);
    if (!strstr(item.error.message, words)) fail_msg("%s: %s", line, item.error.message);
    assert_false(item.has_goal);
}

static void test_boards(void **state) {
    (void)state;
    const tilepdb_reader_options any = {.width = 0}, three = {.width = 3, .height = 3};
    static const char plain[] = "1 2 3 / 4 5 6 / 7 0 8";
    char goal[TILEPDB_BOARD_TEXT];
    expect_board(PAGE "?board=1,2,3/4,5,6/7,0,8", any, plain);
    assert_false(item.has_goal || item.multi);
    expect_board("  file:///page.html?x=1&board=1%202%203%2f4+5+6%2F7%200%208&metric=multi#daily ",
                 any, plain);
    assert_true(item.multi);
    expect_board(PAGE "?board=1,2,3/4,5,6/7,0,8&board=0,1/2,3&goal=first", three, plain);
    assert_true(item.has_goal);
    tilepdb_board_format(&item.goal, true, goal);
    assert_string_equal(goal, "0 1 2 / 3 4 5 / 6 7 8");
    expect_board(PAGE "?goal=1,2,3/*,*,*/*,*,*&board=1,2,3/4,5,6/7,0,8", any, plain);
    tilepdb_board_format(&item.goal, true, goal);
    assert_string_equal(goal, "1 2 3 / * * * / * * *");
    expect_board(PAGE "?goal=2,1,3/4,5,6/7,8,0&board=1,2,3/4,5,6/7,0,8", any, plain);
    tilepdb_board_format(&item.goal, true, goal);
    assert_string_equal(goal, "2 1 3 / 4 5 6 / 7 8 0");
}

static void test_scrambles(void **state) {
    (void)state;
    tilepdb_board first, five;
    tilepdb_goal(3, 3, 0, &first, NULL);
    tilepdb_goal(5, 5, 24, &five, NULL);
    const tilepdb_reader_options any = {.width = 0}, three = {.width = 3, .height = 3};
    const tilepdb_reader_options from_first = {.width = 3, .height = 3, .goal = &first};
    const tilepdb_reader_options of_five = {.goal = &five, .notation = TILEPDB_NOTATION_BLANK};
    expect_board(PAGE "?scramble=DR", three, "1 2 3 / 4 0 5 / 7 8 6");
    expect_board(PAGE "?scramble=D", any, "1 2 3 4 / 5 6 7 8 / 9 10 11 0 / 13 14 15 12");
    expect_board(PAGE "?scramble=U", from_first, "3 1 2 / 0 4 5 / 6 7 8");
    expect_board(PAGE "?scramble=D&goal=last", from_first, "1 2 3 / 4 5 0 / 7 8 6");
    expect_board(PAGE "?scramble=L&goal=first", of_five,
                 "1 0 2 3 4 / 5 6 7 8 9 / 10 11 12 13 14 / 15 16 17 18 19 / 20 21 22 23 24");
    expect_board(PAGE "?scramble=U&goal=first", any, "4 1 2 3 / 0 5 6 7 / 8 9 10 11 / 12 13 14 15");
    expect_board(PAGE "?scramble=R&goal=1,2,3/*,*,*/*,*,*", any, "1 2 3 / 4 5 6 / 7 0 8");
    expect_board(PAGE "?scramble=R&goal=1,1,3/2,2,3/4,4,0", any, "1 1 3 / 2 2 3 / 4 0 4");
}

static void test_errors(void **state) {
    (void)state;
    static char nested[9 * 4000 + 1];
    expect_error(PAGE "?board=1,2,3/4,5,6/7,0,9", "9");
    expect_error(PAGE "?board=1,2,3/4,5,6/7,0,8&goal=1,2/3,0", "");
    expect_error(PAGE "?board=", "no number");
    expect_error(PAGE "?scramble=UUUU", "cannot be played");
    expect_error(PAGE "?scramble=U&goal=1,2,3", "");
    expect_error(PAGE "?scramble=X", "");
    expect_error(PAGE "?goal=first&moves=UL", "no board");
    expect_error(PAGE "?scramble=U&goal=1,1,*/*,*,*/*,*,*", "no scrambles");
    expect_error(PAGE "?bord=1,2,3/4,5,6/7,0,8", "");
    expect_error("://x?board=1,2,3/4,5,6/7,0,8", "");
    expect_error(PAGE "?board=a%0Ahttp://x?board=1,2/3,0", "another link");
    expect_error(PAGE "?board=1,2,3,4,5,6,7,8,9,10,11,12,13/0,14,15,16,17,18,19,20,21,22,23,24,25",
                 "");
    for (size_t i = 0; i + 1 < sizeof nested; i++) nested[i] = "x://?board="[i % 11];
    expect_error(nested, "another link");
}

static void test_solutions(void **state) {
    (void)state;
    const tilepdb_reader_options options = {.reading = TILEPDB_READ_SOLUTIONS};
    static const char link[] = PAGE "?board=1,2,3/4,0,6/7,5,8&moves=U%4C";
    tilepdb_error error;
    char moves[16];
    size_t count;
    assert_int_equal(read_line(link, options), TILEPDB_ITEM_BOARD_AND_SOLUTION);
    assert_int_equal(item.moves_length, sizeof link - 1);
    tilepdb_board board = item.board;
    assert_int_equal(tilepdb_moves_parse(link, sizeof link - 1, TILEPDB_NOTATION_NUMBERS, &board,
                                         moves, sizeof moves, &count, NULL),
                     TILEPDB_OK);
    assert_string_equal(moves, "UL");
    assert_int_equal(count, 2);
    assert_int_equal(tilepdb_moves_invert(link, sizeof link - 1, TILEPDB_NOTATION_TILE, true, moves,
                                          sizeof moves, &count, NULL),
                     TILEPDB_OK);
    assert_string_equal(moves, "RD");
    static const char alone[] = PAGE "?moves=UL";
    assert_int_equal(tilepdb_moves_parse(alone, sizeof alone - 1, TILEPDB_NOTATION_TILE, NULL,
                                         moves, sizeof moves, &count, NULL),
                     TILEPDB_OK);
    assert_string_equal(moves, "UL");
    static const char none[] = PAGE "?board=1,2,3/4,0,6/7,5,8";
    assert_int_equal(tilepdb_moves_parse(none, sizeof none - 1, TILEPDB_NOTATION_TILE, NULL, NULL,
                                         0, NULL, &error),
                     TILEPDB_ERROR_PARSE);
    assert_non_null(strstr(error.message, "no moves"));
    assert_int_equal(tilepdb_moves_invert(none, sizeof none - 1, TILEPDB_NOTATION_TILE, true, moves,
                                          sizeof moves, NULL, &error),
                     TILEPDB_ERROR_PARSE);
}

#ifdef TILEPDB_WITH_ZLIB

static void test_replays(void **state) {
    (void)state;
    const tilepdb_reader_options any = {.width = 0}, three = {.width = 3, .height = 3};
    char moves[16];
    expect_board(PAGE "?r=" REPLAY, any, "1 2 3 / 0 4 6 / 7 5 8");
    assert_int_equal(tilepdb_moves_parse(PAGE "?r=" REPLAY, sizeof PAGE "?r=" REPLAY - 1,
                                         TILEPDB_NOTATION_TILE, &item.board, moves, sizeof moves,
                                         NULL, NULL),
                     TILEPDB_OK);
    assert_string_equal(moves, "LUL");
    /* ["LU2"]; [ "L" , 3.5 , "" ]; one with '+' in base64, in two ways */
    expect_board(PAGE "?r=eNqLVvIJNVKKBQAHVwHQ", three, "1 0 2 / 4 5 3 / 7 8 6");
    expect_board(PAGE "?r=eNpTiFZQ8lFS0FEw1jMFkkpKCrEAIdADWw==", three, "1 2 3 / 4 5 6 / 7 0 8");
    expect_board(PAGE "?r=eNqLVvJR0jHWUTJUMFIw1jdRMFUw0zdXMFCwUNKJNtAxMjY3NY+NBQCEPwdS", three,
                 "1 2 3 / 4 5 6 / 7 0 8");
    expect_board(PAGE "?r=eNqLVvJR0jHWUTJUMFIw1jdRMFUw0zdXMFCwUNKJNtAxMjY3NY%2BNBQCEPwdS", three,
                 "1 2 3 / 4 5 6 / 7 0 8");
    expect_board(PAGE "?r=eNqLVvIJ9VHSMTUwMNBRMlQwUjCO0TdQMFEwi9E3VzBVsFCKBQB80Ab1", any,
                 "1 2 3 / 0 4 6 / 7 5 8"); /* an escape of JSON */
    expect_board(PAGE "?r=eNqLVvIJ9VHSMTUwMNBRUooFABv7A0s=", three,
                 "1 2 3 / 0 4 6 / 7 5 8"); /* no board */
    expect_error(PAGE "?r=eNqLVvIJ9VHSiTbVMYvVUTJUMFIw1jdQMFEw0zdXMFWwUIoFAHqGBsc=",
                 "cannot be read"); /* ["LUL",[5,6],"1 2 3/0 4 6/7 5 8"] */
    expect_error(PAGE "?r=eNqLVvIJ9VHSMTUwMNCJNtQx0jHWMdAx0THTMdcx1bGIjQUAc0cG8w==",
                 "cannot be read"); /* ["LUL",5000,[1,2,3,0,4,6,7,5,8]] */
    expect_error(PAGE "?r=eNqLVvIJ9VHSMTUwMNBRMlQwUjAGACY8A6I=",
                 "cannot be read"); /* ["LUL",5000,"1 2 3 */
    expect_error(PAGE "?r=eNqLVvIJ9VHSMTUwMNBRMlQwUjCOKTUwMEozUIoFAFQFBho=",
                 "cannot be read"); /* ["LUL",5000,"1 2 3\u002f0"] */
    expect_error(PAGE "?r=eNqLVvIJ9VHSMTUwMAAAEEwCfg==", "cannot be read"); /* ["LUL",5000 */
    expect_error(PAGE "?r=eNqLVvIJ9VECAAW7AY0=", "cannot be read");         /* ["LUL" */
    expect_error(PAGE "?r=eNqLVqqw0te3L7JN9Sv0CSvzCspMD3V0tMx2Cg60tVWKBQCZPQl+",
                 "another link"); /* a replay as moves */
    /* an object; a string without end; an escape; a link within; damaged */
    expect_error(PAGE "?r=eNqrVkpUsjKsBQAIKgIJ", "no moves");
    expect_error(PAGE "?r=eNqLVvIBAAGkAMo=", "no moves");
    expect_error(PAGE "?r=eNqLVvKJKTUwMDFUigUAEhsC3w==", "no moves");
    expect_error(PAGE "?r=eNqLVvJR0jHUUcooKSmw0tevUIoFACvDBOY=", "another link");
    expect_error(PAGE "?r=eJyLVgoy", "damaged");
    expect_error(PAGE "?r=", "damaged");
    expect_error(PAGE "?r=%21", "damaged");
}

#else

static void test_replays(void **state) {
    (void)state;
    expect_error(PAGE "?r=" REPLAY, "without it");
}

#endif

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_boards),  cmocka_unit_test(test_scrambles),
        cmocka_unit_test(test_errors),  cmocka_unit_test(test_solutions),
        cmocka_unit_test(test_replays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
