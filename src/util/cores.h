/*
 * How many processors this process may use: cores_linux.c, cores_posix.c, cores_windows.c.
 */
#ifndef TILEPDB_UTIL_CORES_H
#define TILEPDB_UTIL_CORES_H

/* 1 or more. */
int cores_count(void);

#endif
