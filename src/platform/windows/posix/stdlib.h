/* See fcntl.h. */
#ifndef TILEPDB_POSIX_STDLIB_H
#define TILEPDB_POSIX_STDLIB_H

#include_next <stdlib.h>

/* UTF-8, and with slashes; stays as long as the process. */
char *windows_getenv(const char *name);
#define getenv windows_getenv

/* Without links, and with slashes. `resolved` must be NULL. */
char *realpath(const char *path, char *resolved);

#endif
