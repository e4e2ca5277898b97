#include "text/scramble.h"

#include <ctype.h>

#include "base/error.h"
#include "text/characters.h"
#include "text/moves_lexer.h"

static void scramble_begin(const tilepdb_reader_options *options, tilepdb_board *board) {
    const int width = options->width != 0 ? options->width : 4;
    const int height = options->height != 0 ? options->height : 4;
    const tilepdb_board *goal = options->goal;
    if (goal && (options->width == 0 || (goal->width == width && goal->height == height)))
        *board = *goal;
    else
        tilepdb_goal(width, height, options->blank_first ? 0 : width * height - 1, board, NULL);
}

bool text_is_moves(const char *text, size_t length) {
    return moves_begins(text, length) &&
           tilepdb_moves_parse(text, length, TILEPDB_NOTATION_TILE, NULL, NULL, 0, NULL, NULL) ==
               TILEPDB_OK;
}

bool moves_may_be_cells(const char *text, size_t length) {
    uint64_t seen = 0;
    const size_t cells = text_trimmed(text, length);
    if (cells == 0 || cells > 5) return false;
    for (size_t i = 0; i < cells; i++) {
        const char c = text[i];
        const int value = text_is_digit(c) ? c - '0' : (c | 0x20) - 'a' + 10;
        if (!text_is_digit(c) && (c | 0x20) != 'd' && (c | 0x20) != 'l') return false;
        if (seen >> value & 1) return false;
        seen |= (uint64_t)1 << value;
    }
    return true;
}

bool text_is_word_row(const char *text, size_t length) {
    const size_t cells = text_trimmed(text, length);
    bool letter = false;
    for (size_t i = 0; i < cells; i++) {
        letter = letter || text_is_letter(text[i]);
        if (!isalnum((unsigned char)text[i]) && text[i] != '_' && text[i] != '.') return false;
    }
    return cells > 0 && cells < 6 && !(letter && text_is_moves(text, cells));
}

bool answer_explain(const char *text, size_t length, tilepdb_error *error) {
    tilepdb_error cause;
    const size_t answer = moves_answer_length(text, length);
    if (answer > 0 && (*text == '<' || text_is_moves(text + answer, length - answer))) {
        error_set_code(error, TILEPDB_ERROR_PARSE,
                       (struct error_code){.code = TILEPDB_MESSAGE_TEXT_ANSWER,
                                           .number = {TILEPDB_ANSWER_SOLUTION},
                                           .column = 1},
                       "this is an answer of a search, a length and a solution, not a board");
        return true;
    }
    if (!moves_check_answer(text, length, &cause)) return false;
    error_set_from(error, TILEPDB_ERROR_PARSE, &cause, "not a board: %s", cause.message);
    return true;
}

static tilepdb_notation scramble_notation(const tilepdb_reader_options *options) {
    return options->notation == TILEPDB_NOTATION_BLANK ? TILEPDB_NOTATION_BLANK
                                                       : TILEPDB_NOTATION_TILE;
}

static tilepdb_status scramble_refuse(const tilepdb_reader_options *options, const char *text,
                                      size_t length, const tilepdb_error *cause,
                                      tilepdb_error *error) {
    const bool blank = scramble_notation(options) == TILEPDB_NOTATION_BLANK;
    const tilepdb_notation other = blank ? TILEPDB_NOTATION_TILE : TILEPDB_NOTATION_BLANK;
    tilepdb_board board;
    scramble_begin(options, &board);
    if (tilepdb_moves_parse(text, length, other, &board, NULL, 0, NULL, NULL)) {
        return error_set_from(error, TILEPDB_ERROR_PARSE, cause,
                              "this scramble cannot be played: %s", cause->message);
    }
    const struct error_code code = {.code = TILEPDB_MESSAGE_TEXT_NOTATION,
                                    .number = {cause->number[0], other},
                                    .text = cause->text,
                                    .column = cause->column};
    return error_set_code(error, TILEPDB_ERROR_PARSE, code,
                          "this scramble cannot be played: %s; as moves of %s it can be played",
                          cause->message, blank ? "tiles" : "the blank");
}

tilepdb_status scramble_read(const tilepdb_reader_options *options, const char *text, size_t length,
                             tilepdb_board *board, tilepdb_error *error) {
    tilepdb_error cause;
    scramble_begin(options, board);
    const tilepdb_status status =
        tilepdb_moves_parse(text, length, scramble_notation(options), board, NULL, 0, NULL, &cause);
    if (!status) return status;
    if (answer_explain(text, length, error)) return TILEPDB_ERROR_PARSE;
    if (status == TILEPDB_REFUTED) return scramble_refuse(options, text, length, &cause, error);
    return error_set_from(error, TILEPDB_ERROR_PARSE, &cause, "this scramble cannot be read: %s",
                          cause.message);
}
