/*
 * Names of files of tables; this unit also implements the locator of tilepdb_open.h.
 */
#ifndef TILEPDB_TABLE_LOCATOR_H
#define TILEPDB_TABLE_LOCATOR_H

#include "tilepdb.h"

/* The file of a table in the directory; the caller frees it. NULL: no memory. */
char *locator_path(const char *directory, const tilepdb_pattern *pattern, tilepdb_kind kind);

#endif
