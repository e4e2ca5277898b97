/*
 * What POSIX has and Windows has not, under the names of POSIX: this folder comes first among the
 * include directories of Windows, each header adds to the system's own, and the functions are in
 * the folder above. They do what tilepdb asks of them, and their errno is POSIX's.
 *
 * Names are UTF-8, of any length. Files are opened binary, shared for all, and not inherited.
 */
#ifndef TILEPDB_POSIX_FCNTL_H
#define TILEPDB_POSIX_FCNTL_H

#include_next <fcntl.h>

#define O_CLOEXEC   _O_NOINHERIT
#define O_NONBLOCK  0
#define O_NOCTTY    0
#define O_NOFOLLOW  0
#define O_DIRECTORY 0

#define AT_FDCWD            (-100)
#define AT_EACCESS          1
#define AT_SYMLINK_NOFOLLOW 2

#define F_GETFD         1
#define F_GETFL         2
#define F_DUPFD_CLOEXEC 3
#define FD_CLOEXEC      1

int windows_open(const char *path, int flags, ...);
#define open windows_open

/* Only those above. A descriptor that is open has no flags and can be read and written. */
int windows_fcntl(int fd, int command, ...);
#define fcntl windows_fcntl

#endif
