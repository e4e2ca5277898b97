/*
 * Files and directories: a new file under a temporary name beside the file that it will replace, so
 * that a rename puts it into place; syncing; and the directory where tables are kept.
 *
 * The writer of a temporary holds a lock (flock) on it while it is open, and the system drops the
 * lock when the process ends, however it ends: a temporary that can be locked is the leftover of a
 * killed writer. platform/files_posix.c and files_windows.c have what differs.
 */
#ifndef TILEPDB_BASE_FILES_H
#define TILEPDB_BASE_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- temporaries ----------------------------------------------------------------------------- */

/* What stands between a path and `<pid>-<n>` in the name of its temporary. */
#define TEMPORARY_MARK ".tmp-"

/* Creates and locks `<path>.tmp-<pid>-<n>` with the mode of the file that it is to replace, and its
 * owner and group where that is permitted; a new file has the permissions of the umask. Returns the
 * descriptor, open for reading and writing, and the caller frees `*name`; -1 with errno, and
 * `*name` is NULL, on failure. */
int temporary_create(const char *path, char **name);

/* Whether `name`, without a directory, is that of a temporary of the path. */
bool temporary_is_of(const char *path, const char *name);

/* Removes the temporaries of a path, which is no link, whose writers are dead. Those of live
 * writers, and what cannot be opened, stay. */
void temporary_clean(const char *path);

/* Puts the file into place: rename, with its errno. On Windows a file that is replaced while
 * someone has it mapped first gets the name of a leftover, so that for a moment nothing is at the
 * path. */
int temporary_rename(const char *name, const char *path);

/* ---- open files ------------------------------------------------------------------------------ */

/* fsync, again after each signal. */
int file_sync(int fd);

/* Maps the `size` bytes of an open file for reading, at pages. NULL with errno. */
const uint8_t *file_bytes_map(int fd, size_t size);
void file_bytes_unmap(const uint8_t *bytes, size_t size);

/* ---- directories ----------------------------------------------------------------------------- */

/* Makes the names in the path's directory durable. False with errno if the disk failed. A directory
 * that may not be read, or a file system that cannot sync one, leaves nothing more to be done. */
bool directory_sync(const char *path);

/* The directory of a path, allocated; NULL without memory. */
char *directory_of(const char *path);

/* tilepdb_directory (tilepdb_open.h). */
size_t directory_of_environment(char *path, size_t size);

/* Creates the directory with its parents, unless it exists. 0 if files can be created in it,
 * otherwise errno, such as ENOTDIR for a file, EACCES or ENOMEM. */
int directory_create(const char *path);

#endif
