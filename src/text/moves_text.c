/* Reads, writes and inverts moves (moves_lexer.h, tilepdb_text.h). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/message_text.h"
#include "puzzle/board.h"
#include "puzzle/geometry.h"
#include "text/characters.h"
#include "text/link.h"
#include "text/moves_lexer.h"
#include "tilepdb_text.h"

/* What names a move: a direction, the number of the tile, row and column of its cell, a letter as
 * number of the tile, or the cell of the blank, counted row by row from 0 or from 1. */
enum moves_named {
    MOVES_LETTERS,
    MOVES_TILES,
    MOVES_CELLS,
    MOVES_NAMES,
    MOVES_FROM_0,
    MOVES_FROM_1
};

struct moves_cursor {
    const char *text;
    size_t length, at;
    tilepdb_notation notation;
    enum moves_named named;
    size_t count;
    uint64_t hash; /* FNV-1a, of the moves so far */
    bool begun;    /* the blank's own cell was skipped */
    size_t slides; /* so far */
    char way;      /* of the last move; NUL if none or unknown */
    bool blind;    /* some way is unknown, so `slides` is meaningless */
    bool has_length;
    size_t length_at, answer_length; /* offset and value of the length in an answer */
    bool quoted;                     /* within a quotation by apostrophes */
    bool quotes, primes;             /* an apostrophe was a quote; was a prime */
    bool letters, arrows;            /* a move was a letter; was a horizontal arrow */
    tilepdb_error *error;
};

struct moves_token {
    size_t start, end;
    size_t times;  /* repetitions; 0 at the end of the text */
    char way;      /* of the tile; NUL in the notation of tile numbers */
    unsigned tile; /* number of the tile that moves, in the notation of tile numbers */
};

#define MOST TILEPDB_MAX_TYPED_MOVES

#define REFUSE(error, code, ...) error_set_code(error, TILEPDB_ERROR_PARSE, code, __VA_ARGS__)

/* ---- answers --------------------------------------------------------------------------------- */

static bool is_word(const char *text, size_t length, const char *word) {
    return length == strlen(word) && memcmp(text, word, length) == 0;
}

/* Returns OK if the text may be moves; UNSOLVABLE, LIMIT or ERROR_PARSE if it is the answer
 * `unsolvable`, `>=N` or `error` of a search. */
static tilepdb_status moves_check_answer(const char *text, size_t length, tilepdb_error *error) {
    const size_t lead = text_separators(text, length);
    const char *at = text + lead;
    const size_t left = text_trimmed(at, length - lead);
    char shown[17];
    struct error_code code = {
        .code = TILEPDB_MESSAGE_TEXT_ANSWER, .text = shown, .column = lead + 1};
    snprintf(shown, sizeof shown, "%.*s", (int)(left < 16 ? left : 16), at);
    if (is_word(at, left, "unsolvable")) {
        code.number[0] = TILEPDB_ANSWER_UNSOLVABLE;
        return error_set_code(error, TILEPDB_UNSOLVABLE, code,
                              "'unsolvable' is an answer of a search without a solution");
    }
    if (is_word(at, left, "error")) {
        code.number[0] = TILEPDB_ANSWER_ERROR;
        return REFUSE(error, code, "'error' is the answer for a line that could not be read");
    }
    if (left <= 2 || !text_begins(at, left, ">=") || 2 + text_digits(at + 2, left - 2) != left)
        return TILEPDB_OK;
    code.number[0] = TILEPDB_ANSWER_LIMIT;
    return error_set_code(
        error, TILEPDB_LIMIT, code,
        "'%s' is an answer of a search without a solution: a limit was reached first", shown);
}

/* The offset of the length in an answer. `*marked` is set if "<=" stands before the length. */
static size_t answer_mark(const char *text, size_t length, bool *marked) {
    const size_t lead = text_separators(text, length);
    *marked = text_begins(text + lead, length - lead, "<=") &&
              text_digits(text + lead + 2, length - lead - 2) > 0;
    return *marked ? lead + 2 : lead;
}

/* The offset of the moves in an answer LENGTH MOVES, by letters or arrows, or behind "<=" also by
 * numbers; 0 for other texts. */
static size_t moves_answer_length(const char *text, size_t length) {
    bool marked;
    const size_t lead = answer_mark(text, length, &marked);
    const size_t end = lead + text_digits(text + lead, length - lead);
    const size_t at = end + text_separators(text + end, length - end);
    const bool moves =
        text_is_move(text + at, length - at) || (marked && at < length && text_is_digit(text[at]));
    return end > lead && at > end && moves ? at : 0;
}

/* ---- lists ----------------------------------------------------------------------------------- */

static size_t clock_time(const char *text, size_t length) {
    size_t at = text_digits(text, length), marks = 0;
    while (at > 0 && at < length && (text[at] == '.' || text[at] == ':')) {
        const size_t digits = text_digits(text + at + 1, length - at - 1);
        if (digits == 0) return 0;
        at += 1 + digits;
        marks++;
    }
    return marks > 0 ? at : 0;
}

static size_t list_time(const char *text, size_t length) {
    const size_t failed = text_begins(text, length, "DNF");
    const bool open = failed < length && text[failed] == '(';
    size_t at = failed + open;
    const size_t digits = clock_time(text + at, length - at);
    if (digits == 0) return open ? 0 : failed;
    if (failed > 0 && !open) return 0;
    at += digits;
    if (at < length && text[at] == '+') at++;
    if (!open) return at;
    return at < length && text[at] == ')' ? at + 1 : 0;
}

/* The offset of the moves in a line such as "1) 45.32 D2 R"; 0 for other lines. */
static size_t list_place(const char *text, size_t length) {
    const size_t lead = text_separators(text, length);
    size_t at = lead;
    const size_t end = at + text_digits(text + at, length - at);
    if (end > at && end < length && (text[end] == '.' || text[end] == ')')) {
        const size_t blanks = text_separators(text + end + 1, length - end - 1);
        if (blanks > 0) at = end + 1 + blanks;
    }
    const size_t time = list_time(text + at, length - at);
    if (time > 0) {
        const size_t blanks = text_separators(text + at + time, length - at - time);
        if (blanks == 0) return 0;
        at += time + blanks;
    }
    return at > lead && text_is_move(text + at, length - at) ? at : 0;
}

/* The length of `form`, whose 'd' are digits, at the start of a text, or 0. */
static size_t form_bytes(const char *text, size_t length, const char *form) {
    size_t at = 0;
    while (form[at] != '\0' && at < length &&
           (form[at] == 'd' ? text_is_digit(text[at]) : text[at] == form[at]))
        at++;
    return form[at] == '\0' ? at : 0;
}

static size_t list_date(const char *text, size_t length) {
    size_t at = text_begins(text, length, "@");
    if (at > 0) at += text_separators(text + at, length - at);
    const size_t date = form_bytes(text + at, length - at, "dddd-dd-dd");
    if (at == 0 || date == 0) return 0;
    at += date;
    const size_t time = form_bytes(text + at, length - at, " dd:dd:dd");
    at += time > 0 ? time : form_bytes(text + at, length - at, "Tdd:dd:dd");
    at += text_separators(text + at, length - at);
    return at == length || text[at] == '\r' || text[at] == '\n' ? at : 0;
}

/* ---- beginnings ------------------------------------------------------------------------------ */

/* An apostrophe may be a prime and does not count. */
static size_t moves_quote(const char *text, size_t length) {
    static const char *const quotes[] = {"\"", "`", "\xE2\x80\x9C", "\xE2\x80\x9D"};
    size_t bytes = 0;
    for (size_t i = 0; i < sizeof quotes / sizeof *quotes && bytes == 0; i++)
        bytes = text_begins(text, length, quotes[i]);
    return bytes;
}

/* Moves by letter or arrow, also within quotes, brackets or a list. */
static bool moves_begins(const char *text, size_t length) {
    size_t at = 0, step = 0;
    do {
        at += step;
        const bool mark = at < length && text[at] != '\0' && strchr("'[({", text[at]);
        step = text_separators(text + at, length - at) + moves_quote(text + at, length - at);
        if (step == 0 && mark) step = 1;
    } while (step > 0);
    return text_is_move(text + at, length - at) || list_place(text, length) > 0;
}

static size_t way_bytes(const char *text, size_t length, char *way) {
    static const char *const words[] = {"UP", "DOWN", "LEFT", "RIGHT"};
    const size_t arrow = text_arrow(text, length, way);
    if (arrow > 0 || length == 0 || text[0] == '\0') return arrow;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const size_t end = strlen(words[i]);
        if (length < end || !text_same(text, words[i], end) ||
            (end < length && text_is_letter(text[end])))
            continue;
        *way = words[i][0];
        return end;
    }
    if (!strchr("UDLRudlr", text[0])) return 0;
    *way = (char)(text[0] & ~0x20);
    return 1;
}

bool moves_is_single(const char *text, size_t length) {
    char way;
    if (!text_is_move(text, length)) return false;
    for (size_t i = way_bytes(text, length, &way); i < length; i++)
        if (!text_is_digit(text[i]) && text[i] != '\'' && (unsigned char)text[i] < 0x80)
            return false;
    return true;
}

/* ---- tokens ---------------------------------------------------------------------------------- */

/* `code` may lack the text, the column and the first number, which is the number of the move. */
static tilepdb_status moves_refuse(const struct moves_cursor *cursor,
                                   const struct moves_token *token, tilepdb_status status,
                                   struct error_code code, const char *why) {
    const size_t length = token->end - token->start;
    const bool fits = length <= 16;
    char shown[20];
    snprintf(shown, sizeof shown, "%.*s%s", (int)(fits ? length : 12), cursor->text + token->start,
             fits ? "" : "...");
    code.number[0] = (int64_t)cursor->count + 1;
    code.text = shown;
    code.column = token->start + 1;
    return error_set_code(cursor->error, status, code, "move %zu, '%s' at column %zu, %s",
                          cursor->count + 1, shown, token->start + 1, why);
}

static tilepdb_status refuse_character(const struct moves_cursor *cursor, tilepdb_message kind,
                                       const char *why) {
    char shown[CHARACTER_SHOWN];
    character_show(cursor->text + cursor->at, cursor->length - cursor->at, shown);
    struct error_code code = {.code = kind, .column = cursor->at + 1};
    if (kind == TILEPDB_MESSAGE_MOVE_UNKNOWN) {
        code.number[0] = (int64_t)cursor->count + 1;
        code.text = shown;
    }
    return REFUSE(cursor->error, code, "move %zu, '%s' at column %zu, %s", cursor->count + 1, shown,
                  cursor->at + 1, why);
}

static const char *rest(const struct moves_cursor *cursor, size_t *left) {
    *left = cursor->length - cursor->at;
    return cursor->text + cursor->at;
}

/* Numbers above MOST are read as MOST + 1. */
static size_t read_number(struct moves_cursor *cursor) {
    uint32_t number;
    cursor->at +=
        text_number(cursor->text + cursor->at, cursor->length - cursor->at, MOST + 1, &number);
    return number;
}

static tilepdb_status refuse_apostrophe(const struct moves_cursor *cursor) {
    return refuse_character(cursor, TILEPDB_MESSAGE_TEXT_AMBIGUOUS,
                            "may be a quote, or turn the move before it round: write the moves "
                            "without quotes");
}

/* Inside a quotation, an apostrophe is the closing quote and not a prime. */
static tilepdb_status read_prime(struct moves_cursor *cursor, bool *back) {
    static const char *const primes[] = {"'", "\xE2\x80\x99", "\xE2\x80\xB2"};
    size_t left;
    const char *at = rest(cursor, &left);
    for (size_t i = 0; i < sizeof primes / sizeof *primes; i++) {
        const size_t length = text_begins(at, left, primes[i]);
        if (length == 0) continue;
        if (i == 0 && cursor->quoted) break;
        if (i == 0 && cursor->quotes) return refuse_apostrophe(cursor);
        cursor->primes = cursor->primes || i == 0;
        cursor->at += length;
        *back = true;
        break;
    }
    return TILEPDB_OK;
}

static tilepdb_status read_way(struct moves_cursor *cursor, char *way) {
    size_t left;
    char arrow;
    const char *at = rest(cursor, &left);
    size_t length = way_bytes(at, left, way);
    if (length == 0)
        return refuse_character(cursor, TILEPDB_MESSAGE_MOVE_UNKNOWN,
                                "is not U, D, L, R or an arrow");
    const bool is_arrow = text_arrow(at, left, &arrow) > 0;
    /* Behind a letter, words are letters: RUPD is R, U and a typing error. */
    if (!is_arrow && cursor->at > 0 && text_is_letter(at[-1])) length = 1;
    const bool is_mark = is_arrow && (arrow == 'L' || arrow == 'R');
    if (is_mark ? cursor->letters : !is_arrow && cursor->arrows)
        return refuse_character(cursor, TILEPDB_MESSAGE_TEXT_AMBIGUOUS,
                                "stands where letters and arrows are mixed: arrows may be moves, "
                                "or marks between moves; write only one of them");
    cursor->letters = cursor->letters || !is_arrow;
    cursor->arrows = cursor->arrows || is_mark;
    cursor->at += length;
    if (cursor->notation == TILEPDB_NOTATION_BLANK) *way = direction_letter_opposite(*way);
    return TILEPDB_OK;
}

static bool digit_follows(const struct moves_cursor *cursor) {
    return cursor->at < cursor->length && text_is_digit(cursor->text[cursor->at]);
}

static tilepdb_status read_letter(struct moves_cursor *cursor, struct moves_token *token) {
    bool back = false;
    tilepdb_status status = read_way(cursor, &token->way);
    if (!status) status = read_prime(cursor, &back);
    if (status) return status;
    token->times = digit_follows(cursor) ? read_number(cursor) : 1;
    if (!back) status = read_prime(cursor, &back);
    if (back) token->way = direction_letter_opposite(token->way);
    return status;
}

static tilepdb_status read_tile(struct moves_cursor *cursor, struct moves_token *token) {
    size_t left;
    token->times = 1;
    if (cursor->named == MOVES_NAMES && text_is_letter(*rest(cursor, &left))) {
        token->tile = (unsigned)(cursor->text[cursor->at++] | 0x20) - 'a' + 1;
        return TILEPDB_OK;
    }
    if (!digit_follows(cursor))
        return refuse_character(cursor, TILEPDB_MESSAGE_MOVE_UNKNOWN,
                                "is not the number of a tile");
    token->tile = (unsigned)read_number(cursor);
    const char *at = rest(cursor, &left);
    if (left > 0 && text_separator(at, left) == 0 && moves_quote(at, left) == 0 && *at != '\r' &&
        *at != '\n' && *at != '\'')
        return refuse_character(cursor, TILEPDB_MESSAGE_MOVE_UNKNOWN,
                                "is not the number of a tile");
    return TILEPDB_OK;
}

static tilepdb_status read_apostrophe(struct moves_cursor *cursor) {
    size_t left;
    if (cursor->primes) return refuse_apostrophe(cursor);
    cursor->quoted = !cursor->quoted;
    cursor->quotes = true;
    cursor->at++;
    const char *at = rest(cursor, &left);
    if (!cursor->quoted && left > 0 && text_separator(at, left) == 0 && *at != '\r' && *at != '\n')
        return refuse_apostrophe(cursor);
    return TILEPDB_OK;
}

static tilepdb_status skip_between(struct moves_cursor *cursor) {
    const bool letters = cursor->notation != TILEPDB_NOTATION_NUMBERS;
    for (;;) {
        size_t left;
        const char *at = rest(cursor, &left);
        size_t step = text_separators(at, left);
        if (step == 0) step = moves_quote(at, left);
        if (step == 0 && left > 0 && (*at == '\r' || *at == '\n'))
            step = 1 + (letters ? list_place(at + 1, left - 1) : 0);
        if (step == 0 && letters) step = list_date(at, left);
        if (step == 0 && left > 0 && *at == '\'') {
            const tilepdb_status status = read_apostrophe(cursor);
            if (status) return status;
        } else if (step == 0) {
            if (left > 0 || !cursor->quoted) return TILEPDB_OK;
            const struct error_code code = {.code = TILEPDB_MESSAGE_TEXT_AMBIGUOUS,
                                            .column = cursor->at + 1};
            return REFUSE(cursor->error, code,
                          "an apostrophe may be a quote, which is not closed: write the moves "
                          "without quotes");
        }
        cursor->at += step;
    }
}

/* token->times is 0 at the end. Returns ERROR_PARSE for text that is not a move, or for more than
 * TILEPDB_MAX_TYPED_MOVES moves. */
static tilepdb_status moves_next(struct moves_cursor *cursor, struct moves_token *token) {
    *token = (struct moves_token){0};
    tilepdb_status status = skip_between(cursor);
    if (status || cursor->at == cursor->length) return status;
    token->start = cursor->at;
    status = cursor->notation == TILEPDB_NOTATION_NUMBERS ? read_tile(cursor, token)
                                                          : read_letter(cursor, token);
    if (status) return status;
    token->end = cursor->at;
    if (token->times == 0)
        return moves_refuse(cursor, token, TILEPDB_ERROR_PARSE,
                            (struct error_code){.code = TILEPDB_MESSAGE_MOVE_UNKNOWN},
                            "is repeated 0 times");
    const struct error_code many = {
        .code = TILEPDB_MESSAGE_TEXT_LONG, .number = {MOST}, .column = token->start + 1};
    if (token->times > MOST - cursor->count)
        return REFUSE(cursor->error, many, "move %zu at column %zu: there are more than %d moves",
                      cursor->count + 1, token->start + 1, MOST);
    return TILEPDB_OK;
}

/* `way` is NUL if unknown. */
static void moves_took(struct moves_cursor *cursor, char way) {
    if (way != cursor->way) cursor->slides++;
    if (way == '\0') cursor->blind = true;
    cursor->way = way;
    cursor->hash = (cursor->hash ^ (unsigned char)way) * 0x100000001B3; /* FNV-1a */
    cursor->count++;
}

/* ---- lengths --------------------------------------------------------------------------------- */

/* Returns ERROR_PARSE if the length of an answer is neither the number of moves nor the number of
 * slides. If ways are unknown, accepts any positive length up to the number of moves. */
static tilepdb_status moves_end(const struct moves_cursor *cursor) {
    const size_t length = cursor->answer_length;
    const bool is_slides =
        cursor->blind ? length > 0 && length < cursor->count : length == cursor->slides;
    if (!cursor->has_length || length == cursor->count || is_slides) return TILEPDB_OK;
    const char *digits = cursor->text + cursor->length_at;
    const size_t shown = text_digits(digits, cursor->length - cursor->length_at);
    const struct error_code code = {.code = TILEPDB_MESSAGE_TEXT_LENGTH,
                                    .number = {(int64_t)length, (int64_t)cursor->count},
                                    .column = cursor->length_at + 1};
    return REFUSE(cursor->error, code, "the line gives the length %.*s, but has %zu move%s",
                  (int)(shown < 12 ? shown : 12), digits, cursor->count, plural(cursor->count));
}

static size_t tiles_of_word(const char *text, size_t length) {
    size_t tiles = 1;
    for (size_t i = 0; i < length; i++) {
        if (!text_is_digit(text[i]) && text[i] != ',') return 0;
        tiles += text[i] == ',';
    }
    return length > 0 ? tiles : 0;
}

/* One line end: length and moves may be on two lines. */
static size_t blanks_and_line_end(const char *text, size_t length) {
    size_t at = text_separators(text, length);
    if (at + 1 < length && text[at] == '\r' && text[at + 1] == '\n') at++;
    if (at < length && (text[at] == '\r' || text[at] == '\n')) at++;
    return at + text_separators(text + at, length - at);
}

static tilepdb_status refuse_length(const struct moves_cursor *cursor, const char *text,
                                    size_t digits, size_t column) {
    char shown[13];
    snprintf(shown, sizeof shown, "%.*s", (int)(digits < 12 ? digits : 12), text);
    const struct error_code code = {.code = TILEPDB_MESSAGE_TEXT_ANSWER,
                                    .number = {TILEPDB_ANSWER_LENGTH},
                                    .text = shown,
                                    .column = column};
    return REFUSE(cursor->error, code, "'%s' at column %zu is a length without moves", shown,
                  column);
}

static tilepdb_status skip_length(struct moves_cursor *cursor) {
    const char *text = cursor->text;
    const size_t length = text_trimmed(text, cursor->length);
    bool marked;
    const size_t lead = answer_mark(text, length, &marked);
    const size_t digits = text_digits(text + lead, length - lead), end = lead + digits;
    if (digits == 0) return TILEPDB_OK;
    struct moves_cursor ahead = *cursor;
    ahead.at = lead;
    const size_t number = read_number(&ahead);
    const size_t blanks = blanks_and_line_end(text + end, length - end);
    const char *behind = text + end + blanks;
    const size_t left = length - end - blanks;
    bool answer;
    if (left == 0 && number == 0) { /* a solved board */
        cursor->at = cursor->length;
        return TILEPDB_OK;
    }
    if (cursor->notation == TILEPDB_NOTATION_NUMBERS) {
        answer = blanks > 0 && text[end] != ',' &&
                 (marked || (number > 0 && tiles_of_word(behind, left) >= number));
    } else {
        answer = blanks > 0 && text_is_move(behind, left);
        if (left == 0) return refuse_length(cursor, text + lead, digits, lead + 1);
        if (blanks > 0 && text_digits(behind, left) == left)
            return REFUSE(
                cursor->error,
                ((struct error_code){.code = TILEPDB_MESSAGE_TEXT_COUNT, .column = lead + 1}),
                "two numbers are not moves: they may be a length and a number of solutions");
    }
    if (!answer) return TILEPDB_OK;
    cursor->has_length = true;
    cursor->length_at = lead;
    cursor->answer_length = number;
    cursor->at = end + blanks;
    return TILEPDB_OK;
}

static bool skip_brackets(struct moves_cursor *cursor) {
    static const char open[] = "[({", close[] = "])}";
    const size_t length = text_trimmed(cursor->text, cursor->length);
    const size_t lead = text_separators(cursor->text, length);
    const char *bracket =
        lead < length && cursor->text[lead] != '\0' ? strchr(open, cursor->text[lead]) : NULL;
    if (!bracket || length - lead < 2 || cursor->text[length - 1] != close[bracket - open])
        return false;
    cursor->at = lead + 1;
    cursor->length = length - 1;
    return true;
}

/* Starts a text in directions or numbers of tiles, and skips a length or a place. Returns the
 * statuses of tilepdb_moves_parse. */
static tilepdb_status moves_begin(struct moves_cursor *cursor, const char *text, size_t length,
                                  tilepdb_notation notation, tilepdb_error *error) {
    *cursor =
        (struct moves_cursor){.text = text, .length = length, .notation = notation, .error = error};
    if (notation > TILEPDB_NOTATION_NUMBERS)
        return error_set(error, TILEPDB_ERROR_ARGUMENT, "unknown notation %d", (int)notation);
    const tilepdb_status status = moves_check_answer(text, length, error);
    if (status || skip_brackets(cursor)) return status;
    if (notation != TILEPDB_NOTATION_NUMBERS) cursor->at = list_place(text, length);
    return cursor->at > 0 ? TILEPDB_OK : skip_length(cursor);
}

/* ---- playing --------------------------------------------------------------------------------- */

/* The way of the tile on `cell` to the blank; NUL if they are not neighbours. */
static char moves_way_of_cell(const tilepdb_board *board, unsigned blank, unsigned cell) {
    for (unsigned d = 0; d < DIRECTIONS; d++) {
        unsigned beside = blank;
        if (board_step(board, &beside, (enum direction)d) && beside == cell)
            return direction_letter((enum direction)d);
    }
    return '\0';
}

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

/* Tiles without a separator, such as 78 on a 3x3 board. */
static bool are_joined(const struct moves_cursor *cursor, const struct moves_token *token,
                       unsigned cells) {
    for (size_t i = token->start; i < token->end; i++) {
        const unsigned digit = (unsigned)(cursor->text[i] - '0');
        if (digit == 0 || digit >= cells) return false;
    }
    return token->end - token->start > 1 && token->tile >= cells;
}

static tilepdb_status refuse_capacity(size_t capacity, tilepdb_error *error) {
    return error_set_code(error, TILEPDB_ERROR_TOO_LARGE, code_long(capacity),
                          "there is no room for the moves");
}

/* Returns REFUTED for an impossible move if `strict`, otherwise counts the move without playing
 * it. */
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

/* Checks the whole text before anything changes. */
static tilepdb_status moves_count(struct moves_cursor cursor, const tilepdb_board *board,
                                  size_t *count) {
    tilepdb_board copy;
    const bool plays = board && cursor.notation == TILEPDB_NOTATION_NUMBERS;
    if (plays) copy = *board;
    const tilepdb_status status = moves_take(&cursor, plays ? &copy : NULL, false, NULL);
    *count = cursor.count;
    return status ? status : moves_end(&cursor);
}

/* `named` is not MOVES_CELLS. Returns the statuses of tilepdb_moves_parse. */
static tilepdb_status moves_read(struct moves_cursor *cursor, enum moves_named named,
                                 tilepdb_board *board, char *moves, size_t capacity,
                                 size_t *count) {
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

/* ---- named tiles and cells ------------------------------------------------------------------- */

static size_t between(const char *text, size_t length) {
    size_t at = 0, step = 0;
    do {
        at += step;
        step = text_separators(text + at, length - at) + moves_quote(text + at, length - at);
        if (step == 0 && at < length && text_is_one_of(text[at], "'\r\n")) step = 1;
    } while (step > 0);
    return at;
}

/* Returns the number of tiles; 0 if anything but numbers and, unless `names` is 0, the first
 * `names` letters is in the text. */
static size_t tiles_count(const char *text, size_t length, unsigned names) {
    size_t tiles = 0, at = between(text, length);
    const bool open = at < length && text_is_one_of(text[at], "[({");
    for (at += open; at < length; at += between(text + at, length - at)) {
        if (open && text_is_one_of(text[at], "])}")) {
            at++;
            return at + between(text + at, length - at) == length ? tiles : 0;
        }
        const size_t bytes =
            names == 0 ? text_digits(text + at, length - at)
                       : text_is_letter(text[at]) && (unsigned)(text[at] | 0x20) - 'a' < names;
        if (bytes == 0) return 0;
        tiles++;
        at += bytes;
    }
    return open ? 0 : tiles;
}

static const struct error_code ambiguous = {.code = TILEPDB_MESSAGE_TEXT_AMBIGUOUS, .column = 1};

/* Two numbers may be a length and a number of solutions. */
static bool is_count_line(const char *text, size_t length) {
    const size_t end = text_trimmed(text, length);
    size_t at = 0, numbers = 0;
    for (; at < end; numbers++) {
        while (at < end && (text[at] == ' ' || text[at] == '\t')) at++;
        const size_t digits = text_digits(text + at, end - at);
        if (digits == 0) return false;
        at += digits;
    }
    return numbers == 2;
}

struct pair {
    uint32_t first, second;
    bool labelled; /* the form r3c2, so `first` is the row */
};

static bool number_read(const char *text, size_t length, size_t *at, uint32_t *number) {
    const size_t digits = text_number(text + *at, length - *at, TILEPDB_MAX_SIDE + 2, number);
    *at += digits;
    return digits > 0;
}

static bool label_read(const char *text, size_t length, size_t *at, struct pair *pair) {
    pair->labelled = true;
    if (*at == length || !text_is_one_of(text[(*at)++], "rR")) return false;
    if (!number_read(text, length, at, &pair->first)) return false;
    if (*at == length || !text_is_one_of(text[(*at)++], "cC")) return false;
    return number_read(text, length, at, &pair->second);
}

static bool bracket_read(const char *text, size_t length, size_t *at, struct pair *pair) {
    static const char open[] = "[({", close[] = "])}";
    pair->labelled = false;
    if (*at == length || !text_is_one_of(text[*at], open)) return false;
    const char closes = close[strchr(open, text[(*at)++]) - open];
    *at += text_separators(text + *at, length - *at);
    if (!number_read(text, length, at, &pair->first)) return false;
    const size_t blanks = text_separators(text + *at, length - *at);
    *at += blanks;
    if (blanks == 0 || !number_read(text, length, at, &pair->second)) return false;
    *at += text_separators(text + *at, length - *at);
    return *at < length && text[(*at)++] == closes;
}

static void outer_skip(const char *text, size_t *at, size_t *length) {
    *length = text_trimmed(text, *length);
    *at = between(text, *length);
    const size_t inner = *at < *length ? *at + 1 + between(text + *at + 1, *length - *at - 1) : 0;
    if (inner == 0 || inner >= *length || !text_is_one_of(text[*at], "[({") ||
        !text_is_one_of(text[inner], "[({rR") || !text_is_one_of(text[*length - 1], "])}"))
        return;
    *at = inner;
    (*length)--;
}

static bool pair_read(const char *text, size_t length, size_t *at, struct pair *pair) {
    *at += between(text + *at, length - *at);
    if (*at == length) return false;
    size_t ahead = *at;
    const bool read = text_is_one_of(text[*at], "rR") ? label_read(text, length, &ahead, pair)
                                                      : bracket_read(text, length, &ahead, pair);
    if (read) *at = ahead;
    return read;
}

/* Returns true even for one pair in brackets, which may be two tiles. */
static bool are_cells(const char *text, size_t length) {
    struct pair pair;
    size_t at, pairs = 0;
    outer_skip(text, &at, &length);
    while (pair_read(text, length, &at, &pair)) pairs++;
    return pairs > 0 && at == length;
}

/* `base` is the number of the first row and column. */
struct cell_order {
    bool column_first;
    unsigned base;
};

static const struct cell_order cell_orders[] = {{false, 1}, {false, 0}, {true, 1}, {true, 0}};

#define ORDERS (sizeof cell_orders / sizeof *cell_orders)

/* Writes the moves that fit. Returns the number of moves; 0 if a move is impossible. */
static size_t pairs_play(const char *text, size_t length, const struct cell_order *order,
                         tilepdb_board *board, char *moves, size_t capacity) {
    struct pair pair;
    size_t at, count = 0;
    unsigned blank = board_blank(board);
    outer_skip(text, &at, &length);
    for (bool first = true; pair_read(text, length, &at, &pair); first = false) {
        if (pair.labelled && order->column_first) return 0;
        const unsigned row = (order->column_first ? pair.second : pair.first) - order->base;
        const unsigned column = (order->column_first ? pair.first : pair.second) - order->base;
        enum direction direction;
        if (row >= board->height || column >= board->width) return 0;
        if (first && row * board->width + column == blank) continue;
        const char way = moves_way_of_cell(board, blank, row * board->width + column);
        if (!direction_parse(way, &direction) || !board_move(board, &blank, direction)) return 0;
        if (moves && count + 1 < capacity) moves[count] = way;
        count++;
    }
    if (moves && capacity > 0) moves[count < capacity ? count : capacity - 1] = '\0';
    return count;
}

#define SHOWN_MOVES 9

static tilepdb_status refuse_two(const char *text, size_t length, const tilepdb_board *board,
                                 const size_t chosen[2], tilepdb_error *error) {
    char names[2][48], moves[2][SHOWN_MOVES];
    for (size_t i = 0; i < 2; i++) {
        const struct cell_order *order = &cell_orders[chosen[i]];
        tilepdb_board played = *board;
        pairs_play(text, length, order, &played, moves[i], sizeof moves[i]);
        snprintf(names[i], sizeof names[i], "%s from %u",
                 order->column_first ? "column and row" : "row and column", order->base);
    }
    return error_set_code(error, TILEPDB_ERROR_PARSE, ambiguous,
                          "these cells may be %s, moves %s, or %s, moves %s: write r3c2 for row 3, "
                          "column 2, or letters",
                          names[0], moves[0], names[1], moves[1]);
}

/* Finds up to two orders that lead to the goal; if none does, up to two that can be played. Returns
 * how many; `*count` is the number of moves of the last. */
static size_t orders_find(const char *text, size_t length, const tilepdb_board *goal,
                          const tilepdb_board *board, size_t chosen[2], size_t *count) {
    size_t possible = 0;
    bool reached = false;
    *count = 0;
    for (size_t i = 0; i < ORDERS; i++) {
        tilepdb_board played = *board;
        const size_t moved = pairs_play(text, length, &cell_orders[i], &played, NULL, 0);
        const bool reaches = goal && tilepdb_goal_reached(goal, &played);
        if (moved == 0 || reaches < reached) continue;
        if (reaches > reached) possible = 0;
        reached = reaches;
        if (possible < 2) chosen[possible++] = i;
        *count = moved;
    }
    return possible;
}

/* Plays cells on `board` and writes the ways of the tiles, with a NUL, to `moves`, which may be
 * NULL. A cell is row and column or column and row, counted from 0 or 1; the first cell may be the
 * blank's own. Returns ERROR_PARSE unless one reading is the only possible one, or the only one
 * that leads to `goal`, which may be NULL; ERROR_TOO_LARGE if `capacity` is too small, or for over
 * TILEPDB_MAX_TYPED_MOVES moves. Errors leave the board unchanged. */
static tilepdb_status moves_cells_read(const char *text, size_t length, const tilepdb_board *goal,
                                       tilepdb_board *board, char *moves, size_t capacity,
                                       size_t *count, tilepdb_error *error) {
    size_t chosen[2], counted;
    const size_t possible = orders_find(text, length, goal, board, chosen, &counted);
    *count = 0;
    if (possible == 0)
        return error_set_at(error, TILEPDB_ERROR_PARSE, 0, 1,
                            "these cells cannot be the tiles that move, one after the other, by "
                            "rows and columns or columns and rows, from 0 or from 1");
    if (possible == 2) return refuse_two(text, length, board, chosen, error);
    if (counted > TILEPDB_MAX_TYPED_MOVES || (moves && counted >= capacity))
        return error_set(error, TILEPDB_ERROR_TOO_LARGE, "there is no room for %zu moves", counted);
    *count = pairs_play(text, length, &cell_orders[chosen[0]], board, moves, capacity);
    return TILEPDB_OK;
}

/* Returns OK if the numbers can only be tiles that move one after the other. */
static tilepdb_status tiles_check(const char *text, size_t length, const tilepdb_board *board,
                                  tilepdb_error *error) {
    tilepdb_board played = *board;
    tilepdb_error cause;
    const tilepdb_status status =
        tilepdb_moves_parse(text, length, TILEPDB_NOTATION_NUMBERS, &played, NULL, 0, NULL, &cause);
    if (is_count_line(text, length))
        return error_set_code(
            error, TILEPDB_ERROR_PARSE,
            (struct error_code){.code = TILEPDB_MESSAGE_TEXT_COUNT, .column = 1},
            status ? "two numbers are not moves: they may be a length and a number of solutions"
                   : "two numbers may be tiles, which could move here, or a length and a number of "
                     "solutions: write a comma between tiles");
    if (!status) return status;
    return error_set_from(error, TILEPDB_ERROR_PARSE, &cause,
                          "numbers are tiles, but these cannot move one after the other: %s",
                          cause.message);
}

/* Chooses a way that leads to the goal, or if none does, one other than cells of the blank that can
 * be played. Returns ERROR_PARSE, without `*error`, if two such ways give different moves, unless
 * the first is MOVES_TILES, the usual meaning of numbers. Returns REFUTED, with the error of the
 * last failed way, if no way can be chosen. */
static tilepdb_status ways_choose(const char *text, size_t length, const enum moves_named *ways,
                                  size_t count, const tilepdb_board *goal,
                                  const tilepdb_board *board, enum moves_named *named,
                                  tilepdb_error *error) {
    bool found = false, reached = false, two = false;
    uint64_t hash = 0;
    for (size_t i = 0; i < count; i++) {
        struct moves_cursor cursor;
        tilepdb_board played = *board;
        size_t moves;
        const tilepdb_notation notation =
            ways[i] == MOVES_LETTERS ? TILEPDB_NOTATION_TILE : TILEPDB_NOTATION_NUMBERS;
        if (moves_begin(&cursor, text, length, notation, error) ||
            moves_read(&cursor, ways[i], &played, NULL, 0, &moves))
            continue;
        const bool reaches = goal && tilepdb_goal_reached(goal, &played);
        if (reaches < reached || (!reaches && ways[i] >= MOVES_FROM_0)) continue;
        const bool better = !found || reaches > reached;
        two = !better && *named != MOVES_TILES && (two || cursor.hash != hash);
        if (!better) continue;
        found = true;
        reached = reaches;
        hash = cursor.hash;
        *named = ways[i];
    }
    return two ? TILEPDB_ERROR_PARSE : found ? TILEPDB_OK : TILEPDB_REFUTED;
}

static tilepdb_status names_choose(const char *text, size_t length, const tilepdb_board *goal,
                                   const tilepdb_board *board, enum moves_named *named,
                                   tilepdb_error *error) {
    static const enum moves_named ways[] = {MOVES_LETTERS, MOVES_NAMES};
    tilepdb_error cause;
    const tilepdb_status status = ways_choose(text, length, ways, 2, goal, board, named, &cause);
    if (!status) return TILEPDB_OK;
    if (status == TILEPDB_ERROR_PARSE)
        return error_set_code(error, TILEPDB_ERROR_PARSE, ambiguous,
                              "these letters can be played as directions and as names of tiles: "
                              "write directions as arrows, or the cells of the tiles as r3c2");
    *named = MOVES_LETTERS;
    if (!tilepdb_moves_parse(text, length, TILEPDB_NOTATION_TILE, NULL, NULL, 0, NULL, NULL))
        return TILEPDB_OK;
    return error_set_from(error, TILEPDB_ERROR_PARSE, &cause,
                          "letters are names of tiles, but these cannot move one after the other: "
                          "%s",
                          cause.message);
}

static tilepdb_status numbers_choose(const char *text, size_t length, const tilepdb_board *goal,
                                     const tilepdb_board *board, enum moves_named *named,
                                     tilepdb_error *error) {
    static const enum moves_named ways[] = {MOVES_TILES, MOVES_FROM_0, MOVES_FROM_1};
    const tilepdb_status status = tiles_check(text, length, board, error);
    if (!goal || is_count_line(text, length)) return status;
    const tilepdb_status chosen = ways_choose(text, length, ways, 3, goal, board, named, NULL);
    if (chosen == TILEPDB_ERROR_PARSE)
        return error_set_code(error, TILEPDB_ERROR_PARSE, ambiguous,
                              "these numbers lead to the goal as cells from 0 and from 1: write a "
                              "cell as r3c2 for row 3, column 2, or write letters");
    return chosen ? status : TILEPDB_OK;
}

/* Sets `*named` to the way to name moves that can be played on `board`, and reaches `goal` unless
 * this is NULL. Returns ERROR_PARSE for numbers or names that are impossible or ambiguous. */
static tilepdb_status moves_named_choose(const char *text, size_t length, tilepdb_notation notation,
                                         const tilepdb_board *goal, const tilepdb_board *board,
                                         enum moves_named *named, tilepdb_error *error) {
    const bool cells = are_cells(text, length), tiles = tiles_count(text, length, 0) >= 2;
    const unsigned names = (unsigned)board->width * board->height - 1;
    size_t chosen[2], count;
    if (notation == TILEPDB_NOTATION_NAMES && tiles_count(text, length, names) > 0 &&
        !moves_check_answer(text, length, NULL))
        return names_choose(text, length, goal, board, named, error);
    *named = tiles ? MOVES_TILES : cells ? MOVES_CELLS : MOVES_LETTERS;
    if (!tiles) return TILEPDB_OK;
    if (!cells) return numbers_choose(text, length, goal, board, named, error);
    const tilepdb_status status = tiles_check(text, length, board, error);
    if (!status && orders_find(text, length, goal, board, chosen, &count) > 0)
        return error_set_code(
            error, TILEPDB_ERROR_PARSE, ambiguous,
            "this may be two tiles or one cell: write tiles without brackets, or a "
            "cell as r3c2 for row 3, column 2");
    if (status) *named = MOVES_CELLS;
    return TILEPDB_OK;
}

/* ---- reading --------------------------------------------------------------------------------- */

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

/* ---- moves where a board is expected --------------------------------------------------------- */

static void scramble_begin(const tilepdb_reader_options *options, tilepdb_board *board) {
    const int width = options->width != 0 ? options->width : 4;
    const int height = options->height != 0 ? options->height : 4;
    const tilepdb_board *goal = options->goal;
    if (goal && (options->width == 0 || (goal->width == width && goal->height == height)))
        *board = *goal;
    else
        tilepdb_goal(width, height, options->blank_first ? 0 : width * height - 1, board, NULL);
}

bool text_is_moves(const char *text, size_t length) {
    return moves_begins(text, length) &&
           tilepdb_moves_parse(text, length, TILEPDB_NOTATION_TILE, NULL, NULL, 0, NULL, NULL) ==
               TILEPDB_OK;
}

bool answer_explain(const char *text, size_t length, tilepdb_error *error) {
    tilepdb_error cause;
    const size_t answer = moves_answer_length(text, length);
    if (answer > 0 && (*text == '<' || text_is_moves(text + answer, length - answer))) {
        error_set_code(error, TILEPDB_ERROR_PARSE,
                       (struct error_code){.code = TILEPDB_MESSAGE_TEXT_ANSWER,
                                           .number = {TILEPDB_ANSWER_SOLUTION},
                                           .column = 1},
                       "this is an answer of a search, a length and a solution, not a board");
        return true;
    }
    if (!moves_check_answer(text, length, &cause)) return false;
    error_set_from(error, TILEPDB_ERROR_PARSE, &cause, "not a board: %s", cause.message);
    return true;
}

static tilepdb_notation scramble_notation(const tilepdb_reader_options *options) {
    return options->notation == TILEPDB_NOTATION_BLANK ? TILEPDB_NOTATION_BLANK
                                                       : TILEPDB_NOTATION_TILE;
}

static tilepdb_status scramble_refuse(const tilepdb_reader_options *options, const char *text,
                                      size_t length, const tilepdb_error *cause,
                                      tilepdb_error *error) {
    const bool blank = scramble_notation(options) == TILEPDB_NOTATION_BLANK;
    const tilepdb_notation other = blank ? TILEPDB_NOTATION_TILE : TILEPDB_NOTATION_BLANK;
    tilepdb_board board;
    scramble_begin(options, &board);
    if (tilepdb_moves_parse(text, length, other, &board, NULL, 0, NULL, NULL)) {
        return error_set_from(error, TILEPDB_ERROR_PARSE, cause,
                              "this scramble cannot be played: %s", cause->message);
    }
    const struct error_code code = {.code = TILEPDB_MESSAGE_TEXT_NOTATION,
                                    .number = {cause->number[0], other},
                                    .text = cause->text,
                                    .column = cause->column};
    return error_set_code(error, TILEPDB_ERROR_PARSE, code,
                          "this scramble cannot be played: %s; as moves of %s it can be played",
                          cause->message, blank ? "tiles" : "the blank");
}

tilepdb_status scramble_read(const tilepdb_reader_options *options, const char *text, size_t length,
                             tilepdb_board *board, tilepdb_error *error) {
    tilepdb_error cause;
    scramble_begin(options, board);
    const tilepdb_status status =
        tilepdb_moves_parse(text, length, scramble_notation(options), board, NULL, 0, NULL, &cause);
    if (!status) return status;
    if (answer_explain(text, length, error)) return TILEPDB_ERROR_PARSE;
    if (status == TILEPDB_REFUTED) return scramble_refuse(options, text, length, &cause, error);
    return error_set_from(error, TILEPDB_ERROR_PARSE, &cause, "this scramble cannot be read: %s",
                          cause.message);
}

/* ---- writing and inverting ------------------------------------------------------------------- */

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

/* Each number is written backward, then the whole text is reversed. */
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
            return refuse_capacity(capacity, cursor->error);
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
    if (!status && count >= capacity) status = refuse_capacity(capacity, cursor->error);
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
    if (capacity == 0) return refuse_capacity(capacity, error);
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
