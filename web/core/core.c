/* Buffers, boards and moves. See core.h. */
#include "core.h"

#include <stdlib.h>

#include "answer.h"
#include "tilepdb_text.h"

/* ---- the buffers ----------------------------------------------------------------------------- */

static char input[1 << 18];

char *EXPORT(core_input)(void);
char *core_input(void) {
    return input;
}

size_t EXPORT(core_input_size)(void);
size_t core_input_size(void) {
    return sizeof input;
}

const char *core_text(int index) {
    const char *text = input, *end = input + sizeof input - 1;
    for (; index > 0 && text < end; index--) text += strnlen(text, (size_t)(end - text)) + 1;
    return text < end ? text : end;
}

/* The last byte of the buffer is always NUL. */
static size_t text_length(const char *text) {
    return strnlen(text, (size_t)(input + sizeof input - 1 - text));
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

static bool first_item(const char *text, const tilepdb_reader_options *options, tilepdb_item *item,
                       bool *alone, tilepdb_error *error) {
    tilepdb_reader *reader;
    if (tilepdb_reader_create(options, &reader, error)) return false;
    tilepdb_item second;
    tilepdb_reader_feed(reader, text, text_length(text));
    tilepdb_reader_end(reader);
    const bool found = tilepdb_reader_next(reader, item);
    *alone = !tilepdb_reader_next(reader, &second);
    tilepdb_reader_free(reader);
    return found;
}

/* Reads the only item of a text, a board of any size. Towards an open goal, its tiles may be alike;
 * `goal` may be NULL. */
static tilepdb_status item_read(const char *text, const tilepdb_board *goal, tilepdb_item *item,
                                tilepdb_error *error) {
    tilepdb_reader_options options;
    bool alone;
    tilepdb_reader_options_init(&options);
    options.goal = goal;
    options.large = true;
    /* tilepdb_board_parse writes the error message. */
    if (!first_item(text, &options, item, &alone, error) || !alone) {
        item->has_goal = false;
        return tilepdb_board_parse(text, text_length(text), 0, 0, &item->board, error);
    }
    *error = item->error;
    return item->kind == TILEPDB_ITEM_ERROR ? item->error.status : TILEPDB_OK;
}

tilepdb_status goal_read(int index, tilepdb_board *goal, tilepdb_error *error) {
    const char *text = core_text(index);
    return tilepdb_goal_parse(text, text_length(text), 0, 0, goal, error);
}

tilepdb_status board_and_goal_read(tilepdb_board *board, tilepdb_board *goal,
                                   tilepdb_error *error) {
    static tilepdb_item item;
    tilepdb_status status = goal_read(1, goal, error);
    if (!status) status = item_read(core_text(0), goal, &item, error);
    if (!status) *board = item.board;
    return status;
}

/* Input: a board in any notation. The size may be 0 and 0. With `large`, boards up to 32x32 are
 * accepted. */
int EXPORT(core_parse)(int width, int height, int large);
int core_parse(int width, int height, int large) {
    tilepdb_board board;
    tilepdb_error error;
    tilepdb_status status =
        tilepdb_board_parse(input, text_length(input), width, height, &board, &error);
    if (!status && !large) status = tilepdb_size_check(board.width, board.height, &error);
    return status ? answer_error(&error) : board_answer(&board);
}

static bool input_is_moves(void) {
    return tilepdb_moves_parse(input, text_length(input), TILEPDB_NOTATION_TILE, NULL, NULL, 0,
                               NULL, NULL) == TILEPDB_OK;
}

/* Refuses a text with another goal than the page has. For boards of another size, the page's
 * goal has its blank first or last, as `goal` has. */
static int item_answer(const tilepdb_item *item, const tilepdb_board *goal) {
    const int width = item->board.width, height = item->board.height;
    tilepdb_board used = *goal;
    tilepdb_error error = {.status = TILEPDB_ERROR_PARSE,
                           .message = "the text has another goal: choose that goal first",
                           .code = TILEPDB_MESSAGE_TEXT_GOAL};
    if (goal->width != width || goal->height != height)
        tilepdb_goal(width, height, goal->cells[0] == 0 ? 0 : width * height - 1, &used, NULL);
    const size_t bytes = (size_t)(width * height) * sizeof used.cells[0];
    if (item->has_goal && memcmp(used.cells, item->goal.cells, bytes) != 0)
        return answer_error(&error);
    return board_answer(&item->board);
}

/* Input: what a person typed, and the goal, which may be open. Prefers a board of the goal's size
 * to other sizes. A scramble begins at the goal. */
int EXPORT(core_read)(void);
int core_read(void) {
    tilepdb_board goal;
    tilepdb_reader_options options;
    tilepdb_item item, large;
    tilepdb_error error;
    bool alone = false;
    if (goal_read(1, &goal, &error)) return answer_error(&error);
    error = (tilepdb_error){.status = TILEPDB_ERROR_PARSE,
                            .message = "there is no board",
                            .code = TILEPDB_MESSAGE_TEXT_NONE};
    tilepdb_reader_options_init(&options);
    options.goal = &goal;
    options.width = goal.width;
    options.height = goal.height;
    options.large = goal.width * goal.height > TILEPDB_TABLE_MAX_CELLS;
    bool found = first_item(input, &options, &item, &alone, &error);
    if (found && (item.kind == TILEPDB_ITEM_ERROR || !alone) && !input_is_moves()) {
        options.width = options.height = 0;
        found = first_item(input, &options, &item, &alone, &error);
    }
    tilepdb_error too_large;
    if ((!found || item.kind == TILEPDB_ITEM_ERROR || !alone) && !input_is_moves() &&
        !item_read(input, NULL, &large, &too_large))
        return item_answer(&large, &goal);
    if (!found) return answer_error(&error);
    if (item.kind == TILEPDB_ITEM_ERROR) return answer_error(&item.error);
    if (alone) return item_answer(&item, &goal);
    error = (tilepdb_error){.status = TILEPDB_ERROR_PARSE,
                            .message = "there is more than one board",
                            .code = TILEPDB_MESSAGE_TEXT_SEVERAL};
    return answer_error(&error);
}

int EXPORT(core_goal)(int width, int height, int goal_blank);
int core_goal(int width, int height, int goal_blank) {
    tilepdb_board goal;
    tilepdb_error error;
    if (tilepdb_goal(width, height, goal_blank, &goal, &error)) return answer_error(&error);
    return board_answer(&goal);
}

/* Input: a goal in any notation, which may be open. */
int EXPORT(core_parse_goal)(void);
int core_parse_goal(void) {
    tilepdb_board goal;
    tilepdb_error error;
    return goal_read(0, &goal, &error) ? answer_error(&error) : board_answer(&goal);
}

/* Input: a board and its goal. */
int EXPORT(core_solvable)(void);
int core_solvable(void) {
    tilepdb_board board, goal;
    tilepdb_error error;
    tilepdb_status status = board_and_goal_read(&board, &goal, &error);
    if (!status) status = tilepdb_board_solvable(&board, &goal, &error);
    return status ? answer_error(&error) : board_answer(&board);
}

/* Input: the goal. Answers with the board of `pdbsolve --scramble 1` for the seed of `high` and
 * `low`. */
int EXPORT(core_scramble)(uint32_t low, uint32_t high);
int core_scramble(uint32_t low, uint32_t high) {
    tilepdb_board goal, board;
    tilepdb_error error;
    tilepdb_random random;
    if (goal_read(0, &goal, &error)) return answer_error(&error);
    tilepdb_random_seed(&random, (uint64_t)high << 32 | low);
    if (!tilepdb_board_scramble(&random, &goal, &board)) return board_answer(&board);
    error = (tilepdb_error){.status = TILEPDB_ERROR_ARGUMENT,
                            .message = "a goal that leaves cells open or has tiles that are alike "
                                       "has no scrambles: name every tile of the goal once"};
    return answer_error(&error);
}

/* ---- moves ----------------------------------------------------------------------------------- */

#define REPLAY_MOVES 200000

/* Input: a board, its goal, and moves to play, in any form of docs/input.md. */
int EXPORT(core_replay)(void);
int core_replay(void) {
    static char moves[REPLAY_MOVES + 1];
    const char *typed = core_text(2);
    tilepdb_board board, goal;
    tilepdb_error error;
    size_t count;
    tilepdb_status status = board_and_goal_read(&board, &goal, &error);
    if (!status)
        status = tilepdb_moves_parse(typed, text_length(typed), TILEPDB_NOTATION_TILE, &board,
                                     moves, sizeof moves, &count, &error);
    if (status) return answer_error(&error);
    answer_begin();
    answer_add("{\"moves\":\"%s\",\"solved\":%s}", moves,
               tilepdb_goal_reached(&goal, &board) ? "true" : "false");
    return TILEPDB_OK;
}

/* ---- pictures -------------------------------------------------------------------------------- */

static tilepdb_picture *picture; /* of the last core_picture */

/* Input: a board, its goal, moves of the board, and a caption. The picture is a strip or, with a
 * speed above 0, an animation. core_document returns it, until the next call. */
int EXPORT(core_picture)(int metric, double speed);
int core_picture(int metric, double speed) {
    tilepdb_board board, goal;
    tilepdb_error error;
    tilepdb_picture_entry entry = {.board = &board,
                                   .goal = &goal,
                                   .moves = core_text(2),
                                   .metric = (tilepdb_metric)metric,
                                   .speed = speed,
                                   .caption = core_text(3)};
    tilepdb_picture_free(picture);
    tilepdb_status status = tilepdb_picture_create(&picture, &error);
    if (!status) status = board_and_goal_read(&board, &goal, &error);
    if (!status) status = tilepdb_picture_add(picture, &entry, &error);
    return status ? answer_error(&error) : TILEPDB_OK;
}

/* Returns NULL without memory. */
const char *EXPORT(core_document)(void);
const char *core_document(void) {
    return tilepdb_picture_text(picture, NULL);
}
