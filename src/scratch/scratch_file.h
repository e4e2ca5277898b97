/*
 * A scratch file, read and written in large pieces by its own threads while others compute.
 *
 * Transfers bypass the page cache where the file system can do that (O_DIRECT), so that the memory
 * of a generation is what it allocates. Elsewhere the cache is dropped after each transfer.
 * Addresses, offsets and sizes are multiples of SCRATCH_ALIGNMENT.
 *
 * A write computes the checksum of its request, and a read checks it. The file keeps its first
 * failure; requests after it do nothing.
 *
 * Thread safety: one thread submits and waits; any thread may transfer at once.
 */
#ifndef TILEPDB_SCRATCH_SCRATCH_FILE_H
#define TILEPDB_SCRATCH_SCRATCH_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tilepdb.h"

struct scratch_file;

/* A transfer in the background. Its owner may not touch it or its memory until it is done. */
struct scratch_request {
    struct scratch_request *next;
    void *memory;
    size_t bytes;
    uint64_t offset;
    uint64_t checksum; /* XXH3-64 */
    bool write;
    bool done; /* atomic */
};

/* Opens or creates a file and locks it against other processes. *size: the size of the file.
 * ERROR_IO: it cannot be opened, is not a regular file, or is in use; ERROR_MEMORY. */
tilepdb_status scratch_file_open(struct scratch_file **file, const char *path, uint64_t *size,
                                 tilepdb_error *error);

/* Waits for all requests. Accepts NULL. */
void scratch_file_close(struct scratch_file *file);

void scratch_file_submit(struct scratch_file *file, struct scratch_request *request);
void scratch_file_wait(struct scratch_file *file, const struct scratch_request *request);
void scratch_file_wait_all(struct scratch_file *file);

static inline bool scratch_request_done(const struct scratch_request *request) {
    return __atomic_load_n(&request->done, __ATOMIC_ACQUIRE);
}

/* Transfers in the calling thread. Returns false if this or an earlier transfer failed. */
bool scratch_file_read(struct scratch_file *file, void *memory, size_t bytes, uint64_t offset);
bool scratch_file_read_checked(struct scratch_file *file, void *memory, size_t bytes,
                               uint64_t offset, uint64_t checksum);
bool scratch_file_write(struct scratch_file *file, const void *memory, size_t bytes,
                        uint64_t offset);

/* Waits for all requests and makes them durable. The statuses of scratch_file_failure. */
tilepdb_status scratch_file_sync(struct scratch_file *file, tilepdb_error *error);

/* TILEPDB_OK, or the first failure: ERROR_IO, such as a full disk; ERROR_CHECKSUM. */
tilepdb_status scratch_file_failure(struct scratch_file *file, tilepdb_error *error);

/* Truncates the file. A failure is ignored, since the file is removed at the end. */
void scratch_file_truncate(struct scratch_file *file, uint64_t bytes);

/* Zeroed memory for transfers; freed by memory_aligned_free. NULL: no memory. */
void *scratch_memory(size_t bytes);

#endif
