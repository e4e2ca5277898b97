/* The reader of boards and solutions (text/board_reader.h, text/reader.c): a table of texts,
 * every form of random boards, and noise, in one piece and in many. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "base/random.h"
#include "tilepdb.h"
#include "tilepdb_text.h"

/* The items of a text, one per line: "3: 1 2 / 3 0", "4: R2", "7: error". */
struct transcript {
    size_t used;
    char text[8000];
};

static void describe(const tilepdb_item *item, bool reasons, char text[600]) {
    if (item->kind == TILEPDB_ITEM_ERROR) {
        assert_true(strlen(item->error.message) > 0);
        snprintf(text, 600, "%s", reasons ? item->error.message : "error");
    } else if (item->kind == TILEPDB_ITEM_SOLUTION) {
        snprintf(text, 600, "%.*s", item->moves_length < 200 ? (int)item->moves_length : 0,
                 item->moves);
    } else {
        char board[TILEPDB_BOARD_TEXT];
        const bool both = item->kind == TILEPDB_ITEM_BOARD_AND_SOLUTION;
        assert_int_not_equal(tilepdb_board_format(&item->board, true, board), 0);
        if (item->board.width * item->board.height > TILEPDB_TABLE_MAX_CELLS)
            snprintf(board, sizeof board, "%dx%d", item->board.width, item->board.height);
        snprintf(text, 600, "%.200s%s%.*s", board, both ? " | " : "",
                 both && item->moves_length < 200 ? (int)item->moves_length : 0,
                 both ? item->moves : "");
    }
}

static void transcribe(struct transcript *to, const tilepdb_item *item, bool reasons) {
    char text[600];
    describe(item, reasons, text);
    const size_t room = sizeof to->text - to->used;
    const int wrote = snprintf(to->text + to->used, room, "%zu: %s\n", item->line, text);
    if (wrote > 0 && (size_t)wrote < room) to->used += (size_t)wrote;
}

/* Reads a text in pieces of `piece` bytes; 0 for random sizes. Each piece ends where its memory
 * ends, so that a sanitizer finds any access beyond it. */
static void read_text(const char *text, size_t length, const tilepdb_reader_options *options,
                      size_t piece, bool reasons, struct transcript *to) {
    tilepdb_reader *reader;
    static tilepdb_item item;
    tilepdb_random random;
    tilepdb_random_seed(&random, length);
    assert_int_equal(tilepdb_reader_create(options, &reader, NULL), TILEPDB_OK);
    to->used = 0;
    to->text[0] = '\0';
    for (size_t at = 0; at < length;) {
        size_t bytes = piece != 0 ? piece : random_below(&random, 9);
        if (bytes > length - at) bytes = length - at;
        char *copy = malloc(bytes + (bytes == 0));
        assert_non_null(copy);
        memcpy(copy, text + at, bytes);
        tilepdb_reader_feed(reader, copy, bytes);
        while (tilepdb_reader_next(reader, &item)) transcribe(to, &item, reasons);
        free(copy);
        at += bytes;
    }
    tilepdb_reader_end(reader);
    while (tilepdb_reader_next(reader, &item)) transcribe(to, &item, reasons);
    assert_false(tilepdb_reader_next(reader, &item));
    tilepdb_reader_free(reader);
}

/* ---- what texts hold ------------------------------------------------------------------------- */

struct reading {
    const char *text;
    const char *items;
    tilepdb_reader_options options;
};

#define ANY                                                                                        \
    { .width = 0 }
#define SIZE(w, h)                                                                                 \
    { .width = w, .height = h }
#define SOLUTIONS                                                                                  \
    { .reading = TILEPDB_READ_SOLUTIONS }
/* The board after R from the goal. */
#define MOVED "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 0 15\n"

static const struct reading readings[] = {
    {"", "", ANY},
    {"\n\r\n\r# nothing\n  \n", "", ANY},
    {"1 2 0 3", "1: 1 2 / 0 3\n", ANY},
    {"\xEF\xBB\xBF\x31 2 0 3\r\n", "1: 1 2 / 0 3\n", ANY},
    /* Four numbers wait for more. */
    {"0 1 2 3\n4 5 6 7\n8 9 10 11\n12 13 14 15\n",
     "1: 0 1 2 3 / 4 5 6 7 / 8 9 10 11 / 12 13 14 15\n", ANY},
    {"0 1 2 3\n1 2 3 0\n3 2 1 0\n", "1: 0 1 / 2 3\n2: 1 2 / 3 0\n3: 3 2 / 1 0\n", ANY},
    /* Rows with double spacing. */
    {"0 1 2 3\n\n4 5 6 7\n", "1: 0 1 2 3 / 4 5 6 7\n", ANY},
    {"0 1 2 3\n4 5 6 7\n", "1: 0 1 2 3 / 4 5 6 7\n", ANY},
    {"0 1 2 3\n5 6 7 8\n", "1: error\n", ANY},
    {"0 1 2 3\n5 6 7 8\n0 1 3 2\n", "1: error\n", ANY},
    {"0 1 2 3\n4 5 6 7\n8 9 10 12\nR\n", "1: error\n4: " MOVED, ANY},
    /* A board with a wrong row is not read as a smaller board. */
    {"0 1 2 3\n4 5 6 7\n8 9 10 11\n12 13 14 14\nR\n", "1: error\n5: " MOVED, ANY},
    {"0 1 2 3\n4 5 6 7\n8 9 10 11\n12 13 y 15\nR\n", "1: error\n5: " MOVED, ANY},
    {"1 2 3\n4 5 0\n6 7 7\nR\n", "1: error\n4: " MOVED, ANY},
    {"0 1 2 3\n4 5 6 6\n8 9 10 11\n12 13 14 15\nR\n", "1: error\n5: " MOVED, ANY},
    {"1 2 3 0\n1 2 3 3\n1 2 y 3\n1 2 0 3\n", "1: error\n", ANY},
    {"4 5 6 7\n8 9 10 11\n0 1 2 3\n12 13 14 15\n",
     "1: 4 5 6 7 / 8 9 10 11 / 0 1 2 3 / 12 13 14 15\n", ANY},
    /* Other counts of numbers. */
    {"1 2 3\n4 5 6\n7 8 0\n1 2 3\n4 5 6\n7 0 8\n",
     "1: 1 2 3 / 4 5 6 / 7 8 0\n4: 1 2 3 / 4 5 6 / 7 0 8\n", ANY},
    {"1 2 3\n4 5 0\n1 2 3\n4 0 5\n", "1: error\n", ANY},
    {"1 2 3\n4 5 0\n6 7 8\n", "1: 1 2 3 / 4 5 0 / 6 7 8\n", ANY},
    {"1 2\n3 0\n1 2\n0 3\n", "1: 1 2 / 3 0\n3: 1 2 / 0 3\n", ANY},
    {"1 2 3 4 5 6 7 0 8\n1 2 3 4 5 6 7 8 8\n1 2 3 4 5 6 7 8 0\n",
     "1: 1 2 3 / 4 5 6 / 7 0 8\n2: error\n3: 1 2 3 / 4 5 6 / 7 8 0\n", ANY},
    {"1 2 3 4 5 6 7 8 8\n1 2 3 4 5 6 7 8 10\n", "1: error\n2: error\n", ANY},
    /* A block that is no board is one error. */
    {"1 2 3 4\n5 6 7 7\n9 10 11 12\n13 14 15 0\n1 2 0 3\n", "1: error\n", ANY},
    {"1 2 3 4\n5 6 y 7\n9 10 11 12\n13 14 15 0\nR\n", "1: error\n5: " MOVED, ANY},
    {"1 2 3 4\n5 6 7 8\n\n1 2 3\n4 5 6\n7 8 0\n", "1: error\n4: 1 2 3 / 4 5 6 / 7 8 0\n", ANY},
    {"1 2 3 3\n1 2 0 3\n", "1: error\n", ANY},
    {"1 2 3\n1 2 0 3\ny\n", "1: error\n", ANY},
    /* Comments are ignored. */
    {"1 2 3 # a\n# b\n4 5 6\n7 8 0\n", "1: 1 2 3 / 4 5 6 / 7 8 0\n", ANY},
    /* Lists and marks. */
    {"[[1,2],[3,0]]\n[1,2,0,3]\n\n[\n[1, 2],\n[0, 3]\n]\n1,2;3,0\n",
     "1: 1 2 / 3 0\n2: 1 2 / 0 3\n4: 1 2 / 0 3\n8: 1 2 / 3 0\n", ANY},
    {"[[1 2]\n [3 0]]\n1 2 3 /\n4 5 6 /\n7 8 0\n", "1: 1 2 / 3 0\n3: 1 2 3 / 4 5 6 / 7 8 0\n", ANY},
    {"[1,2],\n[3,0]\n", "1: 1 2 / 3 0\n", ANY},
    {"[[1,2],\n[y,0]\n]\n1 2 / 3 0\n", "1: error\n4: 1 2 / 3 0\n", ANY},
    {"[[1,2],\n\n1 2 / 3 0\n", "1: error\n3: 1 2 / 3 0\n", ANY},
    {"1 2/3 0/\n1 2/0 3\n", "1: 1 2 / 3 0\n2: 1 2 / 0 3\n", ANY},
    {"1 2 /\nR\n", "1: error\n2: " MOVED, ANY},
    /* An unclosed bracket costs one board. */
    {"[1 2;3 0\n1 2/3 0\n1 2/0 3\nR\n", "1: error\n2: 1 2 / 3 0\n3: 1 2 / 0 3\n4: " MOVED, ANY},
    {"[[1,2],[3,\n1 2 3 4 5 6 7 8 0\n1 2 3 0\n",
     "1: error\n2: 1 2 3 / 4 5 6 / 7 8 0\n3: 1 2 / 3 0\n", ANY},
    {"1 2 3\n4 5 6\n123456780\nR\n", "1: error\n3: 1 2 3 / 4 5 6 / 7 8 0\n4: " MOVED, ANY},
    {"1 2\n1230\n0123\n", "1: error\n", ANY},
    {"[[1,2],[3,\n1230\n1 2 /\n1203\n", "1: error\n2: error\n", ANY},
    {"1 2 3 0\n1230 1\n12300\n", "1: error\n", ANY},
    {"[[1,2],[3,\n1 2 0 3\n1 2 3 0\n", "1: error\n2: 1 2 / 0 3\n3: 1 2 / 3 0\n", ANY},
    {"[[1,2],[3,y]\n[[1,2],[3,0]]\n[[1,2],[0,3]]\n", "1: error\n2: 1 2 / 3 0\n3: 1 2 / 0 3\n", ANY},
    {"[[1,2],[3,y]\n1 2 3 4 5 6 7 8 0\n", "1: error\n2: 1 2 3 / 4 5 6 / 7 8 0\n", ANY},
    {"[[1,2],[3,y]\nR\n", "1: error\n2: " MOVED, ANY},
    {"[[1,2],[3,\nR\n", "1: error\n2: " MOVED, ANY},
    {"1 2 /\n1 2/3 0\n", "1: error\n", ANY},
    {"[\n[4,5,y,7],\n[0,1,2,3]\n]\n1 2 3 0\n", "1: error\n5: 1 2 / 3 0\n", ANY},
    {"[\n4 5 6 7;\n0 1 2 3\n]\n", "1: 4 5 6 7 / 0 1 2 3\n", ANY},
    {"[4 5;6 7;\n0 1;2 3\n]\n", "1: 4 5 / 6 7 / 0 1 / 2 3\n", ANY},
    /* Neither board nor scramble. */
    {"42 LDDR\n31 40\n>=40\nunsolvable\nerror\n0\nabc\n",
     "1: error\n2: error\n3: error\n4: error\n5: error\n6: error\n", ANY},
    /* Other marks of the blank. */
    {"1 2 x 3\n\n1 2 3 -\n\n[[1,2],[*,3]]\n1 X/2 3\n",
     "1: 1 2 / 0 3\n3: 1 2 / 3 0\n5: 1 2 / 0 3\n6: 1 0 / 2 3\n", ANY},
    {"1 2 3 -4\n\n1 2 3 *x\n", "1: error\n3: error\n", ANY},
    {"1 2 3 4 5 6 7 9 8\n3 2 1/4 5 6/7 8 9\n1 2 3\n4 5 6\n7 9 8\n",
     "1: 1 2 3 / 4 5 6 / 7 0 8\n2: 3 2 1 / 4 5 6 / 7 8 0\n3: 1 2 3 / 4 5 6 / 7 0 8\n", ANY},
    {"1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 16 15\n1 2 3\n4 5 6\n7 8 9\n0 1/2 3\n",
     "1: " MOVED "5: 1 2 3 / 4 5 6 / 7 8 0\n8: 0 1 / 2 3\n", ANY},
    {"1 2 3 4\n\n4 3/2 1\n1 2 3/4 5 6\n1 2 3/4 5 6/7 7 9\n0 1 2/3 4 5/6 7 9\n",
     "1: error\n3: error\n4: error\n5: error\n6: error\n", ANY},
    /* Drawn tables. */
    {"+---+---+\n| 1 | 2 |\n+---+---+\n|   | 3 |\n+---+---+\n|1|2|\n|3||\n",
     "2: 1 2 / 0 3\n6: 1 2 / 3 0\n", ANY},
    {"| 1 | 2 | 3 |\n|---|:-:|---|\n| 4 |   | 6 |\n| 7 | 5 | 8 |\n", "1: 1 2 3 / 4 0 6 / 7 5 8\n",
     ANY},
    {"1 | 2\n3 |\n\n 1 | | 2\n 3 | 4 | 5\n", "1: 1 2 / 3 0\n4: 1 0 2 / 3 4 5\n", ANY},
    {"| 1 | 2 |\n| 3 | a |\nR\n", "1: error\n3: " MOVED, ANY},
    {"|\n||\n+\n", "", ANY},
    /* Numbered scrambles, and narrow arrows. */
    {"1. R\n2) R\n\xEF\xBF\xAB\n3. 1 2/3 0\n", "1: " MOVED "2: " MOVED "3: " MOVED "4: 1 2 / 3 0\n",
     ANY},
    {"1 2\n1. R\n", "1: error\n2: " MOVED, ANY},
    {"[[1,2],[3,\n1. R\n", "1: error\n2: " MOVED, ANY},
    /* A given size. */
    {"0 1 2 3\n4 5 6 7\n0 1 2 3 4 5 6 7\n", "1: 0 1 2 3 / 4 5 6 7\n3: 0 1 2 3 / 4 5 6 7\n",
     SIZE(4, 2)},
    {"0 1 2 3\n0 1 2 3\n4 5 6 7\n", "1: error\n", SIZE(4, 2)},
    {"1 2 3 4 5 6 7 8 0\n10 11 12 13 14 15 16 17 9\nD2\n",
     "1: 1 2 3 4 5 6 7 8 0 / 10 11 12 13 14 15 16 17 9\n3: error\n", SIZE(9, 2)},
    {"RD\n1 2 3\n\n0 1 2 3 4 5 6 7 8\n",
     "1: 1 2 3 / 4 0 6 / 7 5 8\n2: error\n4: 0 1 2 / 3 4 5 / 6 7 8\n", SIZE(3, 3)},
    {"LU\n", "1: 1 4 2 / 3 0 5 / 6 7 8\n", {.width = 3, .height = 3, .blank_first = true}},
    {"LU\n",
     "1: 1 2 3 / 4 0 6 / 7 5 8\n",
     {.width = 3, .height = 3, .notation = TILEPDB_NOTATION_BLANK}},
    /* Beyond 25 cells. */
    {"R\n", "1: 6x6\n", {.width = 6, .height = 6, .large = true}},
    {"R\n1 2 0 3\n", "1: " MOVED "2: 1 2 / 0 3\n", {.large = true}},
    {"0 1 2 3 4 5\n6 7 8 9 10 11\n12 13 14 15 16 17\n18 19 20 21 22 23\n24 25 26 27 28 29\n"
     "30 31 32 33 34 35\n",
     "1: 6x6\n",
     {.large = true}},
    {"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ\n", "1: 6x6\n", {.large = true}},
    {"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ\n", "1: error\n", ANY},
    /* Solutions. */
    {"\xEF\xBB\xBFR2D2\n\n42 LD # a comment\r\nunsolvable\n", "1: R2D2\n3: 42 LD \n4: unsolvable\n",
     SOLUTIONS},
    {"<=1 L; U\n1 2/0 3\t<=1 L\n", "1: <=1 L; U\n2: 1 2 / 0 3 | <=1 L\n", SOLUTIONS},
    {"1 2/0 3\tL\n1,2;0,3;L\n[[1,2],[0,3]]; 1 L\nR; L\n1 2 3 0\t\n",
     "1: 1 2 / 0 3 | L\n2: 1 2 / 0 3 | L\n3: 1 2 / 0 3 |  1 L\n"
     "4: 1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 0 15 |  L\n5: 1 2 / 3 0 | \n",
     SOLUTIONS},
    {"1 2 3\tL\n4\tLURD\n1 2/0 3\t3\n", "1: error\n2: 4\tLURD\n3: 1 2 / 0 3 | 3\n", SOLUTIONS},
    {"[[1,2],\tL\n1 2/0 3\tL\n", "1: error\n2: 1 2 / 0 3 | L\n", SOLUTIONS},
    {"123456708\tL\n123456708; 1 L\n1203\tL\n123456708\n",
     "1: 1 2 3 / 4 5 6 / 7 0 8 | L\n2: 1 2 3 / 4 5 6 / 7 0 8 |  1 L\n3: 1203\tL\n4: 123456708\n",
     SOLUTIONS},
    {"1203\tL\n1203;L\n",
     "1: 1 2 / 0 3 | L\n2: 1 2 / 0 3 | L\n",
     {.width = 2, .height = 2, .reading = TILEPDB_READ_SOLUTIONS}},
    /* No number is dropped, and no board is read as a smaller one. */
    {"8 1 3 4 0 2 7 6 5 : 1 2 3 8 0 4 7 6 5\n\n8 1 3 4 0 2 7 6 5 = 1 2 3 8 0 4 7 6 5\n",
     "1: error\n3: error\n", ANY},
    {"- 4 3 2\n- 8 7 6:\n- 1 5 x\n", "1: error\n", ANY},
    {"67EC\n5F3A\nD\nB214\n", "1: error\n", ANY},
    {"D\nF39B\n26CE\n750A\n", "1: error\n", ANY},
    {"458\nR03\n271\n", "1: error\n", ANY},
    {"4 0 1 / 2 3\n", "1: error\n", ANY},
    {"[[5,1,3],[0,2,]]\n", "1: error\n", ANY},
    {"2 1 2 3 / 4 5 6 / 7 8 0\n", "1: error\n", ANY},
    {"1,, 2, 3, _\n", "1: error\n", ANY},
    {"1.5: 1 2 / 0 3\n", "1: error\n", ANY},
    {"[0,2],[,5],[1,3]\n", "1: error\n", ANY},
    {"4/[1 3 0 2]\n", "1: error\n", ANY},
    {"4 :/2 3/1 _\n", "1: error\n", ANY},
    {"1:\n2:\n1 2/0 3\n", "1: error\n3: 1 2 / 0 3\n", ANY},
    {"1 0\n5x4\n2 3\n", "1: error\n2: error\n", ANY},
    {"8x7\n315\n024\n", "1: error\n", {.large = true}},
    {"1 0 2\n# 3 4 5\n3 5 4\n", "1: 1 0 2 / 3 5 4\n", ANY},
    {"1#1 0 2\n3 4 5\n", "1: error\n", ANY},
    {"; board 1 2 3 4 5 6 7 0 8\n", "1: error\n", ANY},
    {"CFD,E\n7941\n630A\nB852\n", "2: error\n", ANY},
    {"12/30\n\n1 2\n3 0\n", "1: error\n3: 1 2 / 3 0\n", ANY},
    {"3 1\n2 0\n2 3/\n1 0\n", "1: 3 1 / 2 0\n3: 2 3 / 1 0\n", ANY},
    {"1 | 3 | ;2 |\n", "1: error\n", ANY},
    {"5 4/\n_ 1/3 2\n", "1: 5 4 / 0 1 / 3 2\n", ANY},
    {"57. 1 _ / 3 2\n/ 4 5\n", "1: error\n2: error\n", ANY},
    {"- 0 5 1/\n- 4 3 2\n- 6 8 7\n", "1: error\n3: error\n", ANY},
    {"1 & 3 \\\\ 2 & \n5 \\\\ 4 & \n", "1: error\n2: error\n", ANY},
    {"1 & 3 & 6 \\\\ 2 & 5 & 4\n \\\\ 7 & & 8\n", "1: error\n2: error\n", ANY},
    {"1 & 3 \\\\ 2 & \n1 & 2 \\\\ 3 & \n", "1: 1 3 / 2 0\n2: 1 2 / 3 0\n", ANY},
    {"3 2\n5\n\n3 2\n_ 1\n", "1: error\n4: error\n", ANY},
    {"Start:\n2 0\n3 1\nStart:\n4 5\n", "2: error\n5: error\n", ANY},
    {"Start:\n1 2\n0 3\nStart:\n1 0\n2 2\n", "2: 1 2 / 0 3\n5: error\n", ANY},
    /* Small boards next to an error without their tiles may be a part of it. */
    {"3 0/2 1\n/4 5\n", "1: error\n2: error\n", ANY},
    {"3 0/2 1\n\n4 5/\n", "1: 3 0 / 2 1\n3: error\n", ANY},
    {". 1\n3 2\n\n4 5\n", "1: error\n4: error\n", ANY},
    {". 1\n3 2\n\n\n4 5\n", "1: 0 1 / 3 2\n5: error\n", ANY},
    {"3 2;1 x\n5 3\n2 4\n", "1: error\n2: error\n", ANY},
    {"3 /\n5 4\n1 3\n2 .\n", "1: error\n3: error\n", ANY},
    {"- . 5 4\n- 1 ;2 3\n", "1: error\n2: error\n", ANY},
    {"- . 8 6\n- 7 2 1\n- 3 4 5\n\n- 10 9 11\n", "1: error\n5: error\n", ANY},
    {"78\n\n140\n532\n", "3: error\n1: error\n", ANY},
    {"0641;3572\nAB98\n", "1: error\n2: error\n", ANY},
    {"1 3/2 0\n1 2/0 4\n3 1/2 0\n", "1: 1 3 / 2 0\n2: error\n3: 3 1 / 2 0\n", ANY},
    {"12/30\n\n1 2\n3 0\n", "1: error\n3: 1 2 / 3 0\n", ANY},
    {"[[1,2],[3,0]]\n4 5\n", "1: 1 2 / 3 0\n2: error\n", ANY},
    {"3 0/2 1\n/4 5\n", "1: 3 0 / 2 1\n2: error\n", {.width = 2, .height = 2}},
    {"3 0/2 1\n/4 5\n", "1: 3 0 / 2 1\n2: error\n", {.live = true}},
    {"11 10 8\n/ 2 4 5 3 / 7 6 1 0\n", "1: error\n", ANY},
    {"7. 4 6 3 / 7 1 8 / 9 5 2 / # 11 10\n", "1: error\n", ANY},
    {"4 6 3 / 7 1 8 / 0 5 2 # 11 10\n", "1: 4 6 3 / 7 1 8 / 0 5 2\n", ANY},
    {"| 1 | 7 | 6 | 5 | 0 | 3 | 2 | 4 | 8 |\n| 11 | 10 | 9 |  |\n", "1: error\n", ANY},
    {"5971\nD\nCB43\nFE2A\n", "1: error\n", ANY},
    {"D3\n02\n8BFE\n17A6\n95C4\n", "1: error\n", ANY},
    {"DE4F\n5196\n\nB0AC\n", "1: error\n4: error\n", ANY},
    {"3 2\n. 1\n5 R4\n", "1: error\n3: error\n", ANY},
    {"3 2 5 / 6 8 1 / 7 9 4\n/ 10 0 11\n", "1: error\n2: error\n", ANY},
    {"9 & 3 & 8 \\\\ 1 & 2 & 6 \\\\ 4 & 5 & 7\n \\\\ 11 &  & 10\n", "1: error\n2: error\n", ANY},
    {"952A\n1673\nC4B8\n\n0FDE\n", "1: error\n5: error\n", ANY},
    {"1 11 8 6/9 5 3 4/10 0 2 7 # 13 15 14\n", "1: error\n", ANY},
    {"1 11 8 6/9 5 3 4/10 0 2 7 # 13 15\n", "1: 1 11 8 6 / 9 5 3 4 / 10 0 2 7\n", ANY},
    {"1 11 8 6/9 5 3 4/10 0 2 7 # a 13 15 14\n", "1: 1 11 8 6 / 9 5 3 4 / 10 0 2 7\n", ANY},
    {"a[] 320/514\n", "1: 3 2 0 / 5 1 4\n", ANY},
    {"5 6 7 8\n\n9 10 11 12\n\n13 14 15 4\n\n1 2 0 3\n",
     "1: 5 6 7 8 / 9 10 11 12 / 13 14 15 4 / 1 2 0 3\n", ANY},
    {"0 1 2 3\n\n1 2 3 0\n\nR\n", "1: 0 1 / 2 3\n3: 1 2 / 3 0\n5: " MOVED, ANY},
    /* A size or a count alone. */
    {"2\n\n1 2 0 3\n\n1 2/3 0\n", "3: 1 2 / 0 3\n5: 1 2 / 3 0\n", ANY},
    {"100\n\n1 2/3 0\n", "3: 1 2 / 3 0\n1: error\n", ANY},
    {"4 5\n\n1 2/3 0\n", "3: error\n", ANY},
    {"2 2\n\n1 2/3 0\n\n9\n", "3: 1 2 / 3 0\n5: error\n", ANY},
    /* Records. */
    {"name;board\nA;1203\nB\nC;1230\n", "2: 1 2 / 0 3\n3: error\n4: 1 2 / 3 0\n", ANY},
    {"name;board\nA;1203;7\n", "2: error\n", ANY},
    {"{\"board\":[1,2,0,3]}\n{\"moves\":3}\n{\"board\":[1,2,3,0]}\n",
     "1: 1 2 / 0 3\n2: error\n3: 1 2 / 3 0\n", ANY},
    {"{\"board\":[1,2,0,3],[4]}\n", "1: error\n", ANY},
    {"{\"board\":[1,2,0,3],\"next\":{\"board\":[1,2,3,0]}}\n", "1: 1 2 / 0 3\n", ANY},
    {"{\"all\":[{\"board\":[1,2,0,3]}]}\n", "1: 1 2 / 0 3\n", ANY},
    {"{\"board\":[1,2,0,3]\n{\"board\":[1,2,3,0]}\n", "1: error\n2: 1 2 / 3 0\n", ANY},
    {"{\"board\":[1,2,0,3]} 1 2 3 0\n", "1: error\n", ANY},
    {"[{\"board\":[1,2,0,3]}, [1,2,3,0]]\n", "1: error\n", ANY},
    {"7, {\"board\":[1,2,0,3]}\n", "1: error\n", ANY},
    {"{\"board\":[1,2,0,3],\"goal\":[1]}\n", "1: error\n", ANY},
    {"{\"x\":\"1 % a\",\"board\":\"1 2/0 3\"}\n{'c':'#fff','board':'1,2,3,0'}\n",
     "1: 1 2 / 0 3\n2: 1 2 / 3 0\n", ANY},
    {"{,},{\"x\":[5]}\n", "1: error\n", ANY},
    {"{\"all\":[{\"min-moves\":5,\"board\":[1,2,0,3]},{\"a:b\":1,\"c#\":\"\\\"\",\"board\":[1,2,3,"
     "0]}]}\n",
     "1: 1 2 / 0 3\n1: 1 2 / 3 0\n", ANY},
    {"{\n\t\"n\": 1,\n\t\"x\": [\n\t\t{\n\t\t\t\"board\": [[1,2],[0,3]]\n\t\t}\n\t]\n}\n",
     "5: 1 2 / 0 3\n", ANY},
    {"{\n\t\"board\": [\n\t\t\"1 2\",\n\t\t\"0 3\"\n\t]\n}\n", "3: 1 2 / 0 3\n", ANY},
    {"id,board,moves\n1,1203,0\n#2,1230,1\n", "2: 1 2 / 0 3\n3: 1 2 / 3 0\n", ANY},
    {"123.\n\n1 2/0 3\n", "3: 1 2 / 0 3\n1: error\n", ANY},
    {"2 0 1 2 3\n2 0 1 3 2\n", "1: 0 1 / 2 3\n2: 0 1 / 3 2\n", ANY},
    {"1. 1 2 3\n2. 4 5 6\n3. 7 8 0\n", "1: 1 2 3 / 4 5 6 / 7 8 0\n", ANY},
    {"2. 1 2 3\n3. 4 5 6\n4. 7 8 0\n", "1: error\n", ANY},
    {"#7 123/456/780\n#8 123456708\n", "1: 1 2 3 / 4 5 6 / 7 8 0\n2: 1 2 3 / 4 5 6 / 7 0 8\n", ANY},
    {"int b[3][2] = {{1, 3}, {2, 0}};\n", "1: error\n", ANY},
    {"int b[2][3] = {1, 2, 3, 4, 5, 0};\n", "1: 1 2 3 / 4 5 0\n", ANY},
    {"Board 1\n5 1\n4\n0 2\nBoard 2\n1 0\n3 2\n", "2: error\n6: 1 0 / 3 2\n", ANY},
    {"[\n{\"x\":1},,\n,\n{\"board\":[1,2,0,3]}]\n", "2: error\n4: 1 2 / 0 3\n", ANY},
    {"[\n{\"board\":[1,2,0,3],\"a\":20},\n{\"board\":[1,2,3,0],\"a\":20,\"b\":2,\"c\":3}\n]\n",
     "2: 1 2 / 0 3\n3: 1 2 / 3 0\n", ANY},
    /* Arrows, hashes, sizes and tags. */
    {"1 2\n0 3\nv\n1 2\n3 0\n", "1: 1 2 / 0 3\n3: error\n4: 1 2 / 3 0\n", ANY},
    {"1 2/0 3\n->\n1 2/3 0\n", "1: 1 2 / 0 3\n2: error\n3: 1 2 / 3 0\n", ANY},
    {"#1 1 2 3 4 5 6 7 0 8\n#2 1 2 3 4 5 6 7 8\n", "1: 1 2 3 / 4 5 6 / 7 0 8\n2: error\n", ANY},
    {"#1 1 2 3 4 5 6 7 0 8\n# 2 3\n", "1: 1 2 3 / 4 5 6 / 7 0 8\n", {.large = true}},
    {"4x4\n\n1 2/0 3\n", "3: error\n", ANY},
    {"1 2/3 0 <x,4,5>\n", "1: error\n", ANY},
    {"Hi, a puzzle\n1 2\n3 0\n", "2: 1 2 / 3 0\n", ANY},
    {"[{\"board\":[1,2,0,3]},\n{\"x\":\"R[2\",\"board\":[1,2,3,0]}\n]\n",
     "1: 1 2 / 0 3\n2: 1 2 / 3 0\n", ANY},
    {"D123456789aBc_eF\tL\n", "1: 13 1 2 3 / 4 5 6 7 / 8 9 10 11 / 12 0 14 15 | L\n", SOLUTIONS},
};

static void texts_hold_what_the_table_says(void **state) {
    (void)state;
    static struct transcript found;
    for (size_t i = 0; i < sizeof readings / sizeof *readings; i++) {
        const struct reading *reading = &readings[i];
        for (size_t piece = 0; piece < 4; piece++) {
            read_text(reading->text, strlen(reading->text), &reading->options,
                      piece == 3 ? 1000 : piece, false, &found);
            if (strcmp(found.text, reading->items) != 0)
                fail_msg("in pieces of %zu, '%s' holds:\n%s", piece, reading->text, found.text);
        }
    }
}

/* Arguments; each ends with '|'. */
static void arguments_are_joined(void **state) {
    (void)state;
    static const struct reading cases[] = {
        {"1|2|3|4|5|6|7|0|8|", "1: 1 2 3 / 4 5 6 / 7 0 8\n", ANY},
        {"1,|2,|3,|0|", "1: 1 2 / 3 0\n", ANY},
        {"0|1|2|3|0|1|3|2|", "1: 0 1 / 2 3\n1: 0 1 / 3 2\n", ANY},
        /* The first four numbers are no 2x2 board. */
        {"0|1|2|3|4|5|6|7|8|9|10|11|12|13|14|14|", "1: error\n", ANY},
        {"1|2|3|/|4|5|0|1|2|/|3|0|", "1: 1 2 3 / 4 5 0\n1: 1 2 / 3 0\n", ANY},
        {"1|2|3|/|4|5|/|7|8|0|1|2|/|3|0|", "1: error\n1: 1 2 / 3 0\n", ANY},
        {"1|2|3|4|5|0|1|2|3|5|4|0|", "1: 1 2 3 / 4 5 0\n1: 1 2 3 / 5 4 0\n", SIZE(3, 2)},
        {"1|2|0|3|1 2|3 0|", "1: 1 2 / 0 3\n1: 1 2 / 3 0\n", ANY},
        {"1 2 3|4 5 6|7 0 8|1 2/3 0|", "1: 1 2 3 / 4 5 6 / 7 0 8\n1: 1 2 / 3 0\n", ANY},
        {"[1,|2,|3,|0]|", "1: 1 2 / 3 0\n", ANY},
        {"[[1,2],|[3,0]]|", "1: 1 2 / 3 0\n", ANY},
        {"R|u'|1203|", "1: 1 2 3 4 / 5 6 7 8 / 9 10 0 12 / 13 14 11 15\n1: 1 2 / 0 3\n", ANY},
        {"R||1 2|# 3|3 0|", "1: " MOVED "1: error\n1: error\n1: error\n1: error\n", ANY},
        {" |\t|", "1: error\n1: error\n", ANY},
        {",|,|", "", ANY},
        /* Several lines in one argument are not joined with others. */
        {"1 2 3\n4 5 0|6 7 8|", "1: 1 2 3 / 4 5 0\n1: error\n", ANY},
        {"1 2|3 0\n|\n1 2\n0 3|\xEF\xBB\xBF\x31 0/2 3|",
         "1: error\n1: error\n2: 1 2 / 0 3\n1: 1 0 / 2 3\n", ANY},
    };
    static struct transcript found;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tilepdb_reader_options options = cases[i].options;
        char text[120];
        const size_t length = strlen(cases[i].text);
        for (size_t at = 0; at <= length; at++)
            text[at] = cases[i].text[at] == '|' ? '\0' : cases[i].text[at];
        options.reading = TILEPDB_READ_ARGUMENTS;
        for (size_t piece = 0; piece < 4; piece++) {
            read_text(text, length, &options, piece == 3 ? 1000 : piece, false, &found);
            if (strcmp(found.text, cases[i].items) != 0)
                fail_msg("in pieces of %zu, '%s' holds:\n%s", piece, cases[i].text, found.text);
        }
    }
}

static void errors_say_what_it_is(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"42 LDDR", "this is an answer of a search, a length and a solution"},
        {"42 \xE2\x86\x90", "this is an answer of a search"},
        {"<=42 LDDR", "this is an answer of a search, a length and a solution"},
        {"<=2 8,7", "this is an answer of a search, a length and a solution"},
        {"31 40", "two numbers are not a board: this may be a length and a number of solutions"},
        {">=40", "not a board: '>=40' is an answer of a search without a solution"},
        {"unsolvable", "not a board: 'unsolvable' is an answer"},
        {"error", "not a board: 'error' is the answer for a line"},
        {"0", "'0' alone is the answer for a solved board"},
        {"R R4", "this scramble cannot be played: move 4, 'R4' at column 3, is not possible"},
        {"1 2 3 4 5 6 7 8", "numbers are missing, as 0 for the blank, or"},
        {"1 2 3 4 5 6 7", "numbers are missing, or"},
        {"| 1 | 2 |\n| 3 | a |", "unreadable character 'a' at line 2, column 7"},
        {"U2 L", "is not possible: no tile can move there, the blank is in row 4, column 4 of the "
                 "board; as moves of the blank it can be played"},
        {"RDx",
         "this scramble cannot be read: move 3, 'x' at column 3, is not U, D, L, R or an arrow"},
        {"1 2 3 4\n5 6 7 7\n9 10 11 12\n13 14 15 0",
         "tile 7 is at line 2, column 5 and again at line 2, column 7; tile 8 is missing"},
        {"123456788", "tile 8 is at column 8 and again at column 9; the blank is missing"},
        {" D123456789aBc_eD", "tile 13 is at column 2 and again at column 17"},
        {"1234567A0", "10 at column 8 is not a tile of a 3x3 board"},
        {"0C9DFBAE3725486G", "16 at column 16 is not a tile of a 4x4 board"},
        {"D2D2D2D2D2D2D2D2D", "this scramble cannot be played: move 4"},
        {"D2D2D2D2D2D2D2D2", "this scramble cannot be played: move 4"},
        {"1 2 3 4\n5 6 y 7", "unreadable character 'y' at line 2, column 5"},
        {"[[1,2],\n[3,y]]", "unreadable character 'y' at line 2, column 4"},
        {"[[1,2],\n[3,0]", "the bracket at column 1 is not closed"},
        {"5. 1 2 3\n6. 4 5 6\n7. 7 8 0", "index 6 at line 2, column 1 is within the board"},
        {"1 2 3\n0. 4 5 6\n1. 7 8 0", "index 0 at line 2, column 1 is within the board"},
    };
    static struct transcript found;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *text = cases[i][0];
        read_text(text, strlen(text), NULL, 1000, true, &found);
        if (strncmp(found.text, "1: ", 3) != 0 || strstr(found.text, cases[i][1]) == NULL)
            fail_msg("'%s': '%s' does not say '%s'", text, found.text, cases[i][1]);
    }
    /* Two ways to cut rows in boards differ in the first boards alone. */
    const tilepdb_reader_options sized = {.width = 2, .height = 3};
    const char *ways = "3 2\n0 1\n4 5\n3 2\n1 0\n2 3\n4 5\n3 2\n0 1\n2 3\n5 4\n";
    read_text(ways, strlen(ways), &sized, 1000, true, &found);
    assert_string_equal(found.text, "1: this may be 3 2 / 0 1 / 4 5, or 0 1 / 4 5 / 3 2: write '/' "
                                    "between rows, or give the size\n");
    /* A quotation ends with its line, and has nothing of earlier lines. */
    const char *left = "9 9 9 99999\n\n9 9 9 -4\n";
    read_text(left, strlen(left), NULL, 1000, true, &found);
    assert_non_null(strstr(found.text, "unreadable '-4' at column 7"));
}

/* Reads a text that is one item. */
static void read_item(const char *text, int side, tilepdb_item *item) {
    const tilepdb_reader_options options = {.width = side, .height = side};
    tilepdb_reader *reader;
    assert_int_equal(tilepdb_reader_create(&options, &reader, NULL), TILEPDB_OK);
    tilepdb_reader_feed(reader, text, strlen(text));
    tilepdb_reader_end(reader);
    assert_true(tilepdb_reader_next(reader, item));
    tilepdb_reader_free(reader);
}

/* Every kind of error has its code, numbers and text. */
static void errors_have_codes(void **state) {
    (void)state;
    static const struct {
        const char *text;
        int side;
        tilepdb_message code;
        int64_t number[TILEPDB_ERROR_NUMBERS];
        const char *word;
    } cases[] = {
        {"1 2 3\n4 y 6\n7 8 0", 0, TILEPDB_MESSAGE_TEXT_SIGN, {2, 3}, "y"},
        {"1 2 house 3", 0, TILEPDB_MESSAGE_TEXT_SIGN, {1, 5}, "house"},
        {"1 2 -4 3", 0, TILEPDB_MESSAGE_TEXT_SIGN, {1, 5}, "-4"},
        {"1 2 \xF0\x9F\xA7\xA9 3", 0, TILEPDB_MESSAGE_TEXT_SIGN, {1, 5}, "\xF0\x9F\xA7\xA9"},
        {"[[1,2],\n[3,0]", 0, TILEPDB_MESSAGE_TEXT_BRACKET, {1, 1, 1}, ""},
        {"1 2] 3 0", 0, TILEPDB_MESSAGE_TEXT_BRACKET, {1, 4, 0}, ""},
        {"1 2 3/4 5/6 7 0", 0, TILEPDB_MESSAGE_TEXT_ROW, {2, 2, 3}, ""},
        {"1 2/3 4 5/6 7 0", 0, TILEPDB_MESSAGE_TEXT_ROW, {1, 2, 3}, ""},
        {"1 2 3 4 5 6 7", 0, TILEPDB_MESSAGE_TEXT_SIZE, {7, 0, 0}, ""},
        {"1 2 3 4 5 6 7", 3, TILEPDB_MESSAGE_TEXT_SIZE, {7, 3, 3}, ""},
        {"1 2 3/4 5 0", 3, TILEPDB_MESSAGE_TEXT_SHAPE, {3, 2, 3, 3}, ""},
        {"1 2 3/4 5 6/7 9 0", 0, TILEPDB_MESSAGE_TEXT_TILE, {9, 8, 8}, ""},
        {"1 2 3/4 5 6/7 7 0", 0, TILEPDB_MESSAGE_TEXT_TWICE, {7, 8}, ""},
        {"0 2 3/4 5 6/7 8 0", 0, TILEPDB_MESSAGE_TEXT_TWICE, {0, 1}, ""},
        {"42 LDDR", 0, TILEPDB_MESSAGE_TEXT_ANSWER, {TILEPDB_ANSWER_SOLUTION}, ""},
        {">=40", 0, TILEPDB_MESSAGE_TEXT_ANSWER, {TILEPDB_ANSWER_LIMIT}, ">=40"},
        {"unsolvable", 0, TILEPDB_MESSAGE_TEXT_ANSWER, {TILEPDB_ANSWER_UNSOLVABLE}, "unsolvable"},
        {"error", 0, TILEPDB_MESSAGE_TEXT_ANSWER, {TILEPDB_ANSWER_ERROR}, "error"},
        {"0", 0, TILEPDB_MESSAGE_TEXT_ANSWER, {TILEPDB_ANSWER_SOLVED}, "0"},
        {"31 40", 0, TILEPDB_MESSAGE_TEXT_COUNT, {0}, ""},
        {"U2 L", 0, TILEPDB_MESSAGE_TEXT_NOTATION, {1, TILEPDB_NOTATION_BLANK}, "U2"},
        {"R R4", 0, TILEPDB_MESSAGE_MOVE_IMPOSSIBLE, {4, 4, 1}, "R4"},
        {"RDx", 0, TILEPDB_MESSAGE_MOVE_UNKNOWN, {3}, "x"},
        {"Goal: 1 2 3/4 5 6/7 8 0", 0, TILEPDB_MESSAGE_TEXT_GOAL, {0}, ""},
        {"1 2 3 4 5 6 7 8 9 10 11 12 13/14 15 16 17 18 19 20 21 22 23 24 25 0",
         0,
         TILEPDB_MESSAGE_BOARD_SIZE,
         {13, 2},
         ""},
    };
    static tilepdb_item item;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        read_item(cases[i].text, cases[i].side, &item);
        if (item.kind != TILEPDB_ITEM_ERROR || item.error.code != cases[i].code ||
            strcmp(item.error.text, cases[i].word) != 0 ||
            memcmp(item.error.number, cases[i].number, sizeof item.error.number) != 0)
            fail_msg("'%s': %s: %d %d %d %d, '%s': %s", cases[i].text,
                     tilepdb_message_name(item.error.code), (int)item.error.number[0],
                     (int)item.error.number[1], (int)item.error.number[2],
                     (int)item.error.number[3], item.error.text, item.error.message);
    }
}

/* A text that is to be one board. */
static void texts_of_one_board_have_codes(void **state) {
    (void)state;
    tilepdb_board board;
    tilepdb_error error;
    assert_int_equal(tilepdb_board_parse("\n", 1, 0, 0, &board, &error), TILEPDB_ERROR_PARSE);
    assert_int_equal(error.code, TILEPDB_MESSAGE_TEXT_NONE);
    const char *two = "1 2 3 0\n\n1 2 0 3\n";
    assert_int_equal(tilepdb_board_parse(two, strlen(two), 0, 0, &board, &error),
                     TILEPDB_ERROR_PARSE);
    assert_int_equal(error.code, TILEPDB_MESSAGE_TEXT_SEVERAL);
    assert_true(error.number[0] == 3 && error.line == 3 && error.column == 1);
}

/* A size before a board is no name of it; an index is. */
static void indexes_are_names(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"3 3 1 2 3 4 5 6 7 8 0", ""},
        {"7 1 2 3 4 5 6 7 8 0", "7"},
        {"7: 1 2 3 4 5 6 7 8 0", "7"},
        {"7: 1 2 3\n4 5 6\n7 8 0", "7"},
        {"7:\n1 2 3\n4 5 6\n7 8 0", "7"},
        {"7) 1 2 3\n4 5 6\n7 8 0", "7"},
        {"1: 1 2 3\n2: 4 5 6\n3: 7 8 0", ""},
        {"Start: 1 2 3\n4 5 6\n7 8 0", ""},
        {"{\"id\": 8, \"board\": [1, 2, 3, 0]}", "8"},
    };
    static tilepdb_item item;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        read_item(cases[i][0], 0, &item);
        if (item.kind != TILEPDB_ITEM_BOARD || strcmp(item.id, cases[i][1]) != 0)
            fail_msg("'%s' has the name '%s'", cases[i][0], item.id);
    }
    /* The name of a board is not that of the next one. */
    tilepdb_reader *reader;
    const char *text = "7: 1 2 3\n4 5 6\n7 8 0\n\n1 2 3\n4 5 6\n7 0 8\n";
    assert_int_equal(tilepdb_reader_create(NULL, &reader, NULL), TILEPDB_OK);
    tilepdb_reader_feed(reader, text, strlen(text));
    tilepdb_reader_end(reader);
    for (int i = 0; i < 2; i++) {
        assert_true(tilepdb_reader_next(reader, &item));
        assert_string_equal(item.id, i == 0 ? "7" : "");
    }
    tilepdb_reader_free(reader);
}

/* An arrow separates a board from its goal. */
static void arrows_name_goals(void **state) {
    (void)state;
    static const char *const texts[] = {
        "1 2 3/4 0 5 => 1 2 3/4 5 0\n",
        "1 2 3 / 4 0 5 -> 1 2 3 / 4 5 0\n",
        "[[1,2,3],[4,0,5]] \xE2\x86\x92 [[1,2,3],[4,5,0]]\n",
        "1 2 3\n4 0 5\n=>\n1 2 3\n4 5 0\n",
    };
    static tilepdb_item item;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        read_item(texts[i], 0, &item);
        if (item.kind != TILEPDB_ITEM_BOARD || !item.has_goal || item.board.cells[4] != 0 ||
            item.goal.cells[5] != 0)
            fail_msg("'%s': %s", texts[i], item.error.message);
    }
    read_item("1 2 3/4 0 5 => 1 2/0 3\n", 0, &item);
    assert_int_equal(item.kind, TILEPDB_ITEM_ERROR);
    read_item("=>\n", 0, &item);
    assert_int_equal(item.kind, TILEPDB_ITEM_ERROR);
}

/* UTF-16 with a byte order mark, in pieces of every size. */
static void utf16_is_read(void **state) {
    (void)state;
    static const char *const words[] = {"1 2/0 3\r\n", "1 2/", "\xD8\x3D\xDD\x32"};
    static struct transcript found;
    for (int big = 0; big < 2; big++) {
        char text[80];
        size_t used = 0;
        text[used + (size_t)!big] = (char)0xFE;
        text[used + (size_t)big] = (char)0xFF;
        used += 2;
        for (int word = 0; word < 2; word++)
            for (const char *c = words[word]; *c != '\0'; c++, used += 2) {
                text[used + (size_t)big] = *c;
                text[used + (size_t)!big] = '\0';
            }
        for (size_t i = 0; i < 4; i += 2, used += 2) { /* U+1F532, a white square */
            text[used + (size_t)!big] = words[2][i];
            text[used + (size_t)big] = words[2][i + 1];
        }
        for (const char *c = " 3"; *c != '\0'; c++, used += 2) {
            text[used + (size_t)big] = *c;
            text[used + (size_t)!big] = '\0';
        }
        for (size_t piece = 1; piece < 8; piece++) {
            read_text(text, used, NULL, piece, false, &found);
            assert_string_equal(found.text, "1: 1 2 / 0 3\n2: 1 2 / 0 3\n");
        }
        /* Half a character at the end is an error, and so is half a pair. */
        read_text(text, used - 1, NULL, 1, false, &found);
        assert_string_equal(found.text, "1: 1 2 / 0 3\n2: error\n");
        read_text(text, used - 6, NULL, 1, false, &found);
        assert_string_equal(found.text, "1: 1 2 / 0 3\n2: error\n");
    }
    read_text("\xFF", 1, NULL, 1, false, &found);
    assert_string_equal(found.text, "1: error\n");
    read_text("\xFE\x31", 2, NULL, 1, false, &found);
    assert_string_equal(found.text, "1: error\n");
}

/* Rows of 33 cells with bars and numbers before them, which are too many for a board. */
static void rows_with_too_many_labels_are_refused(void **state) {
    (void)state;
    static struct transcript found;
    static char text[33 * 33 * 8];
    size_t used = 0;
    for (int row = 1; row <= 33; row++)
        for (int i = 0; i < 33; i++)
            used += (size_t)sprintf(text + used, "| %d %s", i == 0 ? row : row * 32 + i - 33,
                                    i == 32 ? "|\n" : "");
    const tilepdb_reader_options large = {.large = true};
    read_text(text, used, &large, 1000, false, &found);
    assert_string_equal(found.text, "1: error\n");
}

/* A hundred lines of a hundred numbers are one board, which is too large. */
static void rows_of_a_large_board_are_one_error(void **state) {
    (void)state;
    static struct transcript found;
    static char text[100 * 600];
    size_t used = 0;
    for (int i = 0; i < 10000; i++)
        used += (size_t)sprintf(text + used, "%d%c", i, i % 100 == 99 ? '\n' : ' ');
    read_text(text, used, NULL, 1000, false, &found);
    assert_string_equal(found.text, "1: error\n");
}

static clock_t reading_time(const char *text, size_t length) {
    static struct transcript found;
    const clock_t begin = clock();
    read_text(text, length, NULL, 65536, false, &found);
    return clock() - begin;
}

/* Texts that repeat a piece take linear time: an eighth of the bytes takes an eighth of the time,
 * but a 64th of a quadratic time. */
static void hostile_texts_take_linear_time(void **state) {
    (void)state;
    enum { LENGTH = 1 << 19 };
    static const char *const units[] = {
        "/*1", "[1]",       "a 1 (1) 1 ",   "a 1 : ", "::",        "a::",      "board,x", "\"1,\"",
        "/*x", "(x\n",      "[1\n",         "5 abc ", "1:",        "1=>",      "{\"a\":", "\\a{",
        "<b>", "A ",        "5 abc abc ",   ",",      "1,,",       "3\n\n",    "D\n",     "67EC\n",
        "x\n", "1 2 3\n\n", "[[1,2],[3,\n", "#7 ",    "{a:[1,2],", "Start:\n",
    };
    clock_t part = 0, whole = 0;
    char *text = malloc(LENGTH);
    assert_non_null(text);
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        const size_t unit = strlen(units[i]);
        for (size_t at = 0; at < LENGTH; at++) text[at] = units[i][at % unit];
        part += reading_time(text, LENGTH / 8);
        whole += reading_time(text, LENGTH);
    }
    assert_true(whole < 20 * part);
    free(text);
}

/* Facts that never change are not places of tiles, whatever their predicates are called. */
static void static_facts_are_no_places(void **state) {
    (void)state;
    static const char *const cases[][3] = {
        {"(connected p1 p2) (connected p2 p4) (connected p3 p1)", "", "1: 1 2 / 0 3\n"},
        {"(adjacent-on p1 p2) (adjacent-at p2 p4) (adjacent-on p3 p1)", "", "1: 1 2 / 0 3\n"},
        {"", "(location p1 1 1) (position p2 1 2)", "1: 1 2 / 0 3\n"},
        {"(at t1 p3)", "", "1: error\n"},
        {"", "(at t1 p2)", "1: error\n"},
        {"(at t1 1 1)", "", "1: error\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        static struct transcript found;
        char text[800];
        snprintf(text, sizeof text,
                 "(define (problem p) (:domain d)\n(:init %s (at t1 p1) (at t2 p2) (at t3 p4) "
                 "(empty p3) %s)\n(:goal (and (at t1 p1) (at t2 p2) (at t3 p3))))\n",
                 cases[i][0], cases[i][1]);
        read_text(text, strlen(text), NULL, 1000, false, &found);
        if (strcmp(found.text, cases[i][2]) != 0) fail_msg("%s is read as %s", text, found.text);
    }
}

/* What is skipped of a bad list has an end, even if no line says so. */
static void skipping_ends(void **state) {
    (void)state;
    enum { LINES = 1000 };
    static struct transcript found;
    static char text[25 * LINES] = "[y\n";
    for (size_t used = strlen(text), i = 0; i < LINES; i++)
        used += (size_t)sprintf(text + used, "[1,2,3,4,5,6,7,0,8]\n");
    read_text(text, strlen(text), NULL, 1000, false, &found);
    assert_int_equal(strncmp(found.text, "1: error\n", 9), 0);
    assert_non_null(strstr(found.text, "100: 1 2 3 / 4 5 6 / 7 0 8\n"));
}

/* ---- every form of a board ------------------------------------------------------------------- */

#define FORMS 9

/* Writes a board in a form that ends with a line end. */
static size_t write_form(const tilepdb_board *board, uint32_t form, char *text) {
    static const struct {
        const char *begin, *number, *row, *end;
    } forms[FORMS] = {
        {"", " ", " / ", "\n"},
        {"", ",", ";", "\r\n"},
        {"", "\t", "\n", "\n\n"},
        {"[[", ",", "],[", "]]\n"},
        {"[\n  [", ", ", "],\n  [", "]\n]\n"},
        {"((", " ", ") (", "))\r"},
        {"", " , ", " /\n", "\n"},
        {"[", " ", "; ", "]\n"},
        {"|", " | ", "|\n|", "|\n\n"},
    };
    size_t used = (size_t)sprintf(text, "%s", forms[form].begin);
    for (int cell = 0; cell < board->width * board->height; cell++) {
        const bool first = cell % board->width == 0;
        const char *gap = cell == 0 ? "" : first ? forms[form].row : forms[form].number;
        used += (size_t)sprintf(text + used, "%s%d", gap, board->cells[cell]);
    }
    return used + (size_t)sprintf(text + used, "%s", forms[form].end);
}

static void draw_board(tilepdb_random *random, tilepdb_board *board) {
    tilepdb_board goal;
    do {
        tilepdb_goal(2 + (int)random_below(random, 11), 2 + (int)random_below(random, 11), 0, &goal,
                     NULL);
    } while (tilepdb_size_check(goal.width, goal.height, NULL));
    assert_int_equal(tilepdb_board_scramble(random, &goal, board), TILEPDB_OK);
}

static size_t count_lines(const char *text) {
    size_t lines = 0;
    for (; *text != '\0'; text++) lines += *text == '\n' || (*text == '\r' && text[1] != '\n');
    return lines;
}

static void every_form_is_read_back(void **state) {
    (void)state;
    static struct transcript found;
    tilepdb_random random;
    tilepdb_random_seed(&random, 17);
    for (int round = 0; round < 500; round++) {
        char text[4000] = "", wanted[6 * TILEPDB_BOARD_TEXT + 200] = "";
        size_t used = 0, told = 0, line = 1;
        for (int i = 0; i < 6; i++) {
            tilepdb_board board;
            char plain[TILEPDB_BOARD_TEXT];
            draw_board(&random, &board);
            uint32_t form = random_below(&random, FORMS);
            /* Nine numbers are a 3x3 board, and the first rows may be a square board. */
            if ((form == 2 || form == 8) && (board.width == 9 || board.height > board.width))
                form = 0;
            tilepdb_board_format(&board, true, plain);
            told += (size_t)sprintf(wanted + told, "%zu: %s\n", line, plain);
            const size_t before = used;
            used += write_form(&board, form, text + used);
            line += count_lines(text + before);
        }
        read_text(text, used, NULL, 0, true, &found);
        if (strcmp(found.text, wanted) != 0)
            fail_msg("'%s' holds\n%s, not\n%s", text, found.text, wanted);
    }
}

/* ---- hostile texts --------------------------------------------------------------------------- */

/* Noise gives boards and errors, the same in one piece and in many. */
static void noise_is_the_same_in_pieces(void **state) {
    (void)state;
    static const char alphabet[] =
        "0123 \n0123 \n\r,;/[]()\t_.#RDul2'xy|+-*4\0\xE2\x86\x90\xC2\xA0\xEF";
    static struct transcript whole, parts;
    tilepdb_random random;
    tilepdb_random_seed(&random, 18);
    for (int round = 0; round < 6000; round++) {
        char text[120];
        const size_t length = random_below(&random, sizeof text + 1);
        const int side = round % 5 == 0 ? 2 : 0;
        const tilepdb_reader_options options = {
            .reading = (tilepdb_reading)(round % 3),
            .notation = (tilepdb_notation)(round % 3),
            .width = side,
            .height = side,
            .large = round % 7 == 0,
        };
        for (size_t i = 0; i < length; i++)
            text[i] = alphabet[random_below(&random, sizeof alphabet)];
        read_text(text, length, &options, 1000, true, &whole);
        read_text(text, length, &options, 0, true, &parts);
        assert_string_equal(whole.text, parts.text);
    }
}

static void mutations_are_read(void **state) {
    (void)state;
    static struct transcript whole, parts;
    tilepdb_random random;
    tilepdb_random_seed(&random, 19);
    for (int round = 0; round < 4000; round++) {
        char text[200];
        const struct reading *reading =
            &readings[random_below(&random, sizeof readings / sizeof *readings)];
        const size_t length = strlen(reading->text);
        if (length == 0 || length > sizeof text) continue;
        memcpy(text, reading->text, length);
        for (uint32_t change = 1 + random_below(&random, 3); change > 0; change--)
            text[random_below(&random, (uint32_t)length)] =
                reading->text[random_below(&random, (uint32_t)length)];
        read_text(text, length, &reading->options, 1000, true, &whole);
        read_text(text, length, &reading->options, 1, true, &parts);
        assert_string_equal(whole.text, parts.text);
    }
}

/* Lines of megabytes take linear time and bounded memory, and later lines are read. */
static void long_lines_are_refused(void **state) {
    (void)state;
    enum { LENGTH = 9 << 20 };
    static const char *const units[] = {
        "7", " ", "[", "R", "\xEF", "1 2 3 ", "/", "1 2\n", "[[1,2],\n", "1 2 3 /\n", "\xEF\xBB",
    };
    static struct transcript found;
    char *text = malloc(LENGTH + 20);
    assert_non_null(text);
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        const size_t unit = strlen(units[i]);
        for (size_t at = 0; at < LENGTH; at++) text[at] = units[i][at % unit];
        strcpy(text + LENGTH, "\n\n1 2 / 0 3\n");
        read_text(text, LENGTH + 12, NULL, 65536, false, &found);
        if (strchr(units[i], '\n') == NULL)
            assert_string_equal(found.text, "1: error\n3: 1 2 / 0 3\n");
    }
    free(text);
}

static void options_are_checked(void **state) {
    (void)state;
    static const tilepdb_board huge = {.width = 255, .height = 255};
    tilepdb_board six;
    tilepdb_goal(6, 6, 35, &six, NULL);
    static const tilepdb_board zeros = {.width = 2, .height = 2};
    const tilepdb_reader_options none[] = {
        {.width = 1, .height = 4},
        {.width = 6, .height = 6},
        {.width = 4},
        {.width = 33, .height = 33, .large = true},
        {.reading = (tilepdb_reading)3},
        {.notation = (tilepdb_notation)3},
        {.goal = &huge},
        {.goal = &six},
        {.goal = &huge, .large = true},
        {.goal = &zeros},
        {.width = 2, .height = 2, .goal = &zeros},
    };
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        tilepdb_reader *reader;
        assert_int_equal(tilepdb_reader_create(&none[i], &reader, NULL), TILEPDB_ERROR_ARGUMENT);
    }
    tilepdb_reader_free(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_hold_what_the_table_says),
        cmocka_unit_test(arguments_are_joined),
        cmocka_unit_test(errors_say_what_it_is),
        cmocka_unit_test(errors_have_codes),
        cmocka_unit_test(texts_of_one_board_have_codes),
        cmocka_unit_test(indexes_are_names),
        cmocka_unit_test(arrows_name_goals),
        cmocka_unit_test(utf16_is_read),
        cmocka_unit_test(rows_with_too_many_labels_are_refused),
        cmocka_unit_test(rows_of_a_large_board_are_one_error),
        cmocka_unit_test(hostile_texts_take_linear_time),
        cmocka_unit_test(static_facts_are_no_places),
        cmocka_unit_test(skipping_ends),
        cmocka_unit_test(every_form_is_read_back),
        cmocka_unit_test(noise_is_the_same_in_pieces),
        cmocka_unit_test(mutations_are_read),
        cmocka_unit_test(long_lines_are_refused),
        cmocka_unit_test(options_are_checked),
    };
    return cmocka_run_group_tests_name("reader", tests, NULL, NULL);
}
