/*
 * Which lines belong together. See gather.h.
 */
#include "text/gather.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "puzzle/board.h"
#include "text/characters.h"

tilepdb_status gather_init(struct gather *gather, const tilepdb_reader_options *options,
                           tilepdb_error *error) {
    memset(gather, 0, sizeof *gather);
    gather->options = *options;
    gather->board_field = gather->goal_field = gather->id_field = -1;
    if (options->goal) {
        gather->goal = *options->goal;
        gather->options.goal = &gather->goal;
    }
    if (options->blank_tile) {
        if (options->blank_tile[0] == '\0' || strlen(options->blank_tile) >= sizeof gather->blank)
            return error_set(error, TILEPDB_ERROR_ARGUMENT,
                             "what stands for the blank must have 1 to 15 bytes");
        memcpy(gather->blank, options->blank_tile, strlen(options->blank_tile));
        gather->options.blank_tile = gather->blank;
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

void gather_free(struct gather *gather) {
    cells_free(&gather->cells);
    readings_free(&gather->readings);
    free(gather->text);
}

/* A line of plain numbers that is a board, the fast way. False: it is to be looked at. */
static bool line_plain(const struct gather *gather, const char *text, size_t length,
                       tilepdb_board *board) {
    const tilepdb_reader_options *options = &gather->options;
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

/* The bytes before a comment, which is not between double quotes. */
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

bool line_whole(struct gather *gather, const char *text, size_t length, size_t line,
                tilepdb_item *item) {
    const struct reading_rules rules = gather_rules(gather);
    struct reading_board found;
    cells_scan(&gather->cells, text, length, line);
    if (gather->cells.depth != 0 || gather->cells.count == 0) return false;
    if (readings_find(&gather->readings, &gather->cells, &rules, false, &gather->error) ||
        !readings_next(&gather->readings, &found))
        return false;
    item->board = found.board;
    if (gather->cells.label_bytes > 0)
        item_id(item->id, text + gather->cells.label, gather->cells.label_bytes);
    return true;
}

/* Whether a word may be a row of tiles as letters: each once, and of a square; or a mark. */
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

/* Whether all cells of the line are single letters and marks, or it is a word of them. */
static bool are_letters(const struct cells *cells) {
    if (cells->count == 1 && cells->cell[0].kind == CELL_WORD)
        return is_row_of_letters(cells->text + cells->cell[0].start, cells->cell[0].bytes);
    for (size_t i = 0; i < cells->count; i++)
        if (cells->cell[i].kind != CELL_LETTER && cells->cell[i].kind != CELL_MARK) return false;
    return cells->count > 1;
}

/* Two numbers that are in no board of two columns. */
static bool is_count(const struct gather *gather) {
    const struct cells *cells = &gather->cells;
    const uint32_t most = 2 * (gather->options.large ? TILEPDB_MAX_SIDE : TILEPDB_TABLE_MAX_SIDE);
    return cells->count == 2 && cells->cell[0].kind == CELL_NUMBER &&
           cells->cell[1].kind == CELL_NUMBER &&
           (cells->cell[0].value >= most || cells->cell[1].value >= most);
}

/* Refuses a line that pdbsolve printed. False: it is none. */
static bool line_other(struct gather *gather, const char *text, size_t length, size_t line,
                       tilepdb_item *item) {
    if (!scramble_explain(gather, text, length)) {
        if (!is_count(gather)) return false;
        error_set_at(
            &gather->error, TILEPDB_ERROR_PARSE, 0, 1,
            "two numbers are not a board: this may be a line of 'pdbsolve --count', LENGTH COUNT");
    }
    return item_error(gather, line, item);
}

/* Keeps what is wrong with the cells of a line, if no board follows. False: they are one. */
static bool prose_begin(struct gather *gather, size_t line) {
    const struct reading_rules rules = {.large = true};
    if (!readings_find(&gather->readings, &gather->cells, &rules, true, &gather->prose_error))
        return false;
    gather->prose = true;
    gather->prose_line = line;
    return true;
}

/* Words that are no heading for sure wait for a board. */
static bool takes_prose(struct gather *gather, const char *text, size_t length, size_t line) {
    const struct words words = words_find(text, length);
    const struct cells *cells = &gather->cells;
    if (block_waits(gather) || words.letters < 3 || cells->depth != 0 || gather->single ||
        gather->listed)
        return false;
    if (cells->count == 1 && are_letters(cells)) return false;
    for (size_t i = 0; i < cells->count; i++)
        if (cells->cell[i].kind == CELL_NUMBER) return false;
    return gather->prose || prose_begin(gather, line);
}

static size_t count_filled(const struct cells *cells) {
    size_t count = 0;
    for (size_t i = 0; i < cells->count; i++) count += cells->cell[i].kind != CELL_EMPTY;
    return count;
}

/* Whether a line that is a board by itself may be a row of the block, too. */
static bool may_be_row(const struct gather *gather) {
    const struct cells *cells = &gather->cells;
    if (cells->dangling) return true;
    if (!readings_may_go_on(&gather->readings)) return false;
    if (cells->count == 1 && cells->cell[0].bytes > 4) return false; /* a word */
    return gather->depth == 0 || !gather->filled || count_filled(cells) == gather->width;
}

/* Whether the open block has a number that this board has, too, so that it does not go on. */
static bool block_repeats(struct gather *gather, const tilepdb_board *board) {
    const int count = board->width * board->height;
    if (!gather->filled) return true;
    cells_scan(&gather->cells, gather->text, gather->length, gather->block_line);
    for (size_t i = 0; i < gather->cells.count; i++)
        if (gather->cells.cell[i].kind == CELL_NUMBER && (int)gather->cells.cell[i].value < count)
            return true;
    return false;
}

/* A line of as many numbers as a board has, or of several rows: a board, or an error by itself. */
static bool is_line_of_board(const struct gather *gather) {
    const struct cells *cells = &gather->cells;
    const size_t given = (size_t)(gather->options.width * gather->options.height);
    size_t marked = 0, plain = 0;
    for (size_t i = 1; i < cells->count; i++) {
        if (cells->cell[i].kind > CELL_MARK) return false;
        marked += cells->cell[i].gap != GAP_NONE;
        plain += cells->cell[i].gap == GAP_NONE;
    }
    if (cells->dangling || cells->depth != 0 || gather->dangling) return false;
    if (marked > 0) return plain > 0;
    if (given > 0) return cells->count == given;
    size_t side = 3;
    while (side * side < cells->count) side++;
    return !gather->options.large && side * side == cells->count;
}

/* Adds a line to the block, which ends with it if its last bracket closes. */
static bool line_add(struct gather *gather, const char *text, size_t length, size_t line,
                     tilepdb_item *item) {
    const bool open = gather->depth > 0 || (gather->dangling && !gather->cells.dangling);
    const struct cells *cells = &gather->cells;
    if (!block_add(gather, text, length, line)) {
        error_set(&gather->error, TILEPDB_ERROR_MEMORY, "not enough memory for the text");
        block_clear(gather);
        return item_error(gather, line, item);
    }
    gather->sized = !gather->filled && cells->count <= 2;
    gather->letters = are_letters(cells);
    if (cells->count > 0) gather->width = count_filled(cells);
    gather->dangling = cells->dangling && (gather->dangling || !gather->filled);
    gather->filled = gather->filled || cells->count > 0;
    for (size_t i = 0; i < length; i++) {
        const char c = text[i];
        if (c == '{') gather->object = true;
        if (c == '[' || c == '(' || c == '{') gather->depth++;
        if ((c == ']' || c == ')' || c == '}') && gather->depth > 0) gather->depth--;
    }
    if (!gather->problem && !gather->object && gather->depth > 0)
        gather->problem = pddl_is(gather->text, gather->length);
    if ((open || gather->object) && gather->depth == 0) return block_end(gather, item);
    return gather->length > TILEPDB_MAX_LINE ? block_flush(gather, item) : false;
}

/* Ends the block before a line, which is given again if that gives an item. */
static bool block_ends(struct gather *gather, tilepdb_item *item, bool *again) {
    *again = gather->filled && block_end(gather, item);
    return *again;
}

/* What came of a part of a line. */
enum step { STEP_ON, STEP_TAKEN, STEP_ITEM };

/* Takes a heading: *bytes of the line. It ends the block, unless that is a size. */
static enum step line_heading(struct gather *gather, const char *text, size_t length, size_t line,
                              size_t *bytes, tilepdb_item *item, bool *again) {
    const enum heading before = gather->heading;
    if (!heading_take(gather, text, length, bytes)) return STEP_ON;
    gather->listed = false;
    if (block_waits(gather) && !gather->sized) {
        const enum heading heading = gather->heading;
        gather->heading = before;
        if (block_ends(gather, item, again)) return STEP_ITEM;
        gather->heading = heading;
    }
    if (*bytes < length) return STEP_ON;
    if (block_waits(gather)) {
        block_add(gather, "", 0, line);
    } else if (!gather->gave && !gather->prose) {
        cells_scan(&gather->cells, text, length, line);
        prose_begin(gather, line);
    }
    return STEP_TAKEN;
}

/* Whether a line of cells begins with a move and is nothing else than moves that are wrong. */
static bool are_wrong_moves(const struct gather *gather, const char *text, size_t length) {
    const size_t lead = text_separators(text, length);
    return text_is_move(text + lead, length - lead) &&
           (!are_letters(&gather->cells) || memchr(text, '>', length)) &&
           text_numbers(text, length) == 0 && words_find(text, length).letters < 4;
}

/* Whether the block is boards on a line each, and this line has far less or more cells. */
static bool is_apart(const struct gather *gather) {
    const size_t count = count_filled(&gather->cells);
    return gather->whole && gather->width > 4 &&
           (count + 1 < gather->width || count > gather->width + 1);
}

/* Whether the line is an argument that may be the name of a file, so that it stands alone. */
static bool is_name(const struct gather *gather) {
    bool word = false;
    for (size_t i = 0; i < gather->cells.count; i++)
        word = word || gather->cells.cell[i].kind == CELL_WORD;
    return gather->single && word && !block_waits(gather) && gather->cells.depth == 0 &&
           !gather->cells.dangling;
}

/* Takes a line that is no board by itself, or that may be a `row` as well. */
static bool line_row(struct gather *gather, const char *text, size_t length, size_t line, bool row,
                     tilepdb_item *item, bool *again) {
    if (!block_waits(gather) && line_other(gather, text, length, line, item)) return true;
    if (!row && are_wrong_moves(gather, text, length))
        return block_ends(gather, item, again) || item_scramble(gather, text, length, line, item);
    if (takes_prose(gather, text, length, line)) return false;
    const bool single = !row && is_line_of_board(gather);
    if ((is_apart(gather) || gather->cells.depth > 0 || single) && block_ends(gather, item, again))
        return true;
    const bool alone = single || is_name(gather);
    gather->whole = row && (gather->whole || !gather->filled);
    return line_add(gather, text, length, line, item) || (alone && block_end(gather, item));
}

bool line_board(struct gather *gather, const char *text, size_t length, size_t line,
                tilepdb_item *item, bool *again) {
    size_t bytes = 0;
    const bool open = gather->depth > 0;
    const bool verbatim = gather->object || gather->problem;
    const enum step step =
        open ? STEP_ON : line_heading(gather, text, length, line, &bytes, item, again);
    if (step != STEP_ON) return step == STEP_ITEM;
    text += bytes;
    length -= bytes;
    const bool moves = !verbatim && text_is_moves(text, length);
    const bool whole = !moves && !verbatim && line_whole(gather, text, length, line, item);
    const bool row = whole && (may_be_row(gather) ||
                               (open && gather->filled && !block_repeats(gather, &item->board)));
    if (moves && (!gather->letters || !block_waits(gather))) {
        if (block_ends(gather, item, again)) return true;
        if (!open) block_clear(gather);
        return item_scramble(gather, text, length, line, item);
    }
    if (whole && !row) return block_ends(gather, item, again) || item_board(gather, line, item);
    memset(item->id, 0, sizeof item->id);
    if (!verbatim && !open) return line_row(gather, text, length, line, row, item, again);
    cells_scan(&gather->cells, text, length, line);
    return line_add(gather, text, length, line, item);
}

bool gather_line(struct gather *gather, const char *text, size_t length, size_t line,
                 tilepdb_item *item, bool *again) {
    *again = false;
    if (!block_waits(gather) && gather->heading == HEADING_NONE && gather->board_field < 0 &&
        line_plain(gather, text, length, &item->board))
        return item_board(gather, line, item);
    const size_t end = gather->problem ? length : comment_find(text, length);
    const bool solutions = gather->options.reading == TILEPDB_READ_SOLUTIONS;
    if (end < length && text_separators(text, end) == end) {
        if (block_waits(gather)) block_add(gather, "", 0, line);
        return false;
    }
    length = end;
    /* A TAB at the end of a board says that its solution has no moves. */
    if (solutions) return line_solution(gather, text, length, line, item);
    if (text_separators(text, length) == length) {
        const bool open = gather->depth > 0 && (!gather->filled || gather->problem);
        gather->board_field = -1;
        gather->listed = false;
        if (!open && !memchr(text, '\t', length) && !memchr(text, ',', length))
            return block_end(gather, item);
        return open && block_waits(gather) && block_add(gather, "", 0, line) && false;
    }
    if (text_is_rule(text, length) || text[text_separators(text, length)] == '`') {
        /* The header of a table goes before its first rule. */
        if (block_waits(gather) && !memchr(gather->text, '\n', gather->length) &&
            memchr(text, '|', length) && text_numbers(gather->text, gather->length) == 0)
            block_clear(gather);
        if (block_waits(gather)) block_add(gather, "", 0, line);
        return false;
    }
    if (gather->board_field >= 0) return field_take(gather, text, length, line, item);
    if (!block_waits(gather) && header_take(gather, text, length)) return false;
    return line_board(gather, text, length, line, item, again);
}

bool gather_waits(const struct gather *gather) {
    return block_waits(gather) || gather->giving || gather->recording;
}

bool gather_end(struct gather *gather, tilepdb_item *item) {
    if (gather_more(gather, item) || block_end(gather, item)) return true;
    if (!gather->prose) return false;
    gather->error = gather->prose_error;
    return item_error(gather, gather->prose_line, item);
}
