/* Named boards, and the menu, for pdbmethods without arguments on a terminal. */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>
#include <unistd.h>

#include "base/message_text.h"
#include "cli/console.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/signals.h"
#include "cli/terminal.h"
#include "pdbmethods/methods.h"
#include "tables/table_text.h"
#include "tilepdb_text.h"

/* ---- named boards ---------------------------------------------------------------------------- */

#define LAST  "blank-last"
#define FIRST "blank-first"

static const struct example examples[] = {
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
const char *const example_ladder[] = {
    "moves-5",  "moves-10", "moves-15", "moves-20", "moves-25", "moves-30",
    "moves-40", "moves-50", "moves-60", "moves-80", NULL,
};

const struct example *example_find(const char *name) {
    const char *names[CLI_LENGTH(examples)];
    for (size_t i = 0; i < CLI_LENGTH(examples); i++) {
        if (strcmp(examples[i].name, name) == 0) return &examples[i];
        names[i] = examples[i].name;
    }
    const char *nearest = nearest_word(name, names, CLI_LENGTH(examples));
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

/* pdbsolve reads the lines of JSON and CSV. */
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
    for (size_t i = 0; i < CLI_LENGTH(examples); i++) print(stream, 0, &examples[i], options);
}

/* ---- the menu -------------------------------------------------------------------------------- */

/* most bytes of the rows that is_whole checks together */
#define BOARD_BYTES 4096

struct menu {
    const struct solve_options *options;
    struct cli_output *output;
    char *line; /* without newline; owned */
    size_t capacity;
    char *board; /* owned; may be NULL */
    const char *goal;
    bool ended;
};

static void trim(char *line) {
    size_t length = strlen(line);
    while (length > 0 && isspace((unsigned char)line[length - 1])) line[--length] = '\0';
    const size_t blanks = strspn(line, " \t");
    memmove(line, line + blanks, length - blanks + 1);
}

static bool ask(struct menu *menu, const char *question) {
    if (!cli_output_flush(menu->output)) {
        menu->ended = true;
        return false;
    }
    fprintf(stderr, "%s", question);
    fflush(stderr);
    if (cli_signal() || getline(&menu->line, &menu->capacity, stdin) < 0) {
        fputc('\n', stderr);
        menu->ended = true;
        return false;
    }
    trim(menu->line);
    return strcasecmp(menu->line, "q") != 0;
}

static bool read_number(const char *line, uint64_t least, uint64_t most, uint64_t missing,
                        uint64_t *number) {
    char *end;
    *number = missing;
    if (line[0] == '\0') return missing >= least;
    if (strspn(line, "0123456789") != strlen(line)) return false;
    errno = 0;
    *number = strtoull(line, &end, 10);
    return errno == 0 && *number >= least && *number <= most;
}

static bool ask_number(struct menu *menu, const char *question, uint64_t least, uint64_t most,
                       uint64_t missing, uint64_t *number) {
    while (ask(menu, question)) {
        if (read_number(menu->line, least, most, missing, number)) return true;
        fprintf(stderr, "'%.60s' is not a number from %" PRIu64 " to %" PRIu64 "; try again.\n",
                menu->line, least, most);
    }
    return false;
}

static bool ask_seed(struct menu *menu, tilepdb_random *random) {
    uint32_t drawn = 1;
    uint64_t seed;
    if (getentropy(&drawn, sizeof drawn) != 0) drawn = 1;
    if (!ask_number(menu, "Seed, to get the same board again (empty: random, q: back): ", 0,
                    UINT64_MAX, drawn, &seed))
        return false;
    fprintf(stderr, "The seed is %" PRIu64 ".\n", seed);
    tilepdb_random_seed(random, seed);
    return true;
}

static void solve(const struct menu *menu, const struct solve_options *options) {
    struct solve_options own = *options;
    struct session session;
    own.goal = menu->goal;
    if (session_open(&session, &own, &menu->board, 1, menu->output) != CLI_SUCCESS) return;
    const int code = session_start(&session);
    session_close(&session, code == CLI_SUCCESS ? ida_run(&session) : code);
}

static void menu_solve(struct menu *menu, const char *goal, const char *board) {
    char *kept = cli_text("%s", board);
    free(menu->board);
    menu->board = kept;
    menu->goal = goal;
    solve(menu, menu->options);
}

static void solve_board(struct menu *menu, const tilepdb_board *board) {
    char text[TILEPDB_BOARD_TEXT];
    tilepdb_board_format(board, true, text);
    fprintf(stderr, "The board is %s\n", text);
    menu_solve(menu, NULL, text);
}

/* Animates the last solution, or prints its boards if the cursor cannot move. */
static void watch(struct menu *menu) {
    struct solve_options own = *menu->options;
    own.animate = cli_terminal_there();
    own.show = !own.animate;
    solve(menu, &own);
}

static const struct example *find_example(const char *line) {
    uint64_t number;
    if (line[0] == '\0' || strspn(line, "0123456789") != strlen(line)) return example_find(line);
    if (read_number(line, 1, CLI_LENGTH(examples), 0, &number)) return &examples[number - 1];
    fprintf(stderr, "'%.60s' is not a number from 1 to %zu; try again.\n", line,
            CLI_LENGTH(examples));
    return NULL;
}

static void pick_example(struct menu *menu) {
    for (size_t i = 0; i < CLI_LENGTH(examples); i++)
        print(stderr, (int)i + 1, &examples[i], &(struct solve_options){.format = FORMAT_TEXT});
    while (ask(menu, "Which one, by number or name (q: back)? ")) {
        const struct example *example = find_example(menu->line);
        if (!example) continue;
        menu_solve(menu, example->goal, example->board);
        return;
    }
}

/* A square of 3x3 or more needs no further row. */
static bool is_whole(const char *text, tilepdb_item *item) {
    tilepdb_error error;
    if (tilepdb_board_parse(text, strlen(text), 0, 0, &item->board, &error)) return false;
    item->kind = TILEPDB_ITEM_BOARD;
    return item->board.width == item->board.height && item->board.width > 2;
}

static bool read_item(struct menu *menu, tilepdb_reader *reader, tilepdb_item *item) {
    char text[BOARD_BYTES] = "";
    const char *const first = "The board, row by row, 0 for the blank (q: back): ";
    const char *question = first;
    while (ask(menu, question)) {
        if (question == first && menu->line[0] == '\0') {
            fputs("That is not a board: the line is empty; try again.\n", stderr);
            continue;
        }
        tilepdb_reader_feed(reader, menu->line, strlen(menu->line));
        if (tilepdb_reader_next(reader, item)) return true;
        if (menu->line[0] == '\0') {
            tilepdb_reader_end(reader);
            return tilepdb_reader_next(reader, item);
        }
        tilepdb_reader_feed(reader, "\n", 1);
        if (tilepdb_reader_next(reader, item)) return true;
        const size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, "%s\n", menu->line);
        if (is_whole(text, item)) return true;
        question = "The next row, empty to end (q: back): ";
    }
    return false;
}

static void type_board(struct menu *menu) {
    tilepdb_reader *reader;
    tilepdb_item item = {.kind = TILEPDB_ITEM_ERROR};
    tilepdb_error error;
    const tilepdb_reader_options options = {.live = true};
    bool typed = true;
    while (typed && item.kind == TILEPDB_ITEM_ERROR) {
        if (tilepdb_reader_create(&options, &reader, &error)) return;
        typed = read_item(menu, reader, &item);
        tilepdb_reader_free(reader);
        if (!typed || item.kind != TILEPDB_ITEM_ERROR) continue;
        cli_error_advise(&item.error);
        fprintf(stderr, "That is not a board: %s; try again.\n", item.error.message);
    }
    if (typed) solve_board(menu, &item.board);
}

static void scramble(struct menu *menu, bool uniform) {
    tilepdb_random random;
    tilepdb_board goal, board;
    uint64_t moves = 0;
    if (!uniform && !ask_number(menu, "How many random moves (q: back)? ", 1, WALK_MOST, 0, &moves))
        return;
    if (!ask_seed(menu, &random)) return;
    tilepdb_goal(4, 4, 15, &goal, NULL);
    board = goal;
    if (uniform)
        tilepdb_board_scramble(&random, &goal, &board);
    else
        tilepdb_board_walk(&random, (int)moves, &board);
    solve_board(menu, &board);
}

static const char question[] = "\nWhat would you like to solve?\n"
                               "  1  an example\n"
                               "  2  a board that you type\n"
                               "  3  a random board, each equally likely\n"
                               "  4  a board some random moves from the goal\n";
static const char question_watch[] = "  w  watch the last solution\n";
static const char question_end[] = "  q  quit\n> ";

int menu_run(const struct solve_options *options, struct cli_output *output) {
    struct menu menu = {.options = options, .output = output};
    while (!menu.ended) {
        fputs(question, stderr);
        if (menu.board) fputs(question_watch, stderr);
        if (!ask(&menu, question_end)) break;
        const bool letter = menu.line[0] != '\0' && menu.line[1] == '\0';
        const int choice = letter ? tolower((unsigned char)menu.line[0]) : '?';
        if (choice == '1') {
            pick_example(&menu);
        } else if (choice == '2') {
            type_board(&menu);
        } else if (choice == '3' || choice == '4') {
            scramble(&menu, choice == '3');
        } else if (choice == 'w' && menu.board) {
            watch(&menu);
        } else {
            fprintf(stderr, "'%.60s' is not 1 to 4%s or q; try again.\n", menu.line,
                    menu.board ? ", w" : "");
        }
    }
    free(menu.board);
    free(menu.line);
    return CLI_SUCCESS;
}
