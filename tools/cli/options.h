/*
 * Options as data: a tool describes its options in tables, and all that is said of them follows:
 * parsing, --help, completion, which go together (rules.c), and what the tests try.
 *
 * An option is written into the struct that its section names, at its offset. Options of several
 * sections are known at the same time; the common ones are a section of their own.
 *
 * A key is an option, such as "format", or an option with a value, such as "format=json"; in lists
 * keys are separated by blanks.
 */
#ifndef TILEPDB_CLI_OPTIONS_H
#define TILEPDB_CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tilepdb.h"

/* The rows of a table. */
#define CLI_LENGTH(table) (sizeof(table) / sizeof *(table))

enum cli_type {
    CLI_FLAG,     /* bool, becomes true */
    CLI_TEXT,     /* const char *, points into argv; may not be empty */
    CLI_CHOICE,   /* int, index of the keyword */
    CLI_NUMBER,   /* int, minimum .. maximum */
    CLI_COUNT,    /* uint64_t, minimum .. maximum */
    CLI_SEED,     /* struct cli_seed, minimum .. maximum */
    CLI_BYTES,    /* uint64_t, such as 500M, 2GiB or 1500MB */
    CLI_SECONDS,  /* double above 0, a plain decimal number such as 10 or 0.5 */
    CLI_RATE,     /* double above 0, at most maximum */
    CLI_BOARD,    /* struct cli_board_size that tables hold */
    CLI_ANY_BOARD /* struct cli_board_size, up to 20x20 */
};

/* Both 0: not given. */
struct cli_board_size {
    int width;
    int height;
};

struct cli_seed {
    bool given;
    uint64_t value;
};

/* The operands, as if they were an option. */
#define CLI_OPERANDS "OPERANDS"

/* Of modes: whatever a tool does. */
#define CLI_ALL_MODES UINT32_MAX

enum cli_relation {
    CLI_NO_RULE,  /* after the last one */
    CLI_EXCLUDES, /* any of the others */
    CLI_NEEDS,    /* at least one of the others */
    CLI_WORKS_IN  /* the modes in which a value has an effect, instead of the modes of the option */
};

/* What an option demands of the rest of the command line. */
struct cli_rule {
    enum cli_relation relation;
    const char *others; /* keys */
    const char *why;    /* end of the sentence; NULL: none */
    const char *value;  /* values of the option that have this rule; NULL: all */
    const char *unless; /* keys that lift the rule; NULL: none */
    uint32_t modes;     /* of CLI_WORKS_IN */
};

/* The rules of an option, as a member of its row. */
#define CLI_RULES(...)                                                                             \
    (const struct cli_rule[]) {                                                                    \
        __VA_ARGS__, {                                                                             \
            .relation = CLI_NO_RULE                                                                \
        }                                                                                          \
    }

struct cli_option {
    char letter; /* 0: none */
    const char *name;
    const char *argument; /* as --help calls it; NULL for a flag */
    enum cli_type type;
    size_t offset;
    const char *help;            /* --help breaks it into lines */
    uint64_t minimum, maximum;   /* of a number, count or seed */
    const char *const *keywords; /* of a choice, or suggested for a text; NULL at the end */
    const char *const *also; /* of a choice: other names of its keywords, in their order and in any
                                case; NULL: none */
    uint32_t modes;          /* in which it has an effect; the common options have it in all */
    const char *tried;       /* for tests/cli/option_pairs.py, which says how it reads this: values
                                that are tried beside all other options, and where they show */
    const struct cli_rule *rules; /* NULL: none */
    bool incidental;              /* results do not depend on it, nor on the common options */
};

struct cli_section {
    const char *title;
    const struct cli_option *options;
    size_t count;
    void *values;
};

/* What operands can be. */
struct cli_operands {
    const char *const *keywords; /* NULL at the end; may be NULL */
    bool partitions, files;
    const char *called; /* noun of refusals, such as "boards" */
    uint32_t modes;     /* modes that take operands */
};

/* Something that a tool can do. A run has the first mode that the command line asks for. */
struct cli_mode {
    const char *name;  /* option, or command, that asks for it; NULL, in the last mode: nothing */
    const char *value; /* value of the option that asks for it; NULL: any */
    uint32_t sets;     /* bits for the `modes` of options; modes may share them */
};

struct cli_tool {
    const char *name;
    const char *usage; /* what follows the name, such as "[OPTIONS] FILE..." */
    const char *summary;
    const char
        *brief; /* what -h shows after the summary, in at most 40 lines; NULL: all of --help */
    const char *epilogue; /* the end of --help: examples and exit codes */
    struct cli_operands operands;
    const struct cli_section *sections;
    size_t section_count;
    const struct cli_mode *modes;
    size_t mode_count;
    bool commands; /* the modes are commands, the first operand */
};

/* What every tool understands, and accepts with all other options. */
struct cli_common {
    bool quiet;
    bool progress;
    bool help;
    bool brief_help; /* help was asked for as -h */
    bool version;
    const char *dir;          /* NULL: by the environment */
    int jobs;                 /* 0: all cores */
    const char *completion;   /* a shell, as given; NULL: none */
    const char *variant_name; /* of the option, as given; NULL: none */
    tilepdb_variant variant;  /* what cli_parse chose by it and by the environment */
    const char *
        mode; /* the name of the mode that the command line asks for; NULL: a mode without a name */
    uint64_t fingerprint; /* of the version and of the options that are not incidental */
};

/* The keywords of --completion, in the order of enum cli_shell. */
extern const char *const cli_shell_keywords[];

extern const struct cli_option cli_common_options[];
extern const size_t cli_common_option_count;

/* Whether an option is one of cli_common_options. */
bool cli_is_common(const struct cli_option *option);

/* The index of `keyword` in the list, or -1. */
int cli_keyword_index(const char *keyword, const char *const *keywords);

/* The cores to use: --jobs, otherwise all that this process may run on. At least 1. */
int cli_jobs(const struct cli_common *common);

/* The keyword of a choice with the synonym `text`; otherwise `text`. */
const char *cli_choice_keyword(const struct cli_option *option, const char *text);

/* Reads an argument (NULL for a flag) into its member of `values`. False after an error message. */
bool cli_value_set(const struct cli_option *option, const char *text, void *values);

/* Finds the index of a keyword. False after an error message with the option, the keywords, and the
 * one that is most like the text. */
bool cli_choice_read(const char *option, const char *text, const char *const *keywords, int *value);

/* Whether tables hold boards of the size; reports an error about the option if not. */
bool cli_board_check(const char *option, struct cli_board_size size);

#endif
