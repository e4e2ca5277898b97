/*
 * What to do next: the one place where a failure becomes advice. A command is quoted as '...' and
 * does what the sentence promises when a shell runs it unchanged.
 */
#ifndef TILEPDB_TABLES_ADVICE_H
#define TILEPDB_TABLES_ADVICE_H

#include "tilepdb.h"

/* Says what to do about a table file that could not be opened or trusted. `call` is the
 * pdbgen command that generates it; NULL: not known, as for a file that the user named. */
void cli_advise_table(const char *path, tilepdb_status status, const char *call);

/* The same as a clause, which the caller frees; NULL: nothing is known to help. */
char *cli_table_advice(const char *path, tilepdb_status status, const char *call);

/* Reports the error, with that advice, in one line. Returns the exit code. */
int cli_fail_table(const char *path, const tilepdb_error *error, const char *call);

#endif
