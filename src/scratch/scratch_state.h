/* The state file of a generation, published atomically after each level, once the pages are
 * durable. A state belongs to one thread. */
#ifndef TILEPDB_SCRATCH_SCRATCH_STATE_H
#define TILEPDB_SCRATCH_SCRATCH_STATE_H

#include "scratch/pages.h"
#include "table/store.h"

struct scratch_state {
    tilepdb_pattern pattern;
    tilepdb_kind kind;
    int level;
    uint64_t reached;
    struct distances distances;
};

/* Arrays of a store: [count] pages, [cohort_count] fresh and missing. */
struct scratch_parts {
    struct scratch_page *page;
    uint32_t count;
    uint8_t *fresh;
    uint32_t *missing;
    uint32_t cohort_count;
};

/* Returns ERROR_IO or ERROR_MEMORY. */
tilepdb_status scratch_state_write(const char *path, const struct scratch_state *state,
                                   const struct scratch_parts *parts, tilepdb_error *error);

/* Reads the state of the table with pattern and kind of `state`, and the arrays unless `parts` is
 * NULL. Returns ERROR_NOT_FOUND; ERROR_FORMAT if the file is no state, of another table, or of
 * other array sizes; ERROR_CHECKSUM if it was altered; ERROR_VERSION for a version before 0.2.0 or
 * after this one, or another byte order; ERROR_IO, ERROR_MEMORY. A failure may change `state` and
 * arrays. */
tilepdb_status scratch_state_read(const char *path, struct scratch_state *state,
                                  const struct scratch_parts *parts, tilepdb_error *error);

#endif
