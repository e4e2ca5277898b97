/*
 * The directory where tables are kept: which it is, and how it comes into being.
 */
#ifndef TILEPDB_BASE_DIRECTORY_H
#define TILEPDB_BASE_DIRECTORY_H

#include <stddef.h>

/* tilepdb_directory (tilepdb_open.h). */
size_t directory_of_environment(char *path, size_t size);

/* Creates the directory with its parents, unless it exists. 0 if files can be created in it,
 * otherwise errno, such as ENOTDIR for a file, EACCES or ENOMEM. */
int directory_create(const char *path);

#endif
