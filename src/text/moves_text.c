/*
 * Moves as text: playing, writing, the way back. This unit implements tilepdb_moves_parse,
 * tilepdb_moves_format and tilepdb_moves_invert; what they promise is in tilepdb_text.h, and the
 * grammar in moves_lexer.h.
 */
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "puzzle/board.h"
#include "text/moves_lexer.h"
#include "text/moves_named.h"
#include "tilepdb_text.h"

/* ---- playing --------------------------------------------------------------------------------- */

/* Moves the tile that goes that way and returns it; 0: none can. */
static unsigned play(tilepdb_board *board, unsigned *blank, char way) {
    enum direction direction;
    const unsigned before = *blank;
    if (!direction_parse(way, &direction) || !board_move(board, blank, direction)) return 0;
    return board->cells[before];
}

/* The way that a tile goes to the blank; NUL: it is not next to it. */
static char way_of(const tilepdb_board *board, unsigned blank, unsigned tile) {
    for (unsigned d = 0; d < DIRECTIONS && tile != 0; d++) {
        unsigned cell = blank;
        if (board_step(board, &cell, (enum direction)d) && board->cells[cell] == tile)
            return direction_letter((enum direction)d);
    }
    return '\0';
}

static tilepdb_status refuse_move(const struct moves_cursor *cursor,
                                  const struct moves_token *token, const tilepdb_board *board,
                                  unsigned blank) {
    char why[120];
    if (cursor->notation == TILEPDB_NOTATION_NUMBERS)
        snprintf(why, sizeof why, "is not possible: tile %u is not next to the blank", token->tile);
    else
        snprintf(why, sizeof why,
                 "is not possible: no tile can move there, the blank is in row %u, column %u of "
                 "the board",
                 blank / board->width + 1, blank % board->width + 1);
    return moves_refuse(cursor, token, TILEPDB_REFUTED, why);
}

/* What a reading of moves fills; `board` and `moves` may be NULL. */
struct taker {
    tilepdb_board *board;
    unsigned blank;
    char *moves;
};

/* Takes a move. `cursor->count` is the number of moves that were taken. */
static tilepdb_status take(struct moves_cursor *cursor, const struct moves_token *token,
                           struct taker *taker) {
    for (size_t i = 0; i < token->times; i++) {
        char way = token->way;
        if (taker->board && cursor->notation == TILEPDB_NOTATION_NUMBERS)
            way = way_of(taker->board, taker->blank, token->tile);
        if (taker->board && (way == '\0' || play(taker->board, &taker->blank, way) == 0))
            return refuse_move(cursor, token, taker->board, taker->blank);
        if (taker->moves) taker->moves[cursor->count] = way;
        moves_took(cursor, way, 1);
    }
    return TILEPDB_OK;
}

/* The moves of a text are read twice, so that an invalid text changes nothing. `board`: where tile
 * numbers show their ways; NULL: nowhere. */
static tilepdb_status count_moves(struct moves_cursor cursor, const tilepdb_board *board,
                                  size_t *count) {
    struct moves_token token;
    tilepdb_board at;
    unsigned blank = 0;
    if (board) at = *board;
    if (board) blank = board_blank(board);
    for (;;) {
        const tilepdb_status status = moves_next(&cursor, &token);
        *count = cursor.count;
        if (status) return status;
        if (token.times == 0) return moves_end(&cursor);
        char way = token.way;
        if (board && token.tile != 0) way = way_of(&at, blank, token.tile);
        if (board && token.tile != 0 && way != '\0') play(&at, &blank, way);
        moves_took(&cursor, way, token.times);
    }
}

static tilepdb_status take_moves(struct moves_cursor *cursor, struct taker *taker) {
    struct moves_token token;
    if (taker->board) taker->blank = board_blank(taker->board);
    tilepdb_status status = moves_next(cursor, &token);
    while (!status && token.times > 0) {
        status = take(cursor, &token, taker);
        if (!status) status = moves_next(cursor, &token);
    }
    if (taker->moves) taker->moves[cursor->count] = '\0';
    return status;
}

/* Numbers where letters are expected: TILEPDB_OK if they are tiles that can move one after the
 * other, and can be nothing else. */
static tilepdb_status tiles_check(const char *text, size_t length, const tilepdb_board *board,
                                  tilepdb_error *error) {
    tilepdb_board played = *board;
    tilepdb_error cause;
    const tilepdb_status status =
        tilepdb_moves_parse(text, length, TILEPDB_NOTATION_NUMBERS, &played, NULL, 0, NULL, &cause);
    if (moves_is_count_line(text, length))
        return error_set_at(error, TILEPDB_ERROR_PARSE, 0, 1,
                            status ? "two numbers are not moves: a line of 'pdbsolve --count', "
                                     "LENGTH COUNT, has no solution"
                                   : "two numbers may be tiles, which could move here, or LENGTH "
                                     "COUNT, a line of 'pdbsolve --count': write a comma between "
                                     "tiles");
    if (!status) return status;
    return error_set_at(error, TILEPDB_ERROR_PARSE, 0, cause.column,
                        "numbers are tiles, but these cannot move one after the other: %s",
                        cause.message);
}

/* What is left to read where letters are expected. */
enum named { NAMED_LETTERS, NAMED_TILES, NAMED_CELLS };

/* Decides by what can be played whether the text names tiles or cells; `board` is not changed. */
static tilepdb_status named_choose(const char *text, size_t length, const tilepdb_board *board,
                                   enum named *named, tilepdb_error *error) {
    const bool cells = moves_are_cells(text, length), tiles = moves_are_tiles(text, length);
    *named = tiles ? NAMED_TILES : cells ? NAMED_CELLS : NAMED_LETTERS;
    if (!tiles) return TILEPDB_OK;
    if (!cells) return tiles_check(text, length, board, error);
    const tilepdb_status status = tiles_check(text, length, board, error);
    if (!status && moves_cells_possible(text, length, board))
        return error_set_at(error, TILEPDB_ERROR_PARSE, 0, 1,
                            "this may be two tiles, or the cell of one: write the tiles without "
                            "brackets, or r3c2 for row 3, column 2");
    if (status) *named = NAMED_CELLS;
    return TILEPDB_OK;
}

tilepdb_status tilepdb_moves_parse(const char *text, size_t length, tilepdb_notation notation,
                                   tilepdb_board *board, char *moves, size_t capacity,
                                   size_t *count, tilepdb_error *error) {
    struct moves_cursor cursor;
    size_t counted = 0;
    if (count) *count = 0;
    if (!board && notation == TILEPDB_NOTATION_NUMBERS)
        return error_set(error, TILEPDB_ERROR_ARGUMENT, "moves given as tile numbers need a board");
    tilepdb_status status = board ? board_check(board, error) : TILEPDB_OK;
    if (status) return status;
    enum named named = NAMED_LETTERS;
    if (board && notation < TILEPDB_NOTATION_NUMBERS)
        status = named_choose(text, length, board, &named, error);
    if (status) return status;
    if (named == NAMED_CELLS)
        return moves_cells_read(text, length, board, moves, capacity, count ? count : &counted,
                                error);
    if (named == NAMED_TILES) notation = TILEPDB_NOTATION_NUMBERS;
    status = moves_begin(&cursor, text, length, notation, error);
    if (status) return status;
    status = count_moves(cursor, board, &counted);
    if (!status && moves && counted >= capacity)
        return error_set(error, TILEPDB_ERROR_TOO_LARGE, "there is no room for %zu moves", counted);
    if (!status) {
        struct taker taker = {.board = board, .moves = moves};
        status = take_moves(&cursor, &taker);
        counted = cursor.count;
    }
    if (count) *count = counted;
    return status;
}

/* ---- writing --------------------------------------------------------------------------------- */

/* Appends a number, or nothing if there is no room. False: there is none. */
static bool append_number(char *text, size_t capacity, size_t *used, const char *format,
                          size_t number) {
    const int wanted = snprintf(text + *used, capacity - *used, format, number);
    if (wanted < 0 || (size_t)wanted >= capacity - *used) return false;
    *used += (size_t)wanted;
    return true;
}

static bool format_letters(const char *moves, bool blank, bool run_length, char *text,
                           size_t capacity, size_t *used) {
    while (*moves != '\0') {
        const char way = *moves;
        size_t run = 0;
        do {
            run++;
            moves++;
        } while (run_length && *moves == way);
        if (capacity - *used < 2) return false;
        text[(*used)++] = blank ? moves_opposite(way) : way;
        text[*used] = '\0';
        if (run > 1 && !append_number(text, capacity, used, "%zu", run)) return false;
    }
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
    if (strspn(moves, "UDLR") != strlen(moves)) return 0;
    const bool tiles = notation == TILEPDB_NOTATION_NUMBERS;
    if (tiles && !board) return 0;
    if (board && board_check(board, NULL)) return 0;
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

/* ---- the way back ---------------------------------------------------------------------------- */

static void reverse(char *text, size_t length) {
    for (size_t i = 0; i < length / 2; i++) {
        const char byte = text[i];
        text[i] = text[length - 1 - i];
        text[length - 1 - i] = byte;
    }
}

/* Numbers name tiles, and a tile returns the way it came: only their order changes. Each is written
 * backward, and then the whole. */
static tilepdb_status invert_tiles(struct moves_cursor *cursor, char *inverse, size_t capacity) {
    struct moves_token token;
    size_t used = 0;
    tilepdb_status status = moves_next(cursor, &token);
    inverse[0] = '\0';
    for (; !status && token.times > 0; status = moves_next(cursor, &token)) {
        const size_t start = used;
        if (token.tile >= TILEPDB_MAX_CELLS || token.tile == 0)
            return moves_refuse(cursor, &token, TILEPDB_ERROR_PARSE, "is not a tile of any board");
        if (!append_number(inverse, capacity, &used, "%zu", token.tile) || capacity - used < 2)
            return error_set(cursor->error, TILEPDB_ERROR_TOO_LARGE,
                             "there is no room for the moves");
        reverse(inverse + start, used - start);
        inverse[used++] = ',';
        moves_took(cursor, '\0', 1);
    }
    if (!status) status = moves_end(cursor);
    if (used > 0) used--;
    reverse(inverse, used);
    inverse[used] = '\0';
    return status;
}

/* Whether letters name the way of the tile or of the blank, the way back is the opposite. Runs are
 * shortened in place: a letter and a number take no more room than the run. */
static tilepdb_status invert_letters(struct moves_cursor *cursor, bool run_length, char *inverse,
                                     size_t capacity) {
    size_t count;
    tilepdb_status status = count_moves(*cursor, NULL, &count);
    if (!status && count >= capacity)
        status =
            error_set(cursor->error, TILEPDB_ERROR_TOO_LARGE, "there is no room for the moves");
    if (status) return status;
    take_moves(cursor, &(struct taker){.moves = inverse});
    reverse(inverse, count);
    for (size_t i = 0; i < count; i++) inverse[i] = moves_opposite(inverse[i]);
    size_t used = 0;
    for (size_t at = 0; run_length && at < count;) {
        const char way = inverse[at];
        size_t run = 0;
        while (at < count && inverse[at] == way) at++, run++;
        inverse[used++] = way;
        char digits[24];
        const int wanted = run > 1 ? snprintf(digits, sizeof digits, "%zu", run) : 0;
        memcpy(inverse + used, digits, (size_t)wanted);
        used += (size_t)wanted;
    }
    if (run_length) inverse[used] = '\0';
    return TILEPDB_OK;
}

tilepdb_status tilepdb_moves_invert(const char *text, size_t length, tilepdb_notation notation,
                                    bool run_length, char *inverse, size_t capacity, size_t *count,
                                    tilepdb_error *error) {
    struct moves_cursor cursor;
    if (count) *count = 0;
    if (capacity == 0)
        return error_set(error, TILEPDB_ERROR_TOO_LARGE, "there is no room for the moves");
    tilepdb_status status = moves_begin(&cursor, text, length, notation, error);
    if (status) return status;
    /* The letters keep their notation: what is read as the tiles' ways is written as such. */
    if (notation == TILEPDB_NOTATION_BLANK) cursor.notation = TILEPDB_NOTATION_TILE;
    status = notation == TILEPDB_NOTATION_NUMBERS
                 ? invert_tiles(&cursor, inverse, capacity)
                 : invert_letters(&cursor, run_length, inverse, capacity);
    if (count) *count = cursor.count;
    return status;
}
