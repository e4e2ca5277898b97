/*
 * Which options go together, by their rows: each pair of options is honoured or refused, never
 * ignored.
 *
 * What a tool can do is a list of modes, such as solving, --judge, or the command `table`. An
 * option says in its row in which modes it has an effect, and with which options it clashes or
 * which it needs; one engine words the refusal. The common options are settings that scripts pass
 * to every call; they are accepted always.
 */
#ifndef TILEPDB_CLI_RULES_H
#define TILEPDB_CLI_RULES_H

#include "cli/options.h"

/* An option of the tool; of one that was given several times, the last is kept. */
struct cli_given {
    const struct cli_option *option;
    void *values; /* where its value goes */
    bool is_given;
    bool by_letter;   /* as -p, not as --partition */
    const char *text; /* its argument; NULL for a flag */
};

/* Whether the options go together; reports an error in one sentence if not. `given` has a place for
 * each option of the tool, `operands` are what is left of the command line. `*mode` is the name of
 * the mode that is asked for. An unknown command has no rules: it is for the tool to refuse. */
bool cli_rules_check(const struct cli_tool *tool, const struct cli_given *given, size_t given_count,
                     char *const *operands, size_t operand_count, const char **mode);

#endif
