/*
 * What a handler of faults says and tidies up on every system, for fault_posix.c and
 * fault_windows.c alone. All but fault_begin may be called in a handler.
 */
#ifndef TILEPDB_CLI_FAULT_LINE_H
#define TILEPDB_CLI_FAULT_LINE_H

/* The tool that lines name; it is kept. */
void fault_begin(const char *tool);

/* Writes to stderr; in the system's own file. */
void fault_say(const char *text);

/* A line of the tool, in two parts. */
void fault_line(const char *text, const char *more);

/* What must be done before the process ends: the terminal as it was, answers where they can be
 * found. */
void fault_tidy(void);

#endif
