/*
 * A file in memory without a name, which other processes of this machine find among the open files
 * of the process that made it. shared_file_linux.c implements it; shared_file_none.c declines on
 * other systems.
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

/* Makes a file of zeros. False: the system refuses, or it is not safe: a process that exceeds the
 * limit of file sizes is killed, and with strict overcommitment the pages of such a file are not
 * reserved. */
bool shared_file_make(size_t bytes, struct shared_file *file);

/* Opens the file that another process made; the caller closes it. -1: that is not possible, or the
 * number belongs to another process by now, or in this namespace. */
int shared_file_open(const struct shared_file *file);

/* Maps the file, of whole units of memory, for reading and writing; memory_pages_free releases it.
 * NULL: no addresses. */
void *shared_file_map(int fd, size_t bytes);

#endif
