/*
 * --checkpoint: what a run has exhausted, kept in a file while it searches.
 */
#ifndef TILEPDB_CLI_CHECKPOINT_SAVER_H
#define TILEPDB_CLI_CHECKPOINT_SAVER_H

#include "tilepdb_checkpoint.h"

/* Zeroed, there is no checkpoint, and the functions do nothing. */
struct checkpoint_saver {
    tilepdb_checkpoint *checkpoint; /* owned */
    double seconds;                 /* between two times that it is saved */
    int code;                       /* atomic: CLI_SUCCESS, or that of the last failure to save */
};

/* Opens a file, NULL for none, to be saved every so many seconds, 0 for the usual; says what there
 * is to go on from, and creates the file if there is none. Returns CLI_SUCCESS, or the exit code
 * after an error message: then there is to be no search. */
int checkpoint_saver_open(struct checkpoint_saver *saver, const char *path, double seconds);

/* Saves when it is time: from progress callbacks, any thread. A failure is reported, once for as
 * long as it lasts, and the search goes on. */
void checkpoint_saver_save(struct checkpoint_saver *saver);

/* Saves what is new and closes. Returns CLI_SUCCESS, or the exit code if that failed. */
int checkpoint_saver_close(struct checkpoint_saver *saver);

#endif
