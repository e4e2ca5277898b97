/*
 * Completion for shells, written from a tool's own table of options, and that table for the tests.
 */
#ifndef TILEPDB_CLI_COMPLETION_H
#define TILEPDB_CLI_COMPLETION_H

#include <stdio.h>

#include "cli/options.h"

enum cli_shell { CLI_BASH, CLI_ZSH, CLI_FISH, CLI_JSON };

/* Prints the code that makes a shell complete the tool's options, their arguments and operands.
 * For CLI_JSON, which is not offered to users, an object with the rows of all options. */
void cli_completion_print(FILE *stream, const struct cli_tool *tool, enum cli_shell shell);

#endif
