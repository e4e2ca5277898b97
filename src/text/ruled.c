/*
 * Lines of a drawn table. See ruled.h.
 */
#include "text/ruled.h"

#include <stdbool.h>
#include <string.h>

#include "text/characters.h"

static bool is_rule(const char *text, size_t length) {
    size_t marks = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '\0' || !strchr("+-=:| \t", text[i])) return false;
        marks += text[i] == '|' || text[i] == '+';
    }
    return marks > 0;
}

enum ruled ruled_line(const char *text, size_t length, char plain[RULED_MOST],
                      size_t *plain_length) {
    /* Each '|' stands for a separator and adds a blank at most. */
    if (length >= RULED_MOST / 2) return RULED_NONE;
    if (is_rule(text, length)) return RULED_RULE;
    if (!memchr(text, '|', length)) return RULED_NONE;
    const size_t lead = text_separators(text, length);
    const size_t end = text_trimmed(text, length);
    const bool framed = text[lead] == '|';
    size_t used = 0, start = framed ? lead + 1 : 0;
    memset(plain, ' ', start);
    used = start;
    while (start <= end) {
        const char *bar = memchr(text + start, '|', end - start);
        const size_t cell = bar ? (size_t)(bar - text) - start : end - start;
        const bool empty = text_separators(text + start, cell) == cell;
        if (!bar && empty && framed) break; /* behind the frame */
        memcpy(plain + used, text + start, cell);
        if (empty) {
            if (cell > 0) memset(plain + used, ' ', cell);
            plain[used] = '_';
            used += cell == 0;
        }
        used += cell;
        plain[used++] = ' ';
        start += cell + 1;
    }
    *plain_length = used;
    return RULED_ROW;
}
