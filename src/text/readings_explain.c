/* Why the tokens of a block are no board: see readings.h. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/message_text.h"
#include "puzzle/board.h"
#include "puzzle/open_goal.h"
#include "text/characters.h"
#include "text/readings.h"
#include "tilepdb_text.h"

#define PLACE_TEXT 64
#define WORD_SHOWN 41

static const char *place_text(const struct readings *readings, size_t line, size_t column,
                              char text[PLACE_TEXT]) {
    if (line == readings->range.line)
        snprintf(text, PLACE_TEXT, "column %zu", column);
    else
        snprintf(text, PLACE_TEXT, "line %zu, column %zu", line, column);
    return text;
}

/* The text lives until the end of the enclosing block. */
#define PLACE(readings, line, column) place_text(readings, line, column, (char[PLACE_TEXT]){0})
#define AT(readings, value)           PLACE(readings, (value)->line, (value)->column)

/* An error on the first line of the text reports line 0. */
static struct error_code code_at(const struct readings *readings, tilepdb_message code, size_t line,
                                 size_t column, size_t a, size_t b, size_t c) {
    return (struct error_code){.code = code,
                               .line = line == readings->range.line ? 0 : line,
                               .column = column,
                               .number = {(int64_t)a, (int64_t)b, (int64_t)c}};
}

#define REFUSE(...) error_set_code(error, TILEPDB_ERROR_PARSE, code, __VA_ARGS__)

static tilepdb_status refuse_token(const struct readings *readings, const struct value *value,
                                   tilepdb_error *error) {
    const struct lexer *lexer = readings->range.lexer;
    const struct token *token = &lexer->token[value->token];
    const char *text = lexer->text + token->start;
    size_t digits = token->kind == TOKEN_NUMBER ? 0 : text_digits(text, token->bytes);
    if (digits == token->bytes) digits = 0;
    size_t column = token->column + digits, length = token->bytes - digits, letters = 0;
    char shown[WORD_SHOWN];
    text += digits;
    struct error_code code =
        code_at(readings, TILEPDB_MESSAGE_TEXT_SIGN, token->line, column, token->line, column, 0);
    while (letters < length && isalpha((unsigned char)text[letters])) letters++;
    if (letters > 1 && digits == 0) {
        snprintf(shown, sizeof shown, "%.*s", (int)letters, text);
        code.text = shown;
        return REFUSE("unreadable word '%s' at %s: expected numbers, with 0, '_' or '.' for the "
                      "blank",
                      shown, PLACE(readings, token->line, column));
    }
    size_t marks = 0;
    while (marks < length && text[marks] != '\0' && strchr("_.-*0123456789", text[marks])) marks++;
    if (length > 1 && digits == 0 && *text != '\0' && strchr("_.-*", *text)) {
        snprintf(shown, sizeof shown, "%.*s", (int)marks, text);
        code.text = shown;
        return REFUSE("unreadable '%s' at %s: expected a number, or '0', '_' or '.' for the blank",
                      shown, PLACE(readings, token->line, column));
    }
    character_show(text, length, shown);
    code.text = shown;
    return REFUSE("unreadable character '%s'%s at %s: %s", shown,
                  *text == '\0' ? ", a NUL byte," : "", PLACE(readings, token->line, column),
                  digits > 0 ? "numbers are separated by blanks"
                             : "expected a number, or '0', '_' or '.' for the blank");
}

static bool is_blank(const struct value *value) {
    return value->number == VALUE_BLANK || value->number == 0;
}

static bool has_blank(const struct readings *readings) {
    for (size_t i = 0; i < readings->count; i++)
        if (is_blank(&readings->value[i])) return true;
    return false;
}

static tilepdb_status refuse_row(const struct readings *readings, const struct reading_shape *shape,
                                 tilepdb_error *error) {
    const struct value *last = &readings->value[shape->bad_end - 1];
    struct reading_shape others;
    const struct value *first = readings->value;
    struct error_code code;
    if (shape->bad_row == 2 && readings->count > shape->width &&
        reading_shape(readings, shape->width, readings->count - shape->width, &others) ==
            SHAPE_ROWS) {
        code = code_at(readings, TILEPDB_MESSAGE_TEXT_ROW, first->line, first->column, 1,
                       shape->width, others.width);
        return REFUSE("row 1 has %zu number%s, but the others have %zu%s", shape->width,
                      plural(shape->width), others.width,
                      shape->width == others.width + 1 ? ": write ':' after an index" : "");
    }
    const bool blank = shape->in_row + 1 == shape->width && !has_blank(readings);
    code = code_at(readings, TILEPDB_MESSAGE_TEXT_ROW, last->line, last->column, shape->bad_row,
                   shape->in_row, shape->width);
    return REFUSE("row %zu has %zu number%s, but rows have %zu%s", shape->bad_row, shape->in_row,
                  plural(shape->in_row), shape->width, blank ? ": write 0 for the blank" : "");
}

static tilepdb_status refuse_size(size_t width, size_t height, const struct reading_rules *rules,
                                  tilepdb_error *error) {
    tilepdb_error cause;
    if (width < INT32_MAX / 2 && height < 100 &&
        !reading_size_check((int)width, (int)height, rules->large, &cause))
        return TILEPDB_OK;
    if (height >= 100 || width >= INT32_MAX / 2)
        return error_set_at(error, TILEPDB_ERROR_PARSE, 0, 1,
                            "these rows are not boards that follow one another");
    const struct error_code code = {.code = TILEPDB_MESSAGE_BOARD_SIZE,
                                    .number = {(int64_t)width, (int64_t)height},
                                    .column = 1};
    return REFUSE("%s", cause.message);
}

static tilepdb_status refuse_count(const struct readings *readings, tilepdb_error *error) {
    const struct reading_rules *rules = &readings->rules;
    const size_t count = readings->count, cells = (size_t)(rules->width * rules->height);
    const struct value *first = readings->value, *last = first + count - 1;
    const bool blank = has_blank(readings);
    struct error_code code = code_at(readings, TILEPDB_MESSAGE_TEXT_SIZE, last->line, last->column,
                                     count, (size_t)rules->width, (size_t)rules->height);
    if (count == 1 && first->number == 0) {
        code = code_at(readings, TILEPDB_MESSAGE_TEXT_ANSWER, first->line, first->column,
                       TILEPDB_ANSWER_SOLVED, 0, 0);
        code.text = "0";
        return REFUSE("1 number is not a board: '0' alone is the answer for a solved board");
    }
    if (cells > 0)
        return REFUSE("too %s numbers: there %s %zu, but a %dx%d board has %zu%s",
                      count < cells ? "few" : "many", count == 1 ? "is" : "are", count,
                      rules->width, rules->height, cells,
                      count + 1 == cells && !blank ? ": write 0 for the blank" : "");
    if (count > 4 && square_side(count - 1) > 1) {
        code =
            code_at(readings, TILEPDB_MESSAGE_TEXT_SIZE, first->line, first->column, count, 0, 0);
        return REFUSE("%zu numbers: is the first one an index? Write ':' after it, if those behind "
                      "it are a board",
                      count);
    }
    return REFUSE(
        "%zu %s a square board (%s): numbers are missing%s, or the rows need '/' between them, or "
        "the size must be given",
        count, count == 1 ? "number does not form" : "numbers do not form",
        rules->large ? "4, 9, 16 ... 1024" : "4, 9, 16 or 25",
        square_side(count + 1) > 1 && !blank ? ", as 0 for the blank" : "");
}

/* Returns OK without an index before a cell other than the first. */
static tilepdb_status refuse_index(const struct readings *readings, tilepdb_error *error) {
    const struct lexer *lexer = readings->range.lexer;
    char shown[16];
    size_t i = 1;
    while (i < readings->count && readings->value[i].index == 0) i++;
    if (i >= readings->count) return TILEPDB_OK;
    const struct token *token = &lexer->token[readings->value[i].token];
    while (token > lexer->token && !token->index) token--;
    struct error_code code = code_at(readings, TILEPDB_MESSAGE_TEXT_SIGN, token->line,
                                     token->column, token->line, token->column, 0);
    snprintf(shown, sizeof shown, "%u", readings->value[i].index - 1);
    code.text = shown;
    return REFUSE("index %s at %s is within the board: rows can have the indices 0 1 2 ... or "
                  "1 2 3 ...",
                  shown, PLACE(readings, token->line, token->column));
}

/* Returns the first missing tile, or 0 for the blank. */
static unsigned missing_describe(const struct readings *readings, size_t cells, char text[24]) {
    bool present[TILEPDB_MAX_CELLS] = {has_blank(readings)};
    for (size_t i = 0; i < cells; i++)
        if (readings->value[i].number > 0 && readings->value[i].number < (int32_t)cells)
            present[readings->value[i].number] = true;
    unsigned missing = 0;
    while (missing < cells && present[missing]) missing++;
    snprintf(text, 24, missing == 0 ? "the blank" : "tile %u", missing);
    return missing;
}

static tilepdb_status refuse_numbers(const struct readings *readings, size_t width, size_t height,
                                     tilepdb_error *error) {
    const size_t cells = width * height;
    const struct value *seen[TILEPDB_MAX_CELLS] = {NULL};
    char missing[24], name[24];
    const unsigned lacks = missing_describe(readings, cells, missing);
    struct error_code code = {0};
    for (size_t i = 0; i < cells; i++) {
        const struct value *value = &readings->value[i];
        const size_t number = is_blank(value) ? 0 : (size_t)value->number;
        snprintf(name, sizeof name, number < TOKEN_MOST ? "%zu" : "a number that long", number);
        if (number >= cells) {
            code = code_at(readings, TILEPDB_MESSAGE_TEXT_TILE, value->line, value->column, number,
                           cells - 1, lacks);
            return REFUSE("%s at %s is not a tile of a %zux%zu board, whose tiles are 1 to %zu; %s "
                          "is missing",
                          name, AT(readings, value), width, height, cells - 1, missing);
        }
        snprintf(name, sizeof name, number == 0 ? "the blank" : "tile %zu", number);
        if (seen[number]) {
            char mark[TOKEN_TEXT];
            code = code_at(readings, TILEPDB_MESSAGE_TEXT_TWICE, value->line, value->column, number,
                           lacks, 0);
            /* 0 is named twice because a mark is the blank and 0 is a tile. */
            if (number == 0 && lacks + 1 == cells && value->number != seen[0]->number) {
                const struct value *sign = value->number < 0 ? value : seen[0];
                token_text(readings->range.lexer->text, &readings->range.lexer->token[sign->token],
                           mark);
                code.text = mark;
            }
            return REFUSE("%s is at %s and again at %s; %s is missing", name,
                          AT(readings, seen[number]), AT(readings, value), missing);
        }
        seen[number] = value;
    }
    if (refuse_index(readings, error)) return TILEPDB_ERROR_PARSE;
    code = code_at(readings, TILEPDB_MESSAGE_TEXT_BLANK, readings->value->line,
                   readings->value->column, 0, 0, 0);
    return REFUSE("the blank is missing: write 0 for it");
}

static tilepdb_status refuse_alike(const struct readings *readings, size_t width, size_t height,
                                   tilepdb_error *error) {
    const struct reading_rules *rules = &readings->rules;
    tilepdb_board board;
    tilepdb_error cause;
    if (!values_alike(rules, readings->value, (int)width, (int)height, &board))
        return refuse_numbers(readings, width, height, error);
    tilepdb_status status =
        rules->goal ? open_goal_check(&board, &cause) : board_check_alike(&board, "board", &cause);
    if (!status && rules->alike) status = open_goal_fits(rules->alike, &board, &cause);
    if (!status) return error_set(error, TILEPDB_ERROR_PARSE, "this text has two meanings");
    return error_set_at(error, TILEPDB_ERROR_PARSE, 0, 1, "%s", cause.message);
}

static tilepdb_status refuse_brackets(const struct readings *readings, tilepdb_error *error) {
    const struct lexer *lexer = readings->range.lexer;
    const bool broken = lexer->broken;
    const struct error_code code =
        code_at(readings, TILEPDB_MESSAGE_TEXT_BRACKET, broken ? lexer->open_line : lexer->line,
                broken ? lexer->open_column : lexer->end_column, lexer->open_line,
                lexer->open_column, !broken);
    return REFUSE("the bracket at %s %s", PLACE(readings, lexer->open_line, lexer->open_column),
                  broken ? "closes none of its kind" : "is not closed");
}

tilepdb_status reading_explain(const struct readings *readings, tilepdb_error *error) {
    struct reading_shape shape;
    for (size_t i = 0; i < readings->count; i++)
        if (value_is_none(&readings->value[i]))
            return refuse_token(readings, &readings->value[i], error);
    if (!readings->range.record &&
        (readings->range.lexer->broken || readings->range.lexer->depth > 0))
        return refuse_brackets(readings, error);
    const struct token_range *range = &readings->range;
    if (readings->count == 0 && range->first < range->end)
        return refuse_token(readings, &(struct value){.token = (uint32_t)range->first}, error);
    if (readings->count == 0)
        return error_set_code(
            error, TILEPDB_ERROR_PARSE,
            (struct error_code){.code = TILEPDB_MESSAGE_TEXT_NONE, .column = 1},
            "there is no number: a board is its numbers, row by row, 0 for the blank");
    const enum shape kind = reading_shape(readings, 0, readings->count, &shape);
    if (kind == SHAPE_UNEVEN) return refuse_row(readings, &shape, error);
    const struct reading_rules *rules = &readings->rules;
    if (kind == SHAPE_FLAT) {
        shape.width = shape.rows = 1;
        while (shape.width * shape.rows < readings->count) shape.width = ++shape.rows;
        if (rules->width != 0) {
            shape.width = (size_t)rules->width;
            shape.rows = (size_t)rules->height;
        }
    }
    if (rules->width != 0 &&
        (shape.width != (size_t)rules->width || shape.rows != (size_t)rules->height)) {
        struct error_code code = code_at(
            readings, TILEPDB_MESSAGE_TEXT_SHAPE, readings->range.lexer->line,
            readings->range.lexer->end_column, shape.width, shape.rows, (size_t)rules->width);
        code.number[3] = rules->height;
        return REFUSE("%zu row%s of %zu numbers, but a %dx%d board has %d rows of %d", shape.rows,
                      plural(shape.rows), shape.width, rules->width, rules->height, rules->height,
                      rules->width);
    }
    if (shape.width * shape.rows != readings->count || readings->count < 4)
        return refuse_count(readings, error);
    const tilepdb_status status = refuse_size(shape.width, shape.rows, rules, error);
    if (status) return status;
    return rules->goal || rules->alike ? refuse_alike(readings, shape.width, shape.rows, error)
                                       : refuse_numbers(readings, shape.width, shape.rows, error);
}
