/*
 * Items, and rows that are lines. See block.h.
 */
#include "text/block.h"

#include <stdint.h>
#include <string.h>

#include "base/error.h"
#include "text/characters.h"

/* ---- items ----------------------------------------------------------------------------------- */

bool gather_error(struct gather *gather, size_t line, tilepdb_item *item) {
    item->kind = TILEPDB_ITEM_ERROR;
    item->line = line;
    item->error = gather->error;
    return true;
}

bool gather_board(size_t line, tilepdb_item *item) {
    item->kind = TILEPDB_ITEM_BOARD;
    item->line = line;
    return true;
}

bool gather_scanned(struct gather *gather, tilepdb_item *item) {
    const size_t line = gather->scan.first_line;
    if (!scan_finish(&gather->scan, &item->board)) return gather_board(line, item);
    return gather_error(gather, line, item);
}

void gather_scan_begin(struct gather *gather) {
    gather->error = (tilepdb_error){.status = TILEPDB_OK};
    scan_begin(&gather->scan, gather->options.width, gather->options.height, gather->options.large,
               &gather->error);
}

/* ---- rows that are lines --------------------------------------------------------------------- */

/* How many rows a block may have, and how many one has that is not a board. */
static int most_rows(const struct gather *gather) {
    if (gather->options.height != 0) return gather->options.height;
    const int side = scan_most_side(gather->options.large);
    const int rows = scan_most_cells(gather->options.large) / gather->width;
    return rows < side ? rows : side;
}

static int usual_rows(const struct gather *gather) {
    const int most = most_rows(gather);
    if (gather->options.height != 0) return most;
    return gather->width < most ? gather->width : most;
}

/* Likewise, of boards that tables hold. */
static int table_rows(const struct gather *gather) {
    const int usual = usual_rows(gather);
    const int rows = scan_most_cells(false) / gather->width;
    return gather->options.height == 0 && rows < usual ? rows : usual;
}

bool block_takes(const struct gather *gather, int count) {
    if (gather->options.width != 0) return count == gather->options.width;
    return count >= TILEPDB_MIN_SIDE && count <= scan_most_side(gather->options.large) &&
           count != 9 && count != 16;
}

bool block_waits(const struct gather *gather) {
    return gather->stored > 0;
}

/* Whether a row cannot stand under the block. */
static bool clashes(const struct gather *gather, const struct scan_cell *row) {
    bool seen[TILEPDB_MAX_CELLS] = {false};
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

bool block_end(struct gather *gather, tilepdb_item *item) {
    const int rows = gather->rows;
    const size_t line = gather->cell[0].line;
    gather_scan_begin(gather);
    for (int row = 0; row < rows; row++)
        scan_row(&gather->scan, &gather->cell[row * gather->width], gather->width,
                 gather->end_column[row]);
    if (gather->bad_line.status == TILEPDB_OK) {
        gather_scanned(gather, item);
    } else {
        gather->error = gather->bad_line;
        gather_error(gather, line, item);
    }
    gather->stored -= rows;
    memmove(gather->cell, &gather->cell[rows * gather->width],
            (size_t)(gather->stored * gather->width) * sizeof *gather->cell);
    memmove(gather->end_column, &gather->end_column[rows],
            (size_t)gather->stored * sizeof *gather->end_column);
    gather->rows = gather->dropped = 0;
    gather->bad = gather->board = false;
    gather->bad_line.status = TILEPDB_OK;
    return true;
}

/* Whether numbers after a board belong to a larger one: they are in none of its size. */
static bool goes_on(const struct gather *gather, const struct scan_cell *cells, int count) {
    const int rows = gather->rows + gather->dropped;
    for (int i = 0; i < count; i++)
        if (cells[i].number >= (uint32_t)(rows * gather->width)) return true;
    return false;
}

/* How many of the numbers of a row the block has. */
static int count_known(const struct gather *gather, const struct scan_cell *row, int count) {
    int known = 0;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < gather->rows * gather->width; k++)
            if (gather->cell[k].number == row[i].number) {
                known++;
                break;
            }
    return known;
}

/* Whether a row belongs to a block that is as high as boards of tables are, and no board: it does
 * to a larger one, if most of it is new and the block or the row have numbers of such boards. */
static bool goes_beyond(const struct gather *gather, const struct scan_cell *row, int count) {
    bool large = goes_on(gather, row, count);
    for (int i = 0; i < gather->rows * gather->width && !large; i++)
        large = gather->cell[i].number >= (uint32_t)scan_most_cells(false);
    return large && 2 * count_known(gather, row, count) < count;
}

/* Whether a block that is no board has as many rows as it should, before this one. */
static bool is_over(const struct gather *gather, const struct scan_cell *row, int count) {
    const int rows = gather->rows + gather->dropped;
    return rows >= usual_rows(gather) ||
           (rows >= table_rows(gather) && !goes_beyond(gather, row, count));
}

static bool take_bad_row(struct gather *gather, const struct scan_cell *row, tilepdb_item *item) {
    const int usual = usual_rows(gather);
    const bool alone =
        gather->options.width == 0 && gather->width == 4 && scan_is_permutation(row, gather->width);
    const bool over = gather->board ? !goes_on(gather, row, gather->width)
                                    : is_over(gather, row, gather->width);
    if (gather->rows > 0 && (alone || over)) return block_end(gather, item);
    gather->bad = true;
    gather->board = false;
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
    gather->board = (!given || gather->rows == gather->options.height) &&
                    scan_is_permutation(gather->cell, cells);
    const bool square = gather->board && gather->rows == gather->width;
    if (square || gather->rows == most_rows(gather)) return block_end(gather, item);
    return false;
}

bool gather_more(struct gather *gather, tilepdb_item *item) {
    while (gather->rows < gather->stored)
        if (take_row(gather, item)) return true;
    return false;
}

bool block_add(struct gather *gather, tilepdb_item *item) {
    const struct scan *scan = &gather->scan;
    gather->width = scan->count;
    memcpy(&gather->cell[gather->stored * gather->width], scan->cell,
           (size_t)gather->width * sizeof *gather->cell);
    gather->end_column[gather->stored++] = scan->end_column;
    return gather_more(gather, item);
}

/* An unreadable line in the middle of a block is one of its rows. */
bool block_drops(struct gather *gather, tilepdb_item *item, bool *taken) {
    const struct scan *scan = &gather->scan;
    *taken = block_waits(gather) && (gather->board ? goes_on(gather, scan->cell, scan->count)
                                                   : !is_over(gather, scan->cell, scan->count));
    if (!*taken) return false;
    if (gather->bad_line.status == TILEPDB_OK) {
        const size_t line = gather->scan.first_line;
        gather->bad_line = gather->error;
        error_set_at(&gather->bad_line, TILEPDB_ERROR_PARSE, line, gather->error.column,
                     "in line %zu: %s", line, gather->error.message);
    }
    gather->bad = true;
    gather->board = false;
    gather->dropped++;
    return gather->rows + gather->dropped >= usual_rows(gather) ? block_end(gather, item) : false;
}

/* ---- a board in one word --------------------------------------------------------------------- */

/* The digits are 0 to 9 and A to Z. */
#define DIGITS_TEXT "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define DIGITS      36

/* The value of a character; DIGITS: it is none. */
static unsigned digit(char byte) {
    if (text_is_digit(byte)) return (unsigned)(byte - '0');
    if (byte >= 'A' && byte <= 'Z') return (unsigned)(byte - 'A') + 10;
    if (byte >= 'a' && byte <= 'z') return (unsigned)(byte - 'a') + 10;
    return byte == '_' || byte == '.' ? 0 : DIGITS;
}

/* The cells of the board that the text may be, which begins at *lead; 0: it is too short or long.
 */
static size_t word_cells(const char *text, size_t length, struct word_size *size, size_t *lead) {
    *lead = text_separators(text, length);
    length = text_trimmed(text, length);
    const size_t cells = length > *lead ? length - *lead : 0;
    const int most = size->large ? 6 : 5;
    for (int side = TILEPDB_MIN_SIDE; size->width == 0 && side <= most; side++)
        if ((size_t)(side * side) == cells) size->width = size->height = side;
    return cells == (size_t)(size->width * size->height) && cells <= DIGITS ? cells : 0;
}

bool word_board(const char *text, size_t length, struct word_size size, tilepdb_board *board) {
    size_t lead;
    const size_t cells = word_cells(text, length, &size, &lead);
    if (cells == 0) return false;
    *board = (tilepdb_board){.width = (uint8_t)size.width, .height = (uint8_t)size.height};
    uint64_t seen = 0;
    for (size_t cell = 0; cell < cells; cell++) {
        const unsigned tile = digit(text[lead + cell]);
        if (tile >= cells || seen >> tile & 1) return false;
        seen |= (uint64_t)1 << tile;
        board->cells[cell] = (uint16_t)tile;
    }
    return true;
}

bool word_explain(const char *text, size_t length, struct word_size size, tilepdb_error *error) {
    size_t lead, first[DIGITS] = {0};
    const size_t cells = word_cells(text, length, &size, &lead);
    if (cells <= 4) return false;
    size_t tiles = 0, decimal = 0;
    for (size_t cell = 0; cell < cells; cell++) {
        const unsigned value = digit(text[lead + cell]);
        if (value == DIGITS) return false;
        tiles += value < cells;
        decimal += value < 10;
    }
    /* Names of files have other letters, or few digits. */
    if (4 * tiles < 3 * cells || 4 * decimal < cells) return false;
    for (size_t column = lead + 1; column <= lead + cells; column++) {
        const char shown = text[column - 1];
        const unsigned tile = digit(shown);
        if (tile >= cells) {
            error_set_at(error, TILEPDB_ERROR_PARSE, 0, column,
                         "'%c' at column %zu is no tile of a %dx%d board in one word, whose tiles "
                         "are 1 to %c",
                         shown, column, size.width, size.height, DIGITS_TEXT[cells - 1]);
            return true;
        }
        if (first[tile] > 0) {
            error_set_at(error, TILEPDB_ERROR_PARSE, 0, column,
                         "'%c' is at column %zu and again at column %zu: a board in one word has "
                         "each of 0 to %c once",
                         shown, first[tile], column, DIGITS_TEXT[cells - 1]);
            return true;
        }
        first[tile] = column;
    }
    return false;
}
