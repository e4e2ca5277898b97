/* Interrupts and crashes on every system. See signals.h. */
#include "cli/signals.h"

#include <stdatomic.h>

#include "cli/console.h"
#include "cli/output.h"
#include "cli/terminal.h"
#include "tilepdb_engine.h"

static atomic_int caught;
static tilepdb_cancel *_Atomic cancelled;

void cli_interrupt(int number) {
    caught = number;
    tilepdb_cancel *cancel = cancelled;
    if (cancel) tilepdb_cancel_request(cancel);
}

int cli_signal(void) {
    return caught;
}

void cli_signal_cancels(tilepdb_cancel *cancel) {
    cancelled = cancel;
    if (cancel && caught) tilepdb_cancel_request(cancel);
}

static void say_escaped(const char *text) {
    static const char digits[] = "0123456789abcdef";
    for (; *text != '\0'; text++) {
        const unsigned char byte = (unsigned char)*text;
        const char plain[] = {(char)byte, '\0'}, marked[] = {'\\', (char)byte, '\0'};
        const char code[] = {'\\', 'u', '0', '0', digits[byte >> 4], digits[byte & 15], '\0'};
        const bool marks = byte == '"' || byte == '\\';
        cli_crash_write(byte < ' ' ? code : marks ? marked : plain);
    }
}

static void event_say(const char *text, const char *more) {
    cli_crash_write("{\"event\":\"message\",\"tool\":\"");
    say_escaped(cli_tool());
    cli_crash_write("\",\"level\":\"problem\",\"text\":\"");
    say_escaped(text);
    say_escaped(more);
    cli_crash_write("\"}\n");
}

void cli_crash_line(const char *text, const char *more) {
    if (cli_events()) {
        event_say(text, more);
        return;
    }
    cli_crash_write(cli_tool());
    cli_crash_write(": ");
    cli_crash_write(text);
    cli_crash_write(more);
    cli_crash_write("\n");
}

static void say_kept(const char *path) {
    cli_crash_line(CLI_KEPT, path);
}

void cli_crash_cleanup(void) {
    cli_terminal_restore();
    cli_outputs_rescue(say_kept);
}
