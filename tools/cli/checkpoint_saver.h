/* Saves what a run has exhausted to the file of --checkpoint. */
#ifndef TILEPDB_CLI_CHECKPOINT_SAVER_H
#define TILEPDB_CLI_CHECKPOINT_SAVER_H

#include "tilepdb_engine.h"

/* A zeroed saver does nothing. */
struct checkpoint_saver {
    tilepdb_checkpoint *checkpoint;
    const char *path;
    double seconds;
    int code; /* atomic; exit code of the last save */
};

/* Opens or creates the checkpoint and saves it. Does nothing if `path` is NULL; 0 `seconds` means
 * 60. Like checkpoint_saver_close, returns CLI_SUCCESS, or an exit code after an error message. */
int checkpoint_saver_open(struct checkpoint_saver *saver, const char *path, double seconds);

/* Saves if the interval has passed. Any thread may call it. Reports only the first of successive
 * failures. */
void checkpoint_saver_save(struct checkpoint_saver *saver);

int checkpoint_saver_close(struct checkpoint_saver *saver);

#endif
