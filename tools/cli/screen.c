/* See screen.h. */
#include "cli/screen.h"

#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

const char *const cli_when_words[] = {"auto", "always", "never", NULL};

static bool relayed; /* standard output */

void cli_output_is_relayed(void) {
    relayed = true;
}

bool cli_is_terminal(FILE *stream) {
    return !(relayed && fileno(stream) == STDOUT_FILENO) && isatty(fileno(stream)) == 1;
}

bool cli_colour(enum cli_when when, FILE *stream) {
    if (when != CLI_WHEN_AUTO) return when == CLI_WHEN_ALWAYS;
    const char *no_color = getenv("NO_COLOR");
    const char *term = getenv("TERM");
    if (no_color && no_color[0] != '\0') return false;
    return cli_is_terminal(stream) && term && strcmp(term, "dumb") != 0;
}

int cli_columns(int descriptor) {
    struct winsize window;
    return ioctl(descriptor, TIOCGWINSZ, &window) == 0 && window.ws_col > 1 ? window.ws_col : 80;
}

int cli_rows(int descriptor) {
    struct winsize window;
    return ioctl(descriptor, TIOCGWINSZ, &window) == 0 && window.ws_row > 1 ? window.ws_row : 24;
}

/* ---- lines ----------------------------------------------------------------------------------- */

int cli_text_columns(const char *text, size_t bytes) {
    int columns = 0;
    for (size_t i = 0; i < bytes; i++) columns += ((unsigned char)text[i] & 0xC0) != 0x80;
    return columns;
}

static void print_wrapped(FILE *stream, int width, int indent, const char *text) {
    int column = 0;
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
    char *text = NULL;
    va_list arguments;
    va_start(arguments, format);
    const int length = vasprintf(&text, format, arguments);
    va_end(arguments);
    if (length < 0) text = NULL;
    cli_allocated(text);
    print_wrapped(stream, cli_is_terminal(stream) ? cli_columns(fileno(stream)) : INT_MAX, indent,
                  text);
    free(text);
}
