/*
 * Full-screen mode of the terminal: a separate screen, and keys that arrive immediately.
 *
 * However the process ends, except for SIGKILL, the terminal is restored. Interrupts set cli_signal
 * as always, and the caller leaves. Ctrl-Z works: cli_terminal_key restores the terminal, stops the
 * process, and enters again when it continues. One thread at a time.
 */
#ifndef TILEPDB_CLI_TERMINAL_H
#define TILEPDB_CLI_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>

enum cli_key {
    CLI_KEY_NONE,   /* time has passed */
    CLI_KEY_REDRAW, /* the screen has to be drawn again */
    CLI_KEY_END,    /* the terminal is gone */
    CLI_KEY_LEFT = 256,
    CLI_KEY_RIGHT
};

/* Whether stdout is the process's own terminal, and can move its cursor. */
bool cli_terminal_there(void);

/* False: there is no terminal. */
bool cli_terminal_enter(void);
void cli_terminal_leave(void);

/* Restores the screen if it was entered; also from a signal handler. */
void cli_terminal_restore(void);

/* Writes to the screen that was entered; also from a signal handler. */
void cli_terminal_write(const char *text, size_t length);

/* The next key: its byte, or an enum cli_key; CLI_KEY_NONE after `seconds` or a signal. */
int cli_terminal_key(double seconds);

/* The size of the screen. */
int cli_terminal_columns(void);
int cli_terminal_rows(void);

#endif
