/*
 * Tables of options, which define parsing, --help, completion, rules and cases of tests.
 *
 * Values are written into the struct of a section. A key is an option, "format", or an option with
 * a value, "format=json"; spaces separate keys in lists.
 */
#ifndef TILEPDB_CLI_OPTIONS_H
#define TILEPDB_CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tilepdb.h"

#define CLI_LENGTH(table) (sizeof(table) / sizeof *(table))

enum cli_type {
    CLI_FLAG,
    CLI_TEXT,     /* const char * into argv, not empty */
    CLI_CHOICE,   /* int, index of the keyword */
    CLI_NUMBER,   /* int, minimum .. maximum */
    CLI_COUNT,    /* uint64_t, minimum .. maximum */
    CLI_SEED,     /* struct cli_seed, minimum .. maximum */
    CLI_BYTES,    /* uint64_t, such as 500M or 2GiB */
    CLI_SECONDS,  /* double above 0, such as 10 or 0.5 */
    CLI_RATE,     /* double above 0, at most maximum */
    CLI_BOARD,    /* struct cli_board_size that tables can have */
    CLI_ANY_BOARD /* struct cli_board_size, up to 32x32 */
};

struct cli_board_size {
    int width;
    int height;
};

struct cli_seed {
    bool given;
    uint64_t value;
};

#define CLI_OPERANDS "OPERANDS"

#define CLI_ALL_MODES UINT32_MAX

enum cli_relation {
    CLI_NO_RULE,
    CLI_EXCLUDES,
    CLI_NEEDS,   /* needs at least one of `others` */
    CLI_WORKS_IN /* `modes` replaces the option's modes */
};

struct cli_rule {
    enum cli_relation relation;
    const char *others;
    const char *why;    /* end of the message; may be NULL */
    const char *value;  /* value to which the rule applies; NULL for all */
    const char *unless; /* keys that lift the rule; may be NULL */
    uint32_t modes;     /* for other relations, modes in which the rule holds; 0 for all */
};

#define CLI_RULES(...)                                                                             \
    (const struct cli_rule[]) {                                                                    \
        __VA_ARGS__, {                                                                             \
            .relation = CLI_NO_RULE                                                                \
        }                                                                                          \
    }

struct cli_option {
    char letter;
    const char *name;
    const char *argument; /* in --help; NULL for a flag */
    enum cli_type type;
    size_t offset;
    const char *help;
    uint64_t minimum, maximum;
    /* Keywords of a choice, or suggestions for a text; ends with NULL. */
    const char *const *keywords;
    /* Synonyms in any case, in the order of `keywords`; or NULL. */
    const char *const *also;
    uint32_t modes; /* modes in which the option has an effect */
    /* a value for tests/cli/option_pairs.py */
    const char *tried;
    const struct cli_rule *rules;
    bool incidental; /* results do not depend on the option */
};

struct cli_section {
    const char *title; /* NULL: continues the section before */
    const struct cli_option *options;
    size_t count;
    void *values;
};

struct cli_operands {
    const char *const *keywords; /* end with NULL; may be NULL */
    bool partitions, files;
    const char *called; /* noun for messages, such as "boards" */
    uint32_t modes;
};

/* If several modes are requested, the run has the first one in the list. */
struct cli_mode {
    const char *name; /* option or command; NULL for the default mode */
    uint32_t sets;    /* bits in the `modes` of options */
    bool is_option;   /* an option selects it in a tool with commands */
};

/* An option that is now in another tool. */
struct cli_moved {
    const char *name;
    const char *instead; /* such as "pdbmethods compare" */
};

struct cli_tool {
    const char *name;
    const char *usage; /* such as "[OPTIONS] FILE..." */
    const char *summary;
    const char *brief;    /* text of -h after the summary; NULL if -h is --help */
    const char *epilogue; /* examples and exit codes */
    struct cli_operands operands;
    const struct cli_section *sections;
    size_t section_count;
    const struct cli_mode *modes;
    size_t mode_count;
    bool commands; /* the first operand selects the mode */
    const struct cli_moved *moved;
    size_t moved_count;
};

/* Options of every tool. */
struct cli_common {
    bool quiet;
    bool progress;
    bool help;
    bool brief_help;
    bool version;
    const char *dir;
    int jobs;
    const char *completion;
    const char *variant_name;
    tilepdb_variant variant;
    const char *mode; /* NULL for the default mode */
    /* hash of the version and of options, except common and incidental ones */
    uint64_t fingerprint;
};

extern const struct cli_option cli_common_options[];
extern const size_t cli_common_option_count;

int cli_keyword_index(const char *keyword, const char *const *keywords);

/* Returns --jobs, or the cores of the process. */
int cli_jobs(const struct cli_common *common);

/* Stores `text`, which is NULL for a flag. Like the next functions, returns false after an error
 * message. */
bool cli_value_set(const struct cli_option *option, const char *text, void *values);

bool cli_choice_read(const char *option, const char *text, const char *const *keywords, int *value);

/* Refuses sizes that tables cannot have. */
bool cli_board_check(const char *option, struct cli_board_size size);

#define CLI_GO_ON (-1)

/* Starts the tool (signals.h), reads and checks the options, and moves the operands to the end of
 * argv, from `*first` on. Executes --help, --version, --completion, --quiet and events, and chooses
 * the variant. Returns CLI_GO_ON, or the exit code of a tool that is done. */
int cli_parse(const struct cli_tool *tool, struct cli_common *common, int argc, char **argv,
              int *first);

#endif
