#include "text/board_reader.h"

#include <ctype.h>
#include <string.h>

#include "text/characters.h"

static const struct {
    const char *word;
    enum heading heading;
} headings[] = {
    {"start", HEADING_START},   {"initial", HEADING_START},  {"init", HEADING_START},
    {"begin", HEADING_START},   {"from", HEADING_START},     {"scrambled", HEADING_START},
    {"goal", HEADING_GOAL},     {"target", HEADING_GOAL},    {"final", HEADING_GOAL},
    {"end", HEADING_GOAL},      {"board", HEADING_NONE},     {"puzzle", HEADING_NONE},
    {"problem", HEADING_NONE},  {"instance", HEADING_NONE},  {"case", HEADING_NONE},
    {"test", HEADING_NONE},     {"size", HEADING_NONE},      {"input", HEADING_NONE},
    {"example", HEADING_NONE},  {"grid", HEADING_NONE},      {"position", HEADING_NONE},
    {"level", HEADING_NONE},    {"dimension", HEADING_NONE}, {"state", HEADING_NONE},
    {"random", HEADING_NONE},   {"number", HEADING_NONE},    {"matrix", HEADING_NONE},
    {"exercise", HEADING_NONE}, {"sample", HEADING_NONE},    {"task", HEADING_NONE},
    {"tiles", HEADING_NONE},    {"game", HEADING_NONE},      {"starting", HEADING_START},
};

static void word_lookup(struct words *words, const char *word, size_t length) {
    if (length > words->letters) words->letters = length;
    for (size_t i = 0; i < sizeof headings / sizeof *headings; i++) {
        const size_t wanted = strlen(headings[i].word);
        bool same = length == wanted || (length == wanted + 1 && word[wanted] == 's');
        for (size_t k = 0; same && k < wanted; k++)
            same = tolower((unsigned char)word[k]) == headings[i].word[k];
        if (!same) continue;
        words->known = true;
        if (words->heading == HEADING_NONE) words->heading = headings[i].heading;
    }
}

struct words words_find(const char *text, size_t length) {
    struct words words = {0};
    size_t at = 0;
    while (at < length) {
        size_t end = at;
        while (end < length && isalpha((unsigned char)text[end])) end++;
        if (end > at)
            word_lookup(&words, text + at, end - at);
        else if (strchr(" \t_\"'*-=.", text[at]))
            end++;
        else
            break;
        at = end;
    }
    words.bytes = at;
    return words;
}

int text_numbers(const char *text, size_t length) {
    int count = 0;
    for (size_t i = 0; i < length && count < 3; i++)
        count += text_is_digit(text[i]) && (i == 0 || !text_is_digit(text[i - 1]));
    return count;
}

bool heading_take(struct board_reader *reader, struct line line, size_t *bytes) {
    const char *text = line.text;
    const size_t length = line.length;
    const struct words words = words_find(text, length);
    const int numbers = text_numbers(text, length);
    *bytes = 0;
    if (words.letters < 2 || words.bytes == 0 || length == 0) return false;
    if (reader->single && numbers <= 2) return false;
    const bool colon = text[length - 1] == ':';
    const bool name =
        words.bytes < length &&
        (text[words.bytes] == ':' || text[words.bytes] == '=' || text[words.bytes] == '[');
    if (numbers <= 2 && (words.known || colon) && !text_is_moves(text, length) &&
        !memchr(text, '[', length) && !memchr(text, '{', length)) {
        *bytes = length;
    } else if (numbers > 2 && words.known && !name) {
        *bytes = words.bytes;
    }
    if (*bytes > 0 || (name && words.known)) reader->heading = words.heading;
    return *bytes > 0;
}

static bool field_find(const char *text, size_t length, char separator, int wanted,
                       struct span *field) {
    size_t start = 0;
    for (int i = 0;; i++) {
        size_t end = start;
        bool quoted = false;
        while (end < length && (quoted || text[end] != separator)) quoted ^= text[end++] == '"';
        *field = (struct span){start, end - start};
        if (i == wanted) break;
        if (end >= length) return false;
        start = end + 1;
    }
    if (field->length > 1 && text[field->start] == '"') field->start++, field->length -= 2;
    return true;
}

bool header_take(struct board_reader *reader, struct line line) {
    const char *text = line.text;
    const size_t length = line.length;
    const char separator = memchr(text, '\t', length)  ? '\t'
                           : memchr(text, ';', length) ? ';'
                                                       : ',';
    struct span field;
    int board = -1, goal = -1, id = -1;
    for (size_t i = 0; i < length; i++)
        if (strchr("[](){}:=|/0", text[i])) return false;
    for (int i = 0; field_find(text, length, separator, i, &field); i++) {
        const enum role role = role_of(text + field.start, field.length);
        if (role == ROLE_BOARD && board < 0) board = i;
        if (role == ROLE_GOAL && goal < 0) goal = i;
        if (role == ROLE_ID && id < 0) id = i;
    }
    if (board < 0 || !memchr(text, separator, length)) return false;
    reader->board_field = board;
    reader->goal_field = goal;
    reader->id_field = id;
    reader->separator = separator;
    return true;
}

static struct span field_known(struct line line, char separator, int wanted) {
    struct span field;
    if (wanted < 0 || !field_find(line.text, line.length, separator, wanted, &field) ||
        text_separators(line.text + field.start, field.length) == field.length)
        return (struct span){0};
    return field;
}

bool field_take(struct board_reader *reader, struct line line, tilepdb_item *item) {
    const char separator = reader->separator;
    struct board_object object = {.goal = field_known(line, separator, reader->goal_field),
                                  .id = field_known(line, separator, reader->id_field)};
    if (!field_find(line.text, line.length, separator, reader->board_field, &object.board))
        return false;
    row_block_add(reader, line);
    item_object(reader, &object, item);
    row_block_clear(reader);
    return true;
}
