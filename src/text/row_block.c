#include "text/board_reader.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "text/characters.h"

struct reading_rules board_reader_rules(const struct board_reader *reader) {
    const tilepdb_reader_options *options = &reader->options;
    return (struct reading_rules){options->width, options->height, options->large,
                                  options->blank_tile};
}

bool item_error(struct board_reader *reader, size_t number, tilepdb_item *item) {
    item->kind = TILEPDB_ITEM_ERROR;
    item->line = number;
    item->error = reader->error;
    reader->prose = false;
    reader->gave = true;
    return true;
}

bool item_board(struct board_reader *reader, size_t number, tilepdb_item *item) {
    item->kind = TILEPDB_ITEM_BOARD;
    item->line = number;
    reader->given = reader->heading;
    reader->heading = HEADING_NONE;
    reader->listed = !reader->prose;
    reader->prose = false;
    reader->gave = true;
    return true;
}

void item_id(char id[TILEPDB_ID_TEXT], const char *text, size_t length) {
    while (length > 0 && strchr(" \"'", *text)) text++, length--;
    while (length > 0 && strchr(" \"',:", text[length - 1])) length--;
    size_t used = 0;
    for (size_t i = 0; i < length && used < TILEPDB_ID_TEXT - 1; i++)
        if ((unsigned char)text[i] >= ' ' && text[i] != '\x7F') id[used++] = text[i];
    while (used > 0 && used < length && ((unsigned char)text[used] & 0xC0) == 0x80) used--;
    id[used] = '\0';
}

void row_block_clear(struct board_reader *reader) {
    reader->length = 0;
    reader->depth = 0;
    reader->filled = reader->sized = reader->letters = reader->object = reader->problem =
        reader->dangling = reader->whole = false;
}

bool text_reserve(char **text, size_t *capacity, size_t wanted) {
    if (wanted <= *capacity) return true;
    size_t grown = *capacity > 0 ? *capacity : 256;
    while (grown < wanted) grown *= 2;
    char *moved = realloc(*text, grown);
    if (!moved) return false;
    *text = moved;
    *capacity = grown;
    return true;
}

bool row_block_add(struct board_reader *reader, struct line line) {
    reader->listed = false;
    if (!text_reserve(&reader->text, &reader->capacity, reader->length + line.length + 1))
        return false;
    if (reader->length == 0)
        reader->block_line = line.number;
    else
        reader->text[reader->length++] = '\n';
    if (line.length > 0) memcpy(reader->text + reader->length, line.text, line.length);
    reader->length += line.length;
    /* An empty first line must count, too. */
    if (reader->length == 0) reader->text[reader->length++] = ' ';
    return true;
}

bool row_block_waits(const struct board_reader *reader) {
    return reader->length > 0;
}

static size_t count_lines(const char *text, size_t length) {
    size_t lines = 0;
    for (const char *end; (end = memchr(text, '\n', length)); lines++) {
        length -= (size_t)(end + 1 - text);
        text = end + 1;
    }
    return lines;
}

static tilepdb_status part_read(struct board_reader *reader, struct span span,
                                const struct reading_rules *rules, tilepdb_board *board,
                                size_t *line) {
    struct reading_board found;
    const size_t first = reader->block_line + count_lines(reader->text, span.start);
    lexer_scan(&reader->tokens, reader->text + span.start, span.length, first);
    *line = reader->tokens.count > 0 ? reader->tokens.token[0].line : first;
    const tilepdb_status status =
        readings_find(&reader->readings, &reader->tokens, rules, false, &reader->error);
    if (status || !readings_next(&reader->readings, &found))
        return status ? status : error_set(&reader->error, TILEPDB_ERROR_PARSE, "not a board");
    *board = found.board;
    return TILEPDB_OK;
}

bool item_object(struct board_reader *reader, const struct board_object *object,
                 tilepdb_item *item) {
    struct reading_rules rules = board_reader_rules(reader);
    size_t line;
    if (rules.width == 0 && object->width != 0 && object->height != 0) {
        rules.width = object->width;
        rules.height = object->height;
    }
    if (part_read(reader, object->board, &rules, &item->board, &line))
        return item_error(reader, line, item);
    rules.width = item->board.width;
    rules.height = item->board.height;
    if (object->goal.length > 0) {
        size_t goal_line;
        if (part_read(reader, object->goal, &rules, &item->goal, &goal_line))
            return item_error(reader, goal_line, item);
        item->has_goal = true;
    }
    item_id(item->id, reader->text + object->id.start, object->id.length);
    return item_board(reader, line, item);
}

static bool item_problem(struct board_reader *reader, tilepdb_item *item) {
    const size_t line = reader->block_line;
    const tilepdb_status status =
        pddl_read(reader->text, reader->length, &item->board, &item->goal, &reader->error);
    row_block_clear(reader);
    if (status) return item_error(reader, line, item);
    item->has_goal = item->goal.width != 0;
    return item_board(reader, line, item);
}

bool board_reader_more(struct board_reader *reader, tilepdb_item *item) {
    struct reading_board found;
    if (reader->giving) {
        if (readings_next(&reader->readings, &found)) {
            item->board = found.board;
            item_id(item->id, found.id, strlen(found.id));
            if (item->id[0] == '\0') memcpy(item->id, reader->id, sizeof item->id);
            reader->id[0] = '\0';
            return item_board(reader, found.line, item);
        }
        reader->giving = false;
    }
    if (reader->has_objects) {
        struct board_object object;
        if (object_next(reader->text, reader->length, &reader->object_at, &object))
            return item_object(reader, &object, item);
        reader->has_objects = false;
        row_block_clear(reader);
    }
    return false;
}

/* Takes an index before ':' as the name of the only board. Several colons may number its rows. */
static void row_block_name(struct board_reader *reader) {
    const struct tokens *tokens = &reader->tokens;
    const char *end = reader->text + reader->length;
    const char *colon = memchr(reader->text, ':', reader->length);
    reader->id[0] = '\0';
    if (reader->readings.several || tokens->label_bytes == 0 || !colon ||
        !text_is_digit(reader->text[tokens->label]) ||
        memchr(colon + 1, ':', (size_t)(end - colon - 1)))
        return;
    item_id(reader->id, reader->text + tokens->label, tokens->label_bytes);
}

static bool is_size(const struct tokens *tokens) {
    const uint32_t least = tokens->count == 1 ? 1 : TILEPDB_MIN_SIDE;
    for (size_t i = 0; i < tokens->count; i++)
        if (tokens->token[i].kind != TOKEN_NUMBER || tokens->token[i].value < least) return false;
    return (tokens->count == 1 || tokens->count == 2) && tokens->depth == 0 && !tokens->listed &&
           !tokens->dangling;
}

bool row_block_end(struct board_reader *reader, tilepdb_item *item) {
    const struct reading_rules rules = board_reader_rules(reader);
    struct board_object object;
    size_t at = 0;
    if (!row_block_waits(reader)) return false;
    if (reader->problem) return item_problem(reader, item);
    if (reader->object && object_next(reader->text, reader->length, &at, &object)) {
        reader->has_objects = true;
        reader->object_at = 0;
        return board_reader_more(reader, item);
    }
    lexer_scan(&reader->tokens, reader->text, reader->length, reader->block_line);
    const bool nothing = reader->tokens.count == 0 && reader->tokens.depth == 0 &&
                         !reader->tokens.dangling && !reader->filled;
    const size_t line = reader->block_line;
    const tilepdb_status status =
        nothing ? TILEPDB_OK
                : readings_find(&reader->readings, &reader->tokens, &rules, true, &reader->error);
    const bool size = status && reader->sized && is_size(&reader->tokens);
    row_block_name(reader);
    row_block_clear(reader);
    if (nothing) return false;
    /* A size or a count is an error only if no board follows. */
    if (size) {
        reader->prose = true;
        reader->prose_line = line;
        reader->prose_error = reader->error;
        return false;
    }
    if (status) return item_error(reader, line, item);
    reader->giving = true;
    return board_reader_more(reader, item);
}

bool row_block_flush(struct board_reader *reader, tilepdb_item *item) {
    const struct reading_rules rules = board_reader_rules(reader);
    const size_t first = reader->block_line;
    lexer_scan(&reader->tokens, reader->text, reader->length, first);
    const size_t line = readings_begin(&reader->readings, &reader->tokens, &rules);
    if (line == 0 || reader->depth > 0) {
        error_set_code(
            &reader->error, TILEPDB_ERROR_PARSE,
            (struct error_code){.code = TILEPDB_MESSAGE_TEXT_LONG, .number = {TILEPDB_MAX_LINE}},
            "these lines do not form boards, and there is no end of them in %d bytes",
            TILEPDB_MAX_LINE);
        row_block_clear(reader);
        return item_error(reader, first, item);
    }
    const char *rest = reader->text;
    for (size_t i = first; i < line; i++)
        rest = (const char *)memchr(rest, '\n', reader->length - (size_t)(rest - reader->text)) + 1;
    reader->length -= (size_t)(rest - reader->text);
    memmove(reader->text, rest, reader->length);
    reader->block_line = line;
    reader->giving = true;
    return board_reader_more(reader, item);
}
