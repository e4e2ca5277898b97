/*
 * Moves one after the other. See moves_lexer.h.
 */
#include "text/moves_lexer.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "puzzle/geometry.h"
#include "text/characters.h"

#define MOST TILEPDB_MAX_TYPED_MOVES

/* Room for a move as it was typed. */
#define TYPED_TEXT                 24
#define REFUSE(error, column, ...) error_set_at(error, TILEPDB_ERROR_PARSE, 0, column, __VA_ARGS__)

char moves_opposite(char way) {
    enum direction direction = BLANK_UP;
    direction_parse(way, &direction);
    return direction_letter(direction_opposite(direction));
}

/* ---- tokens ---------------------------------------------------------------------------------- */

static const char *typed(const struct moves_cursor *cursor, const struct moves_token *token,
                         char text[TYPED_TEXT]) {
    const size_t length = token->end - token->start;
    const bool fits = length <= 16;
    snprintf(text, TYPED_TEXT, "%.*s%s", (int)(fits ? length : 12), cursor->text + token->start,
             fits ? "" : "...");
    return text;
}

tilepdb_status moves_refuse(const struct moves_cursor *cursor, const struct moves_token *token,
                            tilepdb_status status, const char *why) {
    char text[TYPED_TEXT];
    return error_set_at(cursor->error, status, 0, token->start + 1,
                        "move %zu, '%s' at column %zu, %s", cursor->count + 1,
                        typed(cursor, token, text), token->start + 1, why);
}

static tilepdb_status refuse_character(const struct moves_cursor *cursor, const char *why) {
    char shown[TEXT_SHOWN];
    text_show(cursor->text + cursor->at, cursor->length - cursor->at, shown);
    return REFUSE(cursor->error, cursor->at + 1, "move %zu, '%s' at column %zu, %s",
                  cursor->count + 1, shown, cursor->at + 1, why);
}

static const char *rest(const struct moves_cursor *cursor, size_t *left) {
    *left = cursor->length - cursor->at;
    return cursor->text + cursor->at;
}

/* Digits; what is beyond any meaning is one more than the most moves. */
static size_t read_number(struct moves_cursor *cursor) {
    size_t number = 0;
    for (; cursor->at < cursor->length && text_is_digit(cursor->text[cursor->at]); cursor->at++)
        if (number <= MOST) number = number * 10 + (size_t)(cursor->text[cursor->at] - '0');
    return number <= MOST ? number : MOST + 1;
}

static tilepdb_status refuse_apostrophe(const struct moves_cursor *cursor) {
    return refuse_character(cursor, "may be a quote, or turn the move before it round: write the "
                                    "moves without quotes");
}

/* Reads a prime, if there is one. An apostrophe inside a quotation ends it, and is none. */
static tilepdb_status read_prime(struct moves_cursor *cursor, bool *back) {
    static const char *const primes[] = {"'", "\xE2\x80\x99", "\xE2\x80\xB2"};
    size_t left;
    const char *at = rest(cursor, &left);
    for (size_t i = 0; i < sizeof primes / sizeof *primes; i++) {
        const size_t length = strlen(primes[i]);
        if (left < length || memcmp(at, primes[i], length) != 0) continue;
        if (i == 0 && cursor->quoted) break;
        if (i == 0 && cursor->quotes) return refuse_apostrophe(cursor);
        cursor->primes = cursor->primes || i == 0;
        cursor->at += length;
        *back = true;
        break;
    }
    return TILEPDB_OK;
}

/* A letter, a word or an arrow, and moves after it. */
static tilepdb_status read_way(struct moves_cursor *cursor, char *way) {
    size_t left;
    char arrow;
    const char *at = rest(cursor, &left);
    size_t length = moves_way(at, left, way);
    if (length == 0) return refuse_character(cursor, "is not U, D, L, R or an arrow");
    const bool is_arrow = text_arrow(at, left, &arrow) > 0;
    /* A word stands alone: in RUPD there is a mistake. */
    if (!is_arrow && cursor->at > 0 && text_is_letter(at[-1])) length = 1;
    const bool is_mark = is_arrow && (arrow == 'L' || arrow == 'R');
    if (is_mark ? cursor->letters : !is_arrow && cursor->arrows)
        return refuse_character(cursor, "stands where letters and arrows are mixed: arrows may be "
                                        "moves, or marks between moves; write only one of them");
    cursor->letters = cursor->letters || !is_arrow;
    cursor->arrows = cursor->arrows || is_mark;
    cursor->at += length;
    if (cursor->notation == TILEPDB_NOTATION_BLANK) *way = moves_opposite(*way);
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
    if (back) token->way = moves_opposite(token->way);
    return status;
}

static tilepdb_status read_tile(struct moves_cursor *cursor, struct moves_token *token) {
    size_t left;
    if (!digit_follows(cursor)) return refuse_character(cursor, "is not the number of a tile");
    token->times = 1;
    token->tile = (unsigned)read_number(cursor);
    const char *at = rest(cursor, &left);
    if (left > 0 && text_separator(at, left) == 0 && moves_quote(at, left) == 0 && *at != '\r' &&
        *at != '\n' && *at != '\'')
        return refuse_character(cursor, "is not the number of a tile");
    return TILEPDB_OK;
}

/* Opens a quotation, or closes it: then no move may follow at once. */
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

/* Moves the cursor to the next move. */
static tilepdb_status skip_between(struct moves_cursor *cursor) {
    const bool letters = cursor->notation != TILEPDB_NOTATION_NUMBERS;
    for (;;) {
        size_t left;
        const char *at = rest(cursor, &left);
        size_t step = text_separators(at, left);
        if (step == 0) step = moves_quote(at, left);
        if (step == 0 && left > 0 && (*at == '\r' || *at == '\n'))
            step = 1 + (letters ? moves_place(at + 1, left - 1) : 0);
        if (step == 0 && letters) step = moves_date(at, left);
        if (step == 0 && left > 0 && *at == '\'') {
            const tilepdb_status status = read_apostrophe(cursor);
            if (status) return status;
        } else if (step == 0) {
            if (left > 0 || !cursor->quoted) return TILEPDB_OK;
            return REFUSE(cursor->error, cursor->at + 1,
                          "an apostrophe may be a quote, which is not closed: write the moves "
                          "without quotes");
        }
        cursor->at += step;
    }
}

tilepdb_status moves_next(struct moves_cursor *cursor, struct moves_token *token) {
    size_t left;
    *token = (struct moves_token){0};
    tilepdb_status status = skip_between(cursor);
    if (status) return status;
    rest(cursor, &left);
    if (left == 0) return TILEPDB_OK;
    token->start = cursor->at;
    status = cursor->notation == TILEPDB_NOTATION_NUMBERS ? read_tile(cursor, token)
                                                          : read_letter(cursor, token);
    if (status) return status;
    token->end = cursor->at;
    if (token->times == 0)
        return moves_refuse(cursor, token, TILEPDB_ERROR_PARSE, "is repeated 0 times");
    if (token->times > MOST - cursor->count)
        return REFUSE(cursor->error, token->start + 1,
                      "move %zu at column %zu: there are more than %d moves", cursor->count + 1,
                      token->start + 1, MOST);
    return TILEPDB_OK;
}

/* ---- beginnings and ends --------------------------------------------------------------------- */

/* The number of tiles in a text of one word; 0: it is not one word. */
static size_t tiles_of_word(const char *text, size_t length) {
    size_t tiles = 1;
    for (size_t i = 0; i < length; i++) {
        if (!text_is_digit(text[i]) && text[i] != ',') return 0;
        tiles += text[i] == ',';
    }
    return length > 0 ? tiles : 0;
}

static void answer_begin(struct moves_cursor *cursor, size_t lead, size_t length, size_t moves) {
    cursor->has_length = true;
    cursor->length_at = lead;
    cursor->answer_length = length;
    cursor->at = moves;
}

void moves_took(struct moves_cursor *cursor, char way, size_t times) {
    if (way != cursor->way) cursor->slides++;
    if (way == '\0') cursor->blind = true;
    cursor->way = way;
    cursor->count += times;
}

tilepdb_status moves_end(const struct moves_cursor *cursor) {
    const size_t length = cursor->answer_length;
    const bool is_slides =
        cursor->blind ? length > 0 && length < cursor->count : length == cursor->slides;
    if (!cursor->has_length || length == cursor->count || is_slides) return TILEPDB_OK;
    const char *digits = cursor->text + cursor->length_at;
    const size_t shown = text_digits(digits, cursor->length - cursor->length_at);
    return REFUSE(
        cursor->error, cursor->length_at + 1, "the line gives the length %.*s, but has %zu move%s",
        (int)(shown < 12 ? shown : 12), digits, cursor->count, cursor->count == 1 ? "" : "s");
}

/* The bytes of separators, among which one line end may be: a solution may have two lines. */
static size_t blanks_and_line_end(const char *text, size_t length) {
    size_t at = text_separators(text, length);
    if (at + 1 < length && text[at] == '\r' && text[at + 1] == '\n') at++;
    if (at < length && (text[at] == '\r' || text[at] == '\n')) at++;
    return at + text_separators(text + at, length - at);
}

/* Moves the cursor after the length that an answer line starts with. */
static tilepdb_status skip_length(struct moves_cursor *cursor) {
    const char *text = cursor->text;
    const size_t length = text_trimmed(text, cursor->length);
    bool marked;
    const size_t lead = moves_answer_mark(text, length, &marked);
    const size_t digits = text_digits(text + lead, length - lead);
    if (digits == 0) return TILEPDB_OK;
    struct moves_cursor ahead = *cursor;
    ahead.at = lead;
    const size_t number = read_number(&ahead);
    const size_t blanks = blanks_and_line_end(text + ahead.at, length - ahead.at);
    const char *behind = text + ahead.at + blanks;
    const size_t left = length - ahead.at - blanks;
    if (left == 0 && number == 0) { /* of a solved board */
        cursor->at = cursor->length;
    } else if (cursor->notation == TILEPDB_NOTATION_NUMBERS) {
        const bool word = blanks > 0 && text[ahead.at] != ',';
        if (word && (marked || (number > 0 && tiles_of_word(behind, left) >= number)))
            answer_begin(cursor, lead, number, ahead.at + blanks);
    } else if (blanks > 0 && text_is_move(behind, left)) {
        answer_begin(cursor, lead, number, ahead.at + blanks);
    } else if (left == 0) {
        return REFUSE(cursor->error, lead + 1, "'%.*s' at column %zu is a length without moves",
                      (int)(digits < 12 ? digits : 12), text + lead, lead + 1);
    } else if (blanks > 0 && text_digits(behind, left) == left) {
        return REFUSE(cursor->error, lead + 1,
                      "two numbers are not moves: a line of 'pdbsolve --count', LENGTH "
                      "COUNT, has no solution");
    }
    return TILEPDB_OK;
}

/* Leaves out the brackets around all of the text. False: there are none. */
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

tilepdb_status moves_begin(struct moves_cursor *cursor, const char *text, size_t length,
                           tilepdb_notation notation, tilepdb_error *error) {
    *cursor =
        (struct moves_cursor){.text = text, .length = length, .notation = notation, .error = error};
    if (notation > TILEPDB_NOTATION_NUMBERS)
        return error_set(error, TILEPDB_ERROR_ARGUMENT, "unknown notation %d", (int)notation);
    const tilepdb_status status = moves_check_answer(text, length, error);
    if (status) return status;
    if (skip_brackets(cursor)) return TILEPDB_OK;
    if (notation != TILEPDB_NOTATION_NUMBERS) cursor->at = moves_place(text, length);
    return cursor->at > 0 ? TILEPDB_OK : skip_length(cursor);
}
