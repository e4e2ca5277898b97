/*
 * What stands around moves on a line. See moves_line.h.
 */
#include "text/moves_line.h"

#include <string.h>

#include "base/error.h"
#include "text/characters.h"

/* ---- answers --------------------------------------------------------------------------------- */

static bool is_word(const char *text, size_t length, const char *word) {
    return length == strlen(word) && memcmp(text, word, length) == 0;
}

tilepdb_status moves_check_answer(const char *text, size_t length, tilepdb_error *error) {
    const size_t lead = text_separators(text, length);
    const char *at = text + lead;
    const size_t left = text_trimmed(at, length - lead);
    const size_t column = lead + 1;
    if (is_word(at, left, "unsolvable"))
        return error_set_at(error, TILEPDB_UNSOLVABLE, 0, column,
                            "'unsolvable' is an answer of pdbsolve without a solution");
    if (is_word(at, left, "error"))
        return error_set_at(error, TILEPDB_ERROR_PARSE, 0, column,
                            "'error' is what pdbsolve prints for a line that it could not read");
    if (left > 2 && at[0] == '>' && at[1] == '=' && 2 + text_digits(at + 2, left - 2) == left)
        return error_set_at(
            error, TILEPDB_LIMIT, 0, column,
            "'%.*s' is an answer of pdbsolve without a solution: a limit was reached first",
            (int)(left < 16 ? left : 16), at);
    return TILEPDB_OK;
}

size_t moves_answer_mark(const char *text, size_t length, bool *marked) {
    const size_t lead = text_separators(text, length);
    *marked =
        length - lead > 2 && memcmp(text + lead, "<=", 2) == 0 && text_is_digit(text[lead + 2]);
    return *marked ? lead + 2 : lead;
}

size_t moves_answer_length(const char *text, size_t length) {
    bool marked;
    const size_t lead = moves_answer_mark(text, length, &marked);
    const size_t digits = text_digits(text + lead, length - lead);
    const size_t end = lead + digits;
    const size_t blanks = text_separators(text + end, length - end);
    const size_t moves_at = end + blanks;
    const bool moves = text_is_move(text + moves_at, length - moves_at) ||
                       (marked && moves_at < length && text_is_digit(text[moves_at]));
    return digits > 0 && blanks > 0 && moves ? end + blanks : 0;
}

/* ---- lists ----------------------------------------------------------------------------------- */

/* The bytes of digits with a '.' or a ':' between them, one at least. 0: they are no such time. */
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

size_t moves_place(const char *text, size_t length) {
    const size_t lead = text_separators(text, length);
    size_t at = lead;
    const size_t digits = text_digits(text + at, length - at), end = at + digits;
    if (digits > 0 && end < length && (text[end] == '.' || text[end] == ')')) {
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

size_t moves_date(const char *text, size_t length) {
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
    return text_is_move(text + at, length - at) || moves_place(text, length) > 0;
}

static bool begins_with(const char *text, size_t length, const char *word) {
    for (size_t i = 0; word[i] != '\0'; i++)
        if (i == length || (text[i] & ~0x20) != word[i]) return false;
    return true;
}

/* Whether no letter follows. */
static bool ends_word(const char *text, size_t length, size_t at) {
    return at == length || !text_is_letter(text[at]);
}

size_t moves_way(const char *text, size_t length, char *way) {
    static const char *const words[] = {"UP", "DOWN", "LEFT", "RIGHT"};
    const size_t arrow = text_arrow(text, length, way);
    if (arrow > 0 || length == 0 || text[0] == '\0') return arrow;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (begins_with(text, length, words[i]) && ends_word(text, length, strlen(words[i]))) {
            *way = words[i][0];
            return strlen(words[i]);
        }
    if (!strchr("UDLRudlr", text[0])) return 0;
    *way = (char)(text[0] & ~0x20);
    return 1;
}

bool moves_is_single(const char *text, size_t length) {
    char way;
    if (!text_is_move(text, length)) return false;
    for (size_t i = moves_way(text, length, &way); i < length; i++)
        if (!text_is_digit(text[i]) && text[i] != '\'' && (unsigned char)text[i] < 0x80)
            return false;
    return true;
}
