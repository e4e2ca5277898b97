/*
 * A board in one word. See word.h.
 */
#include "puzzle/word.h"

#include "puzzle/text.h"

/* As many characters are digits. */
#define MOST_CELLS 36

/* The value of a character; MOST_CELLS: it is no digit. */
static unsigned digit(char byte) {
    if (text_is_digit(byte)) return (unsigned)(byte - '0');
    if (byte >= 'A' && byte <= 'Z') return (unsigned)(byte - 'A') + 10;
    if (byte >= 'a' && byte <= 'z') return (unsigned)(byte - 'a') + 10;
    return byte == '_' || byte == '.' ? 0 : MOST_CELLS;
}

bool word_board(const char *text, size_t length, int width, int height, tilepdb_board *board) {
    const size_t lead = text_separators(text, length);
    length = text_trimmed(text, length);
    const size_t cells = length > lead ? length - lead : 0;
    for (int side = TILEPDB_MIN_SIDE; width == 0 && side <= 5; side++)
        if ((size_t)(side * side) == cells) width = height = side;
    if (width == 0 || cells != (size_t)(width * height) || cells > MOST_CELLS) return false;
    *board = (tilepdb_board){.width = (uint8_t)width, .height = (uint8_t)height};
    uint64_t seen = 0;
    for (size_t cell = 0; cell < cells; cell++) {
        const unsigned tile = digit(text[lead + cell]);
        if (tile >= cells || seen >> tile & 1) return false;
        seen |= (uint64_t)1 << tile;
        board->cells[cell] = (uint16_t)tile;
    }
    return true;
}
