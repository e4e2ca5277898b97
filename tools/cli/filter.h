/*
 * Another program, such as gnuplot, that reads a file and prints: filter_posix.c and
 * filter_windows.c.
 */
#ifndef TILEPDB_CLI_FILTER_H
#define TILEPDB_CLI_FILTER_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct cli_filter {
    int output;     /* to read what it prints from; the caller closes it before the end */
    intptr_t child; /* the system's */
};

/* Starts `name`, looked for where the system looks for programs, with one argument. It reads the
 * rest of the stream `input`. Returns 0 or an errno. */
int cli_filter_start(struct cli_filter *filter, const char *name, const char *argument,
                     FILE *input);

/* How it ended. */
enum cli_filter_end { CLI_FILTER_WELL, CLI_FILTER_BADLY, CLI_FILTER_MISSING /* no such program */ };

/* Waits for its end. */
enum cli_filter_end cli_filter_wait(const struct cli_filter *filter);

#endif
