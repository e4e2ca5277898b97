/*
 * Arguments that are pieces of boards. See board_reader.h.
 */
#include "text/board_reader.h"

#include <string.h>

#include "text/characters.h"
#include "text/moves_lexer.h"

/* A byte of a number; of the other bytes of pieces, marks end a row. */
static bool is_of_number(char byte) {
    return text_is_digit(byte) || byte == '.' || byte == '_';
}

static bool is_mark(char byte) {
    return byte == '/' || byte == ';';
}

enum piece board_reader_piece(struct board_reader *reader, const char *text, size_t length) {
    tilepdb_item item;
    int numbers = 0;
    if (reader->depth > 0) return PIECE_NONE;
    if (moves_is_single(text, length)) return PIECE_MOVE;
    for (size_t i = 0; i < length; i++) {
        if (!is_of_number(text[i]) && !is_mark(text[i]) && text[i] != ',') return PIECE_NONE;
        numbers += is_of_number(text[i]) && (i == 0 || !is_of_number(text[i - 1]));
    }
    const bool piece = length > 0 && numbers < 4 && !line_whole(reader, text, length, 1, &item);
    return piece ? PIECE_NUMBERS : PIECE_NONE;
}

/* The bytes of the first board of joined numbers: of so many cells; or if that is 0, to the end of
 * a row as long as the first that no mark follows. */
static size_t joined_bytes(const char *text, size_t length, int cells) {
    int numbers = 0, width = 0, in_row = 0;
    bool marked = false;
    for (size_t i = 0; i < length; i++) {
        if (is_mark(text[i])) {
            if (!marked) width = in_row;
            marked = true;
            in_row = 0;
        }
        if (!is_of_number(text[i]) || (i > 0 && is_of_number(text[i - 1]))) continue;
        if (cells > 0 ? numbers == cells : marked && in_row == width) return i;
        numbers++;
        in_row++;
    }
    return length;
}

/* Whether all of a text is boards of this size. */
static bool are_boards(struct board_reader *reader, const char *text, size_t length, int side) {
    struct reading_rules rules = board_reader_rules(reader);
    struct reading_board board;
    rules.width = rules.height = side;
    for (size_t at = 0; at < length;) {
        const size_t bytes = joined_bytes(text + at, length - at, side * side);
        lexer_scan(&reader->tokens, text + at, bytes, 1);
        if (readings_find(&reader->readings, &reader->tokens, &rules, false, NULL) ||
            !readings_next(&reader->readings, &board))
            return false;
        at += bytes;
    }
    return true;
}

int board_reader_joined(struct board_reader *reader, const char *text, size_t length) {
    static const int sides[] = {4, 3, 5, 2};
    const int given = reader->options.width * reader->options.height;
    for (size_t i = 0; given == 0 && i < sizeof sides / sizeof *sides; i++)
        if (are_boards(reader, text, length, sides[i])) return sides[i] * sides[i];
    return memchr(text, '/', length) || memchr(text, ';', length) ? 0 : given;
}

bool board_reader_pieces(struct board_reader *reader, const char *text, size_t length, int cells,
                         size_t line, tilepdb_item *item, size_t *taken) {
    bool again;
    *taken = text_is_move(text, length) ? length : joined_bytes(text, length, cells);
    return line_board(reader, text, text_trimmed(text, *taken), line, item, &again) ||
           board_reader_end(reader, item);
}
