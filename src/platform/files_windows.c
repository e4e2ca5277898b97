/* base/files.h on Windows, where files get the access rights of their directory. */
#include "base/files.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>
#include <windows.h>

#include "platform/windows_utf16.h"

#define ATTEMPTS 1000

int temporary_create(const char *path, char **name) {
    const size_t size = strlen(path) + sizeof TEMPORARY_MARK + 32;
    temporary_clean(path);
    *name = malloc(size);
    if (!*name) return -1;
    int fd = -1;
    errno = EEXIST;
    for (int attempt = 0; fd < 0 && errno == EEXIST && attempt < ATTEMPTS; attempt++) {
        snprintf(*name, size, "%s" TEMPORARY_MARK "%lu-%d", path, GetCurrentProcessId(), attempt);
        fd = open(*name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    }
    if (fd >= 0) {
        /* Failure is harmless: without locks no other process removes the file as a leftover. */
        flock(fd, LOCK_EX);
        return fd;
    }
    const int reason = errno;
    free(*name);
    *name = NULL;
    errno = reason;
    return -1;
}

/* Renames the mapped file at `path` aside and moves the new file into place. If the old file
 * stays mapped, temporary_clean removes it later. */
static int rename_around(const char *name, const char *path, char *aside, size_t size) {
    snprintf(aside, size, "%s" TEMPORARY_MARK "%lu-%d", path, GetCurrentProcessId(), ATTEMPTS);
    if (rename(path, aside) != 0) return -1;
    const int result = rename(name, path);
    const int reason = errno;
    if (result != 0)
        rename(aside, path);
    else
        unlink(aside);
    errno = reason;
    return result;
}

int temporary_rename(const char *name, const char *path) {
    if (rename(name, path) == 0) return 0;
    const size_t size = strlen(path) + sizeof TEMPORARY_MARK + 32;
    char *aside = errno == EACCES ? malloc(size) : NULL;
    const int result = aside ? rename_around(name, path, aside, size) : -1;
    free(aside);
    return result;
}

int file_sync(int fd) {
    return fsync(fd);
}

const uint8_t *file_bytes_map(int fd, size_t size) {
    const HANDLE file = (HANDLE)_get_osfhandle(fd);
    const HANDLE mapping = CreateFileMappingW(file, NULL, PAGE_READONLY, 0, 0, NULL);
    const void *bytes = mapping ? MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, size) : NULL;
    if (!bytes) windows_fail();
    if (mapping) CloseHandle(mapping);
    return bytes;
}

void file_bytes_unmap(const uint8_t *bytes, size_t size) {
    (void)size;
    UnmapViewOfFile(bytes);
}

/* Does nothing: windows_rename writes each rename to the disk. */
bool directory_sync(const char *path) {
    (void)path;
    return true;
}

/* ---- leftovers ------------------------------------------------------------------------------- */

static void leftover_remove(const char *directory, const char *name) {
    const size_t size = strlen(directory) + strlen(name) + 2;
    char *path = malloc(size);
    if (!path) return;
    snprintf(path, size, "%s/%s", directory, name);
    const int fd = open(path, O_RDWR | O_CLOEXEC);
    if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0) unlink(path);
    if (fd >= 0) close(fd);
    free(path);
}

static HANDLE search_begin(const char *directory, WIN32_FIND_DATAW *found) {
    const size_t size = strlen(directory) + 3;
    char *all = malloc(size);
    if (!all) return INVALID_HANDLE_VALUE;
    snprintf(all, size, "%s/*", directory);
    wchar_t *wide = windows_path(all);
    const HANDLE search = wide ? FindFirstFileW(wide, found) : INVALID_HANDLE_VALUE;
    free(wide);
    free(all);
    return search;
}

void temporary_clean(const char *path) {
    WIN32_FIND_DATAW found;
    char *directory = directory_of(path);
    const HANDLE search = directory ? search_begin(directory, &found) : INVALID_HANDLE_VALUE;
    for (BOOL more = search != INVALID_HANDLE_VALUE; more; more = FindNextFileW(search, &found)) {
        char *name = windows_narrow(found.cFileName);
        if (name && temporary_is_of(path, name)) leftover_remove(directory, name);
        free(name);
    }
    if (search != INVALID_HANDLE_VALUE) FindClose(search);
    free(directory);
}

/* ---- environment ----------------------------------------------------------------------------- */

size_t environment_value(const char *name, char *value, size_t size) {
    wchar_t *wide = windows_wide(name);
    const wchar_t *found = wide ? _wgetenv(wide) : NULL;
    char *narrow = found ? windows_narrow(found) : NULL;
    if (narrow) windows_slashes(narrow);
    const size_t length = (size_t)snprintf(value, size, "%s", narrow ? narrow : "");
    free(narrow);
    free(wide);
    return length;
}
