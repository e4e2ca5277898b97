/* Interrupts on Windows: Ctrl-C, Ctrl-Break, and the end of the window or of the session. See
 * interrupt.h. */
#include "cli/interrupt.h"

#include <stdbool.h>
#include <stddef.h>
#include <windows.h>

/* The process ends when the handler of a window that was closed returns: time to tidy up. */
#define PATIENCE_MILLISECONDS 20000

static volatile sig_atomic_t caught;

/* In a thread of its own. */
static BOOL WINAPI on_event(DWORD event) {
    const bool key = event == CTRL_C_EVENT || event == CTRL_BREAK_EVENT;
    caught = key ? SIGINT : SIGTERM;
    if (!key) Sleep(PATIENCE_MILLISECONDS);
    return TRUE;
}

void cli_catch_interrupts(void (*deadly)(int number)) {
    (void)deadly; /* no event kills in the end */
    SetConsoleCtrlHandler(NULL, FALSE);
    SetConsoleCtrlHandler(on_event, TRUE);
}

int cli_signal(void) {
    return caught;
}

void cli_signals(sigset_t *set) {
    sigemptyset(set);
}
