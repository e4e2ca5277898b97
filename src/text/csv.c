#include "text/csv.h"

#include <string.h>

#include "text/characters.h"
#include "text/lexer.h"

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
