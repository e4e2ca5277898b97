/* One board as text: what is read, what is refused and where, and round trips. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <time.h>

#include "base/random.h"
#include "puzzle/board.h"

/* Parses a copy that ends with its memory, so that a sanitizer finds any access beyond it. */
static tilepdb_status parse(const char *text, size_t length, int width, int height,
                            tilepdb_board *board, tilepdb_error *error) {
    char *copy = malloc(length > 0 ? length : 1);
    assert_non_null(copy);
    memcpy(copy, text, length);
    tilepdb_status status = tilepdb_board_parse(copy, length, width, height, board, error);
    free(copy);
    return status;
}

/* ---- what is read ---------------------------------------------------------------------------- */

static void reads_all_forms(void **state) {
    (void)state;
    static const struct {
        const char *text;
        int width, height;
        tilepdb_board board;
    } cases[] = {
        {"1 2 3 0", 0, 0, {2, 2, {1, 2, 3, 0}}},
        {"1 2 3 0", 2, 2, {2, 2, {1, 2, 3, 0}}},
        {"1,2,3,0", 0, 0, {2, 2, {1, 2, 3, 0}}},
        {" \t, 1, 2\t3 , _ ,", 0, 0, {2, 2, {1, 2, 3, 0}}},
        {". 1 2 3", 0, 0, {2, 2, {0, 1, 2, 3}}},
        {"1 2/3 0", 0, 0, {2, 2, {1, 2, 3, 0}}},
        {"1 2 / 3 _\r", 0, 0, {2, 2, {1, 2, 3, 0}}},
        {"1 2 / 3 _\r\n", 2, 2, {2, 2, {1, 2, 3, 0}}},
        {"1 2 3 0\n", 0, 0, {2, 2, {1, 2, 3, 0}}},
        {"01 00002 3 00", 0, 0, {2, 2, {1, 2, 3, 0}}},
        {"00000000000000000000000000000000000000000000001 2 3 .", 0, 0, {2, 2, {1, 2, 3, 0}}},
        {"1 2 3 / 4 5 0", 0, 0, {3, 2, {1, 2, 3, 4, 5, 0}}},
        {"1,2/3,4/5,.", 0, 0, {2, 3, {1, 2, 3, 4, 5, 0}}},
        {"1 2 3 4 5 0", 2, 3, {2, 3, {1, 2, 3, 4, 5, 0}}},
        {"1 2 3 4 5 0", 3, 2, {3, 2, {1, 2, 3, 4, 5, 0}}},
        {"8 7 6 5 4 3 2 1 0", 0, 0, {3, 3, {8, 7, 6, 5, 4, 3, 2, 1, 0}}},
        {"1 2 3 0\n\n", 0, 0, {2, 2, {1, 2, 3, 0}}},
        {"1 2\n3 0", 0, 0, {2, 2, {1, 2, 3, 0}}},
        {"1230", 0, 0, {2, 2, {1, 2, 3, 0}}},
        {" ,876543.21\r\n", 0, 0, {3, 3, {8, 7, 6, 5, 4, 3, 0, 2, 1}}},
        {"012345", 2, 3, {2, 3, {0, 1, 2, 3, 4, 5}}},
        {"012345", 3, 2, {3, 2, {0, 1, 2, 3, 4, 5}}},
        {"D123456789aBc_eF", 0, 0, {4, 4, {13, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0, 14, 15}}},
        {"1 2\r3 0", 0, 0, {2, 2, {1, 2, 3, 0}}},
        {"\xEF\xBB\xBF# a comment\r\n\r\n1 2 3\r\n4 5 0 # and one\r\n",
         0,
         0,
         {3, 2, {1, 2, 3, 4, 5, 0}}},
        {"1\xC2\xA0 2\xE2\x80\xAF"
         "3 0",
         0,
         0,
         {2, 2, {1, 2, 3, 0}}},
        {"1,2;3,0", 0, 0, {2, 2, {1, 2, 3, 0}}},
        {"[[1,2],[3,0]]", 0, 0, {2, 2, {1, 2, 3, 0}}},
        {"[1,2],[3,0]", 0, 0, {2, 2, {1, 2, 3, 0}}},
        {"[1,2],\n[3,0]", 0, 0, {2, 2, {1, 2, 3, 0}}},
        {"[\n  [\n    1,\n    2\n  ],\n  [\n    3,\n    0\n  ]\n]\n", 0, 0, {2, 2, {1, 2, 3, 0}}},
        {"[1 2; 3 0]", 0, 0, {2, 2, {1, 2, 3, 0}}},
        {"((1 2) (3 _))", 0, 0, {2, 2, {1, 2, 3, 0}}},
        {"{{1, 2}, {3, 0}}", 2, 2, {2, 2, {1, 2, 3, 0}}},
        {"[1,2,3,0]", 0, 0, {2, 2, {1, 2, 3, 0}}},
        {"1 2 /\n3 0\n", 0, 0, {2, 2, {1, 2, 3, 0}}},
        {"R", 2, 2, {2, 2, {1, 2, 0, 3}}},
        {"1 2 3 0.", 0, 0, {2, 2, {1, 2, 3, 0}}},
        {"[[[1,2],[3,0]]]", 0, 0, {2, 2, {1, 2, 3, 0}}},
        {"1 2 [3 0]", 0, 0, {2, 2, {1, 2, 3, 0}}},
        {"/1 2/3 0/", 0, 0, {2, 2, {1, 2, 3, 0}}},
        {"D L'", 2, 2, {2, 2, {0, 1, 3, 2}}},
        {"1 2/3 4/5 6/7 8/9 10/11 12/13 14/15 16/17 18/19 20/21 22/23 0",
         0,
         0,
         {2, 12, {1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12,
                  13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 0}}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        tilepdb_board board;
        tilepdb_error error = {.message = ""};
        tilepdb_status status = parse(cases[i].text, strlen(cases[i].text), cases[i].width,
                                      cases[i].height, &board, &error);
        assert_string_equal(error.message, "");
        assert_int_equal(status, TILEPDB_OK);
        assert_true(board_equal(&board, &cases[i].board));
    }
}

/* ---- what is refused ------------------------------------------------------------------------- */

struct refusal {
    const char *text;
    int width, height;
    size_t column;
    const char *reason;
};

static void assert_refused(const struct refusal *refusal, size_t length) {
    tilepdb_board board;
    tilepdb_error error;
    tilepdb_status status =
        parse(refusal->text, length, refusal->width, refusal->height, &board, &error);
    assert_int_equal(status, TILEPDB_ERROR_PARSE);
    assert_int_equal(error.status, TILEPDB_ERROR_PARSE);
    if (strstr(error.message, refusal->reason) == NULL)
        fail_msg("'%s': '%s' does not say '%s'", refusal->text, error.message, refusal->reason);
    assert_int_equal(error.column, refusal->column);
    assert_int_equal(error.line, strstr(refusal->reason, "line 2") != NULL ? 2 : 0);
    assert_true(strlen(error.message) < 200);
    for (const char *c = error.message; *c != '\0'; c++)
        assert_in_range((unsigned char)*c, ' ', 0xF4);
    assert_int_equal(parse(refusal->text, length, refusal->width, refusal->height, &board, NULL),
                     TILEPDB_ERROR_PARSE);
}

static void refuses_with_the_column(void **state) {
    (void)state;
    static const struct refusal cases[] = {
        /* no numbers */
        {"", 0, 0, 1, "there is no number"},
        {"  \t,", 4, 4, 1, "there is no number"},
        /* words that are no boards */
        {"123456788", 0, 0, 9, "tile 8 is at column 8 and again at column 9; the blank is missing"},
        {"123456780", 4, 4, 9, "too few numbers"},
        {"1234567A0", 0, 0, 8,
         "10 at column 8 is not a tile of a 3x3 board, whose tiles are 1 to 8; tile 8 is missing"},
        {"\r\n", 0, 0, 1, "there is no number"},
        /* characters */
        {"1 y 3 0", 0, 0, 3, "unreadable character 'y' at column 3: expected a number"},
        {"1 2y 3 0", 0, 0, 4, "unreadable character 'y' at column 4: numbers are separated"},
        {"1 -2 3 0", 0, 0, 3, "unreadable '-2' at column 3: expected a number"},
        {"1 2 3 ._", 0, 0, 7, "unreadable '._' at column 7: expected a number"},
        {"1 2 3 _0", 0, 0, 7, "unreadable '_0' at column 7: expected a number"},
        {"1 2 3 0\n1 2 3 0", 0, 0, 1, "the board is complete, but line 2 continues"},
        {"1 2 \x7F 0", 0, 0, 5, "'\\x7F'"},
        {"1 2 \xFF 0", 0, 0, 5, "'\\xFF'"},
        {"1 2 \x80 0", 0, 0, 5, "'\\x80'"},
        {"1 2 \xE2\x88\x92 0", 0, 0, 9,
         "the blank is at column 5 and again at column 9; tile 3 is missing"},
        {"1 2 \xE2\x88", 0, 0, 5, "'\\xE2\\x88'"},
        {"1 2 \xF0\x9F\x98\x80\x80", 0, 0, 5,
         "unreadable character '😀' at column 5: expected a number"},
        {"1\xC2\xA1 2 3 0", 0, 0, 2,
         "unreadable character '¡' at column 2: numbers are separated by blanks"},
        /* lists */
        {"[[1,2],[3,0]", 0, 0, 13, "the bracket at column 1 is not closed"},
        {"[[1,2],[3,0)]", 0, 0, 12, "the bracket at column 12 closes none of its kind"},
        {"[[1,2],[3,0]] 4", 0, 0, 15, "row 3 has 1 number, but rows have 2"},
        {"[[1,2],[3]]", 0, 0, 9, "row 2 has 1 number, but rows have 2"},
        {"[[1,2],[]]", 0, 0, 5,
         "2 numbers do not form a square board (4, 9, 16 ... 1024): numbers are missing, or "
         "the rows need '/' between them, or the size must be given"},
        {"[]", 0, 0, 1, "there is no number: a board is its numbers, row by row, 0 for the blank"},
        /* rows */
        {"/", 0, 0, 1, "there is no number: a board is its numbers, row by row, 0 for the blank"},
        {"1 2 3/4 0", 0, 0, 9, "row 2 has 2 numbers, but rows have 3"},
        {"1 2 3/4 0/5", 0, 0, 9, "row 2 has 2 numbers, but rows have 3"},
        {"1 2 3 4/5 3 6/7 8 0", 0, 0, 1, "row 1 has 4 numbers, but the others have 3"},
        {"1 2/3 4 0", 0, 0, 9, "row 2 has 3 numbers, but rows have 2"},
        {"1 2 3/0", 2, 2, 7, "row 2 has 1 number, but rows have 3"},
        {"1 2/3 0", 3, 2, 8, "2 rows of 2 numbers, but a 3x2 board has 2 rows of 3"},
        {"1 2 3 4/5 6 7 0", 4, 4, 16, "2 rows of 4 numbers, but a 4x4 board has 4 rows of 4"},
        {"1 2/3 0/4", 2, 2, 9, "row 3 has 1 number, but rows have 2"},
        {"1/2/0", 0, 0, 5,
         "3 numbers do not form a square board (4, 9, 16 ... 1024): numbers are missing, or "
         "the rows need '/' between them, or the size must be given"},
        /* counts */
        {"1", 0, 0, 1, "1 number does not form a square board"},
        {"1 2 0", 0, 0, 5, "3 numbers do not form a square board"},
        {"1 2 3 4 5 0", 0, 0, 11, "6 numbers do not form a square board"},
        {"1 2 3 0", 4, 4, 7, "too few numbers: there are 4, but a 4x4 board has 16"},
        {"1 2 3 4 5 0", 2, 2, 11, "too many numbers: there are 6, but a 2x2 board has 4"},
        {"0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25", 0, 0, 1,
         "26 numbers: is the first one an index? Write ':' after it"},
        /* tiles */
        {"1 2 3 4", 0, 0, 7,
         "4 at column 7 is not a tile of a 2x2 board, whose tiles are 1 to 3; the "
         "blank is missing"},
        {"0 99 2 3", 0, 0, 3, "99 at column 3 is not a tile of a 2x2 board"},
        {"0 99 2 3", 0, 0, 3, "tile 1 is missing"},
        {"99999999999999999999999 1 2 3", 2, 2, 1, "a number that long at column 1 is not a tile"},
        {"4294967297 0 2 3", 0, 0, 1, "a number that long at column 1 is not a tile"},
        {"1 2 2 0", 0, 0, 5, "tile 2 is at column 3 and again at column 5; tile 3 is missing"},
        {"0 1 / _ 3", 0, 0, 7, "the blank is at column 1 and again at column 7; tile 2"},
        {"1 1 1 1", 0, 0, 3, "tile 1 is at column 1 and again at column 3; the blank"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_refused(&cases[i], strlen(cases[i].text));
    assert_refused(&(struct refusal){"1 2\0 3 0", 0, 0, 4, "a NUL byte, at column 4"}, 8);
    assert_refused(&(struct refusal){"\0", 2, 2, 1, "'\\x00', a NUL byte, at column 1"}, 1);
}

static void refuses_sizes_that_are_none(void **state) {
    (void)state;
    static const int sizes[][2] = {{1, 4}, {4, 0}, {0, 4}, {-4, -4}, {5, 33}, {33, 2}, {1, 1}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        tilepdb_board board;
        tilepdb_error error;
        assert_int_equal(parse("1 2 3 0", 7, sizes[i][0], sizes[i][1], &board, &error),
                         TILEPDB_ERROR_ARGUMENT);
        assert_non_null(strstr(error.message, "is not a valid size"));
    }
    assert_int_equal(tilepdb_board_parse(NULL, 0, 0, 0, NULL, NULL), TILEPDB_ERROR_PARSE);
}

/* Returns the least CPU time of three readings of `length` bytes. */
static clock_t refusal_time(const char *text, size_t length) {
    clock_t least = 0;
    for (int i = 0; i < 3; i++) {
        tilepdb_board board;
        const clock_t begin = clock();
        assert_int_equal(parse(text, length, 0, 0, &board, NULL), TILEPDB_ERROR_PARSE);
        const clock_t taken = clock() - begin;
        if (i == 0 || taken < least) least = taken;
    }
    return least;
}

/* Keeps memory that is freed, so that readings after the first take no new pages: on some machines
 * these take longer than the reading. */
static void memory_keep(void) {
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 1 << 30);
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
#endif
}

/* A megabyte has a short and printable message. Both times come from one process, since a busy
 * machine is slow for both: an eighth of the bytes takes an eighth of a linear time, but a 64th of
 * a quadratic one. */
static void megabytes_are_refused(void **state) {
    (void)state;
    memory_keep();
    enum { LENGTH = 1 << 20 };
    static const struct {
        const char *unit;
        const char *tail;
        struct refusal refusal;
    } cases[] = {
        {"7", "7", {NULL, 0, 0, 1, "1 number does not form a square board"}},
        {" ", "y", {NULL, 0, 0, LENGTH, "unreadable character 'y'"}},
        {" ", " ", {NULL, 0, 0, 1, "there is no number"}},
        {"7 ", " ", {NULL, 0, 0, LENGTH - 1, "524288 numbers do not form"}},
        {"1 2/", "/", {NULL, 0, 0, 1, "not boards that follow one another"}},
        {"/", "/", {NULL, 0, 0, 1, "there is no number"}},
        {"\xE2", "\xE2", {NULL, 0, 0, 1, "'\\xE2'"}},
    };
    clock_t whole = 0, part = 0;
    char *text = malloc(LENGTH + 1);
    assert_non_null(text);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        size_t unit = strlen(cases[i].unit);
        for (size_t at = 0; at < LENGTH; at++) text[at] = cases[i].unit[at % unit];
        text[LENGTH - 1] = cases[i].tail[0];
        text[LENGTH] = '\0';
        struct refusal refusal = cases[i].refusal;
        refusal.text = text;
        assert_refused(&refusal, LENGTH);
        part += refusal_time(text, LENGTH / 8);
        whole += refusal_time(text, LENGTH);
    }
    assert_true(whole < 20 * part);
    free(text);
}

/* Random bytes of the notation's alphabet are a board or an error. */
static void noise_is_a_board_or_an_error(void **state) {
    (void)state;
    static const char alphabet[] = "0123456789  ,\t//_.-\n\r\0x\xC3\xA9";
    tilepdb_random random;
    tilepdb_random_seed(&random, 40);
    for (int round = 0; round < 20000; round++) {
        char text[24];
        size_t length = random_below(&random, sizeof text + 1);
        for (size_t i = 0; i < length; i++)
            text[i] = alphabet[random_below(&random, sizeof alphabet)];
        tilepdb_board board;
        tilepdb_error error;
        tilepdb_status status = parse(text, length, 0, 0, &board, &error);
        if (status == TILEPDB_OK) {
            assert_int_equal(board_check(&board, NULL), TILEPDB_OK);
        } else {
            assert_int_equal(status, TILEPDB_ERROR_PARSE);
            assert_in_range(error.column, 1, length + 1);
        }
    }
}

/* ---- what is written ------------------------------------------------------------------------- */

static void writes_plain_and_in_rows(void **state) {
    (void)state;
    char text[TILEPDB_BOARD_TEXT];
    tilepdb_board board;
    tilepdb_goal(4, 3, 11, &board, NULL);
    assert_int_equal(tilepdb_board_format(&board, false, text), 25);
    assert_string_equal(text, "1 2 3 4 5 6 7 8 9 10 11 0");
    assert_int_equal(tilepdb_board_format(&board, true, text), 29);
    assert_string_equal(text, "1 2 3 4 / 5 6 7 8 / 9 10 11 0");
    /* The longest text: tiles may be alike, so all may have four digits. */
    tilepdb_goal(32, 32, 0, &board, NULL);
    for (int cell = 1; cell < 32 * 32; cell++) board.cells[cell] = 1023;
    assert_int_equal(tilepdb_board_format(&board, true, text), 1 + 1023 * 5 + 31 * 2);
    tilepdb_goal(4, 3, 11, &board, NULL);
    board.cells[0] = 200;
    assert_int_equal(tilepdb_board_format(&board, true, text), 0);
    assert_string_equal(text, "");
}

static void assert_read_back(const char *text, int width, int height, const tilepdb_board *board) {
    tilepdb_board back;
    assert_int_equal(parse(text, strlen(text), width, height, &back, NULL), TILEPDB_OK);
    assert_true(board_equal(board, &back));
}

/* For random boards of every size, the reader reads what was written. */
static void round_trips(void **state) {
    (void)state;
    tilepdb_random random;
    tilepdb_random_seed(&random, 41);
    for (int size = 0; size < 13 * 13 * 50; size++) {
        const int width = size % 13, height = size / 13 % 13, cells = width * height;
        tilepdb_board goal, board, back;
        char text[TILEPDB_BOARD_TEXT], word[TILEPDB_TABLE_MAX_CELLS + 1] = "";
        if (tilepdb_size_check(width, height, NULL)) continue;
        tilepdb_goal(width, height, 0, &goal, NULL);
        tilepdb_board_scramble(&random, &goal, &board);
        size_t length = tilepdb_board_format(&board, true, text);
        assert_int_equal(length, strlen(text));
        assert_read_back(text, 0, 0, &board);
        length = tilepdb_board_format(&board, false, text);
        assert_int_equal(length, strlen(text));
        assert_read_back(text, width, height, &board);
        for (int cell = 0; cell < cells; cell++)
            word[cell] = "0123456789ABCDEFGHIJKLMNO"[board.cells[cell]];
        assert_read_back(word, width, height, &board);
        /* Without rows and size, a square number of cells is a square, even for 8x2. */
        const bool square = cells == 4 || cells == 9 || cells == 16 || cells == 25;
        assert_int_equal(parse(text, strlen(text), 0, 0, &back, NULL) == TILEPDB_OK, square);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_all_forms),
        cmocka_unit_test(refuses_with_the_column),
        cmocka_unit_test(refuses_sizes_that_are_none),
        cmocka_unit_test(megabytes_are_refused),
        cmocka_unit_test(noise_is_a_board_or_an_error),
        cmocka_unit_test(writes_plain_and_in_rows),
        cmocka_unit_test(round_trips),
    };
    return cmocka_run_group_tests_name("notation", tests, NULL, NULL);
}
