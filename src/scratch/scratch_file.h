/*
 * A scratch file: large pieces, read and written by threads of its own while others compute.
 *
 * Transfers bypass the page cache where the file system can do that (O_DIRECT), so that the memory
 * of a generation is what it allocates. Elsewhere what was transferred is dropped from the cache.
 * Memory, offsets and sizes are multiples of SCRATCH_ALIGNMENT.
 *
 * Each request has a checksum: a write computes it, and a read checks it. A failure is kept, and
 * what comes after it does nothing.
 *
 * Thread safety: one thread submits and waits; the transfers at once may be called by any.
 */
#ifndef TILEPDB_SCRATCH_SCRATCH_FILE_H
#define TILEPDB_SCRATCH_SCRATCH_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tilepdb.h"

struct scratch_file;

/* A transfer that was asked for; its owner leaves it and its memory alone until it is done. */
struct scratch_request {
    struct scratch_request *next;
    void *memory;
    size_t bytes;
    uint64_t offset;
    uint64_t checksum; /* XXH3-64 */
    bool write;
    bool done; /* atomic */
};

/* Opens, and creates if necessary, a file in a directory that exists, and locks it against other
 * processes. *size is that of the file. ERROR_IO: it cannot be opened, is not a regular file, or is
 * in use; ERROR_MEMORY. */
tilepdb_status scratch_file_open(struct scratch_file **file, const char *path, uint64_t *size,
                                 tilepdb_error *error);

/* Waits for all that was submitted, and closes. Accepts NULL. */
void scratch_file_close(struct scratch_file *file);

void scratch_file_submit(struct scratch_file *file, struct scratch_request *request);
void scratch_file_wait(struct scratch_file *file, const struct scratch_request *request);
void scratch_file_wait_all(struct scratch_file *file);

static inline bool scratch_request_done(const struct scratch_request *request) {
    return __atomic_load_n(&request->done, __ATOMIC_ACQUIRE);
}

/* Transfers at once, in the calling thread. False: failed, or an earlier transfer did. */
bool scratch_file_read(struct scratch_file *file, void *memory, size_t bytes, uint64_t offset);
bool scratch_file_read_checked(struct scratch_file *file, void *memory, size_t bytes,
                               uint64_t offset, uint64_t checksum);
bool scratch_file_write(struct scratch_file *file, const void *memory, size_t bytes,
                        uint64_t offset);

/* Waits for all that was submitted, and makes it durable. The first failure, if there was one:
 * ERROR_IO (the disk is full, or another error), ERROR_CHECKSUM. */
tilepdb_status scratch_file_sync(struct scratch_file *file, tilepdb_error *error);

/* The first failure, if there was one. */
tilepdb_status scratch_file_failure(struct scratch_file *file, tilepdb_error *error);

/* Truncates the file. What fails is left to the end of the generation. */
void scratch_file_truncate(struct scratch_file *file, uint64_t bytes);

/* Memory for transfers, zeroed; freed by memory_aligned_free. NULL: no memory. */
void *scratch_memory(size_t bytes);

#endif
