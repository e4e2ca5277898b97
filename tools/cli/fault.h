/*
 * Ends that come between two instructions: faults and deadly signals. However the process ends, but
 * for SIGKILL, the terminal is as it was (terminal.h) and answers are where they can be found
 * (replacement.h).
 *
 * A table is probed in the pages of its file. If the file is truncated at the same time, or its
 * disk fails, the system has no page to give and sends SIGBUS.
 */
#ifndef TILEPDB_CLI_FAULT_H
#define TILEPDB_CLI_FAULT_H

/* From now on a file that shrinks while it is mapped ends the tool with CLI_FAILURE and one line
 * that names the file. Other faults kill as they always did. `tool` is kept. */
void cli_catch_faults(const char *tool);

/* Dies of a signal immediately. May be called in its handler. */
void cli_die(int number);

#endif
