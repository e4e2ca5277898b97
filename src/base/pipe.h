/*
 * Pipes that programs which are started do not inherit: pipe_linux.c, pipe_posix.c.
 *
 * Thread safety: no state. With pipe_posix.c a program that another thread starts at this moment
 * may inherit the ends.
 */
#ifndef TILEPDB_BASE_PIPE_H
#define TILEPDB_BASE_PIPE_H

#include <stdbool.h>

/* Opens a pipe: what is written to ends[1] is read from ends[0]. False: errno says why. */
bool pipe_make(int ends[2]);

#endif
