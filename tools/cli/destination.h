/*
 * What the name of an output refers to: an open descriptor, a special file, or a regular file. And
 * how a new file replaces one.
 *
 * An open descriptor is /dev/stdout, /dev/stderr, /dev/fd/N, /proc/self/fd/N or a link to these,
 * whatever it refers to. Only descriptors that the caller passed on count.
 *
 * A special file exists and is neither regular nor a directory: a pipe, a device, a terminal.
 *
 * Everything else is a regular file, which may not exist yet. Links are followed.
 */
#ifndef TILEPDB_CLI_DESTINATION_H
#define TILEPDB_CLI_DESTINATION_H

#include <stdbool.h>
#include <sys/types.h>

enum cli_destination_kind {
    CLI_DESTINATION_DESCRIPTOR,
    CLI_DESTINATION_SPECIAL,
    CLI_DESTINATION_FILE
};

struct cli_destination {
    enum cli_destination_kind kind;
    int descriptor; /* of CLI_DESTINATION_DESCRIPTOR */
    char *path;     /* owned; to open it: the name, or what a link leads to */
    char *identity; /* owned; of a file: its one absolute path */
};

/* Finds out what `name` refers to and whether it can be written to. Returns 0, otherwise an errno:
 * EISDIR a directory, EBADF a descriptor that is closed or only readable, EACCES a file that is
 * write-protected, EPERM one of somebody else's in a sticky directory, and those of the system. To
 * be freed in any case. */
int cli_destination_find(struct cli_destination *destination, const char *name);

/* The same for the number of a descriptor. */
int cli_destination_descriptor(struct cli_destination *destination, int descriptor);

/* Whether both are the same descriptor or the same file. Special files are never the same: what
 * both write arrives. */
bool cli_destination_same(const struct cli_destination *one, const struct cli_destination *other);

void cli_destination_free(struct cli_destination *destination);

/* ---- a new file that replaces what is under its name, complete or not at all ----------------- */

/* It is written under a temporary name (base/files.h), and keeps the mode of the file that it
 * replaces. However the process ends, except for SIGKILL, no temporary is left: exit, faults and
 * deadly signals call cli_replacements_rescue.
 *
 * The beginning of a list of results is useful. It can be set aside as `<path>.partial`, which
 * replaces an older one. One thread starts and ends replacements. */

/* What is said before the name of a part that is left. */
#define CLI_KEPT "the answers so far are in "

/* Zero means none. Must not move in memory while it is under way. */
struct cli_replacement {
    int descriptor; /* to be written to, and closed by the caller after the end */
    char *path, *temporary;
    char *partial; /* NULL: a part is useless */
    off_t whole;   /* bytes, from the start, that are worth keeping */
    bool goes_on; /* it has the answers of an earlier run, and of its part, which goes at the end */
    struct cli_replacement *next;
};

/* Creates the temporary, and removes those that killed runs have left. Returns 0 or an errno; then
 * none is under way. */
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
