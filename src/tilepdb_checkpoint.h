/*
 * tilepdb, checkpoints: files that record what long searches have exhausted, so that another
 * process can continue them. Experimental: may change.
 *
 * A search with a checkpoint (tilepdb_solve_options.checkpoint) splits large bounds into subtrees,
 * the same for any number of threads and any instruction set, and records exhausted subtrees with
 * their counts. To continue a search, start it again: it skips recorded subtrees, and gives the
 * answer and all counts of an uninterrupted search. A checkpoint serves any number of boards,
 * solvers and choices (tilepdb_choice.h), also at the same time.
 *
 * A record applies only to searches with the same board, goal, table contents and options that
 * change counts. Files of version 0.4.0 up to the version of the library can be read.
 *
 *   tilepdb_checkpoint_open(path, &checkpoint, &error);
 *   options.checkpoint = checkpoint;
 *   options.progress = ...;    calls tilepdb_checkpoint_save(checkpoint, 60, &error)
 *   tilepdb_solve(solver, &board, &options, &result, &error);
 *   tilepdb_checkpoint_save(checkpoint, 0, &error);
 *   tilepdb_checkpoint_close(checkpoint);
 *
 * A killed process loses what it exhausted since the last save, and the subtrees that it was
 * searching: usually fractions of a second.
 */
#ifndef TILEPDB_CHECKPOINT_H
#define TILEPDB_CHECKPOINT_H

#include "tilepdb.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An open checkpoint. Any number of threads may use it at the same time. */
typedef struct tilepdb_checkpoint tilepdb_checkpoint;

/* Reads the checkpoint file `path`. If the file is missing, begins an empty checkpoint, whose
 * file the first save creates. Two processes must not use one file at the same time: the last
 * save wins. Returns ERROR_FORMAT if the file is no checkpoint, ERROR_CHECKSUM if it was
 * altered, ERROR_VERSION if its version cannot be read, ERROR_IO or ERROR_MEMORY. */
TILEPDB_API tilepdb_status tilepdb_checkpoint_open(const char *path,
                                                   tilepdb_checkpoint **checkpoint,
                                                   tilepdb_error *error);

/* Writes the file atomically if records are new and the last save is at least `seconds` old.
 * Otherwise, and while another thread saves, returns the status of the last save, fast enough
 * for a progress callback. Searches continue meanwhile. Returns ERROR_IO, also if the disk is
 * full, or ERROR_MEMORY; the file is then unchanged. */
TILEPDB_API tilepdb_status tilepdb_checkpoint_save(tilepdb_checkpoint *checkpoint, double seconds,
                                                   tilepdb_error *error);

/* Contents of a checkpoint. */
typedef struct tilepdb_checkpoint_info {
    size_t bounds;     /* bounds exhausted or begun */
    uint64_t subtrees; /* exhausted subtrees of begun bounds */
    uint64_t nodes;    /* generated in exhausted bounds and subtrees */
} tilepdb_checkpoint_info;

/* Describes a checkpoint. */
TILEPDB_API void tilepdb_checkpoint_info_get(tilepdb_checkpoint *checkpoint,
                                             tilepdb_checkpoint_info *info);

/* Closes the checkpoint without saving, after the searches that use it. */
TILEPDB_API void tilepdb_checkpoint_close(tilepdb_checkpoint *checkpoint);

#ifdef __cplusplus
}
#endif

#endif
