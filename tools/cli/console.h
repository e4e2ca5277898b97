/*
 * The console: messages and exit codes, the same in all tools, what a terminal can show, and
 * questions to the person at it.
 *
 * Results go to stdout (see output.h), everything here goes to stderr. A message is one line with
 * the tool's name first, or an event; a progress line on the screen is cleared before it.
 * Messages and lines of progress may come from any thread, one after the other; all else here
 * belongs to one thread. The state is the process's own.
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
    CLI_NO = 1,     /* the answer is no */
    CLI_USAGE = 2,  /* wrong usage or unreadable input */
    CLI_FAILURE = 3 /* a file cannot be read, written or trusted */
};

/* The name that begins each message; it is kept. cli_tool may be called in a handler. */
void cli_set_tool(const char *tool);
const char *cli_tool(void);

/* Silences cli_note. */
void cli_set_quiet(bool quiet);

/* With events stderr has JSON alone, an object a line: messages, progress and tables of figures are
 * objects with the member `event` (docs/output.md), and nobody is asked anything. */
void cli_set_events(bool events);
bool cli_events(void);

/* Whether stderr is a terminal. */
bool cli_on_terminal(void);

/* Whether text beyond ASCII may be printed: the character set is UTF-8. */
bool cli_utf8(void);

/* What the user may want to know; --quiet silences it. */
void cli_note(const char *format, ...) CLI_PRINTF(1, 2);

/* What went wrong. Never silenced. */
void cli_complain(const char *format, ...) CLI_PRINTF(1, 2);

/* What to do before a message is printed, such as clearing a progress line: it has the screen, as
 * below. NULL: nothing. */
void cli_before_message(void (*wipe)(void));

/* Takes the screen, and gives it back: whoever writes a line that is later rewritten, or knows what
 * is on the screen, has it meanwhile. No message may be printed until it is given back. */
void cli_screen_lock(void);
void cli_screen_unlock(void);

/* The exit code for a status. Without an interrupt, work was cancelled because nobody takes its
 * results any more: the reason has its own code (output.h), and this is CLI_SUCCESS. */
int cli_exit_code(tilepdb_status status);

/* The exit code of a batch of which two parts ended so. */
int cli_worse(int code, int other);

/* Reports the error's sentence, with that advice, after `subject` (such as a file's name) unless
 * that is NULL. Returns the exit code for the error's status. */
int cli_fail(const char *subject, const tilepdb_error *error);

/* Adds to a sentence of the library which command helps, if one is known. */
void cli_error_advise(tilepdb_error *error);

/* Passes memory on that was just allocated; reports an error and exits if it is NULL. */
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
 * the environment sets NO_COLOR to something (no-color.org). */
bool cli_colour(enum cli_when when, FILE *stream);

/* Says that another program passes on what is written to standard output, such as mpirun, and may
 * do so through a pseudo-terminal: from now on it is no terminal. */
void cli_output_is_relayed(void);

/* Whether a stream is a terminal. */
bool cli_is_terminal(FILE *stream);

/* The terminal's size now; 80 and 24 if it is not known. */
int cli_columns(int descriptor);
int cli_rows(int descriptor);

/* How many columns a text of `bytes` bytes takes: UTF-8 counts characters. */
int cli_text_columns(const char *text, size_t bytes);

/* Prints a line. On a terminal that is too narrow for it the line breaks at blanks, and its rest
 * is indented by `indent` columns; a word that is longer than a line stays whole. Elsewhere it
 * is one line. */
void cli_print_line(FILE *stream, int indent, const char *format, ...) CLI_PRINTF(3, 4);

/* Prints words that blanks separate in lines of at most `width` columns, from `column`, where the
 * stream is, and the next lines from `indent`. A word that is longer than a line stays whole. */
void cli_print_wrapped(FILE *stream, int column, int width, int indent, const char *text);

/* ---- a question to the person at the terminal ------------------------------------------------ */

/* Whether there is someone to ask: stdin and stderr are terminals, the process is in the
 * terminal's foreground, --quiet was not given, there are no events, and nothing was asked yet. */
bool cli_can_ask(void);

/* Asks on stderr and reads a line from stdin. Whether the answer is yes: 'y', 'yes', or an empty
 * line. Input typed before the question is not an answer to it: then nothing is asked. Ends with no
 * at the end of the input, after a signal, or in the background. From one thread at a time, while
 * no other reads stdin. */
bool cli_ask(const char *question);

#endif
