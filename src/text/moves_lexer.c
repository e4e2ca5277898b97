#include "text/moves_lexer.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/message_text.h"
#include "puzzle/geometry.h"
#include "text/characters.h"

#define MOST TILEPDB_MAX_TYPED_MOVES

#define REFUSE(error, code, ...) error_set_code(error, TILEPDB_ERROR_PARSE, code, __VA_ARGS__)

/* ---- answers --------------------------------------------------------------------------------- */

static bool is_word(const char *text, size_t length, const char *word) {
    return length == strlen(word) && memcmp(text, word, length) == 0;
}

tilepdb_status moves_check_answer(const char *text, size_t length, tilepdb_error *error) {
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
    if (left <= 2 || at[0] != '>' || at[1] != '=' || 2 + text_digits(at + 2, left - 2) != left)
        return TILEPDB_OK;
    code.number[0] = TILEPDB_ANSWER_LIMIT;
    return error_set_code(
        error, TILEPDB_LIMIT, code,
        "'%s' is an answer of a search without a solution: a limit was reached first", shown);
}

/* Returns the offset of the length in an answer. `*marked` is set if "<=" stands before the
 * length. */
static size_t answer_mark(const char *text, size_t length, bool *marked) {
    const size_t lead = text_separators(text, length);
    *marked =
        length - lead > 2 && memcmp(text + lead, "<=", 2) == 0 && text_is_digit(text[lead + 2]);
    return *marked ? lead + 2 : lead;
}

size_t moves_answer_length(const char *text, size_t length) {
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
    const size_t failed = length >= 3 && memcmp(text, "DNF", 3) == 0 ? 3 : 0;
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

/* Returns the offset of the moves in a line such as "1) 45.32 D2 R"; 0 for other lines. */
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

static size_t list_date(const char *text, size_t length) {
    static const char form[] = "dddd-dd-dd", time[] = " dd:dd:dd";
    size_t at = 0, marks = 0;
    if (length == 0 || text[at++] != '@') return 0;
    at += text_separators(text + at, length - at);
    for (const char *wanted = form; *wanted != '\0'; wanted++, at++)
        if (at == length || (*wanted == 'd' ? !text_is_digit(text[at]) : text[at] != *wanted))
            return 0;
    while (marks < strlen(time) && at + marks < length &&
           (time[marks] == 'd'   ? text_is_digit(text[at + marks])
            : time[marks] == ' ' ? text[at + marks] == ' ' || text[at + marks] == 'T'
                                 : text[at + marks] == time[marks]))
        marks++;
    if (marks == strlen(time)) at += marks;
    at += text_separators(text + at, length - at);
    return at == length || text[at] == '\r' || text[at] == '\n' ? at : 0;
}

/* ---- beginnings ------------------------------------------------------------------------------ */

size_t moves_quote(const char *text, size_t length) {
    if (length > 0 && (text[0] == '"' || text[0] == '`')) return 1;
    const bool wide = length >= 3 && memcmp(text, "\xE2\x80", 2) == 0;
    return wide && (text[2] == '\x9C' || text[2] == '\x9D') ? 3 : 0;
}

bool moves_begins(const char *text, size_t length) {
    size_t at = 0, step = 0;
    do {
        at += step;
        const bool mark = at < length && text[at] != '\0' && strchr("'[({", text[at]);
        step = text_separators(text + at, length - at) + moves_quote(text + at, length - at);
        if (step == 0 && mark) step = 1;
    } while (step > 0);
    return text_is_move(text + at, length - at) || list_place(text, length) > 0;
}

static bool begins_with(const char *text, size_t length, const char *word) {
    for (size_t i = 0; word[i] != '\0'; i++)
        if (i == length || (text[i] & ~0x20) != word[i]) return false;
    return true;
}

static size_t way_bytes(const char *text, size_t length, char *way) {
    static const char *const words[] = {"UP", "DOWN", "LEFT", "RIGHT"};
    const size_t arrow = text_arrow(text, length, way);
    if (arrow > 0 || length == 0 || text[0] == '\0') return arrow;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const size_t end = strlen(words[i]);
        if (!begins_with(text, length, words[i]) || (end < length && text_is_letter(text[end])))
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

tilepdb_status moves_refuse(const struct moves_cursor *cursor, const struct moves_token *token,
                            tilepdb_status status, struct error_code code, const char *why) {
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
    size_t number = 0;
    for (; cursor->at < cursor->length && text_is_digit(cursor->text[cursor->at]); cursor->at++)
        if (number <= MOST) number = number * 10 + (size_t)(cursor->text[cursor->at] - '0');
    return number <= MOST ? number : MOST + 1;
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

tilepdb_status moves_next(struct moves_cursor *cursor, struct moves_token *token) {
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

void moves_took(struct moves_cursor *cursor, char way) {
    if (way != cursor->way) cursor->slides++;
    if (way == '\0') cursor->blind = true;
    cursor->way = way;
    cursor->hash = (cursor->hash ^ (unsigned char)way) * 0x100000001B3; /* FNV-1a */
    cursor->count++;
}

/* ---- lengths --------------------------------------------------------------------------------- */

tilepdb_status moves_end(const struct moves_cursor *cursor) {
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

/* Accepts one line end, because length and moves may be on two lines. */
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

tilepdb_status moves_begin(struct moves_cursor *cursor, const char *text, size_t length,
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
