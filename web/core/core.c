/*
 * The buffers, boards and moves. See core.h.
 */
#include "core.h"

#include <stdlib.h>
#include <time.h>

#include "answer.h"
#include "tilepdb_text.h"

/* ---- the buffers ----------------------------------------------------------------------------- */

static char input[1 << 14];

char *EXPORT(core_input)(void);
char *core_input(void) {
    return input;
}

size_t EXPORT(core_input_size)(void);
size_t core_input_size(void) {
    return sizeof input;
}

double core_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

const char *core_text(void) {
    return input;
}

const char *EXPORT(core_answer)(void);
const char *core_answer(void) {
    return answer_text();
}

void *EXPORT(core_allocate)(size_t size);
void *core_allocate(size_t size) {
    return malloc(size);
}

void EXPORT(core_release)(void *memory);
void core_release(void *memory) {
    free(memory);
}

/* ---- boards ---------------------------------------------------------------------------------- */

static int board_answer(const tilepdb_board *board) {
    answer_begin();
    answer_board(board);
    return TILEPDB_OK;
}

tilepdb_status board_read(int width, int height, tilepdb_board *board, tilepdb_error *error) {
    const size_t length = strnlen(input, sizeof input);
    return tilepdb_board_parse(input, length, width, height, board, error);
}

int EXPORT(core_parse)(int width, int height);
int core_parse(int width, int height) {
    tilepdb_board board;
    tilepdb_error error;
    if (board_read(width, height, &board, &error)) return answer_error(&error);
    return board_answer(&board);
}

/* The first item of the input; false: there is none. */
static bool first_item(const tilepdb_reader_options *options, tilepdb_item *item, bool *alone,
                       tilepdb_error *error) {
    tilepdb_reader *reader;
    if (tilepdb_reader_create(options, &reader, error)) return false;
    tilepdb_item second;
    tilepdb_reader_feed(reader, input, strnlen(input, sizeof input));
    tilepdb_reader_end(reader);
    const bool found = tilepdb_reader_next(reader, item);
    *alone = !tilepdb_reader_next(reader, &second);
    tilepdb_reader_free(reader);
    return found;
}

static bool input_is_moves(void) {
    return tilepdb_moves_parse(input, strnlen(input, sizeof input), TILEPDB_NOTATION_TILE, NULL,
                               NULL, 0, NULL, NULL) == TILEPDB_OK;
}

/* What a person typed: a board of the size that is given if it can be one, else of its own. A
 * scramble begins at the goal of that size whose blank is first or last. */
int EXPORT(core_read)(int width, int height, int blank_first);
int core_read(int width, int height, int blank_first) {
    tilepdb_reader_options options;
    tilepdb_item item;
    tilepdb_error error = {.status = TILEPDB_ERROR_PARSE, .message = "there is no board"};
    bool alone = false;
    tilepdb_reader_options_init(&options);
    options.blank_first = blank_first != 0;
    options.width = width;
    options.height = height;
    bool found = first_item(&options, &item, &alone, &error);
    if (found && (item.kind == TILEPDB_ITEM_ERROR || !alone) && !input_is_moves()) {
        options.width = options.height = 0;
        found = first_item(&options, &item, &alone, &error);
    }
    if (!found) return answer_error(&error);
    if (item.kind == TILEPDB_ITEM_ERROR) return answer_error(&item.error);
    if (alone) return board_answer(&item.board);
    error =
        (tilepdb_error){.status = TILEPDB_ERROR_PARSE, .message = "there is more than one board"};
    return answer_error(&error);
}

int EXPORT(core_goal)(int width, int height, int goal_blank);
int core_goal(int width, int height, int goal_blank) {
    tilepdb_board goal;
    tilepdb_error error;
    if (tilepdb_goal(width, height, goal_blank, &goal, &error)) return answer_error(&error);
    return board_answer(&goal);
}

tilepdb_status both_read(int width, int height, int goal_blank, tilepdb_board *board,
                         tilepdb_board *goal, tilepdb_error *error) {
    const tilepdb_status status = tilepdb_goal(width, height, goal_blank, goal, error);
    return status ? status : board_read(width, height, board, error);
}

int EXPORT(core_solvable)(int width, int height, int goal_blank);
int core_solvable(int width, int height, int goal_blank) {
    tilepdb_board board, goal;
    tilepdb_error error;
    tilepdb_status status = both_read(width, height, goal_blank, &board, &goal, &error);
    if (!status) status = tilepdb_board_solvable(&board, &goal, &error);
    return status ? answer_error(&error) : board_answer(&board);
}

/* The board that `pdbsolve --scramble 1 --seed SEED` prints; the seed in two halves. */
int EXPORT(core_scramble)(int width, int height, int goal_blank, uint32_t low, uint32_t high);
int core_scramble(int width, int height, int goal_blank, uint32_t low, uint32_t high) {
    tilepdb_board goal, board;
    tilepdb_error error;
    tilepdb_random random;
    if (tilepdb_goal(width, height, goal_blank, &goal, &error)) return answer_error(&error);
    tilepdb_random_seed(&random, (uint64_t)high << 32 | low);
    tilepdb_board_scramble(&random, &goal, &board);
    return board_answer(&board);
}

/* ---- moves ----------------------------------------------------------------------------------- */

/* More than a page plays. */
#define REPLAY_MOVES 20000

/* Plays typed moves, in any form of docs/input.md, on a board: the input holds the board, a NUL,
 * and the moves. */
int EXPORT(core_replay)(int width, int height, int goal_blank);
int core_replay(int width, int height, int goal_blank) {
    static char moves[REPLAY_MOVES + 1];
    const char *typed = input + strnlen(input, sizeof input - 1) + 1;
    tilepdb_board board, goal;
    tilepdb_error error;
    size_t count;
    tilepdb_status status = both_read(width, height, goal_blank, &board, &goal, &error);
    if (!status)
        status =
            tilepdb_moves_parse(typed, strnlen(typed, (size_t)(input + sizeof input - typed)),
                                TILEPDB_NOTATION_TILE, &board, moves, sizeof moves, &count, &error);
    if (status) return answer_error(&error);
    const bool solved =
        memcmp(board.cells, goal.cells, sizeof *board.cells * (size_t)(width * height)) == 0;
    answer_begin();
    answer_add("{\"moves\":\"%s\",\"solved\":%s}", moves, solved ? "true" : "false");
    return TILEPDB_OK;
}
