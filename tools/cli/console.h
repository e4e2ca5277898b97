/*
 * The console: messages, exit codes, the terminal, questions to the user.
 *
 * Results go to stdout (output.h), messages to stderr: one line with the name of the tool, or an
 * event. Any thread may print messages and progress lines; other functions belong to one thread.
 */
#ifndef TILEPDB_CLI_CONSOLE_H
#define TILEPDB_CLI_CONSOLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "tilepdb.h"

#if defined(__GNUC__)
#define CLI_PRINTF(text, arguments) __attribute__((format(printf, text, arguments)))
#else
#define CLI_PRINTF(text, arguments)
#endif

/* An interrupt exits with 128 + the signal's number. */
enum {
    CLI_SUCCESS = 0,
    CLI_NO = 1,
    CLI_USAGE = 2,
    CLI_FAILURE = 3 /* file that cannot be read, written or trusted */
};

/* Sets the name in messages; keeps the pointer. Signal handlers may call cli_tool. */
void cli_set_tool(const char *tool);
const char *cli_tool(void);

void cli_set_quiet(bool quiet);

/* With events, stderr has only JSON objects (docs/output.md), and no questions are asked. */
void cli_set_events(bool events);
bool cli_events(void);

bool cli_on_terminal(void);

bool cli_utf8(void);

/* Prints a message that --quiet silences. */
void cli_note(const char *format, ...) CLI_PRINTF(1, 2);

void cli_complain(const char *format, ...) CLI_PRINTF(1, 2);

/* Sets a function that clears a progress line before each message; NULL for none. The screen is
 * locked while it runs. */
void cli_before_message(void (*wipe)(void));

/* Lock stderr while a line is printed that is rewritten later. The holder must not print
 * messages. */
void cli_screen_lock(void);
void cli_screen_unlock(void);

/* CANCELLED without an interrupt is CLI_SUCCESS: the reader of the output is gone. */
int cli_exit_code(tilepdb_status status);

int cli_worse(int code, int other);

/* Reports an error with advice, after `subject` unless it is NULL. Returns the exit code. */
int cli_fail(const char *subject, const tilepdb_error *error);

/* Appends the command that helps, if one is known, to the message. */
void cli_error_advise(tilepdb_error *error);

/* Returns `memory`, but exits if it is NULL. */
void *cli_allocated(void *memory);

/* Makes room for `count` + 1 members of `size` bytes. */
void *cli_grown(void *array, size_t count, size_t size);

/* Prints into memory that the caller frees, as printf does. */
char *cli_text(const char *format, ...) CLI_PRINTF(1, 2);

/* Prints to the end of `*text`, which is NULL or from cli_text. */
void cli_append(char **text, const char *format, ...) CLI_PRINTF(2, 3);

/* ---- the terminal ---------------------------------------------------------------------------- */

enum cli_when { CLI_WHEN_AUTO, CLI_WHEN_ALWAYS, CLI_WHEN_NEVER };

extern const char *const cli_when_keywords[];

/* CLI_WHEN_AUTO colours a terminal that is not dumb, unless NO_COLOR is set and not empty
 * (no-color.org). */
bool cli_colour(enum cli_when when, FILE *stream);

/* Makes stdout count as no terminal, because a program such as mpirun relays it. */
void cli_output_is_relayed(void);

bool cli_is_terminal(FILE *stream);

/* Return the size of the terminal; 80 and 24 if it is unknown. */
int cli_columns(int descriptor);
int cli_rows(int descriptor);

int cli_text_columns(const char *text, size_t bytes);

/* Wraps the line if the terminal is too narrow for it. */
void cli_print_line(FILE *stream, int indent, const char *format, ...) CLI_PRINTF(3, 4);

/* Prints words in lines of at most `width` columns. The first line begins at `column`, the
 * others at `indent`. */
void cli_print_wrapped(FILE *stream, int column, int width, int indent, const char *text);

/* ---- questions ------------------------------------------------------------------------------- */

/* Returns true if stdin and stderr are terminals, the process is in the foreground, --quiet and
 * events are off, and nothing was asked before. */
bool cli_can_ask(void);

/* Asks on stderr and reads a line from stdin, which no other thread may read. Returns true for
 * 'y', 'yes' or an empty line. Returns false at the end of input, after a signal, in the
 * background, or without asking if input was typed before. */
bool cli_ask(const char *question);

#endif
