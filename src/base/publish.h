/*
 * Atomic publication: a name refers to a complete file, old or new, or to none. Symbolic links are
 * followed.
 *
 * One thread at a time uses a publication, but several may call publish_write for disjoint ranges.
 * If a path is published twice, the last commit wins.
 */
#ifndef TILEPDB_BASE_PUBLISH_H
#define TILEPDB_BASE_PUBLISH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tilepdb.h"

/* A zeroed publication is closed. */
struct publication {
    int fd;          /* temporary file (base/files.h) */
    char *path;      /* owned; NULL while closed */
    char *temporary; /* owned */
    bool part;       /* the temporary file belongs to another process */
};

/* Creates the temporary file, and removes leftovers of killed writers. Returns ERROR_ARGUMENT for
 * an empty path; ERROR_IO if the directory is missing or not writable, or the path is not a regular
 * file; ERROR_MEMORY. An error leaves nothing behind. */
tilepdb_status publish_begin(struct publication *publication, const char *path,
                             tilepdb_error *error);

/* Predicts the status of publish_begin by names and permissions, before hours of work. */
tilepdb_status publish_check(const char *path, tilepdb_error *error);

/* The directory of the file behind the links of `path`, which the caller frees. NULL without
 * memory. */
char *publish_directory(const char *path);

/* Opens the temporary file of another process, to write a part, which publish_part_end makes
 * durable; publish_abort does not. Returns ERROR_IO or ERROR_MEMORY. */
tilepdb_status publish_part_begin(struct publication *publication, const char *path,
                                  const char *temporary, tilepdb_error *error);
tilepdb_status publish_part_end(struct publication *publication, tilepdb_error *error);

/* Gaps between written ranges read as zeros. Returns ERROR_IO; the publication stays open. */
tilepdb_status publish_write(struct publication *publication, const void *data, size_t size,
                             uint64_t offset, tilepdb_error *error);

/* Writes bytes `begin` .. `end` - 1 to the disk and removes them from the page cache, if the system
 * can. Returns ERROR_IO for a failed write, which publish_commit might miss. */
tilepdb_status publish_uncache(const struct publication *publication, uint64_t begin, uint64_t end,
                               tilepdb_error *error);

/* Makes the bytes durable, renames the temporary file to the path, makes the name durable and ends
 * the publication. After ERROR_IO the temporary file is removed and the path unchanged, unless the
 * sentence says that the file is in place but its name is not durable. */
tilepdb_status publish_commit(struct publication *publication, tilepdb_error *error);

/* Removes the temporary file, unless another process owns it. */
void publish_abort(struct publication *publication);

/* Publishes `size` bytes. Returns the statuses of the functions above. */
static inline tilepdb_status publish_bytes(const char *path, const void *bytes, size_t size,
                                           tilepdb_error *error) {
    struct publication publication;
    tilepdb_status status = publish_begin(&publication, path, error);
    if (!status) status = publish_write(&publication, bytes, size, 0, error);
    if (!status) return publish_commit(&publication, error);
    publish_abort(&publication);
    return status;
}

/* Calls temporary_clean for the file behind the links of `name`. */
void publish_clean(const char *name);

#endif
