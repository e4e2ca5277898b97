/* The directory of databases, and advice about paths. The caller frees texts. An os_error is an
 * errno or 0. Functions that refuse, check or make report errors and return CLI_FAILURE, or
 * CLI_SUCCESS. */
#ifndef TILEPDB_CLI_PATHS_H
#define TILEPDB_CLI_PATHS_H

/* Returns `given` or the directory of the environment; NULL if neither is set. */
char *cli_directory_search(const char *given);

#define CLI_NO_DIRECTORY "none of TILEPDB_DIR, XDG_DATA_HOME and HOME is set"

/* Like cli_directory_search, but reports an error instead of NULL. */
char *cli_directory_find(const char *given);

int cli_directory_refuse(const char *path, int os_error);

/* Refuses a directory that exists but cannot be searched. */
int cli_directory_check(const char *path);

/* Makes a directory and its parents. */
int cli_directory_make(const char *path);

char *cli_path_join(const char *directory, const char *name);

/* Puts backslashes before special characters, for use in a quoted command. */
char *cli_shell_escape(const char *text);

/* Returns a chmod command; NULL if the user does not own the path. */
char *cli_advise_permission(const char *path);

/* Returns a command that renames the file to an unused name. */
char *cli_move_command(const char *path);

/* Returns advice about `os_error`, or NULL. For a file in place of a directory, advises to move
 * it. */
char *cli_advise_directory(const char *path, int os_error);

/* Refuses a path that exists but is not a readable file. */
int cli_file_check(const char *path);

#endif
