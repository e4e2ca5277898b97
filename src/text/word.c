/*
 * A board in one word. See word.h.
 */
#include "text/word.h"

#include <stdint.h>

#include "base/error.h"
#include "text/characters.h"

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
