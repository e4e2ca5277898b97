/*
 * POSIX functions that Windows lacks. They do only what tilepdb needs, and set errno as POSIX does.
 * This folder is first among the include directories on Windows; its headers extend the system's
 * headers. The functions are in src/platform/windows_*.c.
 *
 * Names are UTF-8, of any length. Files are opened binary, shared for all uses, and not inherited.
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

/* Supports only the commands of this header. Reports no flags and O_RDWR for every open
 * descriptor. */
int windows_fcntl(int fd, int command, ...);
#define fcntl windows_fcntl

#endif
