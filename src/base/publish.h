/*
 * Atomic publication: a file is complete under its name, or absent.
 *
 * Symbolic links are followed. The bytes go to a temporary (base/files.h), which publish_commit
 * makes durable and renames.
 *
 * Thread safety: a publication belongs to one thread at a time, except that several threads may
 * call publish_write for disjoint ranges. Of two publications of one path the last commit wins.
 */
#ifndef TILEPDB_BASE_PUBLISH_H
#define TILEPDB_BASE_PUBLISH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tilepdb.h"

/* All zero: no publication is under way. */
struct publication {
    int fd;          /* of the temporary */
    char *path;      /* owned; NULL: no publication is under way */
    char *temporary; /* its path, owned; NULL likewise */
    bool joined;     /* another process has begun it */
};

/* Creates the temporary (temporary_create). On any status except TILEPDB_OK nothing is left behind
 * and the publication is not under way. ERROR_ARGUMENT: the path is empty; ERROR_IO: the directory
 * is missing or may not be written, or the path is not a regular file; ERROR_MEMORY. */
tilepdb_status publish_begin(struct publication *publication, const char *path,
                             tilepdb_error *error);

/* The status that publish_begin would return, by names and permissions; nothing is created. For a
 * check before hours of work. */
tilepdb_status publish_check(const char *path, tilepdb_error *error);

/* The directory of the file that a path leads to through symbolic links. Allocated; NULL: no
 * memory. */
char *publish_directory(const char *path);

/* Joins a publication of another process, by the name of its temporary, to write a part of it.
 * publish_leave makes the part durable and leaves; publish_abort leaves. The temporary belongs to
 * the other process. ERROR_IO: it cannot be opened for writing; ERROR_MEMORY. */
tilepdb_status publish_join(struct publication *publication, const char *path,
                            const char *temporary, tilepdb_error *error);
tilepdb_status publish_leave(struct publication *publication, tilepdb_error *error);

/* Writes `size` bytes at `offset`; gaps read as zeros. After a failure, too, the publication stays
 * under way. ERROR_IO. */
tilepdb_status publish_write(struct publication *publication, const void *data, size_t size,
                             uint64_t offset, tilepdb_error *error);

/* Writes bytes to the disk and drops them from the page cache, if the system can do that: for files
 * larger than memory. ERROR_IO: they could not be written, of which publish_commit might not learn.
 */
tilepdb_status publish_uncache(const struct publication *publication, uint64_t begin, uint64_t end,
                               tilepdb_error *error);

/* Makes the bytes durable, renames the temporary to the path and makes the name durable. Ends the
 * publication, whatever the status. On failure the temporary is removed and the path is unchanged,
 * except in one case, which the sentence describes: the file is complete and in place, but its name
 * could not be made durable. ERROR_IO. */
tilepdb_status publish_commit(struct publication *publication, tilepdb_error *error);

/* Ends a publication, if one is under way, and removes its temporary. */
void publish_abort(struct publication *publication);

/* temporary_clean for the file that the path leads to. No status, since nothing depends on it. */
void publish_clean(const char *name);

#endif
