/*
 * Where results go: the only way in which the tools write to a name.
 *
 *   "-", or no name       standard output
 *   an open descriptor    /dev/stdout, /dev/fd/N: through the descriptor; what it leads to is not
 *                         truncated, and appending stays appending
 *   a special file        opened and written through: a named pipe, /dev/null, a terminal
 *   a regular file        appears under its name complete or not at all, with the mode of the file
 *                         that it replaces (destination.h); links are followed. A file that is a
 *                         mount point cannot be replaced and is written through as a special file
 *
 * Names that cannot be written to are refused when they are opened, before any work.
 *
 * Results come answer by answer. When an interrupt or a failed write ends the run, those that were
 * flushed stay as FILE.partial, a message says so, and FILE is unchanged. A document, such as a
 * certificate, is useless in part, and no part of it is kept.
 */
#ifndef TILEPDB_CLI_OUTPUT_H
#define TILEPDB_CLI_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

#include "cli/destination.h"

/* It stays where it is as long as it is open. */
struct cli_output {
    FILE *stream;                /* NULL: nothing is open */
    int descriptor;              /* of the stream */
    char *buffer;                /* of the stream; owned */
    char *name;                  /* for messages; owned */
    struct cli_replacement file; /* of a regular file */
    bool document;
    off_t heading; /* bytes that are not an answer */
    bool ended;    /* nothing more can be written */
    int error;     /* of a pipe that cannot be written to; 0: none */
    int code;      /* the exit code that led to */
};

/* Opens results under a name; NULL: standard output. Returns CLI_SUCCESS, otherwise the exit code
 * after an error message, and then nothing is open: CLI_FAILURE, or that of an interrupt, which may
 * come while a named pipe waits for its reader. */
int cli_output_open(struct cli_output *output, const char *name);

/* The same next to a document with the name `document` (NULL: none), which is opened later. Where
 * that is standard output, results without a name go to standard error, so that a pipe gets the
 * document alone. CLI_USAGE if both have names for the same thing. */
int cli_output_open_beside(struct cli_output *output, const char *name, const char *document);

/* CLI_SUCCESS if two names, either of which may be NULL, are not of the same thing; otherwise
 * CLI_USAGE after an error message. */
int cli_output_differ(const char *one, const char *other);

/* Whether a name is of standard output; NULL is none. */
bool cli_output_is_standard(const char *name);

/* Opens a document. Results as of cli_output_open. */
int cli_document_open(struct cli_output *output, const char *name);

/* Passes on what was printed, which is a heading: alone it is useless. As cli_output_flush. */
bool cli_output_heading(struct cli_output *output);

/* Passes on what was printed: complete answers. False if nothing more can be written: the reader of
 * the pipe is gone, which is not an error, or an error was reported. */
bool cli_output_flush(struct cli_output *output);

/* Prints bytes; as cli_output_flush, but they need not be passed on yet. */
bool cli_output_write(struct cli_output *output, const void *bytes, size_t length);

/* Flushes and closes; does nothing if nothing is open. `code` is that of the run. A file gets its
 * name, but not after an interrupt or a failed write, nor where a run failed before its first
 * answer; a document only with CLI_SUCCESS. Returns the exit code: CLI_FAILURE if anything could
 * not be written, otherwise `code`. */
int cli_output_end(struct cli_output *output, int code);

/* Prints a field of a CSV line, in quotes where it needs them. */
void cli_csv_text(FILE *stream, const char *text);

#endif
