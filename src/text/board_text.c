/*
 * A text with one board, and a board as text. This unit implements tilepdb_board_parse and
 * tilepdb_board_format; what they promise is in tilepdb.h, and which lines make a board is decided
 * in gather.h.
 */
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "puzzle/board.h"
#include "text/gather.h"
#include "tilepdb_text.h"

/* The bytes of the next line, and in *end those with its line end. */
static size_t next_line(const char *text, size_t length, size_t *end) {
    size_t line = 0;
    while (line < length && text[line] != '\n' && text[line] != '\r') line++;
    *end = line < length ? line + 1 : line;
    if (line + 1 < length && text[line] == '\r' && text[line + 1] == '\n') (*end)++;
    return line;
}

/* The items of a text. Returns how many there are, 2 for more; `first` is the first of them. */
static int text_items(struct gather *gather, const char *text, size_t length, tilepdb_item *first,
                      size_t *second_line) {
    tilepdb_item other;
    tilepdb_item *item = first;
    int count = 0;
    size_t end, line = 1;
    for (size_t at = 0; at < length && count < 2; at += end, line++) {
        const size_t bytes = next_line(text + at, length - at, &end);
        bool again = true;
        while (again && count < 2) {
            again = false;
            while (count < 2 && gather_more(gather, item)) count++, item = &other;
            if (count < 2 && gather_line(gather, text + at, bytes, line, item, &again))
                count++, item = &other;
        }
    }
    while (count < 2 && gather_end(gather, item)) count++, item = &other;
    *second_line = count == 2 ? other.line : 0;
    return count;
}

tilepdb_status tilepdb_board_parse(const char *text, size_t length, int width, int height,
                                   tilepdb_board *board, tilepdb_error *error) {
    const tilepdb_reader_options options = {.width = width, .height = height};
    tilepdb_item item;
    struct gather gather;
    size_t second_line;
    const tilepdb_status status = gather_init(&gather, &options, error);
    if (status) return status;
    if (length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) text += 3, length -= 3;
    const int count = text_items(&gather, text, length, &item, &second_line);
    if (count == 0)
        return error_set_at(error, TILEPDB_ERROR_PARSE, 0, 1,
                            "there is no number: a board is its numbers, row by row, 0 for the "
                            "blank");
    if (item.kind == TILEPDB_ITEM_ERROR) {
        if (error) *error = item.error;
        return item.error.status;
    }
    if (count > 1)
        return error_set_at(error, TILEPDB_ERROR_PARSE, second_line, 1,
                            "the board is complete, but line %zu continues", second_line);
    *board = item.board;
    return TILEPDB_OK;
}

size_t tilepdb_board_format(const tilepdb_board *board, bool rows, char text[TILEPDB_BOARD_TEXT]) {
    text[0] = '\0';
    if (board_check(board, NULL)) return 0;
    size_t used = 0;
    unsigned cells = (unsigned)board->width * board->height;
    for (unsigned cell = 0; cell < cells; cell++) {
        const char *before = cell == 0 ? "" : rows && cell % board->width == 0 ? " / " : " ";
        used += (size_t)snprintf(text + used, TILEPDB_BOARD_TEXT - used, "%s%u", before,
                                 (unsigned)board->cells[cell]);
    }
    return used;
}
