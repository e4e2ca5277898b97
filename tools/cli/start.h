/*
 * The start of a tool.
 */
#ifndef TILEPDB_CLI_START_H
#define TILEPDB_CLI_START_H

/* Called first, by cli_parse. Makes descriptors 0 to 2 safe to use, takes the character set from
 * the environment, lets writes fail that would send SIGPIPE or SIGXFSZ, reports files that shrink
 * while they are read (fault.h), and lets interrupts set what cli_signal returns. */
void cli_start(const char *tool);

#endif
