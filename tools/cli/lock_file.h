/*
 * A lock file: of several processes that would make the same file, one makes it and the others
 * wait.
 *
 * It is named and locked like a temporary file (base/files.h). The system drops the lock of a
 * killed process, and the next run removes its lock file.
 */
#ifndef TILEPDB_CLI_LOCK_FILE_H
#define TILEPDB_CLI_LOCK_FILE_H

#include <stdbool.h>

struct cli_lock_file {
    char *name;
    int fd;
    bool waited; /* another process had the lock, and may have made the file */
};

/* Locks `path`, which need not exist; while another process has the lock, waits and reports this
 * once. Returns false after an interrupt or `seconds`; true without a lock in a read-only
 * directory. */
bool cli_lock_file_acquire(struct cli_lock_file *lock, const char *path, double seconds);

void cli_lock_file_release(struct cli_lock_file *lock);

#endif
