/* Which options of pdbinfo go together. */
#include "cli/rules.h"
#include "pdbinfo/pdbinfo.h"

#define LENGTH(table) (sizeof(table) / sizeof *(table))

static const struct cli_mode modes[] = {{NULL}};

static const struct cli_use uses[] = {
    {CLI_OPERANDS, CLI_ALL_MODES}, {"board", CLI_ALL_MODES}, {"blank", CLI_ALL_MODES},
    {"encoding", CLI_ALL_MODES},   {"goal", CLI_ALL_MODES},  {"goal-blank", CLI_ALL_MODES},
    {"json", CLI_ALL_MODES},       {"csv", CLI_ALL_MODES},   {"manifest", CLI_ALL_MODES},
};

static const struct cli_rule rules[] = {
    {"json", CLI_EXCLUDES, "csv manifest", NULL, NULL},
    {"csv", CLI_EXCLUDES, "manifest", NULL, NULL},
};

const struct cli_rules info_rules = {
    .modes = modes,
    .uses = uses,
    .rules = rules,
    .mode_count = LENGTH(modes),
    .use_count = LENGTH(uses),
    .rule_count = LENGTH(rules),
    .operands = "files",
};
