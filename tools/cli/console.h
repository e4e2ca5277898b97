/*
 * The console: messages, exit codes, what a terminal can show, and questions to its user.
 *
 * Results go to stdout (output.h), messages to stderr. A message is one line that begins with the
 * tool's name, or an event; the progress line is cleared before it. Any thread may print messages
 * and progress lines; everything else here belongs to one thread. The state is the process's.
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

/* Exit codes. An interrupt exits with 128 + the signal's number. */
enum {
    CLI_SUCCESS = 0,
    CLI_NO = 1,     /* negative answer */
    CLI_USAGE = 2,  /* wrong usage, unreadable input */
    CLI_FAILURE = 3 /* file that cannot be read, written or trusted */
};

/* The name that begins each message; the pointer is kept. A signal handler may call cli_tool. */
void cli_set_tool(const char *tool);
const char *cli_tool(void);

/* Silences cli_note. */
void cli_set_quiet(bool quiet);

/* With events, stderr has one JSON object a line with the member `event` (docs/output.md) for each
 * message, progress report and table of figures, and no questions are asked. */
void cli_set_events(bool events);
bool cli_events(void);

/* Whether stderr is a terminal. */
bool cli_on_terminal(void);

/* Whether the character set is UTF-8. */
bool cli_utf8(void);

/* Prints what the user may want to know; --quiet silences it. */
void cli_note(const char *format, ...) CLI_PRINTF(1, 2);

/* Prints what went wrong. Never silenced. */
void cli_complain(const char *format, ...) CLI_PRINTF(1, 2);

/* Sets what is called, with the screen locked, before each message, such as clearing a progress
 * line. NULL: nothing. */
void cli_before_message(void (*wipe)(void));

/* Locks the screen, for whoever writes a line that is rewritten later. The holder of the lock must
 * not print messages. */
void cli_screen_lock(void);
void cli_screen_unlock(void);

/* The exit code for a status. CANCELLED without an interrupt is CLI_SUCCESS: nobody takes the
 * results any more, and the output has its own code for that (output.h). */
int cli_exit_code(tilepdb_status status);

/* The greater of two exit codes. */
int cli_worse(int code, int other);

/* Reports an error, with the advice of cli_error_advise, after `subject`, such as a file's name,
 * unless that is NULL. Returns the exit code for the error's status. */
int cli_fail(const char *subject, const tilepdb_error *error);

/* Appends to the library's sentence the command that helps, if one is known. */
void cli_error_advise(tilepdb_error *error);

/* Returns `memory`; if it is NULL, reports an error and exits. */
void *cli_allocated(void *memory);

/* An array of `count` members of that size, with capacity for one more. */
void *cli_grown(void *array, size_t count, size_t size);

/* printf into memory that the caller frees. */
char *cli_text(const char *format, ...) CLI_PRINTF(1, 2);

/* printf to the end of a text that cli_text returned, or of none (NULL). */
void cli_append(char **text, const char *format, ...) CLI_PRINTF(2, 3);

/* ---- what a terminal can show: its size, colours, lines that fit ----------------------------- */

enum cli_when { CLI_WHEN_AUTO, CLI_WHEN_ALWAYS, CLI_WHEN_NEVER };

/* The keywords of --color. */
extern const char *const cli_when_keywords[];

/* Whether to colour what goes to the stream. CLI_WHEN_AUTO: on a terminal that is not dumb, unless
 * NO_COLOR is set in the environment and not empty (no-color.org). */
bool cli_colour(enum cli_when when, FILE *stream);

/* From now on stdout counts as no terminal: another program, such as mpirun, relays it, perhaps
 * through a pseudo-terminal. */
void cli_output_is_relayed(void);

/* Whether a stream is a terminal. */
bool cli_is_terminal(FILE *stream);

/* The terminal's current size; 80 and 24 if unknown. */
int cli_columns(int descriptor);
int cli_rows(int descriptor);

/* The columns that `bytes` bytes of UTF-8 text take: one for each character. */
int cli_text_columns(const char *text, size_t bytes);

/* Prints a line; on a terminal that is too narrow for it as cli_print_wrapped does. */
void cli_print_line(FILE *stream, int indent, const char *format, ...) CLI_PRINTF(3, 4);

/* Prints words, separated by spaces, in lines of at most `width` columns: the first from `column`,
 * where the stream is, the others from `indent`. A word that is longer than a line stays whole. */
void cli_print_wrapped(FILE *stream, int column, int width, int indent, const char *text);

/* ---- a question to the user ------------------------------------------------------------------ */

/* Whether the user can be asked: stdin and stderr are terminals, the process is in the foreground,
 * without --quiet and events, and nothing was asked before. */
bool cli_can_ask(void);

/* Asks on stderr and reads a line from stdin. True for 'y', 'yes' or an empty line. Input that was
 * typed before the question is no answer: then nothing is asked. False at the end of the input,
 * after a signal, or in the background. One thread at a time, while no other reads stdin. */
bool cli_ask(const char *question);

#endif
