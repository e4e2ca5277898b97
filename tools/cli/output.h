/*
 * Outputs of the tools: results, and documents such as certificates.
 *
 *   "-", or no name       standard output
 *   an open descriptor    /dev/stdout, /dev/stderr, /dev/fd/N, /proc/self/fd/N or a link to one,
 *                         if the tool inherited it: not truncated, and append mode is kept
 *   a special file        a named pipe, /dev/null, a terminal, a mount point
 *   a regular file        appears complete or not at all, with the mode of the file it replaces
 *
 * Links are followed. Names that cannot be written to are refused before any work.
 *
 * After an interrupt or a failed write, flushed results stay as FILE.partial, and FILE is
 * unchanged. No part of a document, such as a certificate, is kept.
 */
#ifndef TILEPDB_CLI_OUTPUT_H
#define TILEPDB_CLI_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

/* Replaces the file at `path`; must not move in memory. Starts zeroed. */
struct cli_replacement {
    int descriptor;
    char *path;
    char *temporary; /* name of the new file (base/files.h); NULL if not begun */
    char *partial;   /* name for a kept part, or NULL */
    off_t whole;
    /* includes an earlier FILE.partial, which is removed at the end */
    bool goes_on;
    struct cli_replacement *next;
};

/* Must not move in memory while it is open. */
struct cli_output {
    FILE *stream;
    int descriptor;
    char *buffer;
    char *name;
    struct cli_replacement file;
    bool document;
    off_t heading;
    bool ended;
    int error; /* errno of a write to a pipe, or 0 */
    int code;  /* exit code of the error that ended the output */
};

/* NULL as `name` means standard output. Functions that open return CLI_SUCCESS, or an exit code
 * after an error message or an interrupt. */
int cli_output_open(struct cli_output *output, const char *name);

/* Without a name, results go to standard error if `document`, which is opened later and may be
 * NULL, goes to standard output. Returns CLI_USAGE if both are the same output. */
int cli_output_open_beside(struct cli_output *output, const char *name, const char *document);

/* Refuses, with CLI_USAGE, two names of one output; names may be NULL. */
int cli_output_differ(const char *one, const char *other);

/* Returns false for NULL. */
bool cli_output_is_standard(const char *name);

int cli_document_open(struct cli_output *output, const char *name);

/* Writes complete answers. Like the next two functions, returns false once nothing more can be
 * written: the reader has gone or does not read after an interrupt, or an error was reported. */
bool cli_output_flush(struct cli_output *output);

/* Writes a heading, which is no answer. */
bool cli_output_heading(struct cli_output *output);

bool cli_output_write(struct cli_output *output, const void *bytes, size_t length);

/* Flushes and closes. A file gets its name, except after an interrupt, a failed write, or a failure
 * before the first answer; a document only after CLI_SUCCESS. Returns CLI_FAILURE if writing
 * failed, otherwise `code`. */
int cli_output_end(struct cli_output *output, int code);

void cli_csv_text(FILE *stream, const char *text);

bool cli_output_is_file(const struct cli_output *output);

#define CLI_KEPT "the answers so far are in "

/* Abandons all files at exit or in a signal handler; calls `kept` with names of kept parts. */
void cli_outputs_rescue(void (*kept)(const char *path));

#endif
