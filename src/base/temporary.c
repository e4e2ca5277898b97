/*
 * The names of temporaries; temporary_posix.c and temporary_windows.c make the files. See
 * temporary.h.
 */
#include "base/temporary.h"

#include <string.h>

char *directory_of(const char *path) {
    const char *slash = strrchr(path, '/');
    if (!slash) return strdup(".");
    return strndup(path, slash == path ? 1 : (size_t)(slash - path));
}

/* base, the mark, digits, '-', digits */
bool temporary_is_of(const char *path, const char *name) {
    static const char digits[] = "0123456789";
    const char *slash = strrchr(path, '/');
    const char *base = !slash ? path : slash + 1;
    const size_t length = strlen(base);
    if (strncmp(name, base, length) != 0) return false;
    name += length;
    if (strncmp(name, TEMPORARY_MARK, strlen(TEMPORARY_MARK)) != 0) return false;
    name += strlen(TEMPORARY_MARK);
    size_t process = strspn(name, digits);
    if (process == 0 || name[process] != '-') return false;
    name += process + 1;
    size_t attempt = strspn(name, digits);
    return attempt > 0 && name[attempt] == '\0';
}
