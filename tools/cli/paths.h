/* The directory of databases, and advice about paths. The caller frees texts. An os_error is an
 * errno or 0. Functions that refuse, check or make report errors and return CLI_FAILURE, or
 * CLI_SUCCESS. */
#ifndef TILEPDB_CLI_PATHS_H
#define TILEPDB_CLI_PATHS_H

/* Returns `given` or the directory of the environment; NULL if neither is set. */
char *cli_directory_search(const char *given);

#define CLI_NO_DIRECTORY "none of TILEPDB_DIR, XDG_DATA_HOME and HOME is set"

/* Like cli_directory_search, but reports an error if it is NULL. */
char *cli_directory_find(const char *given);

int cli_directory_refuse(const char *path, int os_error);

/* Refuses a directory that exists but cannot be searched. */
int cli_directory_check(const char *path);

/* Makes a directory and its parents. */
int cli_directory_make(const char *path);

char *cli_path_join(const char *directory, const char *name);

/* Escapes special characters, for a command in a message. */
char *cli_shell_escape(const char *text);

/* Returns advice with a chmod command; NULL if the path is not the user's. */
char *cli_advise_permission(const char *path);

/* Returns a command that renames the file to an unused name. */
char *cli_move_command(const char *path);

/* Returns advice about `os_error`, or NULL. If a file is in place of a directory, the advice moves
 * it. */
char *cli_advise_directory(const char *path, int os_error);

/* Refuses a path that exists but is not a readable file. */
int cli_file_check(const char *path);

#endif
