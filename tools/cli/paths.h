/*
 * The directory where databases live, other paths, and what is in their way.
 */
#ifndef TILEPDB_CLI_PATHS_H
#define TILEPDB_CLI_PATHS_H

#include <stdbool.h>

/* The caller frees all texts. An os_error is a number of errno, or 0. */

/* The given directory, otherwise the one of the environment. NULL: the environment names none. */
char *cli_directory_search(const char *given);

#define CLI_NO_DIRECTORY "none of TILEPDB_DIR, XDG_DATA_HOME and HOME is set"

/* As cli_directory_search, but reports an error instead of NULL. */
char *cli_directory_find(const char *given);

/* Why no file can be kept in a directory that need not exist yet, such as EROFS; 0: no reason is
 * known. */
int cli_directory_write_error(const char *path);

/* Why a directory cannot be searched for files, such as EACCES, or ENOTDIR for a file; 0: it can,
 * or does not exist. */
int cli_directory_search_error(const char *path);

/* Reports that a directory cannot be used, and what to do. Returns CLI_FAILURE. */
int cli_directory_refuse(const char *path, int os_error);

/* Refuses a directory that exists and cannot be searched. Returns CLI_SUCCESS or CLI_FAILURE. */
int cli_directory_check(const char *path);

/* Makes a directory and its parents. Returns CLI_SUCCESS, or CLI_FAILURE after an error message. */
int cli_directory_make(const char *path);

/* "directory/name" */
char *cli_path_join(const char *directory, const char *name);

/* Puts a backslash before each character that a shell might interpret. Without quotes the result
 * can be part of a command that is quoted itself. */
char *cli_shell_escape(const char *text);

/* Why a file cannot be read: ENOENT: it does not exist; EISDIR: it is not a regular file. */
int cli_file_read_error(const char *path);

/* The chmod command that gives access; NULL: the user does not own the path. */
char *cli_advise_permission(const char *path);

/* The command that moves something away, to an unused name. */
char *cli_move_command(const char *path);

/* What to do about a directory's error, as a clause; NULL: nothing is known to help. A file that is
 * in the way, here or further up, is moved away. */
char *cli_advise_directory(const char *path, int os_error);

/* Refuses, with advice, a path that exists but is not a readable file: a generated table could not
 * be stored there. Returns CLI_SUCCESS or CLI_FAILURE. */
int cli_file_check(const char *path);

bool cli_file_exists(const char *path);

#endif
