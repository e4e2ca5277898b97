/*
 * Atomic publication: a file is complete under its name, or absent.
 *
 * Symbolic links are followed. The bytes go to a temporary (base/files.h); publish_commit makes
 * them durable and renames. A temporary that can be locked is the leftover of a killed run, and
 * publish_clean may remove it.
 *
 * Thread safety: a publication belongs to one thread at a time, except that publish_write may be
 * called from several threads at once for disjoint ranges. Two publications of one path may run at
 * the same time; the last commit wins.
 */
#ifndef TILEPDB_BASE_PUBLISH_H
#define TILEPDB_BASE_PUBLISH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tilepdb.h"

/* Owned by the caller from publish_begin to publish_commit or publish_abort.
 * `path` and `temporary` are NULL, and `fd` means nothing, where no publication is under way;
 * a zeroed struct is such a one. */
struct publication {
    int fd;
    char *path;
    char *temporary;
    bool joined; /* another process has begun it */
};

/* Creates the temporary, with the mode of the file that it is to replace, and its owner and group
 * where that is permitted; a new file has the permissions of the umask. On any status except
 * TILEPDB_OK nothing is left behind and the publication is not under way.
 * ERROR_ARGUMENT: the path is empty; ERROR_IO: the directory is missing or may not be written, or
 * the path is not a regular file; ERROR_MEMORY. */
tilepdb_status publish_begin(struct publication *publication, const char *path,
                             tilepdb_error *error);

/* Whether publish_begin would do, as far as names and permissions say; nothing is created: before
 * hours of work for the file. Its statuses. */
tilepdb_status publish_check(const char *path, tilepdb_error *error);

/* The directory of the file that a path leads to, through symbolic links. Allocated; NULL without
 * memory. */
char *publish_directory(const char *path);

/* Joins a publication that another process has begun, by the name of its temporary, to write a part
 * of it. publish_leave makes the part durable and ends it, publish_abort only ends it; the
 * temporary stays the other's. ERROR_IO: it cannot be opened for writing; ERROR_MEMORY. */
tilepdb_status publish_join(struct publication *publication, const char *path,
                            const char *temporary, tilepdb_error *error);
tilepdb_status publish_leave(struct publication *publication, tilepdb_error *error);

/* Writes `size` bytes at `offset`; gaps read as zeros. The publication stays under way, also after
 * a failure, and the caller aborts it.
 * ERROR_IO: the disk is full, or another error of the system. */
tilepdb_status publish_write(struct publication *publication, const void *data, size_t size,
                             uint64_t offset, tilepdb_error *error);

/* Takes bytes that were written out of the page cache, for a file larger than memory: they are on
 * the disk when it returns. Where the system cannot do that, they stay. ERROR_IO: they could not be
 * written, and publish_commit might not learn of it. */
tilepdb_status publish_uncache(const struct publication *publication, uint64_t begin, uint64_t end,
                               tilepdb_error *error);

/* Makes the bytes durable, renames the temporary to the path and makes the name durable. Ends the
 * publication, whatever the status. On failure the temporary is removed and what was at the path is
 * unchanged, except for one case that the sentence describes: the complete file is in place and its
 * name could not be made durable.
 * ERROR_IO. */
tilepdb_status publish_commit(struct publication *publication, tilepdb_error *error);

/* Ends a publication that is under way and removes its temporary; otherwise does nothing. */
void publish_abort(struct publication *publication);

/* Removes the temporaries of what this path leads to whose writers are dead. Those of live writers,
 * and what cannot be opened, stay. Housekeeping: it has no status, since nothing depends on it. */
void publish_clean(const char *name);

#endif
