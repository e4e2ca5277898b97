/*
 * The directory where databases live.
 */
#ifndef TILEPDB_CLI_DIRECTORY_H
#define TILEPDB_CLI_DIRECTORY_H

#include <stdbool.h>

/* The given directory, otherwise the one of the environment. The caller frees it. NULL: the
 * environment names none, as CLI_NO_DIRECTORY says. */
char *cli_directory_search(const char *given);

#define CLI_NO_DIRECTORY "none of TILEPDB_DIR, XDG_DATA_HOME and HOME is set"

/* The same, with an error message. */
char *cli_directory_find(const char *given);

/* Creates the directory, with its parents, unless it exists. 0 if files can be created in it,
 * otherwise errno, such as ENOTDIR for a file or EACCES. */
int cli_directory_create(const char *path);

/* Why no file can be kept in the directory, of which nothing need exist yet: errno, such as EROFS;
 * 0 if nothing is known that is in the way. */
int cli_directory_sealed(const char *path);

/* Reports that the directory cannot be used, for the reason that errno is, and says what to do.
 * CLI_FAILURE. */
int cli_directory_refuse(const char *path, int error);

/* CLI_SUCCESS if `path` is a directory that can be searched, or does not exist; otherwise the exit
 * code after an error message. */
int cli_directory_check(const char *path);

/* cli_directory_create. CLI_SUCCESS, otherwise as above. */
int cli_directory_make(const char *path);

/* "directory/name"; the caller frees it. */
char *cli_path_join(const char *directory, const char *name);

bool cli_file_exists(const char *path);

#endif
