/* What is the same on every terminal. See terminal.h. */
#include "cli/terminal.h"

#include <string.h>

/* Each line also clears the rest of its row, so that nothing flickers. */
void cli_terminal_show(const char *text, size_t length) {
    static const char home[] = "\033[H", rest[] = "\033[J", end[] = "\033[K\r\n";
    int rows = cli_terminal_rows();
    cli_terminal_write(home, sizeof home - 1);
    while (length > 0 && rows > 1) {
        const char *newline = memchr(text, '\n', length);
        const size_t line = newline ? (size_t)(newline - text) : length;
        cli_terminal_write(text, line);
        cli_terminal_write(end, sizeof end - 1);
        length -= newline ? line + 1 : line;
        text += newline ? line + 1 : line;
        rows--;
    }
    cli_terminal_write(rest, sizeof rest - 1);
}
