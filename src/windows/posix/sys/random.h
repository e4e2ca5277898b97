/* See ../fcntl.h. */
#ifndef TILEPDB_POSIX_RANDOM_H
#define TILEPDB_POSIX_RANDOM_H

#include <sys/types.h>

ssize_t getrandom(void *bytes, size_t length, unsigned flags);

#endif
