/*
 * Options as data: a tool describes its options in tables, and parsing and --help follow from them.
 *
 * An option is written into the struct that its section names, at its offset. Options of several
 * sections are known at the same time; the common ones are a section of their own.
 */
#ifndef TILEPDB_CLI_OPTIONS_H
#define TILEPDB_CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tilepdb.h"

struct cli_rules;

/* The rows of a table. */
#define CLI_LENGTH(table) (sizeof(table) / sizeof *(table))

enum cli_type {
    CLI_FLAG,     /* bool, becomes true */
    CLI_TEXT,     /* const char *, points into argv; may not be empty */
    CLI_CHOICE,   /* int, index of the word */
    CLI_NUMBER,   /* int, minimum .. maximum */
    CLI_COUNT,    /* uint64_t, minimum .. maximum */
    CLI_SEED,     /* struct cli_seed, minimum .. maximum */
    CLI_BYTES,    /* uint64_t, such as 500M, 2GiB or 1500MB */
    CLI_SECONDS,  /* double, above 0, a plain decimal number such as 10 or 0.5 */
    CLI_RATE,     /* the same, at most maximum */
    CLI_BOARD,    /* struct cli_board_size */
    CLI_ANY_BOARD /* the same, also of sizes that only the layered method takes */
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

struct cli_option {
    char letter; /* 0: none */
    const char *name;
    const char *argument; /* as --help calls it; NULL for a flag */
    enum cli_type type;
    size_t offset;
    uint64_t minimum, maximum; /* of a number, count or seed */
    const char *const *words;  /* of a choice, or suggested for a text; NULL at the end */
    const char *help;          /* words, which --help arranges in lines */
};

struct cli_section {
    const char *title;
    const struct cli_option *options;
    size_t count;
    void *values;
};

/* What operands can be, for completion. */
struct cli_operands {
    const char *const *words; /* NULL at the end; may be NULL */
    bool partitions, files;
};

struct cli_tool {
    const char *name;
    const char *usage; /* what follows the name, such as "[OPTIONS] FILE..." */
    const char *summary;
    const char *epilogue; /* the end of --help: examples and exit codes */
    struct cli_operands operands;
    const struct cli_section *sections;
    size_t section_count;
    const struct cli_rules *rules; /* which options go together */
};

/* What every tool understands, and accepts with all other options. */
struct cli_common {
    bool quiet;
    bool progress;
    bool help;
    bool version;
    const char *dir;          /* NULL: by the environment */
    int jobs;                 /* 0: all cores */
    const char *completion;   /* a shell, as given; NULL: none */
    const char *variant_name; /* of the option, as given; NULL: none */
    tilepdb_variant variant;  /* what cli_parse chose by it and by the environment */
};

/* The words of --completion, in the order of enum cli_shell. */
extern const char *const cli_shell_words[];

extern const struct cli_option cli_common_options[];
extern const size_t cli_common_option_count;

/* The index of `word` in the list, or -1. */
int cli_word_index(const char *word, const char *const *words);

/* The cores to use: --jobs, otherwise all that this process may run on. At least 1. */
int cli_jobs(const struct cli_common *common);

#endif
