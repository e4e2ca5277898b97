/*
 * The terminal taken over for a while: a separate screen, and keys that arrive immediately.
 *
 * However the process ends, except for SIGKILL, the terminal is restored: leaving, exit and
 * faults (signals.h) do that. Interrupts set cli_signal as always, and the caller leaves.
 * Ctrl-Z works: cli_terminal_key restores the terminal, stops the process, and takes over again
 * when it continues. One terminal, one thread at a time.
 */
#ifndef TILEPDB_CLI_TERMINAL_H
#define TILEPDB_CLI_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>

enum cli_key {
    CLI_KEY_NONE,   /* no key, but time went by */
    CLI_KEY_REDRAW, /* no key, but the screen has to be drawn again */
    CLI_KEY_END,    /* no more keys come: the terminal is gone */
    CLI_KEY_LEFT = 256,
    CLI_KEY_RIGHT
};

/* Whether there is a terminal that can be taken over: stdout is one that can move its cursor, and
 * it is the process's own. */
bool cli_terminal_there(void);

/* False if there is none. */
bool cli_terminal_enter(void);
void cli_terminal_leave(void);

/* What cli_terminal_leave does to the screen, from a signal handler. Does nothing if the terminal
 * is not taken over. */
void cli_terminal_restore(void);

/* Writes to the terminal that is taken over, also from a signal handler. */
void cli_terminal_write(const char *text, size_t length);

/* The next key: its byte, or one of the above. Returns CLI_KEY_NONE after `seconds`, or early when
 * a signal came. */
int cli_terminal_key(double seconds);

/* The size of the screen. */
int cli_terminal_columns(void);
int cli_terminal_rows(void);

#endif
