#include "text/object.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define MOST_DEPTH 16
#define NAME_TEXT  24

static const struct {
    const char *name;
    enum role role;
} names[] = {
    {"board", ROLE_BOARD},    {"state", ROLE_BOARD},
    {"puzzle", ROLE_BOARD},   {"start", ROLE_BOARD},
    {"initial", ROLE_BOARD},  {"tiles", ROLE_BOARD},
    {"init", ROLE_BOARD},     {"grid", ROLE_BOARD},
    {"position", ROLE_BOARD}, {"configuration", ROLE_BOARD},
    {"input", ROLE_BOARD},    {"goal", ROLE_GOAL},
    {"target", ROLE_GOAL},    {"final", ROLE_GOAL},
    {"end", ROLE_GOAL},       {"id", ROLE_ID},
    {"name", ROLE_ID},        {"index", ROLE_ID},
    {"width", ROLE_WIDTH},    {"columns", ROLE_WIDTH},
    {"cols", ROLE_WIDTH},     {"height", ROLE_HEIGHT},
    {"rows", ROLE_HEIGHT},
};

enum role role_of(const char *name, size_t length) {
    char plain[NAME_TEXT];
    size_t used = 0;
    for (size_t i = 0; i < length; i++) {
        if (!isalpha((unsigned char)name[i])) continue;
        if (used == NAME_TEXT - 1) return ROLE_NONE;
        plain[used++] = (char)tolower((unsigned char)name[i]);
    }
    if (used > 5 &&
        (memcmp(plain + used - 5, "state", 5) == 0 || memcmp(plain + used - 5, "board", 5) == 0))
        used -= 5;
    plain[used] = '\0';
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(plain, names[i].name) == 0) return names[i].role;
    return ROLE_NONE;
}

static size_t blanks(const char *text, size_t length, size_t at) {
    while (at < length && isspace((unsigned char)text[at])) at++;
    return at;
}

static size_t string_end(const char *text, size_t length, size_t at) {
    const char quote = text[at++];
    while (at < length && text[at] != quote) at += text[at] == '\\' ? 2 : 1;
    return at < length ? at + 1 : length;
}

static size_t value_end(const char *text, size_t length, size_t at) {
    int depth = 0;
    for (; at < length; at++) {
        const char c = text[at];
        if (c == '"' || c == '\'') {
            at = string_end(text, length, at) - 1;
            if (depth == 0) return at + 1;
        } else if (c == '[' || c == '{' || c == '(') {
            if (++depth > MOST_DEPTH) return length;
        } else if (c == ']' || c == '}' || c == ')') {
            if (depth == 0) return at;
            if (--depth == 0) return at + 1;
        } else if (depth == 0 && (c == ',' || c == ';')) {
            return at;
        }
    }
    return length;
}

static void object_put(struct board_object *object, enum role role, const char *text,
                       struct span value) {
    struct span *to = role == ROLE_BOARD  ? &object->board
                      : role == ROLE_GOAL ? &object->goal
                                          : &object->id;
    char *end;
    if (role == ROLE_WIDTH || role == ROLE_HEIGHT) {
        const long side = strtol(text + value.start, &end, 10);
        *(role == ROLE_WIDTH ? &object->width : &object->height) =
            side > 0 && side < 100 ? (int)side : 0;
        return;
    }
    /* A board has three digits or more; "puzzle": "easy" is no board. */
    if (role != ROLE_ID) {
        size_t digits = 0;
        for (size_t i = value.start; i < value.start + value.length; i++)
            digits += isdigit((unsigned char)text[i]) != 0;
        if (digits < 3) return;
    }
    if (to->length == 0) *to = value;
}

static size_t object_read(const char *text, size_t length, size_t at, struct board_object *object) {
    while (at < length && text[at] != '}') {
        if (text[at] == ',' || isspace((unsigned char)text[at])) {
            at++;
            continue;
        }
        const size_t name = at;
        const bool quoted = text[at] == '"' || text[at] == '\'';
        if (quoted) at = string_end(text, length, at);
        while (!quoted && at < length && (isalnum((unsigned char)text[at]) || text[at] == '_'))
            at++;
        const size_t name_length = at - name;
        at = blanks(text, length, at);
        if (name_length == 0 || at == length || (text[at] != ':' && text[at] != '=')) return length;
        at = blanks(text, length, at + 1);
        const size_t end = value_end(text, length, at);
        const enum role role = role_of(text + name, name_length);
        if (role != ROLE_NONE && (role == ROLE_ID || at == length || text[at] != '{'))
            object_put(object, role, text, (struct span){at, end - at});
        if (end == at && text[at] != ',' && text[at] != '}') return length;
        at = end;
    }
    return at < length ? at + 1 : length;
}

bool object_next(const char *text, size_t length, size_t *at, struct board_object *object) {
    for (; *at < length; (*at)++) {
        if (text[*at] == '"' || text[*at] == '\'') {
            *at = string_end(text, length, *at) - 1;
            continue;
        }
        if (text[*at] != '{') continue;
        *object = (struct board_object){0};
        const size_t end = object_read(text, length, *at + 1, object);
        if (object->board.length == 0) continue;
        *at = end;
        return true;
    }
    return false;
}
