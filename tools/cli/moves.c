#include "cli/moves.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/console.h"

const char *const cli_notation_words[] = {"tile", "blank", "numbers", NULL};

static char opposite(char move) {
    static const char ways[] = "UDLR";
    static const char back[] = "DURL";
    return back[strchr(ways, move) - ways];
}

int cli_moved_tile(const tilepdb_board *board, char move) {
    int blank = 0;
    while (board->cells[blank] != 0) blank++;
    switch (move) {
    case 'U':
        return board->cells[blank + board->width];
    case 'D':
        return board->cells[blank - board->width];
    case 'L':
        return board->cells[blank + 1];
    default:
        return board->cells[blank - 1];
    }
}

/* ---- reading --------------------------------------------------------------------------------- */

struct reader {
    const char *at, *end;
    char *moves;
    size_t count;
    tilepdb_board position; /* after the moves; kept for numbers only */
    tilepdb_error *error;
};

static tilepdb_status refuse(struct reader *reader, tilepdb_status status, const char *format, ...)
    CLI_PRINTF(3, 4);

static tilepdb_status refuse(struct reader *reader, tilepdb_status status, const char *format,
                             ...) {
    tilepdb_error *error = reader->error;
    *error = (tilepdb_error){.status = status, .column = reader->count + 1};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
    return status;
}

static bool is_separator(char byte) {
    return byte == ' ' || byte == '\t' || byte == ',';
}

static bool is_digit(const struct reader *reader) {
    return reader->at < reader->end && isdigit((unsigned char)*reader->at);
}

/* Digits, at most one more than can be meant. */
static size_t read_number(struct reader *reader) {
    size_t number = 0;
    for (; is_digit(reader); reader->at++) {
        if (number <= CLI_MOST_MOVES) number = number * 10 + (size_t)(*reader->at - '0');
    }
    return number;
}

static tilepdb_status refuse_byte(struct reader *reader, const char *expected) {
    const unsigned char byte = (unsigned char)*reader->at;
    return refuse(reader, TILEPDB_ERROR_PARSE,
                  isprint(byte) ? "move %zu, '%c', is %s" : "move %zu, '\\x%02X', is %s",
                  reader->count + 1, byte, expected);
}

static tilepdb_status read_letter(struct reader *reader, bool blank) {
    const char letter = (char)toupper((unsigned char)*reader->at);
    if (letter == '\0' || strchr("UDLR", letter) == NULL)
        return refuse_byte(reader, "none of U, D, L and R");
    reader->at++;
    const size_t times = is_digit(reader) ? read_number(reader) : 1;
    if (times == 0)
        return refuse(reader, TILEPDB_ERROR_PARSE, "move %zu, '%c', is repeated 0 times",
                      reader->count + 1, letter);
    if (times > CLI_MOST_MOVES - reader->count)
        return refuse(reader, TILEPDB_ERROR_PARSE, "there are more than %d moves", CLI_MOST_MOVES);
    memset(reader->moves + reader->count, blank ? opposite(letter) : letter, times);
    reader->count += times;
    return TILEPDB_OK;
}

/* The way that a tile goes to the blank; NUL: it is not beside it. */
static char way_of(const tilepdb_board *board, size_t tile) {
    for (const char *way = "UDLR"; *way != '\0'; way++) {
        tilepdb_board moved = *board;
        if (tilepdb_board_play(&moved, (char[]){*way, '\0'}, NULL) != TILEPDB_OK) continue;
        if ((size_t)cli_moved_tile(board, *way) == tile) return *way;
    }
    return '\0';
}

static tilepdb_status read_tile(struct reader *reader) {
    if (!is_digit(reader)) return refuse_byte(reader, "not the number of a tile");
    if (reader->count == CLI_MOST_MOVES)
        return refuse(reader, TILEPDB_ERROR_PARSE, "there are more than %d moves", CLI_MOST_MOVES);
    const size_t tile = read_number(reader);
    const char way = way_of(&reader->position, tile);
    if (way == '\0')
        return refuse(reader, TILEPDB_REFUTED,
                      "move %zu is not possible: tile %zu is not beside the blank",
                      reader->count + 1, tile);
    reader->moves[reader->count++] = way;
    return tilepdb_board_play(&reader->position, (char[]){way, '\0'}, reader->error);
}

tilepdb_status cli_moves_read(const char *text, size_t length, enum cli_notation notation,
                              const tilepdb_board *board, char **moves, tilepdb_error *error) {
    struct reader reader = {.at = text,
                            .end = text + length,
                            .moves = cli_allocated(malloc(CLI_MOST_MOVES + 1)),
                            .error = error};
    tilepdb_status status = TILEPDB_OK;
    if (notation == CLI_MOVES_NUMBERS) reader.position = *board;
    while (status == TILEPDB_OK) {
        while (reader.at < reader.end && is_separator(*reader.at)) reader.at++;
        if (reader.at == reader.end) break;
        status = notation == CLI_MOVES_NUMBERS ? read_tile(&reader)
                                               : read_letter(&reader, notation == CLI_MOVES_BLANK);
    }
    reader.moves[reader.count] = '\0';
    *moves = status == TILEPDB_OK ? cli_text("%s", reader.moves) : NULL;
    free(reader.moves);
    return status;
}

/* ---- writing --------------------------------------------------------------------------------- */

static char *write_numbers(const tilepdb_board *board, const char *moves) {
    tilepdb_board position = *board;
    size_t room = strlen(moves) * 3 + 1; /* two digits and a comma */
    char *text = cli_allocated(malloc(room));
    size_t used = 0;
    text[0] = '\0';
    for (; *moves != '\0'; moves++) {
        used += (size_t)snprintf(text + used, room - used, "%s%d", used > 0 ? "," : "",
                                 cli_moved_tile(&position, *moves));
        tilepdb_board_play(&position, (char[]){*moves, '\0'}, NULL);
    }
    return text;
}

/* In place: a letter and a number take no more room than the run. */
static void shorten_runs(char *text) {
    char *to = text;
    for (const char *at = text; *at != '\0';) {
        const char letter = *at;
        size_t run = 0;
        for (; *at == letter; at++) run++;
        char number[24];
        const int digits = snprintf(number, sizeof number, "%zu", run);
        *to++ = letter;
        if (run == 1) continue;
        memcpy(to, number, (size_t)digits);
        to += digits;
    }
    *to = '\0';
}

char *cli_moves_write(const char *moves, enum cli_notation notation, bool run_length,
                      const tilepdb_board *board) {
    return notation == CLI_MOVES_NUMBERS ? write_numbers(board, moves)
                                         : cli_moves_letters(moves, notation, run_length);
}

char *cli_moves_letters(const char *moves, enum cli_notation notation, bool run_length) {
    char *text = cli_text("%s", moves);
    for (char *at = text; *at != '\0' && notation == CLI_MOVES_BLANK; at++) *at = opposite(*at);
    if (run_length) shorten_runs(text);
    return text;
}

void cli_moves_invert(char *moves) {
    const size_t length = strlen(moves);
    for (size_t i = 0; i < length / 2; i++) {
        const char move = moves[i];
        moves[i] = moves[length - 1 - i];
        moves[length - 1 - i] = move;
    }
    for (size_t i = 0; i < length; i++) moves[i] = opposite(moves[i]);
}
