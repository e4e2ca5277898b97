#include "base/files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

char *directory_of(const char *path) {
    const char *slash = strrchr(path, '/');
    if (!slash) return strdup(".");
    return strndup(path, slash == path ? 1 : (size_t)(slash - path));
}

size_t directory_of_environment(char *path, size_t size) {
    static const struct {
        const char *variable, *below;
    } places[] = {
        {"TILEPDB_DIR", ""}, {"XDG_DATA_HOME", "/tilepdb"}, {"HOME", "/.local/share/tilepdb"}};
    if (size > 0) path[0] = '\0';
    size_t length = 0;
    for (size_t i = 0; i < sizeof places / sizeof *places && length == 0; i++) {
        length = environment_value(places[i].variable, path, size);
        if (length > 0)
            length += (size_t)snprintf(length < size ? path + length : NULL,
                                       length < size ? size - length : 0, "%s", places[i].below);
    }
    return length;
}

static int make_level(const char *path) {
    struct stat status;
    if (mkdir(path, 0777) == 0) return 0;
    const int error = errno;
    if (stat(path, &status) != 0) return error;
    return S_ISDIR(status.st_mode) ? 0 : ENOTDIR;
}

int directory_create(const char *path) {
    char *level = strdup(path);
    if (!level) return ENOMEM;
    int error = 0;
    char *slash = level[0] != '\0' ? strchr(level + 1, '/') : NULL;
    for (; slash && error == 0; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        error = make_level(level);
        *slash = '/';
    }
    if (error == 0) error = make_level(level);
    free(level);
    if (error != 0) return error;
    return faccessat(AT_FDCWD, path, W_OK | X_OK, AT_EACCESS) == 0 ? 0 : errno;
}
