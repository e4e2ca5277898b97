/*
 * What a terminal can show, and full-screen mode: a separate screen, and keys that arrive without
 * Enter. One thread at a time.
 *
 * However the process ends, except for SIGKILL, the terminal is restored. After an interrupt
 * (cli_signal), the caller leaves. At Ctrl-Z, cli_terminal_key restores the terminal until the
 * process continues.
 */
#ifndef TILEPDB_CLI_TERMINAL_H
#define TILEPDB_CLI_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>

bool cli_utf8(void);

/* Returns the width of a terminal; 80 if unknown. */
int cli_columns(int descriptor);

enum cli_key {
    CLI_KEY_NONE, /* after a timeout or signal */
    CLI_KEY_REDRAW,
    CLI_KEY_END,
    CLI_KEY_LEFT = 256,
    CLI_KEY_RIGHT
};

/* Returns true if stdout is the process's own terminal, with a movable cursor. */
bool cli_terminal_there(void);

bool cli_terminal_enter(void);
void cli_terminal_leave(void);

/* Does nothing outside full-screen mode. Like cli_terminal_write, safe in signal handlers. */
void cli_terminal_restore(void);

void cli_terminal_write(const char *text, size_t length);

/* Returns the next byte or an enum cli_key: NONE after `seconds` or a signal, END if the terminal
 * is gone. */
int cli_terminal_key(double seconds);

/* Return 80 and 24 if the size is unknown. */
int cli_terminal_columns(void);
int cli_terminal_rows(void);

#endif
