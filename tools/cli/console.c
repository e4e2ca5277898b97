#include "cli/console.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/signals.h"
#include "cli/terminal.h"
#include "tilepdb_text.h"

#define MESSAGE_BYTES 2048

static struct {
    const char *tool;
    bool quiet;
    bool events;
    pthread_mutex_t screen;
    void (*wipe)(void); /* called with `screen` locked */
} console = {.tool = "tilepdb", .screen = PTHREAD_MUTEX_INITIALIZER};

void cli_set_tool(const char *tool) {
    console.tool = tool;
}

const char *cli_tool(void) {
    return console.tool;
}

void cli_set_quiet(bool quiet) {
    console.quiet = quiet;
}

void cli_set_events(bool events) {
    console.events = events;
}

bool cli_events(void) {
    return console.events;
}

bool cli_on_terminal(void) {
    return isatty(STDERR_FILENO) == 1;
}

/* Returns the length of the control character at `at` (ASCII, or U+0080 to U+009F), or 0. */
static int control_bytes(const unsigned char *at) {
    if (*at < ' ' || *at == 0x7F) return 1;
    return *at == 0xC2 && at[1] >= 0x80 && at[1] < 0xA0 ? 2 : 0;
}

static void show_controls(const char *line, char *shown, size_t capacity) {
    const unsigned char *at = (const unsigned char *)line;
    size_t used = 0;
    while (*at != '\0' && used + sizeof "\\xNN\\xNN" <= capacity) {
        int control = control_bytes(at);
        if (control == 0) shown[used++] = (char)*at++;
        for (; control > 0; control--)
            used += (size_t)snprintf(shown + used, capacity - used, "\\x%02X", *at++);
    }
    shown[used] = '\0';
}

void cli_screen_lock(void) {
    pthread_mutex_lock(&console.screen);
}

void cli_screen_unlock(void) {
    pthread_mutex_unlock(&console.screen);
}

/* ---- JSON ------------------------------------------------------------------------------------ */

#define FORM (JSON_COMPACT | JSON_REAL_PRECISION(9))

json_t *cli_json_text(const char *text) {
    json_t *string = json_string(text);
    if (string) return string;
    char *ascii = strdup(text);
    if (!ascii) return json_null();
    for (char *at = ascii; *at != '\0'; at++)
        if ((unsigned char)*at >= 0x80) *at = '?';
    string = json_string(ascii);
    free(ascii);
    return string;
}

void cli_json_print(FILE *stream, json_t *object) {
    json_dumpf(object, stream, FORM);
    fputc('\n', stream);
    json_decref(object);
}

void cli_event_print(json_t *event) {
    char *line = json_dumps(event, FORM);
    if (line) fprintf(stderr, "%s\n", line);
    free(line);
    json_decref(event);
}

/* ---- messages -------------------------------------------------------------------------------- */

/* Uses one write, so that lines of processes do not mix. */
static void print_line(const char *text) {
    char line[MESSAGE_BYTES + 64], shown[2 * sizeof line];
    snprintf(line, sizeof line - 1, "%s: %s", console.tool, text);
    show_controls(line, shown, sizeof shown);
    cli_screen_lock();
    if (console.wipe) console.wipe();
    fprintf(stderr, "%s\n", shown);
    cli_screen_unlock();
}

static void print_message(const char *level, const char *format, va_list arguments) {
    char text[MESSAGE_BYTES];
    if (vsnprintf(text, sizeof text, format, arguments) < 0) return;
    if (console.events)
        cli_event_print(json_pack("{ss ss ss so}", "event", "message", "tool", console.tool,
                                  "level", level, "text", cli_json_text(text)));
    else
        print_line(text);
}

void cli_note(const char *format, ...) {
    if (console.quiet) return;
    va_list arguments;
    va_start(arguments, format);
    print_message("note", format, arguments);
    va_end(arguments);
}

void cli_complain(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    print_message("problem", format, arguments);
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

void cli_error_advise(tilepdb_error *error) {
    const int64_t *number = error->number;
    const size_t used = strlen(error->message), capacity = sizeof error->message - used;
    char *end = error->message + used;
    switch (error->code) {
    case TILEPDB_MESSAGE_PARTITION_UNKNOWN:
        snprintf(end, capacity, "; pdbgen --list shows all");
        break;
    case TILEPDB_MESSAGE_TABLE_FALSE:
        snprintf(end, capacity, " with pdbgen --force");
        break;
    case TILEPDB_MESSAGE_FILE_COMPRESSED:
        snprintf(end, capacity, ": pdbgen --level 0");
        break;
    case TILEPDB_MESSAGE_TEXT_ANSWER:
        if (number[0] == TILEPDB_ANSWER_SOLUTION)
            snprintf(end, capacity,
                     "; 'pdbsolve --invert' turns it into a scramble, '--judge' "
                     "compares it");
        break;
    case TILEPDB_MESSAGE_TEXT_TWICE:
        if (error->text[0] != '\0')
            snprintf(end, capacity, "; if the tiles count from 0: --blank-tile %s", error->text);
        break;
    case TILEPDB_MESSAGE_TEXT_COUNT:
        snprintf(end, capacity, "; 'pdbsolve --count' prints such lines, LENGTH COUNT");
        break;
    case TILEPDB_MESSAGE_TEXT_NOTATION:
        snprintf(end, capacity, " (--moves %s)",
                 number[1] == TILEPDB_NOTATION_BLANK ? "blank" : "tile");
        break;
    default:
        break;
    }
}

int cli_fail(const char *subject, const tilepdb_error *error) {
    tilepdb_error advised = *error;
    cli_error_advise(&advised);
    const char *sentence = advised.message;
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

void *cli_grown(void *array, size_t count, size_t size) {
    return cli_allocated(realloc(array, (count + 1) * size));
}

static char *text_of(const char *format, va_list arguments) {
    char *text = NULL;
    return cli_allocated(vasprintf(&text, format, arguments) < 0 ? NULL : text);
}

char *cli_text(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *text = text_of(format, arguments);
    va_end(arguments);
    return text;
}

void cli_append(char **text, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *end = text_of(format, arguments);
    va_end(arguments);
    char *whole = *text ? cli_text("%s%s", *text, end) : NULL;
    if (whole) free(end);
    free(*text);
    *text = whole ? whole : end;
}

char *cli_path_join(const char *directory, const char *name) {
    size_t length = strlen(directory);
    bool ends = length > 0 && directory[length - 1] == '/';
    return cli_text("%s%s%s", directory, ends ? "" : "/", name);
}

/* ---- terminal capabilities ------------------------------------------------------------------- */

const char *const cli_when_keywords[] = {"auto", "always", "never", NULL};

static bool relayed;

void cli_output_is_relayed(void) {
    relayed = true;
}

bool cli_is_terminal(FILE *stream) {
    return !(relayed && fileno(stream) == STDOUT_FILENO) && isatty(fileno(stream)) == 1;
}

/* ---- lines ----------------------------------------------------------------------------------- */

int cli_text_columns(const char *text, size_t bytes) {
    int columns = 0;
    for (size_t i = 0; i < bytes; i++) columns += ((unsigned char)text[i] & 0xC0) != 0x80;
    return columns;
}

void cli_print_wrapped(FILE *stream, int column, int width, int indent, const char *text) {
    while (*text != '\0') {
        const size_t gap = strspn(text, " ");
        const size_t word = strcspn(text + gap, " ");
        const int columns = cli_text_columns(text + gap, word);
        const bool fits = column + (int)gap + columns <= width;
        if (!fits && column > 0 && indent + columns <= width) {
            fprintf(stream, "\n%*s", indent, "");
            column = indent;
        } else {
            fprintf(stream, "%*s", (int)gap, "");
            column += (int)gap;
        }
        fwrite(text + gap, 1, word, stream);
        column += columns;
        text += gap + word;
    }
    fputc('\n', stream);
}

void cli_print_line(FILE *stream, int indent, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *text = text_of(format, arguments);
    va_end(arguments);
    const int width = cli_is_terminal(stream) ? cli_columns(fileno(stream)) : INT_MAX;
    cli_print_wrapped(stream, 0, width, indent, text);
    free(text);
}
