/*
 * --checkpoint: what a run has exhausted, kept in a file while it searches.
 */
#ifndef TILEPDB_PDBSOLVE_KEEPER_H
#define TILEPDB_PDBSOLVE_KEEPER_H

#include "pdbsolve/options.h"
#include "tilepdb_checkpoint.h"

/* Zeroed, there is no checkpoint, and the functions do nothing. */
struct keeper {
    tilepdb_checkpoint *checkpoint; /* owned */
    double seconds;                 /* between two times that it is saved */
    int code;                       /* atomic: CLI_SUCCESS, or that of the last failure to save */
};

/* Opens what the options ask for, says what there is to go on from, and creates the file if there
 * is none. Returns CLI_SUCCESS, or the exit code after an error message. */
int keeper_open(struct keeper *keeper, const struct solve_options *options);

/* Saves when it is time: from progress callbacks, any thread. A failure is reported, once for as
 * long as it lasts, and the search goes on. */
void keeper_save(struct keeper *keeper);

/* Saves what is new and closes. Returns CLI_SUCCESS, or the exit code if that failed. */
int keeper_close(struct keeper *keeper);

#endif
