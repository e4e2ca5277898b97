#include "puzzle/gather.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "puzzle/board.h"
#include "puzzle/geometry.h"
#include "puzzle/moves.h"
#include "puzzle/text.h"

tilepdb_status gather_init(struct gather *gather, const tilepdb_reader_options *options,
                           tilepdb_error *error) {
    memset(gather, 0, sizeof *gather);
    gather->options = *options;
    if (options->goal != NULL) {
        gather->goal = *options->goal;
        gather->options.goal = &gather->goal;
    }
    if (options->reading > TILEPDB_READ_SOLUTIONS || options->notation > TILEPDB_NOTATION_NUMBERS)
        return error_set(error, TILEPDB_ERROR_ARGUMENT, "unknown reading or notation");
    if (options->goal != NULL) {
        const tilepdb_status status = board_check(options->goal, error);
        if (status != TILEPDB_OK) return status;
    }
    if (options->width == 0 && options->height == 0) return TILEPDB_OK;
    return scan_size_check(options->width, options->height, options->grids, error);
}

/* ---- items ----------------------------------------------------------------------------------- */

static bool item_error(struct gather *gather, size_t line, tilepdb_item *item) {
    item->kind = TILEPDB_ITEM_ERROR;
    item->line = line;
    item->error = gather->error;
    return true;
}

/* `item->grid` holds the board. */
static bool item_board(size_t line, tilepdb_item *item) {
    struct geometry geometry;
    const tilepdb_grid *grid = &item->grid;
    item->kind = TILEPDB_ITEM_BOARD;
    item->line = line;
    item->is_grid = geometry_init(&geometry, grid->width, grid->height, NULL) != TILEPDB_OK;
    item->board = (tilepdb_board){0};
    if (item->is_grid) return true;
    item->board.width = grid->width;
    item->board.height = grid->height;
    for (unsigned cell = 0; cell < geometry.cells; cell++)
        item->board.cells[cell] = (uint8_t)grid->cells[cell];
    return true;
}

static bool item_of_scan(struct gather *gather, tilepdb_item *item) {
    const size_t line = gather->scan.first_line;
    if (scan_finish(&gather->scan, &item->grid) == TILEPDB_OK) return item_board(line, item);
    return item_error(gather, line, item);
}

static void scan_new(struct gather *gather) {
    gather->error = (tilepdb_error){.status = TILEPDB_OK};
    scan_begin(&gather->scan, gather->options.width, gather->options.height, gather->options.grids,
               &gather->error);
}

/* ---- scrambles ------------------------------------------------------------------------------- */

static void scramble_begin(const struct gather *gather, tilepdb_grid *grid) {
    const tilepdb_reader_options *options = &gather->options;
    const int width = options->width != 0 ? options->width : 4;
    const int height = options->height != 0 ? options->height : 4;
    const tilepdb_board *goal = options->goal;
    *grid = (tilepdb_grid){.width = (uint8_t)width, .height = (uint8_t)height};
    if (goal != NULL && (options->width == 0 || (goal->width == width && goal->height == height))) {
        grid->width = goal->width;
        grid->height = goal->height;
        for (int cell = 0; cell < goal->width * goal->height; cell++)
            grid->cells[cell] = goal->cells[cell];
        return;
    }
    const int blank = options->blank_first ? 0 : width * height - 1;
    uint16_t tile = 0;
    for (int cell = 0; cell < width * height; cell++)
        if (cell != blank) grid->cells[cell] = ++tile;
}

static bool item_scramble(struct gather *gather, const char *text, size_t length, size_t line,
                          tilepdb_item *item) {
    const tilepdb_notation notation = gather->options.notation == TILEPDB_NOTATION_BLANK
                                          ? TILEPDB_NOTATION_BLANK
                                          : TILEPDB_NOTATION_TILE;
    tilepdb_error cause;
    scramble_begin(gather, &item->grid);
    const tilepdb_status status = moves_play(text, length, notation, &item->grid, &cause);
    if (status == TILEPDB_OK) return item_board(line, item);
    if (moves_check_answer(text, length, &cause) != TILEPDB_OK)
        error_set_at(&gather->error, TILEPDB_ERROR_PARSE, 0, cause.column, "not a board: %s",
                     cause.message);
    else
        error_set_at(&gather->error, TILEPDB_ERROR_PARSE, 0, cause.column,
                     "this scramble cannot be %s: %s",
                     status == TILEPDB_REFUTED ? "played" : "read", cause.message);
    return item_error(gather, line, item);
}

/* ---- blocks: rows that are lines ------------------------------------------------------------- */

/* How many rows a block may have, and how many one has that is not a board. */
static int most_rows(const struct gather *gather) {
    if (gather->options.height != 0) return gather->options.height;
    const int side = gather->options.grids ? TILEPDB_GRID_MAX_SIDE : TILEPDB_MAX_SIDE;
    const int cells = gather->options.grids ? TILEPDB_GRID_MAX_CELLS : TILEPDB_MAX_CELLS;
    return cells / gather->width < side ? cells / gather->width : side;
}

static int usual_rows(const struct gather *gather) {
    const int most = most_rows(gather);
    if (gather->options.height != 0) return most;
    return gather->width < most ? gather->width : most;
}

/* Whether this many numbers on a line are a row, or a whole board. */
static bool is_row(const struct gather *gather, int count) {
    if (gather->options.width != 0) return count == gather->options.width;
    const int side = gather->options.grids ? TILEPDB_GRID_MAX_SIDE : TILEPDB_MAX_SIDE;
    return count >= TILEPDB_MIN_SIDE && count <= side && count != 9 && count != 16;
}

static bool waits(const struct gather *gather) {
    return gather->stored > 0;
}

/* Whether a row cannot follow the block. */
static bool clashes(const struct gather *gather, const struct scan_cell *row) {
    bool seen[TILEPDB_GRID_MAX_CELLS] = {false};
    const int above = gather->rows * gather->width;
    const uint32_t cells = (uint32_t)(most_rows(gather) * gather->width);
    for (int i = 0; i < above; i++)
        if (gather->cell[i].number < cells) seen[gather->cell[i].number] = true;
    for (int i = 0; i < gather->width; i++) {
        if (row[i].number >= cells || seen[row[i].number]) return true;
        seen[row[i].number] = true;
    }
    return false;
}

/* Ends the block, which has at least one row. What follows it waits. */
static bool block_end(struct gather *gather, tilepdb_item *item) {
    const bool shorter = !gather->bad && gather->candidate > 0;
    const int rows = shorter ? gather->candidate : gather->rows;
    const size_t line = gather->cell[0].line;
    scan_new(gather);
    for (int row = 0; row < rows; row++)
        scan_row(&gather->scan, &gather->cell[row * gather->width], gather->width,
                 gather->end_column[row]);
    if (gather->bad_line.status == TILEPDB_OK) {
        item_of_scan(gather, item);
    } else {
        gather->error = gather->bad_line;
        item_error(gather, line, item);
    }
    gather->stored -= rows;
    memmove(gather->cell, &gather->cell[rows * gather->width],
            (size_t)(gather->stored * gather->width) * sizeof *gather->cell);
    memmove(gather->end_column, &gather->end_column[rows],
            (size_t)gather->stored * sizeof *gather->end_column);
    gather->rows = gather->candidate = gather->dropped = 0;
    gather->bad = false;
    gather->bad_line.status = TILEPDB_OK;
    return true;
}

static bool take_bad_row(struct gather *gather, const struct scan_cell *row, tilepdb_item *item) {
    const int usual = usual_rows(gather);
    const bool alone =
        gather->options.width == 0 && gather->width == 4 && scan_is_permutation(row, gather->width);
    const bool whole = !gather->bad && (gather->candidate > 0 || gather->rows >= usual);
    if (gather->rows > 0 && (alone || whole)) return block_end(gather, item);
    gather->bad = true;
    gather->rows++;
    return gather->rows + gather->dropped >= usual ? block_end(gather, item) : false;
}

/* Looks at the first row that waits after the block. */
static bool take_row(struct gather *gather, tilepdb_item *item) {
    const struct scan_cell *row = &gather->cell[gather->rows * gather->width];
    if (gather->bad || clashes(gather, row)) return take_bad_row(gather, row, item);
    gather->rows++;
    const bool given = gather->options.height != 0;
    const int cells = gather->rows * gather->width;
    const bool board = (!given || gather->rows == gather->options.height) &&
                       scan_is_permutation(gather->cell, cells);
    if (board) gather->candidate = gather->rows;
    const bool square = board && gather->rows == gather->width;
    if (square || gather->rows == most_rows(gather)) return block_end(gather, item);
    return false;
}

bool gather_more(struct gather *gather, tilepdb_item *item) {
    while (gather->rows < gather->stored)
        if (take_row(gather, item)) return true;
    return false;
}

/* Keeps the row that was scanned. All rows before it were looked at. */
static bool row_add(struct gather *gather, tilepdb_item *item) {
    const struct scan *scan = &gather->scan;
    gather->width = scan->count;
    memcpy(&gather->cell[gather->stored * gather->width], scan->cell,
           (size_t)gather->width * sizeof *gather->cell);
    gather->end_column[gather->stored++] = scan->end_column;
    return gather_more(gather, item);
}

/* ---- lines ----------------------------------------------------------------------------------- */

/* How many brackets are open after a line. */
static int brackets(const char *text, size_t length, int open) {
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '[' || text[i] == '(' || text[i] == '{') open++;
        if (text[i] == ']' || text[i] == ')' || text[i] == '}') open--;
    }
    return open;
}

/* A line that continues an open list or marked rows, or is skipped. */
static bool line_open(struct gather *gather, const char *text, size_t length, size_t line,
                      tilepdb_item *item, bool *again) {
    struct scan *scan = &gather->scan;
    if (gather->skipping > 0) {
        gather->skipping = length == 0 ? 0 : brackets(text, length, gather->skipping);
        return false;
    }
    const size_t lead = text_separators(text, length);
    const bool number =
        length > lead && (text_is_digit(text[lead]) || text[lead] == '_' || text[lead] == '.');
    if (length == 0 || (scan->depth == 0 && !number)) {
        gather->open = false;
        *again = length > 0;
        return item_of_scan(gather, item);
    }
    const int depth = scan->depth;
    if (scan_line(scan, text, length, line) != TILEPDB_OK) {
        gather->open = false;
        gather->skipping = brackets(text, length, depth);
        return item_error(gather, scan->first_line, item);
    }
    gather->open = scan_is_open(scan);
    return gather->open ? false : item_of_scan(gather, item);
}

/* Describes an unreadable line; an answer line has its own sentence. */
static void explain_answer(struct gather *gather, const char *text, size_t length) {
    tilepdb_error cause;
    if (moves_check_answer(text, length, &cause) != TILEPDB_OK) {
        error_set_at(&gather->error, TILEPDB_ERROR_PARSE, 0, cause.column, "not a board: %s",
                     cause.message);
    } else if (moves_answer_length(text, length) > 0) {
        error_set_at(&gather->error, TILEPDB_ERROR_PARSE, 0, 1,
                     "this is an answer of pdbsolve, a length and a solution, not a board; "
                     "'pdbsolve --invert' turns it into a scramble, '--judge' compares it");
    }
}

/* Two numbers that are in no board of two columns. */
static bool is_count(const struct gather *gather) {
    const struct scan *scan = &gather->scan;
    const uint32_t most = gather->options.grids ? 2 * TILEPDB_GRID_MAX_SIDE : 2 * TILEPDB_MAX_SIDE;
    return scan->count == 2 && !scan->marked &&
           (scan->cell[0].number >= most || scan->cell[1].number >= most);
}

/* The answer to a solved board. */
static bool is_nothing(const struct scan *scan) {
    return scan->count == 1 && scan->cell[0].number == 0 && !scan->listed && !scan_is_open(scan);
}

static void explain_number(struct gather *gather) {
    if (is_nothing(&gather->scan)) {
        error_set_at(&gather->error, TILEPDB_ERROR_PARSE, 0, 1,
                     "1 number is not a board: '0' alone is pdbsolve's answer for a solved board");
        return;
    }
    error_set_at(&gather->error, TILEPDB_ERROR_PARSE, 0, 1,
                 "two numbers are not a board: this may be a line of 'pdbsolve --count', LENGTH "
                 "COUNT");
}

/* An unreadable line in the middle of a block is one of its rows. */
static bool block_drops(struct gather *gather, tilepdb_item *item, bool *taken) {
    *taken = waits(gather) && (gather->bad || gather->candidate == 0) &&
             gather->rows + gather->dropped < usual_rows(gather);
    if (!*taken) return false;
    if (gather->bad_line.status == TILEPDB_OK) {
        const size_t line = gather->scan.first_line;
        gather->bad_line = gather->error;
        error_set_at(&gather->bad_line, TILEPDB_ERROR_PARSE, line, gather->error.column,
                     "in line %zu: %s", line, gather->error.message);
    }
    gather->bad = true;
    gather->dropped++;
    return gather->rows + gather->dropped >= usual_rows(gather) ? block_end(gather, item) : false;
}

/* A line of numbers or lists, or one that is unreadable. */
static bool line_numbers(struct gather *gather, const char *text, size_t length, size_t line,
                         tilepdb_item *item, bool *again) {
    struct scan *scan = &gather->scan;
    scan_new(gather);
    const bool readable = scan_line(scan, text, length, line) == TILEPDB_OK;
    if (!readable && scan->count > 0 && moves_answer_length(text, length) == 0) {
        bool taken;
        const bool ended = block_drops(gather, item, &taken);
        if (taken) return ended;
    }
    const bool row = readable && !scan->marked && !scan_is_open(scan) &&
                     is_row(gather, scan->count) && !is_count(gather);
    if (waits(gather) && !(row && scan->count == gather->width)) {
        *again = true;
        return block_end(gather, item);
    }
    if (row) return row_add(gather, item);
    if (!readable) {
        gather->skipping = scan->depth > 0 ? brackets(text, length, 0) : 0;
        explain_answer(gather, text, length);
        return item_error(gather, line, item);
    }
    if (is_count(gather) || is_nothing(scan)) {
        explain_number(gather);
        return item_error(gather, line, item);
    }
    /* A mark after a board is one too many, and does not ask for another line. */
    const bool whole =
        scan->depth == 0 && scan->rows > 1 && scan_is_permutation(scan->cell, scan->count);
    gather->open = scan_is_open(scan) && !whole;
    return gather->open ? false : item_of_scan(gather, item);
}

static bool line_board(struct gather *gather, const char *text, size_t length, size_t line,
                       tilepdb_item *item, bool *again) {
    const size_t lead = text_separators(text, length);
    if (lead < length && !text_is_move(text + lead, length - lead))
        return line_numbers(gather, text, length, line, item, again);
    if (waits(gather)) {
        *again = lead < length;
        return block_end(gather, item);
    }
    return lead < length ? item_scramble(gather, text, length, line, item) : false;
}

/* ---- solutions ------------------------------------------------------------------------------- */

/* Where the board of a line ends, at a TAB, otherwise the last ';'; 0: the line has no board. */
static size_t board_part(const char *text, size_t length) {
    size_t split = 0;
    for (size_t i = 0; i < length; i++)
        if (text[i] == '\t' || (text[i] == ';' && (split == 0 || text[split] != '\t'))) split = i;
    const size_t lead = text_separators(text, split);
    if (lead >= split) return 0;
    if (text_is_move(text + lead, split - lead)) return split;
    const size_t digits = text_digits(text + lead, split - lead);
    return digits == split - lead || memchr("<>ue", text[lead], 4) != NULL ? 0 : split;
}

static bool line_solution(struct gather *gather, const char *text, size_t length, size_t line,
                          tilepdb_item *item) {
    bool again = false;
    if (text_separators(text, length) == length) return false;
    const size_t split = board_part(text, length);
    item->moves = split > 0 ? text + split + 1 : text;
    item->moves_length = split > 0 ? length - split - 1 : length;
    item->line = line;
    item->kind = TILEPDB_ITEM_SOLUTION;
    if (split == 0) return true;
    const bool filled =
        line_board(gather, text, split, line, item, &again) || gather_end(gather, item);
    gather->skipping = 0;
    if (filled && item->kind == TILEPDB_ITEM_BOARD) item->kind = TILEPDB_ITEM_BOARD_AND_SOLUTION;
    return true;
}

bool gather_line(struct gather *gather, const char *text, size_t length, size_t line,
                 tilepdb_item *item, bool *again) {
    *again = false;
    const char *comment = memchr(text, '#', length);
    if (comment != NULL && text_separators(text, length) == (size_t)(comment - text)) return false;
    if (comment != NULL) length = (size_t)(comment - text);
    const bool solutions = gather->options.reading == TILEPDB_READ_SOLUTIONS;
    /* A TAB at the end of a board says that its solution has no moves. */
    length = solutions ? length : text_trimmed(text, length);
    if (solutions) return line_solution(gather, text, length, line, item);
    if (gather->open || gather->skipping > 0)
        return line_open(gather, text, length, line, item, again);
    return line_board(gather, text, length, line, item, again);
}

bool gather_end(struct gather *gather, tilepdb_item *item) {
    if (gather_more(gather, item)) return true;
    if (waits(gather)) return block_end(gather, item);
    if (!gather->open) return false;
    gather->open = false;
    return item_of_scan(gather, item);
}
