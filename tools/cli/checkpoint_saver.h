/*
 * The checkpoint saver: keeps what a run has exhausted in the file of --checkpoint.
 */
#ifndef TILEPDB_CLI_CHECKPOINT_SAVER_H
#define TILEPDB_CLI_CHECKPOINT_SAVER_H

#include "tilepdb_checkpoint.h"

/* Zeroed: no checkpoint, and the functions do nothing. */
struct checkpoint_saver {
    tilepdb_checkpoint *checkpoint; /* owned */
    double seconds;                 /* interval between saves */
    int code;                       /* atomic: exit code of the last save */
};

/* Opens or creates a file, NULL: none, that is saved every `seconds` seconds, 0: 60. Notes the
 * nodes that the file spares. Returns CLI_SUCCESS, or the exit code after an error message: then
 * nothing is to be searched. */
int checkpoint_saver_open(struct checkpoint_saver *saver, const char *path, double seconds);

/* Saves when the interval is over, from the progress callback of any thread. A failure is reported
 * once for as long as it lasts, and the search goes on. */
void checkpoint_saver_save(struct checkpoint_saver *saver);

/* Saves and closes. Returns CLI_SUCCESS, or the exit code of a failure to save. */
int checkpoint_saver_close(struct checkpoint_saver *saver);

#endif
