#include "cli/console.h"

#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/fault.h"

static struct {
    const char *tool;
    bool quiet;
    void (*wipe)(void);
} console = {.tool = "tilepdb"};

/* ---- interrupts ------------------------------------------------------------------------------ */

static const struct interrupt {
    int number;
    bool kills; /* in the end; otherwise the exit code shows it */
} interrupts[] = {
    {SIGINT, false}, {SIGTERM, false}, {SIGHUP, false},   {SIGQUIT, true}, {SIGALRM, true},
    {SIGUSR1, true}, {SIGUSR2, true},  {SIGVTALRM, true}, {SIGPROF, true}, {SIGXCPU, true},
};
#define INTERRUPTS (sizeof interrupts / sizeof *interrupts)

static volatile sig_atomic_t caught;

static bool kills(int number) {
    for (size_t i = 0; i < INTERRUPTS; i++)
        if (interrupts[i].number == number) return interrupts[i].kills;
    return false;
}

static void catch_signal(int number) {
    if (caught != 0 && kills(number)) cli_die(number);
    caught = number;
}

/* The last step of an exit. */
static void die_if_killed(void) {
    if (kills(caught)) cli_die(caught);
}

static void catch_interrupts(void) {
    struct sigaction action = {.sa_handler = catch_signal}; /* no SA_RESTART: reads must return */
    struct sigaction before;
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < INTERRUPTS; i++) {
        const int number = interrupts[i].number;
        /* A shell lets background jobs ignore SIGINT; that is not a request to continue. */
        const bool always = number == SIGINT || number == SIGTERM;
        sigaction(number, &action, &before);
        if (!always && before.sa_handler != SIG_DFL) sigaction(number, &before, NULL);
    }
    atexit(die_if_killed);
}

int cli_signal(void) {
    return caught;
}

void cli_signals(sigset_t *set) {
    sigemptyset(set);
    for (size_t i = 0; i < INTERRUPTS; i++) sigaddset(set, interrupts[i].number);
}

/* ---- the start ------------------------------------------------------------------------------- */

/* A descriptor that the caller closed would be given to the next file that is opened, and results
 * would be written into a database. Opened the wrong way round, it fails as a closed one does; and
 * nobody passed it on, so that a name such as /dev/stdin is none for results (destination.c). */
static void hold_descriptors(void) {
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        if (fcntl(fd, F_GETFD) >= 0 || errno != EBADF) continue;
        /* Programs that are run have an input of their own. */
        const int mode = fd == STDIN_FILENO ? O_WRONLY | O_CLOEXEC : O_RDONLY;
        if (open("/dev/null", mode) != fd) _exit(CLI_FAILURE);
    }
}

void cli_start(const char *tool) {
    console.tool = tool;
    hold_descriptors();
    setlocale(LC_CTYPE, "");
    catch_interrupts();
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    cli_catch_faults(tool);
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

/* One write for the whole line, so that lines of several processes do not mix. */
static void print_message(const char *format, va_list arguments) {
    if (console.wipe != NULL) console.wipe();
    char line[2048];
    int start = snprintf(line, sizeof line - 1, "%s: ", console.tool);
    int length = vsnprintf(line + start, sizeof line - 1 - (size_t)start, format, arguments);
    if (length < 0) return;
    fprintf(stderr, "%s\n", line);
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
        return caught != 0 ? 128 + (int)caught : CLI_SUCCESS;
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
    if (subject == NULL || strstr(sentence, subject) != NULL) {
        cli_complain("%s", sentence);
    } else {
        cli_complain("%s: %s", subject, sentence);
    }
    return cli_exit_code(error->status);
}

void *cli_allocated(void *memory) {
    if (memory == NULL) {
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
