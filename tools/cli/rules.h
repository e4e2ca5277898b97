/*
 * Which options go together, as data: each pair of options is honoured or refused, never ignored.
 *
 * What a tool can do is a list of modes, such as solving, --judge, or the command `table`. For each
 * option a tool says in which modes it has an effect, and with which options it clashes or which it
 * needs; one engine words the refusal. An option without a row has no effect anywhere, so it cannot
 * be forgotten. The common options are settings that scripts pass to every call; they are accepted
 * always.
 *
 * A key is an option, such as "format", or an option with a value, such as "format=json"; in lists
 * keys are separated by blanks.
 */
#ifndef TILEPDB_CLI_RULES_H
#define TILEPDB_CLI_RULES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cli_option;

/* What a tool can do: the first mode whose key is given. */
struct cli_mode {
    const char *key; /* an option's; a command, which is the first operand, if the modes are
                        commands; NULL: the last one, if nothing else is asked for */
};

/* Where an option has an effect. A row for a value goes before the one for its option. */
struct cli_use {
    const char *key;
    uint32_t modes; /* bit i: the mode at index i */
};

#define CLI_ALL_MODES UINT32_MAX

/* The operands, as if they were an option. */
#define CLI_OPERANDS "OPERANDS"

enum cli_relation {
    CLI_EXCLUDES, /* any of the others */
    CLI_NEEDS     /* at least one of the others */
};

struct cli_rule {
    const char *key;
    enum cli_relation relation;
    const char *others;
    const char *unless; /* with one of these keys the rule does not hold; NULL: it always does */
    const char *why;    /* ends the sentence; NULL: it is plain */
};

struct cli_rules {
    const struct cli_mode *modes;
    const struct cli_use *uses;
    const struct cli_rule *rules;
    size_t mode_count, use_count, rule_count;
    bool commands;        /* the modes are commands */
    const char *operands; /* what a refusal calls them, such as "boards" */
};

/* An option as it was given; of one that was given several times, the last. */
struct cli_given {
    const struct cli_option *option; /* NULL: not given */
    bool by_letter;                  /* as -p, not as --partition */
    const char *text;                /* its argument; NULL for a flag */
};

/* Whether the options go together; reports an error in one sentence if not. `given` has a place for
 * each option of the tool, `operands` are what is left of the command line. An unknown command has
 * no rules: it is for the tool to refuse. */
bool cli_rules_check(const struct cli_rules *rules, const struct cli_given *given,
                     size_t given_count, char *const *operands, size_t operand_count);

#endif
