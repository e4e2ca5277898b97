/*
 * A new file under a temporary name beside the file that it will replace, so that a rename puts it
 * into place.
 *
 * The writer holds a lock (flock) on it as long as it is open, and the system drops the lock when
 * the process ends, however it ends: one that can be locked is the leftover of a killed writer.
 */
#ifndef TILEPDB_UTIL_TEMPORARY_H
#define TILEPDB_UTIL_TEMPORARY_H

#include <stdbool.h>
#include <stdint.h>

/* What stands between a path and `<pid>-<n>` in the name of its temporary. */
#define TEMPORARY_MARK ".tmp-"

/* Creates and locks `<path>.tmp-<pid>-<n>` with the mode of the file that it is to replace, and its
 * owner and group where that is permitted; a new file has the permissions of the umask. Returns the
 * descriptor, open for reading and writing, and the caller frees `*name`; -1 with errno, and
 * `*name` is NULL, on failure. */
int temporary_create(const char *path, char **name);

/* Whether the name, relative to a descriptor of a directory or AT_FDCWD, still stands for the open
 * file. */
bool temporary_is_same(int fd, int directory, const char *name);

/* fsync, again after each signal. */
int file_sync(int fd);

/* Takes a range out of the page cache, after it was written to the disk if it was `written`. Where
 * the system cannot do that, it stays there. 0, or the errno of a failed write: the descriptor
 * tells it once, so fsync may succeed after it. */
int file_uncache(int fd, uint64_t offset, uint64_t bytes, bool written);

/* Makes the names in the path's directory durable. False with errno if the disk failed. A directory
 * that may not be read, or a file system that cannot sync one, leaves nothing more to be done. */
bool directory_sync(const char *path);

/* The directory of a path, allocated; NULL without memory. */
char *directory_of(const char *path);

#endif
