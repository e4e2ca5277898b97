/* See question.h. */
#include "cli/question.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "cli/console.h"
#include "cli/signals.h"

static bool asked;

/* A shell's background job is stopped when it reads from the terminal, and does not even end at
 * SIGTERM then. */
static bool in_foreground(void) {
    return tcgetpgrp(STDIN_FILENO) == getpgrp();
}

bool cli_can_ask(void) {
    return !asked && !cli_is_quiet() && cli_on_terminal() && isatty(STDIN_FILENO) == 1 &&
           in_foreground();
}

/* Waits for input. Signals go to another thread than the one that waits, so it looks for them. */
static bool input_comes(int milliseconds) {
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    return poll(&input, 1, milliseconds) > 0;
}

/* Reads a line as soon as there is one. Its length; 0 or less: there is none, after a signal or
 * once the process is in the background. */
static ssize_t read_answer(char *answer, size_t size) {
    ssize_t length;
    do {
        while (!input_comes(100))
            if (cli_signal() != 0 || !in_foreground()) return -1;
        if (cli_signal() != 0 || !in_foreground()) return -1;
        length = read(STDIN_FILENO, answer, size);
    } while (length < 0 && errno == EINTR);
    return length;
}

static bool is_yes(const char *answer) {
    return answer[0] == '\0' || strcasecmp(answer, "y") == 0 || strcasecmp(answer, "yes") == 0;
}

bool cli_ask(const char *question) {
    if (!in_foreground() || input_comes(0)) return false;
    asked = true;
    fputs(question, stderr);
    fflush(stderr);
    char answer[256];
    const ssize_t length = read_answer(answer, sizeof answer - 1);
    if (length <= 0 && cli_signal() != 0) return false;
    if (length <= 0) { /* Ctrl-D leaves the cursor after the question */
        fputc('\n', stderr);
        return false;
    }
    answer[length] = '\0';
    answer[strcspn(answer, "\r\n")] = '\0';
    return is_yes(answer + strspn(answer, " \t"));
}
