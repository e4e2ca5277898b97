/*
 * A file, mapped into memory to read. See file_map.h.
 */
#include "base/file_map.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"

static tilepdb_status map_descriptor(int fd, const char *path, struct file_map *map,
                                     tilepdb_error *error) {
    struct stat about;
    if (fstat(fd, &about) != 0) {
        return error_set(error, TILEPDB_ERROR_IO, "cannot read '%s': %s", error_path(path),
                         strerror(errno));
    }
    if (S_ISDIR(about.st_mode)) {
        return error_set(error, TILEPDB_ERROR_IO, "'%s' is a directory, not a file",
                         error_path(path));
    }
    if (!S_ISREG(about.st_mode)) {
        return error_set(error, TILEPDB_ERROR_IO, "'%s' is not a regular file", error_path(path));
    }
    if (about.st_size == 0) {
        return error_set(error, TILEPDB_ERROR_FORMAT, "'%s' is empty", error_path(path));
    }
    if ((uintmax_t)about.st_size > SIZE_MAX) {
        return error_set(error, TILEPDB_ERROR_TOO_LARGE,
                         "'%s' is larger than this machine can address", error_path(path));
    }
    size_t size = (size_t)about.st_size;
    void *data = mmap(NULL, size, PROT_READ, MAP_SHARED, fd, 0);
    if (data == MAP_FAILED) {
        tilepdb_status status = errno == ENOMEM ? TILEPDB_ERROR_MEMORY : TILEPDB_ERROR_IO;
        return error_set(error, status, "cannot map '%s': %s", error_path(path), strerror(errno));
    }
    *map = (struct file_map){.data = data, .size = size};
    return TILEPDB_OK;
}

tilepdb_status file_map_open(const char *path, struct file_map *map, tilepdb_error *error) {
    *map = (struct file_map){0};
    /* Non-blocking, since to open a named pipe would wait for its writer. */
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0) {
        bool absent = errno == ENOENT || errno == ENOTDIR;
        return error_set(error, absent ? TILEPDB_ERROR_NOT_FOUND : TILEPDB_ERROR_IO,
                         "cannot open '%s': %s", error_path(path), strerror(errno));
    }
    tilepdb_status status = map_descriptor(fd, path, map, error);
    close(fd);
    return status;
}

void file_map_close(struct file_map *map) {
    if (map->data != NULL) munmap((void *)(uintptr_t)map->data, map->size);
    *map = (struct file_map){0};
}
