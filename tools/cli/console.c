/* The console. See console.h. */
#include "cli/console.h"

#include <langinfo.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/signals.h"

static struct {
    const char *tool;
    bool quiet;
    void (*wipe)(void);
} console = {.tool = "tilepdb"};

void cli_set_tool(const char *tool) {
    console.tool = tool;
}

void cli_set_quiet(bool quiet) {
    console.quiet = quiet;
}

bool cli_is_quiet(void) {
    return console.quiet;
}

bool cli_on_terminal(void) {
    return isatty(STDERR_FILENO) == 1;
}

bool cli_utf8(void) {
    return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

/* The bytes of a character that a terminal obeys, such as in the name of a file: ASCII's, and
 * U+0080 to U+009F. 0: it is none. */
static int control_bytes(const unsigned char *at) {
    if (*at < ' ' || *at == 0x7F) return 1;
    return *at == 0xC2 && at[1] >= 0x80 && at[1] < 0xA0 ? 2 : 0;
}

/* Copies a line, with controls as \xNN; what has no room is cut. */
static void show_controls(const char *line, char *shown, size_t room) {
    const unsigned char *at = (const unsigned char *)line;
    size_t used = 0;
    while (*at != '\0' && used + sizeof "\\xNN\\xNN" <= room) {
        int control = control_bytes(at);
        if (control == 0) shown[used++] = (char)*at++;
        for (; control > 0; control--)
            used += (size_t)snprintf(shown + used, room - used, "\\x%02X", *at++);
    }
    shown[used] = '\0';
}

/* One write for the whole line, so that lines of several processes do not mix. */
static void print_message(const char *format, va_list arguments) {
    if (console.wipe) console.wipe();
    char line[2048], shown[2 * sizeof line];
    int start = snprintf(line, sizeof line - 1, "%s: ", console.tool);
    int length = vsnprintf(line + start, sizeof line - 1 - (size_t)start, format, arguments);
    if (length < 0) return;
    show_controls(line, shown, sizeof shown);
    fprintf(stderr, "%s\n", shown);
}

void cli_note(const char *format, ...) {
    if (console.quiet) return;
    va_list arguments;
    va_start(arguments, format);
    print_message(format, arguments);
    va_end(arguments);
}

void cli_complain(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    print_message(format, arguments);
    va_end(arguments);
}

void cli_before_message(void (*wipe)(void)) {
    console.wipe = wipe;
}

int cli_exit_code(tilepdb_status status) {
    switch (status) {
    case TILEPDB_OK:
        return CLI_SUCCESS;
    case TILEPDB_UNSOLVABLE:
    case TILEPDB_LIMIT:
    case TILEPDB_REFUTED:
    case TILEPDB_ERROR_TOO_LARGE:
    case TILEPDB_ERROR_MEMORY:
        return CLI_NO;
    case TILEPDB_ERROR_ARGUMENT:
    case TILEPDB_ERROR_PARSE:
    case TILEPDB_ERROR_ENCODING:
        return CLI_USAGE;
    case TILEPDB_CANCELLED:
        return cli_signal() != 0 ? 128 + cli_signal() : CLI_SUCCESS;
    case TILEPDB_ERROR_IO:
    case TILEPDB_ERROR_NOT_FOUND:
    case TILEPDB_ERROR_FORMAT:
    case TILEPDB_ERROR_CHECKSUM:
    case TILEPDB_ERROR_VERSION:
    case TILEPDB_ERROR_INTERNAL:
        return CLI_FAILURE;
    }
    return CLI_FAILURE;
}

int cli_worse(int code, int other) {
    return code > other ? code : other;
}

int cli_fail(const char *subject, const tilepdb_error *error) {
    const char *sentence = error->message;
    if (error->status == TILEPDB_CANCELLED) sentence = "interrupted; no partial file is left";
    if (!subject || strstr(sentence, subject))
        cli_complain("%s", sentence);
    else
        cli_complain("%s: %s", subject, sentence);
    return cli_exit_code(error->status);
}

void *cli_allocated(void *memory) {
    if (!memory) {
        cli_complain("out of memory");
        exit(cli_exit_code(TILEPDB_ERROR_MEMORY));
    }
    return memory;
}

char *cli_text(const char *format, ...) {
    char *text = NULL;
    va_list arguments;
    va_start(arguments, format);
    if (vasprintf(&text, format, arguments) < 0) text = NULL;
    va_end(arguments);
    return cli_allocated(text);
}
