/*
 * pdbsolve's command line: its options, with those of the methods, and what they must agree on.
 */
#ifndef TILEPDB_PDBSOLVE_ARGUMENTS_H
#define TILEPDB_PDBSOLVE_ARGUMENTS_H

#include "pdbsolve/options.h"

/* Reads and checks the command line. Returns CLI_GO_ON with `*first` the first operand in argv, or
 * the exit code. */
int solve_options_read(struct solve_options *options, int argc, char **argv, int *first);

#endif
