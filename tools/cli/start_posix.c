/* The start of a tool. See start.h. */
#include "cli/start.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <unistd.h>

#include "cli/console.h"
#include "cli/fault.h"
#include "cli/interrupt.h"

#define STACK_BYTES ((size_t)128 * 1024)
#define PAGE_BYTES  ((size_t)4096)

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

/* Where no memory is left, the stack cannot grow, and the message that says so would be a fault. */
static void hold_stack(void) {
    volatile char stack[STACK_BYTES];
    for (size_t i = 0; i < sizeof stack; i += PAGE_BYTES) stack[i] = 0;
}

void cli_start(const char *tool) {
    hold_stack();
    cli_set_tool(tool);
    hold_descriptors();
    setlocale(LC_CTYPE, "");
    cli_catch_interrupts(cli_die);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    cli_catch_faults(tool);
}
