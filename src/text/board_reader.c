#include "text/board_reader.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "puzzle/board.h"
#include "text/characters.h"

tilepdb_status board_reader_init(struct board_reader *reader, const tilepdb_reader_options *options,
                                 tilepdb_error *error) {
    memset(reader, 0, sizeof *reader);
    reader->options = *options;
    reader->board_field = reader->goal_field = reader->id_field = -1;
    if (options->goal) {
        reader->goal = *options->goal;
        reader->options.goal = &reader->goal;
    }
    if (options->blank_tile) {
        if (options->blank_tile[0] == '\0' || strlen(options->blank_tile) >= sizeof reader->blank)
            return error_set(error, TILEPDB_ERROR_ARGUMENT,
                             "what stands for the blank must have 1 to 15 bytes");
        memcpy(reader->blank, options->blank_tile, strlen(options->blank_tile));
        reader->options.blank_tile = reader->blank;
    }
    if (options->reading > TILEPDB_READ_ARGUMENTS || options->notation > TILEPDB_NOTATION_NUMBERS)
        return error_set(error, TILEPDB_ERROR_ARGUMENT, "unknown reading or notation");
    if (options->goal) {
        const tilepdb_status status = options->large ? board_check(options->goal, error)
                                                     : board_check_table(options->goal, error);
        if (status) return status;
    }
    if (options->width == 0 && options->height == 0) return TILEPDB_OK;
    return reading_size_check(options->width, options->height, options->large, error);
}

void board_reader_free(struct board_reader *reader) {
    tokens_free(&reader->tokens);
    readings_free(&reader->readings);
    free(reader->text);
}

/* Reads plain numbers fast. Returns false if the line needs a full reading. */
static bool line_plain(const struct board_reader *reader, const char *text, size_t length,
                       tilepdb_board *board) {
    const tilepdb_reader_options *options = &reader->options;
    int count = 0, side = 3;
    uint64_t seen = 0;
    size_t at = 0;
    if (options->large || options->blank_tile || options->width > 8 || options->height > 8)
        return false;
    while (at < length) {
        if (!text_is_digit(text[at])) return false;
        unsigned number = 0;
        for (; at < length && text_is_digit(text[at]); at++) {
            number = number * 10 + (unsigned)(text[at] - '0');
            if (number > TILEPDB_TABLE_MAX_CELLS) return false;
        }
        if (count == TILEPDB_TABLE_MAX_CELLS || seen >> number & 1) return false;
        seen |= (uint64_t)1 << number;
        board->cells[count++] = (uint16_t)number;
        while (at < length && text[at] == ' ') at++;
    }
    while (side * side < count) side++;
    if (seen != ((uint64_t)1 << count) - 1 || count < 9) return false;
    board->width = (uint8_t)(options->width ? options->width : side);
    board->height = (uint8_t)(options->height ? options->height : side);
    return board->width * board->height == count;
}

static size_t comment_find(const char *text, size_t length) {
    bool quoted = false;
    for (size_t i = 0; i < length; i++) {
        quoted ^= text[i] == '"';
        if (text[i] == '#' && !quoted) return i;
        if (text[i] == '%') return i;
        if (text[i] == '/' && i + 3 < length && text[i + 1] == '/' && text[i + 2] == ' ' &&
            isalpha((unsigned char)text[i + 3]))
            return i;
    }
    return length;
}

bool line_whole(struct board_reader *reader, struct line line, tilepdb_item *item) {
    const struct reading_rules rules = board_reader_rules(reader);
    struct reading_board found;
    lexer_scan(&reader->tokens, line.text, line.length, line.number);
    if (reader->tokens.depth != 0 || reader->tokens.count == 0) return false;
    if (readings_find(&reader->readings, &reader->tokens, &rules, false, &reader->error) ||
        !readings_next(&reader->readings, &found))
        return false;
    item->board = found.board;
    if (reader->tokens.label_bytes > 0)
        item_id(item->id, line.text + reader->tokens.label, reader->tokens.label_bytes);
    return true;
}

static bool is_row_of_letters(const char *text, size_t length) {
    uint32_t seen = 0;
    if (length < 3 || length > 5) return false;
    for (size_t i = 0; i < length; i++) {
        const bool mark = text[i] == '_' || text[i] == '.';
        const int letter = mark ? 31 : toupper((unsigned char)text[i]) - 'A';
        if (letter < 0 || (letter >= (int)(length * length) && !mark) || seen >> letter & 1)
            return false;
        seen |= (uint32_t)1 << letter;
    }
    return true;
}

static bool are_letters(const struct tokens *tokens) {
    if (tokens->count == 1 && tokens->token[0].kind == TOKEN_WORD)
        return is_row_of_letters(tokens->text + tokens->token[0].start, tokens->token[0].bytes);
    for (size_t i = 0; i < tokens->count; i++)
        if (tokens->token[i].kind != TOKEN_LETTER && tokens->token[i].kind != TOKEN_MARK)
            return false;
    return tokens->count > 1;
}

static bool is_count(const struct board_reader *reader) {
    const struct tokens *tokens = &reader->tokens;
    const uint32_t most = 2 * (reader->options.large ? TILEPDB_MAX_SIDE : TILEPDB_TABLE_MAX_SIDE);
    return tokens->count == 2 && tokens->token[0].kind == TOKEN_NUMBER &&
           tokens->token[1].kind == TOKEN_NUMBER &&
           (tokens->token[0].value >= most || tokens->token[1].value >= most);
}

static bool line_other(struct board_reader *reader, struct line line, tilepdb_item *item) {
    if (!scramble_explain(reader, line.text, line.length)) {
        if (!is_count(reader)) return false;
        error_set_code(&reader->error, TILEPDB_ERROR_PARSE,
                       (struct error_code){.code = TILEPDB_MESSAGE_TEXT_COUNT, .column = 1},
                       "two numbers are not a board: this may be a length and a number of "
                       "solutions");
    }
    return item_error(reader, line.number, item);
}

/* Stores the error of a line of words, for the case that no board follows. Returns false if the
 * line is a board. */
static bool prose_begin(struct board_reader *reader, size_t number) {
    const struct reading_rules rules = {.large = true};
    if (!readings_find(&reader->readings, &reader->tokens, &rules, true, &reader->prose_error))
        return false;
    reader->prose = true;
    reader->prose_line = number;
    return true;
}

static bool takes_prose(struct board_reader *reader, struct line line) {
    const struct words words = words_find(line.text, line.length);
    const struct tokens *tokens = &reader->tokens;
    if (row_block_waits(reader) || words.letters < 3 || tokens->depth != 0 || reader->single ||
        reader->listed)
        return false;
    if (tokens->count == 1 && are_letters(tokens)) return false;
    for (size_t i = 0; i < tokens->count; i++)
        if (tokens->token[i].kind == TOKEN_NUMBER) return false;
    return reader->prose || prose_begin(reader, line.number);
}

static size_t count_filled(const struct tokens *tokens) {
    size_t count = 0;
    for (size_t i = 0; i < tokens->count; i++) count += tokens->token[i].kind != TOKEN_EMPTY;
    return count;
}

static bool may_be_row(const struct board_reader *reader) {
    const struct tokens *tokens = &reader->tokens;
    if (tokens->dangling) return true;
    if (!readings_may_go_on(&reader->readings)) return false;
    if (tokens->count == 1 && tokens->token[0].bytes > 4) return false;
    return reader->depth == 0 || !reader->filled || count_filled(tokens) == reader->width;
}

static bool row_block_repeats(struct board_reader *reader, const tilepdb_board *board) {
    const int count = board->width * board->height;
    if (!reader->filled) return true;
    lexer_scan(&reader->tokens, reader->text, reader->length, reader->block_line);
    for (size_t i = 0; i < reader->tokens.count; i++)
        if (reader->tokens.token[i].kind == TOKEN_NUMBER &&
            (int)reader->tokens.token[i].value < count)
            return true;
    return false;
}

/* Returns true if a line is read alone: it has several rows, or the numbers of a whole board. */
static bool is_line_of_board(const struct board_reader *reader) {
    const struct tokens *tokens = &reader->tokens;
    const size_t given = (size_t)(reader->options.width * reader->options.height);
    size_t marked = 0, plain = 0;
    for (size_t i = 1; i < tokens->count; i++) {
        if (tokens->token[i].kind > TOKEN_MARK) return false;
        marked += tokens->token[i].gap != GAP_NONE;
        plain += tokens->token[i].gap == GAP_NONE;
    }
    if (tokens->dangling || tokens->depth != 0 || reader->dangling) return false;
    if (marked > 0) return plain > 0;
    if (given > 0) return tokens->count == given;
    size_t side = 3;
    while (side * side < tokens->count) side++;
    return !reader->options.large && side * side == tokens->count;
}

static bool line_add(struct board_reader *reader, struct line line, tilepdb_item *item) {
    const bool open = reader->depth > 0 || (reader->dangling && !reader->tokens.dangling);
    const struct tokens *tokens = &reader->tokens;
    if (!row_block_add(reader, line)) {
        error_set(&reader->error, TILEPDB_ERROR_MEMORY, "not enough memory for the text");
        row_block_clear(reader);
        return item_error(reader, line.number, item);
    }
    reader->sized = !reader->filled && tokens->count <= 2;
    reader->letters = are_letters(tokens);
    if (tokens->count > 0) reader->width = count_filled(tokens);
    reader->dangling = tokens->dangling && (reader->dangling || !reader->filled);
    reader->filled = reader->filled || tokens->count > 0;
    for (size_t i = 0; i < line.length; i++) {
        const char c = line.text[i];
        if (c == '{') reader->object = true;
        if (c == '[' || c == '(' || c == '{') reader->depth++;
        if ((c == ']' || c == ')' || c == '}') && reader->depth > 0) reader->depth--;
    }
    if (!reader->problem && !reader->object && reader->depth > 0)
        reader->problem = pddl_is(reader->text, reader->length);
    if ((open || reader->object) && reader->depth == 0) return row_block_end(reader, item);
    return reader->length > TILEPDB_MAX_LINE ? row_block_flush(reader, item) : false;
}

static void line_skip(struct board_reader *reader, struct line line) {
    if (row_block_waits(reader)) row_block_add(reader, (struct line){"", 0, line.number});
}

static bool row_block_ends(struct board_reader *reader, tilepdb_item *item, bool *again) {
    *again = reader->filled && row_block_end(reader, item);
    return *again;
}

enum step { STEP_ON, STEP_TAKEN, STEP_ITEM };

/* A heading ends the block, unless the block may be a size. */
static enum step line_heading(struct board_reader *reader, struct line *line, tilepdb_item *item,
                              bool *again) {
    const enum heading before = reader->heading;
    size_t bytes;
    if (!heading_take(reader, *line, &bytes)) return STEP_ON;
    reader->listed = false;
    if (row_block_waits(reader) && !reader->sized) {
        const enum heading heading = reader->heading;
        reader->heading = before;
        if (row_block_ends(reader, item, again)) return STEP_ITEM;
        reader->heading = heading;
    }
    if (bytes < line->length) {
        line->text += bytes;
        line->length -= bytes;
        return STEP_ON;
    }
    if (row_block_waits(reader)) {
        line_skip(reader, *line);
    } else if (!reader->gave && !reader->prose) {
        lexer_scan(&reader->tokens, line->text, line->length, line->number);
        prose_begin(reader, line->number);
    }
    return STEP_TAKEN;
}

static bool are_wrong_moves(const struct board_reader *reader, struct line line) {
    const size_t lead = text_separators(line.text, line.length);
    return text_is_move(line.text + lead, line.length - lead) &&
           (!are_letters(&reader->tokens) || memchr(line.text, '>', line.length)) &&
           text_numbers(line.text, line.length) == 0 &&
           words_find(line.text, line.length).letters < 4;
}

/* Returns true if every line of the block is a board, and the current line is much shorter or
 * longer. */
static bool is_apart(const struct board_reader *reader) {
    const size_t count = count_filled(&reader->tokens);
    return reader->whole && reader->width > 4 &&
           (count + 1 < reader->width || count > reader->width + 1);
}

static bool is_name(const struct board_reader *reader) {
    bool word = false;
    for (size_t i = 0; i < reader->tokens.count; i++)
        word = word || reader->tokens.token[i].kind == TOKEN_WORD;
    return reader->single && word && !row_block_waits(reader) && reader->tokens.depth == 0 &&
           !reader->tokens.dangling;
}

static bool line_row(struct board_reader *reader, struct line line, bool row, tilepdb_item *item,
                     bool *again) {
    if (!row_block_waits(reader) && line_other(reader, line, item)) return true;
    if (!row && are_wrong_moves(reader, line))
        return row_block_ends(reader, item, again) || item_scramble(reader, line, item);
    if (takes_prose(reader, line)) return false;
    const bool single = !row && is_line_of_board(reader);
    if ((is_apart(reader) || reader->tokens.depth > 0 || single) &&
        row_block_ends(reader, item, again))
        return true;
    const bool alone = single || is_name(reader);
    reader->whole = row && (reader->whole || !reader->filled);
    return line_add(reader, line, item) || (alone && row_block_end(reader, item));
}

bool line_board(struct board_reader *reader, struct line line, tilepdb_item *item, bool *again) {
    const bool open = reader->depth > 0;
    const bool verbatim = reader->object || reader->problem;
    const enum step step = open ? STEP_ON : line_heading(reader, &line, item, again);
    if (step != STEP_ON) return step == STEP_ITEM;
    const bool moves = !verbatim && text_is_moves(line.text, line.length);
    const bool whole = !moves && !verbatim && line_whole(reader, line, item);
    const bool row = whole && (may_be_row(reader) || (open && reader->filled &&
                                                      !row_block_repeats(reader, &item->board)));
    if (moves && (!reader->letters || !row_block_waits(reader))) {
        if (row_block_ends(reader, item, again)) return true;
        if (!open) row_block_clear(reader);
        return item_scramble(reader, line, item);
    }
    if (whole && !row)
        return row_block_ends(reader, item, again) || item_board(reader, line.number, item);
    memset(item->id, 0, sizeof item->id);
    if (!verbatim && !open) return line_row(reader, line, row, item, again);
    lexer_scan(&reader->tokens, line.text, line.length, line.number);
    return line_add(reader, line, item);
}

bool board_reader_line(struct board_reader *reader, struct line line, tilepdb_item *item,
                       bool *again) {
    const char *text = line.text;
    *again = false;
    if (!row_block_waits(reader) && reader->heading == HEADING_NONE && reader->board_field < 0 &&
        line_plain(reader, text, line.length, &item->board))
        return item_board(reader, line.number, item);
    const size_t end = reader->problem ? line.length : comment_find(text, line.length);
    const size_t lead = text_separators(text, end);
    const bool comment = end < line.length;
    line.length = end;
    if (comment && lead == end) {
        line_skip(reader, line);
        return false;
    }
    /* A TAB after a board means a solution without moves. */
    if (reader->options.reading == TILEPDB_READ_SOLUTIONS) return line_solution(reader, line, item);
    if (lead == end) {
        const bool open = reader->depth > 0 && (!reader->filled || reader->problem);
        reader->board_field = -1;
        reader->listed = false;
        if (open) line_skip(reader, line);
        return !open && !memchr(text, '\t', end) && !memchr(text, ',', end) &&
               row_block_end(reader, item);
    }
    if (text_is_rule(text, end) || text[lead] == '`') {
        /* A single line without numbers before the first rule is the header of the table. */
        if (row_block_waits(reader) && !memchr(reader->text, '\n', reader->length) &&
            memchr(text, '|', end) && text_numbers(reader->text, reader->length) == 0)
            row_block_clear(reader);
        line_skip(reader, line);
        return false;
    }
    if (reader->board_field >= 0) return field_take(reader, line, item);
    if (!row_block_waits(reader) && header_take(reader, line)) return false;
    return line_board(reader, line, item, again);
}

bool board_reader_waits(const struct board_reader *reader) {
    return row_block_waits(reader) || reader->giving || reader->has_objects;
}

bool board_reader_end(struct board_reader *reader, tilepdb_item *item) {
    if (board_reader_more(reader, item) || row_block_end(reader, item)) return true;
    if (!reader->prose) return false;
    reader->error = reader->prose_error;
    return item_error(reader, reader->prose_line, item);
}
