#include "base/message_text.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- numbers --------------------------------------------------------------------------------- */

const char *number_grouped(uint64_t number, char text[NUMBER_TEXT]) {
    char digits[20];
    int count = 0;
    do digits[count++] = (char)('0' + number % 10);
    while (number /= 10);
    char *out = text;
    while (count-- > 0) {
        *out++ = digits[count];
        if (count > 0 && count % 3 == 0) *out++ = ',';
    }
    *out = '\0';
    return text;
}

const char *number_shortened(double number, char text[NUMBER_TEXT]) {
    static const char *const units[] = {"", " k", " M", " G", " T"};
    size_t unit = 0;
    for (; number >= 999.5 && unit + 1 < sizeof units / sizeof *units; unit++) number /= 1000;
    snprintf(text, NUMBER_TEXT, number < 99.95 && unit > 0 ? "%.1f%s" : "%.0f%s", number,
             units[unit]);
    return text;
}

const char *bytes_text(uint64_t bytes, char text[NUMBER_TEXT]) {
    static const char *const units[] = {"bytes", "KiB", "MiB", "GiB", "TiB"};
    double amount = (double)bytes;
    size_t unit = 0;
    for (; amount >= 1023.95 && unit + 1 < sizeof units / sizeof *units; unit++) amount /= 1024;
    snprintf(text, NUMBER_TEXT, unit > 0 ? "%.1f %s" : "%.0f %s", amount, units[unit]);
    return text;
}

const char *seconds_text(double seconds, char text[NUMBER_TEXT]) {
    if (seconds < 99.5)
        snprintf(text, NUMBER_TEXT, "%.0f s", seconds);
    else if (seconds < 99.5 * 60)
        snprintf(text, NUMBER_TEXT, "%.0f min", seconds / 60);
    else if (seconds < 48 * 3600)
        snprintf(text, NUMBER_TEXT, "%.1f h", seconds / 3600);
    else
        snprintf(text, NUMBER_TEXT, "%.0f days", seconds / 86400);
    return text;
}

/* ---- tiles ----------------------------------------------------------------------------------- */

const char *tiles_text(uint32_t tiles, char join, char text[TILES_TEXT]) {
    size_t used = 0;
    text[0] = '\0';
    for (unsigned first = 0; first < 32; first++) {
        if (!(tiles >> first & 1u)) continue;
        unsigned last = first;
        while (last < 31 && tiles >> (last + 1) & 1u) last++;
        if (used > 0) text[used++] = join;
        used += (size_t)snprintf(text + used, TILES_TEXT - used, last > first ? "%u-%u" : "%u",
                                 first, last);
        first = last;
    }
    return text;
}

/* ---- characters ------------------------------------------------------------------------------ */

/* The bytes of a UTF-8 character that begins with `first`; 0 if none does. */
static size_t bytes_of(unsigned char first) {
    if (first < 0x80) return 1;
    if (first < 0xC2 || first > 0xF4) return 0;
    return first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
}

/* The code point of a character of `count` bytes; 0 if `length` is less, or the bytes are not
 * UTF-8. */
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

/* Returns false for invisible characters, and characters that change the text around them. */
static bool is_visible(uint32_t code) {
    static const struct {
        uint32_t first, last;
    } unseen[] = {{0, 0x1F},        {0x7F, 0xA0},     {0xAD, 0xAD},     {0x200B, 0x200F},
                  {0x2028, 0x202F}, {0x205F, 0x206F}, {0xD800, 0xF8FF}, {0xFE00, 0xFE0F},
                  {0xFEFF, 0xFEFF}, {0xFFF0, 0xFFFB}, {0xFFFE, 0xFFFF}, {0x40000, 0x10FFFF}};
    for (size_t i = 0; i < sizeof unseen / sizeof *unseen; i++)
        if (code >= unseen[i].first && code <= unseen[i].last) return false;
    return true;
}

size_t character_bytes(const char *text, size_t length) {
    const unsigned char *bytes = (const unsigned char *)text;
    const size_t count = bytes_of(bytes[0]);
    const uint32_t code = decode(bytes, count, length);
    return code == 0 || (code >= 0xD800 && code <= 0xDFFF) ? 0 : count;
}

void character_show(const char *text, size_t length, char shown[CHARACTER_SHOWN]) {
    const unsigned char *bytes = (const unsigned char *)text;
    const size_t count = bytes_of(bytes[0]);
    if (is_visible(decode(bytes, count, length))) {
        memcpy(shown, text, count);
        shown[count] = '\0';
        return;
    }
    size_t used = 0, i = 0;
    do {
        used += (size_t)snprintf(shown + used, CHARACTER_SHOWN - used, "\\x%02X", bytes[i++]);
    } while (bytes[0] >= 0xC0 && i < 4 && i < length && (bytes[i] & 0xC0) == 0x80);
}

/* ---- words ----------------------------------------------------------------------------------- */

#define LETTERS 31

#define PREFIX_LEAST 3
#define SLIP         1 /* a word at this distance beats a prefix */

static bool same_letter(char a, char b) {
    return tolower((unsigned char)a) == tolower((unsigned char)b);
}

size_t edit_distance(const char *a, const char *b) {
    size_t row[LETTERS + 1];
    const size_t length = strnlen(b, LETTERS);
    for (size_t j = 0; j <= length; j++) row[j] = j;
    for (size_t i = 0; i < LETTERS && a[i] != '\0'; i++) {
        size_t diagonal = row[0];
        row[0] = i + 1;
        for (size_t j = 1; j <= length; j++) {
            size_t best = diagonal + !same_letter(a[i], b[j - 1]);
            if (row[j] + 1 < best) best = row[j] + 1;
            if (row[j - 1] + 1 < best) best = row[j - 1] + 1;
            diagonal = row[j];
            row[j] = best;
        }
    }
    return row[length];
}

size_t edit_distance_limit(const char *word) {
    return strnlen(word, LETTERS) / 3 + 2;
}

static const char *longest_prefix(const char *word, const char *const *words, size_t count) {
    const char *longest = NULL;
    size_t most = PREFIX_LEAST - 1;
    for (size_t i = 0; i < count; i++) {
        const size_t length = strlen(words[i]);
        if (length <= most || strncasecmp(word, words[i], length) != 0) continue;
        most = length;
        longest = words[i];
    }
    return longest;
}

const char *nearest_word(const char *word, const char *const *words, size_t count) {
    const char *nearest = longest_prefix(word, words, count);
    size_t best = nearest ? SLIP + 1 : edit_distance_limit(word);
    for (size_t i = 0; i < count; i++) {
        const size_t distance = edit_distance(word, words[i]);
        if (distance >= best) continue;
        best = distance;
        nearest = words[i];
    }
    return nearest;
}

/* ---- texts of any length --------------------------------------------------------------------- */

/* Reallocates `text`, of length `used`. Returns NULL, with `text` unchanged, without memory. */
static char *append(char *text, size_t used, const char *format, va_list arguments) {
    va_list again;
    va_copy(again, arguments);
    const int length = vsnprintf(NULL, 0, format, arguments);
    char *longer = length < 0 ? NULL : realloc(text, used + (size_t)length + 1);
    if (longer) vsnprintf(longer + used, (size_t)length + 1, format, again);
    va_end(again);
    return longer;
}

char *string_format(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *text = append(NULL, 0, format, arguments);
    va_end(arguments);
    return text;
}

bool string_append(char **text, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *longer = append(*text, *text ? strlen(*text) : 0, format, arguments);
    va_end(arguments);
    if (longer) *text = longer;
    return longer != NULL;
}
