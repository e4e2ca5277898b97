#include "base/file_map.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/files.h"
#include "base/memory.h"
#include "base/threads.h"

static tilepdb_status read_error(const char *name, int os_error, tilepdb_status status,
                                 const char *what, tilepdb_error *error) {
    return error_set_code(error, status, error_code_file(TILEPDB_MESSAGE_FILE_READ, os_error, NULL),
                          "cannot %s '%s': %s", what, name, strerror(os_error));
}

static tilepdb_status directory_error(const char *path, tilepdb_error *error) {
    return error_set_code(error, TILEPDB_ERROR_IO,
                          error_code_file(TILEPDB_MESSAGE_FILE_READ, EISDIR, NULL),
                          "'%s' is a directory, not a file", error_path(path));
}

static tilepdb_status descriptor_map(int fd, const char *path, struct file_map *map,
                                     tilepdb_error *error) {
    struct stat about;
    const char *name = error_path(path);
    if (fstat(fd, &about) != 0) return read_error(name, errno, TILEPDB_ERROR_IO, "read", error);
    if (S_ISDIR(about.st_mode)) return directory_error(path, error);
    if (!S_ISREG(about.st_mode))
        return error_set_code(error, TILEPDB_ERROR_IO,
                              error_code_file(TILEPDB_MESSAGE_FILE_READ, 0, "not a regular file"),
                              "'%s' is not a regular file", name);
    if (about.st_size == 0)
        return error_set_code(error, TILEPDB_ERROR_FORMAT,
                              (struct error_code){.code = TILEPDB_MESSAGE_FILE_MALFORMED},
                              "'%s' is empty", name);
    if ((uintmax_t)about.st_size > SIZE_MAX)
        return error_set(error, TILEPDB_ERROR_TOO_LARGE,
                         "'%s' is larger than this machine can address", name);
    map->data = file_bytes_map(fd, (size_t)about.st_size);
    if (!map->data)
        return read_error(name, errno, errno == ENOMEM ? TILEPDB_ERROR_MEMORY : TILEPDB_ERROR_IO,
                          "map", error);
    map->size = (size_t)about.st_size;
    return TILEPDB_OK;
}

tilepdb_status file_map_open(const char *path, struct file_map *map, tilepdb_error *error) {
    *map = (struct file_map){0};
    /* With O_NONBLOCK, opening a named pipe does not wait for its writer. */
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0 && errno == EISDIR) return directory_error(path, error); /* only on Windows */
    if (fd < 0) {
        const int os_error = errno;
        const bool missing = os_error == ENOENT || os_error == ENOTDIR;
        return error_set_code(error, missing ? TILEPDB_ERROR_NOT_FOUND : TILEPDB_ERROR_IO,
                              error_code_file(TILEPDB_MESSAGE_FILE_OPEN, os_error, NULL),
                              "cannot open '%s': %s", error_path(path), strerror(os_error));
    }
    const tilepdb_status status = descriptor_map(fd, path, map, error);
    close(fd);
    return status;
}

void file_map_close(struct file_map *map) {
    if (map->data && !map->borrowed) file_bytes_unmap(map->data, map->size);
    *map = (struct file_map){0};
}

/* Linux reports all pages of a file as resident to users who neither own nor may write it. */
static bool is_ours(const char *path) {
    struct stat about;
    return (stat(path, &about) == 0 && about.st_uid == geteuid()) ||
           faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0;
}

bool file_map_cached(const struct file_map *map, const char *path, uint64_t *cached,
                     uint64_t *huge) {
    return !map->borrowed && is_ours(path) && memory_cached(map->data, map->size, cached, huge);
}

static bool memory_unit_replace(uint8_t *unit, uint8_t *copy) {
    memcpy(copy, unit, MEMORY_UNIT);
    return memory_move(copy, unit, MEMORY_UNIT);
}

/* One mapping for all units: the system limits the number of mappings. */
static size_t units_copy(uint8_t *data, size_t from, size_t end, const bool *stop) {
    uint8_t *copies = memory_pages(end - from);
    size_t at = from;
    while (copies && at < end && !threads_stop(stop) &&
           memory_unit_replace(data + at, copies + (at - from)))
        at += MEMORY_UNIT;
    /* Frees only the rest: another thread may have mapped the old addresses of moved pages. */
    if (copies && at < end) memory_pages_free(copies + (at - from), end - at);
    return at;
}

size_t file_map_promote(const struct file_map *map, size_t from, const bool *stop) {
    const size_t end = map->size & ~(MEMORY_UNIT - 1);
    uint8_t *data = (uint8_t *)(uintptr_t)map->data;
    if (map->borrowed) return from;
    while (from < end && !threads_stop(stop) && memory_gather_huge(data + from, MEMORY_UNIT))
        from += MEMORY_UNIT;
    return from < end && !threads_stop(stop) ? units_copy(data, from, end, stop) : from;
}
