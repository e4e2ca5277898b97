/*
 * The command line of a tool, read by its tables of options.
 */
#ifndef TILEPDB_CLI_PARSE_H
#define TILEPDB_CLI_PARSE_H

#include "cli/options.h"

#define CLI_GO_ON (-1)

/* Starts the tool (signals.h). Reads the options, of each the last that was given, and moves the
 * operands to the end of argv, `*first` being the first of them. Also carries out --help,
 * --version, --completion, --quiet and events (console.h), chooses the variant, and checks the rest
 * against the tool's rules. Returns CLI_GO_ON, or the exit code if the tool is done; errors have
 * been reported. */
int cli_parse(const struct cli_tool *tool, struct cli_common *common, int argc, char **argv,
              int *first);

#endif
