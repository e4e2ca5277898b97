/*
 * What the name of an output refers to: an open descriptor, a special file, or a regular file.
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

enum cli_place { CLI_PLACE_DESCRIPTOR, CLI_PLACE_SPECIAL, CLI_PLACE_FILE };

struct cli_destination {
    enum cli_place place;
    int descriptor; /* of CLI_PLACE_DESCRIPTOR */
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

#endif
