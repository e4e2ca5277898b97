/*
 * Messages, exit codes and JSON.
 *
 * Results go to stdout (output.h). Messages go to stderr, as one line with the name of the tool or
 * as an event. Any thread may print messages and progress lines; other functions belong to one
 * thread.
 */
#ifndef TILEPDB_CLI_CONSOLE_H
#define TILEPDB_CLI_CONSOLE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "tilepdb.h"

#if defined(__GNUC__)
#define CLI_PRINTF(text, arguments) __attribute__((format(printf, text, arguments)))
#else
#define CLI_PRINTF(text, arguments)
#endif

/* After an interrupt, the code is 128 + the signal's number. */
enum { CLI_SUCCESS = 0, CLI_NO = 1, CLI_USAGE = 2, CLI_FAILURE = 3 };

/* Keeps the pointer. Signal handlers may call cli_tool. */
void cli_set_tool(const char *tool);
const char *cli_tool(void);

void cli_set_quiet(bool quiet);

/* With events, stderr has only JSON objects (docs/output.md). */
void cli_set_events(bool events);
bool cli_events(void);

bool cli_on_terminal(void);

/* Prints a message, unless --quiet is given. */
void cli_note(const char *format, ...) CLI_PRINTF(1, 2);

void cli_complain(const char *format, ...) CLI_PRINTF(1, 2);

/* `wipe` clears a progress line before each message, under the screen lock; may be NULL. */
void cli_before_message(void (*wipe)(void));

/* Lock stderr for a line that is rewritten later. The holder must not print messages. */
void cli_screen_lock(void);
void cli_screen_unlock(void);

/* Returns CLI_SUCCESS for CANCELLED without an interrupt: the reader has closed the output. */
int cli_exit_code(tilepdb_status status);

int cli_worse(int code, int other);

/* Reports an error with advice, after `subject`, which may be NULL. Returns the exit code. */
int cli_fail(const char *subject, const tilepdb_error *error);

/* Appends advice, such as a command, to some messages. */
void cli_error_advise(tilepdb_error *error);

/* Returns `memory`; exits with a message if it is NULL. */
void *cli_allocated(void *memory);

/* Returns `array` with room for `count` + 1 members of `size` bytes. */
void *cli_grown(void *array, size_t count, size_t size);

/* Like printf, into memory that the caller frees. */
char *cli_text(const char *format, ...) CLI_PRINTF(1, 2);

/* Appends to `*text`, which is NULL or from cli_text. */
void cli_append(char **text, const char *format, ...) CLI_PRINTF(2, 3);

char *cli_path_join(const char *directory, const char *name);

/* ---- JSON, one object per line --------------------------------------------------------------- */

/* Bytes beyond ASCII become '?' if the text is not UTF-8. */
json_t *cli_json_text(const char *text);

/* Frees `object`. */
void cli_json_print(FILE *stream, json_t *object);

/* Prints on stderr and frees. Lines of threads do not mix. */
void cli_event_print(json_t *event);

/* ---- the terminal ---------------------------------------------------------------------------- */

enum cli_when { CLI_WHEN_AUTO, CLI_WHEN_ALWAYS, CLI_WHEN_NEVER };

extern const char *const cli_when_keywords[];

/* Treats stdout as no terminal, since mpirun relays it. */
void cli_output_is_relayed(void);

bool cli_is_terminal(FILE *stream);

int cli_text_columns(const char *text, size_t bytes);

/* Wraps a line that is too long for the terminal. */
void cli_print_line(FILE *stream, int indent, const char *format, ...) CLI_PRINTF(3, 4);

/* Wraps words at `width` columns: the first line begins at `column`, the others at `indent`. */
void cli_print_wrapped(FILE *stream, int column, int width, int indent, const char *text);

#endif
