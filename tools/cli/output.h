/*
 * Where results go: the only way in which the tools write to a name.
 *
 *   "-", or no name       standard output
 *   an open descriptor    /dev/stdout, /dev/stderr, /dev/fd/N, /proc/self/fd/N or a link to these:
 *                         through the descriptor; what it leads to is not truncated, and appending
 *                         stays appending. Only descriptors that the caller passed on count
 *   a special file        a named pipe, /dev/null, a terminal: opened and written through
 *   a regular file        appears under its name complete or not at all, with the mode of the file
 *                         that it replaces; links are followed. A file that is a mount point cannot
 *                         be replaced and is written through as a special file
 *
 * Names that cannot be written to are refused when they are opened, before any work.
 *
 * Results come answer by answer. When an interrupt or a failed write ends the run, those that were
 * flushed stay as FILE.partial, which replaces an older one, a message says so, and FILE is
 * unchanged. A document, such as a certificate, is useless in part, and no part of it is kept.
 */
#ifndef TILEPDB_CLI_OUTPUT_H
#define TILEPDB_CLI_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

/* A new file on its way to a name (destination.c). Zeroed: none. Must not move in memory. */
struct cli_replacement {
    int descriptor; /* to write to; closed by the caller after the end */
    char *path;
    char *temporary; /* name while it is written (base/files.h); NULL: none is under way */
    char *partial;   /* name of a part that is kept; NULL: a part is useless */
    off_t whole;     /* bytes, from the start, that are worth keeping */
    bool goes_on;    /* it includes the answers of an earlier FILE.partial, which is removed at the
                        end */
    struct cli_replacement *next;
};

/* Must not move in memory while it is open. */
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
    int code;      /* the exit code for what ended it */
};

/* Opens results under a name; NULL: standard output. Returns CLI_SUCCESS, or the exit code after an
 * error message, and then nothing is open: CLI_FAILURE, or that of an interrupt, which may come
 * while a named pipe waits for its reader. */
int cli_output_open(struct cli_output *output, const char *name);

/* Opens results beside a document, which is opened later under the name `document` (NULL: none).
 * Where that is standard output, results without a name go to standard error, so that a pipe gets
 * the document alone. CLI_USAGE if both have names for the same thing. */
int cli_output_open_beside(struct cli_output *output, const char *name, const char *document);

/* CLI_USAGE, after an error message, if two names are of the same thing; otherwise CLI_SUCCESS.
 * Either may be NULL. */
int cli_output_differ(const char *one, const char *other);

/* Whether a name is of standard output; NULL is none. */
bool cli_output_is_standard(const char *name);

/* Opens a document. Results as of cli_output_open. */
int cli_document_open(struct cli_output *output, const char *name);

/* Passes on what was printed: complete answers. False if nothing more can be written: the reader of
 * the pipe is gone, which is not an error, or an error was reported. */
bool cli_output_flush(struct cli_output *output);

/* Passes on a heading, which is useless without answers. Results as of cli_output_flush. */
bool cli_output_heading(struct cli_output *output);

/* Prints bytes, which need not be passed on yet. Results as of cli_output_flush. */
bool cli_output_write(struct cli_output *output, const void *bytes, size_t length);

/* Flushes and closes, if anything is open. `code` is the exit code of the run. A file gets its
 * name, except after an interrupt or a failed write, or where a run failed before its first answer;
 * a document only with CLI_SUCCESS. Returns CLI_FAILURE if anything could not be written, otherwise
 * `code`. */
int cli_output_end(struct cli_output *output, int code);

/* Prints a field of a CSV line, in quotes where it needs them. */
void cli_csv_text(FILE *stream, const char *text);

/* ---- destination.c: what names refer to, and files that replace others ----------------------- */

enum cli_destination_kind {
    CLI_DESTINATION_DESCRIPTOR,
    CLI_DESTINATION_SPECIAL, /* a pipe, a device, a terminal, a mount point */
    CLI_DESTINATION_FILE     /* which may not exist yet */
};

struct cli_destination {
    enum cli_destination_kind kind;
    int descriptor; /* of CLI_DESTINATION_DESCRIPTOR */
    char *path;     /* to open: the name, or what a link leads to; owned */
    char *identity; /* the one absolute path of a file; owned */
};

/* Finds out what `name` refers to and whether it can be written to. Returns 0 or an errno: EISDIR a
 * directory, EBADF a descriptor that is closed or only readable, EACCES a write-protected file,
 * EPERM one of somebody else's in a sticky directory, and those of the system. To be freed in any
 * case. */
int cli_destination_find(struct cli_destination *destination, const char *name);

/* The destination of a descriptor's number. Returns 0 or EBADF. */
int cli_destination_descriptor(struct cli_destination *destination, int descriptor);

/* Whether both are the same descriptor or the same file. Special files are never the same: what
 * both write arrives. */
bool cli_destination_same(const struct cli_destination *one, const struct cli_destination *other);

void cli_destination_free(struct cli_destination *destination);

/* What messages say before the name of a part that is left. */
#define CLI_KEPT "the answers so far are in "

/* Creates the temporary, and removes those of killed runs. Returns 0 or an errno; then none is
 * under way. One thread begins and ends replacements. However the process ends, except for SIGKILL,
 * no temporary is left. */
int cli_replacement_begin(struct cli_replacement *replacement, const char *path, bool has_parts);

bool cli_replacement_is_under_way(const struct cli_replacement *replacement);

/* The first `bytes` are worth keeping. */
void cli_replacement_mark(struct cli_replacement *replacement, off_t bytes);

/* Gives the file its name. Returns 0, or an errno, and then it is still under way. */
int cli_replacement_commit(struct cli_replacement *replacement);

/* Removes the file, except for a part that is worth keeping. Returns the name of that, which the
 * caller frees; NULL: nothing is left. */
char *cli_replacement_abandon(struct cli_replacement *replacement);

/* Abandons all that are under way, from a signal handler, and calls `kept` with the name of each
 * part that is left. */
void cli_replacements_rescue(void (*kept)(const char *path));

#endif
