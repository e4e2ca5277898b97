/*
 * Boards as text: the reader and the writer. See notation.h.
 *
 * The reader has two halves. The scan goes through the text once and knows characters and rows; it
 * keeps the numbers with their columns. What the numbers mean is decided when the shape is known.
 */
#include "puzzle/notation.h"

#include <stdio.h>

#include "base/error.h"
#include "puzzle/board.h"
#include "puzzle/geometry.h"

/* Numbers are read up to this value; all larger ones are no tile anyway. */
#define NUMBER_LIMIT 1000000

struct scan {
    const char *text;
    size_t length;
    size_t at;
    int width;  /* of a row: given by the caller or found in the first row; 0 while unknown */
    int height; /* given by the caller; 0 if not */
    int count;  /* of numbers */
    int rows;   /* that have ended */
    int in_row; /* numbers in the row that is being read */
    bool slashes;
    unsigned number[TILEPDB_MAX_CELLS];
    size_t column[TILEPDB_MAX_CELLS];
    tilepdb_error *error;
};

/* ---- characters ------------------------------------------------------------------------------ */

static bool is_separator(char c) {
    return c == ' ' || c == '\t' || c == ',';
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static bool ends_number(const struct scan *scan) {
    return scan->at == scan->length || is_separator(scan->text[scan->at]) ||
           scan->text[scan->at] == '/';
}

/* Refuses the character at scan->at. All bytes of what may be one UTF-8 character are shown. */
static tilepdb_status refuse_character(const struct scan *scan, const char *why) {
    char shown[20];
    size_t used = 0;
    const unsigned char *bytes = (const unsigned char *)scan->text + scan->at;
    size_t left = scan->length - scan->at;
    if (bytes[0] >= ' ' && bytes[0] <= '~') {
        snprintf(shown, sizeof shown, "%c", bytes[0]);
    } else {
        size_t i = 0;
        do {
            used += (size_t)snprintf(shown + used, sizeof shown - used, "\\x%02X", bytes[i++]);
        } while (bytes[0] >= 0xC0 && i < 4 && i < left && (bytes[i] & 0xC0) == 0x80);
    }
    return error_set_at(scan->error, TILEPDB_ERROR_PARSE, 0, scan->at + 1,
                        bytes[0] == '\0' ? "unreadable character '%s', a NUL byte, at column %zu%s"
                                         : "unreadable character '%s' at column %zu%s",
                        shown, scan->at + 1, why);
}

/* ---- the scan: numbers and rows -------------------------------------------------------------- */

/* Reads a number, or a letter for the blank, and moves behind it. */
static tilepdb_status scan_number(struct scan *scan, unsigned *number) {
    char first = scan->text[scan->at];
    *number = 0;
    if (first == '_' || first == '.') {
        scan->at++;
    } else if (is_digit(first)) {
        for (; scan->at < scan->length && is_digit(scan->text[scan->at]); scan->at++) {
            *number = *number * 10 + (unsigned)(scan->text[scan->at] - '0');
            if (*number > NUMBER_LIMIT) *number = NUMBER_LIMIT;
        }
    } else {
        return refuse_character(scan, ": expected a number, or '0', '_' or '.' for the blank");
    }
    if (!ends_number(scan)) return refuse_character(scan, ": numbers are separated by blanks");
    return TILEPDB_OK;
}

/* Reads the number at scan->at and keeps it, or refuses the one that is too many. */
static tilepdb_status scan_cell(struct scan *scan) {
    size_t column = scan->at + 1;
    unsigned number;
    tilepdb_status status = scan_number(scan, &number);
    if (status != TILEPDB_OK) return status;
    if (scan->slashes && scan->width != 0 && scan->in_row == scan->width) {
        return error_set_at(scan->error, TILEPDB_ERROR_PARSE, 0, column,
                            "too many numbers: row %d goes on at column %zu, but rows have %d",
                            scan->rows + 1, column, scan->width);
    }
    if (scan->height != 0 && scan->count == scan->width * scan->height) {
        return error_set_at(scan->error, TILEPDB_ERROR_PARSE, 0, column,
                            "too many numbers: a %dx%d board has %d, and another follows at column "
                            "%zu",
                            scan->width, scan->height, scan->count, column);
    }
    if (scan->count == TILEPDB_MAX_CELLS) {
        return error_set_at(scan->error, TILEPDB_ERROR_PARSE, 0, column,
                            "too many numbers: a board has at most %d, and another follows at "
                            "column %zu",
                            TILEPDB_MAX_CELLS, column);
    }
    scan->number[scan->count] = number;
    scan->column[scan->count] = column;
    scan->count++;
    scan->in_row++;
    return TILEPDB_OK;
}

/* Ends a row at scan->at, a '/' or the end of the text. */
static tilepdb_status scan_row_end(struct scan *scan) {
    size_t column = scan->at + 1;
    if (scan->in_row == 0) {
        return error_set_at(scan->error, TILEPDB_ERROR_PARSE, 0, column,
                            "row %d, which ends at column %zu, is empty: '/' stands between rows "
                            "only",
                            scan->rows + 1, column);
    }
    if (scan->width == 0) scan->width = scan->in_row;
    if (scan->in_row != scan->width) {
        return error_set_at(scan->error, TILEPDB_ERROR_PARSE, 0,
                            scan->in_row < scan->width ? column : scan->column[scan->width],
                            "row %d has %d numbers, but rows have %d", scan->rows + 1, scan->in_row,
                            scan->width);
    }
    scan->rows++;
    scan->in_row = 0;
    return TILEPDB_OK;
}

static tilepdb_status scan_text(struct scan *scan) {
    tilepdb_status status = TILEPDB_OK;
    while (status == TILEPDB_OK && scan->at < scan->length) {
        char c = scan->text[scan->at];
        if (is_separator(c)) {
            scan->at++;
        } else if (c == '/') {
            scan->slashes = true;
            status = scan_row_end(scan);
            scan->at++;
        } else {
            status = scan_cell(scan);
        }
    }
    if (status != TILEPDB_OK) return status;
    if (scan->count == 0) {
        return error_set_at(scan->error, TILEPDB_ERROR_PARSE, 0, 1,
                            "there is no number: a board is its numbers, row by row, 0 for the "
                            "blank");
    }
    return scan->slashes ? scan_row_end(scan) : TILEPDB_OK;
}

/* ---- the shape and the numbers --------------------------------------------------------------- */

/* The shape of a text in which rows are marked. */
static tilepdb_status shape_from_rows(struct scan *scan) {
    if (scan->height != 0 && scan->rows != scan->height) {
        return error_set_at(scan->error, TILEPDB_ERROR_PARSE, 0, scan->length + 1,
                            "too few numbers: there are %d rows, but a %dx%d board has %d",
                            scan->rows, scan->width, scan->height, scan->height);
    }
    scan->height = scan->rows;
    return TILEPDB_OK;
}

/* The shape of a text without rows: the caller's, else a square. */
static tilepdb_status shape_from_count(struct scan *scan) {
    if (scan->height != 0 && scan->count < scan->width * scan->height) {
        return error_set_at(scan->error, TILEPDB_ERROR_PARSE, 0, scan->length + 1,
                            "too few numbers: there are %d, but a %dx%d board has %d", scan->count,
                            scan->width, scan->height, scan->width * scan->height);
    }
    for (int side = TILEPDB_MIN_SIDE; scan->height == 0 && side * side <= scan->count; side++) {
        if (side * side == scan->count) scan->width = scan->height = side;
    }
    if (scan->height == 0) {
        return error_set_at(scan->error, TILEPDB_ERROR_PARSE, 0, scan->length + 1,
                            "%d %s no square board (4, 9, 16 or 25): numbers are missing, or the "
                            "rows need '/' between them, or the size must be given",
                            scan->count, scan->count == 1 ? "number is" : "numbers are");
    }
    return TILEPDB_OK;
}

/* What to call a tile that is missing: the first of 0 .. cells-1 that is not among the numbers.
 * There is one whenever a number is no tile or stands twice. */
static void missing_describe(const struct scan *scan, unsigned cells, char text[16]) {
    uint32_t present = 0;
    for (unsigned i = 0; i < cells; i++) {
        if (scan->number[i] < cells) present |= UINT32_C(1) << scan->number[i];
    }
    unsigned missing = 0;
    while (present >> missing & 1) missing++;
    if (missing == 0) {
        snprintf(text, 16, "the blank");
    } else {
        snprintf(text, 16, "tile %u", missing);
    }
}

static tilepdb_status refuse_range(const struct scan *scan, unsigned cells, unsigned i) {
    char missing[16];
    char shown[24];
    missing_describe(scan, cells, missing);
    snprintf(shown, sizeof shown, scan->number[i] < NUMBER_LIMIT ? "%u" : "a number that long",
             scan->number[i]);
    return error_set_at(scan->error, TILEPDB_ERROR_PARSE, 0, scan->column[i],
                        "%s at column %zu is no tile of a %dx%d board, whose tiles are 1 to %u; %s "
                        "is missing",
                        shown, scan->column[i], scan->width, scan->height, cells - 1, missing);
}

static tilepdb_status refuse_twice(const struct scan *scan, unsigned cells, unsigned first,
                                   unsigned second) {
    char missing[16];
    char name[16];
    missing_describe(scan, cells, missing);
    unsigned tile = scan->number[second];
    snprintf(name, sizeof name, tile == 0 ? "the blank" : "tile %u", tile);
    return error_set_at(scan->error, TILEPDB_ERROR_PARSE, 0, scan->column[second],
                        "%s stands at column %zu and again at column %zu; %s is missing", name,
                        scan->column[first], scan->column[second], missing);
}

static tilepdb_status check_numbers(const struct scan *scan, unsigned cells) {
    for (unsigned i = 0; i < cells; i++) {
        if (scan->number[i] >= cells) return refuse_range(scan, cells, i);
        for (unsigned earlier = 0; earlier < i; earlier++) {
            if (scan->number[earlier] == scan->number[i]) {
                return refuse_twice(scan, cells, earlier, i);
            }
        }
    }
    return TILEPDB_OK;
}

/* ---- the public functions -------------------------------------------------------------------- */

static size_t without_line_end(const char *text, size_t length) {
    if (length > 0 && text[length - 1] == '\n') length--;
    if (length > 0 && text[length - 1] == '\r') length--;
    return length;
}

/* Whether the size that the text led to is one; in a text that is an error of the text. */
static tilepdb_status shape_check(const struct scan *scan, struct geometry *geometry) {
    tilepdb_error cause;
    if (geometry_init(geometry, scan->width, scan->height, &cause) == TILEPDB_OK) return TILEPDB_OK;
    return error_set_at(scan->error, TILEPDB_ERROR_PARSE, 0, 1, "%s", cause.message);
}

tilepdb_status tilepdb_board_parse(const char *text, size_t length, int width, int height,
                                   tilepdb_board *board, tilepdb_error *error) {
    struct geometry geometry;
    tilepdb_status status = TILEPDB_OK;
    if (width != 0 || height != 0) status = geometry_init(&geometry, width, height, error);
    if (status != TILEPDB_OK) return status;

    struct scan scan = {
        .text = text,
        .length = without_line_end(text, length),
        .width = width,
        .height = height,
        .error = error,
    };
    status = scan_text(&scan);
    if (status == TILEPDB_OK) {
        status = scan.slashes ? shape_from_rows(&scan) : shape_from_count(&scan);
    }
    if (status == TILEPDB_OK) status = shape_check(&scan, &geometry);
    if (status == TILEPDB_OK) status = check_numbers(&scan, geometry.cells);
    if (status != TILEPDB_OK) return status;

    *board = (tilepdb_board){.width = geometry.width, .height = geometry.height};
    for (unsigned cell = 0; cell < geometry.cells; cell++) {
        board->cells[cell] = (uint8_t)scan.number[cell];
    }
    return TILEPDB_OK;
}

size_t tilepdb_board_format(const tilepdb_board *board, bool rows, char text[TILEPDB_BOARD_TEXT]) {
    text[0] = '\0';
    if (board_check(board, NULL) != TILEPDB_OK) return 0;
    size_t used = 0;
    unsigned cells = (unsigned)board->width * board->height;
    for (unsigned cell = 0; cell < cells; cell++) {
        const char *before = cell == 0 ? "" : rows && cell % board->width == 0 ? " / " : " ";
        used += (size_t)snprintf(text + used, TILEPDB_BOARD_TEXT - used, "%s%u", before,
                                 (unsigned)board->cells[cell]);
    }
    return used;
}
