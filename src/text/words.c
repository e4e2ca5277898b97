#include "text/words.h"

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "text/characters.h"
#include "text/lexer.h"
#include "text/moves_lexer.h"

static const struct {
    const char *word;
    enum heading heading;
} headings[] = {
    {"start", HEADING_START},    {"initial", HEADING_START},  {"init", HEADING_START},
    {"begin", HEADING_START},    {"from", HEADING_START},     {"scrambled", HEADING_START},
    {"goal", HEADING_GOAL},      {"target", HEADING_GOAL},    {"final", HEADING_GOAL},
    {"end", HEADING_GOAL},       {"board", HEADING_NONE},     {"puzzle", HEADING_NONE},
    {"problem", HEADING_NONE},   {"instance", HEADING_NONE},  {"case", HEADING_NONE},
    {"test", HEADING_NONE},      {"size", HEADING_NONE},      {"input", HEADING_NONE},
    {"example", HEADING_NONE},   {"grid", HEADING_NONE},      {"position", HEADING_NONE},
    {"level", HEADING_NONE},     {"dimension", HEADING_NONE}, {"state", HEADING_NONE},
    {"random", HEADING_NONE},    {"number", HEADING_NONE},    {"matrix", HEADING_NONE},
    {"exercise", HEADING_NONE},  {"sample", HEADING_NONE},    {"task", HEADING_NONE},
    {"tiles", HEADING_NONE},     {"game", HEADING_NONE},      {"step", HEADING_NONE},
    {"iteration", HEADING_NONE}, {"depth", HEADING_NONE},     {"node", HEADING_NONE},
    {"starting", HEADING_START},
};

static void word_lookup(struct words *words, const char *word, size_t length) {
    if (length > words->letters) words->letters = length;
    if (length < 3) return;
    for (size_t i = 0; i < sizeof headings / sizeof *headings; i++) {
        const size_t wanted = strlen(headings[i].word);
        const bool plural = length == wanted + 1 && (word[wanted] | 0x20) == 's';
        if ((length != wanted && !plural) || !text_same(word, headings[i].word, wanted)) continue;
        words->size =
            words->size || (!words->known && (strcmp(headings[i].word, "size") == 0 ||
                                              strcmp(headings[i].word, "dimension") == 0));
        words->known = true;
        if (words->heading == HEADING_NONE) words->heading = headings[i].heading;
    }
}

/* The offset of "puzzle" in a name such as "8-puzzle"; otherwise 0. */
static size_t puzzle_name(const char *text, size_t length) {
    static const char word[] = "puzzle";
    const size_t digits = text_digits(text, length);
    const size_t at = digits < length && text_is_one_of(text[digits], " -") ? digits + 1 : digits;
    if (digits == 0 || length - at < strlen(word)) return 0;
    return text_same(text + at, word, strlen(word)) ? at : 0;
}

struct words words_find(const char *text, size_t length) {
    struct words words = {.labels = true};
    size_t at = 0;
    while (at < length) {
        size_t end = at + puzzle_name(text + at, length - at);
        at = end;
        while (end < length && text_is_letter(text[end])) end++;
        if (end > at)
            word_lookup(&words, text + at, end - at);
        else if (text[at] != '\0' && strchr(" \t_\"'*-=.", text[at]))
            end++;
        else
            break;
        at = end;
    }
    words.bytes = at;
    bool word = false;
    for (size_t i = 0; i < length && words.numbers < 3; i++) {
        if (i == 0 || !text_is_digit(text[i - 1])) i += puzzle_name(text + i, length - i);
        const bool digit = text_is_digit(text[i]);
        if (digit && (i == 0 || !text_is_digit(text[i - 1]))) {
            words.numbers++;
            words.labels = words.labels && (word || words.size);
            word = false;
        }
        word = word || text_is_letter(text[i]);
    }
    return words;
}

bool words_name_value(const char *text, size_t length, const struct words *words) {
    size_t at = words->bytes;
    if (words->numbers != 1 || words->heading != HEADING_NONE) return false;
    if (!memchr(text, '=', at)) {
        if (at == length || !text_is_one_of(text[at], ":=")) return false;
        at++;
    }
    while (at < length && text_is_one_of(text[at], " \t\"'")) at++;
    at += text_digits(text + at, length - at);
    if (!text_is_digit(text[at - 1])) return false;
    for (; at < length; at++)
        if (!text_is_letter(text[at]) && !text_is_one_of(text[at], " \t\"',;")) return false;
    return true;
}

bool text_has_word(const char *text, size_t length) {
    size_t letters = 0;
    for (size_t i = 0; i < length && letters < 3; i++)
        letters = text_is_letter(text[i]) ? letters + 1 : 0;
    return letters >= 3;
}

/* ---- comments and signs ---------------------------------------------------------------------- */

static bool has_letter(const char *text, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (text_is_letter(text[i])) return true;
    return false;
}

size_t comment_find(const char *text, size_t length) {
    char quote = '\0';
    const size_t lead = text_separators(text, length);
    const bool list = lead < length && text_is_one_of(text[lead], "[{");
    const char *at = text + lead;
    const size_t left = length - lead;
    if ((text_begins(at, left, ";") || text_begins(at, left, "--") ||
         text_begins(at, left, "//")) &&
        text_has_word(at, left) && words_find(text, length).numbers < 3)
        return lead;
    for (size_t i = 0; i < length; i++) {
        if (quote && text[i] == '\\') {
            i++;
        } else if (text[i] == '"' || (list && text[i] == '\'')) {
            if (!quote || quote == text[i]) quote = quote ? '\0' : text[i];
        } else if (quote) {
            continue;
        } else if (text[i] == '#' || text[i] == '%') {
            /* Behind a number, numbers may be cells. */
            const int numbers = words_find(text + i, length - i).numbers;
            const size_t before = text_trimmed(text, i);
            const bool touches = i > 0 && text_is_digit(text[i - 1]);
            const bool row = before > 0 && text_is_one_of(text[before - 1], "/;");
            const bool tiles =
                (row || (before > 0 && numbers > 2)) && !has_letter(text + i, length - i);
            return numbers > 0 && (touches || tiles) ? length : i;
        } else if (text[i] == '/' && i + 3 < length && text[i + 1] == '/' && text[i + 2] == ' ' &&
                   text_is_letter(text[i + 3])) {
            return i;
        }
    }
    return length;
}

static size_t separators_and_quotes(const char *text, size_t length) {
    size_t at = text_separators(text, length);
    while (at < length && text[at] == '"') {
        at++;
        at += text_separators(text + at, length - at);
    }
    return at;
}

bool are_column_labels(const char *text, size_t length) {
    const size_t begin = separators_and_quotes(text, length);
    size_t letters = begin, labels = 0, first = 0;
    while (letters < length && text_is_letter(text[letters])) letters++;
    letters -= begin;
    if (letters > 8 || begin + letters == length || (letters == 0 && text[begin] != '['))
        return false;
    for (size_t at = begin; at < length; labels++) {
        char label[32];
        if (labels == 0 && letters > 0) first = text[begin + letters] != '0';
        const int bytes = letters > 0 ? snprintf(label, sizeof label, "%.*s%zu", (int)letters,
                                                 text + begin, labels + first)
                                      : snprintf(label, sizeof label, "[,%zu]", labels + 1);
        if (length - at < (size_t)bytes || memcmp(text + at, label, (size_t)bytes) != 0)
            return false;
        at += (size_t)bytes;
        const size_t gap = separators_and_quotes(text + at, length - at);
        if (gap == 0 && at < length) return false;
        at += gap;
    }
    return labels > (letters > 0 ? 2 : 1);
}

enum arrow arrow_find(const char *text, size_t length) {
    const size_t lead = text_separators(text, length);
    if (lead == length || !text_is_one_of(text[lead], "=-v^\xE2")) return ARROW_NONE;
    const size_t bytes = text_trimmed(text, length) - lead;
    text += lead;
    static const struct {
        const char *sign;
        enum arrow arrow;
    } signs[] = {
        {"=>", ARROW_GOAL},     {"\xE2\x87\x92", ARROW_GOAL},    {"->", ARROW_OR_MOVE},
        {"-->", ARROW_OR_MOVE}, {"\xE2\x86\x92", ARROW_OR_MOVE}, {"v", MOVE_OR_ARROW},
        {"^", MOVE_OR_ARROW},   {"\xE2\x86\x93", MOVE_OR_ARROW}, {"\xE2\x86\x91", MOVE_OR_ARROW},
    };
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (bytes == strlen(signs[i].sign) && memcmp(text, signs[i].sign, bytes) == 0)
            return signs[i].arrow;
    return ARROW_NONE;
}

bool moves_may_be_cells(const char *text, size_t length) {
    uint64_t seen = 0;
    const size_t cells = text_trimmed(text, length);
    if (cells == 0 || cells > 5) return false;
    for (size_t i = 0; i < cells; i++) {
        const char c = text[i];
        const int value = text_is_digit(c) ? c - '0' : (c | 0x20) - 'a' + 10;
        if (!text_is_digit(c) && (c | 0x20) != 'd' && (c | 0x20) != 'l') return false;
        if (seen >> value & 1) return false;
        seen |= (uint64_t)1 << value;
    }
    return true;
}

bool text_is_word_row(const char *text, size_t length) {
    const size_t cells = text_trimmed(text, length);
    bool letter = false;
    for (size_t i = 0; i < cells; i++) {
        letter = letter || text_is_letter(text[i]);
        if (!isalnum((unsigned char)text[i]) && text[i] != '_' && text[i] != '.') return false;
    }
    return cells > 0 && cells < 6 && !(letter && text_is_moves(text, cells));
}

/* ---- tables of boards in CSV ----------------------------------------------------------------- */

bool csv_field(const char *text, size_t length, char separator, size_t *at, struct span *field) {
    size_t end = *at;
    bool quoted = false;
    if (*at > length) return false;
    while (end < length && (quoted || text[end] != separator)) quoted ^= text[end++] == '"';
    *field = (struct span){*at, end - *at};
    *at = end + 1;
    if (field->length > 1 && text[field->start] == '"') field->start++, field->length -= 2;
    return true;
}

bool csv_header(const char *text, size_t length, struct csv *header) {
    struct csv csv = {.header = true, .board = -1, .goal = -1, .id = -1};
    struct span field;
    size_t at = 0;
    for (size_t i = 0; i < length; i++)
        if (text_is_digit(text[i]) || text_is_one_of(text[i], "[](){}:=|/")) return false;
    csv.separator = memchr(text, '\t', length) ? '\t' : memchr(text, ';', length) ? ';' : ',';
    for (; csv_field(text, length, csv.separator, &at, &field); csv.fields++) {
        const enum role role = role_of(text + field.start, field.length);
        if (role == ROLE_BOARD && csv.board < 0) csv.board = csv.fields;
        if (role == ROLE_GOAL && csv.goal < 0) csv.goal = csv.fields;
        if (role == ROLE_ID && csv.id < 0) csv.id = csv.fields;
    }
    if (csv.board < 0 || csv.fields < 2) return false;
    *header = csv;
    return true;
}

bool csv_fits(const struct csv *csv, const char *text, size_t length) {
    struct span field;
    size_t at = 0;
    int fields = 0;
    while (csv_field(text, length, csv->separator, &at, &field)) fields++;
    return fields == csv->fields;
}
