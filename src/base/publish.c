/*
 * Atomic publication. See publish.h.
 */
#include "base/publish.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"

#define TEMPORARY_MARK ".tmp-"
#define ATTEMPTS       1000

static tilepdb_status write_error(tilepdb_error *error, const char *path, const char *what) {
    const char *reason = strerror(errno);
    if (errno == ENOSPC || errno == EDQUOT) {
        reason = errno == ENOSPC ? "the disk is full" : "the disk quota is used up";
    }
    return error_set(error, TILEPDB_ERROR_IO, "cannot %s '%s': %s", what, error_path(path), reason);
}

/* The directory of a path, allocated; NULL without memory. */
static char *directory_of(const char *path) {
    const char *slash = strrchr(path, '/');
    if (slash == NULL) return strdup(".");
    return strndup(path, slash == path ? 1 : (size_t)(slash - path));
}

static const char *name_of(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

/* Whether the name still stands for the open file. */
static bool same_file(int fd, int directory, const char *name) {
    struct stat opened;
    struct stat named;
    return fstat(fd, &opened) == 0 && fstatat(directory, name, &named, AT_SYMLINK_NOFOLLOW) == 0 &&
           opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
}

/* Waits for the lock. A file system without locks is not a failure: there publish_clean cannot lock
 * either, and removes nothing. */
static void lock_wait(int fd) {
    while (flock(fd, LOCK_EX) != 0 && errno == EINTR) {
    }
}

/* Creates and locks a new file of the name publication->temporary. -1 with errno if that fails. */
static int temporary_create(const char *temporary, mode_t mode) {
    int fd = open(temporary, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (fd < 0) return -1;
    lock_wait(fd);
    if (same_file(fd, AT_FDCWD, temporary)) return fd;
    /* publish_clean of another process came between the two calls and took it for a leftover. */
    close(fd);
    errno = EEXIST;
    return -1;
}

static tilepdb_status target_check(const char *path, tilepdb_error *error) {
    struct stat about;
    if (path[0] == '\0') {
        return error_set(error, TILEPDB_ERROR_ARGUMENT, "the path of the file to write is empty");
    }
    if (stat(path, &about) != 0 || S_ISREG(about.st_mode)) return TILEPDB_OK;
    return error_set(error, TILEPDB_ERROR_IO, "cannot write '%s': it is %s", error_path(path),
                     S_ISDIR(about.st_mode) ? "a directory" : "not a regular file");
}

/* Where the name leads: the file behind symbolic links is replaced, not the link. Allocated; NULL
 * without memory. */
static char *target_of(const char *path) {
    struct stat about;
    const bool link = lstat(path, &about) == 0 && S_ISLNK(about.st_mode);
    char *target = link ? realpath(path, NULL) : NULL;
    return target != NULL ? target : strdup(path);
}

/* As the file that is replaced, if any. If the owner or the group cannot be kept, the set-id bits
 * go, and the new group gets the permissions of all others. File systems without owners and modes
 * have nothing to keep. */
static void mode_keep(int fd, const char *path) {
    struct stat before;
    if (stat(path, &before) != 0) return;
    mode_t mode = before.st_mode & 07777;
    const bool group = fchown(fd, (uid_t)-1, before.st_gid) == 0;
    const bool owner = fchown(fd, before.st_uid, (gid_t)-1) == 0;
    if (!owner || !group) mode &= 01777;
    if (!group) mode = (mode & ~(mode_t)S_IRWXG) | (mode & S_IRWXO) << 3;
    if (fchmod(fd, mode) != 0) errno = 0;
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
    if (status != TILEPDB_OK) return status;

    publication->path = target_of(path);
    size_t size =
        (publication->path != NULL ? strlen(publication->path) : 0) + sizeof TEMPORARY_MARK + 32;
    publication->temporary = malloc(size);
    if (publication->path == NULL || publication->temporary == NULL) {
        publication_release(publication);
        return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory to write '%s'",
                         error_path(path));
    }
    /* A file that gets the mode of another is private until then. */
    struct stat before;
    const mode_t mode = stat(publication->path, &before) == 0 ? 0600 : 0666;
    errno = EEXIST;
    for (int attempt = 0; publication->fd < 0 && errno == EEXIST && attempt < ATTEMPTS; attempt++) {
        snprintf(publication->temporary, size, "%s" TEMPORARY_MARK "%ld-%d", publication->path,
                 (long)getpid(), attempt);
        publication->fd = temporary_create(publication->temporary, mode);
    }
    if (publication->fd >= 0) {
        mode_keep(publication->fd, publication->path);
        return TILEPDB_OK;
    }
    status = errno == ENOENT
                 ? error_set(error, TILEPDB_ERROR_IO,
                             "cannot write '%s': its directory does not exist", error_path(path))
                 : write_error(error, path, "create a temporary file next to");
    publication_release(publication);
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
            /* A regular file that takes nothing and names no reason has no room. */
            if (written == 0) errno = ENOSPC;
            return write_error(error, publication->path, "write");
        }
        bytes += written;
        size -= (size_t)written;
        offset += (uint64_t)written;
    }
    return TILEPDB_OK;
}

static int sync_retry(int fd) {
    int result;
    do {
        result = fsync(fd);
    } while (result != 0 && errno == EINTR);
    return result;
}

/* Makes the names in the path's directory durable. False with errno if the disk failed. A directory
 * that may not be read, or a file system that cannot sync one, leaves nothing more to be done. */
static bool directory_sync(const char *path) {
    char *directory = directory_of(path);
    int fd = directory == NULL ? -1 : open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    free(directory);
    if (fd < 0) return true;
    bool synced = sync_retry(fd) == 0 || errno == EINVAL || errno == ENOTSUP || errno == EROFS;
    int reason = errno;
    close(fd);
    errno = reason;
    return synced;
}

tilepdb_status publish_commit(struct publication *publication, tilepdb_error *error) {
    if (sync_retry(publication->fd) != 0 ||
        rename(publication->temporary, publication->path) != 0) {
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
    if (publication->temporary == NULL) return;
    /* Removed before the lock is dropped: later, another writer may own the name. */
    unlink(publication->temporary);
    close(publication->fd);
    publication_release(publication);
}

/* Whether `name` is a temporary of `base`: base, the mark, digits, '-', digits. */
static bool is_temporary(const char *name, const char *base) {
    static const char digits[] = "0123456789";
    size_t length = strlen(base);
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

static void leftover_remove(int directory, const char *name) {
    int fd = openat(directory, name, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
    if (fd < 0) return;
    /* A writer renames while it holds the lock, so the name cannot become another file between the
     * comparison and the removal. */
    if (flock(fd, LOCK_EX | LOCK_NB) == 0 && same_file(fd, directory, name)) {
        unlinkat(directory, name, 0);
    }
    close(fd);
}

void publish_clean(const char *name) {
    char *path = target_of(name);
    if (path == NULL) return;
    char *directory = directory_of(path);
    DIR *entries = directory == NULL ? NULL : opendir(directory);
    free(directory);
    if (entries == NULL) {
        free(path);
        return;
    }
    const char *base = name_of(path);
    for (struct dirent *entry = readdir(entries); entry != NULL; entry = readdir(entries)) {
        if (is_temporary(entry->d_name, base)) leftover_remove(dirfd(entries), entry->d_name);
    }
    closedir(entries);
    free(path);
}
