/*
 * The names of scratch files, and whether a disk has the space for them.
 */
#ifndef TILEPDB_SCRATCH_DISK_H
#define TILEPDB_SCRATCH_DISK_H

#include "tilepdb.h"

/* In the directory, after the name of the table's file. Owned. */
struct scratch_names {
    char *directory;
    char *sets, *rows, *state;
};

/* ERROR_IO: the directory is none; ERROR_MEMORY. */
tilepdb_status scratch_names_make(struct scratch_names *names, const tilepdb_pattern *pattern,
                                  tilepdb_kind kind, const char *directory, tilepdb_error *error);

/* Accepts zeroed names. */
void scratch_names_free(struct scratch_names *names);

/* Removes the files, the state first, of a generation that this process has open. */
void scratch_names_remove(const struct scratch_names *names);

/* The same, unless another process uses them. */
void scratch_names_clean(const struct scratch_names *names);

/* Whether an earlier generation got anywhere. */
bool scratch_names_begun(const struct scratch_names *names);

/* What is to be written: sets and rows to the directory, and the table beside them, or on another
 * disk. */
struct scratch_space {
    uint64_t search, rows, table;
    const char *path; /* of the table */
};

/* ERROR_IO: there is less space than that, counting what the scratch files already have. What
 * cannot be told is taken for enough. */
tilepdb_status scratch_space_check(const struct scratch_names *names,
                                   const struct scratch_space *space, tilepdb_error *error);

#endif
