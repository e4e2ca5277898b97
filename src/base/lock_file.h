/*
 * Lock files: of several processes that would make the same file, one makes it and the others wait.
 *
 * A lock file is named and locked like a temporary file (base/files.h). The system releases the
 * lock of a killed process, and temporary_clean removes its lock file.
 */
#ifndef TILEPDB_BASE_LOCK_FILE_H
#define TILEPDB_BASE_LOCK_FILE_H

/* A zeroed lock is empty. */
struct lock_file {
    char *name; /* owned; NULL without a lock */
    int fd;
};

enum lock_state {
    LOCK_TAKEN,
    LOCK_BUSY,      /* another process has the lock: try again later */
    LOCK_IMPOSSIBLE /* a read-only directory, or no memory: go on without a lock */
};

/* Seconds between attempts. */
#define LOCK_PAUSE 0.05

/* Tries to lock `path`, which need not exist. Unless LOCK_TAKEN is returned, `lock` is empty. */
enum lock_state lock_file_take(struct lock_file *lock, const char *path);

/* Removes the lock file and releases the lock. `lock` may be empty. */
void lock_file_release(struct lock_file *lock);

#endif
