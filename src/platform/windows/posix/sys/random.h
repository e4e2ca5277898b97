#ifndef TILEPDB_POSIX_RANDOM_H
#define TILEPDB_POSIX_RANDOM_H

#include <stddef.h>

int getentropy(void *bytes, size_t length);

#endif
