#include "platform/windows_utf16.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <windows.h>

/* Longer paths get the prefix \\?\: without it, Windows limits directories to MAX_PATH, 260,
 * less a DOS name of 12 characters. */
#define LONG_PATH 240

int windows_fail(void) {
    static const struct {
        DWORD error;
        int number;
    } rows[] = {
        {ERROR_FILE_NOT_FOUND, ENOENT},
        {ERROR_PATH_NOT_FOUND, ENOENT},
        {ERROR_INVALID_NAME, ENOENT},
        {ERROR_BAD_PATHNAME, ENOENT},
        {ERROR_BAD_NETPATH, ENOENT},
        {ERROR_ACCESS_DENIED, EACCES},
        {ERROR_SHARING_VIOLATION, EACCES},
        {ERROR_USER_MAPPED_FILE, EACCES},
        {ERROR_WRITE_PROTECT, EROFS},
        {ERROR_LOCK_VIOLATION, EWOULDBLOCK},
        {ERROR_FILE_EXISTS, EEXIST},
        {ERROR_ALREADY_EXISTS, EEXIST},
        {ERROR_NOT_ENOUGH_MEMORY, ENOMEM},
        {ERROR_OUTOFMEMORY, ENOMEM},
        {ERROR_COMMITMENT_LIMIT, ENOMEM},
        {ERROR_DISK_FULL, ENOSPC},
        {ERROR_HANDLE_DISK_FULL, ENOSPC},
        {ERROR_DIRECTORY, ENOTDIR},
        {ERROR_DIR_NOT_EMPTY, ENOTEMPTY},
        {ERROR_INVALID_HANDLE, EBADF},
        {ERROR_BROKEN_PIPE, EPIPE},
        {ERROR_NO_DATA, EPIPE},
        {ERROR_TOO_MANY_OPEN_FILES, EMFILE},
        {ERROR_FILENAME_EXCED_RANGE, ENAMETOOLONG},
        {ERROR_NO_UNICODE_TRANSLATION, EILSEQ},
    };
    const DWORD error = GetLastError();
    errno = EIO;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].error == error) errno = rows[i].number;
    return -1;
}

wchar_t *windows_wide(const char *text) {
    const int length = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, NULL, 0);
    if (length == 0) {
        windows_fail();
        return NULL;
    }
    wchar_t *wide = malloc((size_t)length * sizeof *wide);
    if (wide) MultiByteToWideChar(CP_UTF8, 0, text, -1, wide, length);
    return wide;
}

char *windows_narrow(const wchar_t *text) {
    const int length = WideCharToMultiByte(CP_UTF8, 0, text, -1, NULL, 0, NULL, NULL);
    char *narrow = length > 0 ? malloc((size_t)length) : NULL;
    if (narrow) WideCharToMultiByte(CP_UTF8, 0, text, -1, narrow, length, NULL, NULL);
    return narrow;
}

/* Adds the prefix for long paths. Frees `wide`. */
static wchar_t *path_long(wchar_t *wide) {
    static const wchar_t prefix[] = L"\\\\?\\", share[] = L"\\\\?\\UNC";
    const DWORD size = GetFullPathNameW(wide, 0, NULL, NULL);
    wchar_t *whole = malloc((size + 8u) * sizeof *whole);
    if (whole) {
        wchar_t *at = whole + 8;
        GetFullPathNameW(wide, size, at, NULL);
        const bool is_share = at[0] == L'\\' && at[1] == L'\\';
        wcscpy(whole, is_share ? share : prefix);
        memmove(whole + wcslen(whole), is_share ? at + 1 : at,
                (wcslen(is_share ? at + 1 : at) + 1) * sizeof *at);
    }
    free(wide);
    return whole;
}

wchar_t *windows_path(const char *path) {
    if (strcmp(path, "/dev/null") == 0) path = "NUL";
    wchar_t *wide = windows_wide(path);
    if (!wide || wcslen(wide) < LONG_PATH || wcsncmp(wide, L"\\\\?\\", 4) == 0) return wide;
    return path_long(wide);
}

void windows_slashes(char *path) {
    for (; *path != '\0'; path++)
        if (*path == '\\') *path = '/';
}
