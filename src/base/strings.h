/* Texts of any length, which the caller frees. Thread-safe. */
#ifndef TILEPDB_BASE_STRINGS_H
#define TILEPDB_BASE_STRINGS_H

#include <stdbool.h>

#if defined(__GNUC__)
#define STRINGS_PRINTF(text, arguments) __attribute__((format(printf, text, arguments)))
#else
#define STRINGS_PRINTF(text, arguments)
#endif

/* Like printf, into memory. Returns NULL without memory. */
char *string_format(const char *format, ...) STRINGS_PRINTF(1, 2);

/* Appends to `*text`, which is NULL or from string_format. Without memory returns false and keeps
 * the text. */
bool string_append(char **text, const char *format, ...) STRINGS_PRINTF(2, 3);

#endif
