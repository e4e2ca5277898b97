/*
 * A store whose sets lie in a scratch file, and of which as much is in memory as is allowed: see
 * scratch/scratch_plan.h for how they stream, scratch/pages.h for memory and file,
 * scratch/scratch_state.h for what is saved after each level. The bytes of the table are those of a
 * store in memory.
 *
 * Block by block of a level, the store waits for what that reads, hands it out, and has what it
 * wrote written back; meanwhile the next blocks are on their way.
 */
#ifndef TILEPDB_SCRATCH_SCRATCH_STORE_H
#define TILEPDB_SCRATCH_SCRATCH_STORE_H

#include "scratch/scratch_state.h"

struct scratch_store {
    struct store store;
    const struct index *index;
    struct scratch_plan plan;
    struct scratch_file *file;
    struct scratch_pages pages;
    struct scratch_state state;
    const char *state_path;
    uint32_t *missing;    /* of the state that is resumed, until it is */
    uint8_t *block_fresh; /* [block] whether the level before changed it */
    uint64_t stage;       /* counts up */
    uint32_t block;       /* whose masks are staged; SCRATCH_NONE: none */
    int level;            /* for which they are */
};

/* The scratch directory, and the files in it that bear the name of the table's. */
struct scratch_paths {
    char *directory;
    char *sets, *rows, *state;
};

/* The fewest frames that a level can do with. */
uint32_t scratch_frames_min(const struct scratch_plan *plan);

/* The bytes of a scratch file at its largest. */
uint64_t scratch_sets_max_bytes(const struct scratch_plan *plan);

/* A store that owns everything. It takes the plan over, also on failure, and what a state in the
 * directory says; without one it is empty. Released by its method. The statuses of
 * scratch_file_open and scratch_state_read; ERROR_MEMORY. */
tilepdb_status scratch_store_create(struct scratch_store **store, const struct index *index,
                                    tilepdb_kind kind, struct scratch_plan *plan, uint32_t frames,
                                    const struct scratch_paths *paths, tilepdb_error *error);

#endif
