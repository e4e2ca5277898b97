/* What the handlers of faults say and do on every system. See signals.h. */
#include "cli/signals.h"

#include "cli/console.h"
#include "cli/destination.h"
#include "cli/terminal.h"

void cli_fault_line(const char *text, const char *more) {
    cli_fault_say(cli_tool());
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
