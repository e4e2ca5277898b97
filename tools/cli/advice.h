/*
 * What to do next: the one place where a failure becomes advice. A command is quoted as '...' and
 * does what the sentence promises when a shell runs it as it stands.
 */
#ifndef TILEPDB_CLI_ADVICE_H
#define TILEPDB_CLI_ADVICE_H

#include "cli/options.h"
#include "tilepdb.h"

/* The text as one word of a shell command. The caller frees it, and so below. */
char *cli_shell_word(const char *text);

/* The call of pdbgen that makes the tables of a partition, in the directory of --dir. */
char *cli_pdbgen_call(const struct cli_common *common, const tilepdb_partition *partition,
                      tilepdb_kind kind);

/* Why a file cannot be read: 0 if it can; ENOENT if there is none; EISDIR for whatever is no
 * regular file; else what the system says, such as EACCES. */
int cli_file_trouble(const char *path);

/* Why a directory cannot be searched for files: 0 if it can, or if there is nothing yet; ENOTDIR
 * for a file, EACCES, and so on. */
int cli_directory_trouble(const char *path);

/* What to do about the trouble with a file or directory, as a clause; NULL: nothing is known to
 * help. */
char *cli_advise_path(const char *path, int trouble);

/* Complains, with advice, if the path exists and is no file that can be read: what is generated for
 * it could not be put there. CLI_SUCCESS or CLI_FAILURE. */
int cli_file_check(const char *path);

/* Says what to do about a table file that could not be opened or trusted. `call` is the call of
 * pdbgen that makes it; NULL: not known. */
void cli_advise_table(const char *path, tilepdb_status status, const char *call);

/* The same, after a complaint with the error's sentence. Returns the exit code. */
int cli_fail_table(const char *path, const tilepdb_error *error, const char *call);

#endif
