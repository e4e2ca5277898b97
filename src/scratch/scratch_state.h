/*
 * The state of a scratch directory: a small file that says how far a generation has come, and where
 * the pages of its last complete level lie. It is published atomically after each level, when all
 * that it points to is on the disk. See scratch_state.c for the format.
 *
 * Thread safety: a state belongs to one thread.
 */
#ifndef TILEPDB_SCRATCH_SCRATCH_STATE_H
#define TILEPDB_SCRATCH_SCRATCH_STATE_H

#include "scratch/pages.h"
#include "table/store.h"

/* What a state says beside the pages. */
struct scratch_state {
    tilepdb_pattern pattern;
    tilepdb_kind kind;
    int level; /* the last complete one */
    uint64_t reached;
    struct distances distances;
};

/* The parts of a store that are written down: [count] pages, [cohort_count] fresh and missing. */
struct scratch_parts {
    struct scratch_page *page;
    uint32_t count;
    uint8_t *fresh;
    uint32_t *missing;
    uint32_t cohort_count;
};

/* Publishes it. ERROR_IO, ERROR_MEMORY. */
tilepdb_status scratch_state_write(const char *path, const struct scratch_state *state,
                                   const struct scratch_parts *parts, tilepdb_error *error);

/* Reads a state, and its parts where `parts` is not NULL: these must have the numbers that are
 * written down. ERROR_NOT_FOUND: there is none; ERROR_FORMAT: it is another file, or of another
 * table than `state` has in pattern and kind; ERROR_CHECKSUM: it was altered; ERROR_VERSION:
 * also of a machine with another byte order; ERROR_IO, ERROR_MEMORY. */
tilepdb_status scratch_state_read(const char *path, struct scratch_state *state,
                                  const struct scratch_parts *parts, tilepdb_error *error);

#endif
