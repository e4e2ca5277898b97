#include "text/characters.h"

#include <stdlib.h>
#include <string.h>

size_t text_begins(const char *text, size_t length, const char *with) {
    const size_t wanted = strlen(with);
    return length >= wanted && memcmp(text, with, wanted) == 0 ? wanted : 0;
}

bool text_same(const char *a, const char *b, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (a[i] != b[i] && (!text_is_letter(a[i]) || (a[i] ^ b[i]) != 0x20)) return false;
    return true;
}

size_t text_separator(const char *text, size_t length) {
    if (length == 0) return 0;
    if (text[0] == ' ' || text[0] == '\t' || text[0] == ',') return 1;
    const size_t wide = text_begins(text, length, "\xC2\xA0");
    return wide > 0 ? wide : text_begins(text, length, "\xE2\x80\xAF");
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

static size_t wide_arrow(const char *text, size_t length, char *way) {
    const bool narrow = text_begins(text, length, "\xEF\xBF");
    if ((!narrow && !text_begins(text, length, "\xE2\x86")) || length < 3) return 0;
    const unsigned first = narrow ? 0xA9 : 0x90, last = (unsigned char)text[2];
    if (last < first || last > first + 3) return 0;
    *way = "LURD"[last - first];
    return 3;
}

static size_t ascii_arrow(const char *text, size_t length, char *way) {
    static const char arrows[] = "^vV<>", ways[] = "UDDLR";
    const bool left = text_begins(text, length, "<-"), right = text_begins(text, length, "->");
    if (text_begins(text, length, "<->") || text_begins(text, length, "<=") ||
        text_begins(text, length, ">="))
        return 0;
    const char *arrow = length > 0 && text[0] != '\0' ? strchr(arrows, text[0]) : NULL;
    if (!arrow && !right) return 0;
    *way = right ? 'R' : ways[arrow - arrows];
    return left || right ? 2 : 1;
}

size_t text_arrow(const char *text, size_t length, char *way) {
    const size_t wide = wide_arrow(text, length, way);
    return wide > 0 ? wide : ascii_arrow(text, length, way);
}

bool text_is_digit(char byte) {
    return byte >= '0' && byte <= '9';
}

bool text_is_letter(char byte) {
    const int capital = byte & ~0x20;
    return capital >= 'A' && capital <= 'Z';
}

bool text_is_one_of(char byte, const char *bytes) {
    return byte != '\0' && strchr(bytes, byte) != NULL;
}

static const struct {
    uint32_t first, last;
    char as;
} glyphs[] = {
    {0x00A0, 0x00A0, ' '}, {0x00AB, 0x00AB, '"'},  {0x00BB, 0x00BB, '"'},  {0x00B7, 0x00B7, '_'},
    {0x00D7, 0x00D7, 'x'}, {0x2000, 0x200A, ' '},  {0x200B, 0x200F, '\0'}, {0x2010, 0x2015, '-'},
    {0x2018, 0x201F, '"'}, {0x202F, 0x202F, ' '},  {0x205F, 0x2060, ' '},  {0x20E3, 0x20E3, '\0'},
    {0x2205, 0x2205, '_'}, {0x2212, 0x2212, '-'},  {0x2502, 0x2503, '|'},  {0x2506, 0x2507, '|'},
    {0x250A, 0x250B, '|'}, {0x2551, 0x2551, '|'},  {0x2500, 0x257F, '+'},  {0x2588, 0x2588, '_'},
    {0x2591, 0x2593, '_'}, {0x25A0, 0x25A2, '_'},  {0x25AA, 0x25AB, '_'},  {0x25CB, 0x25CB, '_'},
    {0x25FB, 0x25FE, '_'}, {0x2B1B, 0x2B1C, '_'},  {0x2B50, 0x2B50, '_'},  {0x3000, 0x3000, ' '},
    {0x3001, 0x3001, ','}, {0xFE0E, 0xFE0F, '\0'}, {0xFEFF, 0xFEFF, '\0'}, {0x1F532, 0x1F533, '_'},
};

static uint32_t decode(const char *text, size_t length, size_t *bytes) {
    const unsigned char *byte = (const unsigned char *)text;
    const size_t count = byte[0] >= 0xF0 ? 4 : byte[0] >= 0xE0 ? 3 : byte[0] >= 0xC2 ? 2 : 0;
    *bytes = 1;
    if (count == 0 || count > length || byte[0] > 0xF4) return 0;
    uint32_t code = byte[0] & (0xFFu >> (count + 1));
    for (size_t i = 1; i < count; i++) {
        if ((byte[i] & 0xC0) != 0x80) return 0;
        code = code << 6 | (byte[i] & 0x3F);
    }
    *bytes = count;
    return code;
}

char text_glyph(const char *text, size_t length, size_t *bytes) {
    *bytes = 1;
    if ((unsigned char)text[0] < 0x80) return text[0];
    const uint32_t code = decode(text, length, bytes);
    if (code >= 0xFF01 && code <= 0xFF5E) return (char)(code - 0xFEE0);
    for (size_t i = 0; i < sizeof glyphs / sizeof *glyphs; i++)
        if (code >= glyphs[i].first && code <= glyphs[i].last) return glyphs[i].as;
    return '\x01';
}

size_t text_digits(const char *text, size_t length) {
    size_t digits = 0;
    while (digits < length && text_is_digit(text[digits])) digits++;
    return digits;
}

size_t text_number(const char *text, size_t length, uint32_t most, uint32_t *number) {
    size_t digits = 0;
    for (*number = 0; digits < length && text_is_digit(text[digits]); digits++) {
        const uint64_t next = UINT64_C(10) * *number + (uint64_t)(text[digits] - '0');
        *number = next < most ? (uint32_t)next : most;
    }
    return digits;
}

bool text_is_move(const char *text, size_t length) {
    char way;
    if (length == 0 || text[0] == '\0') return false;
    if (strchr("UDLRudlr", text[0]) || wide_arrow(text, length, &way) > 0) return true;
    size_t at = ascii_arrow(text, length, &way);
    if (at == 0) return false;
    at += text_separators(text + at, length - at);
    return at == length || strchr("UDLRudlr'\"\r\n#@;)]}", text[at]) != NULL ||
           text_arrow(text + at, length - at, &way) > 0;
}

bool text_reserve(char **text, size_t *capacity, size_t wanted) {
    if (wanted <= *capacity) return true;
    size_t grown = *capacity > 0 ? *capacity : 256;
    while (grown < wanted) grown *= 2;
    char *moved = realloc(*text, grown);
    if (!moved) return false;
    *text = moved;
    *capacity = grown;
    return true;
}
