/*
 * A store whose sets lie in a scratch file, with as much of it in memory as is allowed: see
 * scratch/scratch_plan.h for how they stream, scratch/pages.h for memory and file,
 * scratch/scratch_state.h for what is saved after each level. The bytes of the table are those of a
 * store in memory.
 *
 * A level goes block by block: the store waits for the pages that a block reads, hands them out,
 * and writes back those that changed. Meanwhile it prefetches the pages of the next blocks.
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
    uint8_t *block_fresh; /* [block] whether the level before changed it */
    uint64_t stage;       /* the number of stages so far */
    uint32_t block;       /* whose masks are staged; SCRATCH_NONE: none */
    int level;            /* of the current stage */
};

/* The scratch directory, and the files in it that bear the name of the table's. */
struct scratch_paths {
    char *directory;
    char *sets, *rows, *state;
};

/* The fewest frames that are enough for a level. */
uint32_t scratch_frames_min(const struct scratch_plan *plan);

/* The largest size of the scratch file. */
uint64_t scratch_sets_max_bytes(const struct scratch_plan *plan);

/* A store for the sets of a new table that owns all masks, with the sets of the state file if there
 * is one, otherwise empty. It takes the plan over, also on failure; `paths` is borrowed. Released
 * by its method. The statuses of scratch_file_open and scratch_state_read; ERROR_MEMORY. */
tilepdb_status scratch_store_create(struct scratch_store **store, const struct tilepdb_table *table,
                                    struct scratch_plan *plan, uint32_t frames,
                                    const struct scratch_paths *paths, tilepdb_error *error);

#endif
