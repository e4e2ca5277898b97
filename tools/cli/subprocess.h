/* Runs a program, such as gnuplot, that reads a file and prints. */
#ifndef TILEPDB_CLI_SUBPROCESS_H
#define TILEPDB_CLI_SUBPROCESS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct cli_subprocess {
    int output; /* output of the program; the caller closes it before waiting */
    intptr_t child;
};

/* Starts `name`, from the search path, with one argument; it reads the rest of `input`. Returns 0
 * or an errno. */
int cli_subprocess_start(struct cli_subprocess *subprocess, const char *name, const char *argument,
                         FILE *input);

enum cli_subprocess_end { CLI_SUBPROCESS_WELL, CLI_SUBPROCESS_BADLY, CLI_SUBPROCESS_MISSING };

enum cli_subprocess_end cli_subprocess_wait(const struct cli_subprocess *subprocess);

#endif
