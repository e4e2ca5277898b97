/*
 * The directory where databases live.
 */
#ifndef TILEPDB_CLI_DIRECTORY_H
#define TILEPDB_CLI_DIRECTORY_H

#include <stdbool.h>

/* The directory that was given, else the one of the environment. The caller frees it. NULL after a
 * complaint: the environment names none. */
char *cli_directory_find(const char *given);

/* CLI_SUCCESS if `path` is a directory, or nothing yet; else the exit code after a complaint. */
int cli_directory_check(const char *path);

/* Creates the directory, with its parents, unless it is there. CLI_SUCCESS, else as above. */
int cli_directory_make(const char *path);

/* "directory/name"; the caller frees it. */
char *cli_path_join(const char *directory, const char *name);

bool cli_file_exists(const char *path);

#endif
