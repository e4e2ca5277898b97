/* Open goals (engine/open_goals.h): as text, what they tell apart, the index of their tables,
 * files, and the limits of the engine. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "base/bytes.h"
#include "base/random.h"
#include "pattern/goal_pattern.h"
#include "puzzle/board.h"
#include "puzzle/open_goal.h"
#include "table/goal_table.h"
#include "tilepdb_engine.h"
#include "tilepdb_text.h"

static tilepdb_board goal_read(const char *text) {
    tilepdb_board goal;
    assert_int_equal(tilepdb_goal_parse(text, strlen(text), 0, 0, &goal, NULL), TILEPDB_OK);
    return goal;
}

/* ---- text ------------------------------------------------------------------------------------ */

static void goals_are_read(void **state) {
    (void)state;
    static const struct {
        const char *text, *goal;
        bool open;
    } cases[] = {
        {"1 2 3/4 5 6/7 8 0", "1 2 3 / 4 5 6 / 7 8 0", false},
        {"1 2 3/* * */* * *", "1 2 3 / * * * / * * *", true},
        {"1 2 3 / * * * / * 0 *", "1 2 3 / * * * / * 0 *", true},
        {"1,2,3;*,*,*;*,*,*", "1 2 3 / * * * / * * *", true},
        {"* 2 3\n* 5 6\n* 8 _", "* 2 3 / * 5 6 / * 8 0", true},
        {"* * * * * * * * 0", "* * * / * * * / * * 0", true},
        {"[[1,2,3],[\"*\",\"*\",\"*\"],[\"*\",8,0]]", "1 2 3 / * * * / * 8 0", true},
        {"1 1 1/2 2 2/3 3 0", "1 1 1 / 2 2 2 / 3 3 0", true},
        {"111/222/330", "1 1 1 / 2 2 2 / 3 3 0", true},
        {"A A A/B B B/C C _", "1 1 1 / 2 2 2 / 3 3 0", true},
        {"AAAA/BBBB/CCCC/DDD_", "1 1 1 1 / 2 2 2 2 / 3 3 3 3 / 4 4 4 0", true},
        {"1 1 * / * * * / * * 2", "1 1 * / * * * / * * 2", true},
        {"2,1/*,*/3,0", "2 1 / * * / 3 0", true},
        {"*,2/3,*/2,1", "* 2 / 3 * / 2 1", true},
        {"1 2 3 /* the first row */\n4 5 6\n7 8 0", "1 2 3 / 4 5 6 / 7 8 0", false},
        /* the only cell that is open holds what is missing */
        {"1 2 3/4 5 6/7 8 *", "1 2 3 / 4 5 6 / 7 8 0", false},
        {"1 2 3/4 5 6/7 * 0", "1 2 3 / 4 5 6 / 7 8 0", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const tilepdb_board goal = goal_read(cases[i].text);
        char text[TILEPDB_BOARD_TEXT];
        tilepdb_board_format(&goal, true, text);
        assert_string_equal(text, cases[i].goal);
        assert_int_equal(tilepdb_goal_is_open(&goal), cases[i].open);
    }
}

static void wrong_goals_are_refused(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"1 1 1/2 2 2/3 3 3", "the goal has no cell for the blank"},
        {"1 2 3/0 * */* * 0", "the goal has 2 blanks"},
        {"1 2 3/4 5 9/* * *", "row 2, column 3 of the goal holds 9"},
        {"1 2 3/4 5/* * *", "row 2 has 2 numbers, but rows have 3"},
        {"1 2 3/4 5 ?/* * *", "unreadable character '?'"},
        {"* 1 2 3\n* 4 5 6\n* 7 8 0",
         "this may be 1 2 3 / 4 5 6 / 7 8 0 or * 1 2 3 / * 4 5 6 / * 7 8 0"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tilepdb_board goal;
        tilepdb_error error;
        const char *text = cases[i][0];
        assert_int_equal(tilepdb_goal_parse(text, strlen(text), 0, 0, &goal, &error),
                         TILEPDB_ERROR_PARSE);
        assert_non_null(strstr(error.message, cases[i][1]));
    }
}

static tilepdb_item item_read(const tilepdb_board *goal, const char *text) {
    tilepdb_reader_options options;
    tilepdb_reader *reader;
    tilepdb_item item;
    tilepdb_reader_options_init(&options);
    options.goal = goal;
    options.width = goal->width;
    options.height = goal->height;
    assert_int_equal(tilepdb_reader_create(&options, &reader, NULL), TILEPDB_OK);
    tilepdb_reader_feed(reader, text, strlen(text));
    tilepdb_reader_end(reader);
    assert_true(tilepdb_reader_next(reader, &item));
    tilepdb_reader_free(reader);
    return item;
}

static void boards_with_alike_tiles_are_read(void **state) {
    (void)state;
    const tilepdb_board alike = goal_read("1 1 1/2 2 2/3 3 0"),
                        open = goal_read("1 2 3/* * */* * *");
    tilepdb_item item = item_read(&alike, "3 3 2 / 2 2 1 / 1 1 0");
    assert_int_equal(item.kind, TILEPDB_ITEM_BOARD);
    assert_int_equal(item.board.cells[0], 3);
    assert_int_equal(item_read(&alike, "332221110").kind, TILEPDB_ITEM_BOARD);
    assert_int_equal(item_read(&alike, "C C B / B B A / A A _").kind, TILEPDB_ITEM_BOARD);
    item = item_read(&alike, "1 2 3 / 4 5 6 / 7 8 0");
    assert_int_equal(item.kind, TILEPDB_ITEM_ERROR);
    assert_string_equal(item.error.message, "the goal has 3 tiles 1, but the board has 1");
    /* A scramble starts from the goal, or from an example. */
    item = item_read(&alike, "DR");
    assert_int_equal(item.kind, TILEPDB_ITEM_BOARD);
    assert_int_equal(item.board.cells[8], 2);
    item = item_read(&open, "DR");
    assert_int_equal(item.kind, TILEPDB_ITEM_BOARD);
    assert_int_equal(item.board.cells[8], 6);
    assert_int_equal(item_read(&open, "1 1 1 / 2 2 2 / 3 3 0").kind, TILEPDB_ITEM_ERROR);
}

/* ---- boards ---------------------------------------------------------------------------------- */

static void solvability_is_decided(void **state) {
    (void)state;
    static const struct {
        const char *goal, *board;
        tilepdb_status status;
    } cases[] = {
        {"1 2 3/4 5 6/* * 0", "1 2 3/4 5 6/8 7 0", TILEPDB_OK},
        {"1 2 3/4 5 6/7 * *", "1 2 3/4 5 6/8 7 0", TILEPDB_UNSOLVABLE},
        {"1 2 3/4 5 6/7 * *", "1 2 3/4 5 6/7 0 8", TILEPDB_OK},
        {"1 2 */4 5 6/7 8 *", "2 1 3/4 5 6/7 8 0", TILEPDB_OK},
        {"1 2 */4 5 6/* 8 *", "2 1 3/4 5 6/7 8 0", TILEPDB_OK},
        {"1 * 3/4 5 6/7 8 *", "2 1 3/4 5 6/7 8 0", TILEPDB_UNSOLVABLE},
        {"1 2 3/4 5 6/7 8 0", "2 1 3/4 5 6/7 8 0", TILEPDB_UNSOLVABLE},
        {"1 2/3 *", "1 2/3 0", TILEPDB_OK},
        {"1 2 3/4 5 6/* * *", "1 2/3 0", TILEPDB_ERROR_ARGUMENT},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const tilepdb_board goal = goal_read(cases[i].goal), board = goal_read(cases[i].board);
        assert_int_equal(tilepdb_board_solvable(&board, &goal, NULL), cases[i].status);
    }
}

static void goals_are_reached(void **state) {
    (void)state;
    const tilepdb_board goal = goal_read("1 2 3/* * */* * *"), yes = goal_read("1 2 3/8 7 6/5 4 0"),
                        no = goal_read("2 1 3/8 7 6/5 4 0"), small = goal_read("1 2/3 0");
    assert_true(tilepdb_goal_reached(&goal, &yes));
    assert_false(tilepdb_goal_reached(&goal, &no));
    assert_false(tilepdb_goal_reached(&goal, &small));
    assert_true(open_goal_solved_by(&goal, &yes, "DU"));
    assert_false(open_goal_solved_by(&goal, &yes, "U"));
}

/* ---- tables ---------------------------------------------------------------------------------- */

static struct open_goal open_make(const char *text, tilepdb_board *board) {
    const tilepdb_board goal = goal_read(text);
    struct open_goal open;
    if (!open_goal_example(&goal, board)) { /* the tiles that it does not name have the number 9 */
        *board = goal;
        for (int cell = goal.width * goal.height - 1; cell >= 0; cell--)
            if (goal.cells[cell] == TILEPDB_ANY_TILE)
                board->cells[cell] = board_count(board, 0) > 0 ? 9 : 0;
    }
    assert_int_equal(open_goal_init(&open, &goal, board, NULL), TILEPDB_OK);
    return open;
}

static struct goal_table *table_make(const struct open_goal *open, tilepdb_metric metric,
                                     int threads) {
    tilepdb_generate_options options;
    struct goal_table *table;
    tilepdb_generate_options_init(&options);
    options.threads = threads;
    assert_int_equal(goal_table_make(open, metric, &options, &table, NULL), TILEPDB_OK);
    return table;
}

/* Random walks: what a move changes is what the index gives for the board after it, and tables of
 * one thread and of `threads` have the same entries. */
static void walk_check(const char *text, tilepdb_metric metric, int threads) {
    tilepdb_board board;
    const struct open_goal open = open_make(text, &board);
    struct goal_table *table = table_make(&open, metric, 1);
    struct goal_table *other = threads > 1 ? table_make(&open, metric, threads) : table;
    const struct move_set *moves = goal_table_moves(table);
    const struct goal_table_need need = goal_table_need(&open);
    uint8_t seen[TILEPDB_TABLE_MAX_CELLS], blank;
    struct goal_view view, fresh;
    tilepdb_random random;
    tilepdb_random_seed(&random, 1);
    blank = (uint8_t)open_goal_see(&open, &board, seen);
    goal_view_set(table, seen, blank, &view);
    assert_int_equal(goal_table_depth(table), goal_table_depth(other));
    for (int i = 0; i < 3000; i++) {
        const unsigned move = random_below(&random, moves->count);
        const bool legal = move_set_play(moves, &board, &blank, move);
        assert_int_equal(goal_view_play(table, &view, move), legal);
        open_goal_see(&open, &board, seen);
        goal_view_set(table, seen, blank, &fresh);
        assert_int_equal(view.sequence, fresh.sequence);
        assert_int_equal(view.blank, blank);
        assert_memory_equal(view.colour, fresh.colour, sizeof view.colour);
        assert_memory_equal(view.key, fresh.key, sizeof view.key);
        assert_true(view.sequence < need.states / open.cells);
        assert_int_equal(goal_view_entry(table, &view), goal_view_entry(other, &view));
        const int distance = goal_table_walk(table, &view, NULL);
        assert_in_range(distance, 0, goal_table_depth(table));
        assert_int_equal(goal_view_entry(table, &view), distance % 3);
        assert_int_equal(distance == 0, open_goal_is(&open, seen));
    }
    if (other != table) goal_table_free(other);
    goal_table_free(table);
}

static void moves_change_the_index(void **state) {
    (void)state;
    static const char *const goals[] = {
        "1 2 3/* * */* * *",       "1 1 1/2 2 2/3 3 0",
        "1 2/3 4/* */* */* *",     "1 * * * *\n* * 2 * *\n* * * * *\n* * * * *\n* * * 3 0",
        "1 1 2 2/3 3 4 4/5 5 * *", "1 * * * * * * */* * * * * * * 2",
        "* * * / * * * / * * *",   "1 2 3 4/* * * */* * * */* * * *",
        "1 2 3/4 5 6/7 * *",
    };
    for (size_t i = 0; i < sizeof goals / sizeof *goals; i++) {
        walk_check(goals[i], TILEPDB_METRIC_SINGLE, 1);
        walk_check(goals[i], TILEPDB_METRIC_MULTI, 1);
    }
    /* large enough for several threads */
    walk_check("1 2 3 4/5 * * */* * * */* * * 0", TILEPDB_METRIC_SINGLE, 3);
}

static bool stop(const tilepdb_progress *progress, void *user) {
    (void)progress;
    (void)user;
    return false;
}

static void tables_have_limits(void **state) {
    (void)state;
    tilepdb_board board;
    tilepdb_generate_options options;
    struct goal_table *table;
    struct open_goal open = open_make("1 2 3/* * */* * *", &board);
    tilepdb_generate_options_init(&options);
    options.progress = stop;
    assert_int_equal(goal_table_make(&open, TILEPDB_METRIC_SINGLE, &options, &table, NULL),
                     TILEPDB_CANCELLED);
    goal_table_free(table);
    open = open_make("1 2 3 4/5 6 7 8/9 10 11 12/13 * * 0", &board);
    assert_int_equal(goal_table_need(&open).states, UINT64_MAX);
    assert_int_equal(goal_table_make(&open, TILEPDB_METRIC_SINGLE, &options, &table, NULL),
                     TILEPDB_ERROR_TOO_LARGE);
    goal_table_free(table);
    goal_table_free(NULL);
}

static void colours_are_merged(void **state) {
    (void)state;
    tilepdb_board board;
    const struct open_goal open = open_make("1 2 3/4 5 */* * 0", &board);
    struct open_goal coarse;
    assert_int_equal(open.colours, 6);
    open_goal_merge(&open, 1 << open.colour[2] | 1 << open.colour[5], &coarse);
    assert_int_equal(coarse.colours, 4);
    assert_int_equal(coarse.sizes[3], 5);
    assert_int_equal(coarse.wanted[1], 3);
    assert_int_equal(coarse.wanted[4], 3);
    assert_int_equal(coarse.wanted[5], OPEN_GOAL_ANY);
    assert_int_equal(coarse.wanted[8], OPEN_GOAL_BLANK);
    assert_int_equal(coarse.colour[2], 3);
    assert_int_equal(coarse.colour[8], 3);
    assert_int_equal(coarse.colour[3], coarse.wanted[2]);
    assert_int_equal(coarse.colour[0], OPEN_GOAL_BLANK);
}

/* ---- files ----------------------------------------------------------------------------------- */

static const tilepdb_verify_options one_thread = {.threads = 1};
static const tilepdb_open_options one_reader = {.threads = 1};

/* Writes a goal with `open` open cells, `colours` numbers for its tiles (0: all differ), and the
 * blank on a closed cell if `named`. */
static tilepdb_board goal_draw(tilepdb_random *random, int width, int height, unsigned open,
                               unsigned colours, bool named) {
    tilepdb_board goal = {.width = (uint8_t)width, .height = (uint8_t)height};
    const unsigned cells = (unsigned)(width * height);
    unsigned order[TILEPDB_TABLE_MAX_CELLS];
    for (unsigned i = 0; i < cells; i++) {
        const unsigned at = random_below(random, i + 1);
        order[i] = order[at];
        order[at] = i;
    }
    for (unsigned i = 0; i < cells; i++) {
        const unsigned tile = colours ? 1 + random_below(random, colours) : i + 1;
        goal.cells[order[i]] = (uint16_t)(i < open ? TILEPDB_ANY_TILE : tile % cells);
    }
    if (named || open == 0) goal.cells[order[cells - 1]] = 0;
    return goal;
}

/* Goals are read as they were written, in rows with any marks; but rows on lines may be refused,
 * whose '*' may begin the items of a list. */
static void written_goals_are_read(void **state) {
    (void)state;
    static const char *const rows[] = {"/", " / ", ";", "\n"}, *const cells[] = {",", " "};
    tilepdb_random random;
    tilepdb_random_seed(&random, 71);
    size_t ambiguous = 0;
    for (int i = 0; i < 20000; i++) {
        const int width = 2 + (int)random_below(&random, 3),
                  height = 2 + (int)random_below(&random, 3);
        const unsigned open = 2 + random_below(&random, (unsigned)(width * height) - 2);
        const tilepdb_board goal =
            goal_draw(&random, width, height, open, random_below(&random, 4), i % 2 == 0);
        const char *row = rows[random_below(&random, 4)], *cell = cells[random_below(&random, 2)];
        char text[TILEPDB_BOARD_TEXT] = "";
        for (int k = 0; k < width * height; k++) {
            char number[8];
            snprintf(number, sizeof number, goal.cells[k] == TILEPDB_ANY_TILE ? "*" : "%d",
                     goal.cells[k]);
            if (k > 0) strcat(text, k % width == 0 ? row : cell);
            strcat(text, number);
        }
        tilepdb_board read = {0};
        tilepdb_error error = {.message = ""};
        const tilepdb_status status = tilepdb_goal_parse(text, strlen(text), 0, 0, &read, &error);
        ambiguous += status == TILEPDB_ERROR_PARSE && error.code == TILEPDB_MESSAGE_TEXT_AMBIGUOUS;
        if (error.code == TILEPDB_MESSAGE_TEXT_AMBIGUOUS && *row == '\n') continue;
        assert_int_equal(status, TILEPDB_OK);
        assert_memory_equal(&read, &goal, sizeof read);
    }
    assert_in_range(ambiguous, 0, 20);
}

/* A board of the goal's tiles: what a random walk makes of a board of the goal. */
static tilepdb_board board_draw(tilepdb_random *random, const tilepdb_board *goal) {
    tilepdb_board board;
    char moves[2] = "";
    open_goal_board(goal, &board);
    for (int i = 0; i < 200; i++) {
        moves[0] = "UDLR"[random_below(random, 4)];
        tilepdb_board_play(&board, moves, NULL);
    }
    return board;
}

static int engine_length(tilepdb_engine *engine, tilepdb_metric metric, const tilepdb_board *goal,
                         const tilepdb_board *board) {
    tilepdb_engine_request request;
    tilepdb_answer *answer;
    tilepdb_engine_request_init(&request);
    request.goal = goal;
    request.board = board;
    request.metric = metric;
    assert_int_equal(tilepdb_engine_solve(engine, &request, &answer, NULL), TILEPDB_OK);
    const int length = answer->result->length;
    tilepdb_answer_free(answer);
    return length;
}

static void hear_path(const tilepdb_engine_event *event, void *user) {
    *(bool *)user |= event->code == TILEPDB_EVENT_GOAL_TABLE && event->path;
}

static tilepdb_engine *engine_of(const char *directory, bool *opened) {
    tilepdb_engine_options options;
    tilepdb_engine *engine;
    tilepdb_engine_options_init(&options);
    options.threads = 1;
    options.directory = directory;
    options.on_event = hear_path;
    options.user = opened;
    assert_int_equal(tilepdb_engine_create(&options, &engine, NULL), TILEPDB_OK);
    return engine;
}

/* The table of a goal is proven, its file has the same entries, and an engine that opens the file
 * has the answers of one that makes the table. */
static void file_check(const tilepdb_board *goal, tilepdb_metric metric, tilepdb_random *random) {
    const tilepdb_kind kind = {TILEPDB_BLANK_AWARE, TILEPDB_ENCODING_GOAL, metric};
    const tilepdb_save_options save = {.level = random_below(random, 2) ? 3 : 0, .threads = 1};
    static tilepdb_table_info made, kept;
    static tilepdb_proof proof;
    tilepdb_table *table, *file;
    tilepdb_pattern pattern;
    char name[TILEPDB_FILE_NAME];
    bool opened = false, found = false;
    assert_int_equal(tilepdb_goal_pattern(goal, &pattern, NULL), TILEPDB_OK);
    assert_int_equal(tilepdb_table_generate(&pattern, kind, NULL, &table, NULL), TILEPDB_OK);
    assert_int_equal(tilepdb_table_prove(table, &one_thread, &proof, NULL), TILEPDB_OK);
    assert_true(tilepdb_table_file_name(&pattern, kind, name) > 0);
    assert_int_equal(tilepdb_table_save(table, name, &save, NULL), TILEPDB_OK);
    assert_int_equal(tilepdb_table_open(name, NULL, &file, NULL), TILEPDB_OK);
    assert_int_equal(tilepdb_table_prove(file, &one_thread, &proof, NULL), TILEPDB_OK);
    tilepdb_table_info_get(table, &made);
    tilepdb_table_info_get(file, &kept);
    assert_true(tilepdb_pattern_equal(&kept.pattern, &pattern));
    assert_memory_equal(made.histogram, kept.histogram, sizeof made.histogram);
    tilepdb_table_close(table);
    tilepdb_table_close(file);
    tilepdb_engine *looks = engine_of(".", &opened), *makes = engine_of("nowhere", &found);
    for (int i = 0; i < 5; i++) {
        const tilepdb_board board = board_draw(random, goal);
        assert_int_equal(engine_length(looks, metric, goal, &board),
                         engine_length(makes, metric, goal, &board));
    }
    tilepdb_engine_free(looks);
    tilepdb_engine_free(makes);
    assert_int_equal(opened, tilepdb_goal_is_open(goal));
    assert_false(found);
    assert_int_equal(remove(name), 0);
}

static void files_have_the_tables(void **state) {
    (void)state;
    static const int sizes[][2] = {{2, 2}, {3, 2}, {2, 4}, {3, 3}, {5, 2}};
    tilepdb_random random;
    tilepdb_random_seed(&random, 7);
    for (unsigned i = 0; i < 60; i++) {
        const int *size = sizes[i % 5];
        const unsigned cells = (unsigned)(size[0] * size[1]);
        const unsigned colours = random_below(&random, 2) ? 1 + random_below(&random, 3) : 0;
        const unsigned open = random_below(&random, cells + (colours > 0));
        const tilepdb_board goal = goal_draw(&random, size[0], size[1], open, colours,
                                             open < cells && random_below(&random, 2));
        if (!colours && cells > (open < 3 ? 6 : 9) && i % 30) continue; /* proofs of seconds */
        file_check(&goal, i % 3 ? TILEPDB_METRIC_SINGLE : TILEPDB_METRIC_MULTI, &random);
    }
    const tilepdb_board wide = goal_read("1 * * * * * * * */* * * * * * * 2 0");
    file_check(&wide, TILEPDB_METRIC_SINGLE, &random);
    file_check(&wide, TILEPDB_METRIC_MULTI, &random);
}

/* Goals with other numbers on the same cells have one pattern; others have their own. */
static void patterns_have_no_numbers(void **state) {
    (void)state;
    static const char *const cases[][3] = {
        {"1 2 3/* * */* * *", "8 5 1/* * */* * *", "123 *** ***"},
        {"* 2 */* * */* * 0", "* 7 */* * */* * 0", "121 111 11."},
        {"1 1 2/2 2 2/3 3 0", "5 5 1/1 1 1/2 2 0", "112 222 33."},
        {"1 2 3/4 5 6/7 * *", "7 6 5/4 3 2/1 * *", "123 456 7**"},
        {"1 2 3/4 5 6/7 8 *", "1 2 3/4 5 6/7 8 0", "123 456 78."},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const tilepdb_board one = goal_read(cases[i][0]), other = goal_read(cases[i][1]);
        tilepdb_pattern pattern, same;
        char text[TILEPDB_COLOURING_TEXT];
        assert_int_equal(tilepdb_goal_pattern(&one, &pattern, NULL), TILEPDB_OK);
        assert_int_equal(tilepdb_goal_pattern(&other, &same, NULL), TILEPDB_OK);
        assert_true(tilepdb_pattern_equal(&pattern, &same));
        tilepdb_colouring_draw(&pattern, text);
        assert_string_equal(text, cases[i][2]);
    }
    const tilepdb_board wrong = {3, 3, {1, 2, 3, 4, 5, 6, 7, 8, 9}};
    tilepdb_pattern pattern;
    assert_int_equal(tilepdb_goal_pattern(&wrong, &pattern, NULL), TILEPDB_ERROR_ARGUMENT);
}

/* A goal has no pattern if the board has more tiles with a number than the goal has cells for it.
 */
static void open_tiles_have_one_colour(void **state) {
    (void)state;
    tilepdb_random random;
    unsigned seen[2] = {0};
    tilepdb_random_seed(&random, 9);
    for (unsigned i = 0; i < 1000; i++) {
        const unsigned stars = random_below(&random, 6), colours = random_below(&random, 4);
        const tilepdb_board goal = goal_draw(&random, 3, 2, stars, colours, i % 2);
        tilepdb_board board = goal;
        tilepdb_pattern pattern;
        struct open_goal open, again;
        bool named = false;
        for (unsigned cell = 0; cell < 6; cell++) {
            if (goal.cells[cell] != TILEPDB_ANY_TILE) continue;
            const unsigned tile = board_count(&board, 0) == 0 ? 0 : 1 + random_below(&random, 5);
            board.cells[cell] = (uint16_t)tile;
            named = named || (tile > 0 && board_count(&goal, tile) > 0);
        }
        if (open_goal_init(&open, &goal, &board, NULL)) continue;
        assert_int_equal(goal_pattern_of(&open, &pattern), !named);
        seen[named]++;
        if (named || stars < 2 || board_count(&goal, 0) > 0) continue; /* no cell stays open */
        assert_int_equal(goal_pattern_open(&pattern, &again, NULL), TILEPDB_OK);
        assert_memory_equal(again.wanted, open.wanted, sizeof open.wanted);
    }
    assert_true(seen[0] > 100 && seen[1] > 100);
}

/* A table of a goal is no heuristic, and no other kind of table is of an open pattern. */
static void tables_of_goals_are_no_others(void **state) {
    (void)state;
    const tilepdb_board row = goal_read("1 2 3/* * */* * *"), goal = goal_read("1 2 3/4 5 6/7 8 0");
    const tilepdb_kind kind = {TILEPDB_BLANK_AWARE, TILEPDB_ENCODING_GOAL, TILEPDB_METRIC_MULTI};
    tilepdb_kind projected = kind;
    tilepdb_solver_options options;
    tilepdb_pattern pattern, reflected;
    tilepdb_table *table;
    tilepdb_solver *solver;
    tilepdb_error error;
    projected.blank = TILEPDB_BLANK_PROJECTED;
    assert_int_equal(tilepdb_goal_pattern(&row, &pattern, NULL), TILEPDB_OK);
    assert_int_equal(tilepdb_table_generate(&pattern, projected, NULL, &table, &error),
                     TILEPDB_ERROR_ARGUMENT);
    for (int metric = 0; metric < 2; metric++) {
        const tilepdb_kind other = tilepdb_kind_default((tilepdb_metric)metric);
        assert_int_equal(tilepdb_table_generate(&pattern, other, NULL, &table, &error),
                         TILEPDB_ERROR_ARGUMENT);
    }
    assert_int_equal(tilepdb_table_generate(&pattern, kind, NULL, &table, NULL), TILEPDB_OK);
    const tilepdb_table *tables[] = {table};
    tilepdb_solver_options_init(&options);
    options.tables = tables;
    options.table_count = 1;
    options.metric = TILEPDB_METRIC_MULTI;
    assert_int_equal(tilepdb_solver_create(&goal, &options, &solver, &error),
                     TILEPDB_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "no heuristic"));
    tilepdb_table_close(table);
    assert_int_equal(tilepdb_colouring_reflect(&pattern, &reflected, NULL), TILEPDB_ERROR_ARGUMENT);
    const tilepdb_generate_options little = {.memory_limit = 1000};
    assert_int_equal(tilepdb_table_generate(&pattern, kind, &little, &table, &error),
                     TILEPDB_ERROR_TOO_LARGE);
    const tilepdb_board whole = goal_read("1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0");
    assert_int_equal(tilepdb_goal_pattern(&whole, &pattern, NULL), TILEPDB_OK);
    assert_int_equal(tilepdb_table_generate(&pattern, kind, NULL, &table, &error),
                     TILEPDB_ERROR_TOO_LARGE);
}

/* Every damaged byte is found: by a checksum, or by the proof if the checksums are made anew. */
static void damage_is_found(void **state) {
    (void)state;
    static const char name[] = "goal.tpdb";
    const tilepdb_board row = goal_read("1 2/* */* *");
    const tilepdb_kind kind = {TILEPDB_BLANK_AWARE, TILEPDB_ENCODING_GOAL, TILEPDB_METRIC_SINGLE};
    static uint8_t bytes[3 * 4096];
    static tilepdb_proof proof;
    tilepdb_pattern pattern;
    tilepdb_table *table;
    assert_int_equal(tilepdb_goal_pattern(&row, &pattern, NULL), TILEPDB_OK);
    assert_int_equal(tilepdb_table_generate(&pattern, kind, NULL, &table, NULL), TILEPDB_OK);
    const tilepdb_save_options save = {.level = 0};
    assert_int_equal(tilepdb_table_save(table, name, &save, NULL), TILEPDB_OK);
    tilepdb_table_close(table);
    FILE *file = fopen(name, "rb");
    assert_non_null(file);
    const size_t size = fread(bytes, 1, sizeof bytes, file);
    assert_int_equal(fclose(file) + remove(name), 0);
    assert_int_equal(size, 2 * 4096);
    const uint32_t head = load_le32(bytes + 12) + 32; /* header and frame table */
    for (unsigned at = 0; at < size; at++) {
        bytes[at] ^= 0x04;
        assert_int_not_equal(
            tilepdb_table_open_memory(bytes, size, name, &one_reader, &table, NULL), TILEPDB_OK);
        bytes[at] ^= 0x04;
    }
    for (unsigned at = 24; at < head; at++)
        for (unsigned bit = 0; bit < 8; bit++) {
            bytes[at] ^= (uint8_t)(1u << bit);
            store_le64(bytes + head, hash_bytes(bytes, head));
            if (!tilepdb_table_open_memory(bytes, size, name, &one_reader, &table, NULL)) {
                const tilepdb_status proven = tilepdb_table_prove(table, &one_thread, &proof, NULL);
                assert_int_not_equal(proven, TILEPDB_OK);
                tilepdb_table_close(table);
            }
            bytes[at] ^= (uint8_t)(1u << bit);
        }
    /* Frames with new checksums: entries and padding. */
    for (unsigned at = 4096; at < 4096 + 130; at++)
        for (unsigned bit = 0; bit < 8; bit++) {
            bytes[at] ^= (uint8_t)(1u << bit);
            const uint64_t sum = hash_bytes(bytes + 4096, 4096);
            store_le64(bytes + 96, hash_bytes(&(uint64_t){bytes_little64(sum)}, 8));
            store_le64(bytes + head - 16, sum);
            store_le32(bytes + head - 4, (uint32_t)sum);
            store_le64(bytes + head, hash_bytes(bytes, head));
            assert_int_equal(
                tilepdb_table_open_memory(bytes, size, name, &one_reader, &table, NULL), 0);
            assert_int_equal(tilepdb_table_prove(table, &one_thread, &proof, NULL),
                             TILEPDB_REFUTED);
            assert_int_equal(proof.false_entries, 1);
            tilepdb_table_close(table);
            bytes[at] ^= (uint8_t)(1u << bit);
        }
}

/* ---- the engine ------------------------------------------------------------------------------ */

static void count_tables(const tilepdb_engine_event *event, void *user) {
    *(unsigned *)user += event->code == TILEPDB_EVENT_GOAL_TABLE;
}

static tilepdb_engine *engine_make(uint64_t memory, unsigned *tables) {
    tilepdb_engine_options options;
    tilepdb_engine *engine;
    tilepdb_engine_options_init(&options);
    options.memory_limit = memory;
    options.on_event = count_tables;
    options.user = tables;
    assert_int_equal(tilepdb_engine_create(&options, &engine, NULL), TILEPDB_OK);
    return engine;
}

static tilepdb_status solve(tilepdb_engine *engine, tilepdb_engine_request request,
                            const char *goal_text, const char *board_text, int length) {
    const tilepdb_board goal = goal_read(goal_text), board = goal_read(board_text);
    tilepdb_answer *answer;
    request.board = &board;
    request.goal = &goal;
    const tilepdb_status status = tilepdb_engine_solve(engine, &request, &answer, NULL);
    if (status == TILEPDB_OK) assert_int_equal(answer->result->length, length);
    if (status == TILEPDB_LIMIT) assert_int_equal(answer->result->lower_bound, length);
    tilepdb_answer_free(answer);
    return status;
}

struct list {
    tilepdb_board goal, passed[20];
    char moves[20];
    int most;
    uint64_t count, hash;
};

static bool list_add(const char *moves, void *user) {
    struct list *list = user;
    list->hash = 31 * list->hash + hash_bytes(moves, strlen(moves));
    list->count++;
    return true;
}

/* Tries all moves, in the move order, that lead to a board which is not yet passed. */
static void list_naively(struct list *list, int made) {
    const bool reached = tilepdb_goal_reached(&list->goal, &list->passed[made]);
    list->moves[made] = '\0';
    if (reached) list_add(list->moves, list);
    for (const char *way = "DRLU"; *way && made < list->most && !reached; way++) {
        tilepdb_board *next = &list->passed[made + 1];
        int i = made;
        *next = list->passed[made];
        memcpy(list->moves + made, (char[]){*way, '\0'}, 2);
        if (tilepdb_board_play(next, list->moves + made, NULL)) continue;
        while (i >= 0 && !board_equal(next, &list->passed[i])) i--;
        if (i < 0) list_naively(list, made + 1);
    }
}

/* Solutions of up to `beyond` moves more than the fewest, with a table of all boards or, without
 * the memory for it, by a search. */
static void solutions_are_listed(void **state) {
    (void)state;
    static const struct {
        uint64_t memory;
        const char *goal;
        int beyond;
    } cases[] = {{0, "1 2 3/* * */* * *", 4}, {0, "* * */4 5 0", 3},
                 {0, "1 1 2/2 3 0", 2},       {0, "1 2 3/4 5 6/7 8 0", 4},
                 {0, "1 2 3/4 5 */* * *", 0}, {60000, "1 2 3/4 5 */* * *", 0}};
    tilepdb_random random;
    tilepdb_random_seed(&random, 11);
    for (size_t i = 0; i < 8 * sizeof cases / sizeof *cases; i++) {
        unsigned tables = 0;
        struct list heard = {.most = 0}, naive = {.goal = goal_read(cases[i / 8].goal)};
        tilepdb_engine *engine = engine_make(cases[i / 8].memory, &tables);
        tilepdb_engine_request request;
        tilepdb_answer *answer;
        tilepdb_engine_request_init(&request);
        open_make(cases[i / 8].goal, &naive.passed[0]);
        for (int k = 0; k < 12; k++) {
            const char move[] = {"UDLR"[random_below(&random, 4)], '\0'};
            tilepdb_board_play(&naive.passed[0], move, NULL);
        }
        request.board = &naive.passed[0];
        request.goal = &naive.goal;
        request.beyond = cases[i / 8].beyond;
        request.search.solutions = TILEPDB_SOLUTIONS_ALL;
        request.search.on_solution = list_add;
        request.search.user = &heard;
        assert_int_equal(tilepdb_engine_solve(engine, &request, &answer, NULL), TILEPDB_OK);
        assert_true(answer->result->optimal && (tables > 1) == (cases[i / 8].memory > 0));
        naive.most = answer->result->length - 1;
        if (naive.most >= 0) list_naively(&naive, 0);
        assert_int_equal(naive.count, 0);
        naive.most = answer->result->length + request.beyond;
        list_naively(&naive, 0);
        assert_int_equal(heard.hash, naive.hash);
        assert_int_equal(answer->result->solution_count, naive.count);
        tilepdb_answer_free(answer);
        tilepdb_engine_free(engine);
    }
}

static void tables_are_kept(void **state) {
    (void)state;
    unsigned tables = 0;
    const char *row = "1 2 3 4/* * * */* * * *", *corner = "1 2 * */5 6 * */* * * *",
               *far = "11 10 9 8/7 6 5 4/3 2 1 0";
    tilepdb_engine_request request;
    tilepdb_engine_request_init(&request);
    tilepdb_engine *engine = engine_make(0, &tables);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(solve(engine, request, row, far, 30), TILEPDB_OK);
        assert_int_equal(solve(engine, request, corner, far, 26), TILEPDB_OK);
    }
    assert_int_equal(tables, 2);
    tilepdb_engine_free(engine);
    /* A limit has room for one table. */
    tables = 0;
    engine = engine_make(140000, &tables);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(solve(engine, request, row, far, 30), TILEPDB_OK);
        assert_int_equal(solve(engine, request, corner, far, 26), TILEPDB_OK);
    }
    assert_int_equal(tables, 6);
    /* Coarser goals have smaller tables. */
    const char *more = "1 2 3 4/5 * * */* * * *";
    assert_int_equal(solve(engine, request, more, far, 34), TILEPDB_OK);
    assert_int_equal(tables, 8);
    request.search.max_length = 33;
    assert_int_equal(solve(engine, request, more, far, 34), TILEPDB_LIMIT);
    request.search.max_length = 0;
    request.search.max_nodes = 9000;
    assert_int_equal(solve(engine, request, more, far, 25), TILEPDB_LIMIT);
    tilepdb_engine_free(engine);
    engine = engine_make(100, &tables);
    assert_int_equal(solve(engine, request, more, far, 0), TILEPDB_ERROR_TOO_LARGE);
    tilepdb_engine_free(engine);
}

/* Tables of open goals leave their memory to boards of other goals. */
static void tables_leave_their_memory(void **state) {
    (void)state;
    static const char row[] = "1 2 3 4/* * * */* * * */* * * *",
                      near[] = "1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15";
    tilepdb_engine_request request;
    tilepdb_engine_request_init(&request);
    for (int small = 0; small < 2; small++) {
        unsigned tables = 0;
        tilepdb_engine *engine = engine_make(small ? 1 << 20 : 0, &tables);
        for (int times = 0; times < 2; times++)
            assert_int_equal(solve(engine, request, row, near, 0), TILEPDB_OK);
        assert_int_equal(tables, 1);
        assert_int_equal(solve(engine, request, "1 2 3/4 5 6/7 8 0", "1 2 3/4 5 6/7 0 8", 1),
                         TILEPDB_OK);
        assert_int_equal(solve(engine, request, row, near, 0), TILEPDB_OK);
        assert_int_equal(tables, small ? 2 : 1);
        tilepdb_engine_free(engine);
    }
}

static void requests_are_checked(void **state) {
    (void)state;
    unsigned tables = 0;
    const char *goal = "1 2 3/* * */* * *", *board = "8 7 6/5 4 3/2 1 0";
    tilepdb_engine *engine = engine_make(0, &tables);
    tilepdb_engine_request defaults, request;
    const tilepdb_table *const *list;
    size_t count;
    tilepdb_engine_request_init(&defaults);
    request = defaults;
    request.improve = true;
    assert_int_equal(solve(engine, request, goal, board, 0), TILEPDB_ERROR_ARGUMENT);
    request = defaults;
    request.needs_tables = true;
    assert_int_equal(solve(engine, request, goal, board, 0), TILEPDB_ERROR_ARGUMENT);
    request = defaults;
    request.search.max_length = 19;
    assert_int_equal(solve(engine, request, goal, board, 20), TILEPDB_LIMIT);
    request = defaults;
    request.search.timeout = 1e-9;
    assert_int_equal(solve(engine, request, "1 * */4 * */7 * *", board, 1), TILEPDB_LIMIT);
    assert_int_equal(solve(engine, defaults, "1 1 1/2 2 2/3 3 0", board, 0),
                     TILEPDB_ERROR_ARGUMENT);
    const tilepdb_board open = goal_read(goal);
    request = defaults;
    request.goal = &open;
    assert_int_equal(tilepdb_engine_tables(engine, &request, &list, &count, NULL),
                     TILEPDB_ERROR_ARGUMENT);
    tilepdb_engine_free(engine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(goals_are_read),
        cmocka_unit_test(wrong_goals_are_refused),
        cmocka_unit_test(written_goals_are_read),
        cmocka_unit_test(boards_with_alike_tiles_are_read),
        cmocka_unit_test(solvability_is_decided),
        cmocka_unit_test(goals_are_reached),
        cmocka_unit_test(moves_change_the_index),
        cmocka_unit_test(tables_have_limits),
        cmocka_unit_test(colours_are_merged),
        cmocka_unit_test(files_have_the_tables),
        cmocka_unit_test(patterns_have_no_numbers),
        cmocka_unit_test(open_tiles_have_one_colour),
        cmocka_unit_test(tables_of_goals_are_no_others),
        cmocka_unit_test(damage_is_found),
        cmocka_unit_test(solutions_are_listed),
        cmocka_unit_test(tables_are_kept),
        cmocka_unit_test(tables_leave_their_memory),
        cmocka_unit_test(requests_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
