/* Modes of pdbsolve. A new mode is a file with its `struct mode`, and a row in modes.c. */
#ifndef TILEPDB_PDBSOLVE_MODES_H
#define TILEPDB_PDBSOLVE_MODES_H

#include "pdbsolve/session.h"

/* Reads the command line. Returns CLI_GO_ON, with the index of the first operand in `*first`, or
 * the exit code. */
int solve_options_read(struct solve_options *options, const char *name, int argc, char **argv,
                       int *first);

struct mode {
    const char *name; /* option without dashes */
    int (*run)(struct session *session);
};

int mode_run(struct session *session);

#endif
