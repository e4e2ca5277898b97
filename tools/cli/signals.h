/*
 * The start of a tool, and what may end it early: interrupts, faults and deadly signals.
 *
 * SIGINT, SIGTERM and SIGHUP are interrupts, and so are other signals that end a process by
 * default, such as SIGQUIT and SIGXCPU. The latter kill in the end, as their sender expects, and
 * immediately if an interrupt came before. All except SIGINT and SIGTERM stay ignored if the caller
 * ignores them, as nohup does.
 *
 * However the process ends, except for SIGKILL, the terminal is restored (terminal.h) and answers
 * are kept (output.h). signals_posix.c and signals_windows.c implement this.
 */
#ifndef TILEPDB_CLI_SIGNALS_H
#define TILEPDB_CLI_SIGNALS_H

#include <signal.h>

/* Called first, by cli_parse; the pointer `tool` is kept. Makes descriptors 0 to 2 safe to use,
 * takes the character set from the environment, and makes writes fail that would send SIGPIPE or
 * SIGXFSZ.
 *
 * From then on interrupts set what cli_signal returns. If a file is truncated, or its disk fails,
 * while its mapping is read, the tool ends with CLI_FAILURE and one line that names the file. Other
 * faults kill as always. */
void cli_start(const char *tool);

/* The number of the interrupt that came, or 0. It ends waiting calls of the first thread with
 * EINTR, within a second also those that begin just after it. */
int cli_signal(void);

/* All interrupts, for threads that block them. */
void cli_signals(sigset_t *set);

/* Installs the handlers. `deadly` dies of a signal, in a handler or at exit. For cli_start, and for
 * tests. */
void cli_catch_interrupts(void (*deadly)(int number));

/* ---- crash_handler.c and the files of the systems, for each other ---------------------------- */

/* The functions may be called in a handler. */

/* Writes to stderr. In the system's file. */
void cli_crash_write(const char *text);

/* Writes a message, or an event, of the two texts. */
void cli_crash_line(const char *text, const char *more);

/* Restores the terminal, and keeps answers. */
void cli_crash_cleanup(void);

#endif
