#include "pdbmethods/examples.h"

#include <jansson.h>
#include <string.h>

#include "base/message_text.h"
#include "cli/board_text.h"
#include "cli/console.h"
#include "cli/options.h"
#include "cli/output.h"

#define LAST  "blank-last"
#define FIRST "blank-first"

const struct example examples[] = {
    {"solved", "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 15 0", LAST, 0, "the goal itself"},
    {"simple", "1 2 3 4 / 5 6 7 8 / 9 10 15 11 / 13 14 0 12", LAST, 3, "three moves"},
    {"unsolvable", "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 15 14 0", LAST, -1,
     "14 and 15 swapped, the puzzle that Sam Loyd made famous"},
    {"eight-hardest", "8 6 7 / 2 5 4 / 3 0 1", LAST, 31, "a hardest board of the 8-puzzle"},
    {"moves-5", "1 2 3 4 / 0 6 7 8 / 5 9 11 12 / 13 10 14 15", LAST, 5, "five moves"},
    {"moves-10", "5 1 3 4 / 2 0 6 7 / 9 10 12 8 / 13 14 11 15", LAST, 10, "ten moves"},
    {"moves-15", "3 0 7 4 / 2 6 11 8 / 1 5 10 12 / 9 13 14 15", LAST, 15, "and so on"},
    {"moves-20", "2 7 3 4 / 5 1 11 8 / 13 9 6 15 / 10 0 12 14", LAST, 20, ""},
    {"moves-25", "3 11 4 7 / 2 1 5 8 / 9 6 14 0 / 13 10 12 15", LAST, 25, ""},
    {"moves-30", "5 1 11 4 / 9 0 10 8 / 2 13 6 7 / 14 15 3 12", LAST, 30, ""},
    {"moves-40", "5 3 4 15 / 8 2 11 7 / 10 1 6 13 / 9 0 12 14", LAST, 40, ""},
    {"moves-50", "4 11 15 3 / 2 5 8 12 / 0 10 6 1 / 14 7 13 9", LAST, 50, ""},
    {"moves-60", "0 13 3 5 / 7 14 10 1 / 12 8 11 15 / 4 6 2 9", LAST, 60, ""},
    {"moves-80", "0 12 9 13 / 15 11 10 14 / 3 7 2 5 / 4 8 6 1", LAST, 80,
     "one of the 17 hardest boards of the 15-puzzle"},
    {"korf-1", "14 13 15 7 / 11 12 9 5 / 6 0 2 1 / 4 8 10 3", FIRST, 57,
     "the first of Korf's 100 boards (1985)"},
    {"korf-88", "15 2 12 11 / 14 13 9 5 / 1 3 8 7 / 0 10 6 4", FIRST, 65,
     "the one of Korf's that took the most nodes"},
    {"many-nodes", "0 15 8 3 / 12 11 7 4 / 14 10 6 5 / 9 13 2 1", LAST, 70,
     "fewer than 80 moves, but far more work"},
};
const size_t example_count = sizeof examples / sizeof *examples;

const char *const example_ladder[] = {
    "moves-5",  "moves-10", "moves-15", "moves-20", "moves-25", "moves-30",
    "moves-40", "moves-50", "moves-60", "moves-80", NULL,
};

const struct example *example_find(const char *name) {
    const char *names[sizeof examples / sizeof *examples];
    for (size_t i = 0; i < example_count; i++) {
        if (strcmp(examples[i].name, name) == 0) return &examples[i];
        names[i] = examples[i].name;
    }
    const char *nearest = nearest_word(name, names, example_count);
    if (nearest)
        cli_complain("unknown example '%.60s'; did you mean %s?", name, nearest);
    else
        cli_complain("unknown example '%.60s'; --examples lists them", name);
    return NULL;
}

static tilepdb_board board_of(const struct example *example) {
    tilepdb_board board;
    tilepdb_board_parse(example->board, strlen(example->board), 0, 0, &board, NULL);
    return board;
}

static tilepdb_board goal_of(const struct example *example) {
    const tilepdb_board board = board_of(example);
    tilepdb_board goal;
    tilepdb_goal_named(example->goal, board.width, board.height, &goal, NULL);
    return goal;
}

/* The lines of JSON and CSV are boards, with their goals, which pdbsolve reads. */
static void print_json(FILE *stream, const struct example *example) {
    const tilepdb_board board = board_of(example), goal = goal_of(example);
    cli_json_print(stream,
                   json_pack("{sssosososs}", "name", example->name, "board", cli_json_board(&board),
                             "goal", cli_json_board(&goal), "length",
                             example->length >= 0 ? json_integer(example->length) : json_null(),
                             "summary", example->summary));
}

static void print_csv(FILE *stream, const struct example *example, const char *length) {
    const tilepdb_board goal = goal_of(example);
    char text[TILEPDB_BOARD_TEXT];
    tilepdb_board_format(&goal, true, text);
    fprintf(stream, "%s,%s,%s,%s,", example->name, example->board, text, length);
    cli_csv_text(stream, example->summary);
    fputc('\n', stream);
}

#define BOARD_COLUMN 19
#define BOARD_WIDTH  43

static void print_text(FILE *stream, int number, const struct example *example,
                       const char *length) {
    char column[16] = "";
    if (number > 0) snprintf(column, sizeof column, "%2d  ", number);
    const int board = BOARD_COLUMN + (int)strlen(column);
    const int told = (int)strlen(example->summary);
    const bool beside = told > 0 && (!cli_is_terminal(stream) ||
                                     board + BOARD_WIDTH + 2 + told <= cli_columns(fileno(stream)));
    cli_print_line(stream, board, "%s%-13s %3s  %-*s%s%s", column, example->name,
                   length[0] != '\0' ? length : "-", beside ? BOARD_WIDTH : 0, example->board,
                   beside ? "  " : "", beside ? example->summary : "");
    if (told > 0 && !beside) cli_print_line(stream, board, "%*s%s", board, "", example->summary);
}

static void print(FILE *stream, int number, const struct example *example,
                  const struct solve_options *options) {
    char length[16] = "";
    if (example->length >= 0) snprintf(length, sizeof length, "%d", example->length);
    if (options->format == FORMAT_JSON)
        print_json(stream, example);
    else if (options->format == FORMAT_CSV)
        print_csv(stream, example, length);
    else
        print_text(stream, number, example, length);
}

void examples_print(FILE *stream, const struct solve_options *options) {
    for (size_t i = 0; i < example_count; i++) print(stream, 0, &examples[i], options);
}

void examples_print_numbered(FILE *stream) {
    const struct solve_options text = {.format = FORMAT_TEXT};
    for (size_t i = 0; i < example_count; i++) print(stream, (int)i + 1, &examples[i], &text);
}
