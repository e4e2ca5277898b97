/*
 * The lines that belong together, and what they give. See gather.h.
 */
#include "text/gather.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"

struct reading_rules gather_rules(const struct gather *gather) {
    const tilepdb_reader_options *options = &gather->options;
    return (struct reading_rules){options->width, options->height, options->large,
                                  options->blank_tile};
}

bool item_error(struct gather *gather, size_t line, tilepdb_item *item) {
    item->kind = TILEPDB_ITEM_ERROR;
    item->line = line;
    item->error = gather->error;
    gather->prose = false;
    gather->gave = true;
    return true;
}

bool item_board(struct gather *gather, size_t line, tilepdb_item *item) {
    item->kind = TILEPDB_ITEM_BOARD;
    item->line = line;
    gather->given = gather->heading;
    gather->heading = HEADING_NONE;
    gather->listed = !gather->prose;
    gather->prose = false;
    gather->gave = true;
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

void block_clear(struct gather *gather) {
    gather->length = 0;
    gather->depth = 0;
    gather->filled = gather->sized = gather->letters = gather->object = gather->problem =
        gather->dangling = gather->whole = false;
}

bool block_add(struct gather *gather, const char *text, size_t length, size_t line) {
    const size_t wanted = gather->length + length + 1;
    gather->listed = false;
    if (wanted > gather->room) {
        size_t room = gather->room > 0 ? gather->room : 256;
        while (room < wanted) room *= 2;
        char *grown = realloc(gather->text, room);
        if (!grown) return false;
        gather->text = grown;
        gather->room = room;
    }
    if (gather->length == 0)
        gather->block_line = line;
    else
        gather->text[gather->length++] = '\n';
    if (length > 0) memcpy(gather->text + gather->length, text, length);
    gather->length += length;
    /* An empty first line is there, too. */
    if (gather->length == 0) gather->text[gather->length++] = ' ';
    return true;
}

bool block_waits(const struct gather *gather) {
    return gather->length > 0;
}

static size_t count_lines(const char *text, size_t length) {
    size_t lines = 0;
    for (const char *end; (end = memchr(text, '\n', length)); lines++) {
        length -= (size_t)(end + 1 - text);
        text = end + 1;
    }
    return lines;
}

/* Reads a part of the block as one board; *line is where it begins. */
static tilepdb_status part_read(struct gather *gather, struct span span,
                                const struct reading_rules *rules, tilepdb_board *board,
                                size_t *line) {
    struct reading_board found;
    const size_t first = gather->block_line + count_lines(gather->text, span.start);
    cells_scan(&gather->cells, gather->text + span.start, span.length, first);
    *line = gather->cells.count > 0 ? gather->cells.cell[0].line : first;
    const tilepdb_status status =
        readings_find(&gather->readings, &gather->cells, rules, false, &gather->error);
    if (status || !readings_next(&gather->readings, &found))
        return status ? status : error_set(&gather->error, TILEPDB_ERROR_PARSE, "not a board");
    *board = found.board;
    return TILEPDB_OK;
}

bool item_record(struct gather *gather, const struct record *record, tilepdb_item *item) {
    struct reading_rules rules = gather_rules(gather);
    size_t line;
    if (rules.width == 0 && record->width != 0 && record->height != 0) {
        rules.width = record->width;
        rules.height = record->height;
    }
    if (part_read(gather, record->board, &rules, &item->board, &line))
        return item_error(gather, line, item);
    rules.width = item->board.width;
    rules.height = item->board.height;
    if (record->goal.length > 0) {
        size_t goal_line;
        if (part_read(gather, record->goal, &rules, &item->goal, &goal_line))
            return item_error(gather, goal_line, item);
        item->has_goal = true;
    }
    item_id(item->id, gather->text + record->id.start, record->id.length);
    return item_board(gather, line, item);
}

static bool item_problem(struct gather *gather, tilepdb_item *item) {
    const size_t line = gather->block_line;
    const tilepdb_status status =
        pddl_read(gather->text, gather->length, &item->board, &item->goal, &gather->error);
    block_clear(gather);
    if (status) return item_error(gather, line, item);
    item->has_goal = item->goal.width != 0;
    return item_board(gather, line, item);
}

bool gather_more(struct gather *gather, tilepdb_item *item) {
    struct reading_board found;
    if (gather->giving) {
        if (readings_next(&gather->readings, &found)) {
            item->board = found.board;
            item_id(item->id, found.id, strlen(found.id));
            if (item->id[0] == '\0') memcpy(item->id, gather->id, sizeof item->id);
            gather->id[0] = '\0';
            return item_board(gather, found.line, item);
        }
        gather->giving = false;
    }
    if (gather->recording) {
        struct record record;
        if (record_next(gather->text, gather->length, &gather->record_at, &record))
            return item_record(gather, &record, item);
        gather->recording = false;
        block_clear(gather);
    }
    return false;
}

/* A line of one number, or of two sides. */
static bool is_size(const struct cells *cells) {
    const uint32_t least = cells->count == 1 ? 1 : TILEPDB_MIN_SIDE;
    for (size_t i = 0; i < cells->count; i++)
        if (cells->cell[i].kind != CELL_NUMBER || cells->cell[i].value < least) return false;
    return (cells->count == 1 || cells->count == 2) && cells->depth == 0 && !cells->listed &&
           !cells->dangling;
}

bool block_end(struct gather *gather, tilepdb_item *item) {
    const struct reading_rules rules = gather_rules(gather);
    struct record record;
    size_t at = 0;
    if (!block_waits(gather)) return false;
    if (gather->problem) return item_problem(gather, item);
    if (gather->object && record_next(gather->text, gather->length, &at, &record)) {
        gather->recording = true;
        gather->record_at = 0;
        return gather_more(gather, item);
    }
    cells_scan(&gather->cells, gather->text, gather->length, gather->block_line);
    const bool nothing = gather->cells.count == 0 && gather->cells.depth == 0 &&
                         !gather->cells.dangling && !gather->filled;
    const size_t line = gather->block_line;
    const tilepdb_status status =
        nothing ? TILEPDB_OK
                : readings_find(&gather->readings, &gather->cells, &rules, true, &gather->error);
    const bool size = status && gather->sized && is_size(&gather->cells);
    block_clear(gather);
    if (nothing) return false;
    if (size) { /* or a count: an error only if no board follows */
        gather->prose = true;
        gather->prose_line = line;
        gather->prose_error = gather->error;
        return false;
    }
    if (status) return item_error(gather, line, item);
    gather->giving = true;
    return gather_more(gather, item);
}

bool block_flush(struct gather *gather, tilepdb_item *item) {
    const struct reading_rules rules = gather_rules(gather);
    const size_t first = gather->block_line;
    cells_scan(&gather->cells, gather->text, gather->length, first);
    const size_t line = readings_begin(&gather->readings, &gather->cells, &rules);
    if (line == 0 || gather->depth > 0) {
        error_set(&gather->error, TILEPDB_ERROR_PARSE,
                  "these lines do not form boards, and there is no end of them in %d bytes",
                  TILEPDB_MAX_LINE);
        block_clear(gather);
        return item_error(gather, first, item);
    }
    const char *rest = gather->text;
    for (size_t i = first; i < line; i++)
        rest = (const char *)memchr(rest, '\n', gather->length - (size_t)(rest - gather->text)) + 1;
    gather->length -= (size_t)(rest - gather->text);
    memmove(gather->text, rest, gather->length);
    gather->block_line = line;
    gather->giving = true;
    return gather_more(gather, item);
}
