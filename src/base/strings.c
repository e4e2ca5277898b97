/* See strings.h. */
#include "base/strings.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Appends to `text`, of length `used` and reallocated. Returns NULL, with `text` unchanged, without
 * memory. */
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
