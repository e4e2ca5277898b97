/*
 * A file in memory without a name, which other processes of this machine find among the open files
 * of the process that made it. shared_file_linux.c implements it, and shared_file_none.c where
 * there is no such thing.
 *
 * Thread safety: every function may be called from any thread.
 */
#ifndef TILEPDB_MPI_SHARED_FILE_H
#define TILEPDB_MPI_SHARED_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Where the file is, for other processes. Plain value, of the same form in all of them. */
struct shared_file {
    int32_t process, fd; /* the descriptor, in the process that made it and owns it */
    uint64_t bytes, device, inode;
};

/* Makes a file of zeros. False: it cannot be had, or not safely: beyond the limit of the size of
 * files the system ends a process, and where memory must not be promised twice, the pages of such a
 * file are not promised at all. */
bool shared_file_make(size_t bytes, struct shared_file *file);

/* Opens the file that another process made; the caller closes it. -1: it cannot, or another process
 * has the number by now, or here. */
int shared_file_open(const struct shared_file *file);

/* Maps the file, whose bytes are whole units of memory, to read and write; released by
 * memory_pages_free. NULL: no addresses. */
void *shared_file_map(int fd, size_t bytes);

#endif
