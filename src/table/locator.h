/* Paths of table files. locator.c also implements tilepdb_open.h. */
#ifndef TILEPDB_TABLE_LOCATOR_H
#define TILEPDB_TABLE_LOCATOR_H

#include "tilepdb.h"

/* The caller frees the path. Returns NULL without memory. */
char *locator_path(const char *directory, const tilepdb_pattern *pattern, tilepdb_kind kind);

#endif
