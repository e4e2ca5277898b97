/*
 * Names between UTF-8, which all of tilepdb uses, and what Windows takes.
 *
 * Thread safety: no state.
 */
#ifndef TILEPDB_PLATFORM_WINDOWS_UTF16_H
#define TILEPDB_PLATFORM_WINDOWS_UTF16_H

#include <stddef.h>

/* The name of a file for calls that end in W; freed by free. A long one is absolute, with the
 * prefix that lifts the limit of 260 characters. /dev/null is NUL. NULL with errno: no memory, or
 * the name is not UTF-8. */
wchar_t *windows_path(const char *path);

/* Text for and from Windows, freed by free. NULL with errno as above; lone halves of surrogate
 * pairs become U+FFFD. */
wchar_t *windows_wide(const char *text);
char *windows_narrow(const wchar_t *text);

/* Every backslash becomes a slash, which files may have as well. */
void windows_slashes(char *path);

/* Sets errno to what the last error of Windows in this thread means. Returns -1. */
int windows_fail(void);

#endif
