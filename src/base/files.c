#include "base/files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/message_text.h"

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

int directory_search_error(const char *path) {
    struct stat about;
    if (stat(path, &about) != 0) return errno == ENOENT ? 0 : errno;
    if (!S_ISDIR(about.st_mode)) return ENOTDIR;
    return faccessat(AT_FDCWD, path, X_OK, AT_EACCESS) == 0 ? 0 : errno;
}

/* The longest beginning of `path` that exists, which the caller frees. NULL without memory. */
static char *existing_part(const char *path) {
    struct stat about;
    char *part = strdup(path);
    while (part && stat(part, &about) != 0 && (errno == ENOENT || errno == ENOTDIR)) {
        char *slash = strrchr(part, '/');
        if (!slash) {
            free(part);
            return strdup(".");
        }
        slash[slash == part] = '\0';
        if (slash == part) break;
    }
    return part;
}

/* Makes and removes a directory, since permissions do not decide for root, as in /proc. Returns an
 * errno. */
static int probe_make(const char *directory) {
    char *path = string_format("%s/.tilepdb-%ld", directory, (long)getpid());
    if (!path) return ENOMEM;
    const int error = mkdir(path, 0700) == 0 ? 0 : errno;
    if (error == 0) rmdir(path);
    free(path);
    return error;
}

int directory_write_error(const char *path) {
    struct stat about;
    char *part = existing_part(path);
    if (!part) return ENOMEM;
    int error = 0;
    if (stat(part, &about) != 0)
        error = errno;
    else if (!S_ISDIR(about.st_mode))
        error = ENOTDIR;
    else if (faccessat(AT_FDCWD, part, W_OK | X_OK, AT_EACCESS) != 0)
        error = errno;
    else if ((about.st_mode & 0222) == 0)
        error = probe_make(part);
    free(part);
    return error;
}

int file_read_error(const char *path) {
    struct stat about;
    if (stat(path, &about) != 0) return errno == ENOTDIR ? ENOENT : errno;
    if (!S_ISREG(about.st_mode)) return EISDIR;
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return errno;
    close(fd);
    return 0;
}

bool file_exists(const char *path) {
    struct stat about;
    return stat(path, &about) == 0;
}

/* ---- lock files ------------------------------------------------------------------------------ */

/* A file without links is no lock, since the owner removes the file before unlocking it. */
static enum lock_state lock_try(struct lock_file *lock) {
    struct stat about;
    lock->fd = open(lock->name, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (lock->fd < 0) return LOCK_IMPOSSIBLE;
    enum lock_state state = LOCK_TAKEN;
    if (flock(lock->fd, LOCK_EX | LOCK_NB) != 0)
        state = errno == EWOULDBLOCK || errno == EINTR ? LOCK_BUSY : LOCK_IMPOSSIBLE;
    else if (fstat(lock->fd, &about) != 0 || about.st_nlink == 0)
        state = LOCK_BUSY;
    if (state == LOCK_IMPOSSIBLE) unlink(lock->name);
    if (state != LOCK_TAKEN) close(lock->fd);
    return state;
}

enum lock_state lock_file_take(struct lock_file *lock, const char *path) {
    *lock = (struct lock_file){.name = string_format("%s" TEMPORARY_MARK "0-0", path)};
    if (!lock->name) return LOCK_IMPOSSIBLE;
    const enum lock_state state = lock_try(lock);
    if (state == LOCK_TAKEN) return state;
    free(lock->name);
    lock->name = NULL;
    return state;
}

void lock_file_release(struct lock_file *lock) {
    if (!lock->name) return;
    unlink(lock->name);
    close(lock->fd);
    free(lock->name);
    lock->name = NULL;
}
