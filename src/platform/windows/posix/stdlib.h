#ifndef TILEPDB_POSIX_STDLIB_H
#define TILEPDB_POSIX_STDLIB_H

#include_next <stdlib.h>

/* Returns UTF-8 with slashes, valid until the process ends. */
char *windows_getenv(const char *name);
#define getenv windows_getenv

/* Resolves links and uses slashes. `resolved` must be NULL. */
char *realpath(const char *path, char *resolved);

#endif
