/* Unit tests of errors: codes and their numbers beside sentences, and characters in them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "base/error.h"
#include "base/message_text.h"
#include "tilepdb.h"

/* Sets an error that has a code. */
static void coded(tilepdb_error *error, const char *text) {
    const struct error_code code = {
        .code = TILEPDB_MESSAGE_MEMORY, .number = {-1, INT64_MAX}, .text = text, .column = 7};
    assert_int_equal(error_set_code(error, TILEPDB_ERROR_IO, code, "it needs %d", 5),
                     TILEPDB_ERROR_IO);
}

static void codes_are_kept_and_forgotten(void **state) {
    (void)state;
    tilepdb_error error;
    coded(&error, "text");
    assert_string_equal(error.message, "it needs 5");
    assert_int_equal(error.code, TILEPDB_MESSAGE_MEMORY);
    assert_true(error.number[0] == -1 && error.number[1] == INT64_MAX && error.number[3] == 0);
    assert_string_equal(error.text, "text");
    assert_int_equal(error.column, 7);
    /* The name of a file is put before a sentence, which stays the same. */
    assert_int_equal(error_in_file(&error, TILEPDB_ERROR_IO, "a/b"), TILEPDB_ERROR_IO);
    assert_string_equal(error.message, "'a/b': it needs 5");
    assert_int_equal(error.code, TILEPDB_MESSAGE_MEMORY);
    assert_true(error.number[1] == INT64_MAX);
    assert_string_equal(error.text, "text");
    error_set(&error, TILEPDB_ERROR_PARSE, "other words");
    assert_int_equal(error.code, TILEPDB_MESSAGE_OTHER);
    assert_true(error.number[0] == 0 && error.text[0] == '\0' && error.column == 0);
    char longer[2 * TILEPDB_ERROR_TEXT];
    memset(longer, 'x', sizeof longer);
    longer[sizeof longer - 1] = '\0';
    coded(&error, longer);
    assert_int_equal(strlen(error.text), TILEPDB_ERROR_TEXT - 1);
    coded(NULL, NULL);
}

static void each_code_has_a_name(void **state) {
    (void)state;
    size_t named = 0;
    for (int code = 0; code < 200; code++) {
        const char *name = tilepdb_message_name((tilepdb_message)code);
        if (strcmp(name, "other") == 0) continue;
        named++;
        for (int other = 0; other < code; other++)
            assert_string_not_equal(tilepdb_message_name((tilepdb_message)other), name);
    }
    assert_int_equal(named, 28);
    assert_string_equal(tilepdb_message_name(TILEPDB_MESSAGE_TABLE_FALSE), "table false");
    assert_string_equal(tilepdb_message_name((tilepdb_message)-1), "other");
}

/* What calls say. */
static void calls_give_codes(void **state) {
    (void)state;
    tilepdb_error error;
    tilepdb_board board, goal, roots;
    tilepdb_partition partition;
    assert_int_equal(tilepdb_goal(4, 4, 15, &goal, NULL), TILEPDB_OK);
    tilepdb_size_check(9, 8, &error);
    assert_int_equal(error.code, TILEPDB_MESSAGE_BOARD_SIZE);
    assert_true(error.number[0] == 9 && error.number[1] == 8);
    board = goal;
    tilepdb_board_play(&board, "DR\xF0\x9F\xA7\xA9", &error);
    assert_int_equal(error.code, TILEPDB_MESSAGE_MOVE_UNKNOWN);
    assert_true(error.number[0] == 3 && error.column == 3);
    assert_string_equal(error.text, "\xF0\x9F\xA7\xA9");
    board = goal;
    tilepdb_board_play(&board, "RU", &error);
    assert_int_equal(error.code, TILEPDB_MESSAGE_MOVE_IMPOSSIBLE);
    assert_true(error.number[0] == 2 && error.number[1] == 4 && error.number[2] == 3);
    assert_string_equal(error.text, "U");
    board = goal;
    board.cells[13] = 15, board.cells[14] = 14;
    tilepdb_board_solvable(&board, &goal, &error);
    assert_int_equal(error.code, TILEPDB_MESSAGE_UNSOLVABLE);
    assert_true(error.number[0] == 1 && error.number[1] + error.number[2] == 29);
    tilepdb_goal(5, 3, 14, &roots, NULL);
    tilepdb_board_solvable(&roots, &goal, &error);
    assert_int_equal(error.code, TILEPDB_MESSAGE_SIZES_DIFFER);
    assert_true(error.number[0] == 5 && error.number[3] == 4);
    tilepdb_partition_parse("7-9", 4, 4, 15, &partition, &error);
    assert_int_equal(error.code, TILEPDB_MESSAGE_PARTITION_UNKNOWN);
    assert_string_equal(error.text, "7-8");
    tilepdb_partition_parse("1-4,4/5-15", 4, 4, 15, &partition, &error);
    assert_int_equal(error.code, TILEPDB_MESSAGE_PARTITION_TWICE);
    assert_true(error.number[0] == 4 && error.column > 0);
}

static void characters_are_shown(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"a", "a"},
        {"~b", "~"},
        {"\n", "\\x0A"},
        {"\x7F", "\\x7F"},
        {"\xC3\xA9x", "\xC3\xA9"},
        {"\xF0\x9F\xA7\xA9", "\xF0\x9F\xA7\xA9"},
        {"\xC2\x9B", "\\xC2\\x9B"},          /* a control */
        {"\xE2\x80\xAE", "\\xE2\\x80\\xAE"}, /* turns the text around */
        {"\xC0\xAF", "\\xC0\\xAF"},          /* too long for what it is */
        {"\xED\xA0\x80", "\\xED\\xA0\\x80"}, /* a surrogate */
        {"\xE2\x88", "\\xE2\\x88"},          /* incomplete */
        {"\xFFz", "\\xFF"},
        {"\xF4\x90\x80\x80", "\\xF4\\x90\\x80\\x80"} /* beyond the last */
    };
    char shown[CHARACTER_SHOWN];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        character_show(cases[i][0], strlen(cases[i][0]), shown);
        assert_string_equal(shown, cases[i][1]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(codes_are_kept_and_forgotten),
        cmocka_unit_test(each_code_has_a_name),
        cmocka_unit_test(calls_give_codes),
        cmocka_unit_test(characters_are_shown),
    };
    return cmocka_run_group_tests_name("error", tests, NULL, NULL);
}
