/* The start of a tool on every system, and what its handlers say. See signals.h. */
#include "cli/signals.h"

#include "cli/console.h"
#include "cli/replacement.h"
#include "cli/terminal.h"

static const char *tool_name;

void cli_start(const char *tool) {
    tool_name = tool;
    cli_set_tool(tool);
    cli_system_start();
}

void cli_fault_line(const char *text, const char *more) {
    cli_fault_say(tool_name);
    cli_fault_say(": ");
    cli_fault_say(text);
    cli_fault_say(more);
    cli_fault_say("\n");
}

static void say_kept(const char *path) {
    cli_fault_line(CLI_KEPT, path);
}

void cli_fault_tidy(void) {
    cli_terminal_restore();
    cli_replacements_rescue(say_kept);
}
