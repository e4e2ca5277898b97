/*
 * The state file of a generation in a scratch directory: the last complete level, and the slots of
 * its pages. It is published atomically after each level, once these are durable. scratch_state.c
 * has the format.
 *
 * Thread safety: a state belongs to one thread.
 */
#ifndef TILEPDB_SCRATCH_SCRATCH_STATE_H
#define TILEPDB_SCRATCH_SCRATCH_STATE_H

#include "scratch/pages.h"
#include "table/store.h"

/* What a state has beside the pages. */
struct scratch_state {
    tilepdb_pattern pattern;
    tilepdb_kind kind;
    int level; /* the last complete one */
    uint64_t reached;
    struct distances distances;
};

/* The arrays of a store that are saved: [count] pages, [cohort_count] fresh and missing. */
struct scratch_parts {
    struct scratch_page *page;
    uint32_t count;
    uint8_t *fresh;
    uint32_t *missing;
    uint32_t cohort_count;
};

/* ERROR_IO, ERROR_MEMORY. */
tilepdb_status scratch_state_write(const char *path, const struct scratch_state *state,
                                   const struct scratch_parts *parts, tilepdb_error *error);

/* Reads the state of the table whose pattern and kind `state` has, and the arrays if `parts` is not
 * NULL; their sizes must be those of the file. ERROR_NOT_FOUND: there is no state; ERROR_FORMAT:
 * the file is no state, or of another table; ERROR_CHECKSUM: it was altered; ERROR_VERSION: it is
 * of another version or of a machine with another byte order; ERROR_IO, ERROR_MEMORY. */
tilepdb_status scratch_state_read(const char *path, struct scratch_state *state,
                                  const struct scratch_parts *parts, tilepdb_error *error);

#endif
