/* See fcntl.h. */
#ifndef TILEPDB_POSIX_STDIO_EXT_H
#define TILEPDB_POSIX_STDIO_EXT_H

#include <stdio.h>

/* What is buffered will go nowhere. */
void __fpurge(FILE *stream);

#endif
