#include "cli/terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/console.h"
#include "cli/signals.h"

/* interval for checking cli_signal, since another thread may receive the signal */
#define SLICE_MILLISECONDS 50
/* longest wait within an arrow key, shorter than between typed keys */
#define ESCAPE_MILLISECONDS 25

static const char enter_text[] = "\033[?1049h\033[?25l\033[?7l";
static const char leave_text[] = "\033[0m\033[?7h\033[?25h\033[?1049l";

static struct {
    int descriptor;
    struct termios before;
    volatile sig_atomic_t taken;
    volatile sig_atomic_t stop, resized;
    struct sigaction old_stop, old_size;
} terminal = {.descriptor = -1};

void cli_terminal_write(const char *text, size_t length) {
    while (length > 0) {
        const ssize_t written = write(terminal.descriptor, text, length);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return;
        text += written;
        length -= (size_t)written;
    }
}

/* ---- capabilities ---------------------------------------------------------------------------- */

bool cli_utf8(void) {
    return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

int cli_columns(int descriptor) {
    struct winsize window;
    return ioctl(descriptor, TIOCGWINSZ, &window) == 0 && window.ws_col > 1 ? window.ws_col : 80;
}

static int rows(int descriptor) {
    struct winsize window;
    return ioctl(descriptor, TIOCGWINSZ, &window) == 0 && window.ws_row > 1 ? window.ws_row : 24;
}

/* ---- in handlers: only async-signal-safe functions ------------------------------------------- */

void cli_terminal_restore(void) {
    if (!terminal.taken) return;
    terminal.taken = 0;
    cli_terminal_write(leave_text, sizeof leave_text - 1);
    tcflush(terminal.descriptor, TCIFLUSH);
    tcsetattr(terminal.descriptor, TCSANOW, &terminal.before);
}

static void on_stop(int number) {
    (void)number;
    terminal.stop = 1;
}

static void on_resize(int number) {
    (void)number;
    terminal.resized = 1;
}

/* ---- taking over ----------------------------------------------------------------------------- */

static int open_own(void) {
    return open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
}

bool cli_terminal_there(void) {
    const char *term = getenv("TERM");
    if (!cli_is_terminal(stdout) || !term || strcmp(term, "dumb") == 0) return false;
    const int descriptor = open_own();
    if (descriptor >= 0) close(descriptor);
    return descriptor >= 0;
}

static void take(void) {
    struct termios raw = terminal.before;
    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    terminal.taken = 1;
    tcsetattr(terminal.descriptor, TCSANOW, &raw);
    cli_terminal_write(enter_text, sizeof enter_text - 1);
}

static void handle(int number, void (*handler)(int), struct sigaction *old) {
    /* other threads continue to read after the signal */
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, old);
}

bool cli_terminal_enter(void) {
    static bool registered;
    terminal.descriptor = open_own();
    if (terminal.descriptor < 0) return false;
    if (tcgetattr(terminal.descriptor, &terminal.before) != 0) {
        close(terminal.descriptor);
        return false;
    }
    if (!registered) atexit(cli_terminal_restore);
    registered = true;
    handle(SIGTSTP, on_stop, &terminal.old_stop);
    if (terminal.old_stop.sa_handler == SIG_IGN) sigaction(SIGTSTP, &terminal.old_stop, NULL);
    handle(SIGWINCH, on_resize, &terminal.old_size);
    take();
    return true;
}

void cli_terminal_leave(void) {
    cli_terminal_restore();
    sigaction(SIGTSTP, &terminal.old_stop, NULL);
    sigaction(SIGWINCH, &terminal.old_size, NULL);
    close(terminal.descriptor);
    terminal.descriptor = -1;
}

/* ---- the screen ------------------------------------------------------------------------------ */

int cli_terminal_columns(void) {
    return cli_columns(terminal.descriptor);
}

int cli_terminal_rows(void) {
    return rows(terminal.descriptor);
}

/* ---- keys ------------------------------------------------------------------------------------ */

static void stop(void) {
    terminal.stop = 0;
    cli_terminal_restore();
    signal(SIGTSTP, SIG_DFL);
    raise(SIGTSTP);
    handle(SIGTSTP, on_stop, NULL);
    take();
}

static int read_byte(int milliseconds, unsigned char *byte) {
    struct pollfd ready = {.fd = terminal.descriptor, .events = POLLIN};
    const int count = poll(&ready, 1, milliseconds);
    if (count <= 0) return count < 0 && errno != EINTR ? -1 : 0;
    const ssize_t length = read(terminal.descriptor, byte, 1);
    if (length < 0 && errno == EINTR) return 0;
    return length == 1 ? 1 : -1;
}

/* ESC [ C and ESC O C are the right arrow. */
static int read_escape(void) {
    unsigned char byte;
    if (read_byte(ESCAPE_MILLISECONDS, &byte) != 1 || (byte != '[' && byte != 'O'))
        return CLI_KEY_NONE;
    do {
        if (read_byte(ESCAPE_MILLISECONDS, &byte) != 1) return CLI_KEY_NONE;
    } while (byte < '@' || byte > '~');
    return byte == 'C' ? CLI_KEY_RIGHT : byte == 'D' ? CLI_KEY_LEFT : CLI_KEY_NONE;
}

int cli_terminal_key(double seconds) {
    const double end = clock_seconds() + seconds;
    for (;;) {
        if (cli_signal() != 0) return CLI_KEY_NONE;
        if (terminal.stop) {
            stop();
            return CLI_KEY_REDRAW;
        }
        if (terminal.resized) {
            terminal.resized = 0;
            return CLI_KEY_REDRAW;
        }
        const double left = (end - clock_seconds()) * 1000;
        if (left <= 0) return CLI_KEY_NONE;
        unsigned char byte;
        const int slice = left < SLICE_MILLISECONDS ? (int)left + 1 : SLICE_MILLISECONDS;
        const int count = read_byte(slice, &byte);
        if (count < 0) return CLI_KEY_END;
        if (count > 0) return byte == '\033' ? read_escape() : byte;
    }
}
