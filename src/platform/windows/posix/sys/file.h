#ifndef TILEPDB_POSIX_FILE_H
#define TILEPDB_POSIX_FILE_H

#define LOCK_EX 2
#define LOCK_NB 4

/* Locks one byte far beyond the end, so that others may read and write. */
int windows_flock(int fd, int how);
#define flock windows_flock

#endif
