/*
 * Files that shrink while they are mapped. A table is probed in the pages of its file; if the file
 * is cut short meanwhile, or its disk fails, the system has no page to give and sends SIGBUS.
 */
#ifndef TILEPDB_CLI_FAULT_H
#define TILEPDB_CLI_FAULT_H

/* From now on such a fault ends the tool with CLI_FAILURE and one line that names the file. A
 * SIGBUS of another kind kills as it always did. `tool` is kept. */
void cli_catch_faults(const char *tool);

#endif
