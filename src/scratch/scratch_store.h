/*
 * A store with its sets in a scratch file (scratch_plan.h, pages.h, scratch_state.h).
 *
 * A level goes block by block: the store waits for the pages of a block, writes changed pages of
 * the previous block, and prefetches pages of the next blocks.
 */
#ifndef TILEPDB_SCRATCH_SCRATCH_STORE_H
#define TILEPDB_SCRATCH_SCRATCH_STORE_H

#include "scratch/scratch_state.h"
#include "table/table.h"

struct scratch_store {
    struct store store;
    struct scratch_plan plan;
    struct scratch_file *file;
    struct scratch_pages pages;
    struct scratch_state state;
    const char *state_path;
    uint32_t *missing;    /* [cohort] from the state, for `resume` */
    uint8_t *block_fresh; /* [block] true if the block has fresh cohorts */
    uint64_t stage;
    uint32_t block; /* staged block, or SCRATCH_NONE */
    int level;
};

struct scratch_paths {
    char *directory;
    char *sets, *rows, *state;
};

uint32_t scratch_frames_min(const struct scratch_plan *plan);

uint64_t scratch_sets_max_bytes(const struct scratch_plan *plan);

/* Creates a store that owns all masks, with the sets of the state file if it exists, otherwise
 * empty sets. Takes over `plan`, also on failure; paths->state must outlive the store. Returns the
 * failures of scratch_file_open and scratch_state_read, ERROR_FORMAT for incomplete sets, and
 * ERROR_MEMORY. */
tilepdb_status scratch_store_create(struct scratch_store **store, const struct tilepdb_table *table,
                                    struct scratch_plan *plan, uint32_t frames,
                                    const struct scratch_paths *paths, tilepdb_error *error);

#endif
