/* Moves as text (tools/cli/moves.h): what is written can be read, and the inverse leads back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cli/moves.h"
#include "tilepdb.h"

/* A random walk from a random board, as letters: the way the tiles move. */
static void draw_walk(tilepdb_random *random, tilepdb_board *board, char *moves, int length) {
    const int width = 2 + (int)(random->state[0] % 4);
    const int height = 2 + (int)(random->state[1] % 4);
    tilepdb_board goal, position;
    assert_int_equal(tilepdb_goal(width, height, 0, &goal, NULL), TILEPDB_OK);
    assert_int_equal(tilepdb_board_scramble(random, &goal, board), TILEPDB_OK);
    position = *board;
    for (int i = 0; i < length;) {
        tilepdb_board before = position, noise;
        assert_int_equal(tilepdb_board_scramble(random, &goal, &noise), TILEPDB_OK);
        const char move[2] = {"UDLR"[random->state[2] % 4], '\0'};
        if (tilepdb_board_play(&position, move, NULL) == TILEPDB_OK)
            moves[i++] = move[0];
        else
            position = before;
    }
    moves[length] = '\0';
}

static void assert_same_board(const tilepdb_board *a, const tilepdb_board *b) {
    assert_memory_equal(a->cells, b->cells, (size_t)a->width * a->height);
}

static void what_is_written_can_be_read(void **state) {
    (void)state;
    tilepdb_random random;
    tilepdb_random_seed(&random, 8);
    for (int i = 0; i < 500; i++) {
        tilepdb_board board;
        char walk[101];
        draw_walk(&random, &board, walk, i % 101);
        for (int notation = CLI_MOVES_TILE; notation <= CLI_MOVES_NUMBERS; notation++) {
            for (int run_length = 0; run_length < 2; run_length++) {
                tilepdb_error error;
                char *read;
                char *text =
                    cli_moves_write(walk, (enum cli_notation)notation, run_length == 1, &board);
                assert_int_equal(cli_moves_read(text, strlen(text), (enum cli_notation)notation,
                                                &board, &read, &error),
                                 TILEPDB_OK);
                assert_string_equal(read, walk);
                free(read);
                free(text);
            }
        }
    }
}

static void the_inverse_leads_back(void **state) {
    (void)state;
    tilepdb_random random;
    tilepdb_random_seed(&random, 88);
    for (int i = 0; i < 500; i++) {
        tilepdb_board board, position;
        char walk[101], back[101];
        draw_walk(&random, &board, walk, i % 101);
        position = board;
        assert_int_equal(tilepdb_board_play(&position, walk, NULL), TILEPDB_OK);
        strcpy(back, walk);
        cli_moves_invert(back);
        assert_int_equal(tilepdb_board_play(&position, back, NULL), TILEPDB_OK);
        assert_same_board(&position, &board);
        cli_moves_invert(back);
        assert_string_equal(back, walk);
    }
}

static void run_lengths_are_counted(void **state) {
    (void)state;
    static const char *const pairs[][2] = {
        {"", ""}, {"U", "U"}, {"UU", "U2"}, {"URDLLURR", "URDL2UR2"}, {"LLLLLLLLLLLLU", "L12U"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        char *read, *text = cli_moves_letters(pairs[i][0], CLI_MOVES_TILE, true);
        assert_string_equal(text, pairs[i][1]);
        assert_int_equal(
            cli_moves_read(text, strlen(text), CLI_MOVES_TILE, NULL, &read, &(tilepdb_error){0}),
            TILEPDB_OK);
        assert_string_equal(read, pairs[i][0]);
        free(read);
        free(text);
    }
}

static void assert_refused(const char *text, size_t length, enum cli_notation notation,
                           tilepdb_status status, size_t column) {
    tilepdb_board board;
    tilepdb_error error = {0};
    char *moves = (char *)&board; /* must become NULL */
    assert_int_equal(tilepdb_goal(3, 3, 8, &board, NULL), TILEPDB_OK);
    assert_int_equal(cli_moves_read(text, length, notation, &board, &moves, &error), status);
    assert_null(moves);
    assert_int_equal(error.status, status);
    assert_int_equal(error.column, column);
    assert_true(strlen(error.message) > 0);
}

static void what_is_no_move_is_refused(void **state) {
    (void)state;
    assert_refused("UX", 2, CLI_MOVES_TILE, TILEPDB_ERROR_PARSE, 2);
    assert_refused("2U", 2, CLI_MOVES_TILE, TILEPDB_ERROR_PARSE, 1);
    assert_refused("U2 3", 4, CLI_MOVES_TILE, TILEPDB_ERROR_PARSE, 3);
    assert_refused("UR0", 3, CLI_MOVES_TILE, TILEPDB_ERROR_PARSE, 2);
    assert_refused("U\0D", 3, CLI_MOVES_TILE, TILEPDB_ERROR_PARSE, 2);
    assert_refused("U100001", 7, CLI_MOVES_TILE, TILEPDB_ERROR_PARSE, 1);
    assert_refused("U100000D", 8, CLI_MOVES_BLANK, TILEPDB_ERROR_PARSE, 100001);
    assert_refused("U18446744073709551617", 21, CLI_MOVES_TILE, TILEPDB_ERROR_PARSE, 1);
    assert_refused("6,5,x", 5, CLI_MOVES_NUMBERS, TILEPDB_ERROR_PARSE, 3);
    assert_refused("6,-5", 4, CLI_MOVES_NUMBERS, TILEPDB_ERROR_PARSE, 2);
    assert_refused("6,1", 3, CLI_MOVES_NUMBERS, TILEPDB_REFUTED, 2);
    assert_refused("9", 1, CLI_MOVES_NUMBERS, TILEPDB_REFUTED, 1);
    assert_refused("0", 1, CLI_MOVES_NUMBERS, TILEPDB_REFUTED, 1);
    assert_refused("18446744073709551622", 20, CLI_MOVES_NUMBERS, TILEPDB_REFUTED, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_can_be_read),
        cmocka_unit_test(the_inverse_leads_back),
        cmocka_unit_test(run_lengths_are_counted),
        cmocka_unit_test(what_is_no_move_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
