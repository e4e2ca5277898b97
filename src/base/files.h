/*
 * Temporary files that a rename puts into place, directories, the environment, and lock files.
 *
 * The writer locks a temporary file (flock), and the system releases the lock of a killed process:
 * a temporary file that can be locked is a leftover.
 */
#ifndef TILEPDB_BASE_FILES_H
#define TILEPDB_BASE_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- temporary files ------------------------------------------------------------------------- */

#define TEMPORARY_MARK ".tmp-"

/* Calls temporary_clean, then creates and locks `<path>.tmp-<pid>-<n>`, with the mode and, where
 * permitted, owner and group of an existing file `path`, else with the mode of the umask; on
 * Windows with the rights of the directory. Returns a descriptor for reading and writing, or -1
 * with errno; the caller frees `*name`, NULL on failure. */
int temporary_create(const char *path, char **name);

/* True if temporary_create may give `path` the `name`, which has no directory. */
bool temporary_is_of(const char *path, const char *name);

/* Removes the leftovers of `path`, which is not a link. */
void temporary_clean(const char *path);

/* Returns 0, or -1 with errno. On Windows, a mapped file at `path` first becomes a leftover, so for
 * a moment `path` is missing. */
int temporary_rename(const char *name, const char *path);

/* Returns 0, or -1 with errno. */
int file_sync(int fd);

/* Returns NULL with errno on failure. */
const uint8_t *file_bytes_map(int fd, size_t size);
void file_bytes_unmap(const uint8_t *bytes, size_t size);

/* ---- directories ----------------------------------------------------------------------------- */

/* Makes names in the directory of `path` durable. Returns false with errno if the disk failed; true
 * also if the directory cannot be opened or synced. */
bool directory_sync(const char *path);

/* The caller frees the result; NULL without memory. */
char *directory_of(const char *path);

/* See tilepdb_directory (tilepdb_tables.h). */
size_t directory_of_environment(char *path, size_t size);

/* Creates parents, too. Returns 0 if files can be created in the directory, otherwise errno. */
int directory_create(const char *path);

/* Returns 0 if files can be created in the directory, which need not exist, otherwise an errno such
 * as EROFS. If no user has write permission, so that only a privilege could help, makes and
 * removes a directory as a test. */
int directory_write_error(const char *path);

/* Returns 0 if the directory can be searched or does not exist, otherwise errno. */
int directory_search_error(const char *path);

/* ---- files ----------------------------------------------------------------------------------- */

/* Returns 0, ENOENT, EISDIR for anything but a regular file, or another errno. */
int file_read_error(const char *path);

bool file_exists(const char *path);

/* ---- environment ----------------------------------------------------------------------------- */

/* Writes the value cut to `size`, like snprintf, and returns its length; 0 and an empty text if it
 * is not set. On Windows: UTF-8, with slashes for backslashes; 0 also without memory. */
size_t environment_value(const char *name, char *value, size_t size);

/* ---- lock files ------------------------------------------------------------------------------ */

/* Of several processes that would make the same file, one makes it and the others wait. A lock file
 * is named, locked and cleaned like a temporary file. */

/* A zeroed lock is empty. */
struct lock_file {
    char *name; /* owned */
    int fd;
};

enum lock_state {
    LOCK_TAKEN,
    LOCK_BUSY,      /* another process has the lock: try again later */
    LOCK_IMPOSSIBLE /* a read-only directory, or no memory: go on without a lock */
};

/* Seconds between attempts. */
#define LOCK_PAUSE 0.05

/* `path` need not exist. `lock` is empty unless LOCK_TAKEN is returned. */
enum lock_state lock_file_take(struct lock_file *lock, const char *path);

/* `lock` may be empty. */
void lock_file_release(struct lock_file *lock);

#endif
