/* See fault_line.h. */
#include "cli/fault_line.h"

#include "cli/replacement.h"
#include "cli/terminal.h"

static const char *tool_name;

void fault_begin(const char *tool) {
    tool_name = tool;
}

void fault_line(const char *text, const char *more) {
    fault_say(tool_name);
    fault_say(": ");
    fault_say(text);
    fault_say(more);
    fault_say("\n");
}

static void say_kept(const char *path) {
    fault_line(CLI_KEPT, path);
}

void fault_tidy(void) {
    cli_terminal_restore();
    cli_replacements_rescue(say_kept);
}
