/* See advice.h. */
#include "tables/advice.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/console.h"
#include "cli/paths.h"

/* A table that is moved away must be generated. A file that the user named may be anything, and
 * stays where it is. */
static char *advise_unreadable(const char *path, const char *call) {
    const int trouble = cli_file_trouble(path);
    if (trouble == EACCES || trouble == EPERM) return cli_advise_permission(path);
    if (trouble != EISDIR || !call) return NULL;
    char *move = cli_moving_call(path);
    char *advice =
        cli_text("'%s && %s' moves it out of the way and generates the table", move, call);
    free(move);
    return advice;
}

/* Without options, pdbgen generates missing or broken tables and keeps valid ones. */
static char *advise_table(const char *path, tilepdb_status status, const char *call) {
    switch (status) {
    case TILEPDB_ERROR_NOT_FOUND:
        return call ? cli_text("'%s' generates it", call) : NULL;
    case TILEPDB_ERROR_FORMAT:
    case TILEPDB_ERROR_CHECKSUM:
        return call ? cli_text("'%s' generates it again", call) : NULL;
    case TILEPDB_ERROR_VERSION:
        return call ? cli_text(
                          "update tilepdb, or replace the file: '%s --force' generates it again",
                          call)
                    : cli_text("update tilepdb");
    case TILEPDB_ERROR_MEMORY:
        return cli_text("free some memory, or choose smaller databases with --partition");
    default:
        return advise_unreadable(path, call);
    }
}

char *cli_table_advice(const char *path, tilepdb_status status, const char *call) {
    if (status == TILEPDB_CANCELLED) return NULL;
    char *advice = advise_table(path, status, call);
    if (!advice && status == TILEPDB_ERROR_IO && cli_file_trouble(path) != EISDIR)
        advice = cli_text("ask for permission to read it, or name another directory with --dir");
    return advice;
}

void cli_advise_table(const char *path, tilepdb_status status, const char *call) {
    char *advice = cli_table_advice(path, status, call);
    if (advice) cli_complain("%s", advice);
    free(advice);
}

int cli_fail_table(const char *path, const tilepdb_error *error, const char *call) {
    char *advice = cli_table_advice(path, error->status, call);
    if (!advice) return cli_fail(path, error);
    const bool named = strstr(error->message, path) != NULL;
    cli_complain("%s%s%s; %s", named ? "" : path, named ? "" : ": ", error->message, advice);
    free(advice);
    return cli_exit_code(error->status);
}
