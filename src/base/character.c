/* See character.h. */
#include "base/character.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* The bytes that the first byte of a character asks for; 0: none begins so. */
static size_t bytes_of(unsigned char first) {
    if (first < 0x80) return 1;
    if (first < 0xC2 || first > 0xF4) return 0;
    return first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
}

/* The code point of a character, whose bytes may be too few or not UTF-8: then a control. */
static uint32_t decode(const unsigned char *bytes, size_t count, size_t length) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    if (count == 0 || count > length) return 0;
    uint32_t code = count == 1 ? bytes[0] : bytes[0] & (0xFFu >> (count + 1));
    for (size_t i = 1; i < count; i++) {
        if ((bytes[i] & 0xC0) != 0x80) return 0;
        code = code << 6 | (bytes[i] & 0x3Fu);
    }
    return code < least[count] || code > 0x10FFFF ? 0 : code;
}

/* What nobody would see, or what changes the text around it: controls, surrogates, marks of width
 * and direction, private and unassigned planes. */
static bool is_seen(uint32_t code) {
    static const struct {
        uint32_t first, last;
    } unseen[] = {{0, 0x1F},        {0x7F, 0xA0},     {0xAD, 0xAD},     {0x200B, 0x200F},
                  {0x2028, 0x202F}, {0x205F, 0x206F}, {0xD800, 0xF8FF}, {0xFE00, 0xFE0F},
                  {0xFEFF, 0xFEFF}, {0xFFF0, 0xFFFB}, {0xFFFE, 0xFFFF}, {0x40000, 0x10FFFF}};
    for (size_t i = 0; i < sizeof unseen / sizeof *unseen; i++)
        if (code >= unseen[i].first && code <= unseen[i].last) return false;
    return true;
}

void character_show(const char *text, size_t length, char shown[CHARACTER_SHOWN]) {
    const unsigned char *bytes = (const unsigned char *)text;
    const size_t count = bytes_of(bytes[0]);
    if (is_seen(decode(bytes, count, length))) {
        memcpy(shown, text, count);
        shown[count] = '\0';
        return;
    }
    size_t used = 0, i = 0;
    do {
        used += (size_t)snprintf(shown + used, CHARACTER_SHOWN - used, "\\x%02X", bytes[i++]);
    } while (bytes[0] >= 0xC0 && i < 4 && i < length && (bytes[i] & 0xC0) == 0x80);
}
