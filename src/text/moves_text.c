/* Plays, writes and inverts moves. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "puzzle/board.h"
#include "text/link.h"
#include "text/moves_lexer.h"
#include "tilepdb_text.h"

/* `capacity` includes the final NUL. */
static struct error_code code_long(size_t capacity) {
    return (struct error_code){.code = TILEPDB_MESSAGE_TEXT_LONG,
                               .number = {capacity > 0 ? (int64_t)capacity - 1 : 0}};
}

static unsigned play(tilepdb_board *board, unsigned *blank, char way) {
    enum direction direction;
    const unsigned before = *blank;
    if (!direction_parse(way, &direction) || !board_move(board, blank, direction)) return 0;
    return board->cells[before];
}

static char way_of_tile(const tilepdb_board *board, unsigned blank, unsigned tile) {
    const unsigned cells = (unsigned)board->width * board->height;
    unsigned cell = 0;
    while (cell < cells && board->cells[cell] != tile) cell++;
    return cell < cells && tile != 0 ? moves_way_of_cell(board, blank, cell) : '\0';
}

static tilepdb_status refuse_move(const struct moves_cursor *cursor,
                                  const struct moves_token *token, const tilepdb_board *board,
                                  unsigned blank) {
    char why[120];
    const struct error_code code = {
        .code = TILEPDB_MESSAGE_MOVE_IMPOSSIBLE,
        .number = {0, blank / board->width + 1, blank % board->width + 1}};
    if (cursor->notation == TILEPDB_NOTATION_NUMBERS)
        snprintf(why, sizeof why, "is not possible: tile %u is not next to the blank", token->tile);
    else
        snprintf(why, sizeof why,
                 "is not possible: no tile can move there, the blank is in row %u, column %u of "
                 "the board",
                 blank / board->width + 1, blank % board->width + 1);
    return moves_refuse(cursor, token, TILEPDB_REFUTED, code, why);
}

/* Returns true for a number that is no tile, but whose digits are tiles: 78 on a 3x3 board. */
static bool are_joined(const struct moves_cursor *cursor, const struct moves_token *token,
                       unsigned cells) {
    for (size_t i = token->start; i < token->end; i++) {
        const unsigned digit = (unsigned)(cursor->text[i] - '0');
        if (digit == 0 || digit >= cells) return false;
    }
    return token->end - token->start > 1 && token->tile >= cells;
}

/* Returns REFUTED for an impossible move if `strict`, otherwise counts the move without playing it.
 */
static tilepdb_status move_take(struct moves_cursor *cursor, const struct moves_token *token,
                                tilepdb_board *board, unsigned *blank, bool strict, char *moves) {
    char way = token->way;
    if (board && cursor->named >= MOVES_FROM_0) {
        const unsigned cell = token->tile - (cursor->named == MOVES_FROM_1);
        if (cell == *blank && cursor->count == 0 && !cursor->begun) {
            cursor->begun = true;
            return TILEPDB_OK;
        }
        way = moves_way_of_cell(board, *blank, cell);
    } else if (board && cursor->notation == TILEPDB_NOTATION_NUMBERS) {
        if (are_joined(cursor, token, (unsigned)board->width * board->height))
            return moves_refuse(cursor, token, TILEPDB_ERROR_PARSE,
                                (struct error_code){.code = TILEPDB_MESSAGE_MOVE_UNKNOWN},
                                "is not a tile of the board: separate tiles by commas or blanks");
        way = way_of_tile(board, *blank, token->tile);
    }
    const bool played = board && way != '\0' && play(board, blank, way) != 0;
    if (board && strict && !played) return refuse_move(cursor, token, board, *blank);
    if (moves) moves[cursor->count] = way;
    moves_took(cursor, way);
    return TILEPDB_OK;
}

static tilepdb_status moves_take(struct moves_cursor *cursor, tilepdb_board *board, bool strict,
                                 char *moves) {
    struct moves_token token;
    unsigned blank = board ? board_blank(board) : 0;
    tilepdb_status status = moves_next(cursor, &token);
    while (!status && token.times > 0) {
        for (size_t i = 0; !status && i < token.times; i++)
            status = move_take(cursor, &token, board, &blank, strict, moves);
        if (!status) status = moves_next(cursor, &token);
    }
    if (moves) moves[cursor->count] = '\0';
    return status;
}

/* Checks the whole text before anything changes. Tile numbers are played on a copy of `board` to
 * find their ways. */
static tilepdb_status moves_count(struct moves_cursor cursor, const tilepdb_board *board,
                                  size_t *count) {
    tilepdb_board copy;
    const bool plays = board && cursor.notation == TILEPDB_NOTATION_NUMBERS;
    if (plays) copy = *board;
    const tilepdb_status status = moves_take(&cursor, plays ? &copy : NULL, false, NULL);
    *count = cursor.count;
    return status ? status : moves_end(&cursor);
}

tilepdb_status moves_read(struct moves_cursor *cursor, enum moves_named named, tilepdb_board *board,
                          char *moves, size_t capacity, size_t *count) {
    cursor->named = named;
    tilepdb_status status = moves_count(*cursor, board, count);
    if (!status && moves && *count >= capacity)
        status = error_set_code(cursor->error, TILEPDB_ERROR_TOO_LARGE, code_long(capacity),
                                "there is no room for %zu moves", *count);
    if (status) return status;
    status = moves_take(cursor, board, true, moves);
    *count = cursor->count;
    return status;
}

/* Reads the moves of a link, whatever the notation of other texts is. */
static tilepdb_status moves_of_link(const char *text, size_t length, tilepdb_board *board,
                                    char *moves, size_t capacity, size_t *count,
                                    tilepdb_error *error) {
    char *letters;
    tilepdb_status status = link_moves(text, length, &letters, error);
    if (!status)
        status = tilepdb_moves_parse(letters, strlen(letters), TILEPDB_NOTATION_TILE, board, moves,
                                     capacity, count, error);
    free(letters);
    return status;
}

tilepdb_status tilepdb_solution_parse(const char *text, size_t length, tilepdb_notation notation,
                                      const tilepdb_board *goal, tilepdb_board *board, char *moves,
                                      size_t capacity, size_t *count, tilepdb_error *error) {
    struct moves_cursor cursor;
    const bool numbers = notation == TILEPDB_NOTATION_NUMBERS;
    enum moves_named named = numbers ? MOVES_TILES : MOVES_LETTERS;
    size_t counted;
    if (!count) count = &counted;
    *count = 0;
    if (link_is(text, length))
        return moves_of_link(text, length, board, moves, capacity, count, error);
    if (!board && notation >= TILEPDB_NOTATION_NUMBERS)
        return error_set(error, TILEPDB_ERROR_ARGUMENT, "moves given as tiles need a board");
    tilepdb_status status = board ? board_check_alike(board, "position", error) : TILEPDB_OK;
    if (!status && board && !numbers && notation <= TILEPDB_NOTATION_NAMES)
        status = moves_named_choose(text, length, notation, goal, board, &named, error);
    if (status) return status;
    if (named == MOVES_CELLS)
        return moves_cells_read(text, length, goal, board, moves, capacity, count, error);
    if (named != MOVES_LETTERS)
        notation = TILEPDB_NOTATION_NUMBERS;
    else if (notation == TILEPDB_NOTATION_NAMES)
        notation = TILEPDB_NOTATION_TILE;
    status = moves_begin(&cursor, text, length, notation, error);
    return status ? status : moves_read(&cursor, named, board, moves, capacity, count);
}

tilepdb_status tilepdb_moves_parse(const char *text, size_t length, tilepdb_notation notation,
                                   tilepdb_board *board, char *moves, size_t capacity,
                                   size_t *count, tilepdb_error *error) {
    return tilepdb_solution_parse(text, length, notation, NULL, board, moves, capacity, count,
                                  error);
}

static bool append_number(char *text, size_t capacity, size_t *used, const char *format,
                          size_t number) {
    const int wanted = snprintf(text + *used, capacity - *used, format, number);
    if (wanted < 0 || (size_t)wanted >= capacity - *used) return false;
    *used += (size_t)wanted;
    return true;
}

/* `text` may be `moves`, since each run is read before it is written, and never gets longer. */
static bool format_letters(const char *moves, bool opposite, bool run_length, char *text,
                           size_t capacity, size_t *used) {
    while (*moves != '\0') {
        const char way = *moves;
        char digits[24] = "";
        size_t run = 0;
        do {
            run++;
            moves++;
        } while (run_length && *moves == way);
        const size_t length = run > 1 ? (size_t)snprintf(digits, sizeof digits, "%zu", run) : 0;
        if (capacity - *used < length + 2) return false;
        text[(*used)++] = opposite ? direction_letter_opposite(way) : way;
        memcpy(text + *used, digits, length);
        *used += length;
    }
    text[*used] = '\0';
    return true;
}

static bool format_tiles(const char *moves, const tilepdb_board *board, char *text, size_t capacity,
                         size_t *used) {
    tilepdb_board at = *board;
    unsigned blank = board_blank(&at);
    for (; *moves != '\0'; moves++) {
        const unsigned tile = play(&at, &blank, *moves);
        if (tile == 0) return false;
        if (!append_number(text, capacity, used, *used > 0 ? ",%zu" : "%zu", tile)) return false;
    }
    return true;
}

size_t tilepdb_moves_format(const char *moves, tilepdb_notation notation, bool run_length,
                            const tilepdb_board *board, char *text, size_t capacity) {
    size_t used = 0;
    if (capacity == 0) return 0;
    text[0] = '\0';
    if (notation > TILEPDB_NOTATION_NUMBERS || strspn(moves, "UDLR") != strlen(moves)) return 0;
    const bool tiles = notation == TILEPDB_NOTATION_NUMBERS;
    if (tiles && !board) return 0;
    if (board && board_check_alike(board, "position", NULL)) return 0;
    if (tiles ? format_tiles(moves, board, text, capacity, &used)
              : format_letters(moves, notation == TILEPDB_NOTATION_BLANK, run_length, text,
                               capacity, &used))
        return used;
    text[0] = '\0';
    return 0;
}

size_t tilepdb_moves_length(const char *moves, tilepdb_metric metric) {
    if (metric == TILEPDB_METRIC_SINGLE) return strlen(moves);
    size_t slides = 0;
    for (size_t i = 0; moves[i] != '\0'; i++) slides += i == 0 || moves[i] != moves[i - 1];
    return slides;
}

static void reverse(char *text, size_t length) {
    for (size_t i = 0; i < length / 2; i++) {
        const char byte = text[i];
        text[i] = text[length - 1 - i];
        text[length - 1 - i] = byte;
    }
}

/* The inverse has the numbers in reverse order. Each number is written backward, then the whole
 * text is reversed. */
static tilepdb_status invert_tiles(struct moves_cursor *cursor, char *inverse, size_t capacity) {
    struct moves_token token;
    size_t used = 0;
    tilepdb_status status = moves_next(cursor, &token);
    inverse[0] = '\0';
    for (; !status && token.times > 0; status = moves_next(cursor, &token)) {
        const size_t start = used;
        if (token.tile >= TILEPDB_MAX_CELLS || token.tile == 0)
            return moves_refuse(cursor, &token, TILEPDB_ERROR_PARSE,
                                (struct error_code){.code = TILEPDB_MESSAGE_MOVE_UNKNOWN},
                                "is not a tile of any board");
        if (!append_number(inverse, capacity, &used, "%zu", token.tile) || capacity - used < 2)
            return error_set_code(cursor->error, TILEPDB_ERROR_TOO_LARGE, code_long(capacity),
                                  "there is no room for the moves");
        reverse(inverse + start, used - start);
        inverse[used++] = ',';
        moves_took(cursor, '\0');
    }
    if (!status) status = moves_end(cursor);
    if (used > 0) used--;
    reverse(inverse, used);
    inverse[used] = '\0';
    return status;
}

static tilepdb_status invert_letters(struct moves_cursor *cursor, bool run_length, char *inverse,
                                     size_t capacity) {
    size_t count, used = 0;
    tilepdb_status status = moves_count(*cursor, NULL, &count);
    if (!status && count >= capacity)
        status = error_set_code(cursor->error, TILEPDB_ERROR_TOO_LARGE, code_long(capacity),
                                "there is no room for the moves");
    if (status) return status;
    moves_take(cursor, NULL, false, inverse);
    reverse(inverse, count);
    format_letters(inverse, true, run_length, inverse, capacity, &used);
    return TILEPDB_OK;
}

static tilepdb_status invert_link(const char *text, size_t length, bool run_length, char *inverse,
                                  size_t capacity, size_t *count, tilepdb_error *error) {
    char *letters;
    tilepdb_status status = link_moves(text, length, &letters, error);
    if (!status)
        status = tilepdb_moves_invert(letters, strlen(letters), TILEPDB_NOTATION_TILE, run_length,
                                      inverse, capacity, count, error);
    free(letters);
    return status;
}

tilepdb_status tilepdb_moves_invert(const char *text, size_t length, tilepdb_notation notation,
                                    bool run_length, char *inverse, size_t capacity, size_t *count,
                                    tilepdb_error *error) {
    struct moves_cursor cursor;
    if (count) *count = 0;
    if (capacity == 0)
        return error_set_code(error, TILEPDB_ERROR_TOO_LARGE, code_long(capacity),
                              "there is no room for the moves");
    if (link_is(text, length))
        return invert_link(text, length, run_length, inverse, capacity, count, error);
    tilepdb_status status = moves_begin(&cursor, text, length, notation, error);
    if (status) return status;
    /* Letters for the blank are inverted like letters for tiles. */
    if (notation == TILEPDB_NOTATION_BLANK) cursor.notation = TILEPDB_NOTATION_TILE;
    status = notation == TILEPDB_NOTATION_NUMBERS
                 ? invert_tiles(&cursor, inverse, capacity)
                 : invert_letters(&cursor, run_length, inverse, capacity);
    if (count) *count = cursor.count;
    return status;
}
