#include "cli/screen.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

const char *const cli_when_words[] = {"auto", "always", "never", NULL};

bool cli_is_terminal(FILE *stream) {
    return isatty(fileno(stream)) == 1;
}

bool cli_colour(enum cli_when when, FILE *stream) {
    if (when != CLI_WHEN_AUTO) return when == CLI_WHEN_ALWAYS;
    const char *no_color = getenv("NO_COLOR");
    const char *term = getenv("TERM");
    if (no_color != NULL && no_color[0] != '\0') return false;
    return cli_is_terminal(stream) && term != NULL && strcmp(term, "dumb") != 0;
}

int cli_columns(int descriptor) {
    struct winsize window;
    return ioctl(descriptor, TIOCGWINSZ, &window) == 0 && window.ws_col > 1 ? window.ws_col : 80;
}

int cli_rows(int descriptor) {
    struct winsize window;
    return ioctl(descriptor, TIOCGWINSZ, &window) == 0 && window.ws_row > 1 ? window.ws_row : 24;
}
