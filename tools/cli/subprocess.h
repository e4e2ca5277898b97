/*
 * Another program, such as gnuplot, that reads a file and prints: subprocess_posix.c and
 * subprocess_windows.c.
 */
#ifndef TILEPDB_CLI_SUBPROCESS_H
#define TILEPDB_CLI_SUBPROCESS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct cli_subprocess {
    int output;     /* to read what it prints from; the caller closes it before the end */
    intptr_t child; /* the system's */
};

/* Starts `name`, looked for where the system looks for programs, with one argument. It reads the
 * rest of the stream `input`. Returns 0 or an errno. */
int cli_subprocess_start(struct cli_subprocess *subprocess, const char *name, const char *argument,
                         FILE *input);

/* How it ended. */
enum cli_subprocess_end {
    CLI_SUBPROCESS_WELL,
    CLI_SUBPROCESS_BADLY,
    CLI_SUBPROCESS_MISSING /* no such program */
};

/* Waits for its end. */
enum cli_subprocess_end cli_subprocess_wait(const struct cli_subprocess *subprocess);

#endif
