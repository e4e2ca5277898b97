/*
 * A lock file, for processes that would make the same file at the same time: one makes it, the
 * others wait for it.
 *
 * It has the name of a temporary of the file (base/files.h) and is locked as these are. The
 * system drops the lock of a killed process, and what is left of the file is removed as theirs.
 */
#ifndef TILEPDB_CLI_LOCK_FILE_H
#define TILEPDB_CLI_LOCK_FILE_H

#include <stdbool.h>

/* Zeroed, nothing is locked. */
struct cli_lock_file {
    char *name; /* owned */
    int fd;
    bool waited; /* for another process, which may have made the file since */
};

/* Locks `path`, where no file need be yet. While another process has the lock, says so once and
 * waits, until an interrupt comes or `seconds` are over: false, and nothing is locked. Where there
 * can be no lock, such as in a directory that may not be written, it goes on without. */
bool cli_lock_file_acquire(struct cli_lock_file *lock, const char *path, double seconds);

/* Removes the lock file, if there is one. */
void cli_lock_file_release(struct cli_lock_file *lock);

#endif
