/* Reads goals, which may be open, as text: see tilepdb_text.h. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "puzzle/board.h"
#include "puzzle/open_goal.h"
#include "text/characters.h"
#include "text/readings.h"
#include "tilepdb_text.h"

/* Copies the text with a blank in each "/" + "*", which would begin a comment. NULL without
 * memory. */
static char *marks_part(const char *text, size_t *length) {
    char *copy = malloc(2 * *length + 1);
    size_t used = 0;
    for (size_t i = 0; copy && i < *length; i++) {
        if (i > 0 && text[i] == '*' && text[i - 1] == '/') copy[used++] = ' ';
        copy[used++] = text[i];
    }
    *length = used;
    return copy;
}

static tilepdb_status tokens_read(const char *text, size_t length, int width, int height,
                                  tilepdb_board *goal, tilepdb_error *error) {
    const struct reading_rules rules = {.width = width, .height = height, .goal = true};
    struct lexer lexer = {0};
    struct readings readings = {0};
    struct reading_board found;
    lexer_text(&lexer, text, length, 1);
    const struct token_range range = {
        .lexer = &lexer, .end = lexer.count, .line = 1, .role = ROLE_CELL};
    const tilepdb_status status = readings_find(&readings, range, &rules, false, error);
    if (!status && readings_next(&readings, &found)) *goal = found.board;
    readings_free(&readings);
    lexer_free(&lexer);
    return status;
}

static tilepdb_status open_read(const char *text, size_t length, int width, int height,
                                tilepdb_board *goal, tilepdb_error *error) {
    tilepdb_board read, example;
    char *copy = marks_part(text, &length);
    if (!copy) return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for the text");
    const tilepdb_status status = tokens_read(copy, length, width, height, &read, error);
    free(copy);
    if (status) return status;
    /* One open cell beside different tiles holds what is missing. */
    const bool one = board_count(&read, TILEPDB_ANY_TILE) == 1;
    *goal = one && open_goal_example(&read, &example) ? example : read;
    return TILEPDB_OK;
}

/* On lines, '*' may begin the items of a list, where a goal has open cells. */
static tilepdb_status refuse_both(const tilepdb_board *board, const tilepdb_board *goal,
                                  tilepdb_error *error) {
    const struct error_code code = {.code = TILEPDB_MESSAGE_TEXT_AMBIGUOUS, .column = 1};
    char first[TILEPDB_BOARD_TEXT], second[TILEPDB_BOARD_TEXT];
    tilepdb_board_format(board, true, first);
    tilepdb_board_format(goal, true, second);
    return error_set_code(error, TILEPDB_ERROR_PARSE, code,
                          "this may be %.120s or %.120s: write one of them", first, second);
}

tilepdb_status tilepdb_goal_parse(const char *text, size_t length, int width, int height,
                                  tilepdb_board *goal, tilepdb_error *error) {
    tilepdb_error plain, open;
    tilepdb_board read;
    const bool marked = memchr(text, '*', length);
    const bool board = !tilepdb_board_parse(text, length, width, height, goal, &plain);
    if (board && !marked) return TILEPDB_OK;
    const tilepdb_status status = open_read(text, length, width, height, &read, &open);
    const bool differ = board && !status && !board_equal(goal, &read);
    if (differ && memchr(text, '\n', text_trimmed(text, length)))
        return refuse_both(goal, &read, error);
    if (!status) *goal = read;
    if (!status || board) return TILEPDB_OK;
    const bool may_be_open = marked || plain.code == TILEPDB_MESSAGE_TEXT_TWICE;
    if (error) *error = may_be_open ? open : plain;
    return may_be_open ? open.status : plain.status;
}
