/*
 * Where results go: stdout, or a file that appears under its name complete or not at all.
 */
#ifndef TILEPDB_CLI_OUTPUT_H
#define TILEPDB_CLI_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

struct cli_output {
    FILE *stream;
    char *path;      /* owned; NULL: stdout */
    char *temporary; /* owned; NULL: the stream writes to the path itself */
    bool ended;      /* nothing more can be written */
    int code;        /* the exit code that led to */
};

void cli_output_stdout(struct cli_output *output);

/* Opens `path`, or stdout if it is NULL. A path that is no regular file (such as a named pipe or
 * /dev/null) is written to directly. Returns CLI_SUCCESS, else the exit code after a complaint. */
int cli_output_open(struct cli_output *output, const char *path);

/* Hands on what was printed. False if nothing more can be written: the reader of the pipe has gone,
 * which is no error, or after a complaint. */
bool cli_output_flush(struct cli_output *output);

/* Flushes and closes. A file gets its name if `keep`, else it vanishes. Returns the exit code. */
int cli_output_end(struct cli_output *output, bool keep);

/* Prints a field of a CSV line, in quotes where it needs them. */
void cli_csv_text(FILE *stream, const char *text);

#endif
