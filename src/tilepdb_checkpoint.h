/*
 * tilepdb, checkpoints: files that record what long searches have exhausted, so that another
 * process can continue them. The conventions are those of tilepdb.h. Experimental: it is new, and
 * may change.
 *
 * A search that is given a checkpoint (tilepdb_solve_options.checkpoint) cuts large bounds into
 * subtrees, the same ones for any number of threads and any instruction set, and records which are
 * exhausted, with their counts. A search is continued by starting it again: recorded subtrees are
 * not searched, and the answer and all its counts are those of a search that was never interrupted,
 * on any number of threads. One checkpoint serves any number of boards, solvers and choices
 * (tilepdb_choice.h), at the same time and one after the other.
 *
 * A record is bound to the board, the goal, the contents of the tables and the options that change
 * counts: another search does not use it. Files of versions from 0.3.0 on are
 * read, but not those of later versions than the library's.
 *
 *   tilepdb_checkpoint_open(path, &checkpoint, &error);
 *   options.checkpoint = checkpoint;
 *   options.progress = ...;    which calls tilepdb_checkpoint_save(checkpoint, 60, &error)
 *   tilepdb_solve(solver, &board, &options, &result, &error);
 *   tilepdb_checkpoint_save(checkpoint, 0, &error);
 *   tilepdb_checkpoint_close(checkpoint);
 *
 * A process that is killed loses what it exhausted since it saved, and the subtrees that it was
 * searching: fractions of a second, unless a subtree is exceptionally large.
 */
#ifndef TILEPDB_CHECKPOINT_H
#define TILEPDB_CHECKPOINT_H

#include "tilepdb.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The records, and the name of their file. Any number of threads may use it at the same time. The
 * caller releases it by tilepdb_checkpoint_close, after the searches that use it. */
typedef struct tilepdb_checkpoint tilepdb_checkpoint;

/* Reads the checkpoint in the file `path`, or begins one if there is no such file, which is not
 * created yet. Two processes must not use one file at the same time: the last to save wins.
 * ERROR_FORMAT, ERROR_CHECKSUM: the file is none, or was altered; ERROR_VERSION: another version
 * wrote it; ERROR_IO, ERROR_MEMORY. */
TILEPDB_API tilepdb_status tilepdb_checkpoint_open(const char *path,
                                                   tilepdb_checkpoint **checkpoint,
                                                   tilepdb_error *error);

/* Publishes the file, atomically, if something is new and the last save is at least `seconds` ago.
 * Otherwise, and while another thread publishes, it returns the status of the last save, and is
 * cheap enough for a progress callback. Searches continue meanwhile.
 * ERROR_IO: the disk is full, or another error of the system; what was published before is
 * unchanged. ERROR_MEMORY. */
TILEPDB_API tilepdb_status tilepdb_checkpoint_save(tilepdb_checkpoint *checkpoint, double seconds,
                                                   tilepdb_error *error);

/* The size of a checkpoint. Plain value. */
typedef struct tilepdb_checkpoint_info {
    size_t bounds;     /* exhausted or begun */
    uint64_t subtrees; /* exhausted, of bounds that are only begun */
    uint64_t nodes;    /* generated in these bounds and subtrees */
} tilepdb_checkpoint_info;

/* Describes a checkpoint. */
TILEPDB_API void tilepdb_checkpoint_info_get(tilepdb_checkpoint *checkpoint,
                                             tilepdb_checkpoint_info *info);

/* Releases it, without saving. Accepts NULL. */
TILEPDB_API void tilepdb_checkpoint_close(tilepdb_checkpoint *checkpoint);

#ifdef __cplusplus
}
#endif

#endif
