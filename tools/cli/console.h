/*
 * The console: messages and exit codes, the same in all tools.
 *
 * Results go to stdout (see output.h), everything here goes to stderr. A message is one line with
 * the tool's name first; a progress line on the screen is cleared before it.
 * One thread, one console: the state is the process's own.
 */
#ifndef TILEPDB_CLI_CONSOLE_H
#define TILEPDB_CLI_CONSOLE_H

#include <stdbool.h>
#include <stddef.h>

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

/* The name that begins each message; it is kept. */
void cli_set_tool(const char *tool);

/* Silences cli_note. */
void cli_set_quiet(bool quiet);
bool cli_is_quiet(void);

/* Whether stderr is a terminal. */
bool cli_on_terminal(void);

/* Whether text beyond ASCII may be printed: the character set is UTF-8. */
bool cli_utf8(void);

/* What the user may want to know; --quiet silences it. */
void cli_note(const char *format, ...) CLI_PRINTF(1, 2);

/* What went wrong. Never silenced. */
void cli_complain(const char *format, ...) CLI_PRINTF(1, 2);

/* What to do before a message is printed, such as clearing a progress line. NULL: nothing. */
void cli_before_message(void (*wipe)(void));

/* The exit code for a status. Without an interrupt, work was cancelled because nobody takes its
 * results any more: the reason has its own code (output.h), and this is CLI_SUCCESS. */
int cli_exit_code(tilepdb_status status);

/* The exit code of a batch of which two parts ended so. */
int cli_worse(int code, int other);

/* Reports the error's sentence, after `subject` (such as a file's name) unless that is NULL.
 * Returns the exit code for the error's status. */
int cli_fail(const char *subject, const tilepdb_error *error);

/* Passes memory on that was just allocated; reports an error and exits if it is NULL. */
void *cli_allocated(void *memory);

/* printf into memory that the caller frees. */
char *cli_text(const char *format, ...) CLI_PRINTF(1, 2);

#endif
