/* Explains why tokens are not a board. See readings.h. */
#include "text/readings.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/message_text.h"
#include "text/characters.h"

#define PLACE_TEXT 64

static const char *place_text(const struct readings *readings, size_t line, size_t column,
                              char text[PLACE_TEXT]) {
    if (line == readings->tokens->first_line)
        snprintf(text, PLACE_TEXT, "column %zu", column);
    else
        snprintf(text, PLACE_TEXT, "line %zu, column %zu", line, column);
    return text;
}

/* The text lives until the end of the enclosing block. */
#define PLACE(readings, line, column) place_text(readings, line, column, (char[PLACE_TEXT]){0})
#define AT(readings, value)           PLACE(readings, (value)->line, (value)->column)

/* An error on the first line of the text reports line 0. */
#define REFUSE(readings, line_, column_, ...)                                                      \
    error_set_at(error, TILEPDB_ERROR_PARSE,                                                       \
                 (line_) == (readings)->tokens->first_line ? 0 : (line_), column_, __VA_ARGS__)

static tilepdb_status refuse_token(const struct readings *readings, const struct value *value,
                                   tilepdb_error *error) {
    const struct tokens *tokens = readings->tokens;
    const struct token *token = tokens->token;
    for (size_t i = 1; i < tokens->count; i++)
        if (tokens->token[i].line < value->line ||
            (tokens->token[i].line == value->line && tokens->token[i].column <= value->column))
            token = &tokens->token[i];
    const char *text = tokens->text + token->start;
    size_t digits = token->kind == TOKEN_NUMBER ? 0 : text_digits(text, token->bytes);
    if (digits == token->bytes) digits = 0;
    size_t column = token->column + digits, length = token->bytes - digits, letters = 0;
    char shown[CHARACTER_SHOWN];
    text += digits;
    while (letters < length && isalpha((unsigned char)text[letters])) letters++;
    if (letters > 1 && digits == 0)
        return REFUSE(readings, token->line, column,
                      "unreadable word '%.*s' at %s: expected numbers, with 0, '_' or '.' for the "
                      "blank",
                      (int)(letters < 40 ? letters : 40), text,
                      PLACE(readings, token->line, column));
    size_t marks = 0;
    while (marks < length && strchr("_.-*0123456789", text[marks])) marks++;
    if (length > 1 && digits == 0 && strchr("_.-*", *text))
        return REFUSE(
            readings, token->line, column,
            "unreadable '%.*s' at %s: expected a number, or '0', '_' or '.' for the blank",
            (int)marks, text, PLACE(readings, token->line, column));
    character_show(text, length, shown);
    return REFUSE(readings, token->line, column, "unreadable character '%s'%s at %s: %s", shown,
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
    if (shape->bad_row == 2 && readings->count > shape->width &&
        reading_shape(readings, shape->width, readings->count - shape->width, &others) ==
            SHAPE_ROWS)
        return REFUSE(readings, readings->value->line, readings->value->column,
                      "row 1 has %zu number%s, but the others have %zu%s", shape->width,
                      plural(shape->width), others.width,
                      shape->width == others.width + 1 ? ": write ':' after an index" : "");
    const bool blank = shape->in_row + 1 == shape->width && !has_blank(readings);
    return REFUSE(readings, last->line, last->column,
                  "row %zu has %zu number%s, but rows have %zu%s", shape->bad_row, shape->in_row,
                  plural(shape->in_row), shape->width, blank ? ": write 0 for the blank" : "");
}

static bool is_square(size_t count) {
    for (size_t side = TILEPDB_MIN_SIDE; side <= TILEPDB_MAX_SIDE; side++)
        if (side * side == count) return true;
    return false;
}

static tilepdb_status refuse_count(const struct readings *readings, tilepdb_error *error) {
    const struct reading_rules *rules = &readings->rules;
    const size_t count = readings->count, cells = (size_t)(rules->width * rules->height);
    const struct value *first = readings->value, *last = first + count - 1;
    const bool blank = has_blank(readings);
    if (count == 1 && first->number == 0)
        return REFUSE(readings, first->line, first->column,
                      "1 number is not a board: '0' alone is pdbsolve's answer for a solved board");
    if (cells > 0)
        return REFUSE(readings, last->line, last->column,
                      "too %s numbers: there %s %zu, but a %dx%d board has %zu%s",
                      count < cells ? "few" : "many", count == 1 ? "is" : "are", count,
                      rules->width, rules->height, cells,
                      count + 1 == cells && !blank ? ": write 0 for the blank" : "");
    if (count > 4 && is_square(count - 1))
        return REFUSE(readings, first->line, first->column,
                      "%zu numbers: is the first one an index? Write ':' after it, if those behind "
                      "it are a board",
                      count);
    return REFUSE(
        readings, last->line, last->column,
        "%zu %s a square board (%s): numbers are missing%s, or the rows need '/' between them, or "
        "the size must be given",
        count, count == 1 ? "number does not form" : "numbers do not form",
        rules->large ? "4, 9, 16 ... 400" : "4, 9, 16 or 25",
        is_square(count + 1) && !blank ? ", as 0 for the blank" : "");
}

static void missing_describe(const struct readings *readings, size_t cells, char text[24]) {
    bool present[TILEPDB_MAX_CELLS] = {has_blank(readings)};
    for (size_t i = 0; i < cells; i++)
        if (readings->value[i].number > 0 && readings->value[i].number < (int32_t)cells)
            present[readings->value[i].number] = true;
    unsigned missing = 0;
    while (missing < cells && present[missing]) missing++;
    snprintf(text, 24, missing == 0 ? "the blank" : "tile %u", missing);
}

static tilepdb_status refuse_numbers(const struct readings *readings, size_t width, size_t height,
                                     tilepdb_error *error) {
    const size_t cells = width * height;
    const struct value *seen[TILEPDB_MAX_CELLS] = {NULL};
    char missing[24], name[24];
    missing_describe(readings, cells, missing);
    for (size_t i = 0; i < cells; i++) {
        const struct value *value = &readings->value[i];
        const size_t number = is_blank(value) ? 0 : (size_t)value->number;
        snprintf(name, sizeof name, number < TOKEN_MOST ? "%zu" : "a number that long", number);
        if (number >= cells)
            return REFUSE(readings, value->line, value->column,
                          "%s at %s is not a tile of a %zux%zu board, whose tiles are 1 to %zu; %s "
                          "is missing",
                          name, AT(readings, value), width, height, cells - 1, missing);
        snprintf(name, sizeof name, number == 0 ? "the blank" : "tile %zu", number);
        if (seen[number])
            return REFUSE(readings, value->line, value->column,
                          "%s is at %s and again at %s; %s is missing", name,
                          AT(readings, seen[number]), AT(readings, value), missing);
        seen[number] = value;
    }
    return REFUSE(readings, readings->value->line, readings->value->column,
                  "the blank is missing: write 0 for it");
}

static tilepdb_status refuse_brackets(const struct readings *readings, tilepdb_error *error) {
    const struct tokens *tokens = readings->tokens;
    if (tokens->depth < 0)
        return REFUSE(readings, tokens->open_line, tokens->open_column,
                      "the bracket at %s closes none of its kind",
                      PLACE(readings, tokens->open_line, tokens->open_column));
    return REFUSE(readings, tokens->line, tokens->end_column, "the bracket at %s is not closed",
                  PLACE(readings, tokens->open_line, tokens->open_column));
}

tilepdb_status reading_explain(const struct readings *readings, tilepdb_error *error) {
    struct reading_shape shape;
    tilepdb_error cause;
    if (readings->tokens->no_memory)
        return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for the text");
    for (size_t i = 0; i < readings->count; i++)
        if (readings->value[i].number == VALUE_NONE)
            return refuse_token(readings, &readings->value[i], error);
    if (readings->tokens->depth != 0) return refuse_brackets(readings, error);
    if (readings->count == 0)
        return error_set_at(error, TILEPDB_ERROR_PARSE, 0, 1,
                            "there is no number: a board is its numbers, row by row, 0 for the "
                            "blank");
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
        (shape.width != (size_t)rules->width || shape.rows != (size_t)rules->height))
        return REFUSE(readings, readings->tokens->line, readings->tokens->end_column,
                      "%zu row%s of %zu numbers, but a %dx%d board has %d rows of %d", shape.rows,
                      plural(shape.rows), shape.width, rules->width, rules->height, rules->height,
                      rules->width);
    if (shape.width * shape.rows != readings->count || readings->count < 4)
        return refuse_count(readings, error);
    if (shape.width > INT32_MAX / 2 || shape.rows > INT32_MAX / 2 ||
        reading_size_check((int)shape.width, (int)shape.rows, rules->large, &cause))
        return error_set_at(error, TILEPDB_ERROR_PARSE, 0, 1, "%s",
                            shape.rows < 100 ? cause.message
                                             : "these rows are not boards that follow one another");
    return refuse_numbers(readings, shape.width, shape.rows, error);
}
