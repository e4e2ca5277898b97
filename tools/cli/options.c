/* Options as data. See options.h. */
#include "cli/options.h"

#include <string.h>

#include "util/system.h"

const char *const cli_shell_words[] = {"bash", "zsh", "fish", NULL};

#define COMMON_OFFSET(member) offsetof(struct cli_common, member)

const struct cli_option cli_common_options[] = {
    {'d', "dir", "DIR", CLI_TEXT, COMMON_OFFSET(dir), 0, 0, NULL,
     "where databases are stored (default: $TILEPDB_DIR, else $XDG_DATA_HOME/tilepdb, else "
     "~/.local/share/tilepdb)",
     .modes = CLI_ALL_MODES, .tried = "db"},
    {'j', "jobs", "N", CLI_NUMBER, COMMON_OFFSET(jobs), 1, 1024, NULL,
     "threads (default: all cores)", .modes = CLI_ALL_MODES, .tried = "1"},
    {0, "variant", "NAME", CLI_TEXT, COMMON_OFFSET(variant_name), 0, 0, NULL,
     "the instruction set to use, such as portable, for tests and measurements (default: "
     "$TILEPDB_VARIANT, else the best; --version lists them)",
     .modes = CLI_ALL_MODES, .tried = "portable"},
    {0, "progress", NULL, CLI_FLAG, COMMON_OFFSET(progress), 0, 0, NULL,
     "show progress even if stderr is not a terminal", .modes = CLI_ALL_MODES},
    {0, "completion", "SHELL", CLI_TEXT, COMMON_OFFSET(completion), 0, 0, cli_shell_words,
     "print completion code for bash, zsh or fish", .modes = CLI_ALL_MODES},
    {'q', "quiet", NULL, CLI_FLAG, COMMON_OFFSET(quiet), 0, 0, NULL,
     "only warnings and errors, no progress", .modes = CLI_ALL_MODES},
    {'h', "help", NULL, CLI_FLAG, COMMON_OFFSET(help), 0, 0, NULL, "show this help",
     .modes = CLI_ALL_MODES},
    {'V', "version", NULL, CLI_FLAG, COMMON_OFFSET(version), 0, 0, NULL, "show the version",
     .modes = CLI_ALL_MODES},
};
const size_t cli_common_option_count = sizeof cli_common_options / sizeof *cli_common_options;

bool cli_is_common(const struct cli_option *option) {
    return option >= cli_common_options && option < cli_common_options + cli_common_option_count;
}

int cli_word_index(const char *word, const char *const *words) {
    for (int i = 0; words[i]; i++)
        if (strcmp(word, words[i]) == 0) return i;
    return -1;
}

int cli_jobs(const struct cli_common *common) {
    if (common->jobs > 0) return common->jobs;
    return cores_count();
}
