/*
 * Completion for shells, written from a tool's own table of options.
 */
#ifndef TILEPDB_CLI_COMPLETION_H
#define TILEPDB_CLI_COMPLETION_H

#include <stdio.h>

#include "cli/options.h"

enum cli_shell { CLI_BASH, CLI_ZSH, CLI_FISH };

/* Prints the code that makes a shell complete the tool's options, their arguments and operands. */
void cli_completion_print(FILE *stream, const struct cli_tool *tool, enum cli_shell shell);

#endif
