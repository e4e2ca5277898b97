/*
 * A lock file, for processes that would make the same file at the same time: one makes it, the
 * others wait.
 *
 * It is named and locked like a temporary of the file (base/files.h). The system drops the lock
 * of a killed process, and the next run removes its lock file.
 */
#ifndef TILEPDB_CLI_LOCK_FILE_H
#define TILEPDB_CLI_LOCK_FILE_H

#include <stdbool.h>

/* Zeroed, nothing is locked. */
struct cli_lock_file {
    char *name; /* owned */
    int fd;
    bool waited; /* another process had the lock, and may have made the file */
};

/* Locks `path`, which need not exist. While another process has the lock, says so once and waits.
 * False, and nothing is locked, after an interrupt or `seconds`. True without a lock where none can
 * be made, such as in a directory that may not be written. */
bool cli_lock_file_acquire(struct cli_lock_file *lock, const char *path, double seconds);

/* Removes the lock file, if there is one. */
void cli_lock_file_release(struct cli_lock_file *lock);

#endif
