/*
 * What to do next: the one place where a failure becomes advice. A command is quoted as '...' and
 * does what the sentence promises when a shell runs it unchanged.
 */
#ifndef TILEPDB_CLI_ADVICE_H
#define TILEPDB_CLI_ADVICE_H

#include "cli/options.h"
#include "tilepdb.h"

/* Puts a backslash before each character that a shell might interpret. Quotes are not used, so the
 * word can be part of a command that is quoted itself. The caller frees it. */
char *cli_shell_word(const char *text);

/* The pdbgen command that generates the tables of a partition in the directory of --dir. The
 * caller frees the text, and so below. */
char *cli_pdbgen_call(const struct cli_common *common, const tilepdb_partition *partition,
                      tilepdb_kind kind);

/* Why a file cannot be read: 0 if it can; ENOENT if there is none; EISDIR if it is not a
 * regular file; otherwise the error of the system, such as EACCES. */
int cli_file_trouble(const char *path);

/* Why a directory cannot be searched for files: 0 if it can, or if it does not exist; ENOTDIR
 * for a file, EACCES, and so on. */
int cli_directory_trouble(const char *path);

/* What to do about the trouble with a directory, as a clause; NULL: nothing is known to help. A
 * file that is in the way, here or further up, is moved to a name that is free. */
char *cli_advise_directory(const char *path, int trouble);

/* Reports an error, with advice, if the path exists but is not a readable file: a generated table
 * could not be stored there. CLI_SUCCESS or CLI_FAILURE. */
int cli_file_check(const char *path);

/* Says what to do about a table file that could not be opened or trusted. `call` is the
 * pdbgen command that generates it; NULL: not known, as for a file that the user named. */
void cli_advise_table(const char *path, tilepdb_status status, const char *call);

/* The same as a clause, which the caller frees; NULL: nothing is known to help. */
char *cli_table_advice(const char *path, tilepdb_status status, const char *call);

/* Reports the error, with that advice, in one line. Returns the exit code. */
int cli_fail_table(const char *path, const tilepdb_error *error, const char *call);

#endif
