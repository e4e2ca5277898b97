/*
 * A new file that replaces what is under its name, complete or not at all.
 *
 * It is written under a temporary name (util/temporary.h), and keeps the mode of the file that it
 * replaces. However the process ends, except for SIGKILL, no temporary is left: exit, faults and
 * deadly signals call cli_replacements_rescue.
 *
 * The beginning of a list of results is useful. It can be set aside as `<path>.partial`, which
 * replaces an older one.
 * One thread starts and ends replacements.
 */
#ifndef TILEPDB_CLI_REPLACEMENT_H
#define TILEPDB_CLI_REPLACEMENT_H

#include <stdbool.h>
#include <sys/types.h>

/* What is said before the name of a part that is left. */
#define CLI_KEPT "the answers so far are in "

/* Zero means none. Must not move in memory while it is under way. */
struct cli_replacement {
    int descriptor; /* to be written to, and closed by the caller after the end */
    char *path, *temporary;
    char *partial; /* NULL: a part is useless */
    off_t whole;   /* bytes, from the start, that are worth keeping */
    struct cli_replacement *next;
};

/* Creates the temporary. Returns 0 or an errno; then none is under way. */
int cli_replacement_begin(struct cli_replacement *replacement, const char *path, bool has_parts);

bool cli_replacement_is_under_way(const struct cli_replacement *replacement);

/* The first `bytes` are worth keeping. */
void cli_replacement_mark(struct cli_replacement *replacement, off_t bytes);

/* The end: the file gets its name. Returns 0, or an errno, and then it is still under way. */
int cli_replacement_commit(struct cli_replacement *replacement);

/* The end: the file vanishes, except for a part that is worth keeping. Returns the name of that,
 * which the caller frees; NULL: nothing is left. */
char *cli_replacement_abandon(struct cli_replacement *replacement);

/* The same for all that are under way, from a signal handler. Calls `kept` with the name of each
 * part that is left. */
void cli_replacements_rescue(void (*kept)(const char *path));

#endif
