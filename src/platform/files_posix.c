#include "base/files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"

#define ATTEMPTS 1000

static bool is_same(int fd, int directory, const char *name) {
    struct stat opened, named;
    return fstat(fd, &opened) == 0 && fstatat(directory, name, &named, AT_SYMLINK_NOFOLLOW) == 0 &&
           opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
}

/* Failure is harmless: on a file system without locks, no other process can lock the file and
 * remove it as a leftover. */
static void lock_wait(int fd) {
    while (flock(fd, LOCK_EX) != 0 && errno == EINTR) {
    }
}

static int create_locked(const char *name, mode_t mode) {
    const int fd = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (fd < 0) return -1;
    lock_wait(fd);
    if (is_same(fd, AT_FDCWD, name)) return fd;
    /* Another process removed the unlocked file as a leftover. */
    close(fd);
    errno = EEXIST;
    return -1;
}

/* Copies mode, owner and group. If owner or group cannot be kept, the set-id bits are dropped; a
 * new group gets the permissions of others. */
static void mode_keep(int fd, const struct stat *before) {
    mode_t mode = before->st_mode & 07777;
    const bool group = fchown(fd, (uid_t)-1, before->st_gid) == 0;
    const bool owner = fchown(fd, before->st_uid, (gid_t)-1) == 0;
    if (!owner || !group) mode &= 01777;
    if (!group) mode = (mode_t)((mode & ~(mode_t)S_IRWXG) | (mode & S_IRWXO) << 3);
    if (fchmod(fd, mode) != 0) errno = 0;
}

int temporary_create(const char *path, char **name) {
    const size_t size = strlen(path) + sizeof TEMPORARY_MARK + 32;
    temporary_clean(path);
    *name = malloc(size);
    if (!*name) return -1;
    /* A file that replaces another stays private until mode_keep. */
    struct stat before;
    const bool replaces = stat(path, &before) == 0;
    int fd = -1;
    errno = EEXIST;
    for (int attempt = 0; fd < 0 && errno == EEXIST && attempt < ATTEMPTS; attempt++) {
        snprintf(*name, size, "%s" TEMPORARY_MARK "%ld-%d", path, (long)getpid(), attempt);
        fd = create_locked(*name, replaces ? 0600 : 0666);
    }
    if (fd >= 0) {
        if (replaces) mode_keep(fd, &before);
        return fd;
    }
    const int reason = errno;
    free(*name);
    *name = NULL;
    errno = reason;
    return -1;
}

int temporary_rename(const char *name, const char *path) {
    return rename(name, path);
}

int file_sync(int fd) {
    int result;
#ifdef F_FULLFSYNC /* On macOS, fsync leaves data in the cache of the drive. */
    do result = fcntl(fd, F_FULLFSYNC);
    while (result != 0 && errno == EINTR);
    if (result == 0) return 0; /* otherwise the file system lacks F_FULLFSYNC */
#endif
    do result = fsync(fd);
    while (result != 0 && errno == EINTR);
    return result;
}

const uint8_t *file_bytes_map(int fd, size_t size) {
    void *addresses = memory_addresses(size);
    void *bytes = mmap(addresses, size, PROT_READ, MAP_SHARED | (addresses ? MAP_FIXED : 0), fd, 0);
    if (bytes == MAP_FAILED) {
        const int reason = errno;
        if (addresses) munmap(addresses, size);
        errno = reason;
        return NULL;
    }
    memory_file_prefer_huge(bytes, size);
    return bytes;
}

void file_bytes_unmap(const uint8_t *bytes, size_t size) {
    munmap((void *)(uintptr_t)bytes, size);
}

bool directory_sync(const char *path) {
    char *directory = directory_of(path);
    const int fd = directory ? open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    free(directory);
    if (fd < 0) return true;
    const bool synced = file_sync(fd) == 0 || errno == EINVAL || errno == ENOTSUP || errno == EROFS;
    const int reason = errno;
    close(fd);
    errno = reason;
    return synced;
}

/* ---- leftovers ------------------------------------------------------------------------------- */

static void leftover_remove(int directory, const char *name) {
    int fd = openat(directory, name, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
    if (fd < 0) return;
    /* Writers hold the lock while they rename, so the name still refers to this file. */
    if (flock(fd, LOCK_EX | LOCK_NB) == 0 && is_same(fd, directory, name))
        unlinkat(directory, name, 0);
    close(fd);
}

void temporary_clean(const char *path) {
    char *directory = directory_of(path);
    DIR *entries = directory ? opendir(directory) : NULL;
    free(directory);
    if (!entries) return;
    for (struct dirent *entry = readdir(entries); entry; entry = readdir(entries))
        if (temporary_is_of(path, entry->d_name)) leftover_remove(dirfd(entries), entry->d_name);
    closedir(entries);
}

/* ---- environment ----------------------------------------------------------------------------- */

size_t environment_value(const char *name, char *value, size_t size) {
    const char *found = getenv(name);
    return (size_t)snprintf(value, size, "%s", found ? found : "");
}
