/*
 * The characters of what people type. See characters.h.
 */
#include "text/characters.h"

#include <stdio.h>
#include <string.h>

static bool begins(const char *text, size_t length, const char *bytes) {
    const size_t wanted = strlen(bytes);
    return length >= wanted && memcmp(text, bytes, wanted) == 0;
}

size_t text_separator(const char *text, size_t length) {
    if (length == 0) return 0;
    if (text[0] == ' ' || text[0] == '\t' || text[0] == ',') return 1;
    if (begins(text, length, "\xC2\xA0")) return 2;
    return begins(text, length, "\xE2\x80\xAF") ? 3 : 0;
}

size_t text_separators(const char *text, size_t length) {
    size_t used = 0, step;
    while ((step = text_separator(text + used, length - used)) > 0) used += step;
    return used;
}

size_t text_trimmed(const char *text, size_t length) {
    for (;;) {
        const char last = length > 0 ? text[length - 1] : 'x';
        if (last == ' ' || last == '\t' || last == ',' || last == '\r' || last == '\n')
            length--;
        else if (length >= 2 && text_separator(text + length - 2, 2) == 2)
            length -= 2;
        else if (length >= 3 && text_separator(text + length - 3, 3) == 3)
            length -= 3;
        else
            return length;
    }
}

size_t text_wide_arrow(const char *text, size_t length, char *way) {
    const bool narrow = begins(text, length, "\xEF\xBF");
    if ((!narrow && !begins(text, length, "\xE2\x86")) || length < 3) return 0;
    const unsigned first = narrow ? 0xA9 : 0x90, last = (unsigned char)text[2];
    if (last < first || last > first + 3) return 0;
    *way = "LURD"[last - first];
    return 3;
}

static size_t ascii_arrow(const char *text, size_t length, char *way) {
    static const char arrows[] = "^vV<>", ways[] = "UDDLR";
    const bool left = begins(text, length, "<-"), right = begins(text, length, "->");
    if (begins(text, length, "<->") || begins(text, length, "<=") || begins(text, length, ">="))
        return 0;
    const char *arrow = length > 0 && text[0] != '\0' ? strchr(arrows, text[0]) : NULL;
    if (!arrow && !right) return 0;
    *way = right ? 'R' : ways[arrow - arrows];
    return left || right ? 2 : 1;
}

size_t text_arrow(const char *text, size_t length, char *way) {
    const size_t wide = text_wide_arrow(text, length, way);
    return wide > 0 ? wide : ascii_arrow(text, length, way);
}

bool text_is_digit(char byte) {
    return byte >= '0' && byte <= '9';
}

bool text_is_letter(char byte) {
    const int capital = byte & ~0x20;
    return capital >= 'A' && capital <= 'Z';
}

bool text_is_blank(char byte) {
    return byte != '\0' && strchr("_.xX-*", byte) != NULL;
}

size_t text_digits(const char *text, size_t length) {
    size_t digits = 0;
    while (digits < length && text_is_digit(text[digits])) digits++;
    return digits;
}

bool text_is_move(const char *text, size_t length) {
    char way;
    if (length == 0 || text[0] == '\0') return false;
    if (strchr("UDLRudlr", text[0]) || text_wide_arrow(text, length, &way) > 0) return true;
    size_t at = ascii_arrow(text, length, &way);
    if (at == 0) return false;
    at += text_separators(text + at, length - at);
    return at == length || strchr("UDLRudlr'\"\r\n#@;)]}", text[at]) != NULL ||
           text_arrow(text + at, length - at, &way) > 0;
}

void text_show(const char *text, size_t length, char shown[TEXT_SHOWN]) {
    character_show(text, length, shown);
}
