/* Which options of pdbgen go together. */
#include "cli/rules.h"
#include "pdbgen/pdbgen.h"

#define LENGTH(table) (sizeof(table) / sizeof *(table))

static const struct cli_mode modes[] = {{"list"}, {"dry-run"}, {NULL}};

/* In the order of the modes. A dry run takes what the run would take. */
enum { LIST = 1 << 0, DRY_RUN = 1 << 1, GENERATE = 1 << 2, RUN = DRY_RUN | GENERATE };

static const struct cli_use uses[] = {
    {CLI_OPERANDS, RUN},  {"board", LIST | RUN}, {"blank", RUN},       {"encoding", RUN},
    {"goal", RUN},        {"goal-blank", RUN},   {"level", RUN},       {"memory", RUN},
    {"verify", RUN},      {"force", RUN},        {"dry-run", DRY_RUN}, {"list", LIST},
    {"json", LIST | RUN},
};

const struct cli_rules gen_rules = {
    .modes = modes,
    .uses = uses,
    .mode_count = LENGTH(modes),
    .use_count = LENGTH(uses),
    .operands = "partitions",
};
