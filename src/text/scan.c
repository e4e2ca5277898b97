/*
 * The numbers of one board. See scan.h.
 */
#include "text/scan.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "puzzle/board.h"
#include "text/characters.h"
#include "util/number.h"

/* Numbers are read up to this value; larger ones are not tiles anyway. */
#define NUMBER_LIMIT 1000000

/* Room for a place in words. */
#define PLACE_TEXT 64

struct cursor {
    const char *text;
    size_t length, at;
};

/* ---- places ---------------------------------------------------------------------------------- */

static const char *place_text(const struct scan *scan, size_t line, size_t column,
                              char text[PLACE_TEXT]) {
    if (line == scan->first_line)
        snprintf(text, PLACE_TEXT, "column %zu", column);
    else
        snprintf(text, PLACE_TEXT, "line %zu, column %zu", line, column);
    return text;
}

/* In memory of the enclosing block. */
#define PLACE(scan, line, column) place_text(scan, line, column, (char[PLACE_TEXT]){0})

/* The line of an error: 0 on the first line. */
static size_t error_line(const struct scan *scan, size_t line) {
    return line == scan->first_line ? 0 : line;
}

#define REFUSE(scan, line, column, ...)                                                            \
    error_set_at((scan)->error, TILEPDB_ERROR_PARSE, error_line(scan, line), column, __VA_ARGS__)
#define REFUSE_END(scan, ...) REFUSE(scan, (scan)->line, (scan)->end_column, __VA_ARGS__)

static tilepdb_status refuse_character(const struct scan *scan, const struct cursor *cursor,
                                       const char *why) {
    char shown[TEXT_SHOWN];
    const char *at = cursor->text + cursor->at;
    text_show(at, cursor->length - cursor->at, shown);
    return REFUSE(scan, scan->line, cursor->at + 1, "unreadable character '%s'%s at %s%s", shown,
                  *at == '\0' ? ", a NUL byte," : "", PLACE(scan, scan->line, cursor->at + 1), why);
}

/* ---- the size -------------------------------------------------------------------------------- */

tilepdb_status scan_size_check(int width, int height, bool large, tilepdb_error *error) {
    if (!large) return tilepdb_size_check(width, height, error);
    if (!board_size_check(width, height, NULL)) return TILEPDB_OK;
    return error_set(error, TILEPDB_ERROR_ARGUMENT,
                     "%dx%d is not a valid size: each side must be %d to %d", width, height,
                     TILEPDB_MIN_SIDE, TILEPDB_MAX_SIDE);
}

int scan_most_cells(bool large) {
    return large ? TILEPDB_MAX_CELLS : TILEPDB_TABLE_MAX_CELLS;
}

int scan_most_side(bool large) {
    return large ? TILEPDB_MAX_SIDE : TILEPDB_TABLE_MAX_SIDE;
}

void scan_begin(struct scan *scan, int width, int height, bool large, tilepdb_error *error) {
    memset(scan, 0, offsetof(struct scan, cell));
    scan->width = width;
    scan->height = height;
    scan->large = large;
    scan->error = error;
    scan->row_width = width;
}

/* ---- numbers and rows ------------------------------------------------------------------------ */

static bool ends_number(const struct cursor *cursor) {
    const char *at = cursor->text + cursor->at;
    const size_t left = cursor->length - cursor->at;
    return left == 0 || text_separator(at, left) > 0 ||
           (*at != '\0' && strchr("/;[](){}", *at) != NULL);
}

#define EXPECTED ": expected a number, or '0', '_' or '.' for the blank"

/* Reads a number, or a letter for the blank, and moves after it. */
static tilepdb_status read_number(const struct scan *scan, struct cursor *cursor,
                                  uint32_t *number) {
    const char first = cursor->text[cursor->at];
    *number = 0;
    if (text_is_blank(first)) {
        cursor->at++;
        if (!ends_number(cursor) && first != '_' && first != '.') {
            cursor->at--; /* "-1", or the begin of a word */
            return refuse_character(scan, cursor, EXPECTED);
        }
    } else if (text_is_digit(first)) {
        for (; cursor->at < cursor->length && text_is_digit(cursor->text[cursor->at]);
             cursor->at++) {
            *number = *number * 10 + (uint32_t)(cursor->text[cursor->at] - '0');
            if (*number > NUMBER_LIMIT) *number = NUMBER_LIMIT;
        }
    } else {
        return refuse_character(scan, cursor, EXPECTED);
    }
    if (!ends_number(cursor))
        return refuse_character(scan, cursor, ": numbers are separated by blanks");
    return TILEPDB_OK;
}

/* Refuses the number that is one too many, if it is. */
static tilepdb_status check_room(const struct scan *scan, size_t column) {
    const char *where = PLACE(scan, scan->line, column);
    if (scan->marked && scan->row_width != 0 && scan->in_row == scan->row_width)
        return REFUSE(scan, scan->line, column,
                      "too many numbers: row %d continues at %s, but rows have %d", scan->rows + 1,
                      where, scan->row_width);
    if (scan->height != 0 && scan->count == scan->width * scan->height)
        return REFUSE(scan, scan->line, column,
                      "too many numbers: a %dx%d board has %d, and another follows at %s",
                      scan->width, scan->height, scan->count, where);
    if (scan->count == scan_most_cells(scan->large))
        return REFUSE(scan, scan->line, column,
                      "too many numbers: a board has at most %d, and another follows at %s",
                      scan_most_cells(scan->large), where);
    return TILEPDB_OK;
}

static tilepdb_status read_cell(struct scan *scan, struct cursor *cursor) {
    const size_t column = cursor->at + 1;
    uint32_t number;
    if ((scan->listed || scan->nested) && scan->depth == 0)
        return refuse_character(scan, cursor, ": the bracket before it ends the board");
    tilepdb_status status = read_number(scan, cursor, &number);
    if (!status) status = check_room(scan, column);
    if (status) return status;
    scan->cell[scan->count++] = (struct scan_cell){number, (uint32_t)column, scan->line};
    scan->in_row++;
    scan->dangling = false;
    return TILEPDB_OK;
}

/* Ends the row that is being read, at a column. */
static tilepdb_status row_end(struct scan *scan, size_t column) {
    if (scan->in_row == 0)
        return REFUSE(scan, scan->line, column,
                      "row %d, which ends at %s, is empty: '/' only separates rows", scan->rows + 1,
                      PLACE(scan, scan->line, column));
    if (scan->row_width == 0) scan->row_width = scan->in_row;
    if (scan->in_row != scan->row_width) {
        const struct scan_cell *surplus = &scan->cell[scan->count - scan->in_row + scan->row_width];
        const bool few = scan->in_row < scan->row_width;
        return REFUSE(scan, few ? scan->line : surplus->line, few ? column : surplus->column,
                      "row %d has %d number%s, but rows have %d", scan->rows + 1, scan->in_row,
                      plural((uint64_t)scan->in_row), scan->row_width);
    }
    scan->rows++;
    scan->in_row = 0;
    scan->listed = false;
    scan->marked = true;
    return TILEPDB_OK;
}

/* ---- lists ----------------------------------------------------------------------------------- */

static tilepdb_status list_begin(struct scan *scan, const struct cursor *cursor) {
    const char bracket = cursor->text[cursor->at];
    if (scan->depth == SCAN_MAX_DEPTH)
        return refuse_character(scan, cursor, ": a board is a list of rows, not nested deeper");
    if (scan->nested && scan->depth == 0)
        return refuse_character(scan, cursor, ": the bracket before it ends the board");
    if (scan->listed) { /* another list on the line: each of them is a row */
        const tilepdb_status status = row_end(scan, cursor->at);
        if (status) return status;
    }
    if (scan->in_row > 0 || scan->dangling)
        return refuse_character(scan, cursor, ": expected a number");
    if (scan->depth == 0) {
        scan->open_column = cursor->at + 1;
        scan->open_line = scan->line;
    }
    scan->closer[scan->depth++] = bracket == '[' ? ']' : bracket == '(' ? ')' : '}';
    return TILEPDB_OK;
}

static tilepdb_status list_end(struct scan *scan, const struct cursor *cursor) {
    if (scan->depth == 0 || scan->closer[scan->depth - 1] != cursor->text[cursor->at])
        return refuse_character(scan, cursor, ": no such bracket is open");
    scan->depth--;
    const bool outermost = scan->depth == 0;
    scan->nested = scan->nested || !outermost;
    if (outermost && scan->nested && scan->in_row == 0 && !scan->dangling) return TILEPDB_OK;
    if (!outermost || scan->marked || scan->in_row == 0) return row_end(scan, cursor->at + 1);
    scan->listed = true; /* a single list may hold all numbers, so its end does not end a row */
    return TILEPDB_OK;
}

/* ---- lines ----------------------------------------------------------------------------------- */

static tilepdb_status read_mark(struct scan *scan, const struct cursor *cursor) {
    if ((scan->listed || scan->nested) && scan->depth == 0)
        return refuse_character(scan, cursor, ": the bracket before it ends the board");
    const tilepdb_status status = row_end(scan, cursor->at + 1);
    scan->dangling = !status;
    return status;
}

tilepdb_status scan_line(struct scan *scan, const char *text, size_t length, size_t line) {
    struct cursor cursor = {text, length, 0};
    tilepdb_status status = TILEPDB_OK;
    if (scan->first_line == 0) scan->first_line = line;
    scan->line = line;
    scan->end_column = length + 1;
    while (!status && cursor.at < length) {
        const char c = text[cursor.at];
        const size_t separator = text_separator(text + cursor.at, length - cursor.at);
        if (separator > 0) {
            cursor.at += separator;
        } else if (c == '/' || c == ';') {
            status = read_mark(scan, &cursor);
            cursor.at++;
        } else if (c == '[' || c == '(' || c == '{') {
            status = list_begin(scan, &cursor);
            cursor.at++;
        } else if (c == ']' || c == ')' || c == '}') {
            status = list_end(scan, &cursor);
            cursor.at++;
        } else {
            status = read_cell(scan, &cursor);
        }
    }
    return status;
}

void scan_row(struct scan *scan, const struct scan_cell *cells, int width, size_t end_column) {
    if (scan->first_line == 0) scan->first_line = cells[0].line;
    if (scan->count > 0 && !scan->marked) { /* the row before was the first of several */
        scan->marked = true;
        scan->row_width = scan->in_row;
        scan->rows = 1;
    }
    memcpy(scan->cell + scan->count, cells, (size_t)width * sizeof *cells);
    scan->count += width;
    scan->in_row = width;
    scan->line = cells[0].line;
    scan->end_column = end_column;
    if (!scan->marked) return;
    scan->rows++;
    scan->in_row = 0;
}

bool scan_is_open(const struct scan *scan) {
    return scan->depth > 0 || scan->dangling;
}

bool scan_is_permutation(const struct scan_cell *cells, int count) {
    bool seen[TILEPDB_MAX_CELLS] = {false};
    for (int i = 0; i < count; i++) {
        if (cells[i].number >= (uint32_t)count || seen[cells[i].number]) return false;
        seen[cells[i].number] = true;
    }
    return true;
}

/* ---- the shape and the numbers --------------------------------------------------------------- */

/* The shape of a text in which rows are marked. */
static tilepdb_status shape_from_rows(struct scan *scan) {
    if (scan->height != 0 && scan->rows != scan->height)
        return REFUSE_END(scan, "too few numbers: there %s %d row%s, but a %dx%d board has %d",
                          scan->rows == 1 ? "is" : "are", scan->rows, plural((uint64_t)scan->rows),
                          scan->width, scan->height, scan->height);
    scan->width = scan->row_width;
    scan->height = scan->rows;
    return TILEPDB_OK;
}

/* The shape of a text without rows: the caller's, otherwise a square. */
static tilepdb_status shape_from_count(struct scan *scan) {
    if (scan->height != 0 && scan->count < scan->width * scan->height)
        return REFUSE_END(scan, "too few numbers: there %s %d, but a %dx%d board has %d",
                          scan->count == 1 ? "is" : "are", scan->count, scan->width, scan->height,
                          scan->width * scan->height);
    for (int side = TILEPDB_MIN_SIDE; scan->height == 0 && side * side <= scan->count; side++)
        if (side * side == scan->count) scan->width = scan->height = side;
    if (scan->height == 0)
        return REFUSE_END(
            scan,
            "%d %s a square board (%s): numbers are missing%s, or the rows need '/' between "
            "them, or the size must be given",
            scan->count, scan->count == 1 ? "number does not form" : "numbers do not form",
            scan->large ? "4, 9, 16 ... 400" : "4, 9, 16 or 25",
            scan->count == 8 || scan->count == 15 || scan->count == 24 ? ", as 0 for the blank"
                                                                       : "");
    return TILEPDB_OK;
}

/* What to call a tile that is missing: the first of 0 .. cells-1 that is not among the numbers.
 * There is one whenever a number is not a tile or occurs twice. */
static void missing_describe(const struct scan *scan, uint32_t cells, char text[16]) {
    bool present[TILEPDB_MAX_CELLS] = {false};
    for (uint32_t i = 0; i < cells; i++)
        if (scan->cell[i].number < cells) present[scan->cell[i].number] = true;
    unsigned missing = 0;
    while (missing < cells && present[missing]) missing++;
    snprintf(text, 16, missing == 0 ? "the blank" : "tile %u", missing);
}

static tilepdb_status refuse_range(const struct scan *scan, uint32_t cells,
                                   const struct scan_cell *cell) {
    char missing[16], shown[24];
    missing_describe(scan, cells, missing);
    snprintf(shown, sizeof shown, cell->number < NUMBER_LIMIT ? "%u" : "a number that long",
             cell->number);
    return REFUSE(scan, cell->line, cell->column,
                  "%s at %s is not a tile of a %dx%d board, whose tiles are 1 to %u; %s is "
                  "missing",
                  shown, PLACE(scan, cell->line, cell->column), scan->width, scan->height,
                  cells - 1, missing);
}

static tilepdb_status refuse_twice(const struct scan *scan, uint32_t cells,
                                   const struct scan_cell *first, const struct scan_cell *second) {
    char missing[16], name[24];
    missing_describe(scan, cells, missing);
    snprintf(name, sizeof name, second->number == 0 ? "the blank" : "tile %u", second->number);
    return REFUSE(scan, second->line, second->column, "%s is at %s and again at %s; %s is missing",
                  name, PLACE(scan, first->line, first->column),
                  PLACE(scan, second->line, second->column), missing);
}

static tilepdb_status check_numbers(const struct scan *scan, uint32_t cells) {
    const struct scan_cell *seen[TILEPDB_MAX_CELLS] = {NULL};
    for (uint32_t i = 0; i < cells; i++) {
        const struct scan_cell *cell = &scan->cell[i];
        if (cell->number >= cells) return refuse_range(scan, cells, cell);
        if (seen[cell->number]) return refuse_twice(scan, cells, seen[cell->number], cell);
        seen[cell->number] = cell;
    }
    return TILEPDB_OK;
}

/* The fewest cells of a board whose blank may be written as the last number: the first rows of
 * another board, as 1 2 3 4, have fewer. */
#define NUMBERED_CELLS 9

/* Takes the last number for the blank, if it stands for it. */
static void blank_unify(struct scan *scan, uint32_t cells) {
    uint32_t last = cells;
    bool seen[TILEPDB_MAX_CELLS + 1] = {true};
    for (uint32_t i = 0; i < cells; i++) {
        const uint32_t number = scan->cell[i].number;
        if (number > cells || seen[number]) return;
        seen[number] = true;
        if (number == cells) last = i;
    }
    if (cells >= NUMBERED_CELLS) scan->cell[last].number = 0;
}

/* What ends the text: a list that is open, or a row. */
static tilepdb_status end_check(struct scan *scan) {
    if (scan->depth > 0)
        return REFUSE_END(scan, "the bracket at %s is not closed",
                          PLACE(scan, scan->open_line, scan->open_column));
    if (scan->count == 0)
        return error_set_at(scan->error, TILEPDB_ERROR_PARSE, 0, 1,
                            "there is no number: a board is its numbers, row by row, 0 for the "
                            "blank");
    if (scan->dangling || (scan->marked && scan->in_row > 0))
        return row_end(scan, scan->end_column);
    return TILEPDB_OK;
}

tilepdb_status scan_finish(struct scan *scan, tilepdb_board *board) {
    tilepdb_error cause;
    tilepdb_status status = end_check(scan);
    if (!status) status = scan->marked ? shape_from_rows(scan) : shape_from_count(scan);
    if (status) return status;
    if (scan_size_check(scan->width, scan->height, scan->large, &cause))
        return error_set_at(scan->error, TILEPDB_ERROR_PARSE, 0, 1, "%s", cause.message);
    const uint32_t cells = (uint32_t)(scan->width * scan->height);
    blank_unify(scan, cells);
    status = check_numbers(scan, cells);
    if (status) return status;
    *board = (tilepdb_board){.width = (uint8_t)scan->width, .height = (uint8_t)scan->height};
    for (uint32_t cell = 0; cell < cells; cell++)
        board->cells[cell] = (uint16_t)scan->cell[cell].number;
    return TILEPDB_OK;
}
