/*
 * Converts names between UTF-8 and UTF-16 of Windows. Thread-safe. The caller frees returned texts.
 * NULL with errno means no memory or invalid UTF-8.
 */
#ifndef TILEPDB_PLATFORM_WINDOWS_FILES_H
#define TILEPDB_PLATFORM_WINDOWS_FILES_H

#include <stddef.h>

/* windows_narrow turns lone surrogates into U+FFFD. */
wchar_t *windows_wide(const char *text);
char *windows_narrow(const wchar_t *text);

/* Replaces backslashes by slashes. */
void windows_slashes(char *path);

/* Sets errno for GetLastError(). Returns -1. */
int windows_fail(void);

#endif
