#include "base/log.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/files.h"

#define ATTEMPTS 40
#define PAUSE    0.05

enum { AT_CHECKSUM = 0, AT_SIZE = 8, AT_KIND = 16 };

/* Another process may remove or replace the file before it is locked. */
static bool is_removed(int fd) {
    struct stat about;
    return fstat(fd, &about) == 0 && about.st_nlink == 0;
}

/* Returns -1 without a lock, with EWOULDBLOCK if the file is locked. */
static int lock_try(const char *path) {
    struct stat about;
    errno = 0;
    if (stat(path, &about) != 0 ? errno != ENOENT : !S_ISREG(about.st_mode)) return -1;
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (fd < 0) fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return -1;
    while (flock(fd, LOCK_EX | LOCK_NB) != 0) {
        if (errno == EINTR) continue;
        if (errno != EWOULDBLOCK) return fd;
        close(fd);
        errno = EWOULDBLOCK;
        return -1;
    }
    if (!is_removed(fd)) return fd;
    close(fd);
    errno = EWOULDBLOCK;
    return -1;
}

/* Waits, because a killed process may still be ending. */
tilepdb_status log_open(struct log_file *log, const char *path, struct file_map *map,
                        tilepdb_error *error) {
    *log = (struct log_file){.path = path, .fd = lock_try(path)};
    for (int i = 1; log->fd < 0 && errno == EWOULDBLOCK && i < ATTEMPTS; i++) {
        clock_sleep(PAUSE);
        log->fd = lock_try(path);
    }
    if (log->fd < 0 && errno == EWOULDBLOCK)
        return error_set(error, TILEPDB_ERROR_IO, "'%s' belongs to a run that has not ended",
                         error_path(path));
    const int os_error = errno;
    tilepdb_status status = file_map_open(path, map, error);
    if (!status && log->fd < 0) {
        file_map_close(map);
        status = error_set(error, TILEPDB_ERROR_IO, "cannot open '%s': %s", error_path(path),
                           strerror(os_error));
    }
    if (status == TILEPDB_ERROR_NOT_FOUND || status == TILEPDB_ERROR_FORMAT) status = TILEPDB_OK;
    if (status) log_close(log);
    return status;
}

tilepdb_status log_map(const struct log_file *log, struct file_map *map, tilepdb_error *error) {
    *map = (struct file_map){.data = file_bytes_map(log->fd, (size_t)log->end),
                             .size = (size_t)log->end};
    if (map->data) return TILEPDB_OK;
    *map = (struct file_map){0};
    return error_set(error, errno == ENOMEM ? TILEPDB_ERROR_MEMORY : TILEPDB_ERROR_IO,
                     "cannot map '%s': %s", error_path(log->path), strerror(errno));
}

bool log_next(const struct file_map *map, size_t *at, struct log_record *record) {
    const size_t left = map->size - *at;
    if (left < LOG_RECORD_BYTES) return false;
    const uint8_t *bytes = map->data + *at;
    const uint64_t size = load_le64(bytes + AT_SIZE);
    if (size > left - LOG_RECORD_BYTES ||
        hash_bytes(bytes + AT_SIZE, LOG_RECORD_BYTES - AT_SIZE + (size_t)size) !=
            load_le64(bytes + AT_CHECKSUM))
        return false;
    *record = (struct log_record){.kind = load_le64(bytes + AT_KIND),
                                  .payload = bytes + LOG_RECORD_BYTES,
                                  .size = (size_t)size,
                                  .at = *at};
    *at += LOG_RECORD_BYTES + (size_t)size;
    return true;
}

bool log_read(const struct log_file *log, uint64_t offset, void *bytes, size_t size) {
    uint8_t *to = bytes;
    while (size > 0) {
        const ssize_t got = pread(log->fd, to, size, (off_t)offset);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        to += got;
        offset += (uint64_t)got;
        size -= (size_t)got;
    }
    return true;
}

size_t log_seal(uint8_t *record, uint64_t kind, size_t payload_size) {
    const size_t size = LOG_RECORD_BYTES + payload_size;
    store_le64(record + AT_SIZE, payload_size);
    store_le64(record + AT_KIND, kind);
    store_le64(record + AT_CHECKSUM, hash_bytes(record + AT_SIZE, size - AT_SIZE));
    return size;
}

bool log_ready(const struct log_file *log) {
    return log->begun && !is_removed(log->fd);
}

tilepdb_status log_append(struct log_file *log, const void *records, size_t size, bool durable,
                          tilepdb_error *error) {
    struct publication file = {.fd = log->fd, .path = (char *)(uintptr_t)log->path};
    tilepdb_status status = publish_write(&file, records, size, log->end, error);
    if (!status && durable && file_sync(log->fd) != 0)
        status = error_set_code(error, TILEPDB_ERROR_IO,
                                error_code_file(TILEPDB_MESSAGE_FILE_WRITE, errno, NULL),
                                "cannot write '%s': %s", error_path(log->path), strerror(errno));
    if (!status) log->end += size;
    /* What is left of the records must not follow a shorter record. */
    if (status && ftruncate(log->fd, (off_t)log->end) != 0) log->begun = false;
    return status;
}

tilepdb_status log_replace(struct log_file *log, struct publication *publication, uint64_t size,
                           tilepdb_error *error) {
    const int fd = fcntl(publication->fd, F_DUPFD_CLOEXEC, 0);
    if (fd < 0) {
        error_set(error, TILEPDB_ERROR_IO, "cannot write '%s': %s", error_path(log->path),
                  strerror(errno));
        publish_abort(publication);
        return TILEPDB_ERROR_IO;
    }
    const tilepdb_status status = publish_commit(publication, error);
    if (status) {
        close(fd);
        return status;
    }
    log_close(log);
    log->fd = fd;
    log->begun = true;
    log->end = size;
    return TILEPDB_OK;
}

void log_close(struct log_file *log) {
    if (log->fd >= 0) close(log->fd);
    log->fd = -1;
    log->begun = false;
}
