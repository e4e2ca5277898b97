/*
 * The start of a tool, its early end by interrupts, crashes and deadly signals, and child programs.
 *
 * Interrupts are SIGINT, SIGTERM, SIGHUP, and deadly signals such as SIGQUIT. Deadly signals kill
 * the process when it ends, as their sender expects, or immediately after an earlier interrupt. All
 * except SIGINT and SIGTERM stay ignored if the caller ignores them, as nohup does.
 *
 * However the process ends, except for SIGKILL, the terminal is restored (terminal.h) and answers
 * are kept (output.h).
 */
#ifndef TILEPDB_CLI_SIGNALS_H
#define TILEPDB_CLI_SIGNALS_H

#include <signal.h>
#include <stdint.h>
#include <stdio.h>

struct tilepdb_cancel;

/* Called first, by cli_parse; keeps the pointer `tool`. Makes descriptors 0 to 2 safe, sets the
 * character set, and makes writes fail instead of raising SIGPIPE or SIGXFSZ. If a mapped file is
 * truncated or its disk fails, the tool ends with CLI_FAILURE and names the file. */
void cli_start(const char *tool);

/* Returns the signal number of the last interrupt, or 0. An interrupt ends waiting calls of the
 * first thread with EINTR, within a second. */
int cli_signal(void);

/* Each interrupt also requests `cancel`, which must outlive all interrupts and may be NULL. */
void cli_signal_cancels(struct tilepdb_cancel *cancel);

/* Sets `set` to all interrupts, for threads that block interrupts. */
void cli_signals(sigset_t *set);

/* The handlers call `deadly` to kill the process by a signal, at once or at exit. */
void cli_catch_interrupts(void (*deadly)(int number));

/* ---- child programs -------------------------------------------------------------------------- */

struct cli_subprocess {
    int output; /* output of the program; the caller closes it before waiting */
    intptr_t child;
};

/* Starts `name`, from the search path, with one argument; the program reads the rest of `input`.
 * Returns 0 or an errno. */
int cli_subprocess_start(struct cli_subprocess *subprocess, const char *name, const char *argument,
                         FILE *input);

enum cli_subprocess_end { CLI_SUBPROCESS_WELL, CLI_SUBPROCESS_BADLY, CLI_SUBPROCESS_MISSING };

enum cli_subprocess_end cli_subprocess_wait(const struct cli_subprocess *subprocess);

/* ---- early_end.c and signals_*.c, for each other: safe in signal handlers -------------------- */

void cli_interrupt(int number);

void cli_crash_write(const char *text);

/* Writes one message or event. */
void cli_crash_line(const char *text, const char *more);

void cli_crash_cleanup(void);

#endif
