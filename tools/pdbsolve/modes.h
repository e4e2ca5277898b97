/*
 * What pdbsolve can do: a table of modes, each of which is a function of a session, in a file of
 * its own. A new one is its file, with its struct mode, and its name in modes.c.
 */
#ifndef TILEPDB_PDBSOLVE_MODES_H
#define TILEPDB_PDBSOLVE_MODES_H

#include "pdbsolve/session.h"

/* Reads and checks the command line of the tool with that name. Returns CLI_GO_ON with `*first` the
 * first operand in argv, or the exit code. */
int solve_options_read(struct solve_options *options, const char *name, int argc, char **argv,
                       int *first);

struct mode {
    const char *name;                    /* the option's that asks for it, if one does */
    int (*run)(struct session *session); /* returns the worst exit code */
};

/* Runs the mode that the options ask for. Returns its exit code. */
int mode_run(struct session *session);

#endif
