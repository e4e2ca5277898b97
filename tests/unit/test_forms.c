/* How people write boards (text/readings.h): every form of docs/input.md is read as the intended
 * board, and a board with one wrong row is never read as another. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "puzzle/board.h"
#include "tilepdb.h"
#include "tilepdb_text.h"

/* Reads a text; returns the number of items. */
static int read_items(const char *text, const tilepdb_reader_options *options, tilepdb_item *item,
                      int room) {
    tilepdb_reader *reader;
    static tilepdb_item next;
    int count = 0;
    assert_int_equal(tilepdb_reader_create(options, &reader, NULL), TILEPDB_OK);
    tilepdb_reader_feed(reader, text, strlen(text));
    tilepdb_reader_end(reader);
    while (tilepdb_reader_next(reader, &next)) {
        if (count < room) item[count] = next;
        count++;
    }
    tilepdb_reader_free(reader);
    return count;
}

/* ---- forms ----------------------------------------------------------------------------------- */

/* Every text holds this board `times` times. */
#define BOARD3 "5 1 8 / 0 4 3 / 2 6 7"
#define BOARD4 "0 12 9 13 / 15 11 10 14 / 3 7 2 5 / 4 8 6 1"
#define RECT   "5 1 0 / 3 4 2"

static const struct {
    const char *text;
    int times;
    const char *board;
} forms[] = {
#include "forms.inc"
};

static void every_form_is_the_board(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        static tilepdb_item item[3];
        const int count = read_items(forms[i].text, NULL, item, 3);
        if (count != forms[i].times)
            fail_msg("'%s' has %d items: %s", forms[i].text, count, item[0].error.message);
        for (int k = 0; k < count; k++) {
            char board[TILEPDB_BOARD_TEXT];
            if (item[k].kind == TILEPDB_ITEM_ERROR)
                fail_msg("'%s': %s", forms[i].text, item[k].error.message);
            tilepdb_board_format(&item[k].board, true, board);
            if (strcmp(board, forms[i].board) != 0)
                fail_msg("'%s' is read as %s", forms[i].text, board);
        }
    }
}

/* ---- phantoms -------------------------------------------------------------------------------- */

#define ROUNDS 3000

enum damage { MISSING, DOUBLED, UNREADABLE, MOVED, CUT, DAMAGES };

struct text_row {
    int count;
    char number[8][8];
};

static void row_insert(struct text_row *row, int at, const char *number) {
    memmove(row->number[at + 1], row->number[at], (size_t)(row->count - at) * sizeof *row->number);
    memmove(row->number[at], number, strlen(number) + 1);
    row->count++;
}

static void row_remove(struct text_row *row, int at) {
    row->count--;
    memmove(row->number[at], row->number[at + 1], (size_t)(row->count - at) * sizeof *row->number);
}

/* Damages one row. Returns the number of rows left. */
static int damage_rows(tilepdb_random *random, struct text_row *row, int rows) {
    static const char *const junk[] = {"?", "y",  "@",  "1a", "x7", "abc",
                                       "b", "-3", "..", "**", "L"};
    const int which = (int)random_below(random, (uint32_t)rows);
    const int at = (int)random_below(random, (uint32_t)row[which].count);
    const int other = (which + 1 + (int)random_below(random, (uint32_t)rows - 1)) % rows;
    char number[8];
    memcpy(number, row[which].number[at], sizeof number);
    switch ((enum damage)random_below(random, DAMAGES)) {
    case MISSING:
        row_remove(&row[which], at);
        break;
    case DOUBLED:
        if (random_below(random, 2) == 0)
            row_insert(&row[which], at, number);
        else
            memcpy(row[which].number[(at + 1) % row[which].count], number, sizeof number);
        break;
    case UNREADABLE:
        strcpy(row[which].number[at], junk[random_below(random, sizeof junk / sizeof *junk)]);
        break;
    case MOVED:
        row_remove(&row[which], at);
        row_insert(&row[other], (int)random_below(random, (uint32_t)row[other].count + 1), number);
        break;
    default: /* cuts rows: at the end, or one of them */
        if (random_below(random, 2) == 0) return 1 + (int)random_below(random, (uint32_t)rows - 1);
        memmove(&row[which], &row[which + 1], (size_t)(rows - which - 1) * sizeof *row);
        return rows - 1;
    }
    return rows;
}

/* Returns whether the remaining rows are a whole board, so that the cut cannot be noticed. */
static bool are_whole(const struct text_row *row, int rows, int all) {
    int largest = 0, count = 0;
    for (int i = 0; i < rows; i++) {
        for (int k = 0; k < row[i].count; k++) {
            const int number = atoi(row[i].number[k]);
            if (number > largest) largest = number;
        }
        count += row[i].count;
    }
    return rows < all && (largest == count - 1 || largest == count);
}

static void write_rows(const struct text_row *row, int rows, uint32_t style, char *text) {
    static const struct {
        const char *begin, *row, *number, *next, *end;
    } styles[] = {
        {"", "", " ", "\n", "\n"},           {"[[", "", ", ", "],\n [", "]]\n"},
        {"", "", ",", "\n", "\n"},           {"[[", "", " ", "]\n [", "]]\n"},
        {"[", "", " ", "\n ", "]\n"},        {"", "", " ", " / ", "\n"},
        {"{{", "", ",", "},{", "}}\n"},      {"", "", "\t", "\n", "\n"},
        {"| ", "", " | ", " |\n| ", " |\n"}, {"A = [", "", " ", "; ", "];\n"},
    };
    const size_t which = style % (sizeof styles / sizeof *styles);
    text += sprintf(text, "%s", styles[which].begin);
    for (int i = 0; i < rows; i++) {
        if (i > 0) text += sprintf(text, "%s", styles[which].next);
        for (int k = 0; k < row[i].count; k++)
            text += sprintf(text, "%s%s", k > 0 ? styles[which].number : "", row[i].number[k]);
    }
    sprintf(text, "%s", styles[which].end);
}

static void no_board_of_wrong_rows_is_another(void **state) {
    (void)state;
    const tilepdb_reader_options large = {.large = true};
    const char *more = getenv("TILEPDB_TEST_ROUNDS");
    const int rounds = more ? atoi(more) : ROUNDS;
    int boards = 0;
    tilepdb_random random;
    tilepdb_random_seed(&random, 50);
    for (int round = 0; round < rounds; round++) {
        const int width = 3 + (int)random_below(&random, 4),
                  height = 3 + (int)random_below(&random, 4);
        static tilepdb_item item[2];
        tilepdb_board goal, board;
        struct text_row row[8] = {{0}};
        char text[2000];
        /* Many goals have their first rows in order, so that these rows are a board. */
        tilepdb_goal(width, height, (int)random_below(&random, 2) * (width * height - 1), &goal,
                     NULL);
        board = goal;
        if (random_below(&random, 2) == 0) tilepdb_board_scramble(&random, &goal, &board);
        for (int i = 0; i < height; i++) {
            row[i].count = width;
            for (int k = 0; k < width; k++)
                sprintf(row[i].number[k], "%d", board.cells[i * width + k]);
        }
        const int rows = damage_rows(&random, row, height);
        if (are_whole(row, rows, height)) continue;
        write_rows(row, rows, random_below(&random, 10), text);
        const tilepdb_reader_options *options = width * height > 25 || round % 2 ? &large : NULL;
        const int count = read_items(text, options, item, 2);
        if (count != 1) fail_msg("'%s' has %d items", text, count);
        if (item[0].kind == TILEPDB_ITEM_ERROR) continue;
        boards++;
        if (!board_equal(&item[0].board, &board))
            fail_msg("'%s' is read as %dx%d", text, item[0].board.width, item[0].board.height);
    }
    assert_true(boards < rounds / 10);
}

/* A number that may be an index or a duplicate tile, so that two boards are possible; and
 * brackets open at the end. */
static void what_may_be_two_boards_is_none(void **state) {
    (void)state;
    static const char *const texts[] = {
        "[[4,6,4,0],[5,3,8],[2,1,7]]\n", "4 6 4 0\n5 3 8\n2 1 7\n", "x 6 0 2\n8 7 3\n4 5 1\n",
        ".,3,0,6\n2,5,8\n4,1,7\n",       "4 6 4 0/5 3 8/2 1 7\n",   "[[%\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        static tilepdb_item item[2];
        assert_int_equal(read_items(texts[i], NULL, item, 2), 1);
        assert_int_equal(item[0].kind, TILEPDB_ITEM_ERROR);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_may_be_two_boards_is_none),
        cmocka_unit_test(every_form_is_the_board),
        cmocka_unit_test(no_board_of_wrong_rows_is_another),
    };
    return cmocka_run_group_tests_name("forms", tests, NULL, NULL);
}
