#include "text/board_reader.h"

#include <string.h>

#include "base/error.h"
#include "text/characters.h"
#include "text/moves_lexer.h"

bool text_is_moves(const char *text, size_t length) {
    return moves_begins(text, length) &&
           tilepdb_moves_parse(text, length, TILEPDB_NOTATION_TILE, NULL, NULL, 0, NULL, NULL) ==
               TILEPDB_OK;
}

static void scramble_begin(const struct board_reader *reader, tilepdb_board *board) {
    const tilepdb_reader_options *options = &reader->options;
    const int width = options->width != 0 ? options->width : 4;
    const int height = options->height != 0 ? options->height : 4;
    const tilepdb_board *goal = options->goal;
    if (goal && (options->width == 0 || (goal->width == width && goal->height == height)))
        *board = *goal;
    else
        tilepdb_goal(width, height, options->blank_first ? 0 : width * height - 1, board, NULL);
}

bool scramble_explain(struct board_reader *reader, const char *text, size_t length) {
    tilepdb_error cause;
    const size_t answer = moves_answer_length(text, length);
    if (answer > 0 && (*text == '<' || text_is_moves(text + answer, length - answer))) {
        error_set_code(&reader->error, TILEPDB_ERROR_PARSE,
                       (struct error_code){.code = TILEPDB_MESSAGE_TEXT_ANSWER,
                                           .number = {TILEPDB_ANSWER_SOLUTION},
                                           .column = 1},
                       "this is an answer of a search, a length and a solution, not a board");
        return true;
    }
    if (!moves_check_answer(text, length, &cause)) return false;
    error_set_from(&reader->error, TILEPDB_ERROR_PARSE, &cause, "not a board: %s", cause.message);
    return true;
}

static tilepdb_notation scramble_notation(const struct board_reader *reader) {
    return reader->options.notation == TILEPDB_NOTATION_BLANK ? TILEPDB_NOTATION_BLANK
                                                              : TILEPDB_NOTATION_TILE;
}

/* Sets the error of a scramble with an impossible move. */
static void scramble_refuse(struct board_reader *reader, struct line line,
                            const tilepdb_error *cause) {
    const bool blank = scramble_notation(reader) == TILEPDB_NOTATION_BLANK;
    const tilepdb_notation other = blank ? TILEPDB_NOTATION_TILE : TILEPDB_NOTATION_BLANK;
    tilepdb_board board;
    scramble_begin(reader, &board);
    if (tilepdb_moves_parse(line.text, line.length, other, &board, NULL, 0, NULL, NULL)) {
        error_set_from(&reader->error, TILEPDB_ERROR_PARSE, cause,
                       "this scramble cannot be played: %s", cause->message);
        return;
    }
    const struct error_code code = {.code = TILEPDB_MESSAGE_TEXT_NOTATION,
                                    .number = {cause->number[0], other},
                                    .text = cause->text,
                                    .column = cause->column};
    error_set_code(&reader->error, TILEPDB_ERROR_PARSE, code,
                   "this scramble cannot be played: %s; as moves of %s it can be played",
                   cause->message, blank ? "tiles" : "the blank");
}

bool item_scramble(struct board_reader *reader, struct line line, tilepdb_item *item) {
    tilepdb_error cause;
    scramble_begin(reader, &item->board);
    const tilepdb_status status = tilepdb_moves_parse(
        line.text, line.length, scramble_notation(reader), &item->board, NULL, 0, NULL, &cause);
    if (!status) return item_board(reader, line.number, item);
    if (!scramble_explain(reader, line.text, line.length)) {
        if (status == TILEPDB_REFUTED)
            scramble_refuse(reader, line, &cause);
        else
            error_set_from(&reader->error, TILEPDB_ERROR_PARSE, &cause,
                           "this scramble cannot be read: %s", cause.message);
    }
    return item_error(reader, line.number, item);
}

/* Returns the offset of the last TAB, otherwise of the last ';', if a board precedes it;
 * otherwise 0. */
static size_t board_part(struct board_reader *reader, const char *text, size_t length) {
    size_t split = 0;
    for (size_t i = 0; i < length; i++)
        if (text[i] == '\t' || (text[i] == ';' && (split == 0 || text[split] != '\t'))) split = i;
    const size_t lead = text_separators(text, split);
    if (lead >= split) return 0;
    /* First letters of the answers "<=", ">=", "unsolvable" and "error". Four digits may be a
     * length instead of a 2x2 board. */
    static const char not_boards[] = "<>ue";
    tilepdb_item item;
    if (memchr(not_boards, text[lead], 4)) return 0;
    if (text_digits(text + lead, split - lead) < split - lead) return split;
    return line_whole(reader, (struct line){text, split, 1}, &item) &&
                   (reader->options.width != 0 || item.board.width > 2)
               ? split
               : 0;
}

bool line_solution(struct board_reader *reader, struct line line, tilepdb_item *item) {
    bool again = false;
    if (text_separators(line.text, line.length) == line.length) return false;
    const size_t split = board_part(reader, line.text, line.length);
    const size_t start = split > 0 ? split + 1 : 0;
    item->moves = line.text + start;
    item->moves_length = line.length - start;
    item->line = line.number;
    item->kind = TILEPDB_ITEM_SOLUTION;
    if (split == 0) return true;
    line.length = split;
    const bool filled = line_board(reader, line, item, &again) || board_reader_end(reader, item);
    if (filled && item->kind == TILEPDB_ITEM_BOARD) item->kind = TILEPDB_ITEM_BOARD_AND_SOLUTION;
    return true;
}
