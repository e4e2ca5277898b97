/*
 * The command line of a tool, read by its tables of options.
 */
#ifndef TILEPDB_CLI_PARSE_H
#define TILEPDB_CLI_PARSE_H

#include <stdio.h>

#include "cli/options.h"

#define CLI_GO_ON (-1)

/* Starts the tool (signals.h). Reads the options, of each the last that was given, and moves the
 * operands to the end of argv, `*first` being the first of them. Also carries out --help,
 * --version, --completion, --quiet and events (console.h), chooses the variant, and checks the rest
 * against the tool's rules. Returns CLI_GO_ON, or the exit code if the tool is done; errors have
 * been reported. */
int cli_parse(const struct cli_tool *tool, struct cli_common *common, int argc, char **argv,
              int *first);

/* ---- rules.c and completion.c, for parse.c --------------------------------------------------- */

/* An option of the tool; of one that was given several times, the last is kept. */
struct cli_given {
    const struct cli_option *option;
    void *values; /* struct that its value goes to */
    bool is_given;
    bool by_letter;   /* as -p, not as --partition */
    const char *text; /* its argument; NULL for a flag */
};

/* Whether the options go together; reports an error in one sentence if not. `given` has a place for
 * each option of the tool, `operands` are what is left of the command line. `*mode` is the name of
 * the mode that is asked for. An unknown command has no rules: it is for the tool to refuse. */
bool cli_rules_check(const struct cli_tool *tool, const struct cli_given *given, size_t given_count,
                     char *const *operands, size_t operand_count, const char **mode);

enum cli_shell { CLI_BASH, CLI_ZSH, CLI_FISH, CLI_JSON };

/* Prints the code that makes a shell complete the tool's options, their arguments and operands.
 * For CLI_JSON, which is not offered to users, an object with the rows of all options. */
void cli_completion_print(FILE *stream, const struct cli_tool *tool, enum cli_shell shell);

#endif
