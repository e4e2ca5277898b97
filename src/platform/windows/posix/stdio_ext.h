#ifndef TILEPDB_POSIX_STDIO_EXT_H
#define TILEPDB_POSIX_STDIO_EXT_H

#include <stdio.h>

/* Discards buffered and later output. */
void __fpurge(FILE *stream);

#endif
