/* Which options of pdbverify belong to which command, and which go together. */
#include "cli/rules.h"
#include "pdbverify/pdbverify.h"

static const struct cli_mode modes[] = {
    {"table"}, {"solution"}, {"optimal"}, {"certificate"}, {"antipodes"}, {"layers"},
};

/* In the order of the modes. */
enum {
    TABLE = 1 << 0,
    SOLUTION = 1 << 1,
    OPTIMAL = 1 << 2,
    CERTIFICATE = 1 << 3,
    ANTIPODES = 1 << 4,
    LAYERS = 1 << 5,

    SEARCH = OPTIMAL | ANTIPODES | LAYERS /* what chooses its tables */
};

static const struct cli_use uses[] = {
    {"integrity", TABLE},
    {"full", TABLE | SEARCH | CERTIFICATE},
    {"memory", TABLE},
    {"board", TABLE | SOLUTION | OPTIMAL},
    {"metric=single", CLI_ALL_MODES}, /* what a move is unless something else is said */
    {"metric", TABLE | SOLUTION | OPTIMAL | CERTIFICATE},
    {"goal", TABLE | SOLUTION | OPTIMAL},
    {"goal-blank", TABLE | LAYERS},
    {"moves", SOLUTION},
    {"partition", SEARCH},
    {"blank", TABLE | SEARCH},
    {"encoding", TABLE | SEARCH},
    {"generate", SEARCH | CERTIFICATE},
    {"no-generate", CLI_ALL_MODES}, /* a promise that is kept where nothing is generated, too */
    {"direction", OPTIMAL},
    {"any", OPTIMAL},
    {"cross", OPTIMAL},
    {"certificate", OPTIMAL},
    {"checkpoint", OPTIMAL},
    {"every", OPTIMAL},
    {"neighbours", ANTIPODES},
    {"down-to", LAYERS},
    {"from", LAYERS},
    {"json", CLI_ALL_MODES},
};

static const struct cli_rule rules[] = {
    {"integrity", CLI_EXCLUDES, "full", NULL, "a full proof begins with integrity"},
    {"memory", CLI_NEEDS, "full", NULL, NULL},
    {"metric=multi", CLI_EXCLUDES, "blank encoding", NULL, "colour tables have one kind"},
    {"metric=multi", CLI_EXCLUDES, "direction=auto direction=backward", NULL,
     "multi-tile moves are searched forward"},
    {"generate", CLI_EXCLUDES, "no-generate", NULL, NULL},
    {"every", CLI_NEEDS, "checkpoint", NULL, NULL},
};

const struct cli_rules verify_rules = {
    .modes = modes,
    .uses = uses,
    .rules = rules,
    .mode_count = CLI_LENGTH(modes),
    .use_count = CLI_LENGTH(uses),
    .rule_count = CLI_LENGTH(rules),
    .commands = true,
};
