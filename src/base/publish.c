#include "base/publish.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/files.h"
#include "base/system.h"

static tilepdb_status write_error(tilepdb_error *error, const char *path, const char *what) {
    const int os_error = errno;
    const char *reason = strerror(os_error);
    if (os_error == ENOSPC || os_error == EDQUOT)
        reason = os_error == ENOSPC ? "the disk is full" : "the disk quota is used up";
    return error_set_code(error, TILEPDB_ERROR_IO,
                          error_code_file(TILEPDB_MESSAGE_FILE_WRITE, os_error, reason),
                          "cannot %s '%s': %s", what, error_path(path), reason);
}

static tilepdb_status target_check(const char *path, tilepdb_error *error) {
    struct stat about;
    if (path[0] == '\0')
        return error_set(error, TILEPDB_ERROR_ARGUMENT, "the path of the file to write is empty");
    if (stat(path, &about) != 0 || S_ISREG(about.st_mode)) return TILEPDB_OK;
    const char *kind = S_ISDIR(about.st_mode) ? "a directory" : "not a regular file";
    return error_set_code(error, TILEPDB_ERROR_IO,
                          error_code_file(TILEPDB_MESSAGE_FILE_WRITE, 0, kind),
                          "cannot write '%s': it is %s", error_path(path), kind);
}

/* Follows symbolic links; a dangling link is its own target. The caller frees the result. NULL
 * without memory, so that a file never replaces the link to it. */
static char *target_of(const char *path) {
    struct stat about;
    const bool link = lstat(path, &about) == 0 && S_ISLNK(about.st_mode);
    char *target = link ? realpath(path, NULL) : NULL;
    if (link && !target && errno == ENOMEM) return NULL;
    return target ? target : strdup(path);
}

char *publish_directory(const char *path) {
    char *target = target_of(path);
    char *directory = target ? directory_of(target) : NULL;
    free(target);
    return directory;
}

tilepdb_status publish_check(const char *path, tilepdb_error *error) {
    tilepdb_status status = target_check(path, error);
    if (status) return status;
    char *directory = publish_directory(path);
    if (!directory) return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for a name");
    struct stat about;
    errno = 0;
    if (stat(directory, &about) == 0 && !S_ISDIR(about.st_mode)) errno = ENOTDIR;
    if (errno || access(directory, W_OK | X_OK) != 0) status = write_error(error, path, "write");
    free(directory);
    return status;
}

static void publication_release(struct publication *publication) {
    free(publication->path);
    free(publication->temporary);
    *publication = (struct publication){.fd = -1};
}

tilepdb_status publish_begin(struct publication *publication, const char *path,
                             tilepdb_error *error) {
    *publication = (struct publication){.fd = -1};
    tilepdb_status status = target_check(path, error);
    if (status) return status;

    publication->path = target_of(path);
    errno = ENOMEM;
    if (publication->path)
        publication->fd = temporary_create(publication->path, &publication->temporary);
    if (publication->fd >= 0) return TILEPDB_OK;
    if (errno == ENOMEM)
        status = error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory to write '%s'",
                           error_path(path));
    else if (errno == ENOENT)
        status = error_set_code(
            error, TILEPDB_ERROR_IO, error_code_file(TILEPDB_MESSAGE_FILE_WRITE, ENOENT, NULL),
            "cannot write '%s': its directory does not exist", error_path(path));
    else
        status = write_error(error, path, "create a temporary file next to");
    publication_release(publication);
    return status;
}

tilepdb_status publish_part_begin(struct publication *publication, const char *path,
                                  const char *temporary, tilepdb_error *error) {
    *publication = (struct publication){.fd = -1, .part = true};
    publication->path = strdup(path);
    publication->temporary = strdup(temporary);
    if (!publication->path || !publication->temporary) {
        publication_release(publication);
        return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory to write '%s'",
                         error_path(path));
    }
    publication->fd = open(temporary, O_WRONLY | O_CLOEXEC | O_NOFOLLOW);
    if (publication->fd >= 0) return TILEPDB_OK;
    const tilepdb_status status = write_error(error, temporary, "open");
    publication_release(publication);
    return status;
}

tilepdb_status publish_part_end(struct publication *publication, tilepdb_error *error) {
    tilepdb_status status = TILEPDB_OK;
    if (file_sync(publication->fd) != 0) status = write_error(error, publication->path, "write");
    publish_abort(publication);
    return status;
}

tilepdb_status publish_write(struct publication *publication, const void *data, size_t size,
                             uint64_t offset, tilepdb_error *error) {
    const uint8_t *bytes = data;
    uint64_t end;
    if (__builtin_add_overflow(offset, size, &end) || end > INT64_MAX) {
        errno = EFBIG;
        return write_error(error, publication->path, "write");
    }
    while (size > 0) {
        ssize_t written = pwrite(publication->fd, bytes, size, (off_t)offset);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) {
            /* A regular file that accepts no bytes without a reason is short of space. */
            if (written == 0) errno = ENOSPC;
            return write_error(error, publication->path, "write");
        }
        bytes += written;
        size -= (size_t)written;
        offset += (uint64_t)written;
    }
    return TILEPDB_OK;
}

tilepdb_status publish_uncache(const struct publication *publication, uint64_t begin, uint64_t end,
                               tilepdb_error *error) {
    errno = file_uncache(publication->fd, begin, end - begin, true);
    return errno ? write_error(error, publication->path, "write") : TILEPDB_OK;
}

tilepdb_status publish_commit(struct publication *publication, tilepdb_error *error) {
    if (file_sync(publication->fd) != 0 ||
        temporary_rename(publication->temporary, publication->path) != 0) {
        tilepdb_status status = write_error(error, publication->path, "write");
        publish_abort(publication);
        return status;
    }
    tilepdb_status status = TILEPDB_OK;
    if (!directory_sync(publication->path)) {
        status = error_set(error, TILEPDB_ERROR_IO,
                           "'%s' is complete, but its name may not survive a power failure: %s",
                           error_path(publication->path), strerror(errno));
    }
    close(publication->fd);
    publication_release(publication);
    return status;
}

void publish_abort(struct publication *publication) {
    if (!publication->temporary) return;
    /* Before the lock is released: afterwards another writer may own the name. */
    if (!publication->part) unlink(publication->temporary);
    close(publication->fd);
    publication_release(publication);
}

void publish_clean(const char *name) {
    char *path = target_of(name);
    if (path) temporary_clean(path);
    free(path);
}
