/*
 * A scratch file, read and written in large pieces by its own threads.
 *
 * Transfers bypass the page cache if the file system permits (O_DIRECT), or drop their bytes from
 * it. Addresses, offsets and sizes are multiples of SCRATCH_ALIGNMENT. Write requests set their
 * checksum, read requests verify it. After a first failure nothing is transferred.
 *
 * One thread submits and waits; any thread may call the read and write functions.
 */
#ifndef TILEPDB_SCRATCH_SCRATCH_FILE_H
#define TILEPDB_SCRATCH_SCRATCH_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tilepdb.h"

/* for direct transfers */
#define SCRATCH_ALIGNMENT ((size_t)4096)

struct scratch_file;

/* Until it is done, the owner may not change request or memory, nor use memory that is being
 * read. */
struct scratch_request {
    struct scratch_request *next;
    void *memory;
    size_t bytes;
    uint64_t offset;
    uint64_t checksum; /* XXH3-64 */
    bool write;
    bool done; /* atomic */
};

/* Creates the file if necessary, locks it if the file system can, and sets *size. Returns ERROR_IO
 * if it cannot be opened, is not regular, or is in use; ERROR_MEMORY. */
tilepdb_status scratch_file_open(struct scratch_file **file, const char *path, uint64_t *size,
                                 tilepdb_error *error);

void scratch_file_close(struct scratch_file *file);

void scratch_file_submit(struct scratch_file *file, struct scratch_request *request);
void scratch_file_wait(struct scratch_file *file, const struct scratch_request *request);
void scratch_file_wait_all(struct scratch_file *file);

static inline bool scratch_request_done(const struct scratch_request *request) {
    return __atomic_load_n(&request->done, __ATOMIC_ACQUIRE);
}

/* Transfer in the calling thread. Return false after any failure. */
bool scratch_file_read(struct scratch_file *file, void *memory, size_t bytes, uint64_t offset);
bool scratch_file_read_checked(struct scratch_file *file, void *memory, size_t bytes,
                               uint64_t offset, uint64_t checksum);
bool scratch_file_write(struct scratch_file *file, const void *memory, size_t bytes,
                        uint64_t offset);

/* Waits for all requests and syncs. Both functions return OK or the first failure: ERROR_IO,
 * ERROR_CHECKSUM. */
tilepdb_status scratch_file_sync(struct scratch_file *file, tilepdb_error *error);

tilepdb_status scratch_file_failure(struct scratch_file *file, tilepdb_error *error);

void scratch_file_truncate(struct scratch_file *file, uint64_t bytes);

/* Returns zeroed memory at a multiple of SCRATCH_ALIGNMENT, for memory_aligned_free; NULL
 * without memory. */
void *scratch_memory(size_t bytes);

#endif
