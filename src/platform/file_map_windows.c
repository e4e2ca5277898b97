/*
 * A file, mapped into memory for reading, on Windows. See file_map.h.
 */
#include "base/file_map.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <windows.h>

#include "base/error.h"
#include "platform/windows_utf16.h"

static tilepdb_status cannot(const char *what, const char *path, tilepdb_error *error) {
    const tilepdb_status status = errno == ENOMEM ? TILEPDB_ERROR_MEMORY : TILEPDB_ERROR_IO;
    return error_set(error, status, "cannot %s '%s': %s", what, error_path(path), strerror(errno));
}

static tilepdb_status map_descriptor(int fd, const char *path, struct file_map *map,
                                     tilepdb_error *error) {
    struct stat about;
    if (fstat(fd, &about) != 0) return cannot("read", path, error);
    if (!S_ISREG(about.st_mode))
        return error_set(error, TILEPDB_ERROR_IO, "'%s' is not a regular file", error_path(path));
    if (about.st_size == 0)
        return error_set(error, TILEPDB_ERROR_FORMAT, "'%s' is empty", error_path(path));
    const HANDLE file = (HANDLE)_get_osfhandle(fd);
    const HANDLE mapping = CreateFileMappingW(file, NULL, PAGE_READONLY, 0, 0, NULL);
    const void *data = mapping ? MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, 0) : NULL;
    if (!data) windows_fail();
    if (mapping) CloseHandle(mapping); /* the view keeps what it needs */
    if (!data) return cannot("map", path, error);
    *map = (struct file_map){.data = data, .size = (size_t)about.st_size};
    return TILEPDB_OK;
}

tilepdb_status file_map_open(const char *path, struct file_map *map, tilepdb_error *error) {
    *map = (struct file_map){0};
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0 && errno == EISDIR)
        return error_set(error, TILEPDB_ERROR_IO, "'%s' is a directory, not a file",
                         error_path(path));
    if (fd < 0) {
        const bool absent = errno == ENOENT || errno == ENOTDIR;
        return error_set(error, absent ? TILEPDB_ERROR_NOT_FOUND : TILEPDB_ERROR_IO,
                         "cannot open '%s': %s", error_path(path), strerror(errno));
    }
    const tilepdb_status status = map_descriptor(fd, path, map, error);
    close(fd);
    return status;
}

void file_map_close(struct file_map *map) {
    if (map->data && !map->borrowed) UnmapViewOfFile(map->data);
    *map = (struct file_map){0};
}

bool file_map_cached(const struct file_map *map, const char *path, uint64_t *cached,
                     uint64_t *huge) {
    (void)map, (void)path, (void)cached, (void)huge;
    return false;
}

size_t file_map_promote(const struct file_map *map, size_t from, const bool *stop) {
    (void)map, (void)stop;
    return from;
}
