/*
 * Strings and names. See posix/fcntl.h.
 */
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <windows.h>

#include "platform/windows_utf16.h"

char *stpcpy(char *to, const char *from) {
    const size_t length = strlen(from);
    memcpy(to, from, length + 1);
    return to + length;
}

char *strndup(const char *text, size_t most) {
    const size_t length = strnlen(text, most);
    char *copy = malloc(length + 1);
    if (!copy) return NULL;
    memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

char *strsep(char **text, const char *separators) {
    char *begin = *text;
    if (!begin) return NULL;
    char *end = begin + strcspn(begin, separators);
    *text = *end == '\0' ? NULL : end + 1;
    *end = '\0';
    return begin;
}

char *realpath(const char *path, char *resolved) {
    wchar_t *wide = windows_path(path);
    if (!wide || resolved) return NULL;
    const HANDLE handle = CreateFileW(wide, FILE_READ_ATTRIBUTES,
                                      FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                                      OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
    free(wide);
    if (handle == INVALID_HANDLE_VALUE) {
        windows_fail();
        return NULL;
    }
    const DWORD size = GetFinalPathNameByHandleW(handle, NULL, 0, 0);
    wchar_t *whole = size > 0 ? malloc((size + 1) * sizeof *whole) : NULL;
    char *found = NULL;
    if (whole && GetFinalPathNameByHandleW(handle, whole, size + 1, 0) > 0)
        found = windows_narrow(wcsncmp(whole, L"\\\\?\\", 4) == 0 && whole[5] == L':' ? whole + 4
                                                                                      : whole);
    if (!found) windows_fail();
    CloseHandle(handle);
    free(whole);
    if (found && found[1] == ':') windows_slashes(found);
    return found;
}
