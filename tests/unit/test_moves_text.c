/* Moves as text (text/moves_lexer.h): what is written can be read, the inverse leads back, and
 * errors quote the input. */
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

/* Makes a random walk from a random board, as letters of the tiles' directions. */
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
    assert_memory_equal(a->cells, b->cells, (size_t)a->width * a->height * sizeof *a->cells);
}

#define TILE    TILEPDB_NOTATION_TILE
#define BLANK   TILEPDB_NOTATION_BLANK
#define NUMBERS TILEPDB_NOTATION_NUMBERS
#define PARSE   TILEPDB_ERROR_PARSE
#define REFUTED TILEPDB_REFUTED

/* The result of reading the last text. */
static struct {
    tilepdb_status status;
    tilepdb_error error;
    size_t count;
    char moves[TILEPDB_MAX_TYPED_MOVES + 1];
} found;

static void read_moves(const char *text, size_t length, tilepdb_notation notation,
                       tilepdb_board *board) {
    found.error = (tilepdb_error){.message = ""};
    found.moves[0] = '\0';
    found.status = tilepdb_moves_parse(text, length, notation, board, found.moves,
                                       sizeof found.moves, &found.count, &found.error);
    assert_int_equal(found.error.status, found.status);
}

static void assert_found(const char *moves) {
    assert_string_equal(found.error.message, "");
    assert_int_equal(found.status, TILEPDB_OK);
    assert_string_equal(found.moves, moves);
    assert_int_equal(found.count, strlen(moves));
}

static void assert_says(const char *text, const char *quote) {
    if (!strstr(found.error.message, quote))
        fail_msg("'%s': '%s' does not say '%s'", text, found.error.message, quote);
}

static void what_is_written_can_be_read(void **state) {
    (void)state;
    tilepdb_random random;
    tilepdb_random_seed(&random, 8);
    for (int i = 0; i < 500; i++) {
        tilepdb_board board, played, position;
        char walk[101], text[500], read[101];
        size_t count;
        draw_walk(&random, &board, walk, i % 101);
        played = board;
        assert_int_equal(tilepdb_board_play(&played, walk, NULL), TILEPDB_OK);
        for (int form = 0; form < 6; form++) {
            const tilepdb_notation notation = (tilepdb_notation)(form / 2);
            const size_t length =
                tilepdb_moves_format(walk, notation, form % 2 == 1, &board, text, sizeof text);
            assert_int_equal(length, strlen(text));
            position = board;
            assert_int_equal(tilepdb_moves_parse(text, length, notation, &position, read,
                                                 sizeof read, &count, NULL),
                             TILEPDB_OK);
            assert_string_equal(read, walk);
            assert_int_equal(count, strlen(walk));
            assert_same_board(&position, &played);
        }
    }
}

static void the_inverse_leads_back(void **state) {
    (void)state;
    tilepdb_random random;
    tilepdb_random_seed(&random, 88);
    for (int i = 0; i < 500; i++) {
        tilepdb_board board, position;
        char walk[101], text[500], back[500], again[500];
        draw_walk(&random, &board, walk, i % 101);
        for (int form = 0; form < 6; form++) {
            const tilepdb_notation notation = (tilepdb_notation)(form / 2);
            size_t count;
            position = board;
            assert_int_equal(tilepdb_board_play(&position, walk, NULL), TILEPDB_OK);
            tilepdb_moves_format(walk, notation, form % 2 == 1, &board, text, sizeof text);
            assert_int_equal(tilepdb_moves_invert(text, strlen(text), notation, form % 2 == 1, back,
                                                  sizeof back, &count, NULL),
                             TILEPDB_OK);
            assert_int_equal(count, strlen(walk));
            assert_int_equal(
                tilepdb_moves_parse(back, strlen(back), notation, &position, NULL, 0, NULL, NULL),
                TILEPDB_OK);
            assert_same_board(&position, &board);
            assert_int_equal(tilepdb_moves_invert(back, strlen(back), notation, form % 2 == 1,
                                                  again, sizeof again, NULL, NULL),
                             TILEPDB_OK);
            assert_string_equal(again, text);
        }
    }
}

static void all_forms_are_read(void **state) {
    (void)state;
    static const struct {
        const char *text;
        tilepdb_notation notation;
        const char *moves;
    } cases[] = {
        {"", TILE, ""},
        {" \t,", TILE, ""},
        {"URDL2UR2", TILE, "URDLLURR"},
        {"r2", TILE, "RR"},
        {"R'", TILE, "L"},
        {"R'", BLANK, "R"},
        {"R2' d'3 u\xE2\x80\x99 L\xE2\x80\xB2", TILE, "LLUUUDR"},
        {"D R2 U3", TILE, "DRRUUU"},
        {"D,R\xC2\xA0U\r\nL", TILE, "DRUL"},
        {"\xE2\x86\x90\xE2\x86\x91\xE2\x86\x92\x32\xE2\x86\x93", TILE, "LURRD"},
        {"\xE2\x86\x90", BLANK, "R"},
        {"\xEF\xBF\xAC\x32 \xEF\xBF\xAB \xEF\xBF\xAA\xEF\xBF\xA9", TILE, "DDRUL"},
        {"4 DLUR", TILE, "DLUR"},
        {"4\tD L U R", TILE, "DLUR"},
        {"<=5 DLU2R", TILE, "DLUUR"},
        {"1. D2 R", TILE, "DDR"}, /* in a list */
        {"1. D\r\n 2) U2\n\n3. L", TILE, "DUUL"},
        {" 12)\tD2 R", BLANK, "UUL"},
        {"4 DLU2R", TILE, "DLUUR"}, /* slides */
        {"2 L2 L D", BLANK, "RRRU"},
        {"UP LEFT", TILE, "UL"}, /* words */
        {"up\nLeft\ndown, RIGHT2'", TILE, "ULDLL"},
        {"UP LEFT", BLANK, "DR"},
        {"^ v<> ->2 <- V", TILE, "UDLRRRLD"},                 /* arrows in ASCII */
        {"1. 45.32  R D2 @2024-01-01 10:00:00", TILE, "RDD"}, /* timers */
        {"1) (1:02.10+) R\n2) DNF(3.5)  D2  @2024-01-01\n3) DNF L\r\n", TILE, "RDDL"},
        {"45.32 R", TILE, "R"},
        {"\"R D'\" `L`", TILE, "RUL"}, /* quotes */
        {"'R', 'D2'", TILE, "RDD"},
        {"['UP', 'LEFT']", TILE, "UL"},
        {"[\"U\",\"L\"]", BLANK, "DR"},
        {"(U, R)", TILE, "UR"},
        {"'R D2'", TILE, "RDD"},
        {"3\nDLU", TILE, "DLU"}, /* two lines */
        {"2\r\nDLL\n", TILE, "DLL"},
        {"0", TILE, ""},
        {" 0 ", BLANK, ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        read_moves(cases[i].text, strlen(cases[i].text), cases[i].notation, NULL);
        assert_found(cases[i].moves);
    }
}

/* The start is 1 2 3 / 4 5 6 / 7 8 0. */
static void tiles_and_lengths_are_told_apart(void **state) {
    (void)state;
    static const struct {
        const char *text;
        const char *moves; /* NULL if not possible */
    } cases[] = {
        {"8,7", "RR"},  {"8 7", "RR"},   {"2 8,7", "RR"},    {"1 8", "R"},    {"0", ""},
        {"8", "R"},     {"6 3", "DD"},   {"3 8,7", NULL},    {"0 8", NULL},   {"<=2 8,7", "RR"},
        {"<=1 8", "R"}, {"1 8,7", "RR"}, {"2 8,7,4", "RRD"}, {"1 8 7", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tilepdb_board board;
        tilepdb_goal(3, 3, 8, &board, NULL);
        read_moves(cases[i].text, strlen(cases[i].text), NUMBERS, &board);
        if (cases[i].moves)
            assert_found(cases[i].moves);
        else
            assert_int_equal(found.status, REFUTED);
    }
}

/* The start is 1 2 3 / 4 0 5 / 7 8 6, and letters are expected. */
static void tiles_and_cells_are_read(void **state) {
    (void)state;
    static const struct {
        const char *text, *moves; /* `moves` is NULL for a refusal with the message that follows */
        const char *quote;
    } cases[] = {
        {"5,6", "LU", NULL},
        {"2 3 5", "DLU", NULL},
        {"[5, 6]", "LU", NULL},
        {"'5', '6'\n", "LU", NULL},
        {"5\n6", "LU", NULL},
        {"2 5,6", "LU", NULL}, /* a length, then that number of tiles */
        {"(2,3) (3,3)", NULL,
         "may be row and column from 1, moves LU, or column and row from 1, moves UL"},
        {"r2c3 R3C3", "LU", NULL},
        {"(1,2)(0,2)(0,1)", NULL, "from 0, moves LDR, or column and row from 0, moves URD"},
        {"(1,2)(0,2)(0,1)(1,1)(1,2)(0,2)(0,1)(1,1)(1,2)(0,2)(0,1)", NULL,
         "moves LDRULDRU, or column and row from 0, moves URDLURDL: write"}, /* the first eight */
        {"r1c2 r0c2 r0c1", "LDR", NULL},
        {"[[3, 2], [3, 3], [2, 3], [2, 2]]", NULL, "from 1, moves ULDR, or"},
        {"5 6", NULL, "write a comma between tiles"},
        {"5 9", NULL, "a number of solutions"},
        {"5,1", NULL, "cannot move one after the other: move 2, '1' at column 3"},
        {"5,6,x", NULL, "move 1, '5' at column 1"},
        {"(1,1)", NULL, "cells cannot be the tiles"},
        {"(1,2)", NULL, "row and column from 1, moves D, or row and column from 0, moves L"},
        {"(5,6)", "LU", NULL},
        {"(2,3)", NULL, "may be two tiles or one cell"},
        {"(1,2) R", NULL, "move 1, '('"},
        {"(1,2) (1,2,3)", NULL, "move 1, '1' at column 2"},
        {"5", NULL, "a length without moves"},
        {"r2c2 r2c3 r3c3", "LU", NULL}, /* the blank's own cell first */
        {"r2c2", NULL, "cells cannot be the tiles"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tilepdb_board board, start;
        tilepdb_board_parse("1 2 3/4 0 5/7 8 6", 17, 0, 0, &start, NULL);
        board = start;
        read_moves(cases[i].text, strlen(cases[i].text), TILE, &board);
        if (cases[i].moves) {
            assert_found(cases[i].moves);
            tilepdb_board_play(&start, cases[i].moves, NULL);
        } else {
            assert_int_equal(found.status, PARSE);
            assert_says(cases[i].text, cases[i].quote);
        }
        assert_memory_equal(&board, &start, sizeof board);
    }
    tilepdb_board board;
    tilepdb_board_parse("1 2 3/4 5 0/7 8 6", 17, 0, 0, &board, NULL);
    read_moves("[[1, 3], [1, 2]]", 16, BLANK, &board);
    assert_found("DR");
}

/* ---- all readings of short texts ------------------------------------------------------------- */

#define SHORT 4

/* Moves as one reading gives them; impossible if `count` is negative. */
struct naive {
    int count;
    char moves[SHORT + 1];
    tilepdb_board end;
};

enum naive_way { DIRECTIONS, NAMES, TILES, FROM_0, FROM_1, NAIVE_WAYS };

static unsigned naive_blank(const tilepdb_board *board) {
    unsigned cell = 0;
    while (board->cells[cell] != 0) cell++;
    return cell;
}

/* Moves the tile of a cell, if it is beside the blank. */
static bool naive_move(struct naive *reading, int row, int column) {
    const int blank = (int)naive_blank(&reading->end), down = blank / 3 - row,
              right = blank % 3 - column;
    if (row < 0 || row > 2 || column < 0 || column > 2 || abs(down) + abs(right) != 1) return false;
    reading->end.cells[blank] = reading->end.cells[3 * row + column];
    reading->end.cells[3 * row + column] = 0;
    reading->moves[reading->count++] = down > 0 ? 'D' : down < 0 ? 'U' : right > 0 ? 'R' : 'L';
    return true;
}

/* Reads letters, 'A' to 'Z', or numbers. */
static struct naive naive_read(const tilepdb_board *board, const int *item, int items,
                               enum naive_way way) {
    struct naive reading = {.end = *board};
    for (int i = 0; i < items; i++) {
        const int blank = (int)naive_blank(&reading.end);
        int row = blank / 3, column = blank % 3;
        if (way == DIRECTIONS) {
            row += (item[i] == 'U') - (item[i] == 'D');
            column += (item[i] == 'L') - (item[i] == 'R');
        } else if (way == FROM_0 || way == FROM_1) {
            const int cell = item[i] - (way == FROM_1);
            if (i == 0 && cell == blank) continue;
            row = cell < 0 ? -1 : cell / 3;
            column = cell % 3;
        } else {
            const int tile = way == NAMES ? item[i] - 'A' + 1 : item[i];
            int cell = 0;
            while (cell < 9 && reading.end.cells[cell] != tile) cell++;
            row = cell / 3;
            column = cell % 3;
        }
        if (!naive_move(&reading, row, column)) {
            reading.count = -1;
            break;
        }
    }
    return reading;
}

/* Returns the only reading that leads to the goal, otherwise the only one that can be played; NULL
 * if there is none, or `*two` have different moves. Tiles come before cells of the blank. */
static const struct naive *naive_choose(const struct naive *readings, const tilepdb_board *goal,
                                        bool *two) {
    *two = false;
    for (int pass = 0; pass < 2; pass++) {
        const struct naive *chosen = NULL;
        for (int way = 0; way < NAIVE_WAYS; way++) {
            const struct naive *reading = &readings[way];
            if (reading->count < 0 ||
                (pass == 0 ? !goal || !tilepdb_goal_reached(goal, &reading->end) : way >= FROM_0))
                continue;
            *two = *two || (chosen && strcmp(chosen->moves, reading->moves) != 0);
            if (!chosen) chosen = reading;
            if (way == TILES) return chosen;
        }
        if (chosen) return *two ? NULL : chosen;
    }
    return NULL;
}

/* Compares the library with all readings of a text, without a goal, towards each board to which a
 * reading leads, and towards the goal that is any board. Counts texts that have one reading, and
 * texts that have two. */
static void compare_readings(const tilepdb_board *board, const int *item, int items, bool letters,
                             size_t seen[2]) {
    static const char *const between[] = {"", " ", ",", ", "};
    struct naive readings[NAIVE_WAYS];
    const int first = letters ? DIRECTIONS : TILES, last = letters ? TILES : NAIVE_WAYS;
    char text[5 * SHORT] = "";
    for (int i = 0; i < items; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), letters ? "%s%c" : "%s%d",
                 i == 0 ? "" : between[letters ? item[0] % 4 : 2], item[i]);
    for (int way = 0; way < NAIVE_WAYS; way++) {
        readings[way].count = -1;
        if (way >= first && way < last)
            readings[way] = naive_read(board, item, items, (enum naive_way)way);
    }
    tilepdb_board any = *board;
    for (int cell = 0; cell < 9; cell++) any.cells[cell] = TILEPDB_ANY_TILE;
    for (int towards = -1; towards <= NAIVE_WAYS; towards++) {
        const bool reading = towards >= 0 && towards < NAIVE_WAYS;
        if (reading && readings[towards].count < 0) continue;
        bool two;
        const tilepdb_board *goal = reading ? &readings[towards].end : towards < 0 ? NULL : &any;
        const struct naive *expected = naive_choose(readings, goal, &two);
        tilepdb_board played = *board;
        char moves[SHORT + 1];
        tilepdb_error error = {.message = ""};
        const tilepdb_status status =
            tilepdb_solution_parse(text, strlen(text), letters ? TILEPDB_NOTATION_NAMES : TILE,
                                   goal, &played, moves, sizeof moves, NULL, &error);
        if ((status == TILEPDB_OK) != (expected != NULL) ||
            (error.code == TILEPDB_MESSAGE_TEXT_AMBIGUOUS) != two)
            fail_msg("'%s': %s", text, error.message);
        seen[two] += expected || two;
        if (!expected) continue;
        assert_string_equal(moves, expected->moves);
        assert_same_board(&played, &expected->end);
    }
}

/* All texts of up to SHORT items: numbers have two at least, since one is a length. */
static void short_texts_have_one_reading(void **state) {
    (void)state;
    static const int letters[] = {'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'U', 'L', 'R'};
    tilepdb_random random;
    tilepdb_board goal, board;
    size_t seen[2][2] = {{0}};
    tilepdb_random_seed(&random, 71);
    assert_int_equal(tilepdb_goal(3, 3, 8, &goal, NULL), TILEPDB_OK);
    for (int i = 0; i < 20; i++) {
        board = goal;
        if (i > 0) assert_int_equal(tilepdb_board_scramble(&random, &goal, &board), TILEPDB_OK);
        for (int kind = 0; kind < 2; kind++) {
            const int base = kind == 0 ? 11 : 10;
            for (int items = 1 + kind, texts = kind == 0 ? base : base * base; items <= SHORT;
                 items++, texts *= base) {
                for (int number = 0; number < texts; number++) {
                    int item[SHORT];
                    for (int k = 0, rest = number; k < items; k++, rest /= base)
                        item[k] = kind == 0 ? letters[rest % base] : rest % base;
                    compare_readings(&board, item, items, kind == 0, seen[kind]);
                }
            }
        }
    }
    assert_true(seen[0][0] > 9000 && seen[0][1] > 9 && seen[1][0] > 9000 && seen[1][1] > 99);
}

static void run_lengths_are_counted(void **state) {
    (void)state;
    static const char *const pairs[][2] = {
        {"", ""}, {"U", "U"}, {"UU", "U2"}, {"URDLLURR", "URDL2UR2"}, {"LLLLLLLLLLLLU", "L12U"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        char text[40];
        tilepdb_moves_format(pairs[i][0], TILE, true, NULL, text, sizeof text);
        assert_string_equal(text, pairs[i][1]);
    }
}

static void slides_are_counted(void **state) {
    (void)state;
    static const struct {
        const char *moves;
        size_t tiles, slides;
    } cases[] = {{"", 0, 0}, {"U", 1, 1}, {"UU", 2, 1}, {"URDLLURR", 8, 6}, {"LRLR", 4, 4}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(tilepdb_moves_length(cases[i].moves, TILEPDB_METRIC_SINGLE),
                         cases[i].tiles);
        assert_int_equal(tilepdb_moves_length(cases[i].moves, TILEPDB_METRIC_MULTI),
                         cases[i].slides);
    }
}

static void room_is_kept(void **state) {
    (void)state;
    char text[6] = "xxxxx";
    assert_int_equal(tilepdb_moves_format("LLLLU", TILE, false, NULL, text, 5), 0);
    assert_string_equal(text, "");
    assert_int_equal(text[5], '\0');
    assert_int_equal(tilepdb_moves_format("LLLLU", TILE, true, NULL, text, 4), 3);
    assert_int_equal(tilepdb_moves_format("LX", TILE, true, NULL, text, 4), 0);
    assert_int_equal(tilepdb_moves_parse("L5", 2, TILE, NULL, text, 5, NULL, NULL),
                     TILEPDB_ERROR_TOO_LARGE);
    assert_int_equal(tilepdb_moves_invert("L5", 2, TILE, false, text, 5, NULL, NULL),
                     TILEPDB_ERROR_TOO_LARGE);
    assert_int_equal(tilepdb_moves_invert("5,15", 4, NUMBERS, false, text, 4, NULL, NULL),
                     TILEPDB_ERROR_TOO_LARGE);
    assert_int_equal(tilepdb_moves_parse("5", 1, NUMBERS, NULL, NULL, 0, NULL, NULL),
                     TILEPDB_ERROR_ARGUMENT);
}

static void boards_are_checked(void **state) {
    (void)state;
    static const tilepdb_board boards[] = {
        {.width = 255, .height = 255}, {.width = 3, .height = 3}, {.width = 0, .height = 0}};
    char text[20];
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++)
        assert_int_equal(tilepdb_moves_format("L", NUMBERS, false, &boards[i], text, sizeof text),
                         0);
}

/* Every prefix of a text, in memory that ends with it, so that a sanitizer finds any access
 * beyond. */
static void beginnings_are_read_to_their_end(void **state) {
    (void)state;
    static const char *const texts[] = {
        "2 8,7",
        "12",
        "<=2 RR",
        "R2' \xE2\x86\x90\xE2\x80\x99",
        ">=40",
        "[[1 2]/[3 0]]\xE2\x80\xAF",
        "1. R2 \xEF\xBF\xA9",
        "|1||3|2|0|",
        "['UP', 'LEFT2']",
        "1. DNF(4:5.32+)  ->2 <- @2024-01-01 10:00:00",
        "[[3,2], (3,3)] r3c2",
        "3\r\n`R' \xE2\x80\x9C",
        "[h,G D]",
        "9 6,3",
    };
    static char moves[TILEPDB_MOVES_TEXT];
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        for (size_t length = 0; length <= strlen(texts[i]); length++) {
            char *copy = malloc(length > 0 ? length : 1);
            assert_non_null(copy);
            memcpy(copy, texts[i], length);
            for (int notation = 0; notation < 4; notation++) {
                tilepdb_board board;
                tilepdb_board_parse(copy, length, 0, 0, &board, NULL);
                tilepdb_goal(3, 3, 8, &board, NULL);
                const tilepdb_board goal = board;
                tilepdb_solution_parse(copy, length, (tilepdb_notation)notation, &goal, &board,
                                       moves, sizeof moves, NULL, NULL);
                tilepdb_moves_invert(copy, length, (tilepdb_notation)notation, true, moves,
                                     sizeof moves, NULL, NULL);
            }
            free(copy);
        }
    }
}

struct refusal {
    const char *text;
    size_t length; /* 0 for the length of the text */
    tilepdb_notation notation;
    tilepdb_status status;
    size_t column, count;
    const char *quote;
};

static const struct refusal refusals[] = {
    {"UX", 0, TILE, PARSE, 2, 1, "move 2, 'X' at column 2, is not U, D, L, R or an arrow"},
    {"1.", 0, TILE, PARSE, 1, 0, "move 1, '1' at column 1"},
    {"1.U", 0, TILE, PARSE, 1, 0, "move 1, '1' at column 1"},
    {"1. 2. U", 0, TILE, PARSE, 1, 0, "move 1, '1' at column 1"},
    {"1. 5", 0, NUMBERS, PARSE, 2, 0, "'.'"},
    {"2U", 0, TILE, PARSE, 1, 0, "move 1, '2' at column 1, is not U, D, L, R or an arrow"},
    {"U2 3", 0, TILE, PARSE, 4, 2, "move 3, '3' at column 4"},
    {"RUPD", 0, TILE, PARSE, 3, 2, "move 3, 'P' at column 3"},
    {"UPS", 0, TILE, PARSE, 2, 1, "move 2, 'P' at column 2"},
    {"U -> L", 0, TILE, PARSE, 3, 1, "letters and arrows are mixed"},
    {"\xE2\x86\x90 L", 0, TILE, PARSE, 5, 1, "letters and arrows are mixed"},
    {"^ <-> v", 0, TILE, PARSE, 3, 1, "'<'"},
    {"'R D' L'", 0, TILE, PARSE, 8, 2, "may be a quote"},
    {"R' 'D'", 0, TILE, PARSE, 4, 1, "may be a quote"},
    {"'R'2", 0, TILE, PARSE, 4, 1, "may be a quote"},
    {"'R D", 0, TILE, PARSE, 5, 2, "may be a quote"},
    {"(R D)2", 0, TILE, PARSE, 1, 0, "'('"},
    {"R @2024-1-1", 0, TILE, PARSE, 3, 1, "'@'"},
    {"1. 45 R", 0, TILE, PARSE, 1, 0, "move 1, '1' at column 1"},
    {"3\n\nDLU", 0, TILE, PARSE, 1, 0, "'3'"},
    {"UR0", 0, TILE, PARSE, 2, 1, "move 2, 'R0' at column 2, is repeated 0"},
    {"U\0D", 3, TILE, PARSE, 2, 1, "'\\x00'"},
    {"U\xE2\x86\x94", 0, TILE, PARSE, 2, 1, "'\xE2\x86\x94'"},
    {"U\xEF\xBF\xA8", 0, TILE, PARSE, 2, 1, "'\xEF\xBF\xA8'"},
    {"U\xEF\xBF\xAD", 0, TILE, PARSE, 2, 1, "'\xEF\xBF\xAD'"},
    {"R''", 0, TILE, PARSE, 3, 1, "move 2, ''' at column 3"},
    {"U250001", 0, TILE, PARSE, 1, 0, "more than 250000"},
    {"U250000D", 0, BLANK, PARSE, 8, 250000, "more than 250000"},
    {"U18446744073709551617", 0, TILE, PARSE, 1, 0, "more than"},
    {"R R2", 0, TILE, REFUTED, 3, 2, "move 3, 'R2' at column 3, is not possible"},
    {"l3", 0, TILE, REFUTED, 1, 0, "move 1, 'l3' at column 1, is not possible"},
    {"l3", 0, BLANK, REFUTED, 1, 2, "move 3, 'l3' at column 1, is not possible"},
    {"\xE2\x86\x90", 0, TILE, REFUTED, 1, 0, "'\xE2\x86\x90' at column 1"},
    {"6,5,x", 0, NUMBERS, PARSE, 5, 2, "move 3, 'x' at column 5, is not the number"},
    {"6,-5", 0, NUMBERS, PARSE, 3, 1, "'-'"},
    {"6,5x", 0, NUMBERS, PARSE, 4, 1, "'x'"},
    {"6, 1", 0, NUMBERS, REFUTED, 4, 1, "move 2, '1' at column 4, is not possible: tile 1 is not"},
    {"9", 0, NUMBERS, REFUTED, 1, 0, "'9'"},
    {"0,6", 0, NUMBERS, REFUTED, 1, 0, "'0'"},
    {"78", 0, NUMBERS, PARSE, 1, 0, "move 1, '78' at column 1, is not a tile of the board"},
    {"8,45", 0, NUMBERS, PARSE, 3, 1, "move 2, '45' at column 3, is not a tile of the board"},
    {"18446744073709551622", 0, NUMBERS, REFUTED, 1, 0, "'184467440737...'"},
    {"unsolvable\r", 0, TILE, TILEPDB_UNSOLVABLE, 1, 0, "without a solution"},
    {" >=40", 0, TILE, TILEPDB_LIMIT, 2, 0, "'>=40' is an answer"},
    {"error", 0, NUMBERS, PARSE, 1, 0, "could not be read"},
    {"31 40", 0, TILE, PARSE, 1, 0, "a number of solutions"},
    {"5 L", 0, TILE, PARSE, 1, 1, "the line gives the length 5, but has 1 move"},
    {"2 LRL2", 0, TILE, PARSE, 1, 4, "the line gives the length 2, but has 4 moves"},
    {"1 8,7,4", 0, NUMBERS, PARSE, 1, 3, "the line gives the length 1, but has 3 moves"},
    {"<=2 L3", 0, BLANK, PARSE, 3, 3, "the line gives the length 2, but has 3 moves"},
    {"<=3 8,7", 0, NUMBERS, PARSE, 3, 2, "the line gives the length 3, but has 2 moves"},
    {"<=3", 0, TILE, PARSE, 3, 0, "'3' at column 3 is a length without moves"},
    {"31", 0, TILE, PARSE, 1, 0, "'31' at column 1 is a length without moves"},
};

static void what_is_no_move_is_refused(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        const struct refusal *refusal = &refusals[i];
        tilepdb_board board;
        assert_int_equal(tilepdb_goal(3, 3, 8, &board, NULL), TILEPDB_OK);
        read_moves(refusal->text, refusal->length ? refusal->length : strlen(refusal->text),
                   refusal->notation, &board);
        assert_says(refusal->text, refusal->quote);
        assert_int_equal(found.status, refusal->status);
        assert_int_equal(found.error.column, refusal->column);
        assert_int_equal(found.count, refusal->count);
        if (found.status == REFUTED) assert_int_equal(strlen(found.moves), found.count);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_can_be_read),
        cmocka_unit_test(the_inverse_leads_back),
        cmocka_unit_test(all_forms_are_read),
        cmocka_unit_test(tiles_and_lengths_are_told_apart),
        cmocka_unit_test(tiles_and_cells_are_read),
        cmocka_unit_test(short_texts_have_one_reading),
        cmocka_unit_test(run_lengths_are_counted),
        cmocka_unit_test(slides_are_counted),
        cmocka_unit_test(room_is_kept),
        cmocka_unit_test(boards_are_checked),
        cmocka_unit_test(beginnings_are_read_to_their_end),
        cmocka_unit_test(what_is_no_move_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
