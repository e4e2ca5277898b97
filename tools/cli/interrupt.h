/*
 * Interrupts: signals that ask the tool to end.
 *
 * SIGINT, SIGTERM and SIGHUP are interrupts, as are other signals that end a process unless it asks
 * for them, such as SIGQUIT and SIGXCPU. The latter kill in the end, as their sender expects, and
 * immediately if an interrupt came before. All except SIGINT and SIGTERM stay ignored if the caller
 * ignores them, as nohup does.
 */
#ifndef TILEPDB_CLI_INTERRUPT_H
#define TILEPDB_CLI_INTERRUPT_H

#include <signal.h>

/* Lets interrupts set what cli_signal returns. `deadly` dies of a signal; it may be called in a
 * handler, and at exit. */
void cli_catch_interrupts(void (*deadly)(int number));

/* The interrupt that came, otherwise 0. Calls that wait in the first thread return early with EINTR
 * when one comes; those that begin just after it do so, too, within a second. */
int cli_signal(void);

/* All interrupts, for threads that leave them to others. */
void cli_signals(sigset_t *set);

#endif
