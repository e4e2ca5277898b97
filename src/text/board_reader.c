#include "text/board_reader.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "puzzle/board.h"
#include "puzzle/open_goal.h"
#include "text/characters.h"
#include "text/link.h"
#include "text/moves_lexer.h"

/* ---- options --------------------------------------------------------------------------------- */

/* Boards towards an open goal may have alike tiles. Scrambles start from an example. */
static tilepdb_status open_goal_take(struct board_reader *reader, tilepdb_error *error) {
    const tilepdb_board goal = reader->goal;
    const tilepdb_status status = open_goal_check(&goal, error);
    if (status) return status;
    if (board_has_alike(&goal)) reader->alike = goal;
    if (!open_goal_example(&goal, &reader->goal)) reader->options.goal = NULL;
    return TILEPDB_OK;
}

tilepdb_status board_reader_init(struct board_reader *reader, const tilepdb_reader_options *options,
                                 tilepdb_error *error) {
    *reader = (struct board_reader){.options = *options, .block.least = TOKEN_MOST};
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
        const tilepdb_status status = tilepdb_goal_is_open(options->goal)
                                          ? open_goal_take(reader, error)
                                      : options->large ? board_check(options->goal, error)
                                                       : board_check_table(options->goal, error);
        if (status) return status;
    }
    if (options->width == 0 && options->height == 0) return TILEPDB_OK;
    return reading_size_check(options->width, options->height, options->large, error);
}

void board_reader_free(struct board_reader *reader) {
    lexer_free(&reader->block.lexer);
    lexer_free(&reader->alone);
    readings_free(&reader->readings);
    free(reader->block.text);
}

static struct reading_rules rules_of(const struct board_reader *reader) {
    const tilepdb_reader_options *options = &reader->options;
    return (struct reading_rules){.width = options->width,
                                  .height = options->height,
                                  .large = options->large,
                                  .blank = options->blank_tile,
                                  .alike = reader->alike.width ? &reader->alike : NULL};
}

static size_t cells_given(const struct board_reader *reader) {
    return (size_t)(reader->options.width * reader->options.height);
}

/* ---- items ----------------------------------------------------------------------------------- */

/* Makes an item of reader->error. */
static bool item_error(struct board_reader *reader, size_t number, tilepdb_item *item) {
    item->kind = TILEPDB_ITEM_ERROR;
    item->line = number;
    item->error = reader->error;
    if (reader->deferred.a == 0) reader->deferred.set = false;
    reader->gave = true;
    reader->given = reader->heading;
    reader->heading = HEADING_NONE;
    reader->torn.set = false;
    reader->loose = (struct loose){0};
    return true;
}

static bool has_sides(const struct deferred *size, const tilepdb_board *board) {
    return size->set && ((board->width == size->a && board->height == size->b) ||
                         (board->width == size->b && board->height == size->a));
}

static bool item_board(struct board_reader *reader, size_t number, tilepdb_item *item) {
    struct deferred *deferred = &reader->deferred;
    const uint32_t width = item->board.width, height = item->board.height;
    const bool sides = has_sides(deferred, &item->board);
    if (deferred->set && deferred->pair && deferred->boards == 0 && !sides) {
        deferred->set = false;
        error_set_at(&reader->error, TILEPDB_ERROR_PARSE, 0, 1,
                     "line %zu gives another size than this board of %ux%u has", deferred->line,
                     width, height);
        return item_error(reader, number, item);
    }
    item->kind = TILEPDB_ITEM_BOARD;
    item->line = number;
    reader->given = reader->heading;
    reader->heading = HEADING_NONE;
    reader->listed = !(deferred->set && deferred->a == 0);
    if (deferred->a == 0) deferred->set = false;
    deferred->boards++;
    deferred->sides = deferred->sides && sides;
    reader->gave = true;
    reader->torn.set = reader->errs = false;
    reader->loose = (struct loose){0};
    return true;
}

static void item_id(char id[TILEPDB_ID_TEXT], const char *text, size_t length) {
    size_t used = 0;
    while (length > 0 && strchr(" \"'", *text)) text++, length--;
    while (length > 0 && strchr(" \"',:", text[length - 1])) length--;
    for (size_t i = 0; i < length && used < TILEPDB_ID_TEXT - 1; i++)
        if ((unsigned char)text[i] >= ' ' && text[i] != '\x7F') id[used++] = text[i];
    while (used > 0 && used < length && ((unsigned char)text[used] & 0xC0) == 0x80) used--;
    id[used] = '\0';
}

static void item_take(const struct reading_board *found, tilepdb_item *item) {
    item->board = found->board;
    item->letters = found->letters;
    item_id(item->id, found->id, strlen(found->id));
}

static void item_forget(tilepdb_item *item) {
    item->id[0] = '\0';
    item->has_goal = false;
}

static tilepdb_status tokens_board(struct board_reader *reader, struct token_range range,
                                   const struct reading_rules *rules, struct reading_board *to) {
    const tilepdb_status status =
        readings_find(&reader->readings, range, rules, false, &reader->error);
    if (!status) readings_next(&reader->readings, to);
    return status;
}

static tilepdb_status range_board(struct board_reader *reader, struct token_range range,
                                  struct reading_rules rules, tilepdb_item *item) {
    const struct token *token = range.lexer->token;
    struct reading_board found;
    bool goal = false;
    for (size_t i = range.first; i < range.end; i++) {
        goal = goal || token[i].role == ROLE_GOAL;
        /* A bad token makes the whole record bad. */
        if (range.record && token[i].kind == TOKEN_BAD) range.role = token[i].role;
    }
    tilepdb_status status = tokens_board(reader, range, &rules, &found);
    if (status) return status;
    item->board = found.board;
    item->letters = found.letters;
    if (found.id[0] != '\0') item_id(item->id, found.id, strlen(found.id));
    if (!goal) return TILEPDB_OK;
    rules.width = found.board.width;
    rules.height = found.board.height;
    range.role = ROLE_GOAL;
    status = tokens_board(reader, range, &rules, &found);
    item->goal = found.board;
    item->has_goal = !status;
    return status;
}

static struct token_range range_of(const struct lexer *lexer, size_t line) {
    return (struct token_range){lexer, 0, lexer->count, line, ROLE_CELL, false};
}

static bool has_goal(const struct lexer *lexer) {
    return lexer->count > 0 && lexer->token[lexer->count - 1].role == ROLE_GOAL;
}

static bool item_unreadable(struct board_reader *reader, size_t number, const char *what,
                            tilepdb_item *item) {
    error_set_code(&reader->error, TILEPDB_ERROR_PARSE,
                   (struct error_code){.code = TILEPDB_MESSAGE_TEXT_NONE, .column = 1}, "%s", what);
    return item_error(reader, number, item);
}

static bool item_record(struct board_reader *reader, const struct lexer *lexer,
                        struct record record, tilepdb_item *item) {
    struct reading_rules rules = rules_of(reader);
    struct token_range range = {lexer, record.first, record.end, 0, ROLE_BOARD, true};
    uint32_t width = 0, height = 0;
    if (record.first == record.end || record.end > lexer->count)
        return item_unreadable(reader, lexer->line, "no field of this object is a board", item);
    for (size_t i = record.first; i < record.end; i++) {
        const struct token *token = &lexer->token[i];
        if (token->role == ROLE_ID && token->kind != TOKEN_MARK && item->id[0] == '\0')
            item_id(item->id, lexer->text + token->start, token->bytes);
        if (token->role == ROLE_WIDTH && token->value < 100) width = token->value;
        if (token->role == ROLE_HEIGHT && token->value < 100) height = token->value;
        if (token->role == ROLE_BOARD && range.line == 0) range.line = token->line;
    }
    if (rules.width == 0 && width > 0 && height > 0) {
        rules.width = (int)width;
        rules.height = (int)height;
    }
    return range_board(reader, range, rules, item) ? item_error(reader, range.line, item)
                                                   : item_board(reader, range.line, item);
}

/* ---- scrambles and answers ------------------------------------------------------------------- */

static bool item_line_error(struct board_reader *reader, struct line line, tilepdb_item *item) {
    item_error(reader, line.number, item);
    reader->torn = torn_of_line(line.text, line.length, line.number);
    return true;
}

static bool item_scramble(struct board_reader *reader, struct line line, tilepdb_item *item) {
    return scramble_read(&reader->options, line.text, line.length, &item->board, &reader->error)
               ? item_line_error(reader, line, item)
               : item_board(reader, line.number, item);
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

static bool are_letters(const struct lexer *lexer) {
    if (lexer->count == 1 && lexer->token[0].kind == TOKEN_WORD)
        return is_row_of_letters(lexer->text + lexer->token[0].start, lexer->token[0].bytes);
    for (size_t i = 0; i < lexer->count; i++)
        if (lexer->token[i].kind != TOKEN_LETTER && lexer->token[i].kind != TOKEN_MARK)
            return false;
    return lexer->count > 1;
}

bool item_torn(struct board_reader *reader, size_t number, tilepdb_item *item) {
    error_set_at(&reader->error, TILEPDB_ERROR_PARSE, 0, 1,
                 "these rows may belong to those at line %zu, which lack some", reader->torn.line);
    item_forget(item);
    return item_error(reader, number, item);
}

/* ---- blocks ---------------------------------------------------------------------------------- */

static bool block_waits(const struct board_reader *reader) {
    return reader->block.lines > 0;
}

static void block_clear(struct block *block) {
    lexer_clear(&block->lexer);
    *block = (struct block){.lexer = block->lexer,
                            .text = block->text,
                            .capacity = block->capacity,
                            .least = TOKEN_MOST};
}

/* Returns false without memory. */
static bool block_append(struct block *block, struct line line) {
    if (!text_reserve(&block->text, &block->capacity, block->length + line.length + 1))
        return false;
    if (block->lines++ == 0) block->first_line = line.number;
    if (line.length > 0) memcpy(block->text + block->length, line.text, line.length);
    block->length += line.length;
    block->text[block->length++] = '\n';
    return true;
}

static bool is_size(const struct lexer *lexer) {
    const uint32_t least = lexer->count == 1 ? 1 : TILEPDB_MIN_SIDE;
    for (size_t i = 0; i < lexer->count; i++)
        if (lexer->token[i].kind != TOKEN_NUMBER || lexer->token[i].value < least ||
            lexer->token[i].index || lexer->token[i].gap > GAP_LINE)
            return false;
    return (lexer->count == 1 || lexer->count == 2) && lexer->depth == 0 && !lexer->broken &&
           !lexer->listed && !lexer->dangling;
}

/* Makes the error of a deferred size or count that does not fit the boards below it. */
static bool deferred_end(struct board_reader *reader, tilepdb_item *item) {
    struct deferred *deferred = &reader->deferred;
    if (!deferred->set) return false;
    deferred->set = false;
    reader->error = deferred->error;
    if (deferred->boards > 0 &&
        (deferred->sides || (!deferred->pair && deferred->boards == deferred->a)))
        return false;
    if (deferred->boards > 0)
        error_set_at(&reader->error, TILEPDB_ERROR_PARSE, 0, 1,
                     "this is neither the size of the boards below it nor their number, %zu",
                     deferred->boards);
    const bool alone = deferred->boards < 2;
    const struct torn torn =
        torn_of_size(deferred->a, deferred->pair ? deferred->b : 0, alone, deferred->line);
    deferred->a = 0;
    item_error(reader, deferred->line, item);
    reader->torn = torn;
    return true;
}

/* Defers a size or count, with reader->error for the case that it fits no boards. Returns true if
 * this ends an earlier one with an error. */
static bool block_defer(struct board_reader *reader, uint32_t a, uint32_t b, bool pair,
                        tilepdb_item *item) {
    const tilepdb_error error = reader->error;
    const struct deferred next = {.set = true,
                                  .a = a,
                                  .b = b,
                                  .pair = pair,
                                  .line = reader->block.first_line,
                                  .sides = true,
                                  .error = error};
    block_clear(&reader->block);
    const bool given = reader->deferred.a > 0 && deferred_end(reader, item);
    reader->deferred = next;
    return given;
}

static bool item_count(struct board_reader *reader, size_t number, tilepdb_item *item) {
    error_set_code(&reader->error, TILEPDB_ERROR_PARSE,
                   (struct error_code){.code = TILEPDB_MESSAGE_TEXT_COUNT, .column = 1},
                   "two numbers are not a board: this may be a length and a number of solutions");
    return item_error(reader, number, item);
}

static bool is_count(const struct board_reader *reader, const struct lexer *lexer) {
    const uint32_t most = 2 * (reader->options.large ? TILEPDB_MAX_SIDE : TILEPDB_TABLE_MAX_SIDE);
    return lexer->count == 2 && lexer->token[0].kind == TOKEN_NUMBER &&
           lexer->token[1].kind == TOKEN_NUMBER && !lexer->token[0].index &&
           lexer->token[1].gap == GAP_NONE &&
           (lexer->token[0].value >= most || lexer->token[1].value >= most);
}

/* Returns false without an item. */
static bool block_without_cells(struct board_reader *reader, tilepdb_item *item) {
    const struct lexer *lexer = &reader->block.lexer;
    const size_t line = reader->block.first_line;
    const bool nothing = lexer->skipped < 3;
    block_clear(&reader->block);
    return !nothing && item_unreadable(reader, line, "no value here has the name of a board", item);
}

static bool block_problem(struct board_reader *reader, tilepdb_item *item) {
    struct block *block = &reader->block;
    const size_t line = block->first_line;
    const tilepdb_status status =
        pddl_read(block->text, block->length, &item->board, &item->goal, &reader->error);
    block_clear(block);
    if (status) return item_error(reader, line, item);
    item->has_goal = item->goal.width != 0;
    return item_board(reader, line, item);
}

/* The boards of the block may be parts of larger ones: it is directly below an error, may be the
 * rest of the block before it, or its words may have lost their first row. */
static bool block_doubtful(struct board_reader *reader) {
    const struct readings *readings = &reader->readings;
    const struct deferred *words = &reader->deferred;
    const bool row_lost = readings->words && words->set && words->a == 0 && !words->heading &&
                          words->line + 1 == reader->block.first_line;
    if (row_lost) reader->torn.line = words->line;
    if (reader->block.below) reader->torn.line = reader->block.first_line - 1;
    return row_lost || reader->block.below ||
           (readings->form == FORM_BOARD && reader->block.lexer.size_width == 0 &&
            torn_lacks_rows(&reader->torn, &readings->board));
}

static struct torn torn_of(const struct block *block) {
    struct torn torn = torn_of_tokens(&block->lexer);
    torn.uneven = block->uneven;
    torn.line = block->first_line;
    torn.width = block->first_width;
    torn.last_width = block->width;
    torn.lines = block->lines;
    return torn;
}

static struct loose loose_of(const struct board_reader *reader, const struct lexer *lexer,
                             const tilepdb_board *board, bool line) {
    const bool certain = reader->options.reading != TILEPDB_READ_BOARDS || cells_given(reader) > 0;
    return certain ? (struct loose){0} : loose_of_tokens(&reader->readings, lexer, board, line);
}

/* Makes an item of item->board, or an error if the board may be a part of the error above it. */
static bool item_loose(struct board_reader *reader, struct loose loose, size_t number,
                       tilepdb_item *item) {
    if (has_sides(&reader->deferred, &item->board)) loose = (struct loose){0};
    if (torn_continues(&reader->torn, &loose)) return item_torn(reader, number, item);
    item_board(reader, number, item);
    if (item->kind == TILEPDB_ITEM_BOARD && !reader->options.live) reader->loose = loose;
    return true;
}

/* Makes the first item of a block. Returns false if it has none. */
static bool block_end(struct board_reader *reader, tilepdb_item *item) {
    struct block *block = &reader->block;
    struct lexer *lexer = &block->lexer;
    const size_t line = block->first_line;
    if (!block_waits(reader)) return false;
    if (block->moves) {
        const struct line moves = {block->text, block->length - 1, line};
        item_scramble(reader, moves, item);
        block_clear(block);
        return true;
    }
    if (block->verbatim && pddl_is(block->text, block->length)) return block_problem(reader, item);
    if (block->verbatim) lexer_text(lexer, block->text, block->length - 1, line);
    const bool open = lexer->depth > 0 && !lexer->bracket[0].records;
    if (lexer->count == 0 && !open && lexer->size_width > 0) {
        error_set_at(&reader->error, TILEPDB_ERROR_PARSE, 0, 1, "no board follows this size");
        return block_defer(reader, (uint32_t)lexer->size_width, (uint32_t)lexer->size_height, true,
                           item);
    }
    if (lexer->count == 0 && !open) return block_without_cells(reader, item);
    const struct reading_rules rules = rules_of(reader);
    const struct token_range range = range_of(lexer, line);
    tilepdb_status status;
    if (has_goal(lexer)) {
        status = range_board(reader, range, rules, item);
        block_clear(block);
        return status ? item_error(reader, line, item) : item_board(reader, line, item);
    }
    status = readings_find(&reader->readings, range, &rules, true, &reader->error);
    if (!status && block_doubtful(reader)) {
        block_clear(block);
        return item_torn(reader, line, item);
    }
    if (status && block->lines == 1 && is_count(reader, lexer)) {
        block_clear(block);
        return item_count(reader, line, item);
    }
    if (status && block->lines == 1 && is_size(lexer))
        return block_defer(reader, lexer->token[0].value, lexer->token[lexer->count - 1].value,
                           lexer->count == 2, item);
    if (!status && reader->readings.form == FORM_BOARD) {
        struct reading_board found;
        readings_next(&reader->readings, &found);
        item_take(&found, item);
        const struct loose loose = loose_of(reader, lexer, &found.board, false);
        block_clear(block);
        return item_loose(reader, loose, found.line, item);
    }
    const struct torn torn = torn_of(block);
    block_clear(block);
    if (status) {
        item_error(reader, line, item);
        reader->torn = torn;
        return true;
    }
    reader->giving = GIVING_BOARDS;
    return board_reader_more(reader, item);
}

static void block_drop(struct block *block, size_t tokens, size_t bytes, size_t first_line) {
    block->length -= bytes;
    memmove(block->text, block->text + bytes, block->length);
    lexer_drop(&block->lexer, tokens, bytes);
    block->lexer.text = block->text;
    block->first_line = first_line;
    block->known = 0;
    block->least = TOKEN_MOST;
}

/* Makes items from the first entries of a block that is too long. */
static bool block_flush(struct board_reader *reader, tilepdb_item *item) {
    struct block *block = &reader->block;
    struct lexer *lexer = &block->lexer;
    const struct reading_rules rules = rules_of(reader);
    const size_t first = block->first_line;
    const size_t line = lexer->depth > 0 || lexer->broken || block->verbatim
                            ? 0
                            : readings_begin(&reader->readings, range_of(lexer, first), &rules);
    if (line == 0) {
        error_set_code(
            &reader->error, TILEPDB_ERROR_PARSE,
            (struct error_code){.code = TILEPDB_MESSAGE_TEXT_LONG, .number = {TILEPDB_MAX_LINE}},
            "these lines do not form boards, and there is no end of them in %d bytes",
            TILEPDB_MAX_LINE);
        block_clear(block);
        return item_error(reader, first, item);
    }
    size_t count = 0;
    while (lexer->token[count].line < line) count++;
    const size_t bytes = lexer->token[count].start;
    block_drop(block, count, bytes, line);
    reader->giving = GIVING_BOARDS;
    return board_reader_more(reader, item);
}

bool board_reader_more(struct board_reader *reader, tilepdb_item *item) {
    struct reading_board found;
    struct lexer *lexer = reader->from_block ? &reader->block.lexer : &reader->alone;
    if (reader->giving == GIVING_BOARDS) {
        if (readings_next(&reader->readings, &found)) {
            item_take(&found, item);
            return item_board(reader, found.line, item);
        }
        reader->giving = GIVING_NOTHING;
    }
    if (reader->giving == GIVING_RECORDS) {
        if (reader->next_record < lexer->records)
            return item_record(reader, lexer, lexer->record[reader->next_record++], item);
        reader->giving = GIVING_NOTHING;
        lexer->skipped = 0;
        if (reader->from_block && lexer->depth == 0) block_clear(&reader->block);
        if (reader->from_block && lexer->depth > 0) {
            /* Tokens may have been dropped behind an object without a board. */
            const size_t end = lexer->record[lexer->records - 1].end;
            const size_t used = end < lexer->count ? end : lexer->count;
            const size_t bytes =
                used < lexer->count ? lexer->token[used].start : reader->block.length;
            block_drop(&reader->block, used, bytes, lexer->line);
        }
        lexer->records = 0;
    }
    return false;
}

static bool records_beside(const struct lexer *lexer) {
    size_t at = 0;
    for (size_t i = 0; i <= lexer->records; i++) {
        const bool rest = i == lexer->records;
        const size_t end = !rest ? lexer->record[i].first : lexer->depth == 0 ? lexer->count : at;
        for (; at < end && at < lexer->count; at++)
            if (lexer->token[at].kind != TOKEN_EMPTY && lexer->token[at].role == ROLE_CELL &&
                !token_is_prose(lexer->text, &lexer->token[at]))
                return true;
        if (!rest) at = lexer->record[i].end;
    }
    return false;
}

static bool records_give(struct board_reader *reader, bool from_block, tilepdb_item *item) {
    struct lexer *lexer = from_block ? &reader->block.lexer : &reader->alone;
    if (records_beside(lexer)) {
        const size_t line = lexer->line;
        if (from_block) block_clear(&reader->block);
        return item_unreadable(reader, line, "numbers stand beside an object", item);
    }
    reader->giving = GIVING_RECORDS;
    reader->from_block = from_block;
    reader->next_record = 0;
    return board_reader_more(reader, item);
}

bool board_reader_waits(const struct board_reader *reader) {
    return block_waits(reader) || reader->giving != GIVING_NOTHING;
}

bool board_reader_end(struct board_reader *reader, tilepdb_item *item) {
    return board_reader_more(reader, item) || block_end(reader, item) || deferred_end(reader, item);
}

/* Ends the block before a line, which is then passed again. */
static bool block_ends(struct board_reader *reader, tilepdb_item *item, bool *again) {
    *again = block_end(reader, item);
    return *again;
}

/* ---- lines that stand alone ------------------------------------------------------------------ */

static struct line_shape shape_of(const struct lexer *lexer) {
    struct line_shape shape = {.numbers = true, .words = true};
    size_t bytes = 0, tokens = 0, numbers = 0;
    uint8_t gap = GAP_NONE;
    for (size_t i = 0; i < lexer->count; i++)
        numbers += lexer->token[i].kind == TOKEN_NUMBER && !lexer->token[i].index;
    for (size_t i = 0; i < lexer->count; i++) {
        const struct token *token = &lexer->token[i];
        if (token->gap > gap) gap = token->gap;
        if (token->kind == TOKEN_EMPTY || token->index || token->bullet) continue;
        if (numbers > 0 && token_is_prose(lexer->text, token)) continue;
        if (shape.cells > 0) {
            shape.marked += gap > GAP_LINE;
            shape.plain += gap == GAP_NONE;
        }
        gap = GAP_NONE;
        shape.cells++;
        shape.numbers = shape.numbers && token->kind <= TOKEN_MARK;
        shape.letters = shape.letters || token->kind > TOKEN_EMPTY;
        if (bytes > 0 && token->bytes != bytes) shape.words = false;
        bytes = token->bytes;
        tokens++;
    }
    shape.letters = shape.letters && numbers == 0;
    shape.bytes = bytes;
    shape.words = shape.words && bytes > 2 && (tokens > 1 || bytes > 3);
    return shape;
}

static bool is_flat_board(const struct board_reader *reader, size_t cells) {
    const size_t given = cells_given(reader);
    if (given > 0) return cells == given;
    if (!reader->options.large && !reader->single) return cells == 9 || cells == 16 || cells == 25;
    size_t side = 3;
    while (side * side < cells) side++;
    return side * side == cells;
}

/* A line that is a board may also be a row of a larger board. */
static bool may_be_row(const struct board_reader *reader, const struct line_shape *shape) {
    const size_t cells = shape->words ? shape->bytes : shape->cells;
    if (cells_given(reader) > 0 || shape->marked > 0 || (shape->words && shape->cells > 1))
        return false;
    return cells == 4 || (reader->options.large && !shape->words && (cells == 9 || cells == 16));
}

static bool alone_board(struct board_reader *reader, size_t number, tilepdb_item *item) {
    const struct lexer *lexer = &reader->alone;
    item_forget(item);
    return !range_board(reader, range_of(lexer, number), rules_of(reader), item);
}

static bool is_framed(const struct lexer *lexer) {
    const char *text = lexer->text;
    return lexer->bars && text[text_separators(text, lexer->token[0].start + 1)] == '|';
}

/* How a line stands alone. STANDS_ROW: as a board that may be a row of a larger board. */
enum standing { STANDS_NOT, STANDS_ROW, STANDS_BOARD, STANDS_ERROR };

static enum standing alone_stands(struct board_reader *reader, size_t number, tilepdb_item *item) {
    const struct lexer *lexer = &reader->alone;
    const struct line_shape shape = reader->shape;
    if (lexer->broken || lexer->depth > 0 || shape.cells == 0 || lexer->records > 0)
        return STANDS_NOT;
    const bool flat = shape.marked == 0 && is_flat_board(reader, shape.cells);
    if (shape.marked == 0 && is_framed(lexer)) return STANDS_NOT;
    if (!shape.marked && !flat && !shape.words && lexer->size_width == 0) return STANDS_NOT;
    if (alone_board(reader, number, item))
        return lexer->dangling              ? STANDS_NOT
               : may_be_row(reader, &shape) ? STANDS_ROW
                                            : STANDS_BOARD;
    if (has_goal(lexer)) return STANDS_ERROR;
    if (lexer->dangling || reader->block.lexer.dangling || !shape.numbers) return STANDS_NOT;
    return (shape.marked > 0 && shape.plain > 0) || (flat && !reader->options.large) ? STANDS_ERROR
                                                                                     : STANDS_NOT;
}

static void alone_lex(struct board_reader *reader, struct line line) {
    lexer_clear(&reader->alone);
    lexer_line(&reader->alone, line.text, 0, line.length, line.number);
    if (reader->alone.no_memory) reader->readings.no_memory = true;
    reader->shape = shape_of(&reader->alone);
}

bool line_whole(struct board_reader *reader, struct line line, tilepdb_item *item) {
    alone_lex(reader, line);
    return reader->alone.count > 0 && alone_board(reader, line.number, item);
}

tilepdb_status line_value(struct board_reader *reader, struct line line, int width, int height,
                          tilepdb_board *board) {
    struct reading_rules rules = rules_of(reader);
    struct reading_board found;
    if (width > 0) rules.width = width, rules.height = height;
    alone_lex(reader, line);
    const tilepdb_status status =
        tokens_board(reader, range_of(&reader->alone, line.number), &rules, &found);
    if (!status) *board = found.board;
    return status;
}

/* Sets `*bytes` to the length of the heading, and `*numbered` if it has a number. */
static bool heading_take(struct board_reader *reader, struct line line, size_t *bytes,
                         bool *numbered) {
    const char *text = line.text;
    const size_t length = line.length;
    const struct words words = words_find(text, length);
    *bytes = 0;
    if (words.letters < 2 || words.bytes == 0) return false;
    if (reader->single && words.numbers <= 2) return false;
    const bool colon = text[text_trimmed(text, length) - 1] == ':';
    const bool sign = words.bytes < length && text_is_one_of(text[words.bytes], ":=[(");
    const bool list =
        memchr(text, '[', length) || memchr(text, '{', length) || text[length - 1] == '(';
    if (words.numbers <= 2 && words.labels && !list && !text_is_moves(text, length)) {
        const bool content = sign && words.numbers > 0 && !colon && !words.size;
        if (((words.known || colon) && !content) || words_name_value(text, length, &words))
            *bytes = length;
    } else if (words.numbers > 2 && words.known && !sign &&
               text_is_one_of(text[words.bytes - 1], " \t")) {
        *bytes = words.bytes;
    }
    if (*bytes > 0 || (sign && words.known)) reader->heading = words.heading;
    *numbered = words.numbers > 0;
    return *bytes > 0;
}

/* Defers the error of a line of words, for the case that no board follows. Returns false if the
 * line is a board. */
static bool words_defer(struct board_reader *reader, struct line line) {
    struct deferred *deferred = &reader->deferred;
    const struct reading_rules rules = {.large = true};
    if (deferred->set) return true;
    alone_lex(reader, line);
    if (!readings_find(&reader->readings, range_of(&reader->alone, line.number), &rules, true,
                       &deferred->error))
        return false;
    *deferred = (struct deferred){.set = true, .line = line.number, .error = deferred->error};
    return true;
}

enum step { STEP_ON, STEP_TAKEN, STEP_ITEM };

static enum step line_heading(struct board_reader *reader, struct line *line, tilepdb_item *item,
                              bool *again) {
    const enum heading before = reader->heading;
    size_t bytes;
    bool numbered;
    if (!heading_take(reader, *line, &bytes, &numbered)) return STEP_ON;
    if (block_waits(reader)) {
        const enum heading heading = reader->heading;
        reader->heading = before;
        if (block_ends(reader, item, again)) return STEP_ITEM;
        reader->heading = heading;
    }
    reader->listed = reader->errs = false;
    if (numbered) reader->torn.set = false; /* another board begins */
    if (bytes < line->length) {
        line->text += bytes;
        line->length -= bytes;
        return STEP_ON;
    }
    if (!reader->gave) words_defer(reader, *line);
    reader->deferred.heading = true;
    return STEP_TAKEN;
}

/* Returns true for a line that begins with a move, but has letters that are no moves. */
static bool are_wrong_moves(struct line line, const struct lexer *lexer) {
    const size_t lead = text_separators(line.text, line.length);
    const struct words words = words_find(line.text, line.length);
    return text_is_move(line.text + lead, line.length - lead) &&
           !text_is_moves(line.text, line.length) &&
           (!are_letters(lexer) || memchr(line.text, '>', line.length)) && words.numbers == 0 &&
           words.letters < 4;
}

/* ---- lines of blocks ------------------------------------------------------------------------- */

static bool block_lex(struct block *block, struct line line) {
    const size_t start = block->length;
    if (!block_append(block, line)) return false;
    lexer_line(&block->lexer, block->text, start, start + line.length, line.number);
    return true;
}

/* True if the block has a number that a board of `cells` cells has. Looks at each token once. */
static bool block_repeats(struct block *block, int cells) {
    for (; block->known < block->lexer.count; block->known++) {
        const struct token *token = &block->lexer.token[block->known];
        if (token->kind == TOKEN_NUMBER && token->value < block->least) block->least = token->value;
    }
    return block->least < (uint32_t)cells;
}

static bool is_object(const struct lexer *lexer) {
    for (int i = 0; i < lexer->depth; i++)
        if (lexer->bracket[i].object || lexer->bracket[i].closer == '}') return true;
    return false;
}

/* Within an object where no value is expected. */
static bool object_waits(const struct lexer *lexer) {
    const struct bracket *inner = lexer->depth > 0 ? &lexer->bracket[lexer->depth - 1] : NULL;
    return inner && inner->object && (inner->role == ROLE_CELL || lexer->count > inner->field);
}

static bool item_without_memory(struct board_reader *reader, size_t number, tilepdb_item *item) {
    error_set(&reader->error, TILEPDB_ERROR_MEMORY, "not enough memory for the text");
    block_clear(&reader->block);
    return item_error(reader, number, item);
}

bool board_reader_refuse(struct board_reader *reader, size_t number, tilepdb_item *item) {
    if (!reader->readings.no_memory) return false;
    reader->readings.no_memory = false;
    reader->giving = GIVING_NOTHING;
    return item_without_memory(reader, number, item);
}

/* A board or scramble that cannot be in the brackets ends the block. */
static bool line_within(struct board_reader *reader, struct line line, tilepdb_item *item,
                        bool *again) {
    struct block *block = &reader->block;
    const bool cells = block->lexer.count > 0;
    const size_t lead = text_separators(line.text, line.length);
    if (lead < line.length && line.text[lead] == '{' && object_waits(&block->lexer)) {
        if (block_ends(reader, item, again)) return true;
        block_clear(block);
        return line_board(reader, line, item, again);
    }
    if (!is_object(&block->lexer)) {
        const bool moves = text_is_moves(line.text, line.length);
        alone_lex(reader, line);
        const struct line_shape shape = reader->shape;
        const bool row = may_be_row(reader, &shape) && (!cells || shape.cells == block->width);
        const bool wide = shape.marked > 0 || shape.words || shape.cells == 4 ||
                          is_flat_board(reader, shape.cells);
        const bool balanced = reader->alone.depth == 0 && !reader->alone.broken && wide;
        if (moves || (balanced && !row && alone_board(reader, line.number, item) &&
                      (!cells || block_repeats(block, item->board.width * item->board.height)))) {
            struct loose loose = {0};
            if (!moves) loose = loose_of(reader, &reader->alone, &item->board, true);
            if (cells && block_ends(reader, item, again)) return true;
            block_clear(block);
            return moves ? item_scramble(reader, line, item)
                         : item_loose(reader, loose, line.number, item);
        }
        if (shape.cells > 0) block->width = shape.cells;
        item_forget(item);
    }
    if (!block_lex(block, line)) return item_without_memory(reader, line.number, item);
    if (block->lexer.records > 0) return records_give(reader, true, item);
    if (block->lexer.depth == 0) return block_end(reader, item);
    return block->length > TILEPDB_MAX_LINE && block_flush(reader, item);
}

/* Adds reader->alone, a board by itself if `whole`, to the block. */
static bool block_join(struct board_reader *reader, struct line line, bool whole,
                       tilepdb_item *item) {
    struct block *block = &reader->block;
    const struct line_shape shape = reader->shape;
    const bool dangled = block->lexer.dangling;
    const size_t start = block->length;
    reader->listed = false;
    if (!block_append(block, line) ||
        !lexer_join(&block->lexer, &reader->alone, block->text, start))
        return item_without_memory(reader, line.number, item);
    block->whole = whole && (block->whole || block->lines == 1);
    if (block->lines == 1) block->first_width = shape.cells;
    block->uneven = block->uneven || shape.cells != block->first_width;
    block->width = shape.cells;
    block->letters =
        block->letters || (shape.letters && (shape.cells > 1 || reader->alone.token[0].bytes > 2));
    block->waiting = false;
    if (dangled && !block->lexer.dangling && block->lexer.depth == 0)
        return block_end(reader, item);
    return block->length > TILEPDB_MAX_LINE && block_flush(reader, item);
}

/* Returns true for a row that may be written with double spacing. */
static bool is_plain_row(const struct lexer *lexer) {
    for (size_t i = 0; i < lexer->count; i++) {
        const struct token *token = &lexer->token[i];
        const bool x = token->kind == TOKEN_LETTER && (lexer->text[token->start] | 0x20) == 'x';
        if ((token->kind > TOKEN_MARK && !x) || token->index || token->gap > GAP_LINE) return false;
    }
    return lexer->count > 1 && lexer->depth == 0 && !lexer->dangling && !lexer->listed &&
           !lexer->broken;
}

/* A line of words alone, before boards, is no error if a board follows. */
static bool takes_prose(struct board_reader *reader, struct line line) {
    const struct lexer *lexer = &reader->alone;
    const struct words words = words_find(line.text, line.length);
    if (block_waits(reader) || !text_has_word(line.text, line.length) || lexer->depth > 0 ||
        lexer->broken || reader->single || reader->listed || words.numbers > 0)
        return false;
    if (lexer->count == 1 && are_letters(lexer)) return false;
    return words_defer(reader, line);
}

static bool is_name(const struct board_reader *reader) {
    const struct lexer *lexer = &reader->alone;
    bool word = false;
    for (size_t i = 0; i < lexer->count; i++) word = word || lexer->token[i].kind == TOKEN_WORD;
    return reader->single && word && lexer->depth == 0 && !lexer->dangling;
}

/* Only digits, blanks and signs between numbers, and neither a heading nor moves. */
static bool is_of_numbers(struct line line) {
    for (size_t i = 0; i < line.length; i++) {
        const char c = line.text[i];
        if (!text_is_digit(c) && c != ' ' && !text_is_one_of(c, "\t,;/.[]()-_|")) return false;
    }
    return true;
}

/* A line outside brackets that is no heading and no scramble. */
static bool line_row(struct board_reader *reader, struct line line, tilepdb_item *item,
                     bool *again) {
    struct block *block = &reader->block;
    struct lexer *alone = &reader->alone;
    const bool words = !is_of_numbers(line);
    if (words && answer_explain(line.text, line.length, &reader->error))
        return block_ends(reader, item, again) || item_line_error(reader, line, item);
    if (words && !block->letters && are_wrong_moves(line, alone))
        return block_ends(reader, item, again) || item_scramble(reader, line, item);
    if (alone->count == 0 && alone->depth == 0 && alone->records == 0 && alone->skipped == 0 &&
        alone->size_width == 0) {
        /* Only its gap counts. A bracket that closes nothing here closes a list that was given. */
        if (alone->carried > block->lexer.carried) block->lexer.carried = alone->carried;
        if (block_waits(reader)) block->lexer.dangling |= alone->dangling;
        return false;
    }
    if (words && takes_prose(reader, line)) return false;
    if (alone->size_width > 0 && block->lexer.count > 0 && block_ends(reader, item, again))
        return true;
    const bool fits =
        !block->waiting || (is_plain_row(alone) && reader->shape.cells == block->width);
    /* Boards that may be rows end where a line is much shorter or longer. */
    const bool apart =
        block->whole && block->width > 4 &&
        (reader->shape.cells + 1 < block->width || reader->shape.cells > block->width + 1);
    if ((alone->records > 0 || !fits || apart) && block_ends(reader, item, again)) return true;
    enum standing standing = alone_stands(reader, line.number, item);
    struct loose loose = {0};
    if (standing == STANDS_BOARD) loose = loose_of(reader, alone, &item->board, true);
    /* A line of rows continues a block of the same width, or a '/' at its begin does. */
    if (standing == STANDS_BOARD && block_waits(reader) && !alone->listed &&
        (alone->token[0].gap == GAP_MARK ||
         (item->board.width == block->width && reader->shape.marked > 0)))
        standing = STANDS_NOT;
    /* Below an index on a line of its own. */
    const bool last =
        standing == STANDS_BOARD && block->lexer.count == 1 && block->lexer.token[0].index;
    if (last) standing = STANDS_NOT;
    if (standing == STANDS_BOARD && block_ends(reader, item, again)) return true;
    if (standing == STANDS_BOARD) return item_loose(reader, loose, line.number, item);
    if (alone->records > 0 && alone->depth == 0 && !alone->broken)
        return records_give(reader, false, item);
    item_forget(item);
    if (block->lines == 0) block->below = reader->errs;
    block->spaced = block->lines == 0 ? is_plain_row(alone) : block->spaced && block->waiting;
    const bool alone_ends = !block_waits(reader) && (standing == STANDS_ERROR || is_name(reader));
    if (block_join(reader, line, standing == STANDS_ROW, item)) return true;
    if (last) return block_end(reader, item);
    if (block->lexer.records > 0) return records_give(reader, true, item);
    if (!alone_ends || !block_end(reader, item)) return false;
    reader->errs =
        standing == STANDS_ERROR && reader->shape.marked > 0 && item->kind == TILEPDB_ITEM_ERROR;
    return true;
}

/* Keeps lines that may be PDDL until their parentheses are closed. */
static bool line_verbatim(struct board_reader *reader, struct line line, tilepdb_item *item) {
    struct block *block = &reader->block;
    block->verbatim = true;
    if (!block_append(block, line)) return item_without_memory(reader, line.number, item);
    for (size_t i = 0; i < line.length && line.text[i] != ';'; i++)
        block->parens += (line.text[i] == '(') - (line.text[i] == ')');
    if (block->parens <= 0) return block_end(reader, item);
    return block->length > TILEPDB_MAX_LINE && block_flush(reader, item);
}

/* Moves may be a row of the block, whose rows are letters or words. */
static bool block_takes_moves(const struct block *block, struct line line) {
    const struct lexer *lexer = &block->lexer;
    const struct token *last = lexer->count > 0 ? &lexer->token[lexer->count - 1] : NULL;
    return block->lines > 0 &&
           (block->letters || (block->width == 1 && last && last->bytes > 2 &&
                               (moves_may_be_cells(line.text, line.length) ||
                                last->bytes == text_trimmed(line.text, line.length))));
}

/* Moves that may be a row of cells wait for the line below them. */
static bool line_moves(struct board_reader *reader, struct line line, tilepdb_item *item,
                       bool *again) {
    struct block *block = &reader->block;
    if (block_ends(reader, item, again)) return true;
    if (reader->single || !moves_may_be_cells(line.text, line.length))
        return item_scramble(reader, line, item);
    alone_lex(reader, line);
    block->moves = true;
    return block_join(reader, line, false, item);
}

bool line_board(struct board_reader *reader, struct line line, tilepdb_item *item, bool *again) {
    struct block *block = &reader->block;
    if (block->moves && text_is_word_row(line.text, line.length)) {
        block->moves = false;
        block->letters = true;
    }
    if (block->moves && block_ends(reader, item, again)) return true;
    if (block->lexer.depth > 0) return line_within(reader, line, item, again);
    const bool words = !is_of_numbers(line);
    const enum step step = words ? line_heading(reader, &line, item, again) : STEP_ON;
    if (step != STEP_ON) return step == STEP_ITEM;
    if (words && !block_takes_moves(block, line) && text_is_moves(line.text, line.length))
        return line_moves(reader, line, item, again);
    alone_lex(reader, line);
    return line_row(reader, line, item, again);
}

/* ---- solutions ------------------------------------------------------------------------------- */

/* The offset of the last TAB, otherwise of the last ';', if a board precedes it; otherwise 0. */
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

/* Reads moves, or a board and moves. Returns false for an empty line. */
static bool line_solution(struct board_reader *reader, struct line line, tilepdb_item *item) {
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

/* ---- CSV ------------------------------------------------------------------------------------- */

static bool span_blank(struct line line, struct span span) {
    return text_separators(line.text + span.start, span.length) == span.length;
}

static bool row_take(struct board_reader *reader, struct line line, tilepdb_item *item) {
    struct span field, board = {0, 0}, goal = {0, 0};
    size_t at = 0;
    int fields = 0;
    bool more = false;
    for (; csv_field(line.text, line.length, reader->csv.separator, &at, &field); fields++) {
        if (fields == reader->csv.board) board = field;
        if (fields == reader->csv.goal) goal = field;
        if (fields == reader->csv.id) item_id(item->id, line.text + field.start, field.length);
        more = more || (fields >= reader->csv.fields && !span_blank(line, field));
    }
    if (more || span_blank(line, board))
        return item_unreadable(reader, line.number,
                               more ? "this line has more fields than the header of its table"
                                    : "the field of the board is empty, or missing",
                               item);
    const struct line value = {line.text + board.start, board.length, line.number};
    if (line_value(reader, value, 0, 0, &item->board)) return item_error(reader, line.number, item);
    item->letters = reader->readings.letters;
    item->has_goal = !span_blank(line, goal);
    const struct line target = {line.text + goal.start, goal.length, line.number};
    if (item->has_goal &&
        line_value(reader, target, item->board.width, item->board.height, &item->goal))
        return item_error(reader, line.number, item);
    return item_board(reader, line.number, item);
}

/* ---- lines ----------------------------------------------------------------------------------- */

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
        uint32_t number;
        const size_t digits = text_number(text + at, length - at, TILEPDB_MAX_CELLS, &number);
        if (digits == 0 || number > TILEPDB_TABLE_MAX_CELLS || count == TILEPDB_TABLE_MAX_CELLS ||
            seen >> number & 1)
            return false;
        at += digits;
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

/* A line such as "#7 1 2 3 ...": a board, a comment, or an error below such a board. */
static bool line_hashed(struct board_reader *reader, struct line line, tilepdb_item *item,
                        bool *again) {
    const size_t digits =
        line.length > 1 && line.text[0] == '#' ? text_digits(line.text + 1, line.length - 1) : 0;
    if (digits == 0 || reader->block.lexer.depth > 0 || reader->block.verbatim) return false;
    line.text++;
    line.length = comment_find(line.text + digits, line.length - 1 - digits) + digits;
    alone_lex(reader, line);
    struct lexer *lexer = &reader->alone;
    if (lexer->count < 2 || lexer->token[0].kind != TOKEN_NUMBER) return false;
    lexer->token[0].index = true;
    reader->shape = shape_of(lexer);
    const enum standing standing = alone_stands(reader, line.number, item);
    const bool is_board = standing == STANDS_BOARD || (standing == STANDS_ROW && lexer->count > 4);
    if (is_board && block_ends(reader, item, again)) return true;
    if (is_board) reader->hashes = true;
    if (!is_board) item->id[0] = '\0';
    if (is_board || !reader->hashes || !reader->shape.numbers || reader->shape.cells < 4)
        return is_board && item_board(reader, line.number, item);
    if (block_ends(reader, item, again)) return true;
    return alone_board(reader, line.number, item) ? item_board(reader, line.number, item)
                                                  : item_error(reader, line.number, item);
}

static bool line_empty(struct board_reader *reader, tilepdb_item *item) {
    struct block *block = &reader->block;
    reader->empty_lines++;
    reader->csv = (struct csv){0};
    reader->listed = reader->errs = false;
    const size_t tokens = block->lexer.count;
    const bool cells = tokens > 1 || (tokens == 1 && !block->lexer.token[0].index);
    if (block->verbatim ? pddl_is(block->text, block->length) : block->lexer.depth > 0 && !cells)
        return false;
    if (block->spaced && !block->waiting && block->lexer.depth == 0 &&
        !(block->lines == 1 && is_size(&block->lexer))) {
        block->waiting = true;
        return false;
    }
    return block_end(reader, item);
}

static bool line_decorates(struct board_reader *reader, struct line line) {
    const size_t lead = text_separators(line.text, line.length);
    if (text_begins(line.text + lead, line.length - lead, "```")) return true;
    if (are_column_labels(line.text, line.length)) {
        if (reader->block.lines == 0) reader->block.lexer.labelled = true;
        return true;
    }
    if (!text_is_rule(line.text, line.length)) return false;
    if (reader->block.lines == 1) reader->block.lexer.ruled = true;
    if (reader->block.lines == 0) reader->torn.set = false;
    return true;
}

static bool block_has_numbers(const struct block *block) {
    const struct lexer *lexer = &block->lexer;
    return lexer->count > 0 && lexer->depth == 0 && !block->letters && !block->moves &&
           lexer->token[lexer->count - 1].kind <= TOKEN_MARK;
}

/* An arrow on a line of its own, between the rows of a board and its goal's rows. */
static bool line_arrow(struct board_reader *reader, struct line line, enum arrow arrow,
                       tilepdb_item *item, bool *again) {
    struct lexer *lexer = &reader->block.lexer;
    if (lexer->count > 0 && lexer->depth == 0 && !lexer->goal && arrow != MOVE_OR_ARROW) {
        lexer->goal = true;
        return false;
    }
    return block_ends(reader, item, again) ||
           item_unreadable(reader, line.number,
                           arrow == ARROW_GOAL ? "rows of a board belong above this arrow"
                                               : "this may be a move, or an arrow between a board "
                                                 "and its goal",
                           item);
}

static bool line_link(struct board_reader *reader, struct line line, tilepdb_item *item) {
    if (link_read(line.text, line.length, &reader->options, item, &reader->error))
        return item_error(reader, line.number, item);
    item_board(reader, line.number, item);
    if (item->kind == TILEPDB_ITEM_BOARD && reader->options.reading == TILEPDB_READ_SOLUTIONS) {
        item->kind = TILEPDB_ITEM_BOARD_AND_SOLUTION;
        item->moves = line.text;
        item->moves_length = line.length;
    }
    return true;
}

bool board_reader_line(struct board_reader *reader, struct line line, tilepdb_item *item,
                       bool *again) {
    struct block *block = &reader->block;
    *again = false;
    if (!block_waits(reader) && reader->heading == HEADING_NONE && !reader->csv.table &&
        !reader->csv.header && line_plain(reader, line.text, line.length, &item->board))
        return item_board(reader, line.number, item);
    const bool row = reader->csv.table && csv_fits(&reader->csv, line.text, line.length);
    if (!row && link_is(line.text, line.length))
        return block_ends(reader, item, again) || line_link(reader, line, item);
    if (reader->options.reading != TILEPDB_READ_SOLUTIONS && !row &&
        line_hashed(reader, line, item, again))
        return true;
    const size_t end = block->verbatim || row ? line.length : comment_find(line.text, line.length);
    const size_t lead = text_separators(line.text, end);
    const bool comment = end < line.length;
    line.length = end;
    if (lead < end) reader->empty_lines = 0;
    if (lead == end && comment) return false;
    /* A TAB after a board means a solution without moves. */
    if (reader->options.reading == TILEPDB_READ_SOLUTIONS) return line_solution(reader, line, item);
    if (lead == end)
        return !memchr(line.text, '\t', end) && !memchr(line.text, ',', end) &&
               line_empty(reader, item);
    if (block->lexer.depth == 0 && !block->verbatim && line.text[lead] == ';' &&
        text_has_word(line.text, end))
        return block_ends(reader, item, again) ||
               item_unreadable(reader, line.number,
                               "this may be a comment or a board: write '#' before a comment",
                               item);
    if (block->lexer.depth == 0 && !block->verbatim && line_decorates(reader, line)) return false;
    const enum arrow arrow = arrow_find(line.text, line.length);
    if (arrow == ARROW_GOAL ||
        (arrow != ARROW_NONE && !block->verbatim && (reader->listed || block_has_numbers(block))))
        return line_arrow(reader, line, arrow, item, again);
    if (reader->csv.header) reader->csv.table = csv_fits(&reader->csv, line.text, line.length);
    reader->csv.header = false;
    if (reader->csv.table) return row_take(reader, line, item);
    if (!block_waits(reader) && csv_header(line.text, line.length, &reader->csv)) {
        words_defer(reader, line);
        return false;
    }
    if (block->verbatim ||
        (!block_waits(reader) && text_begins(line.text + lead, end - lead, "(define")))
        return line_verbatim(reader, line, item);
    return line_board(reader, line, item, again);
}
