/*
 * The start of a tool, and all that may end it early: interrupts, faults and deadly signals.
 *
 * SIGINT, SIGTERM and SIGHUP are interrupts, as are other signals that end a process unless it asks
 * for them, such as SIGQUIT and SIGXCPU. The latter kill in the end, as their sender expects, and
 * immediately if an interrupt came before. All except SIGINT and SIGTERM stay ignored if the caller
 * ignores them, as nohup does.
 *
 * However the process ends, but for SIGKILL, the terminal is as it was (terminal.h) and answers are
 * where they can be found (output.h). signals_posix.c and signals_windows.c implement this.
 */
#ifndef TILEPDB_CLI_SIGNALS_H
#define TILEPDB_CLI_SIGNALS_H

#include <signal.h>

/* Called first, by cli_parse; `tool` is kept. Makes descriptors 0 to 2 safe to use, takes the
 * character set from the environment, and lets writes fail that would send SIGPIPE or SIGXFSZ.
 *
 * From then on interrupts set what cli_signal returns. A table is probed in the pages of its file:
 * if the file is truncated at the same time, or its disk fails, the system has no page to give, and
 * the tool ends with CLI_FAILURE and one line that names the file. Other faults kill as always. */
void cli_start(const char *tool);

/* The interrupt that came, otherwise 0. Calls that wait in the first thread return early with EINTR
 * when one comes; those that begin just after it do so, too, within a second. */
int cli_signal(void);

/* All interrupts, for threads that leave them to others. */
void cli_signals(sigset_t *set);

/* Lets interrupts set what cli_signal returns. `deadly` dies of a signal; it may be called in a
 * handler, and at exit. For cli_start, and for tests. */
void cli_catch_interrupts(void (*deadly)(int number));

/* ---- crash_handler.c and the files of the systems, for each other ---------------------------- */

/* Writes to stderr, also in a handler. In the system's file. */
void cli_crash_write(const char *text);

/* A line of the tool, in two parts, also in a handler. */
void cli_crash_line(const char *text, const char *more);

/* What must be done before the process ends, also in a handler: the terminal as it was, answers
 * where they can be found. */
void cli_crash_cleanup(void);

#endif
