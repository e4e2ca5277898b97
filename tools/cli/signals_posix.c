#include "cli/signals.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/console.h"
#include "cli/terminal.h"

#define WAKE_SECONDS 1
#define STACK_BYTES  ((size_t)128 * 1024)
#define PAGE_BYTES   ((size_t)4096)

/* ---- interrupts ------------------------------------------------------------------------------ */

static const struct interrupt {
    int number;
    bool kills;
} interrupts[] = {
    {SIGINT, false}, {SIGTERM, false}, {SIGHUP, false},   {SIGQUIT, true}, {SIGALRM, true},
    {SIGUSR1, true}, {SIGUSR2, true},  {SIGVTALRM, true}, {SIGPROF, true}, {SIGXCPU, true},
};
#define INTERRUPTS (sizeof interrupts / sizeof *interrupts)

static struct sigaction alarms;
static void (*die)(int number);

static bool kills(int number) {
    for (size_t i = 0; i < INTERRUPTS; i++)
        if (interrupts[i].number == number) return interrupts[i].kills;
    return false;
}

/* Alarms repeat, since an interrupt just before a waiting call would not end the call. */
static void wake(int number) {
    (void)number;
    alarm(WAKE_SECONDS);
}

static void catch_signal(int number) {
    if (cli_signal() != 0 && kills(number)) die(number);
    cli_interrupt(number);
    sigaction(SIGALRM, &alarms, NULL);
    alarm(WAKE_SECONDS);
}

static void die_if_killed(void) {
    if (kills(cli_signal())) die(cli_signal());
}

void cli_catch_interrupts(void (*deadly)(int number)) {
    die = deadly;
    struct sigaction action = {.sa_handler = catch_signal};
    struct sigaction before;
    sigemptyset(&action.sa_mask);
    alarms = action;
    alarms.sa_handler = wake;
    for (size_t i = 0; i < INTERRUPTS; i++) {
        const int number = interrupts[i].number;
        /* SIGINT and SIGTERM are caught even if ignored: a shell starts background jobs with SIGINT
         * ignored, which should still end on it. */
        const bool always = number == SIGINT || number == SIGTERM;
        sigaction(number, &action, &before);
        if (!always && before.sa_handler != SIG_DFL) sigaction(number, &before, NULL);
    }
    atexit(die_if_killed);
}

void cli_signals(sigset_t *set) {
    sigemptyset(set);
    for (size_t i = 0; i < INTERRUPTS; i++) sigaddset(set, interrupts[i].number);
}

/* ---- crashes: the handler calls only async-signal-safe functions ----------------------------- */

static const int faults[] = {SIGBUS, SIGSEGV, SIGILL, SIGFPE, SIGABRT, SIGSYS, SIGTRAP};
#define FAULTS (sizeof faults / sizeof *faults)

static struct sigaction before[FAULTS];

/* "begin-end flags offset device inode path" in /proc/self/maps. */
struct maps_line {
    char text[4096];
    size_t length;
};

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

void cli_crash_write(const char *text) {
    if (write(STDERR_FILENO, text, strlen(text)) < 0) return;
}

static void end_by_crash(const void *address) {
    static struct maps_line line; /* shared: if two threads crash together, both end the process */
    cli_terminal_restore();
    const char *path = mapped_path((uintptr_t)address, &line);
    cli_crash_line(
        path ? path : "a file",
        " became shorter, or its disk failed, while it was read; copy or generate it again");
    cli_crash_cleanup();
    _exit(CLI_FAILURE);
}

static void on_fault(int number, siginfo_t *info, void *context) {
    (void)context;
    if (number == SIGBUS && info->si_code == BUS_ADRERR) end_by_crash(info->si_addr);
    cli_crash_cleanup();
    for (size_t i = 0; i < FAULTS; i++)
        if (faults[i] == number) sigaction(number, &before[i], NULL);
    /* After a crash the instruction runs again, which kills the process; a sent signal is raised
     * again. */
    if (info->si_code <= 0) raise(number);
}

static void die_of(int number) {
    sigset_t only;
    sigemptyset(&only);
    sigaddset(&only, number);
    cli_crash_cleanup();
    signal(number, SIG_DFL);
    raise(number);
    pthread_sigmask(SIG_UNBLOCK, &only, NULL);
}

static void catch_faults(void) {
    struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO};
    sigfillset(&action.sa_mask);
    for (size_t i = 0; i < FAULTS; i++) sigaction(faults[i], &action, &before[i]);
}

/* ---- the start ------------------------------------------------------------------------------- */

/* A file could get the number of a closed descriptor, and results overwrite a database. So
 * /dev/null takes the number, in the wrong mode: uses still fail, and output.c refuses names such
 * as /dev/stdin. */
static void hold_descriptors(void) {
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        if (fcntl(fd, F_GETFD) >= 0 || errno != EBADF) continue;
        /* Child programs get their own input. */
        const int mode = fd == STDIN_FILENO ? O_WRONLY | O_CLOEXEC : O_RDONLY;
        if (open("/dev/null", mode) != fd) _exit(CLI_FAILURE);
    }
}

/* Maps other pages as a test, since a failure on the stack itself would be a crash. */
static bool stack_has_room(void) {
    void *pages =
        mmap(NULL, STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return pages != MAP_FAILED && munmap(pages, STACK_BYTES) == 0;
}

/* Grows the stack now: without memory, even the message would crash. Not inlined, so that later
 * calls use the same pages. */
static __attribute__((noinline)) void hold_stack(void) {
    volatile char stack[STACK_BYTES];
    for (size_t i = 0; i < sizeof stack; i += PAGE_BYTES) stack[i] = 0;
}

void cli_start(const char *tool) {
    cli_set_tool(tool);
    if (!stack_has_room()) {
        cli_crash_line("out of memory", "");
        _exit(cli_exit_code(TILEPDB_ERROR_MEMORY));
    }
    hold_stack();
    hold_descriptors();
    setlocale(LC_CTYPE, "");
    cli_catch_interrupts(die_of);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    catch_faults();
}

/* ---- child programs -------------------------------------------------------------------------- */

#define NOT_FOUND 127 /* as in shells */

int cli_subprocess_start(struct cli_subprocess *subprocess, const char *name, const char *argument,
                         FILE *input) {
    int ends[2];
    if (pipe(ends) != 0) return errno;
    const pid_t child = fork();
    if (child == 0) {
        dup2(fileno(input), STDIN_FILENO);
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        close(ends[1]);
        execlp(name, name, argument, (char *)NULL);
        _exit(NOT_FOUND);
    }
    const int error = errno;
    close(ends[1]);
    *subprocess = (struct cli_subprocess){.output = ends[0], .child = child};
    if (child > 0) return 0;
    close(ends[0]);
    return error;
}

enum cli_subprocess_end cli_subprocess_wait(const struct cli_subprocess *subprocess) {
    int status = 0;
    while (waitpid((pid_t)subprocess->child, &status, 0) < 0 && errno == EINTR) continue;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return CLI_SUBPROCESS_WELL;
    return WIFEXITED(status) && WEXITSTATUS(status) == NOT_FOUND ? CLI_SUBPROCESS_MISSING
                                                                 : CLI_SUBPROCESS_BADLY;
}
