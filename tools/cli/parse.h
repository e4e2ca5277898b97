#ifndef TILEPDB_CLI_PARSE_H
#define TILEPDB_CLI_PARSE_H

#include <stdio.h>

#include "cli/options.h"

#define CLI_GO_ON (-1)

/* Starts the tool (signals.h), reads the options, and moves the operands to the end of argv, from
 * `*first` on. Executes --help, --version, --completion, --quiet and events, chooses the variant,
 * and checks the rules. Returns CLI_GO_ON, or the exit code of a tool that is done. */
int cli_parse(const struct cli_tool *tool, struct cli_common *common, int argc, char **argv,
              int *first);

/* ---- rules.c and completion.c, for parse.c --------------------------------------------------- */

/* An option that was given; its last occurrence counts. */
struct cli_given {
    const struct cli_option *option;
    void *values;
    bool is_given;
    bool by_letter; /* given as -p, not as --partition */
    const char *text;
};

/* Returns false after an error message if options contradict each other. Sets `*mode` to the mode's
 * name. An unknown command has no rules. */
bool cli_rules_check(const struct cli_tool *tool, const struct cli_given *given, size_t given_count,
                     char *const *operands, size_t operand_count, const char **mode);

enum cli_shell { CLI_BASH, CLI_ZSH, CLI_FISH, CLI_JSON };

/* CLI_JSON, which is not for users, prints the rows of all options. */
void cli_completion_print(FILE *stream, const struct cli_tool *tool, enum cli_shell shell);

#endif
