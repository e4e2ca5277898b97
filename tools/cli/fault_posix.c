/* See fault.h. */
#include "cli/fault.h"

#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "cli/console.h"
#include "cli/fault_line.h"
#include "cli/terminal.h"

static const int faults[] = {SIGBUS, SIGSEGV, SIGILL, SIGFPE, SIGABRT, SIGSYS, SIGTRAP};
#define FAULTS (sizeof faults / sizeof *faults)

static struct sigaction before[FAULTS]; /* such as the sanitizers' */

/* ---- in the handler: only what POSIX calls async-signal-safe --------------------------------- */

/* A line of /proc/self/maps: "begin-end flags offset device inode   path". */
struct maps_line {
    char text[4096];
    size_t length;
};

/* Reads the next line, without its end and cut to the room. False after the last. */
static bool line_read(int fd, struct maps_line *line) {
    char byte;
    line->length = 0;
    while (read(fd, &byte, 1) == 1) {
        if (byte == '\n') {
            line->text[line->length] = '\0';
            return true;
        }
        if (line->length + 1 < sizeof line->text) line->text[line->length++] = byte;
    }
    return false;
}

static uintptr_t hex_read(const char **text) {
    uintptr_t value = 0;
    for (;; (*text)++) {
        const char digit = **text;
        if (digit >= '0' && digit <= '9')
            value = value << 4 | (uintptr_t)(digit - '0');
        else if (digit >= 'a' && digit <= 'f')
            value = value << 4 | (uintptr_t)(digit - 'a' + 10);
        else
            return value;
    }
}

/* The path of the file that is mapped at the address, in the line's text; NULL if there is none. */
static const char *mapped_path(uintptr_t address, struct maps_line *line) {
    int fd = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    if (fd < 0) return NULL;
    const char *path = NULL;
    while (!path && line_read(fd, line)) {
        const char *at = line->text;
        uintptr_t begin = hex_read(&at);
        if (*at++ != '-') break;
        uintptr_t end = hex_read(&at);
        if (address >= begin && address < end) path = strchr(at, '/');
        if (address < end) break;
    }
    close(fd);
    return path;
}

void fault_say(const char *text) {
    if (write(STDERR_FILENO, text, strlen(text)) < 0)
        return; /* there is no other place to report it */
}

static void end_by_fault(const void *address) {
    static struct maps_line line; /* if two threads fault together, both end the process */
    cli_terminal_restore();
    const char *path = mapped_path((uintptr_t)address, &line);
    fault_line(path ? path : "a file",
               " became shorter, or its disk failed, while it was read; copy or generate it again");
    fault_tidy();
    _exit(CLI_FAILURE);
}

static void on_fault(int number, siginfo_t *info, void *context) {
    (void)context;
    if (number == SIGBUS && info->si_code == BUS_ADRERR) end_by_fault(info->si_addr);
    fault_tidy();
    for (size_t i = 0; i < FAULTS; i++)
        if (faults[i] == number) sigaction(number, &before[i], NULL);
    /* The instruction of a fault runs again, and kills; a signal that was sent is sent again. */
    if (info->si_code <= 0) raise(number);
}

void cli_die(int number) {
    sigset_t only;
    sigemptyset(&only);
    sigaddset(&only, number);
    fault_tidy();
    signal(number, SIG_DFL);
    raise(number);
    pthread_sigmask(SIG_UNBLOCK, &only, NULL); /* in its handler, it is blocked until now */
}

/* ---- before ---------------------------------------------------------------------------------- */

void cli_catch_faults(const char *tool) {
    fault_begin(tool);
    struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO};
    sigfillset(&action.sa_mask);
    for (size_t i = 0; i < FAULTS; i++) sigaction(faults[i], &action, &before[i]);
}
