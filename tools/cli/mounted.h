/*
 * Files that are mount points: mounted_linux.c, and mounted_none.c for other systems.
 */
#ifndef TILEPDB_CLI_MOUNTED_H
#define TILEPDB_CLI_MOUNTED_H

#include <stdbool.h>

/* Whether something is mounted on the file alone, as containers do: it cannot be replaced. False
 * where the system does not say. */
bool cli_is_mounted(const char *name);

#endif
