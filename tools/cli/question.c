#include "cli/question.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "cli/console.h"

static bool asked;

bool cli_can_ask(void) {
    return !asked && !cli_is_quiet() && cli_on_terminal() && isatty(STDIN_FILENO) == 1;
}

/* Waits for input. Signals go to another thread than the one that waits, so it looks for them. */
static bool input_comes(int milliseconds) {
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    return poll(&input, 1, milliseconds) > 0;
}

static bool is_yes(const char *answer) {
    return answer[0] == '\0' || strcasecmp(answer, "y") == 0 || strcasecmp(answer, "yes") == 0;
}

bool cli_ask(const char *question) {
    if (input_comes(0)) return false;
    asked = true;
    fputs(question, stderr);
    fflush(stderr);
    while (!input_comes(100))
        if (cli_signal() != 0) return false;
    char answer[256];
    const ssize_t length = read(STDIN_FILENO, answer, sizeof answer - 1);
    if (length <= 0) { /* Ctrl-D leaves the cursor after the question */
        fputc('\n', stderr);
        return false;
    }
    answer[length] = '\0';
    answer[strcspn(answer, "\r\n")] = '\0';
    return is_yes(answer + strspn(answer, " \t"));
}
