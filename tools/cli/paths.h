/*
 * The directory where databases live, other paths, and what is in their way.
 */
#ifndef TILEPDB_CLI_PATHS_H
#define TILEPDB_CLI_PATHS_H

#include <stdbool.h>

/* The given directory, otherwise the one of the environment. The caller frees it. NULL: the
 * environment names none, as CLI_NO_DIRECTORY says. */
char *cli_directory_search(const char *given);

#define CLI_NO_DIRECTORY "none of TILEPDB_DIR, XDG_DATA_HOME and HOME is set"

/* The same, with an error message. */
char *cli_directory_find(const char *given);

/* Why no file can be kept in the directory, of which nothing need exist yet: errno, such as EROFS;
 * 0 if nothing is known that is in the way. */
int cli_directory_write_error(const char *path);

/* Reports that the directory cannot be used, for the reason that errno is, and says what to do.
 * CLI_FAILURE. */
int cli_directory_refuse(const char *path, int error);

/* CLI_SUCCESS if `path` is a directory that can be searched, or does not exist; otherwise the exit
 * code after an error message. */
int cli_directory_check(const char *path);

/* directory_create (base/files.h). CLI_SUCCESS, otherwise as above. */
int cli_directory_make(const char *path);

/* "directory/name"; the caller frees it. */
char *cli_path_join(const char *directory, const char *name);

/* Puts a backslash before each character that a shell might interpret. Quotes are not used, so the
 * result can be part of a command that is quoted itself. The caller frees it. */
char *cli_shell_escape(const char *text);

/* Why a file cannot be read: 0 if it can; ENOENT if there is none; EISDIR if it is not a
 * regular file; otherwise the error of the system, such as EACCES. */
int cli_file_read_error(const char *path);

/* Why a directory cannot be searched for files: 0 if it can, or if it does not exist; ENOTDIR
 * for a file, EACCES, and so on. */
int cli_directory_search_error(const char *path);

/* Two pieces of advice, which the caller frees: chmod, NULL unless the user owns the path; and the
 * command that moves something away, to a name that nothing has. */
char *cli_advise_permission(const char *path);
char *cli_move_command(const char *path);

/* What to do about a directory's error, as a clause; NULL: nothing is known to help. A
 * file that is in the way, here or further up, is moved to a name that is free. */
char *cli_advise_directory(const char *path, int os_error);

/* Reports an error, with advice, if the path exists but is not a readable file: a generated table
 * could not be stored there. CLI_SUCCESS or CLI_FAILURE. */
int cli_file_check(const char *path);

bool cli_file_exists(const char *path);

#endif
