/*
 * A nameless file in memory, which other processes of the machine open through the process that
 * made it. Thread-safe. On systems other than Linux, all functions fail.
 */
#ifndef TILEPDB_MPI_SHARED_FILE_H
#define TILEPDB_MPI_SHARED_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Identifies the file in other processes. Its maker closes `fd`. */
struct shared_file {
    int32_t process, fd;
    uint64_t bytes, device, inode;
};

/* Makes a file of zeros. Returns false if this fails or is not safe: a process that exceeds its
 * limit of file sizes is killed, and with strict overcommitment the file's pages are not
 * reserved. */
bool shared_file_make(size_t bytes, struct shared_file *file);

/* Opens the file of another process; the caller closes it. Returns -1 on failure, or if `file`
 * refers to another file by now. */
int shared_file_open(const struct shared_file *file);

/* Maps a file of whole memory units; memory_pages_free releases the mapping. Returns NULL on
 * failure. */
void *shared_file_map(int fd, size_t bytes);

#endif
