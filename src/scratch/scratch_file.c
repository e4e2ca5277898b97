#include "scratch/scratch_file.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/error.h"
#include "base/files.h"
#include "base/memory.h"
#include "base/system.h"

#define WORKERS 3

struct scratch_file {
    int fd;
    bool direct;
    char *path;
    pthread_mutex_t lock; /* guards the members below */
    pthread_cond_t submitted, completed;
    struct scratch_request *first, **last;
    unsigned busy;
    bool closing;
    int failure; /* errno of the first failure, or 0 */
    bool altered;
    unsigned worker_count;
    pthread_t workers[WORKERS];
};

static void failure_keep(struct scratch_file *file, int reason, bool altered) {
    pthread_mutex_lock(&file->lock);
    if (!file->failure && !file->altered) {
        file->failure = altered ? 0 : reason;
        file->altered = altered;
    }
    pthread_mutex_unlock(&file->lock);
}

static bool failed(struct scratch_file *file) {
    pthread_mutex_lock(&file->lock);
    const bool is = file->failure || file->altered;
    pthread_mutex_unlock(&file->lock);
    return is;
}

/* A file that ends early was truncated by another program. */
static bool transfer(struct scratch_file *file, uint8_t *memory, size_t bytes, uint64_t offset,
                     bool write) {
    while (bytes > 0) {
        const ssize_t moved = write ? pwrite(file->fd, memory, bytes, (off_t)offset)
                                    : pread(file->fd, memory, bytes, (off_t)offset);
        if (moved < 0 && errno == EINTR) continue;
        if (moved <= 0) {
            failure_keep(file, moved < 0 ? errno : write ? ENOSPC : EIO, moved == 0 && !write);
            return false;
        }
        memory += moved;
        bytes -= (size_t)moved;
        offset += (uint64_t)moved;
    }
    return true;
}

/* The kernel reports a write error once per descriptor, so fsync would not report it again. */
static bool cache_drop(struct scratch_file *file, size_t bytes, uint64_t offset, bool write) {
    if (file->direct) return true;
    const int reason = file_uncache(file->fd, offset, bytes, write);
    if (reason) failure_keep(file, reason, false);
    return reason == 0;
}

bool scratch_file_read(struct scratch_file *file, void *memory, size_t bytes, uint64_t offset) {
    return !failed(file) && transfer(file, memory, bytes, offset, false) &&
           cache_drop(file, bytes, offset, false);
}

bool scratch_file_read_checked(struct scratch_file *file, void *memory, size_t bytes,
                               uint64_t offset, uint64_t checksum) {
    if (!scratch_file_read(file, memory, bytes, offset)) return false;
    const bool same = hash_bytes(memory, bytes) == checksum;
    if (!same) failure_keep(file, 0, true);
    return same;
}

bool scratch_file_write(struct scratch_file *file, const void *memory, size_t bytes,
                        uint64_t offset) {
    return !failed(file) && transfer(file, (uint8_t *)memory, bytes, offset, true) &&
           cache_drop(file, bytes, offset, true);
}

static void request_run(struct scratch_file *file, struct scratch_request *request) {
    if (request->write) {
        request->checksum = hash_bytes(request->memory, request->bytes);
        scratch_file_write(file, request->memory, request->bytes, request->offset);
    } else {
        scratch_file_read_checked(file, request->memory, request->bytes, request->offset,
                                  request->checksum);
    }
}

static void *worker_run(void *user) {
    struct scratch_file *file = user;
    pthread_mutex_lock(&file->lock);
    for (;;) {
        while (!file->first && !file->closing) pthread_cond_wait(&file->submitted, &file->lock);
        struct scratch_request *request = file->first;
        if (!request) break;
        file->first = request->next;
        if (!file->first) file->last = &file->first;
        file->busy++;
        pthread_mutex_unlock(&file->lock);
        request_run(file, request);
        pthread_mutex_lock(&file->lock);
        file->busy--;
        __atomic_store_n(&request->done, true, __ATOMIC_RELEASE);
        pthread_cond_broadcast(&file->completed);
    }
    pthread_mutex_unlock(&file->lock);
    return NULL;
}

void scratch_file_submit(struct scratch_file *file, struct scratch_request *request) {
    request->next = NULL;
    request->done = false;
    pthread_mutex_lock(&file->lock);
    *file->last = request;
    file->last = &request->next;
    pthread_cond_signal(&file->submitted);
    pthread_mutex_unlock(&file->lock);
}

void scratch_file_wait(struct scratch_file *file, const struct scratch_request *request) {
    if (scratch_request_done(request)) return;
    pthread_mutex_lock(&file->lock);
    while (!scratch_request_done(request)) pthread_cond_wait(&file->completed, &file->lock);
    pthread_mutex_unlock(&file->lock);
}

void scratch_file_wait_all(struct scratch_file *file) {
    pthread_mutex_lock(&file->lock);
    while (file->first || file->busy) pthread_cond_wait(&file->completed, &file->lock);
    pthread_mutex_unlock(&file->lock);
}

tilepdb_status scratch_file_failure(struct scratch_file *file, tilepdb_error *error) {
    pthread_mutex_lock(&file->lock);
    const int reason = file->failure;
    const bool altered = file->altered;
    pthread_mutex_unlock(&file->lock);
    const char *path = error_path(file->path);
    if (altered)
        return error_set_code(
            error, TILEPDB_ERROR_CHECKSUM,
            error_code_unusable(TILEPDB_MESSAGE_SCRATCH, TILEPDB_UNUSABLE_ALTERED),
            "the scratch file '%s' was altered after it was written; remove it to "
            "begin anew",
            path);
    if (!reason) return TILEPDB_OK;
    if (reason == ENOSPC || reason == EDQUOT)
        return error_set_code(
            error, TILEPDB_ERROR_IO, error_code_file(TILEPDB_MESSAGE_FILE_WRITE, reason, NULL),
            "cannot write '%s': %s; make room and start again: generation goes on from the "
            "last complete distance",
            path, reason == ENOSPC ? "the disk is full" : "the quota is used up");
    return error_set_code(error, TILEPDB_ERROR_IO,
                          error_code_file(TILEPDB_MESSAGE_FILE_WRITE, reason, NULL),
                          "the scratch file '%s' failed: %s", path, strerror(reason));
}

tilepdb_status scratch_file_sync(struct scratch_file *file, tilepdb_error *error) {
    scratch_file_wait_all(file);
    const tilepdb_status status = scratch_file_failure(file, error);
    if (status) return status;
    if (file_sync(file->fd) != 0) failure_keep(file, errno, false);
    return scratch_file_failure(file, error);
}

/* ---- open and close -------------------------------------------------------------------------- */

static tilepdb_status cannot_open(const char *path, const char *why, tilepdb_error *error) {
    return error_set_code(error, TILEPDB_ERROR_IO,
                          error_code_file(TILEPDB_MESSAGE_FILE_OPEN, 0, why),
                          "cannot use the scratch file '%s': %s", error_path(path), why);
}

static int descriptor_open(const char *path, bool *direct) {
    const int flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
    const int fd = open(path, flags | cache_bypass(), 0666);
    *direct = fd >= 0 && cache_bypass() != 0;
    return fd >= 0 || errno != EINVAL ? fd : open(path, flags, 0666);
}

static tilepdb_status descriptor_check(int fd, const char *path, uint64_t *size,
                                       tilepdb_error *error) {
    struct stat about;
    if (fd < 0 || fstat(fd, &about) != 0) return cannot_open(path, strerror(errno), error);
    if (!S_ISREG(about.st_mode)) return cannot_open(path, "it is not a regular file", error);
    if (flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        return cannot_open(path, "another process is generating this table there", error);
    struct stat named; /* the file may have been removed before it was locked */
    if (lstat(path, &named) != 0 || named.st_dev != about.st_dev || named.st_ino != about.st_ino)
        return cannot_open(path, "another process has just removed it: try again", error);
    *size = (uint64_t)about.st_size;
    return TILEPDB_OK;
}

tilepdb_status scratch_file_open(struct scratch_file **file, const char *path, uint64_t *size,
                                 tilepdb_error *error) {
    struct scratch_file *made = calloc(1, sizeof *made);
    char *name = strdup(path);
    if (!made || !name) {
        free(made);
        free(name);
        return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for a scratch file");
    }
    made->fd = descriptor_open(path, &made->direct);
    made->path = name;
    made->last = &made->first;
    pthread_mutex_init(&made->lock, NULL);
    pthread_cond_init(&made->submitted, NULL);
    pthread_cond_init(&made->completed, NULL);
    tilepdb_status status = descriptor_check(made->fd, path, size, error);
    while (!status && made->worker_count < WORKERS &&
           pthread_create(&made->workers[made->worker_count], NULL, worker_run, made) == 0)
        made->worker_count++;
    if (!status && made->worker_count == 0)
        status = error_set(error, TILEPDB_ERROR_MEMORY, "no thread could be started");
    if (status)
        scratch_file_close(made);
    else
        *file = made;
    return status;
}

void scratch_file_close(struct scratch_file *file) {
    if (!file) return;
    pthread_mutex_lock(&file->lock);
    file->closing = true;
    pthread_cond_broadcast(&file->submitted);
    pthread_mutex_unlock(&file->lock);
    for (unsigned i = 0; i < file->worker_count; i++) pthread_join(file->workers[i], NULL);
    pthread_cond_destroy(&file->submitted);
    pthread_cond_destroy(&file->completed);
    pthread_mutex_destroy(&file->lock);
    if (file->fd >= 0) close(file->fd);
    free(file->path);
    free(file);
}

void scratch_file_truncate(struct scratch_file *file, uint64_t bytes) {
    scratch_file_wait_all(file);
    if (ftruncate(file->fd, (off_t)bytes) != 0) errno = 0;
}

void *scratch_memory(size_t bytes) {
    const size_t rounded = (bytes + SCRATCH_ALIGNMENT - 1) / SCRATCH_ALIGNMENT * SCRATCH_ALIGNMENT;
    void *memory = memory_aligned(SCRATCH_ALIGNMENT, rounded + SCRATCH_ALIGNMENT);
    if (memory) memset(memory, 0, rounded + SCRATCH_ALIGNMENT);
    return memory;
}
